// Whether what is said of a tile can be true: its sides and features agree, its field halves are each told once, its
// copies add up. Everything behind the loader relies on this and looks at no tile twice.
#include <algorithm>

#include "rules/catalogue_parts.h"

namespace bastide {
namespace {

std::string word(auto value) {
  return std::string(to_string(value));
}

TileTerrain terrain_at(const TileSpec& tile, TileSide side) {
  return tile.sides[static_cast<size_t>(side)];
}

/// The features are in the one order everybody may rely on, and the board has room for them.
void check_list(const TileSpec& tile, const TableReader& table, const std::vector<TomlNode>& features) {
  constexpr size_t kMaxFeatures = 12;
  if (features.empty()) table.fail("The tile has no features.", "'features', at least one");
  if (features.size() > kMaxFeatures) table.fail_key("features", "The tile has too many features.", "at most 12");
  int cloisters = 0;
  for (size_t i = 0; i < features.size(); ++i) {
    const TileFeatureType type = tile.features[i].type;
    if (i > 0 && type == TileFeatureType::city && tile.features[i - 1].type != TileFeatureType::city) {
      fail_at(features[i], "A city stands behind other features.", "cities first");
    }
    if (type == TileFeatureType::cloister && ++cloisters > 1) {
      fail_at(features[i], "The tile has a second cloister.", "one at most");
    }
    if (tile.features[i].end == RoadEnd::cloister &&
        std::none_of(tile.features.begin(), tile.features.end(),
                     [](const TileFeatureSpec& other) { return other.type == TileFeatureType::cloister; })) {
      fail_at(features[i], "The road ends at a cloister, and the tile has none.", "a cloister among the features");
    }
  }
}

/// Every city side and every road side belongs to exactly one feature of that kind.
void check_sides(const TileSpec& tile, const TableReader& table, const std::vector<TomlNode>& features) {
  std::array<int, 5> owners{};
  for (size_t i = 0; i < features.size(); ++i) {
    const TileTerrain wanted = tile.features[i].type == TileFeatureType::city ? TileTerrain::city : TileTerrain::road;
    for (const TileSide side : tile.features[i].sides) {
      const TileTerrain there = terrain_at(tile, side);
      if (there == TileTerrain::none)
        fail_at(features[i], "The shape has no side " + word(side) + ".", "a side it has");
      if (there != wanted) {
        fail_at(features[i], "The " + word(wanted) + " reaches side " + word(side) + ", which is " + word(there) + ".",
                word(wanted) + " at that side, or another side");
      }
      if (++owners[static_cast<size_t>(side)] > 1) {
        fail_at(features[i], "Side " + word(side) + " belongs to two features.", "each side in one feature");
      }
    }
  }
  for (const TileSide side : sides_of(tile.shape)) {
    const TileTerrain there = terrain_at(tile, side);
    if (there != TileTerrain::field && owners[static_cast<size_t>(side)] == 0) {
      table.fail_key("features",
                     "Side " + word(side) + " is " + word(there) + ", and no " + word(there) + " reaches it.",
                     "a " + word(there) + " with that side");
    }
  }
}

/// Every half of a field or road side belongs to exactly one field (FIELD-1); a city side has none.
void check_ports(const TileSpec& tile, const TableReader& table, const std::vector<TomlNode>& features) {
  std::array<int, 10> owner;
  owner.fill(-1);
  for (size_t i = 0; i < features.size(); ++i) {
    for (const TilePort port : tile.features[i].ports) {
      const TileTerrain there = terrain_at(tile, side_of(port));
      if (there == TileTerrain::none) fail_at(features[i], "The shape has no " + word(port) + ".", "a port it has");
      if (there == TileTerrain::city) {
        fail_at(features[i], "The field reaches " + word(port) + ", and that side is city.",
                "ports of field and road sides");
      }
      int& taken = owner[static_cast<size_t>(port)];
      if (taken >= 0) fail_at(features[i], "Two fields reach " + word(port) + ".", "each half in one field");
      taken = static_cast<int>(i);
    }
  }
  for (const TileSide side : sides_of(tile.shape)) {
    if (terrain_at(tile, side) == TileTerrain::city) continue;
    const auto ports = ports_of(side);
    for (const TilePort port : ports) {
      if (owner[static_cast<size_t>(port)] < 0) {
        table.fail_key("features", "No field reaches " + word(port) + ".", "each half in one field");
      }
    }
    const bool parted = owner[static_cast<size_t>(ports[0])] != owner[static_cast<size_t>(ports[1])];
    if (parted && terrain_at(tile, side) == TileTerrain::field) {
      table.fail_key("features", "Side " + word(side) + " is field, and its halves are in two fields.",
                     "both halves in one field, since no road parts them");
    }
  }
}

void check_junction(const TileSpec& tile, const TableReader& table) {
  if (tile.junction_look.empty()) return;
  const std::vector<std::string> looks{"houses", "bushes", "trees", "house"};
  if (std::find(looks.begin(), looks.end(), tile.junction_look) == looks.end()) {
    table.fail_key("junction_look", "'" + tile.junction_look + "' is no look of a junction.",
                   nearest(tile.junction_look, looks));
  }
  if (tile.junction.empty()) {
    table.fail_key("junction_look", "No road ends on the tile, so it has no junction.", "no 'junction_look'");
  }
}

void check_copies(const TileSpec& tile, const TableReader& table) {
  int copies = 0;
  int starts = 0;
  for (const TileVariant& variant : tile.variants) {
    copies += variant.count;
    starts += variant.start ? 1 : 0;
  }
  if (copies != tile.count) {
    table.fail_key(
        "variants",
        "The variants are " + std::to_string(copies) + " copies, the tile has " + std::to_string(tile.count) + ".",
        "copies that add up to 'count'");
  }
  if (starts != (tile.start ? 1 : 0)) {
    table.fail_key("variants", std::to_string(starts) + " variants are marked as the start tile.",
                   tile.start ? "one with 'start = true'" : "none, or 'start = true' on the tile");
  }
}

}  // namespace

void check_tile(const TileSpec& tile, const TableReader& table, const std::vector<TomlNode>& features) {
  check_list(tile, table, features);
  check_sides(tile, table, features);
  check_ports(tile, table, features);
  check_junction(tile, table);
  check_copies(tile, table);
}

}  // namespace bastide
