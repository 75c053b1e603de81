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

 private:
  static thread_local inline const State<Full>* played = nullptr;
  static thread_local inline uint64_t games = 0;
};

/// The same number means that no figure has moved, no tile was laid and no road put over one; nor were there other
/// rules. What is heaped on tiles and what expansions remember may be different. 0 means nothing.
inline uint64_t board_stamp(const State<Full>& state) {
  const uint64_t number = PlayedOn::number(state);
  return number == 0 ? 0 : number << 16 | state.v.changes;
}

/// The same, whatever figures did.
inline uint64_t tiles_stamp(const State<Full>& state) {
  const uint64_t number = PlayedOn::number(state);
  return number == 0 ? 0 : number << 24 | uint64_t{state.v.overpasses} << 16 | state.pieces;
}

/// The same, whatever tiles were laid: what was joined still is.
inline uint64_t ways_stamp(const State<Full>& state) {
  const uint64_t number = PlayedOn::number(state);
  return number == 0 ? 0 : number << 8 | state.v.overpasses;
}

}  // namespace bastide
