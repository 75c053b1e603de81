// Whether what is said of a tile can be true: its sides and features agree, its field halves are each told once, its
// copies add up. Everything behind the loader relies on this and looks at no tile twice.
#include <algorithm>

#include "core/types.h"
#include "rules/catalogue_parts.h"

namespace bastide {
namespace {

std::string word(auto value) {
  return std::string(to_string(value));
}

TileTerrain terrain_at(const TileSpec& tile, TileSide side) {
  return tile.sides[static_cast<size_t>(side)];
}

bool has(const auto& list, auto value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// The field that reaches `port`, -1 if none does.
int field_at(const TileSpec& tile, TilePort port) {
  for (size_t i = 0; i < tile.features.size(); ++i) {
    if (has(tile.features[i].ports, port)) return static_cast<int>(i);
  }
  return -1;
}

/// Every city side and every road side belongs to a feature of that kind.
void check_all_sides(const TileSpec& tile, const TableReader& table) {
  for (const TileSide side : sides_of(tile.shape)) {
    const TileTerrain there = terrain_at(tile, side);
    const auto reaches = [side](const TileFeatureSpec& feature) { return has(feature.sides, side); };
    if (there == TileTerrain::field || there == TileTerrain::any ||
        std::any_of(tile.features.begin(), tile.features.end(), reaches))
      continue;
    table.fail_key("features", "Side " + word(side) + " is " + word(there) + ", and no " + word(there) + " reaches it.",
                   "a " + word(there) + " with that side");
  }
}

/// Every half of a field or road side belongs to a field, and only a road parts the halves of a side (FIELD-1), unless
/// the tile says otherwise.
void check_all_ports(const TileSpec& tile, const TableReader& table) {
  for (const TileSide side : sides_of(tile.shape)) {
    const TileTerrain there = terrain_at(tile, side);
    if (there == TileTerrain::city || there == TileTerrain::any) continue;
    const auto ports = ports_of(side);
    for (const TilePort port : ports) {
      if (field_at(tile, port) < 0) {
        table.fail_key("features", "No field reaches " + word(port) + ".", "each half in one field");
      }
    }
    const bool one_field = field_at(tile, ports[0]) == field_at(tile, ports[1]);
    if (has(tile.parted, side) && (one_field || terrain_at(tile, side) != TileTerrain::field))
      table.fail_key("parted", "Side " + word(side) + " is not parted.", "field sides whose halves are in two fields");
    if (terrain_at(tile, side) == TileTerrain::field && !one_field && !has(tile.parted, side)) {
      table.fail_key("features", "Side " + word(side) + " is field, and its halves are in two fields.",
                     "both halves in one field, since no road parts them, or 'parted'");
    }
  }
}

/// A road from side to side parts the fields beside it, unless it runs in a tunnel: there a mouth is in one field. It
/// may come up and part those at its other end.
void check_roads_through(const TileSpec& tile, const TableReader& table) {
  for (const TileFeatureSpec& road : tile.features) {
    if (road.type != TileFeatureType::road || road.sides.size() < 2) continue;
    const auto parts = [&](TileSide side) {
      const auto ports = ports_of(side);
      return field_at(tile, ports[0]) != field_at(tile, ports[1]);
    };
    const bool mouth = !std::all_of(road.sides.begin(), road.sides.end(), parts);
    for (const TileSide side : road.sides) {
      const bool parted = parts(side);
      if (parted ? road.tunnel && !mouth : !road.tunnel)
        table.fail_key("features",
                       "The road at side " + word(side) +
                           (parted ? " runs in a tunnel, and its mouth is in two fields."
                                   : " runs through a field and does not part it."),
                       parted ? "both halves in one field" : "two fields, or 'tunnel = true' on the road");
    }
  }
}

/// Sides that fit everything come together, and on a whole tile.
void check_closing(const TileSpec& tile, const TableReader& table) {
  const auto any = std::count(tile.sides.begin(), tile.sides.end(), TileTerrain::any);
  if (any != 0 && any != 4)
    table.fail_key("sides", "Only some of the tile's sides fit everything.", "all of a whole tile's sides, or none");
}

void check_road_ends(const TileSpec& tile, const TableReader& table) {
  const auto at_cloister = [](const TileFeatureSpec& feature) { return feature.end == RoadEnd::cloister; };
  const auto cloister = [](const TileFeatureSpec& feature) { return feature.type == TileFeatureType::cloister; };
  if (std::any_of(tile.features.begin(), tile.features.end(), at_cloister) &&
      std::none_of(tile.features.begin(), tile.features.end(), cloister)) {
    table.fail_key("features", "A road ends at a cloister, and the tile has none.", "a cloister among the features");
  }
  if (tile.junction_look.empty()) return;
  const std::vector<std::string> looks{"houses", "bushes", "trees", "house"};
  if (!has(looks, tile.junction_look)) {
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

void check_feature(const TileSpec& tile, const TileFeatureSpec& feature, const TomlNode& node) {
  const auto& before = tile.features;
  if (before.size() == static_cast<size_t>(kMaxTileFeatures)) {
    fail_at(node, "The tile has too many features.", "at most " + std::to_string(kMaxTileFeatures));
  }
  if (feature.type == TileFeatureType::city && !before.empty() && before.back().type != TileFeatureType::city) {
    fail_at(node, "A city stands behind other features.", "cities first");
  }
  const TileTerrain wanted = feature.type == TileFeatureType::city    ? TileTerrain::city
                             : feature.type == TileFeatureType::water ? TileTerrain::water
                                                                      : TileTerrain::road;
  for (const TileSide side : feature.sides) {
    const TileTerrain there = terrain_at(tile, side);
    if (there == TileTerrain::none) fail_at(node, "The shape has no side " + word(side) + ".", "a side it has");
    if (there != wanted) {
      fail_at(node, "The " + word(wanted) + " reaches side " + word(side) + ", which is " + word(there) + ".",
              word(wanted) + " at that side, or another side");
    }
  }
  for (const TilePort port : feature.ports) {
    const TileTerrain there = terrain_at(tile, side_of(port));
    if (there == TileTerrain::none) fail_at(node, "The shape has no " + word(port) + ".", "a port it has");
    if (there == TileTerrain::city || there == TileTerrain::any) {
      fail_at(node, "The field reaches " + word(port) + ", and that side is city.", "ports of field and road sides");
    }
    if (field_at(tile, port) >= 0) fail_at(node, "Two fields reach " + word(port) + ".", "each half in one field");
  }
  if (feature.type == TileFeatureType::chapter &&
      std::none_of(before.begin(), before.end(),
                   [](const TileFeatureSpec& other) { return other.type == TileFeatureType::cloister; }))
    fail_at(node, "A chapter belongs to a cloister, and none stands before it.", "the cloister first");
  if (feature.type == TileFeatureType::building && tile.shape != TileShape::twin)
    fail_at(node, "A building lies on two squares.", "a tile of shape 'twin'");
  for (const TileFeatureSpec& other : before) {
    if ((feature.type == TileFeatureType::cloister || feature.type == TileFeatureType::building ||
         feature.type == TileFeatureType::quarter || feature.type == TileFeatureType::hut ||
         feature.type == TileFeatureType::trap) &&
        other.type == feature.type) {
      fail_at(node, "The tile has a second " + word(feature.type) + ".", "one at most");
    }
    for (const TileSide side : feature.sides) {
      if (has(other.sides, side)) {
        fail_at(node, "Side " + word(side) + " belongs to two features.", "each side in one feature");
      }
    }
  }
}

void check_tile(const TileSpec& tile, const TableReader& table) {
  if (tile.features.empty()) table.fail("The tile has no features.", "'features', at least one");
  check_closing(tile, table);
  check_all_sides(tile, table);
  check_all_ports(tile, table);
  check_roads_through(tile, table);
  check_road_ends(tile, table);
  check_copies(tile, table);
}

}  // namespace bastide
