// Hills, vineyards and sheep (HILL-*, VINE-*, SHEEP-*): hills decide ties and hide a tile, vineyards pay at cloisters,
// shepherds tend flocks out of a bag. Tiles come from a box of their own, and some are half tiles (HALF-HILL,
// HALF-VINEYARD, HALF-SHEEP). So hills and vineyards are an expansion by themselves, which either brings into play.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kHills;
extern const Expansion kHillsAndSheep;

}  // namespace bastide
