// Whether a board is still as it was, for whoever keeps what was found out about it.
#pragma once
#include <cstdint>

#include "core/state.h"

namespace bastide {

/// As long as it exists, a state that only the kernel changes, in this thread: its counts tell then whether it is as it
/// was. One at a time; of all other states nothing is known.
class PlayedOn {
 public:
  explicit PlayedOn(const State<Full>& state) {
    played = &state;
    ++games;
  }
  ~PlayedOn() { played = nullptr; }
  PlayedOn(const PlayedOn&) = delete;
  PlayedOn& operator=(const PlayedOn&) = delete;

  /// The number of the game that a state is played on in; 0: none.
  static uint64_t number(const State<Full>& state) { return played == &state ? games : 0; }
  /// One that no game has.
  static uint64_t another() { return ++games; }

 private:
  static thread_local inline const State<Full>* played = nullptr;
  static thread_local inline uint64_t games = 0;
};

/// Moves are tried on a state, each from the same position: as long as nothing is laid, its tiles are the same in all
/// games that begin so.
class TriedOn {
 public:
  explicit TriedOn(const State<Full>& state) : state_(&state) {}
  ~TriedOn() {
    if (last.state == state_) last = Last{};
  }
  TriedOn(const TriedOn&) = delete;
  TriedOn& operator=(const TriedOn&) = delete;

  /// The next move is tried: the state is the position again.
  void begin() const { last = Last{state_, number_, state_->pieces, state_->v.overpasses}; }

  /// The number of all these games, for what follows from the tiles; or that of the game.
  static uint64_t number(const State<Full>& state) {
    const uint64_t game = PlayedOn::number(state);
    const bool same =
        game != 0 && last.state == &state && last.pieces == state.pieces && last.overpasses == state.v.overpasses;
    return same ? last.number : game;
  }

 private:
  struct Last {
    const State<Full>* state;
    uint64_t number;
    int pieces, overpasses;
  };
  const State<Full>* state_;
  uint64_t number_ = PlayedOn::another();
  static thread_local inline Last last = {};
};

/// The same number means that no figure has moved, no tile was laid and no road put over one; nor were there other
/// rules. What is heaped on tiles and what expansions remember may be different. 0 means nothing.
inline uint64_t board_stamp(const State<Full>& state) {
  const uint64_t number = PlayedOn::number(state);
  return number == 0 ? 0 : number << 16 | state.v.changes;
}

/// The same, whatever figures did.
inline uint64_t tiles_stamp(const State<Full>& state) {
  const uint64_t number = TriedOn::number(state);
  return number == 0 ? 0 : number << 24 | uint64_t{state.v.overpasses} << 16 | state.pieces;
}

/// The same, whatever tiles were laid: what was joined still is.
inline uint64_t ways_stamp(const State<Full>& state) {
  const uint64_t number = TriedOn::number(state);
  return number == 0 ? 0 : number << 8 | state.v.overpasses;
}

}  // namespace bastide
