#include "notation/position_game.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/by_hand.h"
#include "core/kernel.h"
#include "notation/position_lines.h"
#include "notation/turn_text.h"

namespace bastide {
namespace {

using Choice = State<Full>::Choice;

constexpr const char* kOnePart = "in this game a turn has one part";
constexpr std::string_view kUnseen = "?";
constexpr const char* kNeutralForm = "figure NAME SPACE, or figure NAME SPACE:PLACE";

/// How a position names the question that is asked.
std::string_view question_text(const GameRules& rules, const Pending& asked) {
  const Question& question = rules.question(asked);
  return question.of_verb ? rules.added[asked.by]->verbs[asked.value].name : question.name;
}

/// The question that a word names: of chance, or of a seat.
std::optional<Pending> question_named(const GameRules& rules, std::string_view word, bool of_chance) {
  for (std::size_t by = 0; by < rules.added.size(); ++by)
    for (std::size_t what = 0; what < rules.added[by]->questions.size(); ++what) {
      const Question& question = rules.added[by]->questions[what];
      if (question.of_chance != of_chance) continue;
      Pending asked{.by = static_cast<uint8_t>(by), .what = static_cast<uint8_t>(what)};
      if (!question.of_verb && word == question.name) return asked;
      const auto verb = question.of_verb ? verb_at(rules, word) : std::nullopt;
      if (!verb || verb->by != by || rules.verb(*verb).takes != Takes::nothing) continue;
      asked.value = verb->verb;
      return asked;
    }
  return std::nullopt;
}

/// Of an expansion's memory.
int first_word(const Ruleset& rules, const State<Full>& state, std::size_t by) {
  return *memory_of(rules, state, static_cast<int>(by));
}

/// Whether a pile is full at first: what of it nobody holds goes without saying.
bool full_at_first(const GameRules& rules, int pile) {
  return std::any_of(rules.kernel.held.begin(), rules.kernel.held.end(),
                     [&](const HeldTile& tile) { return tile.pile == pile; });
}

/// How many of a kind are neither on the table nor in the stack nor in a pile. Of those that were in a pile at first
/// none: what nobody holds is out of the game.
std::vector<int> unseen_tiles(const GameRules& rules, const State<Full>& state) {
  std::vector<int> unseen(rules.kinds.size());
  for (std::size_t kind = 0; kind < unseen.size(); ++kind) unseen[kind] = rules.kinds[kind].count;
  for (int i = 0; i < state.left; ++i) --unseen[state.stack[i]];
  for (int p = 0; p < state.pieces; ++p) --unseen[state.piece[p].kind];
  for (const HeldTile& tile : held(state)) --unseen[tile.kind];
  if (holds_drawn(rules, state)) --unseen[state.drawn];
  for (const HeldTile& tile : rules.kernel.held) unseen[tile.kind] = 0;
  return unseen;
}

bool places_one(const GameRules& rules, const State<Full>& state, Choice choice, bool declined) {
  State<Full> placing = state;
  ask_for_tile(placing, choice);
  set_declined(placing, declined);
  std::vector<Move> moves;
  legal_moves(rules.kernel, placing, moves);
  return std::any_of(moves.begin(), moves.end(), [](Move move) { return move.kind == MoveKind::tile; });
}

/// Whether the seat to move has a tile that it could lay instead of drawing.
bool could_lay(const GameRules& rules, const State<Full>& state) {
  const Ruleset& kernel = rules.kernel;
  if (kernel.instead_waits && state.left != 0 && running_stage(kernel, state) != kernel.last_stage()) return false;
  return places_one(rules, state, Choice::may_draw, false);
}

bool plays_from_piles(const GameRules& rules) {
  return std::any_of(rules.kernel.piles.begin(), rules.kernel.piles.end(),
                     [](const Pile& pile) { return pile.laid == Laid::played; });
}

/// Whether a tile that a seat got out of turn is laid by itself, whatever else it holds.
bool lays_what_is_due(const GameRules& rules) {
  return std::any_of(rules.kernel.piles.begin(), rules.kernel.piles.end(),
                     [](const Pile& pile) { return pile.plays_on && pile.laid == Laid::never; });
}

/// Whether it has to be said that no tile can be laid instead of drawing any more.
bool tells_declined(const GameRules& rules, const State<Full>& state) {
  const bool drawing = state.phase == Phase::draw && question(state) == nullptr;
  const bool placing = state.phase == Phase::tile && tile_choice(state) == Choice::held && has_declined(state);
  return (drawing || placing) && could_lay(rules, state);
}

/// "memory ID WORD ..." of an expansion whose words have no line of their own.
std::string memory_line(const GameRules& rules, const State<Full>& state, std::size_t by) {
  const Expansion& expansion = *rules.added[by];
  const int16_t* words = memory_of(rules.kernel, state, static_cast<int>(by));
  int count = expansion.words;
  while (count > 0 && words[count - 1] == 0) --count;
  if (!expansion.memory.empty() || count == 0) return {};
  return fmt::format("memory {} {}\n", expansion.id, fmt::join(words, words + count, " "));
}

/// "figure NAME WHERE"
std::string figure_line(const GameRules& rules, const State<Full>& state, const FigureRow& row) {
  return fmt::format("figure {} {}\n", name_of_figure(rules, row.figure), where_text(rules, state, row.at));
}

/// "kept SEAT FIGURE:OWNER ..."
std::string kept_line(const GameRules& rules, const State<Full>& state, int seat) {
  std::string text;
  for (const FigureRow& row : figure_rows(state))
    if (row.at == Place::kept_by(seat)) text += fmt::format(" {}:{}", name_of_figure(rules, row.figure), row.seat + 1);
  return text.empty() ? text : fmt::format("kept {}{}\n", seat + 1, text);
}

std::string pile_lines(const GameRules& rules, const State<Full>& state, int pile, int seat, int viewer) {
  const std::string_view name = rules.pile_spec(pile).name;
  const bool seen = viewer == kSeesAll || sees_pile(rules, state, viewer, pile, seat);
  std::string text;
  for_each_held(state, pile, seat, [&](int kind) {
    if (seat == kNobody)
      text += fmt::format("{}{}", text.empty() ? "" : "\n", name);
    else if (text.empty())
      text = fmt::format("{} {}", name, seat + 1);
    text += seen ? " " + rules.kinds[kind].name : fmt::format(" {}", kUnseen);
  });
  return text.empty() ? text : text + '\n';
}

}  // namespace

const FigureSpec* neutral_named(std::string_view name) {
  for (const Expansion* expansion : expansions())
    for (const FigureSpec& spec : expansion->figures)
      if (spec.kind.neutral && spec.name == name) return &spec;
  return nullptr;
}

Result<int> parse_token(const GameRules& rules, const Line& line) {
  const std::string_view name = line.words.size() > 1 ? line.words[1].text : std::string_view{};
  std::string known;
  for (std::size_t token = 0; token < rules.kernel.tokens.size(); ++token) {
    const std::string_view other = rules.token(static_cast<int>(token)).name;
    if (name == other) return static_cast<int>(token);
    known += (known.empty() ? "one of " : " ") + std::string(other);
  }
  return error_at(line, 1, fmt::format("seats hold no '{}' in this game", name), known);
}

Result<NeutralLine> parse_neutral_line(const Line& line) {
  const std::string_view name = line.words.size() > 1 ? line.words[1].text : std::string_view{};
  NeutralLine figure;
  figure.spec = neutral_named(name);
  if (figure.spec == nullptr)
    return error_at(line, 1, fmt::format("there is no figure '{}' that is no seat's", name), kNeutralForm);
  if (line.words.size() < 3) return error_at(line, 2, "where it stands is missing", kNeutralForm);
  const Word whole = line.words[2];
  const std::size_t colon = figure.spec->on == Place::space ? std::string_view::npos : whole.text.find(':');
  std::string_view where = whole.text.substr(0, colon);
  if (const std::size_t slash = where.find('/'); figure.spec->on != Place::space && slash != std::string_view::npos) {
    if (!to_number(where.substr(slash + 1), figure.number) || --figure.number < 0 || figure.number > 1)
      return error_at(line, 2, fmt::format("'{}' is no place on the board", whole.text), kNeutralForm);
    where = where.substr(0, slash);
  }
  BASTIDE_TRY(figure.space, parse_space({line.number, {{where, whole.column}}}, 0));
  if (colon != std::string_view::npos) {
    std::string_view place = whole.text.substr(colon + 1);
    if (const std::size_t last = place.rfind(':');
        last != std::string_view::npos && to_number(place.substr(last + 1), figure.seat))
      place = place.substr(0, last);
    figure.beside = Line{line.number, {{place, whole.column + static_cast<int>(colon) + 1}}};
  }
  return figure;
}

int first_neutral(const GameRules& rules, const FigureSpec& spec) {
  for (int kind = 0; kind < rules.kernel.figure_kinds; ++kind)
    if (rules.figures[kind].spec == &spec) return first_figure(rules.kernel, 0, static_cast<Figure>(kind));
  return -1;
}

int neutral_in_box(const GameRules& rules, const State<Full>& state, const FigureSpec& spec) {
  const int first = first_neutral(rules, spec);
  for (int number = first; first >= 0 && number < first + spec.kind.count; ++number)
    if (figure_rows(state)[number].at.kind == Place::supply) return number;
  return -1;
}

Result<std::vector<KeptFigure>> parse_kept_line(const GameRules& rules, const Line& line) {
  BASTIDE_TRY(const auto keeper, parse_number(line, 1, 1, rules.kernel.seats));
  std::vector<KeptFigure> kept;
  for (std::size_t w = 2; w < std::max<std::size_t>(line.words.size(), 3); ++w) {
    const std::string_view text = w < line.words.size() ? line.words[w].text : std::string_view{};
    const std::size_t colon = text.rfind(':');
    const auto figure = rules.figure_named(text.substr(0, colon));
    int owner = 0;
    if (colon == std::string_view::npos || !figure || !to_number(text.substr(colon + 1), owner) || owner < 1 ||
        owner > rules.kernel.seats || rules.kernel.figures[*figure].neutral)
      return error_at(line, w, fmt::format("'{}' is no figure that a seat keeps", text), "kept SEAT FIGURE:OWNER ...");
    kept.push_back({*figure, keeper - 1, owner - 1});
  }
  return kept;
}

Place neutral_place(const State<Full>& state, const FigureSpec& spec, int piece, int feature) {
  if (feature == kTopFeature) {
    const int by = on_top(state, piece);
    return by < 0 ? Place{} : Place::beside_figure(by, Place::on_piece(piece));
  }
  if (spec.on != Place::space) return Place::on_piece(piece);
  const auto& laid = state.piece[piece];
  const bool second = feature == kSecondSquare && laid.second != State<Full>::no_cell;
  const auto& cell = state.cell[second ? laid.second : laid.cell];
  return Place::in_space(cell.x, cell.y);
}

Place place_beside(const GameRules& rules, const State<Full>& state, int piece, int feature, Figure figure, int seat) {
  Move named = Move::act(0, 0, piece, feature);
  named.figure = figure;
  named.value = static_cast<int16_t>(seat + 1);
  const int by = standing_named(rules.kernel, state, named);
  return by < 0 ? Place{} : Place::beside_figure(by, Place::on(piece, feature));
}

Result<void> GameLinesReader::read_neutral_figure(const Line& line) {
  BASTIDE_TRY(const auto figure, parse_neutral_line(line));
  if (first_neutral(rules_, *figure.spec) < 0)
    return error_at(line, 1, fmt::format("there is no figure '{}' in this game that is no seat's", figure.spec->name),
                    kNeutralForm);
  const int number = neutral_in_box(rules_, state_, *figure.spec);
  if (number < 0) return error_at(line, 1, fmt::format("'{}' stands twice", figure.spec->name));
  const auto laid = piece_at(state_, figure.space, figure.number);
  if (!laid) return error_at(line, 2, "no such tile lies there", kNeutralForm);
  Place at = neutral_place(state_, *figure.spec, laid->piece, -1);
  if (at.kind == Place::space) at = Place::in_space(figure.space.x, figure.space.y);  // of a double tile either one
  if (figure.beside && figure.beside->words[0].text == kOnHeap) {
    at = neutral_place(state_, *figure.spec, laid->piece, kTopFeature);
  } else if (figure.beside) {
    BASTIDE_TRY(const auto place, parse_figure(rules_, laid->kind, *figure.beside, 0));
    at = place_beside(rules_, state_, laid->piece, place.feature, place.figure, figure.seat - 1);
  }
  if (at.kind == Place::supply) return error_at(line, 2, "nobody stands there", kNeutralForm);
  place_of(state_, number) = at;
  return {};
}

bool sees_pile(const GameRules& rules, const State<Full>& state, int viewer, int pile, int seat) {
  const Sight sight = rules.kernel.piles[pile].sight;
  return state.phase == Phase::over || sight == Sight::all || (sight == Sight::holder && viewer == seat);
}

std::string write_game_lines(const GameRules& rules, const State<Full>& state, int viewer) {
  const Ruleset& kernel = rules.kernel;
  const int piles = static_cast<int>(kernel.piles.size());
  const std::vector<int> unseen = unseen_tiles(rules, state);
  std::string text;
  for (std::size_t kind = 0; kind < unseen.size(); ++kind)
    for (int i = 0; i < unseen[kind]; ++i) text += fmt::format("aside {}\n", rules.kinds[kind].name);
  for (int seat = 0; seat < kernel.seats; ++seat)
    for (int pile = 0; pile < piles; ++pile) text += pile_lines(rules, state, pile, seat, viewer);
  for (int pile = 0; pile < piles; ++pile)
    if (!full_at_first(rules, pile)) text += pile_lines(rules, state, pile, kNobody, viewer);
  for (const FigureRow& row : figure_rows(state))
    if (row.seat == kNobody && row.at.kind != Place::supply) text += figure_line(rules, state, row);
  for (int seat = 0; seat < kernel.seats; ++seat) text += kept_line(rules, state, seat);
  const Pending* const now = question(state);
  for (std::size_t by = 0; by < rules.added.size(); ++by)
    if (rules.added[by]->lasting || (now != nullptr && now->by == by)) text += memory_line(rules, state, by);
  const auto numbers = [&](std::string_view key, const int16_t* values) {
    text += key;
    for (int seat = 0; seat < kernel.seats; ++seat) text += fmt::format(" {}", values[seat]);
    text += '\n';
  };
  for (std::size_t token = 0; token < kernel.tokens.size(); ++token) {
    std::array<int16_t, kMaxSeats> counts{};
    for (int seat = 0; seat < kernel.seats; ++seat)
      counts[seat] = static_cast<int16_t>(tokens_of(kernel, state, static_cast<int>(token), seat));
    if (std::any_of(counts.begin(), counts.end(), [](int16_t count) { return count != 0; }))
      numbers(fmt::format("token {}", rules.token(static_cast<int>(token)).name), counts.data());
  }
  numbers("score", state.score.data());
  text += fmt::format("move {}\n", state.seat + 1);
  if (active_seat(state) != state.seat && state.phase != Phase::over)
    text += fmt::format("turn {}\n", active_seat(state) + 1);
  for (int seat = 0; seat < kernel.seats; ++seat)
    if (is_gone(state, seat)) text += fmt::format("left {}\n", seat + 1);
  if (has_another_turn(state)) text += "again\n";
  if (part_of_turn(state) != 0) text += fmt::format("part {}\n", part_of_turn(state) + 1);
  if (has_part_due(state)) text += "part-due\n";
  if (last_of_round(state) >= 0 && state.phase != Phase::over)
    text += fmt::format("last-round {}\n", last_of_round(state) + 1);
  for (std::size_t by = 0; by < rules.added.size(); ++by)
    if (const std::string_view line = rules.added[by]->widens.line; !line.empty() && first_word(kernel, state, by) != 0)
      text += fmt::format("{}\n", line);
  if (tells_declined(rules, state)) text += "went-on\n";
  if (holds_drawn(rules, state)) text += fmt::format("drawn {}\n", rules.kinds[state.drawn].name);
  if (const Pending* asked = question(state)) {
    const std::string_view memory = rules.added[asked->by]->memory;
    if (memory.empty())
      text += fmt::format("{}{}\n", asked->chance != 0 ? "drawing " : "", question_text(rules, *asked));
    else
      numbers(memory, memory_of(kernel, state, asked->by));
  }
  if (state.phase == Phase::follower) text += "follower\n";
  if (state.phase == Phase::over) text += "over\n";
  return text;
}

Result<void> GameLinesReader::read(const Line& line) {
  std::size_t words = line.words.size();
  BASTIDE_CHECK(read_line(line, words));
  if (line.words.size() > words) return error_at(line, words, fmt::format("'{}' is too much", line.words[words].text));
  return {};
}

Result<void> GameLinesReader::read_line(const Line& line, std::size_t& words) {
  const std::string_view key = line.words[0].text;
  const int seats = rules_.kernel.seats;
  words = seats + 1;
  if (key == "score") return read_numbers(line, state_.score.data(), seats, -32000);
  if (key == "memory") return read_memory(line, words);
  if (key == "token") return read_tokens(line, words);
  if (key == "kept") {
    words = line.words.size();
    return read_kept(line);
  }
  if (key == "figure") {
    words = 3;
    return read_neutral_figure(line);
  }
  for (std::size_t by = 0; by < rules_.added.size(); ++by)
    if (key == rules_.added[by]->memory) {
      remembers_ = static_cast<int>(by);
      return read_numbers(line, memory_of(rules_.kernel, state_, remembers_), seats, 0);
    }
  words = 2;
  if (key == "move" || key == "turn") {
    BASTIDE_TRY(const auto seat, read_seat(line));
    if (key == "move")
      state_.seat = static_cast<uint8_t>(seat);
    else
      set_active_seat(state_, seat);
    turn_given_ |= key == "turn";
    return {};
  }
  if (key == "left") {
    BASTIDE_TRY(const int seat, read_left(line, state_, seats));
    leave(rules_.kernel, state_, seat);
    return {};
  }
  if (key == "part") {
    if (!rules_.kernel.parts) return error_at(line, 0, kOnePart);
    BASTIDE_CHECK(parse_number(line, 1, 2, 2));
    set_part(state_, 1);
    return {};
  }
  if (key == "last-round") {
    if (!rules_.kernel.last_round()) return error_at(line, 0, "in this game there is no last round");
    BASTIDE_TRY(const auto seat, read_seat(line));
    set_last_round(state_, seat);
    return {};
  }
  if (key == "drawn") return read_drawn(line);
  if (key == "aside") {
    BASTIDE_CHECK(take_tile(line, 1));
    return {};
  }
  if (key == "drawing") return read_drawing(line);
  if (const int pile = rules_.pile(key); pile >= 0 && !rules_.pile_spec(pile).hidden)
    return read_pile(line, pile, words);
  words = 1;
  bool found = false;
  BASTIDE_CHECK(read_flag(line, found));
  if (found) return {};
  BASTIDE_CHECK(read_widened(line, found));
  if (found) return {};
  if (const auto asked = question_named(rules_, key, false); asked && rules_.added[asked->by]->memory.empty())
    return set_question(line, *asked);
  if (const auto other = expansion_word(key))
    return error_at(line, 0, fmt::format("there is no '{}' in this game", key), {}, std::string(other->rule));
  if (auto wrong = wrong_verb(line, 0)) return tl::unexpected(std::move(*wrong));
  return error_at(line, 0, fmt::format("'{}' cannot stand here", key),
                  "tile, score, move, turn, left, drawn, aside, again, part, part-due, last-round, went-on, drawing, "
                  "follower, over, or a word "
                  "of an expansion");
}

Result<void> GameLinesReader::read_flag(const Line& line, bool& found) {
  const std::string_view key = line.words[0].text;
  found = true;
  if (key == "went-on") {
    declined_ = true;
    if (std::any_of(rules_.kernel.piles.begin(), rules_.kernel.piles.end(),
                    [](const Pile& pile) { return pile.laid == Laid::instead; }))
      return {};
    return error_at(line, 0, "in this game no tiles are laid instead of drawing");
  }
  if (key == "again") {
    set_another_turn(state_);
    return {};
  }
  if (key == "part-due") {
    if (!rules_.kernel.parts) return error_at(line, 0, kOnePart);
    set_part_due(state_);
    return {};
  }
  if (key == "follower") return set_phase(line, Phase::follower);
  if (key == "over") return set_phase(line, Phase::over);
  found = false;
  return {};
}

/// That an expansion made more ground; it has done so since before the tiles were laid.
Result<void> GameLinesReader::read_widened(const Line& line, bool& found) {
  for (const Expansion* expansion : expansions()) {
    const WidenSpec& spec = expansion->widens;
    if (spec.line.empty() || line.words[0].text != spec.line) continue;
    found = true;
    const auto in_play = std::find(rules_.added.begin(), rules_.added.end(), expansion);
    const auto by = static_cast<std::size_t>(in_play - rules_.added.begin());
    if (in_play != rules_.added.end() && first_word(rules_.kernel, state_, by) != 0) return {};
    const Texts text =
        say(rules_.catalogue->phrases, fmt::format("refused.{}.{}", expansion->id, expansion->widens.line));
    return error_at(line, 0, text[0], std::string(spec.instead), std::string(spec.rule));
  }
  return {};
}

Result<void> GameLinesReader::finish(const Line& last) {
  BASTIDE_CHECK(deal_unseen());
  if (!turn_given_) set_active_seat(state_, state_.seat);
  set_declined(state_, declined_);
  if (state_.pieces == 0 && (!asked_ || drawn_ || state_.left != rules_.kernel.tiles()))
    return error_at(last, 0, "before the first tile is drawn nobody has any", "score, move and drawing first",
                    "HOUSE-BAG");
  if (remembers_ >= 0 && !asked_) ask_of_memory();
  go_on_with(state_, rules_.kernel.first_line());
  if (asked_)
    BASTIDE_CHECK(ask(last));
  else if (drawn_)
    resume(rules_.kernel, state_, Phase::tile);
  else if (state_.phase == Phase::draw)
    begin_turn();
  BASTIDE_CHECK(check_possible(last));
  return asked_ ? Result<void>{} : check_placing(last);
}

/// Nothing is said of the phase: the seat to move begins its turn.
void GameLinesReader::begin_turn() {
  const bool played = plays_from_piles(rules_);
  const bool other = std::any_of(held(state_).begin(), held(state_).end(), [&](const HeldTile& tile) {
    const Pile& pile = rules_.kernel.piles[tile.pile];
    return tile.seat == state_.seat && pile.plays_on && pile.laid == Laid::never;
  });
  const bool lays = !declined_ && !other && could_lay(rules_, state_);
  const bool must =
      std::any_of(rules_.kernel.piles.begin(), rules_.kernel.piles.end(), [](const Pile& pile) { return pile.must; });
  const bool has_to = lays && must && is_for_lasting(rules_.kernel, state_);
  if (lays && !has_to && !(played && places_one(rules_, state_, Choice::held, true)))
    resume(rules_.kernel, state_, Phase::tile, Choice::may_draw);
  else if (has_to || played)
    resume(rules_.kernel, state_, Phase::tile, Choice::held);
  else
    resume(rules_.kernel, state_, Phase::draw);
}

/// What an expansion remembers stands for its question: the one that the seat to move can be asked.
void GameLinesReader::ask_of_memory() {
  const auto& questions = rules_.added[remembers_]->questions;
  const bool active = state_.seat == active_seat(state_);
  for (std::size_t what = 0; what < questions.size(); ++what)
    if ((questions[what].round == Question::Round::others) != active)
      asked_ = Pending{.by = static_cast<uint8_t>(remembers_), .what = static_cast<uint8_t>(what)};
}

/// Puts a question on the stack, for the seat to move and those that are still to be asked after it.
void GameLinesReader::push(Pending asked) {
  using Round = Question::Round;
  const Question& spec = rules_.question(asked);
  const int seats = rules_.kernel.seats, active = active_seat(state_);
  asked.seat = state_.seat;
  const bool all = spec.round != Round::none && spec.round != Round::any;
  const int end = spec.round == Round::active_last ? (active + 1) % seats : active;  // the first that is not asked
  for (int seat = (state_.seat + 1) % seats; all && seat != end; seat = (seat + 1) % seats)
    asked.waiting = static_cast<uint8_t>(asked.waiting | 1u << seat);
  if (spec.outcome)
    asked.chance = Pending::kOutcome;
  else if (spec.of_chance)
    asked.chance = static_cast<uint8_t>(
        spec.from < 0 ? Pending::kFromStack : Pending::kFromPile + rules_.kernel.added[asked.by].pile + spec.from);
  push_question(state_, asked);
}

Result<void> GameLinesReader::ask(const Line& last) {
  const Question& spec = rules_.question(*asked_);
  const std::string rule(spec.rule);
  if (spec.moment == Moment::drawn && !drawn_)
    return error_at(last, 0, "this is asked when a tile is drawn", "drawn TILE", rule);
  if (spec.round == Question::Round::none && state_.seat != active_seat(state_))
    return error_at(last, 0, "this is asked of the seat whose turn it is", "move and turn of the same seat", rule);
  if (spec.below >= 0) {
    push({.by = asked_->by, .what = static_cast<uint8_t>(spec.below)});
    ask_instead(state_, active_seat(state_));
  }
  push(*asked_);
  state_.phase = spec.of_chance ? Phase::draw : Phase::ask;
  go_on_with(state_, rules_.kernel.line_after(rules_.moment_of(*asked_), asked_->by));
  std::vector<Move> moves;
  legal_moves(rules_.kernel, state_, moves);
  if (!moves.empty()) return {};
  return error_at(last, 0, "the seat to move has nothing to answer", {}, rule);
}

/// Whether the expansions find the state one that can be.
Result<void> GameLinesReader::check_possible(const Line& last) const {
  for (std::size_t by = 0; by < rules_.added.size(); ++by) {
    const Expansion& expansion = *rules_.added[by];
    if (!expansion.impossible) continue;
    const Impossible wrong = expansion.impossible(rules_.kernel, rules_.kernel.added[by], state_);
    if (wrong.what.empty()) continue;
    const std::string key = fmt::format("impossible.{}.{}", expansion.id, wrong.what);
    const Texts text = say(rules_.catalogue->phrases, key, {{"seat", wrong.seat + 1}, {"n", wrong.number}});
    return error_at(last, 0, text[0], {}, std::string(wrong.rule));
  }
  return {};
}

/// Where a tile is to be placed, one can be.
Result<void> GameLinesReader::check_placing(const Line& last) const {
  if (state_.phase != Phase::tile) return {};
  if (tile_choice(state_) == Choice::may_draw) {
    const bool plays_on = state_.left > 0 || std::any_of(held(state_).begin(), held(state_).end(), [&](HeldTile tile) {
                            return rules_.kernel.piles[tile.pile].plays_on;
                          });
    if (!plays_on && !is_for_lasting(rules_.kernel, state_) && part_of_turn(state_) == 0 && last_of_round(state_) < 0)
      return error_at(last, 0, "no whole tile is left", "a line 'over'", "HALF-4");
    return {};
  }
  if (places_one(rules_, state_, tile_choice(state_), !is_for_lasting(rules_.kernel, state_))) return {};
  if (!drawn_)
    return error_at(last, 0, "no tile in the hand of the seat to move fits anywhere", "drawing begin", "HOUSE-HAND3");
  return error_at(*drawn_, 1, fmt::format("tile {} fits nowhere: it is set aside", rules_.kinds[state_.drawn].name),
                  "aside", "DRAW-2");
}

Result<void> GameLinesReader::read_numbers(const Line& line, int16_t* values, int count, int minimum) {
  for (int i = 0; i < count; ++i) {
    BASTIDE_TRY(const auto number, parse_number(line, i + 1, minimum, 32000));
    values[i] = static_cast<int16_t>(number);
  }
  return {};
}

/// `memory ID WORD ...`
Result<void> GameLinesReader::read_memory(const Line& line, std::size_t& words) {
  words = line.words.size();
  const std::string_view id = words > 1 ? line.words[1].text : std::string_view{};
  std::string known;
  for (std::size_t by = 0; by < rules_.added.size(); ++by) {
    const Expansion& expansion = *rules_.added[by];
    if (expansion.words == 0 || !expansion.memory.empty() || !expansion.widens.line.empty()) continue;
    known += (known.empty() ? "memory " : ", memory ") + std::string(expansion.id);
    if (id != expansion.id) continue;
    if (static_cast<int>(words) - 2 > expansion.words)
      return error_at(line, expansion.words + 2, fmt::format("no more than {} numbers belong here", expansion.words));
    for (std::size_t w = 2; w < words; ++w) {
      BASTIDE_TRY(const auto number, parse_number(line, static_cast<int>(w), -32000, 32000));
      memory_of(rules_.kernel, state_, static_cast<int>(by))[w - 2] = static_cast<int16_t>(number);
    }
    return {};
  }
  return error_at(line, 1, "nothing of this name remembers anything in this game", known);
}

Result<void> GameLinesReader::read_kept(const Line& line) {
  BASTIDE_TRY(const auto kept, parse_kept_line(rules_, line));
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (supply_of(rules_.kernel, state_, kept[i].owner, kept[i].figure) == 0)
      return error_at(line, i + 2, fmt::format("seat {} has no more of these figures", kept[i].owner + 1), {}, "SET-2");
    put_away(rules_.kernel, state_, kept[i].owner, kept[i].figure, Place::kept_by(kept[i].keeper));
  }
  return {};
}

