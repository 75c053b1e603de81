// What a move did, beyond the move itself: awards and tiles set aside. The full kernel appends to the log it is given;
// in search there is none and nothing of this costs anything.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "core/types.h"

namespace bastide {

/// Points given for one feature at one moment; also when all owners together got 0.
struct Award {
  FeatureType type = FeatureType::city;
  bool completed = false;  ///< in play; false: at the end of the game (FINAL-1, FIELD-3)
  int node = 0;            ///< root of the feature in the state that the move left
  int tiles = 0;           ///< road, city: tiles; cloister: occupied spaces, its own included
  int shields = 0;
  int cities = 0;                              ///< field: completed cities that border it
  std::array<uint8_t, kMaxSeats> followers{};  ///< by seat, before they went home
  std::array<int16_t, kMaxSeats> points{};     ///< by seat
};

struct EventLog {
  std::vector<Award> awards;
  bool set_aside = false;  ///< the drawn tile fitted nowhere (DRAW-2)
  bool over = false;       ///< the game ended with this move
};

}  // namespace bastide
