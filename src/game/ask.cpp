#include "game/ask.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/by_hand.h"
#include "core/geometry.h"
#include "game/place_words.h"
#include "notation/notation.h"
#include "notation/words.h"

namespace bastide {
namespace {

/// "VERB:WORD:WORD" of an expansion is "EXPANSION.VERB.WORD.WORD" among the phrases.
std::string name_of_verb(const GameRules& rules, Move move) {
  if (move.kind != MoveKind::act) return {};
  std::string name = fmt::format("{}.{}", rules.added[move.by]->id, rules.verb(move).name);
  std::replace(name.begin(), name.end(), ':', '.');
  return name;
}

/// The phrase if there is one; else nothing is said.
Texts say_if(const GameRules& rules, const std::string& id, const std::vector<Gap>& gaps = {}) {
  const Phrases& phrases = rules.catalogue->phrases;
  return phrases.contains(id) ? say(phrases, id, gaps) : Texts{};
}

bool empty(const Texts& texts) {
  return texts[0].empty();
}

Texts same_in_all(const std::string& text) {
  return {text, text, text};
}

/// What an option did in the world where it is tried.
struct Tried {
  State<Full> state;
  bool goes_on = false;
};

class Asking {
 public:
  Asking(const Game& game, const State<Full>* world)
      : game_(game), rules_(game.rules()), state_(game.state()), world_(world) {
    legal_moves(rules_.kernel, state_, moves_);
    lays_ = std::any_of(moves_.begin(), moves_.end(), [](const Move& move) { return move.kind == MoveKind::tile; });
  }

  Ask made() {
    ask_.of = game_.asked();
    ask_.seat = state_.seat;
    ask_.ply = static_cast<int>(game_.played().size());
    const Subject subject = subject_of_question();
    const std::vector<Gap> gaps = gaps_of_question(subject);
    ask_.title = say(phrases(), fmt::format("ask.{}.title", ask_.of), gaps);
    if (world_ != nullptr)
      ask_.text = say(phrases(), fmt::format("ask.{}.text", ask_.of), gaps);
    else
      ask_.text = say(phrases(), "ask.watched", gaps);
    ask_.confirm = say_if(rules_, fmt::format("ask.{}.confirm", ask_.of), gaps);
    add_order();
    const bool about_drawn = holds_drawn(rules_, state_) && !lays_;
    ask_.tile = about_drawn ? state_.drawn : subject.kind;
    ask_.about = features_at_stake(game_);
    // The pass first: what others bring is measured by it.
    const auto pass =
        std::find_if(moves_.begin(), moves_.end(), [](const Move& m) { return m.kind == MoveKind::pass; });
    if (pass != moves_.end()) add_pass(*pass);
    for (const Move& move : moves_) add(move);
    sort_spots();
    if (!lays_ && world_ != nullptr && ends_ && !goes_on_) ask_.final = *ends_;
    return std::move(ask_);
  }

 private:
  const Phrases& phrases() const { return rules_.catalogue->phrases; }
  const std::string& name(int seat) const { return game_.seats()[seat].name; }

  Subject subject_of_question() const {
    const Pending* top = question(state_);
    if (top == nullptr || rules_.added[top->by]->subject == nullptr) return {};
    return rules_.added[top->by]->subject(rules_.kernel, rules_.kernel.added[top->by], state_);
  }

  std::vector<Gap> gaps_of_question(const Subject& subject) const {
    std::vector<Gap> gaps = {{"name", name(state_.seat)}, {"active", name(active_seat(state_))}};
    if (subject.kind >= 0) gaps.push_back({"n", subject.points});
    if (subject.kind >= 0) gaps.push_back({"other", name(subject.seat)});
    const Pending* top = question(state_);
    if (top != nullptr && rules_.question(*top).of_verb) {
      const Move chosen = Move::act(top->by, top->value);
      gaps.push_back({"choice", say_if(rules_, "verb." + name_of_verb(rules_, chosen))});
    }
    return gaps;
  }

  bool asked_in_turn(const Pending& asked) const {
    const auto round = rules_.question(asked).round;
    return round == Question::Round::active_first || round == Question::Round::active_last;
  }