/// `token NAME N ...`
Result<void> GameLinesReader::read_tokens(const Line& line, std::size_t& words) {
  words = static_cast<std::size_t>(rules_.kernel.seats) + 2;
  BASTIDE_TRY(const auto token, parse_token(rules_, line));
  int16_t* counts = tokens_of(rules_.kernel, state_, token);
  for (int seat = 0; seat < rules_.kernel.seats; ++seat) {
    BASTIDE_TRY(const auto number, parse_number(line, static_cast<std::size_t>(seat) + 2, 0, 999));
    counts[seat] = static_cast<int16_t>(number);
  }
  return {};
}

Result<int> GameLinesReader::read_seat(const Line& line) {
  BASTIDE_TRY(const auto seat, parse_number(line, 1, 1, rules_.kernel.seats));
  return seat - 1;
}

/// A tile that is neither on the table nor in the stack.
Result<int> GameLinesReader::take_tile(const Line& line, std::size_t word) {
  BASTIDE_TRY(const auto kind, parse_tile(rules_, line, word));
  const auto end = state_.stack.begin() + state_.left;
  const auto tile = std::find(state_.stack.begin(), end, kind);
  if (tile == end) return error_at(line, word, fmt::format("no tile {} is left", rules_.kinds[kind].name), {}, "SET-1");
  *tile = state_.stack[state_.left - 1u];
  --state_.left;
  return kind;
}

