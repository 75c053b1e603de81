// What a game of the naive implementation is played by, read from the names of the options.
#pragma once
#include "naive/table.h"

namespace bastide::naive {

enum class Farmers {
  none,         ///< FIELD-0
  by_field,     ///< FIELD-3
  once_a_city,  ///< FIELD-2ND
  by_city       ///< FIELD-1ST
};

struct Options {
  Farmers farmers = Farmers::by_field;
  bool small_cities = false;      ///< CITY-3
  bool unfinished_counts = true;  ///< false: HOUSE-NOFINAL
  int hand = 0;                   ///< tiles in a hand; 0: the tile is drawn at the start of the turn
  bool dealt = false;             ///< hands are dealt at set-up (HOUSE-HAND3); false: HOUSE-PREDRAW
  bool put_back = false;          ///< DRAW-3
  bool blind_start = false;       ///< HOUSE-BAG
  bool holes = false;             ///< HOUSE-HOLE

  bool half_is_a_tile = false;         ///< HALF-7, roads and cities: two in a space count 2, not 1
  bool half_is_a_tile_around = false;  ///< HALF-7, the surroundings of cloisters and gardens

  explicit Options(const OptionValues& by_name);
};

}  // namespace bastide::naive
