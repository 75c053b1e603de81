#include "notation/position_rest.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/kernel.h"

namespace bastide {
namespace {

using Drawing = State<Full>::Drawing;

/// In the order of State::Drawing.
constexpr std::array<std::string_view, 5> kDrawingNames = {"turn", "first", "deal", "begin", "refill"};

bool offering(const State<Full>& state) {
  return state.phase == Phase::offer || state.phase == Phase::sale;
}

/// How many of a kind are neither on the table nor in the stack.
std::vector<int> unseen_tiles(const GameRules& rules, const State<Full>& state) {
  std::vector<int> unseen(rules.kinds.size());
  for (std::size_t kind = 0; kind < unseen.size(); ++kind)
    unseen[kind] = rules.kinds[kind].count - draw_weight(state, static_cast<int>(kind));
  for (int p = 0; p < state.pieces; ++p) --unseen[state.piece[p].kind];
  return unseen;
}

}  // namespace

std::string write_rest(const GameRules& rules, const State<Full>& state) {
  const bool hands = rules.kernel.draw.hand > 0;
  const bool holds_drawn = !hands && (state.phase == Phase::tile || offering(state));
  std::vector<int> unseen = unseen_tiles(rules, state);
  if (holds_drawn) --unseen[state.drawn];
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
  }
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
  if (holds_drawn) text += fmt::format("drawn {}\n", rules.kinds[state.drawn].name);
  if (offering(state)) numbers("bids", state.v.offer);
  if (state.phase == Phase::draw && (hands || state.v.drawing == Drawing::first))
    text += fmt::format("drawing {}\n", kDrawingNames[static_cast<std::size_t>(state.v.drawing)]);
  if (state.phase == Phase::follower) text += "follower\n";
  if (state.phase == Phase::over) text += "over\n";
  return text;
}

Result<void> RestReader::read(const Line& line) {
  std::size_t words = line.words.size();
  if (auto done = read_line(line, words); !done) return done;
  if (line.words.size() > words) return error_at(line, words, fmt::format("'{}' is too much", line.words[words].text));
  return {};
}

Result<void> RestReader::read_line(const Line& line, std::size_t& words) {
  const std::string_view key = line.words[0].text;
  const auto seats = static_cast<std::size_t>(rules_.kernel.seats);
  words = 2;
  if (key == "score" || key == "bids") {
    words = seats + 1;
    if (key == "score") return read_numbers(line, state_.score, -32000);
    if (auto done = set_phase(line, Phase::offer); !done) return done;
    return read_numbers(line, state_.v.offer, 0);
  }
  if (key == "move" || key == "turn") {
    const auto seat = read_seat(line);
    if (!seat) return tl::unexpected<Error>(seat.error());
    (key == "turn" ? state_.v.turn_seat : state_.seat) = static_cast<uint8_t>(*seat);
    turn_given_ |= key == "turn";
    return {};
  }
  if (key == "drawn") return read_drawn(line);
  if (key == "aside") {
    const auto kind = take_tile(line, 1);
    if (!kind) return tl::unexpected<Error>(kind.error());
    return {};
  }
  if (key == "drawing") return read_drawing(line);
  if (key == "hand" || key == "bought") {
    words = line.words.size();
    return key == "hand" ? read_hand(line) : read_bought(line);
  }
  words = 1;
  if (key == "again") {
    state_.v.again = true;
    return {};
  }
  if (key == "follower") return set_phase(line, Phase::follower);
  if (key == "over") return set_phase(line, Phase::over);
  return error_at(line, 0, fmt::format("'{}' cannot stand here", key),
                  "tile, score, move, turn, drawn, aside, hand, bought, bids, again, drawing, follower or over");
}

Result<void> RestReader::finish(const Line& last) {
  if (!turn_given_) state_.v.turn_seat = state_.seat;
  if (state_.pieces == 0) {  // the bag is full and a first tile is drawn from it
    if (state_.phase == Phase::draw && !drawn_ && state_.left == rules_.kernel.tiles()) return {};
    return error_at(last, 0, "before the first tile is drawn nobody has any", "score, move and drawing first",
                    "HOUSE-BAG");
  }
  const bool hands = rules_.kernel.draw.hand > 0;
  if (state_.phase == Phase::offer) {
    if (!drawn_) return error_at(last, 0, "bids are for a drawn tile", "drawn TILE", "HOUSE-BUY");
    const auto& offers = state_.v.offer;
    if (state_.seat == state_.v.turn_seat) {
      state_.phase = Phase::sale;
      if (std::all_of(offers.begin(), offers.end(), [](int points) { return points == 0; }))
        return error_at(last, 0, "there is no offer to take", {}, "HOUSE-BUY");
    }
    for (int seat = 0; seat < rules_.kernel.seats; ++seat)
      if (offers[seat] > std::max<int>(0, state_.score[seat]) || (offers[seat] > 0 && state_.v.bought[seat] != 0))
        return error_at(last, 0, fmt::format("seat {} cannot offer {} points", seat + 1, offers[seat]), {},
                        "HOUSE-BUY");
  } else if (drawn_ || (hands && state_.phase == Phase::draw && !drawing_given_)) {
    state_.phase = Phase::tile;
  }
  if (state_.phase != Phase::tile && state_.phase != Phase::offer && state_.phase != Phase::sale) return {};
  State<Full> placing = state_;
  placing.phase = Phase::tile;
  std::vector<Move> moves;
  legal_moves(rules_.kernel, placing, moves);
  if (!moves.empty()) return {};
  if (!drawn_)
    return error_at(last, 0, "no tile in the hand of the seat to move fits anywhere", "drawing begin", "HOUSE-HAND3");
  return error_at(*drawn_, 1, fmt::format("tile {} fits nowhere: it is set aside", rules_.kinds[state_.drawn].name),
                  "aside", "DRAW-2");
}

