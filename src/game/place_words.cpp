// Words for tiles and places, made from the catalogue's description alone.
#include "game/place_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/types.h"

namespace bastide {
namespace {

constexpr std::array<std::string_view, 4> kSides = {"north", "east", "south", "west"};
constexpr int kLongSide = 4;
constexpr std::array<std::string_view, 8> kWinds = {"north", "north-east", "east", "south-east",
                                                    "south", "south-west", "west", "north-west"};

/// By TileFeatureType.
constexpr std::array<std::string_view, 12> kPlaces = {"city",    "road",    "cloister", "field",   "garden", "water",
                                                      "chapter", "pyramid", "building", "quarter", "hut",    "trap"};

Texts both(const Phrases& phrases, const Texts& first, const Texts& last) {
  return say(phrases, "and", {{"first", first}, {"last", last}});
}

Texts list(const Phrases& phrases, const std::vector<Texts>& words) {
  Texts all = words.front();
  for (std::size_t i = 1; i < words.size(); ++i)
    all = i + 1 < words.size() ? joined(all, ", ", words[i]) : both(phrases, all, words[i]);
  return all;
}

/// Which way a side looks, from 0 in the north. Of a double tile's second square as of any other.
int way_of(TileSide side) {
  switch (side) {
    case TileSide::H:
      return kLongSide;
    case TileSide::N2:
    case TileSide::E2:
    case TileSide::S2:
      return static_cast<int>(side) - static_cast<int>(TileSide::N2);
    default:
      return static_cast<int>(side);
  }
}

std::vector<int> turned_sides(const std::vector<TileSide>& sides, int rotation) {
  std::vector<int> turned;
  for (const TileSide side : sides) turned.push_back(side == TileSide::H ? kLongSide : (way_of(side) + rotation) % 4);
  std::sort(turned.begin(), turned.end());
  return turned;
}

Texts side_names(const Phrases& phrases, const std::vector<TileSide>& sides) {
  std::vector<Texts> names;
  for (const int side : turned_sides(sides, 0))
    names.push_back(say(phrases, side == kLongSide ? "side.long" : fmt::format("side.{}", kSides[side])));
  return list(phrases, names);
}

/// What a data folder of one's own has and no phrase is made for: by its name.
Texts called(const Phrases& phrases, std::string_view kind, const std::string& type,
             const std::vector<Gap>& gaps = {}) {
  const std::string id = fmt::format("{}.{}", kind, type);
  return phrases.contains(id) ? say(phrases, id, gaps) : Texts{type, type, type};
}

Texts end_name(const Phrases& phrases, const TileSpec& tile, RoadEnd end) {
  return called(phrases, "end", end == RoadEnd::mark ? tile.symbols.front().type : std::string(to_string(end)));
}

Texts city_in_words(const Phrases& phrases, const TileFeatureSpec& city) {
  const Texts text = city.sides.size() == 4 ? say(phrases, "tile.city.all")
                                            : say(phrases, "tile.city", {{"sides", side_names(phrases, city.sides)}});
  return city.shields == 0 ? text : say(phrases, "tile.shields", {{"city", text}, {"n", city.shields}});
}

struct Point {
  double x = 0, y = 0;
};

/// Where a half-side lies on the unit tile, x right and y down, in the order of TilePort.
constexpr std::array<Point, 16> kPorts = {{{.25, 0},
                                           {.75, 0},
                                           {1, .25},
                                           {1, .75},
                                           {.75, 1},
                                           {.25, 1},
                                           {0, .75},
                                           {0, .25},
                                           {.25, .25},
                                           {.75, .75},
                                           // of a double tile's second square
                                           {1.25, 0},
                                           {1.75, 0},
                                           {2, .25},
                                           {2, .75},
                                           {1.75, 1},
                                           {1.25, 1}}};

/// The wind a field lies at, from the middle of its ports; empty where they balance.
std::string_view field_wind(const TileSpec& tile, const TileFeatureSpec& field, int rotation) {
  const Point centre = tile.shape == TileShape::square ? Point{.5, .5}
                       : tile.shape == TileShape::twin ? Point{1, .5}
                                                       : Point{1 / 3., 2 / 3.};
  Point sum;
  for (const TilePort port : field.ports) {
    sum.x += kPorts[static_cast<int>(port)].x - centre.x;
    sum.y += kPorts[static_cast<int>(port)].y - centre.y;
  }
  if (std::hypot(sum.x, sum.y) < 0.1) return {};
  const double eighths = std::atan2(sum.x, -sum.y) / (std::numbers::pi / 4);  // 0: north, clockwise
  return kWinds[static_cast<std::size_t>(std::lround(eighths) + 2 * rotation + 8) % 8];
}

/// The symbol that makes a cloister something else, which has a phrase of its own there; null: there is none.
const TileSymbol* cloisters_symbol(const Phrases& phrases, const TileSpec& tile) {
  const auto symbol = std::find_if(tile.symbols.begin(), tile.symbols.end(),
                                   [&](const TileSymbol& each) { return phrases.contains("cloister." + each.type); });
  return symbol == tile.symbols.end() ? nullptr : &*symbol;
}

/// The symbol that says what sort of trap a tile has; null: none has a phrase of its own.
const TileSymbol* traps_symbol(const Phrases& phrases, const TileSpec& tile) {
  const auto symbol = std::find_if(tile.symbols.begin(), tile.symbols.end(),
                                   [&](const TileSymbol& each) { return phrases.contains("place." + each.type); });
  return symbol == tile.symbols.end() ? nullptr : &*symbol;
}

Texts symbol_in_words(const Phrases& phrases, const TileSymbol& symbol) {
  return called(phrases, "symbol", symbol.type, {{"n", symbol.count}});
}

}  // namespace

Texts tile_in_words(const Phrases& phrases, const TileSpec& tile) {
  std::vector<Texts> parts;
  if (tile.shape == TileShape::half) parts.push_back(say(phrases, "tile.half"));
  if (tile.shape == TileShape::twin) parts.push_back(say(phrases, "tile.twin"));
  const std::size_t before = parts.size();
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.type == TileFeatureType::city) parts.push_back(city_in_words(phrases, feature));
  const TileSymbol* const instead = cloisters_symbol(phrases, tile);
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.type == TileFeatureType::cloister)
      parts.push_back(say(phrases, instead ? "cloister." + instead->type : "tile.cloister"));
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.type == TileFeatureType::road && feature.sides.size() > 1)
      parts.push_back(say(phrases, "tile.road.between", {{"sides", side_names(phrases, feature.sides)}}));
  // Roads that end at the same thing are told together.
  for (const RoadEnd end : {RoadEnd::village, RoadEnd::cloister, RoadEnd::city, RoadEnd::house, RoadEnd::trees,
                            RoadEnd::mark, RoadEnd::none}) {
    std::vector<TileSide> sides;
    for (const TileFeatureSpec& feature : tile.features)
      if (feature.type == TileFeatureType::road && feature.sides.size() == 1 && feature.end == end)
        sides.push_back(feature.sides.front());
    if (sides.empty()) continue;
    const Texts roads =
        say(phrases, sides.size() == 1 ? "tile.road" : "tile.roads", {{"sides", side_names(phrases, sides)}});
    parts.push_back(end == RoadEnd::none
                        ? roads
                        : say(phrases, "tile.ending", {{"roads", roads}, {"end", end_name(phrases, tile, end)}}));
  }
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.type == TileFeatureType::water)
      parts.push_back(called(
          phrases, "water",
          feature.end != RoadEnd::none ? std::string(to_string(feature.end)) : std::string(to_string(feature.type)),
          {{"sides", side_names(phrases, feature.sides)}}));
  if (parts.size() == before) parts.push_back(say(phrases, "tile.field"));
  for (const TileSymbol& symbol : tile.symbols)
    if (&symbol != instead) parts.push_back(symbol_in_words(phrases, symbol));
  Texts text = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) text = joined(text, ", ", parts[i]);
  return text;
}

