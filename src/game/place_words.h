// Tiles and places in words that are read out: "city on the north and east with a shield", "Farmer in the field to the
// south-west".
#pragma once
#include <string>
#include <string_view>

#include "rules/catalogue.h"
#include "rules/phrases.h"

namespace bastide {

/// A tile as it lies at rotation 0, its features in order; fields are named only where there is nothing else.
Texts tile_in_words(const Phrases& phrases, const TileSpec& tile);

/// A figure's place on a turned tile. Directions are named where the tile has several features of that type.
/// `figure`: what it is called there: "knight".
Texts place_in_words(const Phrases& phrases, const TileSpec& tile, int feature, int rotation, std::string_view figure);

}  // namespace bastide