Result<void> GameLinesReader::read_drawn(const Line& line) {
  if (drawn_) return error_at(line, 0, "a drawn tile is given twice");
  if (plays_from_piles(rules_) && !lays_what_is_due(rules_))
    return error_at(line, 0, "tiles are played from hands here", "hand SEAT TILE ...", "HOUSE-HAND3");
  if (phase_given_) return error_at(line, 0, "drawn, follower and over exclude each other");
  BASTIDE_TRY(const auto kind, take_tile(line, 1));
  state_.drawn = static_cast<KindIndex>(kind);
  drawn_ = &line;
  phase_given_ = true;
  return {};
}

/// `NAME SEAT TILE ...`; of what nobody holds `NAME TILE`. Tiles that are in a pile at first come out of that.
Result<void> GameLinesReader::read_pile(const Line& line, int pile, std::size_t& words) {
  const PileSpec& spec = rules_.pile_spec(pile);
  int seat = kNobody;
  std::size_t word = 1;
  if (spec.by_seat) {
    BASTIDE_TRY(seat, read_seat(line));
    word = 2;
  }
  words = spec.by_seat ? line.words.size() : 2;
  for (; word < words || word < 2; ++word) {
    if (word < line.words.size() && line.words[word].text == kUnseen) {
      BASTIDE_CHECK(read_unseen(line, word, pile, seat));
      continue;
    }
    BASTIDE_TRY(const auto kind, parse_tile(rules_, line, word));
    const HeldTile* out = nullptr;
    for (const HeldTile& tile : held(state_))
      if (tile.kind == kind && tile.seat == kNobody && full_at_first(rules_, tile.pile)) out = &tile;
    if (spec.from_pile != (out != nullptr)) {
      const std::string& name = rules_.kinds[kind].name;
      return error_at(line, word,
                      kept_apart(rules_, kind) == spec.from_pile ? fmt::format("no tile {} is left", name)
                                                                 : fmt::format("tile {} is none of these", name),
                      {}, std::string(spec.rule));
    }
    if (spec.from_pile) {
      take_held(state_, static_cast<std::size_t>(out - held(state_).data()));
    } else {
      BASTIDE_CHECK(take_tile(line, word));
    }
    hold(state_, {static_cast<KindIndex>(kind), static_cast<uint8_t>(pile), static_cast<uint8_t>(seat)});
  }
  return {};
}

