// Hills, vineyards and sheep (HILL-*, VINE-*, SHEEP-*): hills decide ties and hide a tile, vineyards pay at cloisters,
// shepherds tend flocks out of a bag. Tiles come from a box of their own, and some are half tiles (HALF-HILL,
// HALF-VINEYARD, HALF-SHEEP). Shepherds play with the box alone, and so are an expansion by themselves.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kHillsAndSheep;
extern const Expansion kShepherds;

}  // namespace bastide