Result<void> RestReader::read_numbers(const Line& line, std::array<int16_t, kMaxSeats>& values, int minimum) {
  for (int seat = 0; seat < rules_.kernel.seats; ++seat) {
    const auto points = parse_number(line, static_cast<std::size_t>(seat) + 1, minimum, 32000);
    if (!points) return tl::unexpected<Error>(points.error());
    values[seat] = static_cast<int16_t>(*points);
  }
  return {};
}

Result<int> RestReader::read_seat(const Line& line) {
  auto seat = parse_number(line, 1, 1, rules_.kernel.seats);
  if (!seat) return seat;
  return *seat - 1;
}

/// A tile that is neither on the table nor in the stack.
Result<int> RestReader::take_tile(const Line& line, std::size_t word) {
  auto kind = parse_tile(rules_, line, word);
  if (!kind) return kind;
  const auto end = state_.stack.begin() + state_.left;
  const auto tile = std::find(state_.stack.begin(), end, *kind);
  if (tile == end)
    return error_at(line, word, fmt::format("no tile {} is left", rules_.kinds[*kind].name), {}, "SET-1");
  *tile = state_.stack[state_.left - 1u];
  --state_.left;
  return kind;
}

Result<void> RestReader::read_drawn(const Line& line) {
  if (drawn_) return error_at(line, 0, "a drawn tile is given twice");
  if (rules_.kernel.draw.hand > 0)
    return error_at(line, 0, "tiles are played from hands here", "hand SEAT TILE ...", "HOUSE-HAND3");
  if (phase_given_ && state_.phase != Phase::offer)
    return error_at(line, 0, "drawn, follower and over exclude each other");
  const auto kind = take_tile(line, 1);
  if (!kind) return tl::unexpected<Error>(kind.error());
  state_.drawn = static_cast<uint8_t>(*kind);
  drawn_ = &line;
  phase_given_ = true;
  return {};
}

Result<void> RestReader::read_hand(const Line& line) {
  const auto seat = read_seat(line);
  if (!seat) return tl::unexpected<Error>(seat.error());
  uint8_t& size = state_.v.hand_size[*seat];
  for (std::size_t word = 2; word < line.words.size(); ++word) {
    if (size >= rules_.kernel.draw.hand)
      return error_at(line, word, fmt::format("a hand has at most {} tiles", rules_.kernel.draw.hand), {},
                      "HOUSE-HAND3");
    const auto kind = take_tile(line, word);
    if (!kind) return tl::unexpected<Error>(kind.error());
    state_.v.hand[*seat][size++] = static_cast<uint8_t>(*kind);
  }
  return {};
}

Result<void> RestReader::read_bought(const Line& line) {
  const auto seat = read_seat(line);
  if (!seat) return tl::unexpected<Error>(seat.error());
  if (!rules_.kernel.draw.offers) return error_at(line, 0, "tiles are not bought in this game", {}, "HOUSE-BUY");
  if (state_.v.bought[*seat] != 0) return error_at(line, 2, "a seat holds at most one bought tile", {}, "HOUSE-BUY");
  const auto kind = take_tile(line, 2);
  if (!kind) return tl::unexpected<Error>(kind.error());
  if (line.words.size() > 3) return error_at(line, 3, "a seat holds at most one bought tile", {}, "HOUSE-BUY");
  state_.v.bought[*seat] = static_cast<int16_t>(*kind + 1);
  return {};
}

Result<void> RestReader::read_drawing(const Line& line) {
  const std::string_view text = line.words.size() > 1 ? line.words[1].text : std::string_view{};
  const auto name = std::find(kDrawingNames.begin(), kDrawingNames.end(), text);
  const auto drawing = static_cast<Drawing>(name - kDrawingNames.begin());
  const bool first = drawing == Drawing::first;  // HOUSE-BAG: nothing lies yet, nobody holds anything
  const bool into_hand = drawing != Drawing::turn && !first;
  const bool good =
      name != kDrawingNames.end() &&
      (first ? rules_.kernel.draw.blind_start && state_.pieces == 0 && state_.left == rules_.kernel.tiles()
             : into_hand == (rules_.kernel.draw.hand > 0) && state_.pieces > 0) &&
      (!into_hand || state_.v.hand_size[state_.seat] < rules_.kernel.draw.hand);
  if (!good)
    return error_at(line, 1, "nothing is drawn like that here",
                    "turn; with hands deal, begin or refill, after the hand and move lines; first before the first "
                    "tile out of a bag");
  state_.v.drawing = drawing;
  drawing_given_ = true;
  return {};
}

Result<void> RestReader::set_phase(const Line& line, Phase phase) {
  const bool for_the_drawn = phase == Phase::offer && drawn_ && state_.phase == Phase::draw;
  if (phase_given_ && !for_the_drawn) return error_at(line, 0, "drawn, follower and over exclude each other");
  if (phase == Phase::offer && !rules_.kernel.draw.offers)
    return error_at(line, 0, "tiles are not bought in this game", {}, "HOUSE-BUY");
  phase_given_ = true;
  state_.phase = phase;
  return {};
}

}  // namespace bastide
