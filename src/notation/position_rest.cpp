#include "notation/position_rest.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/kernel.h"

namespace bastide {
namespace {

using Drawing = State<Full>::Drawing;

/// In the order of State::Drawing.
constexpr std::array<std::string_view, 6> kDrawingNames = {"turn", "first", "deal", "begin", "refill", "reserve"};

/// How a position names the question that is asked.
std::string_view question_text(const GameRules& rules, const Pending& asked) {
  const Question& question = rules.question(asked);
  return question.of_verb ? rules.added[asked.by]->verbs[static_cast<std::size_t>(asked.value)].name : question.name;
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

/// How many of a kind are neither on the table nor in the stack, nor under a hill. Of half tiles none: what nobody
/// holds is out of the game.
std::vector<int> unseen_tiles(const GameRules& rules, const State<Full>& state) {
  std::vector<int> unseen(rules.kinds.size());
  for (std::size_t kind = 0; kind < unseen.size(); ++kind) unseen[kind] = rules.kinds[kind].count;
  for (int i = 0; i < state.left; ++i) --unseen[state.stack[i]];
  for (int p = 0; p < state.pieces; ++p) --unseen[state.piece[p].kind];
  for (int i = 0; i < state.v.buried_size; ++i) --unseen[state.v.buried[i]];
  for (const KindIndex kind : rules.kernel.reserve.pool) unseen[kind] = 0;
  return unseen;
}

/// Whether the seat to move has a half tile that fits somewhere.
bool reserve_fits(const GameRules& rules, const State<Full>& state) {
  if (state.v.reserve_size[state.seat] == 0) return false;
  State<Full> laying = state;
  laying.phase = Phase::reserve;
  std::vector<Move> moves;
  legal_moves(rules.kernel, laying, moves);
  return moves.size() > 1;
}

/// Whether the seat to move can place its drawn tile or one of its hand.
bool tile_fits(const GameRules& rules, const State<Full>& state) {
  State<Full> placing = state;
  placing.phase = Phase::tile;
  placing.v.went_on = true;
  std::vector<Move> moves;
  legal_moves(rules.kernel, placing, moves);
  return !moves.empty();
}

/// Whether it has to be said that no half tile can be laid any more in this turn.
bool tells_went_on(const GameRules& rules, const State<Full>& state) {
  const bool hands = rules.kernel.draw.hand > 0;
  const bool drawing = draws_for(state, Drawing::turn) && !hands;
  const bool placing = state.phase == Phase::tile && hands && state.v.went_on;
  return (drawing || placing) && reserve_fits(rules, state);
}

}  // namespace

std::string write_rest(const GameRules& rules, const State<Full>& state) {
  const bool hands = rules.kernel.draw.hand > 0;
  const bool drawn = holds_drawn(rules, state), offers = drawn && state.phase == Phase::ask;
  std::vector<int> unseen = unseen_tiles(rules, state);
  if (drawn) --unseen[state.drawn];
  std::string held;
  for (int seat = 0; seat < rules.kernel.seats; ++seat) {
    if (state.v.hand_size[seat] > 0) held += fmt::format("hand {}", seat + 1);
    for (int i = 0; i < state.v.hand_size[seat]; ++i) {
      held += " " + rules.kinds[state.v.hand[seat][i]].name;
      --unseen[state.v.hand[seat][i]];
    }
    if (state.v.hand_size[seat] > 0) held += '\n';
    if (const int kind = state.v.bought[seat] - 1; kind >= 0) {
      held += fmt::format("bought {} {}\n", seat + 1, rules.kinds[kind].name);
      --unseen[kind];
    }
    if (state.v.reserve_size[seat] > 0) held += fmt::format("reserve {}", seat + 1);
    for (int i = 0; i < state.v.reserve_size[seat]; ++i) held += " " + rules.kinds[state.v.reserve[seat][i]].name;
    if (state.v.reserve_size[seat] > 0) held += '\n';
  }
  for (int i = 0; i < state.v.buried_size; ++i) held += fmt::format("buried {}\n", rules.kinds[state.v.buried[i]].name);
  std::string text;
  for (std::size_t kind = 0; kind < unseen.size(); ++kind)
    for (int i = 0; i < unseen[kind]; ++i) text += fmt::format("aside {}\n", rules.kinds[kind].name);
  text += held;
  const auto numbers = [&](std::string_view key, const std::array<int16_t, kMaxSeats>& values) {
    text += key;
    for (int seat = 0; seat < rules.kernel.seats; ++seat) text += fmt::format(" {}", values[seat]);
    text += '\n';
  };
  numbers("score", state.score);
  text += fmt::format("move {}\n", state.seat + 1);
  if (state.v.turn_seat != state.seat && state.phase != Phase::over)
    text += fmt::format("turn {}\n", state.v.turn_seat + 1);
  if (state.v.again) text += "again\n";
  if (state.v.extended) text += "extended\n";
  if (tells_went_on(rules, state)) text += "went-on\n";
  if (drawn) text += fmt::format("drawn {}\n", rules.kinds[state.drawn].name);
  if (offers) numbers("bids", state.v.offer);
  if (const Pending* asked = question(state); asked && !offers)
    text += fmt::format("{}{}\n", asked->seat == kNobody ? "drawing " : "", question_text(rules, *asked));
  else if (state.phase == Phase::draw && (hands || state.v.drawing != Drawing::turn))
    text += fmt::format("drawing {}\n", kDrawingNames[static_cast<std::size_t>(state.v.drawing)]);
  if (state.phase == Phase::begins) text += "begins\n";
  if (state.phase == Phase::pick) text += "picking\n";
  if (state.phase == Phase::follower) text += "follower\n";
  if (state.phase == Phase::over) text += "over\n";
  return text;
}

Result<void> RestReader::read(const Line& line) {
  std::size_t words = line.words.size();
  BASTIDE_CHECK(read_line(line, words));
  if (line.words.size() > words) return error_at(line, words, fmt::format("'{}' is too much", line.words[words].text));
  return {};
}

Result<void> RestReader::read_line(const Line& line, std::size_t& words) {
  const std::string_view key = line.words[0].text;
  const std::size_t seats = rules_.kernel.seats;
  words = 2;
  if (key == "score" || key == "bids") {
    words = seats + 1;
    if (key == "score") return read_numbers(line, state_.score, -32000);
    if (!rules_.is("offers", "on")) return error_at(line, 0, "tiles are not bought in this game", {}, "HOUSE-BUY");
    bids_ = true;
    return read_numbers(line, state_.v.offer, 0);
  }
  if (key == "move" || key == "turn") {
    BASTIDE_TRY(const auto seat, read_seat(line));
    (key == "turn" ? state_.v.turn_seat : state_.seat) = static_cast<uint8_t>(seat);
    turn_given_ |= key == "turn";
    return {};
  }
  if (key == "drawn") return read_drawn(line);
  if (key == "aside") {
    BASTIDE_CHECK(take_tile(line, 1));
    return {};
  }
  if (key == "drawing") return read_drawing(line);
  if (key == "hand" || key == "bought" || key == "reserve") {
    words = line.words.size();
    return key == "hand" ? read_hand(line) : key == "reserve" ? read_reserve(line) : read_bought(line);
  }
  const auto asked = question_named(rules_, key, false);
  if (rules_.kernel.reserve.size == 0 &&
      (key.starts_with("crop") || key == "buried" || key == "went-on" || key == "picking"))
    return error_at(line, 0, "there are no half tiles in this game", "set halflings=draft", "HALF-2");
  if (key == "buried") return read_buried(line);
  words = 1;
  if (key == "went-on") {
    went_on_ = true;
    return {};
  }
  if (key == "picking") return set_phase(line, Phase::pick);
  if (asked && rules_.question(*asked).moment != Moment::drawn) return set_question(line, *asked);
  if (key == "again") {
    state_.v.again = true;
    return {};
  }
  if (key == "extended") {  // known since before the tiles were laid
    if (state_.v.extended) return {};
    return error_at(line, 0, "by these rules no second table is put there later", "set table=needed", "TABLE-EXTEND");
  }
  if (key == "follower") return set_phase(line, Phase::follower);
  if (key == "begins") return set_phase(line, Phase::begins);
  if (key == "over") return set_phase(line, Phase::over);
  if (auto wrong = wrong_verb(line, 0)) return tl::unexpected(std::move(*wrong));
  return error_at(line, 0, fmt::format("'{}' cannot stand here", key),
                  "tile, score, move, turn, drawn, aside, hand, bought, reserve, buried, bids, again, extended, "
                  "went-on, drawing, picking, begins, crop, follower or over");
}

Result<void> RestReader::finish(const Line& last) {
  if (!turn_given_) state_.v.turn_seat = state_.seat;
  if (state_.pieces == 0) {  // the bag is full and a first tile is drawn from it
    if (state_.phase == Phase::draw && !drawn_ && state_.left == rules_.kernel.tiles()) return {};
    return error_at(last, 0, "before the first tile is drawn nobody has any", "score, move and drawing first",
                    "HOUSE-BAG");
  }
  state_.v.went_on = went_on_ || state_.v.drawing == Drawing::begin;
  BASTIDE_CHECK(check_box(last));
  if (asked_) return ask(last);
  if (state_.phase == Phase::pick || (state_.phase == Phase::draw && drawing_given_ && !drawn_))
    return check_deal(last);
  if (state_.phase == Phase::begins) return check_begins(last);
  if (bids_) {
    BASTIDE_CHECK(check_offers(last));
  } else if (drawn_) {
    state_.phase = Phase::tile;
  } else if (state_.phase == Phase::draw) {
    begin_turn();
  }
  return check_placing(last);
}

/// Nothing is said of the phase: the seat to move begins its turn.
void RestReader::begin_turn() {
  const bool hands = rules_.kernel.draw.hand > 0;
  const bool reserve = !went_on_ && state_.v.bought[state_.seat] == 0 && reserve_fits(rules_, state_);
  if (reserve && !(hands && tile_fits(rules_, state_)))
    state_.phase = Phase::reserve;
  else if (hands)
    state_.phase = Phase::tile;
}

/// What lies, what is held and what is buried can come from this box (HALF-2, HALF-HILL).
Result<void> RestReader::check_box(const Line& last) const {
  const ReserveRules& reserve = rules_.kernel.reserve;
  const int seen = static_cast<int>(reserve.pool.size()) - state_.v.pool_left,
            dealt = rules_.kernel.seats * reserve.size;
  if (seen > dealt)
    return error_at(last, 0, fmt::format("{} half tiles are laid or held; the seats got {}", seen, dealt), {},
                    "HALF-2");
  int hills = 0;
  for (int p = 0; p < state_.pieces; ++p)
    hills += rules_.kernel.kinds[state_.piece[p].kind].symbols[static_cast<int>(Symbol::hill)];
  const bool burying = asked_ && rules_.question(*asked_).of_chance;
  if (state_.v.buried_size > std::max(0, hills - (burying ? 1 : 0)))
    return error_at(last, 0, "more tiles are buried than there are hills", {}, "HALF-HILL");
  return {};
}

/// Whoever is dealt tiles before the seat to move has them, whoever comes after has none yet.
Result<void> RestReader::check_deal(const Line& last) const {
  const int seats = rules_.kernel.seats, first = state_.v.turn_seat;
  const auto wrong = [&](std::string_view what) {
    return error_at(last, 0, fmt::format("with seat {} to move the others cannot hold these {}", state_.seat + 1, what),
                    {}, what == "hands" ? "HOUSE-HAND3" : "HALF-2");
  };
  const bool pick = state_.phase == Phase::pick;
  if (pick || state_.v.drawing == Drawing::reserve) {
    const ReserveRules& reserve = rules_.kernel.reserve;
    if (pick && !reserve.draft)
      return error_at(last, 0, "half tiles are dealt in this game", "drawing reserve", "HALF-2");
    const int held = state_.v.reserve_size[state_.seat];
    if (held >= reserve.size) return wrong("half tiles");
    bool after = false;
    for (int i = 0; i < seats; ++i) {
      const int seat = pick ? (first + seats - 1 - i) % seats : (first + i) % seats;
      after |= seat == state_.seat;
      const int wanted = pick ? held + (after ? 0 : 1) : seat == state_.seat ? held : after ? 0 : reserve.size;
      if (state_.v.reserve_size[seat] != wanted) return wrong("half tiles");
      if (state_.v.hand_size[seat] != 0) return wrong("hands");
    }
  } else if (state_.v.drawing == Drawing::deal) {
    for (int seat = (state_.seat + 1) % seats; seat != first && seat != state_.seat; seat = (seat + 1) % seats)
      if (state_.v.hand_size[seat] != 0) return wrong("hands");
  }
  return {};
}

/// Puts the question on the stack, for the seat to move and those that are still to be asked after it.
Result<void> RestReader::ask(const Line& last) {
  const Question& spec = rules_.question(*asked_);
  const std::string rule(spec.rule);
  if (!spec.round && state_.seat != state_.v.turn_seat)
    return error_at(last, 0, "this is asked of the seat whose turn it is", "move and turn of the same seat", rule);
  asked_->seat = spec.of_chance ? static_cast<uint8_t>(kNobody) : state_.seat;
  for (int seat = state_.seat; spec.round && seat != state_.v.turn_seat;) {
    seat = (seat + 1) % rules_.kernel.seats;
    asked_->waiting = static_cast<uint8_t>(asked_->waiting | 1u << seat);
  }
  state_.v.pending[state_.v.pendings++] = *asked_;
  state_.v.line = static_cast<uint8_t>(rules_.kernel.line_after(spec.moment, asked_->by));
  std::vector<Move> moves;
  legal_moves(rules_.kernel, state_, moves);
  if (!moves.empty() || spec.of_chance) return {};
  return error_at(last, 0, "the seat to move has nothing to answer", {}, rule);
}

/// START-1: the first tile lies, and nobody has had a turn or holds anything.
Result<void> RestReader::check_begins(const Line& last) const {
  if (!rules_.kernel.names_first)
    return error_at(last, 0, "by these rules nobody says who begins", "set first=rolled", "START-1");
  if (state_.pieces == 1 && state_.left + 1 == rules_.kernel.tiles() && state_.v.standing_count == 0 &&
      state_.v.pool_left == static_cast<int>(rules_.kernel.reserve.pool.size()) && state_.seat == state_.v.turn_seat)
    return {};
  return error_at(last, 0, "who begins is said before the first turn", "one tile, score, move and begins", "START-1");
}

Result<void> RestReader::check_offers(const Line& last) {
  if (!drawn_) return error_at(last, 0, "bids are for a drawn tile", "drawn TILE", "HOUSE-BUY");
  const auto& offers = state_.v.offer;
  state_.phase = Phase::ask;
  const auto ask = [&](std::string_view name, int seat) {
    Pending asked = *question_named(rules_, name, false);
    asked.seat = static_cast<uint8_t>(seat);
    state_.v.line = static_cast<uint8_t>(rules_.kernel.line_after(Moment::drawn, asked.by));
    return &(state_.v.pending[state_.v.pendings++] = asked);
  };
  ask("sale", state_.v.turn_seat);
  if (state_.seat != state_.v.turn_seat) {
    Pending* bid = ask("bid", state_.seat);
    for (int seat = (state_.seat + 1) % rules_.kernel.seats; seat != state_.v.turn_seat;
         seat = (seat + 1) % rules_.kernel.seats)
      bid->waiting = static_cast<uint8_t>(bid->waiting | 1u << seat);
  } else if (std::all_of(offers.begin(), offers.end(), [](int points) { return points == 0; })) {
    return error_at(last, 0, "there is no offer to take", {}, "HOUSE-BUY");
  }
  for (int seat = 0; seat < rules_.kernel.seats; ++seat)
    if (offers[seat] > std::max<int>(0, state_.score[seat]) || (offers[seat] > 0 && state_.v.bought[seat] != 0))
      return error_at(last, 0, fmt::format("seat {} cannot offer {} points", seat + 1, offers[seat]), {}, "HOUSE-BUY");
  std::vector<Move> moves;
  legal_moves(rules_.kernel, state_, moves);
  if (!moves.empty()) return {};
  return error_at(last, 0, "the seat to move has no points to offer, or holds a bought tile", {}, "HOUSE-BUY");
}

/// Where a tile is to be placed, one can be.
Result<void> RestReader::check_placing(const Line& last) const {
  if (state_.phase == Phase::reserve) {
    const auto& v = state_.v;
    const bool none = state_.left == 0 && std::count(v.hand_size.begin(), v.hand_size.end(), 0) == kMaxSeats &&
                      std::count(v.bought.begin(), v.bought.end(), 0) == kMaxSeats;
    if (none) return error_at(last, 0, "no whole tile is left", "a line 'over'", "HALF-4");
    return {};
  }
  if (state_.phase != Phase::tile && !bids_) return {};
  if (tile_fits(rules_, state_)) return {};
  if (!drawn_)
    return error_at(last, 0, "no tile in the hand of the seat to move fits anywhere", "drawing begin", "HOUSE-HAND3");
  return error_at(*drawn_, 1, fmt::format("tile {} fits nowhere: it is set aside", rules_.kinds[state_.drawn].name),
                  "aside", "DRAW-2");
}

Result<void> RestReader::read_numbers(const Line& line, std::array<int16_t, kMaxSeats>& values, int minimum) {
  for (int seat = 0; seat < rules_.kernel.seats; ++seat) {
    BASTIDE_TRY(const auto points, parse_number(line, seat + 1, minimum, 32000));
    values[seat] = static_cast<int16_t>(points);
  }
  return {};
}

Result<int> RestReader::read_seat(const Line& line) {
  BASTIDE_TRY(const auto seat, parse_number(line, 1, 1, rules_.kernel.seats));
  return seat - 1;
}

/// A tile that is neither on the table nor in the stack.
Result<int> RestReader::take_tile(const Line& line, std::size_t word) {
  BASTIDE_TRY(const auto kind, parse_tile(rules_, line, word));
  const auto end = state_.stack.begin() + state_.left;
  const auto tile = std::find(state_.stack.begin(), end, kind);
  if (tile == end) return error_at(line, word, fmt::format("no tile {} is left", rules_.kinds[kind].name), {}, "SET-1");
  *tile = state_.stack[state_.left - 1u];
  --state_.left;
  return kind;
}

Result<void> RestReader::read_drawn(const Line& line) {
  if (drawn_) return error_at(line, 0, "a drawn tile is given twice");
  if (rules_.kernel.draw.hand > 0)
    return error_at(line, 0, "tiles are played from hands here", "hand SEAT TILE ...", "HOUSE-HAND3");
  if (phase_given_) return error_at(line, 0, "drawn, follower and over exclude each other");
  BASTIDE_TRY(const auto kind, take_tile(line, 1));
  state_.drawn = static_cast<KindIndex>(kind);
  drawn_ = &line;
  phase_given_ = true;
  return {};
}

Result<void> RestReader::read_hand(const Line& line) {
  BASTIDE_TRY(const auto seat, read_seat(line));
  uint8_t& size = state_.v.hand_size[seat];
  for (std::size_t word = 2; word < line.words.size(); ++word) {
    if (size >= rules_.kernel.draw.hand)
      return error_at(line, word, fmt::format("a hand has at most {} tiles", rules_.kernel.draw.hand), {},
                      "HOUSE-HAND3");
    BASTIDE_TRY(const auto kind, take_tile(line, word));
    state_.v.hand[seat][size++] = static_cast<KindIndex>(kind);
  }
  return {};
}

/// Half tiles that a seat holds, out of the pool.
Result<void> RestReader::read_reserve(const Line& line) {
  BASTIDE_TRY(const auto seat, read_seat(line));
  uint8_t& size = state_.v.reserve_size[seat];
  uint8_t& left = state_.v.pool_left;
  for (std::size_t word = 2; word < line.words.size(); ++word) {
    BASTIDE_TRY(const auto kind, parse_tile(rules_, line, word));
    if (!from_pool(rules_, kind)) return error_at(line, word, "this is no half tile", {}, "HALF-2");
    const auto end = state_.v.pool.begin() + left;
    const auto tile = std::find(state_.v.pool.begin(), end, kind);
    if (tile == end)
      return error_at(line, word, fmt::format("no half tile {} is left", rules_.kinds[kind].name), {}, "HALF-2");
    if (size >= rules_.kernel.reserve.size)
      return error_at(line, word, fmt::format("a seat gets {} half tiles", rules_.kernel.reserve.size), {}, "HALF-2");
    *tile = state_.v.pool[--left];
    state_.v.reserve[seat][size++] = static_cast<KindIndex>(kind);
  }
  return {};
}

/// A tile under a hill. How many there may be, check_box() says.
Result<void> RestReader::read_buried(const Line& line) {
  if (state_.v.buried_size == kMaxBuried) return error_at(line, 0, "too many buried tiles", {}, "HALF-HILL");
  BASTIDE_TRY(const auto kind, take_tile(line, 1));
  state_.v.buried[state_.v.buried_size++] = static_cast<KindIndex>(kind);
  return {};
}

Result<void> RestReader::set_question(const Line& line, Pending asked) {
  asked_ = asked;
  return set_phase(line, rules_.question(asked).of_chance ? Phase::draw : Phase::ask);
}

Result<void> RestReader::read_bought(const Line& line) {
  BASTIDE_TRY(const auto seat, read_seat(line));
  if (!rules_.is("offers", "on")) return error_at(line, 0, "tiles are not bought in this game", {}, "HOUSE-BUY");
  if (state_.v.bought[seat] != 0) return error_at(line, 2, "a seat holds at most one bought tile", {}, "HOUSE-BUY");
  BASTIDE_TRY(const auto kind, take_tile(line, 2));
  if (line.words.size() > 3) return error_at(line, 3, "a seat holds at most one bought tile", {}, "HOUSE-BUY");
  state_.v.bought[seat] = static_cast<int16_t>(kind + 1);
  return {};
}

Result<void> RestReader::read_drawing(const Line& line) {
  const std::string_view text = line.words.size() > 1 ? line.words[1].text : std::string_view{};
  if (const auto asked = question_named(rules_, text, true); asked && state_.pieces > 0)
    return set_question(line, *asked);
  const auto name = std::find(kDrawingNames.begin(), kDrawingNames.end(), text);
  const auto drawing = static_cast<Drawing>(name - kDrawingNames.begin());
  const ReserveRules& reserve = rules_.kernel.reserve;
  const int hand = rules_.kernel.draw.hand;
  bool there = name != kDrawingNames.end();
  if (there && drawing == Drawing::first)  // HOUSE-BAG: nothing lies yet, nobody holds anything
    there = rules_.kernel.draw.blind_start && state_.pieces == 0 && state_.left == rules_.kernel.tiles();
  else if (there && drawing == Drawing::turn)
    there = hand == 0 && state_.pieces > 0;
  else if (there && drawing == Drawing::reserve)
    there = reserve.size > 0 && !reserve.draft && state_.pieces > 0;
  else
    there = there && state_.pieces > 0 && state_.v.hand_size[state_.seat] < hand;
  if (!there)
    return error_at(line, 1, "nothing is drawn like that here",
                    "turn; with hands deal, begin or refill, after the hand and move lines; with half tiles reserve or "
                    "bury; first before the first tile out of a bag");
  state_.v.drawing = drawing;
  drawing_given_ = true;
  return {};
}

Result<void> RestReader::set_phase(const Line& line, Phase phase) {
  if (phase_given_) return error_at(line, 0, "drawn, follower and over exclude each other");
  phase_given_ = true;
  state_.phase = phase;
  return {};
}

}  // namespace bastide