/// A tile of which it is known only that it is there.
Result<void> GameLinesReader::read_unseen(const Line& line, std::size_t word, int pile, int seat) {
  if (chance_ == nullptr) return error_at(line, word, "here it has to be said which tile this is", "a tile's name");
  if (rules_.kernel.piles[pile].sight == Sight::all)
    return error_at(line, word, "all seats see these tiles", "a tile's name");
  unseen_.push_back({&line, word, pile, seat});
  return {};
}

/// Each becomes one of the tiles that could be there and are said to be nowhere else, all with the same chance.
Result<void> GameLinesReader::deal_unseen() {
  for (const Unseen& one : unseen_) {
    HeldTile tile{0, static_cast<uint8_t>(one.pile), static_cast<uint8_t>(one.seat)};
    if (rules_.pile_spec(one.pile).from_pile) {
      std::vector<std::size_t> apart;
      const int by = rules_.kernel.piles[one.pile].by;
      for (std::size_t i = 0; i < held(state_).size(); ++i) {
        const HeldTile& other = held(state_)[i];
        if (other.seat == kNobody && full_at_first(rules_, other.pile) && rules_.kernel.piles[other.pile].by == by)
          apart.push_back(i);
      }
      if (apart.empty()) return error_at(*one.line, one.word, "no tile is left that this could be", {}, "SET-1");
      const std::size_t which = apart[chance_->below(static_cast<uint32_t>(apart.size()))];
      tile.kind = held(state_)[which].kind;
      take_held(state_, which);
    } else {
      if (state_.left == 0) return error_at(*one.line, one.word, "no tile is left that this could be", {}, "SET-1");
      KindIndex& which = state_.stack[chance_->below(state_.left)];
      tile.kind = std::exchange(which, state_.stack[state_.left - 1u]);
      --state_.left;
    }
    hold(state_, tile);
  }
  unseen_.clear();
  return {};
}

Result<void> GameLinesReader::set_question(const Line& line, Pending asked) {
  asked_ = asked;
  return set_phase(line, rules_.question(asked).of_chance ? Phase::draw : Phase::ask);
}

Result<void> GameLinesReader::read_drawing(const Line& line) {
  const std::string_view text = line.words.size() > 1 ? line.words[1].text : std::string_view{};
  const auto asked = question_named(rules_, text, true);
  const bool first = state_.pieces == 0;  // then there is no other draw than the first one
  if (asked && first == (!rules_.kernel.start_lies && rules_.question(*asked).lays_first))
    return set_question(line, *asked);
  if (text == "turn" && !first && !plays_from_piles(rules_)) return {};
  return error_at(
      line, 1, "nothing is drawn like that here",
      "turn; or the name of a question that a tile is drawn for: with hands after the hand and move lines, first "
      "before the first tile out of a bag");
}

Result<void> GameLinesReader::set_phase(const Line& line, Phase phase) {
  if (phase_given_) return error_at(line, 0, "drawn, follower and over exclude each other");
  phase_given_ = true;
  state_.phase = phase;
  return {};
}

}  // namespace bastide
