// Words for tiles and places, made from the catalogue's description alone.
#include "game/place_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace bastide {
namespace {

constexpr std::array<std::string_view, 5> kSides = {"north", "east", "south", "west", "long side"};
constexpr std::array<std::string_view, 8> kWinds = {"north", "north-east", "east", "south-east",
                                                    "south", "south-west", "west", "north-west"};

/// By TileFeatureType.
constexpr std::array<std::string_view, 5> kPlaces = {"city", "road", "cloister", "field", "garden"};

Texts both(const Phrases& phrases, const Texts& first, const Texts& last) {
  return say(phrases, "and", {{"first", first}, {"last", last}});
}

std::string list(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

std::vector<int> turned_sides(const std::vector<TileSide>& sides, int rotation) {
  std::vector<int> turned;
  for (const TileSide side : sides) turned.push_back(side == TileSide::H ? 4 : (static_cast<int>(side) + rotation) % 4);
  std::sort(turned.begin(), turned.end());
  return turned;
}

std::string side_names(const std::vector<TileSide>& sides, int rotation) {
  std::vector<std::string> names;
  for (const int side : turned_sides(sides, rotation)) names.emplace_back(kSides[side]);
  return list(names);
}

std::string end_name(const TileSpec& tile, RoadEnd end) {
  switch (end) {
    case RoadEnd::village:
      return "a village";
    case RoadEnd::cloister:
      return "the cloister";
    case RoadEnd::city:
      return "the city";
    case RoadEnd::house:
      return "a house";
    case RoadEnd::trees:
      return "trees";
    case RoadEnd::mark:
      return "a " + tile.symbols.front().type;
    case RoadEnd::none:
      break;
  }
  return {};
}

std::string city_in_words(const TileFeatureSpec& city) {
  std::string text = city.sides.size() == 4 ? "city on all sides" : "city on the " + side_names(city.sides, 0);
  if (city.shields == 1) text += " with a shield";
  if (city.shields > 1) text += fmt::format(" with {} shields", city.shields);
  return text;
}

struct Point {
  double x = 0, y = 0;
};

/// Where a half-side lies on the unit tile, x right and y down, in the order of TilePort.
constexpr std::array<Point, 10> kPorts = {
    {{.25, 0}, {.75, 0}, {1, .25}, {1, .75}, {.75, 1}, {.25, 1}, {0, .75}, {0, .25}, {.25, .25}, {.75, .75}}};

/// The wind a field lies at, from the middle of its ports; empty where they balance.
std::string_view field_wind(const TileSpec& tile, const TileFeatureSpec& field, int rotation) {
  const Point centre = tile.shape == TileShape::square ? Point{.5, .5} : Point{1 / 3., 2 / 3.};
  Point sum;
  for (const TilePort port : field.ports) {
    sum.x += kPorts[static_cast<std::size_t>(port)].x - centre.x;
    sum.y += kPorts[static_cast<std::size_t>(port)].y - centre.y;
  }
  if (std::hypot(sum.x, sum.y) < 0.1) return {};
  const double eighths = std::atan2(sum.x, -sum.y) / (std::numbers::pi / 4);  // 0: north, clockwise
  return kWinds[static_cast<std::size_t>(std::lround(eighths) + 2 * rotation + 8) % 8];
}

std::string symbol_in_words(const TileSymbol& symbol) {
  std::string name = symbol.type;
  std::replace(name.begin(), name.end(), '-', ' ');
  return symbol.count == 1 ? "a " + name : fmt::format("{} × {}", name, symbol.count);
}

}  // namespace

std::string tile_in_words(const TileSpec& tile) {
  std::vector<std::string> parts;
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.type == TileFeatureType::city) parts.push_back(city_in_words(feature));
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.type == TileFeatureType::cloister) parts.emplace_back("cloister");
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.type == TileFeatureType::road && feature.sides.size() > 1)
      parts.push_back("road between " + side_names(feature.sides, 0));
  // Roads that end at the same thing are told together.
  for (const RoadEnd end : {RoadEnd::village, RoadEnd::cloister, RoadEnd::city, RoadEnd::house, RoadEnd::trees,
                            RoadEnd::mark, RoadEnd::none}) {
    std::vector<TileSide> sides;
    for (const TileFeatureSpec& feature : tile.features)
      if (feature.type == TileFeatureType::road && feature.sides.size() == 1 && feature.end == end)
        sides.push_back(feature.sides.front());
    if (sides.empty()) continue;
    const std::string at = end == RoadEnd::none ? "" : " ending at " + end_name(tile, end);
    parts.push_back(fmt::format("{} to the {}{}", sides.size() == 1 ? "road" : "roads", side_names(sides, 0), at));
  }
  if (parts.empty()) parts.emplace_back("field on all sides");
  for (const TileSymbol& symbol : tile.symbols) parts.push_back(symbol_in_words(symbol));
  std::string text = tile.shape == TileShape::half ? "half-tile" : "";
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

Texts place_in_words(const Phrases& phrases, const TileSpec& tile, int feature, int rotation, std::string_view figure) {
  const TileFeatureSpec& spec = tile.features[feature];
  const auto words = [&](std::string_view id, const std::vector<Gap>& gaps = {}) { return say(phrases, id, gaps); };
  const auto add = [](Texts& text, const Texts& more, std::string_view between = " ") {
    text = joined(text, between, more);
  };
  Texts text = words(fmt::format("place.{}", kPlaces[static_cast<std::size_t>(spec.type)]),
                     {{"figure", words(fmt::format("figure.{}", figure))}});
  const bool alone = std::count_if(tile.features.begin(), tile.features.end(),
                                   [&](const TileFeatureSpec& other) { return other.type == spec.type; }) == 1;
  if (alone || spec.type == TileFeatureType::cloister || spec.type == TileFeatureType::garden) return text;
  if (spec.type != TileFeatureType::field) {
    std::vector<Texts> sides;
    for (const int side : turned_sides(spec.sides, rotation))
      sides.push_back(side == 4 ? words("place.long") : words(fmt::format("wind.{}", kSides[side])));
    if (spec.sides.size() == 1 && spec.sides.front() == TileSide::H) {
      add(text, sides.front());
    } else {
      Texts all = sides.front();
      for (std::size_t i = 1; i < sides.size(); ++i)
        all = i + 1 < sides.size() ? joined(all, ", ", sides[i]) : both(phrases, all, sides[i]);
      add(text, words("place.to", {{"side", all}}));
    }
    return text;
  }
  const std::string_view wind = field_wind(tile, spec, rotation);
  if (wind.empty()) return text;
  add(text, words("place.to", {{"side", words(fmt::format("wind.{}", wind))}}));
  // A road round a corner parts two fields that lie to the same side; one of them is at the city's wall.
  const bool same_wind = std::count_if(tile.features.begin(), tile.features.end(), [&](const TileFeatureSpec& other) {
                           return other.type == spec.type && field_wind(tile, other, rotation) == wind;
                         }) > 1;
  if (same_wind && !spec.cities.empty()) add(text, words("place.wall"), "");
  return text;
}

}  // namespace bastide
