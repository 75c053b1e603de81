// What the tests of the data look tiles, options and rules up with.
#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "rules/catalogue.h"

namespace bastide {

inline const Catalogue& catalogue() {
  return builtin_catalogue();
}

}  // namespace bastide

namespace bastide::catalogue_test {

using Names = std::vector<std::string>;

inline const TileSet& tile_set(const std::string& id) {
  return *catalogue().find_set(id);
}
inline const TileSpec& tile(const std::string& set, const std::string& id) {
  return *tile_set(set).find(id);
}

inline std::vector<std::string> places(const TileSpec& tile) {
  std::vector<std::string> names;
  for (const TileFeatureSpec& feature : tile.features) names.push_back(feature.place);
  return names;
}

/// A square tile's features turned k quarters clockwise, as text in which equal tiles are equal.
inline std::string turned(const TileSpec& tile, int k) {
  const auto sides = [k](const TileFeatureSpec& feature) {
    std::string mask = "----";
    for (const TileSide side : feature.sides) mask[(static_cast<int>(side) + k) % 4] = 'x';
    return mask;
  };
  std::multiset<std::string> features;
  for (const TileFeatureSpec& feature : tile.features) {
    std::string text =
        std::string(to_string(feature.type)) + " " + sides(feature) + " " + std::to_string(feature.shields);
    text += " " + std::string(to_string(feature.end));
    if (feature.end_city >= 0) text += sides(tile.features[feature.end_city]);
    std::string ports = "--------";
    for (const TilePort port : feature.ports) ports[(static_cast<int>(port) + 2 * k) % 8] = 'x';
    std::set<std::string> walls;
    for (const int city : feature.cities) walls.insert(sides(tile.features[city]));
    text += " " + ports;
    for (const std::string& wall : walls) text += " " + wall;
    features.insert(text);
  }
  std::string all;
  for (const std::string& feature : features) all += feature + "; ";
  return all;
}

/// What is on the tiles of a set, however they are turned, and how often.
inline std::map<std::string, int> topologies(const TileSet& set) {
  std::map<std::string, int> counts;
  for (const TileSpec& tile : set.tiles) {
    counts[std::min({turned(tile, 0), turned(tile, 1), turned(tile, 2), turned(tile, 3)})] += tile.count;
  }
  return counts;
}

/// The tiles of which one copy has a garden, by their ids; "?" for more copies of one.
inline std::string gardens_on(const TileSet& set) {
  std::string ids;
  for (const TileSpec& tile : set.tiles)
    for (const TileVariant& variant : tile.variants)
      if (variant.illustration == "garden") ids += variant.count == 1 ? tile.id : "?";
  return ids;
}

/// What an option may be; former values in brackets.
inline std::string values_of(const OptionSpec& option) {
  if (option.values.empty()) return std::to_string(option.minimum) + " to " + std::to_string(option.maximum);
  std::string all;
  for (const OptionValue& value : option.values)
    all += (all.empty() ? "" : " ") + (value.former ? "(" + value.id + ")" : value.id);
  return all;
}

// Whether something stands in data/ itself; otherwise an expansion brings it.
inline bool of_the_base(const TileSet& set) {
  return embedded_data().contains("tiles/" + set.id + ".toml");
}
inline bool of_the_base(const OptionSpec& option) {
  return embedded_data().at("options.toml").find("[[option]]\nid = \"" + option.id + "\"\n") != std::string::npos;
}
inline bool of_the_base(const RuleSpec& rule) {
  return embedded_data().at("rules.toml").find("[[rule]]\nid = \"" + rule.id + "\"\n") != std::string::npos;
}

}  // namespace bastide::catalogue_test