  /// Others who are asked the same: clockwise after the seat whose turn it is.
  void add_order() {
    const Pending* top = question(state_);
    const int active = active_seat(state_), seats = rules_.kernel.seats;
    if (top == nullptr || (top->seat == active && top->waiting == 0 && !asked_in_turn(*top))) return;
    AskTurn::State when = AskTurn::State::done;
    for (int i = 1; i <= seats; ++i) {
      const int seat = (active + i) % seats;
      if (seat == top->seat) when = AskTurn::State::now;
      if (when != AskTurn::State::next || ((top->waiting >> seat) & 1) != 0) ask_.order.push_back({when, seat});
      if (seat == top->seat) when = AskTurn::State::next;
    }
  }

  Tried tried(Move move) const {
    Tried tried{*world_, false};
    apply(rules_.kernel, tried.state, move);
    tried.goes_on = goes_on(rules_, tried.state, state_.seat, running_turn(rules_, state_));
    return tried;
  }

  void note_end(const Tried& tried) {
    goes_on_ = goes_on_ || tried.goes_on;
    if (!tried.goes_on && !ends_) ends_ = what_comes(game_, tried.state, state_.seat);
  }

  /// What leaving it comes to, where there are phrases for that.
  void add_pass(Move move) {
    AskOption& pass = ask_.pass.emplace();
    pass.move = move;
    pass.text = move_text(rules_, state_, move);
    const std::string id = fmt::format("ask.{}.pass", ask_.of);
    if (world_ != nullptr) {
      EventLog log;
      Tried& left = left_.emplace(Tried{*world_, false});
      apply(rules_.kernel, left.state, move, &log);
      left.goes_on = goes_on(rules_, left.state, state_.seat, running_turn(rules_, state_));
      note_end(left);
      const bool same = left.state.seat == state_.seat && left.state.turn == state_.turn;
      pass.label = say_if(rules_, id + (left.state.phase == Phase::over ? ".over"
                                        : !log.set_aside.empty()        ? ".anew"
                                        : !same                         ? ".next"
                                                                        : ""));
    }
    if (empty(pass.label)) pass.label = say(phrases(), id);
  }

  void add(Move move) {
    if (move.kind == MoveKind::pass) return;
    if (move.kind == MoveKind::tile) return add_spot(move);
    const bool counts = move.kind == MoveKind::act && rules_.verb(move).takes == Takes::number;
    if (counts) return add_number(move);
    AskOption option;
    option.move = move;
    option.text = move_text(rules_, state_, move);
    describe(option);
    if (world_ != nullptr) add_effects(option);
    ask_.options.push_back(std::move(option));
  }

  /// A tile that may be laid is one option with all its spots. Only whoever is asked needs to know them.
  void add_spot(Move move) {
    if (world_ == nullptr) return;
    auto& options = ask_.options;
    auto option = std::find_if(options.begin(), options.end(), [&](const AskOption& o) { return o.tile == move.tile; });
    if (option == options.end()) {
      AskOption& fresh = options.emplace_back();
      fresh.move = move;
      fresh.tile = move.tile;
      const std::string text = move_text(rules_, state_, move);
      const std::string spot = fmt::format("{},{} {}", move.x, move.y, rotation_letter(move.rotation));
      fresh.text = text.substr(0, text.size() - spot.size()) + "{x},{y} {r}";
      for (const HeldKind& held : game_.held())
        if (held.seat == state_.seat && held.kind == move.tile) fresh.pile = held.pile;
      option = options.end() - 1;
    }
    auto& spots = option->spots;
    auto spot =
        std::find_if(spots.begin(), spots.end(), [&](const AskSpot& s) { return s.x == move.x && s.y == move.y; });
    if (spot == spots.end()) spot = spots.insert(spots.end(), {move.x, move.y, 0});
    spot->rotations |= 1u << move.rotation;
  }

