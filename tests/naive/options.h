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
  bool abbots = false;            ///< ABBOT-1, ABBOT-2
  int hand = 0;                   ///< tiles in a hand; 0: the tile is drawn at the start of the turn
  bool dealt = false;             ///< hands are dealt at set-up (HOUSE-HAND3); false: HOUSE-PREDRAW
  bool put_back = false;          ///< DRAW-3
  bool blind_start = false;       ///< HOUSE-BAG
  bool offers = false;            ///< HOUSE-BUY
  bool holes = false;             ///< HOUSE-HOLE

  explicit Options(const OptionValues& by_name);
};

}  // namespace bastide::naive
