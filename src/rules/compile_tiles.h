// From a tile as the catalogue describes it to what the kernel runs on, and the versions of it that options make.
#pragma once
#include <string>
#include <vector>

#include "core/ruleset.h"
#include "rules/catalogue.h"

namespace bastide {

TileKind compile_kind(const TileSpec& tile);

/// Of a double tile.
SecondSquare second_square_of(const TileSpec& tile);

Outlines outlines_of(const TileSpec& tile);

Meeting meeting_of(const TileKind& kind);

/// A cloister lies inside a city that reaches two opposite sides.
Leads leads_of(const TileSpec& tile);

/// Whether two tiles cannot be told apart by their features.
bool same_tile(const TileSpec& a, const TileSpec& b);

struct TileVersion {
  TileSpec tile;
  std::string name;  ///< in notation
};

/// The tile as the options have it: copies with a garden apart (ABBOT-1), roads that meet in bushes as one
/// (HOUSE-TREES).
std::vector<TileVersion> versions_of(const TileSpec& tile, bool gardens, bool bushes_join);

}  // namespace bastide
