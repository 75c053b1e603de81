#include "jcz/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jcz/setup.h"
#include "notation/words.h"

namespace bastide::jcz {
namespace {

namespace json = boost::json;
using Message = JczWords::Message;

constexpr unsigned kNorthSouth = 1u << north | 1u << south;

bool contains(const auto& list, const auto& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::string text_of(const json::object& payload, std::string_view key) {
  const json::value* member = payload.if_contains(key);
  return member && member->is_string() ? std::string(member->get_string()) : std::string();
}

/// What an entry says, read once for a kind of message.
struct Said {
  const Message* words = nullptr;
  bool points = false;
  Pointer pointer;
  std::string figure;  ///< our name of its kind; empty: none is named
  int seat = kNobody;  ///< whose that is
  int figure_number = 0;
  int number = -1;
  int tile = -1;  ///< its number among those that lie open
};

class Player {
 public:
  Player(const Save& save, const GameRulesPtr& rules, Game game, Frame frame)
      : save_(save),
        words_(*rules->catalogue->jcz),
        tiles_(*rules, words_),
        out_{std::move(game), frame, {}},
        shown_(*rules) {}

  Result<void> play_all() {
    for (std::size_t i = 0; i < save_.replay.size(); ++i) {
      const auto played = play_by_chance(save_.replay[i]);
      if (played) continue;
      Error error = played.error();
      const int seat = save_.replay[i].player;
      const bool known = seat >= 0 && seat < static_cast<int>(save_.players.size());
      error.message = fmt::format("{}{}: {}", name_of_entry(save_, i), known ? " by " + game().seats()[seat].name : "",
                                  error.message);
      return tl::unexpected<Error>(std::move(error));
    }
    while (!out_.open_turn) {  // what they do not ask was left before it was saved
      const auto move = silent_move(game());
      if (move) {
        BASTIDE_CHECK(play_move(*move));
      } else if (shown_.draws(state()) && drawn_ < save_.draw_order.size()) {
        BASTIDE_CHECK(draw(-1));
      } else {
        break;
      }
    }
    out_.ends = save_.draws && static_cast<int>(drawn_) >= *save_.draws;
    return {};
  }

  Imported take() && { return std::move(out_); }

 private:
  Game& game() { return out_.game; }
  Result<void> play_move(const Move& move) {
    const State<Full> before = state();
    BASTIDE_CHECK(game().play(move));
    shown_.note(before, move, state());
    return {};
  }
  const State<Full>& state() { return out_.game.state(); }
  const GameRules& rules() { return out_.game.rules(); }

  /// A die or a bag is not written: what it brought is what lets the game go on as it did, the first if that is
  /// several.
  Result<void> play_by_chance(const Entry& entry) {
    if (!asks_outcome(state()) || entry.type == "COMMIT") return play(entry);
    const Imported before = out_;
    const ShownTiles shown = shown_;
    const std::size_t drawn = drawn_;
    std::optional<Imported> taken;
    std::size_t then = drawn, others = 0;
    Result<void> played;
    for (const Move& outcome : before.game.legal()) {
      out_ = before;
      drawn_ = drawn;
      shown_ = shown;
      if (!play_move(outcome)) continue;
      played = play_by_chance(entry);
      if (!played) continue;
      others += taken.has_value();
      if (taken) continue;
      out_.notes.push_back(move_text(rules(), before.game.state(), outcome));
      taken = out_;
      then = drawn_;
    }
    if (!taken) return played;
    out_ = *std::move(taken);
    drawn_ = then;
    const std::string brought = std::move(out_.notes.back());
    out_.notes.pop_back();
    if (others > 0)
      out_.notes.push_back(fmt::format("turn {}: what chance brought is not written; {} is taken, {} more would do",
                                       before.game.turn(), brought, others));
    return {};
  }

  Result<void> play(const Entry& entry) {
    if (entry.player >= static_cast<int>(save_.players.size())) return refuse("there is no such player");
    if (entry.type == "PLACE_TILE") return place(entry);
    if (entry.type == "COMMIT") {
      out_.open_turn = false;
      return {};
    }
    if (entry.type == "PASS") return pass(entry);
    return act(entry);
  }

  /// Whether what is asked now comes behind all that they confirm.
  bool is_behind_the_turn() {
    const Pending* asked = question(state());
    return asked != nullptr && rules().moment_of(*asked) == Moment::turn_ends;
  }

  /// Whether something can be left that is asked now.
  bool may_pass() {
    return (state().phase == Phase::follower || state().phase == Phase::ask) && contains(game().legal(), Move::pass());
  }

  Result<void> by_right_seat(const Entry& entry) {
    if (entry.player < 0 || entry.player == state().seat) return {};
    return refuse("it is not this player who is asked", game().seats()[state().seat].name);
  }

  /// What had to be answered so, where the figure is asked for behind it: false, and nothing played, if it is not.
  bool play_up_to_figure() {
    Game tried = game();
    while (const auto move = silent_move(tried))
      if (!tried.play(*move)) return false;
    if (tried.state().phase != Phase::follower || tried.state().seat != state().seat) return false;
    out_.game = std::move(tried);
    return true;
  }

  /// Nothing can be done, or we do not ask: they say that too.
  Result<void> pass(const Entry& entry) {
    if (silent_move(game()) && !play_up_to_figure()) return {};
    const bool same_turn = entry.player < 0 || entry.player == state().seat;
    const bool draws = may_draw() && !out_.open_turn;
    if (!out_.open_turn && same_turn && refuses()) return {};
    const JczWords::Phase* phase = phase_of(rules(), state());
    // what they ask before this, and we did not
    const bool earlier = out_.open_turn && !std::exchange(chosen_, true) && phase && phase->unconfirmed;
    const bool open = !is_behind_the_turn();
    if ((may_pass() || draws) && same_turn && !earlier) BASTIDE_CHECK(play_move(Move::pass()));
    if (phase && phase->joined && state().phase == Phase::follower && may_pass())
      BASTIDE_CHECK(play_move(Move::pass()));
    out_.open_turn = open;
    return {};
  }

  /// A drawn tile that lies only where something would have to be set right may be refused, before it is laid.
  bool refuses() {
    if (state().phase != Phase::draw || question(state()) || drawn_ >= save_.draw_order.size()) return false;
    const auto tile = tiles_.find(save_.draw_order[drawn_], &state());
    if (!tile) return false;
    Game tried = game();
    if (!tried.play(Move::draw(tile->kind)) || tried.state().phase != Phase::tile ||
        !contains(tried.legal(), Move::pass()) || !tried.play(Move::pass()))
      return false;
    out_.game = std::move(tried);
    ++drawn_;
    return true;
  }

  // ---- tiles

  /// Whether the seat asked may lay this tile, which it holds, or draw instead.
  bool holds_it(int kind) {
    const auto legal = game().legal();
    return std::any_of(legal.begin(), legal.end(),
                       [&](const Move& move) { return move.kind == MoveKind::tile && move.tile == kind; });
  }
  bool may_draw() { return state().phase == Phase::tile && tile_choice(state()) == State<Full>::Choice::may_draw; }

  /// What was asked before is left, what is drawn before is drawn, until this tile is to be placed.
  Result<void> bring_to_tile(int kind) {
    while (true) {
      if (may_draw()) {
        if (holds_it(kind)) return {};
        BASTIDE_CHECK(play_move(Move::pass()));
        continue;
      }
      if (game().over()) return refuse("by our rules the game is over", "no further move", "END-1");
      if (const auto move = silent_move(game())) {
        BASTIDE_CHECK(play_move(*move));
        continue;
      }
      if (may_pass()) {
        BASTIDE_CHECK(play_move(Move::pass()));
        continue;
      }
      if (shown_.draws(state())) {
        BASTIDE_CHECK(draw(-1));
        continue;
      }
      if (state().phase == Phase::tile && holds_drawn(rules(), state())) {
        if (state().drawn == kind) return {};
        return refuse(fmt::format("the draw order has {} first", rules().kinds[state().drawn].name));
      }
      if (answer_alike()) continue;
      if (state().phase != Phase::draw || question(state()) != nullptr) return refuse_asked();
      BASTIDE_CHECK(draw(kind));
    }
  }

  /// What they do not ask since it comes to the same: one of the answers.
  bool answer_alike() {
    if (state().phase != Phase::ask) return false;
    const std::vector<Move> legal = game().legal();
    for (const Move& move : legal) {
      Game tried = game();
      const auto played = tried.play(move);
      if (!played || tried.state().phase == Phase::ask || !(*played)->moved.empty() || !(*played)->awards.empty())
        return false;
    }
    return !legal.empty() && play_move(legal[0]).has_value();
  }

  tl::unexpected<Error> refuse_asked() {
    return refuse(fmt::format("by our rules {} is asked first: {}", game().seats()[state().seat].name, game().asked()),
                  legal_text());
  }

  /// @param kind if the save has no draw order; -1: it has to have one
  Result<void> draw(int kind) {
    if (kind < 0 && drawn_ >= save_.draw_order.size())
      return refuse("the draw order does not say which tiles were laid out");
    if (drawn_ < save_.draw_order.size()) {
      const std::string& id = save_.draw_order[drawn_];
      const auto tile = tiles_.find(id, &state());
      if (!tile) return refuse(fmt::format("the draw order has '{}', which is no tile of this game", id));
      kind = tile->kind;
    }
    ++drawn_;
    return play_move(Move::draw(kind));
  }

  Result<void> place(const Entry& entry) {
    const std::string id = text_of(entry.payload, "tileId");
    const auto tile = tiles_.find(id, &state());
    if (!tile) return refuse(fmt::format("'{}' is no tile of this game", id));
    const std::string rotation = text_of(entry.payload, "rotation");
    constexpr std::array<std::string_view, 4> kRotations = {"R0", "R90", "R180", "R270"};
    const auto turned = std::find(kRotations.begin(), kRotations.end(), rotation);
    if (turned == kRotations.end())
      return refuse(fmt::format("'{}' is no rotation", rotation), "R0, R90, R180 or R270");
    const json::value* position = entry.payload.if_contains("position");
    BASTIDE_TRY(const auto at, parse_pointer(position ? *position : json::value(), out_.frame));
    BASTIDE_CHECK(bring_to_tile(tile->kind));
    BASTIDE_CHECK(by_right_seat(entry));
    const int quarters = static_cast<int>(turned - kRotations.begin()) + tile->quarters + 4 - out_.frame.quarters;
    const Move move = Move::place(tile->kind, at.x, at.y, normal_rotation(rules(), tile->kind, quarters % 4));
    BASTIDE_CHECK(play_move(move));
    out_.open_turn = true;
    chosen_ = false;
    BASTIDE_CHECK(set_apart(entry));
    for (const Entry& before : std::exchange(early_, {})) BASTIDE_CHECK(act(before));
    return {};
  }

  /// A tile that goes face down out of the game is not written: one that the rest of the save does without.
  Result<void> set_apart(const Entry& now) {
    while (draws_for_expansion(state()) && !asks_outcome(state()) && !shown_.draws(state())) {
      const std::vector<int> needed = needed_after(now);
      const auto spare = [&](const Move& draw) {
        const auto& stack = state().stack;
        return std::count(stack.begin(), stack.begin() + state().left, draw.tile) - needed[draw.tile];
      };
      const std::vector<Move> legal = game().legal();
      const auto most = std::max_element(legal.begin(), legal.end(),
                                         [&](const Move& a, const Move& b) { return spare(a) < spare(b); });
      if (most == legal.end()) return refuse_asked();
      BASTIDE_CHECK(play_move(*most));
    }
    return {};
  }

  /// How many tiles of each kind are drawn or laid after an entry.
  std::vector<int> needed_after(const Entry& now) {
    std::vector<int> drawn(rules().kinds.size()), laid(rules().kinds.size());
    for (std::size_t i = drawn_; i < save_.draw_order.size(); ++i)
      if (const auto tile = tiles_.find(save_.draw_order[i])) ++drawn[tile->kind];
    for (auto i = static_cast<std::size_t>(&now - save_.replay.data()) + 1; i < save_.replay.size(); ++i)
      if (const auto tile = tiles_.find(text_of(save_.replay[i].payload, "tileId"))) ++laid[tile->kind];
    std::transform(drawn.begin(), drawn.end(), laid.begin(), drawn.begin(),
                   [](int a, int b) { return std::max(a, b); });
    return drawn;
  }

  // ---- everything else

  bool in_play(const std::string& expansion) {
    if (expansion.empty()) return true;
    const auto& figures = rules().figures;
    return std::any_of(rules().added.begin(), rules().added.end(),
                       [&](const Expansion* added) { return added->id == expansion; }) ||
           std::any_of(figures.begin(), figures.begin() + rules().kernel.figure_kinds,
                       [&](const GameRules::FigureSort& sort) { return sort.by && sort.by->id == expansion; });
  }

  Result<Said> read(const Message& words, const Entry& entry) {
    Said said{.words = &words, .pointer = {}, .figure = {}};
    if (!words.at.empty()) {
      const json::value* member = entry.payload.if_contains(words.at);
      if (!member) return refuse(fmt::format("it has no member '{}'", words.at));
      BASTIDE_TRY(said.pointer, parse_pointer(*member, out_.frame));
      said.points = true;
    }
    if (!words.figure.empty() || !said.pointer.figure.empty()) {
      const std::string id = words.figure.empty() ? said.pointer.figure : text_of(entry.payload, words.figure);
      const auto name = parse_figure_name(words_, id);
      if (!name) return refuse(fmt::format("'{}' is no figure", id), "PLAYER.KIND.NUMBER, such as 0.small.1");
      if (name->figure.empty() || !rules().figure_named(name->figure))
        return refuse(fmt::format("this game uses what Bastide lacks: figure '{}'", name->word));
      said.figure = name->figure;
      said.seat = name->seat;
      said.figure_number = name->number;
    }
    if (!words.index.empty()) {
      const json::value* member = entry.payload.if_contains(words.index);
      if (!member || !member->is_int64()) return refuse(fmt::format("it has no member '{}'", words.index));
      said.tile = static_cast<int>(std::clamp<int64_t>(member->get_int64(), -1, 1000));
    }
    if (!words.number.empty()) {
      const json::value* member = entry.payload.if_contains(words.number);
      if (!member) return refuse(fmt::format("it has no member '{}'", words.number));
      const auto value = std::find(words.values.begin(), words.values.end(), text_of(entry.payload, words.number));
      if (value != words.values.end())
        said.number = static_cast<int>(value - words.values.begin());
      else if (member->is_int64())
        said.number = static_cast<int>(std::clamp<int64_t>(member->get_int64(), -1, 30000));
    }
    return said;
  }

  bool means_piece(const Said& said, int piece, int feature) {
    if (!said.points) return true;
    if (!lies_in(state(), piece, said.pointer.x, said.pointer.y)) return false;
    return said.pointer.whole() || contains(features_at(rules(), state(), piece, said.pointer), feature);
  }

  /// Any of a feature's places may be pointed at.
  bool means_part(const Said& said, const Move& move) {
    const int piece = piece_in(state(), said.pointer.x, said.pointer.y);
    if (piece < 0) return false;
    const std::vector<int> features = features_at(rules(), state(), piece, said.pointer);
    return std::any_of(features.begin(), features.end(), [&](int feature) {
      return root_at(state(), piece, feature) == root_at(state(), move.x, move.feature);
    });
  }

  /// The piece that a move is about: one that it points at, or the one just laid.
  int move_piece(const Move& move) { return takes_place(rules().verb(move).takes) ? move.x : state().pieces - 1; }

  bool means_figure(const Said& said, Figure figure) {
    return said.figure.empty() || rules().figure(figure).name == said.figure;
  }

  /// Several may stand in one place.
  bool means_standing(const Said& said, const Move& move) {
    const int number = standing_named(rules().kernel, state(), move);
    if (number < 0 || said.figure.empty()) return true;
    const FigureRow& row = figure_rows(state())[number];
    return means_figure(said, row.figure) && row.seat == said.seat;
  }

  /// What has no place of a tile has a word of its own for its feature; in a space, whoever stands on top may be named.
  bool means_there(const Said& said, const Move& move) {
    if (!takes_space(rules(), move))
      return means_figure(said, move.figure) && lies_in(state(), move_piece(move), said.pointer.x, said.pointer.y);
    if (said.pointer.x != move.x || said.pointer.y != move.y) return false;
    if (rules().verb(move).takes == Takes::top) return means_figure(said, move.figure);
    const int top = said.figure.empty() ? -1 : top_in(state(), move.x, move.y);
    if (top < 0) return said.figure.empty();
    const FigureRow& row = figure_rows(state())[top];
    return means_figure(said, row.figure) && row.seat == said.seat;
  }

  /// Of several seats that keep one of a kind the one that keeps the figure with this number, if it is kept here too.
  bool means_kept(const Said& said, const Move& move) {
    if (!means_figure(said, move.figure) || said.seat != state().seat) return false;
    const int first = first_figure(rules().kernel, said.seat, move.figure);
    const int count = rules().kernel.figures[move.figure].count;
    if (said.figure_number < 1 || said.figure_number > count) return true;
    const Place at = figure_rows(state())[first + said.figure_number - 1].at;
    return at.kind != Place::kept || at == Place::kept_by(move.value);
  }

  bool means(const Said& said, const Move& move) {
    const Message& words = *said.words;
    if (!says(words, rules(), state(), move)) return false;
    if (!words.named.empty() && said.figure != words.named) return false;
    if (!words.lies.empty())
      return said.pointer.x == move.x && said.pointer.y == move.y &&
             said.pointer.sides == (words.lies == "NS" ? kNorthSouth : kNorthSouth << 1);
    if (const unsigned halves = halves_of(words.covers); halves != 0)
      return (said.pointer.halves & halves) == halves &&
             lies_in(state(), state().pieces - 1, said.pointer.x, said.pointer.y);
    const auto& feature = words.feature;
    if (!feature.empty()) {
      if (!contains(feature, said.pointer.feature) && !contains(feature, said.pointer.location)) return false;
      return means_there(said, move);
    }
    if (words.puts) return means_figure(said, move.figure) && means_piece(said, state().pieces - 1, move.feature);
    if (move.kind != MoveKind::act) return true;
    switch (rules().verb(move).takes) {
      case Takes::figure:
      case Takes::standing:
        return means_figure(said, move.figure) && means_piece(said, move.x, move.feature);
      case Takes::feature:
        return words.anywhere ? means_part(said, move) : means_piece(said, move.x, move.feature);
      case Takes::tile:
        return words.index.empty() || shown_.kind(said.tile) == move.tile;
      case Takes::anyone:
        return means_piece(said, move.x, move.feature) && means_standing(said, move);
      case Takes::space:
        return said.pointer.x == move.x && said.pointer.y == move.y;
      case Takes::kept:
        return means_kept(said, move);
      case Takes::nothing:  // it is about the tile just laid
        return !said.points || lies_in(state(), state().pieces - 1, said.pointer.x, said.pointer.y);
      case Takes::number:
      case Takes::seat:
        return said.number < 0 || said.number == move.value;
      default:
        return means_figure(said, move.figure);
    }
  }

  /// The move that is meant although it is not legal, to say why; none if it is not clear.
  std::optional<Move> intended(const Said& said) {
    const Message& words = *said.words;
    const int piece = said.points ? piece_in(state(), said.pointer.x, said.pointer.y) : -1;
    const std::vector<int> features =
        piece < 0 ? std::vector<int>() : features_at(rules(), state(), piece, said.pointer);
    if (words.puts && !features.empty() && piece == state().pieces - 1)
      return Move::follower(features[0], rules().figure_named(said.figure).value_or(Figure::follower));
    if (!words.takes_back.empty()) return Move::take_back(*rules().figure_named(words.takes_back));
    for (std::size_t by = 0; by < rules().added.size(); ++by) {
      if (rules().added[by]->id != words.expansion) continue;
      const auto& verbs = rules().added[by]->verbs;
      for (std::size_t v = 0; v < verbs.size(); ++v) {
        if (verbs[v].name != words.verb) continue;
        const int number = static_cast<int>(by), verb = static_cast<int>(v);
        const Figure figure = rules().figure_named(said.figure).value_or(Figure::follower);
        if (verbs[v].takes == Takes::kept) {
          int keeper = rules().kernel.seats - 1;
          while (keeper > 0 && kept_figure(rules().kernel, state(), keeper, state().seat, figure) < 0) --keeper;
          Move move = Move::act_with(number, verb, keeper);
          move.figure = figure;
          return move;
        }
        if (verbs[v].takes == Takes::space || verbs[v].takes == Takes::top) {
          Move move = Move::act_at(number, verb, said.pointer.x, said.pointer.y);
          if (verbs[v].takes == Takes::top) move.figure = figure;
          return move;
        }
        if (verbs[v].takes == Takes::nothing) return Move::act(number, verb);
        if (verbs[v].takes == Takes::number) return Move::act_with(number, verb, said.number);
        if (features.empty()) continue;
        Move move = Move::act(number, verb, piece, features[0]);
        if (verbs[v].takes != Takes::feature && verbs[v].takes != Takes::anyone) move.figure = figure;
        return move;
      }
    }
    return std::nullopt;
  }

  std::string legal_text() {
    std::string text;
    std::size_t count = 0;
    for (const Move& move : game().legal()) {
      if (++count > 8) return text + ", ...";
      text += (text.empty() ? "" : ", ") + move_text(rules(), state(), move);
    }
    return text;
  }

  Result<void> act(const Entry& entry) {
    std::vector<Said> all;
    bool known = false;
    for (const Message& words : words_.messages) {
      const bool fits = words.type == entry.type &&
                        std::all_of(words.with.begin(), words.with.end(),
                                    [&](const auto& w) { return text_of(entry.payload, w.first) == w.second; });
      known = known || fits;
      if (!fits || !in_play(words.expansion)) continue;
      BASTIDE_TRY(auto said, read(words, entry));
      all.push_back(std::move(said));
    }
    if (all.empty())
      return refuse(known ? "the game has nothing of the kind"
                          : fmt::format("this game uses what Bastide lacks: {}", json::serialize(entry.payload)));
    const bool early = std::any_of(all.begin(), all.end(), [](const Said& said) { return said.words->early; });
    while (true) {
      if (const auto move = silent_move(game())) BASTIDE_CHECK(play_move(*move));
      if (shown_.draws(state())) {
        BASTIDE_CHECK(draw(-1));
        continue;
      }
      if (early && (state().phase == Phase::draw || state().phase == Phase::tile)) {
        early_.push_back(entry);
        return {};
      }
      const std::vector<Move> legal = game().legal();
      std::vector<Move> meant;
      for (const Said& said : all)
        for (const Move& move : legal)
          if (means(said, move) && !contains(meant, move)) meant.push_back(move);
      if (!meant.empty()) {
        BASTIDE_CHECK(by_right_seat(entry));
        const bool open = !is_behind_the_turn();
        BASTIDE_CHECK(play_move(meant[0]));
        out_.open_turn = open;
        chosen_ = true;
        return then(all, meant[0]);
      }
      if (takes_last(all)) return {};
      // what they do not ask, or do not write down when it is left
      if (state().phase != Phase::ask || !may_pass()) return refuse_meant(all);
      BASTIDE_CHECK(play_move(Move::pass()));
    }
  }

  /// The number that the same entry says.
  Result<void> then(const std::vector<Said>& all, const Move& move) {
    for (const Said& said : all) {
      if (said.words->then.empty() || !says(*said.words, rules(), state(), move)) continue;
      const auto& verbs = rules().added[move.by]->verbs;
      const auto is = [&](const Verb& verb) { return verb.name == said.words->then; };
      const auto verb = std::find_if(verbs.begin(), verbs.end(), is);
      return play_move(Move::act_with(move.by, static_cast<int>(verb - verbs.begin()), said.number));
    }
    return {};
  }

  /// They ask also for the last of the tiles that lie open, which costs nothing.
  bool takes_last(const std::vector<Said>& all) {
    return std::any_of(all.begin(), all.end(), [&](const Said& said) {
      return !said.words->index.empty() && said.number <= 0 && shown_.taken_too() >= 0 &&
             shown_.kind(said.tile) == shown_.kind(shown_.taken_too());
    });
  }

  tl::unexpected<Error> refuse_meant(const std::vector<Said>& all) {
    Error error;
    for (const Said& said : all) {
      const auto move = intended(said);
      if (!move || (!said.words->puts && !error.message.empty())) continue;
      if (Error why = game().why_illegal(*move); !why.message.empty()) error = std::move(why);
    }
    if (error.message.empty()) error.message = "this cannot be done now";
    if (error.expected.empty()) error.expected = legal_text();
    return tl::unexpected<Error>(std::move(error));
  }

  const Save& save_;
  const JczWords& words_;
  Tiles tiles_;
  Imported out_;
  ShownTiles shown_;
  bool chosen_ = false;       ///< something was chosen for the tile just laid, or left
  std::size_t drawn_ = 0;     ///< of the draw order
  std::vector<Entry> early_;  ///< what waits until this turn's tile lies
};

/// Names as records have them.
std::vector<SeatSpec> seats_of(const Save& save, std::vector<std::string>& notes) {
  std::vector<SeatSpec> seats;
  for (const std::string& name : save.players) {
    const std::string own = bad_name(name).empty() ? name : fmt::format("Player {}", seats.size() + 1);
    if (own != name) notes.push_back(fmt::format("player {} is called {} here", seats.size() + 1, own));
    seats.push_back({own, "human"});
  }
  return seats;
}

Result<Imported> play_by(const GameRulesPtr& rules, const Save& save) {
  BASTIDE_TRY(const auto frame, frame_of(*rules, save.setup));
  std::vector<std::string> notes;
  BASTIDE_TRY(auto game, Game::create(rules, seats_of(save, notes)));
  Player player(save, rules, std::move(game), frame);
  BASTIDE_CHECK(player.play_all());
  Imported imported = std::move(player).take();
  imported.notes.insert(imported.notes.begin(), notes.begin(), notes.end());
  return imported;
}

}  // namespace

std::optional<Move> silent_move(const Game& game) {
  if (game.state().phase != Phase::ask) return std::nullopt;
  for (const JczWords::Phase& phase : game.rules().catalogue->jcz->phases)
    if (phase.left && phase.asked == game.asked()) return Move::pass();
  const std::vector<Move> legal = game.legal();
  for (const Move& move : legal)
    for (const JczWords::Message& words : game.rules().catalogue->jcz->messages)
      if (words.silent && (!words.forced || legal.size() == 1) && says(words, game.rules(), game.state(), move))
        return move;
  return std::nullopt;
}

Result<Imported> import_save(const Catalogue& catalogue, const Save& save) {
  BASTIDE_TRY(const auto rules, rules_of(catalogue, save.setup, static_cast<int>(save.players.size())));
  return play_by(rules, save);
}

Result<Imported> import_short(const Catalogue& catalogue, const Save& save) {
  BASTIDE_TRY(const auto rules, rules_of(catalogue, save.setup, static_cast<int>(save.players.size())));
  auto own = std::make_shared<GameRules>(*rules);
  const Tiles tiles(*rules, *catalogue.jcz);
  std::size_t wanted = static_cast<std::size_t>(std::max(0, save.draws.value_or(0)));
  std::vector<KindIndex> stack;
  for (const std::string& id : save.draw_order)
    if (const auto tile = tiles.find(id); tile && stack.size() < wanted)
      stack.push_back(static_cast<KindIndex>(tile->kind));
  if (stack.size() != wanted) return refuse("the draw order is shorter than the game");
  for (std::size_t kind = 0; kind < own->kinds.size(); ++kind)
    if (!kept_apart(*rules, static_cast<int>(kind))) own->kinds[kind].count = 0;
  own->kinds[own->kernel.start_kind].count = 1;
  for (const KindIndex kind : stack) ++own->kinds[kind].count;
  own->kernel.stack = std::move(stack);
  return play_by(own, save);
}

}  // namespace bastide::jcz
