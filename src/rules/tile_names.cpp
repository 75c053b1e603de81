// The words of the tile catalogue: sides, ports, terrains, features, and the names of a tile's places.
#include <algorithm>

#include "rules/catalogue_parts.h"

namespace bastide {

std::string_view to_string(TileSide side) {
  static constexpr std::array<std::string_view, kTileSides> names{"N", "E", "S", "W", "H", "N2", "E2", "S2"};
  return names[static_cast<size_t>(side)];
}

std::string_view to_string(TilePort port) {
  static constexpr std::array<std::string_view, 16> names{"NNW", "NNE", "ENE",  "ESE",  "SSE",  "SSW",  "WSW",  "WNW",
                                                          "HNW", "HSE", "NNW2", "NNE2", "ENE2", "ESE2", "SSE2", "SSW2"};
  return names[static_cast<size_t>(port)];
}

std::string_view to_string(TileTerrain terrain) {
  static constexpr std::array<std::string_view, 6> names{"none", "field", "road", "city", "water", "any"};
  return names[static_cast<size_t>(terrain)];
}

std::string_view to_string(TileFeatureType type) {
  static constexpr std::array<std::string_view, 12> names{"city",     "road",    "cloister", "field",
                                                          "garden",   "water",   "chapter",  "pyramid",
                                                          "building", "quarter", "hut",      "trap"};
  return names[static_cast<size_t>(type)];
}

std::string_view to_string(RoadEnd end) {
  static constexpr std::array<std::string_view, 9> names{"none",  "village", "cloister", "city", "house",
                                                         "trees", "mark",    "spring",   "lake"};
  return names[static_cast<size_t>(end)];
}

std::array<TilePort, 2> ports_of(TileSide side) {
  const int first = 2 * static_cast<int>(side);
  return {static_cast<TilePort>(first), static_cast<TilePort>(first + 1)};
}

TileSide side_of(TilePort port) {
  return static_cast<TileSide>(static_cast<int>(port) / 2);
}

std::vector<TileSide> sides_of(TileShape shape) {
  if (shape == TileShape::half) return {TileSide::S, TileSide::W, TileSide::H};
  if (shape == TileShape::twin)
    return {TileSide::N, TileSide::N2, TileSide::E2, TileSide::S2, TileSide::S, TileSide::W};
  return {TileSide::N, TileSide::E, TileSide::S, TileSide::W};
}

void name_places(TileSpec& tile) {
  for (TileFeatureSpec& feature : tile.features) {
    feature.place = to_string(feature.type);
    if (feature.type == TileFeatureType::field && feature.ports.empty()) {
      const auto before = std::count_if(tile.features.data(), &feature, [](const TileFeatureSpec& other) {
        return other.type == TileFeatureType::field && other.ports.empty();
      });
      feature.place += before == 0 ? "Inner" : "Inner" + std::to_string(before + 1);
      continue;
    }
    const auto same_type = [&feature](const TileFeatureSpec& other) { return other.type == feature.type; };
    if (std::count_if(tile.features.begin(), tile.features.end(), same_type) == 1) continue;
    // A field is told by its ports, since a side can touch two of them. Both lists are in clockwise order.
    feature.place += feature.ports.empty() ? to_string(feature.sides.front()) : to_string(feature.ports.front());
  }
}

}  // namespace bastide