Texts place_in_words(const Phrases& phrases, const TileSpec& tile, int feature, int rotation, std::string_view figure) {
  if (feature == kOverpass)
    return say(phrases, "place.over", {{"figure", say(phrases, fmt::format("figure.{}", figure))}});
  const TileFeatureSpec& spec = tile.features[feature];
  const auto words = [&](std::string_view id, const std::vector<Gap>& gaps = {}) { return say(phrases, id, gaps); };
  const auto add = [](Texts& text, const Texts& more, std::string_view between = " ") {
    text = joined(text, between, more);
  };
  // A quarter has the name of what is drawn in it.
  if (spec.type == TileFeatureType::quarter)
    for (const TileSymbol& symbol : tile.symbols)
      if (phrases.contains("place." + symbol.type))
        return words("place." + symbol.type, {{"figure", words(fmt::format("figure.{}", figure))}});
  const bool chapter = spec.type == TileFeatureType::chapter;
  const TileSymbol* const instead =
      chapter || spec.type == TileFeatureType::cloister || spec.type == TileFeatureType::building
          ? cloisters_symbol(phrases, tile)
      : spec.type == TileFeatureType::trap ? traps_symbol(phrases, tile)
                                           : nullptr;
  Texts text = words(instead ? fmt::format("place.{}{}", instead->type, chapter ? ".chapter" : "")
                             : fmt::format("place.{}", kPlaces[static_cast<int>(spec.type)]),
                     {{"figure", words(fmt::format("figure.{}", figure))}});
  const bool alone = std::count_if(tile.features.begin(), tile.features.end(),
                                   [&](const TileFeatureSpec& other) { return other.type == spec.type; }) == 1;
  if (alone || spec.type == TileFeatureType::cloister || spec.type == TileFeatureType::garden) return text;
  if (spec.type != TileFeatureType::field) {
    // Two of a double tile may lead the same way: they have numbers, from the first square on.
    int same_way = 0, number = 0;
    for (int other = 0; other < static_cast<int>(tile.features.size()); ++other) {
      const TileFeatureSpec& one = tile.features[other];
      if (one.type != spec.type || turned_sides(one.sides, 0) != turned_sides(spec.sides, 0)) continue;
      ++same_way;
      number += other <= feature ? 1 : 0;
    }
    std::vector<Texts> sides;
    for (const int side : turned_sides(spec.sides, rotation))
      sides.push_back(side == kLongSide ? words("place.long") : words(fmt::format("wind.{}", kSides[side])));
    if (spec.sides.size() == 1 && spec.sides.front() == TileSide::H) {
      add(text, sides.front());
    } else {
      add(text, words("place.to", {{"side", list(phrases, sides)}}));
    }
    const std::string shown = fmt::format("({})", number);
    if (same_way > 1) add(text, {shown, shown, shown});
    return text;
  }
  // Fields of the same words have numbers: in the middle, or where roads cross on a bridge. A road round a corner parts
  // two fields that lie to the same side; one of them is at the city's wall.
  const std::string_view wind = field_wind(tile, spec, rotation);
  int same_wind = 0, alike = 0, number = 0;
  for (int other = 0; other < static_cast<int>(tile.features.size()); ++other) {
    const TileFeatureSpec& one = tile.features[other];
    if (one.type != spec.type || field_wind(tile, one, rotation) != wind) continue;
    ++same_wind;
    if (!wind.empty() && one.cities.empty() != spec.cities.empty()) continue;
    ++alike;
    if (other <= feature) ++number;
  }
  if (!wind.empty()) add(text, words("place.to", {{"side", words(fmt::format("wind.{}", wind))}}));
  if (!wind.empty() && same_wind > 1 && !spec.cities.empty()) add(text, words("place.wall"), "");
  const std::string shown = fmt::format("({})", number);
  if (alike > 1) add(text, {shown, shown, shown});
  return text;
}

}  // namespace bastide