  /// In the order in which they are read.
  void sort_spots() {
    for (AskOption& option : ask_.options)
      std::sort(option.spots.begin(), option.spots.end(),
                [](const AskSpot& a, const AskSpot& b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
  }

  /// Numbers of one verb. A number that says no has a phrase of its own: it leaves the question.
  void add_number(Move move) {
    const std::string id = "verb." + name_of_verb(rules_, move);
    if (const Texts none = say_if(rules_, id + ".zero"); move.value == 0 && !empty(none)) {
      AskOption& pass = ask_.pass.emplace();
      pass.move = move;
      pass.text = move_text(rules_, state_, move);
      pass.label = none;
      if (world_ != nullptr) note_end(tried(move));
      return;
    }
    if (!ask_.number) {
      AskNumber& number = ask_.number.emplace();
      number.text = fmt::format("{}:{{n}}", rules_.verb(move).name);
      number.least = number.most = move.value;
      number.unit = say(phrases(), id + ".unit");
      number.label = say(phrases(), id, {{"n", std::string("{n}")}, {"name", name(state_.seat)}});
      if (world_ != nullptr) note_end(tried(move));
    }
    ask_.number->least = std::min<int>(ask_.number->least, move.value);
    ask_.number->most = std::max<int>(ask_.number->most, move.value);
  }

  /// Where a space is that has the last tile, or one beside it.
  Texts beside_last(Move move) const {
    static constexpr std::array<std::string_view, 4> winds = {"north", "east", "south", "west"};
    const auto& here = state_.cell[state_.piece[state_.pieces - 1].cell];
    for (std::size_t face = 0; face < winds.size(); ++face)
      if (here.x + kFarSides[face].dx == move.x && here.y + kFarSides[face].dy == move.y)
        return say(phrases(), "space.beside", {{"wind", say(phrases(), fmt::format("wind.{}", winds[face]))}});
    return say(phrases(), "space.new");
  }

  /// Words, place and picture, from what the move takes.
  void describe(AskOption& option) {
    const Move move = option.move;
    const std::string id = "verb." + name_of_verb(rules_, move);
    switch (move.kind) {
      case MoveKind::follower:
        return stand(option, {state_.pieces - 1, move.feature}, move.figure);
      case MoveKind::take_back:
        return describe_figure(option);
      default:
        break;
    }
    switch (rules_.verb(move).takes) {
      case Takes::tile:
        option.tile = move.tile;
        option.label = say_if(rules_, id);
        return;
      case Takes::feature:
      case Takes::figure:
      case Takes::anyone:
      case Takes::standing:
        stand(option, {move.x, move.feature}, move.figure);
        if (state_.phase == Phase::follower || names_figure(move, id))
          name_joined(option, id);
        else if (const Texts own = say_if(rules_, id); !empty(own))
          option.label = own;
        return;
      case Takes::kind:
        option.picture = move.figure;
        option.sign = rules_.verb(move).name;
        option.label = say(phrases(), id, {{"figure", say(phrases(), kind_phrase(move.figure))}});
        option.group = say_if(rules_, id + ".group");
        return;
      case Takes::space:
        option.space = AskSpot{move.x, move.y, 0};
        option.over = rules_.verb(move).over;
        if (option.over) option.note = beside_last(move);
        option.sign = rules_.verb(move).name;
        option.label = say(phrases(), id, {{"n", move.x}});
        option.group = say_if(rules_, id + ".group");
        return;
      case Takes::top:
        option.space = AskSpot{move.x, move.y, 0};
        option.picture = move.figure;
        option.label = say(phrases(), id, {{"figure", say(phrases(), kind_phrase(move.figure))}});
        option.group = say_if(rules_, id + ".group");
        return;
      case Takes::kept:
        option.picture = move.figure;
        option.label =
            say(phrases(), id, {{"figure", say(phrases(), kind_phrase(move.figure))}, {"name", name(move.value)}});
        option.group = say_if(rules_, id + ".group");
        return;
      case Takes::seat:
        option.seat = move.value;
        option.label = say(phrases(), id, {{"name", name(move.value)}});
        return;
      default:
        option.sign = rules_.verb(move).name;
        option.label = say(phrases(), id);
        option.group = say_if(rules_, id + ".group");
    }
  }

  /// Whether a verb about a figure that stands there says, in its own words, which one.
  bool names_figure(const Move& move, const std::string& id) const {
    const Takes takes = rules_.verb(move).takes;
    return takes == Takes::anyone || (takes == Takes::standing && phrases().contains(id));
  }

  /// A feature of a piece.
  void stand(AskOption& option, Segment segment, Figure figure) {
    const auto& piece = state_.piece[segment.piece];
    option.place = segment;
    option.picture = figure;
    option.label = place_in_words(phrases(), *rules_.kinds[piece.kind].tile, segment.feature, piece.rotation,
                                  figure_name(rules_, type_at(segment), figure));
    for (const PlacedFigure& placed : game_.figures())
      if (placed.seat == state_.seat && placed.piece == segment.piece && placed.feature == segment.feature)
        option.figures.push_back(placed.id);
    add_feature(option, segment);
  }

  /// What an expansion added to the figure question stands under its own heading, and says whom it is about.
  void name_joined(AskOption& option, const std::string& id) {
    const Segment at = *option.place;
    option.group = say_if(rules_, id + ".group");
    if (rules_.verb(option.move).takes == Takes::figure) return;
    option.sign = rules_.verb(option.move).name;
    option.picture.reset();
    option.figures.clear();
    int owner = state_.seat;
    Texts figure;
    const bool own = rules_.verb(option.move).takes == Takes::standing;
    const int meant =
        rules_.verb(option.move).takes == Takes::anyone ? standing_named(rules_.kernel, state_, option.move) : -1;
    for (const PlacedFigure& placed : game_.figures()) {
      if (placed.piece != at.piece || placed.feature != at.feature) continue;
      if (own && (placed.seat != owner || placed.figure != option.move.figure)) continue;
      if (meant >= 0 && placed.id != meant) continue;
      option.figures.push_back(placed.id);
      owner = placed.seat;
      figure = say(phrases(), "a." + figure_name(rules_, type_at(at), placed.figure));
    }
    option.label = say(phrases(), id, {{"name", name(owner)}, {"figure", figure}});
    if (option.figures.empty() || is_drawn(option.sign)) return;
    for (const PlacedFigure& placed : game_.figures()) {
      if (placed.id != option.figures.front()) continue;
      option.picture = placed.figure;
      option.of_seat = placed.seat;
    }
  }

  /// Whether a verb is called as a figure or a mark, which have drawings; else whom it is about is shown.
  bool is_drawn(std::string_view verb) const {
    const auto is_verb = [&](const auto& spec) { return spec.name == verb; };
    return std::any_of(rules_.added.begin(), rules_.added.end(), [&](const Expansion* added) {
      return std::any_of(added->figures.begin(), added->figures.end(), is_verb) ||
             std::any_of(added->marks.begin(), added->marks.end(), is_verb);
    });
  }

  void describe_figure(AskOption& option) {
    for (const PlacedFigure& placed : game_.figures()) {
      if (placed.seat != state_.seat || placed.figure != option.move.figure) continue;
      const Segment segment{placed.piece, placed.feature};
      option.figure = placed.id;
      option.figures = {placed.id};
      option.picture = placed.figure;
      option.place = segment;
      option.label = say(phrases(), "ask.back",
                         {{"figure", say(phrases(), "a." + figure_name(rules_, type_at(segment), placed.figure))}});
      add_feature(option, segment);
    }
  }

  /// A kind of figures, wherever one stands.
  std::string kind_phrase(Figure figure) const {
    return fmt::format("sheet.figure.{}", name_of_figure(rules_, figure));
  }

  FeatureType type_at(Segment segment) const { return type_of(state_, segment.piece, segment.feature); }

  void add_feature(AskOption& option, Segment segment) {
    FeatureView view = view_of_feature(rules_, state_, root_at(state_, segment.piece, segment.feature));
    option.note = texts_of(view.translations, "title", view.title);
    option.extent = std::move(view.extent);
  }

  void add_effects(AskOption& option) {
    Tried then = tried(option.move);
    note_end(then);
    const State<Full>& base = left_ ? left_->state : *world_;
    for (int seat = 0; seat < rules_.kernel.seats; ++seat) {
      const int points = then.state.score[seat] - base.score[seat];
      if (points != 0)
        option.effect.push_back({AskEffect::Sign::points, seat, points, same_in_all(fmt::format("{:+}", points))});
    }
    for (std::size_t figure = 0; figure < figure_rows(base).size(); ++figure)
      if (figure_rows(base)[figure].at.kind != Place::supply &&
          figure_rows(then.state)[figure].at.kind == Place::supply)
        option.effect.push_back(
            {AskEffect::Sign::home, figure_rows(base)[figure].seat, 0, say(phrases(), "effect.home")});
    add_asked(option, then.state);
  }

  /// Who is asked something else because of it.
  void add_asked(AskOption& option, State<Full>& then) {
    const Pending *before = question(state_), *after = question(then);
    if (after == nullptr || then.phase != Phase::ask) return;
    if (before != nullptr && before->by == after->by && before->what == after->what) return;
    const Pending asked = *after;
    for (int i = 0; i < rules_.kernel.seats; ++i) {
      const int seat = (asked.seat + i) % rules_.kernel.seats;
      if (i > 0 && ((asked.waiting >> seat) & 1) == 0) continue;
      ask_instead(then, seat);
      std::vector<Move> moves;
      legal_moves(rules_.kernel, then, moves);
      if (!moves.empty()) option.effect.push_back({AskEffect::Sign::asked, seat, 0, say(phrases(), "effect.asked")});
    }
  }

  const Game& game_;
  const GameRules& rules_;
  const State<Full>& state_;
  const State<Full>* world_;
  std::vector<Move> moves_;
  bool lays_ = false;
  bool goes_on_ = false;       ///< after some answer the seat is asked on
  std::optional<Texts> ends_;  ///< what comes after some answer that ends it
  std::optional<Tried> left_;  ///< the world where it is left
  Ask ask_;
};

}  // namespace

Ask ask(const Game& game, const State<Full>* world) {
  return Asking(game, world).made();
}

Texts what_comes(const Game& game, const State<Full>& state, int seat) {
  const Phrases& phrases = game.rules().catalogue->phrases;
  if (state.phase == Phase::over) return say(phrases, "final.over");
  if (state.seat != seat) return say(phrases, "final.seat", {{"name", game.seats()[state.seat].name}});
  if (asks_outcome(state)) return say(phrases, "final.chance");
  return say(phrases, state.phase == Phase::draw ? "final.draw" : "final.turn");
}

Texts ply_in_words(const Game& game, const Ply& ply) {
  const GameRules& rules = game.rules();
  const Phrases& phrases = rules.catalogue->phrases;
  const auto name = [&](int seat) { return game.seats()[seat].name; };
  std::vector<Gap> gaps = {{"name", name(ply.seat)}, {"n", ply.move.value}};
  if (ply.move.value >= 0 && ply.move.value < rules.kernel.seats) gaps.push_back({"other", name(ply.move.value)});
  if (ply.move.kind == MoveKind::pass) {
    const Texts left = say_if(rules, fmt::format("did.{}.pass", ply.of), gaps);
    return empty(left) ? say(phrases, "did.pass", gaps) : left;
  }
  const std::string verb = name_of_verb(rules, ply.move);
  if (!verb.empty()) {
    const Pending* next = question(game.state());
    Texts last = say_if(rules, fmt::format("did.{}.last", verb), gaps);
    if (!empty(last) && (next == nullptr || next->by != ply.move.by)) return last;
    const bool own =
        ply.move.kind == MoveKind::act && rules.verb(ply.move).takes == Takes::seat && ply.move.value == ply.seat;
    Texts special = say_if(rules, fmt::format("did.{}.{}", verb, own ? "self" : "zero"), gaps);
    if (!empty(special) && (own || ply.move.value == 0)) return special;
    if (Texts told = say_if(rules, "did." + verb, gaps); !empty(told)) return told;
  }
  for (const FigureMoved& moved : ply.moved) {
    const Place at = moved.to.kind == Place::feature ? moved.to : moved.from;
    if (at.kind != Place::feature || ply.move.kind == MoveKind::tile) continue;
    const Figure figure = figure_rows(game.state())[moved.figure].figure;
    gaps.push_back({"figure", say(phrases, "a." + figure_name(rules, type_of(game.state(), at.x, at.index), figure))});
    return say(phrases, moved.to.kind == Place::feature ? "did.figure" : "did.home", gaps);
  }
  if (ply.move.kind == MoveKind::take_back) return say(phrases, "did.back", gaps);
  // Another expansion's act has its own words, or is told by what it was chosen from.
  if (Texts told = say_if(rules, "did." + ply.of, gaps); !empty(told)) return told;
  if (Texts chosen = say_if(rules, "verb." + verb); !verb.empty() && !empty(chosen)) return chosen;
  return say(phrases, "did." + std::string(ply.move.kind == MoveKind::draw ? "draw" : "tile"), gaps);
}

}  // namespace bastide
