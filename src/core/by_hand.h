// Changing a state without playing: a position that is read, a table entered by hand, what somebody imagines. The board
// is laid by kernel.h; here is what the rules of this game keep besides. Only the full kernel has any of it.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "core/ruleset.h"
#include "core/state.h"

namespace bastide {

inline void set_active_seat(State<Full>& state, int seat) {
  state.v.turn_seat = static_cast<uint8_t>(seat);
}

/// The seat asked is to place a tile, and no expansion asks anything.
inline void ask_for_tile(State<Full>& state, State<Full>::Choice choice = State<Full>::Choice::drawn) {
  state.phase = Phase::tile;
  state.v.choice = choice;
  state.v.pendings = 0;
}

inline void set_declined(State<Full>& state, bool declined) {
  state.v.declined = declined;
}

inline void set_another_turn(State<Full>& state) {
  state.v.again = true;
}

/// REQUIRES: Ruleset::parts.
inline void set_part(State<Full>& state, int part) {
  state.v.part = static_cast<uint8_t>(part);
  state.v.counts = part != 0;
}

inline void set_part_due(State<Full>& state) {
  state.v.part_due = true;
}

/// A seat plays no more (is_gone). Where that leaves one, the game is over as it stands: nothing more is scored.
inline void leave(const Ruleset& rules, State<Full>& state, int seat) {
  state.v.gone = static_cast<uint8_t>(state.v.gone | 1u << seat);
  if (std::popcount(state.v.gone) + 1 < rules.seats) return;
  state.phase = Phase::over;
  state.v.pendings = 0;
}

/// The numbers of a sort of tokens, one for each seat.
inline int16_t* tokens_of(const Ruleset& rules, State<Full>& state, int token) {
  return &state.v.memory[rules.tokens[token].memory];
}

/// The last round runs (Pile::last_round), and ends with this seat.
inline void set_last_round(State<Full>& state, int seat) {
  state.v.last_round = static_cast<uint8_t>(seat + 1);
}

/// The turn goes on with this line of Ruleset::order.
inline void go_on_with(State<Full>& state, int line) {
  state.v.line = static_cast<uint8_t>(line);
}

inline int16_t* memory_of(const Ruleset& rules, State<Full>& state, int by) {
  return &state.v.memory[rules.added[by].memory];
}

inline std::span<int16_t> memory_of_all(State<Full>& state) {
  return state.v.memory;
}

/// Where figure number `figure` stands. It is neither counted nor listed as standing: for those of no seat.
inline Place& place_of(State<Full>& state, int figure) {
  return state.v.figure[figure].at;
}

/// How much is heaped on a tile.
inline uint8_t& heap_of(State<Full>& state, int piece) {
  return state.v.heap[piece];
}

/// Puts a figure of a seat's supply somewhere that is no feature. REQUIRES: one is there.
inline void put_away(const Ruleset& rules, State<Full>& state, int seat, Figure figure, Place to) {
  int number = first_figure(rules, state, seat, figure);
  while (state.v.figure[number].at.kind != Place::supply) ++number;
  state.v.figure[number].at = to;
  if (to.kind == Place::top) state.v.tops[state.v.figures_at[Place::top]] = static_cast<uint8_t>(number);
  --state.v.figures_at[Place::supply];
  ++state.v.figures_at[to.kind];
  if (figure == Figure::follower) --state.supply[seat];
}

// ---- questions of expansions

inline void ask_nothing(State<Full>& state) {
  state.v.pendings = 0;
}

/// REQUIRES: fewer than kMaxPending are asked.
inline void push_question(State<Full>& state, Pending question) {
  state.v.pending[state.v.pendings++] = question;
}

/// Asks another seat the question that is asked now. REQUIRES: there is one.
inline void ask_instead(State<Full>& state, int seat) {
  state.v.pending[state.v.pendings - 1u].seat = static_cast<uint8_t>(seat);
}

// ---- tiles in piles

inline std::span<HeldTile> held(State<Full>& state) {
  return {state.v.held.data(), state.v.helds};
}

/// REQUIRES: fewer than kMaxHeld are held.
inline void hold(State<Full>& state, HeldTile tile) {
  state.v.held[state.v.helds++] = tile;
}

inline void hold_none(State<Full>& state) {
  state.v.helds = 0;
}

/// Takes number `index` out; the others stay in order.
inline void take_held(State<Full>& state, std::size_t index) {
  const std::span<HeldTile> tiles = held(state);
  std::copy(tiles.begin() + static_cast<std::ptrdiff_t>(index) + 1, tiles.end(),
            tiles.begin() + static_cast<std::ptrdiff_t>(index));
  --state.v.helds;
}

}  // namespace bastide
