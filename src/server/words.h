// Tiles and places in words that are read out: "city on the north and east with a shield", "Farmer in the field to the
// south-west".
#pragma once
#include <string>

#include "rules/catalogue.h"

namespace bastide {

/// A tile as it lies at rotation 0, its features in order; fields are named only where there is nothing else.
std::string tile_in_words(const TileSpec& tile);

/// A follower's place on a turned tile. Directions are named where the tile has several features of that type.
std::string place_in_words(const TileSpec& tile, int feature, int rotation);

}  // namespace bastide
