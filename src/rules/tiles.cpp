// Reads one file of data/tiles/. The layout is told in data/README.md.
#include <algorithm>
#include <set>

#include "rules/catalogue_parts.h"

namespace bastide {
namespace {

constexpr int kMaxCopies = 99;
constexpr int kMaxShields = 9;

TileSide read_side(const TomlNode& node, std::string_view word) {
  return read_word(node, word, "side", TileSide::N, TileSide::S2);
}

TilePort read_port(const TomlNode& node, std::string_view word) {
  return read_word(node, word, "half of a side", TilePort::NNW, TilePort::SSW2);
}

/// Words of a list into values in catalogue order, which is clockwise; a value twice is an error.
template <class Value>
std::vector<Value> read_all(const TomlNode& node, const std::string& what,
                            Value (*read)(const TomlNode&, std::string_view)) {
  std::vector<Value> values;
  for (const std::string& word : split_words(need_text(node, what))) {
    const Value value = read(node, word);
    if (std::find(values.begin(), values.end(), value) != values.end()) {
      fail_at(node, "'" + word + "' stands there twice.", "each once in " + what);
    }
    values.push_back(value);
  }
  if (values.empty()) fail_at(node, "The value of " + what + " is empty.", "at least one");
  std::sort(values.begin(), values.end());
  return values;
}

/// The city that reaches `side`, as an index among the features read so far.
int city_at(const TomlNode& node, const TileSpec& tile, TileSide side) {
  for (size_t i = 0; i < tile.features.size(); ++i) {
    const TileFeatureSpec& feature = tile.features[i];
    if (feature.type != TileFeatureType::city) continue;
    if (std::find(feature.sides.begin(), feature.sides.end(), side) != feature.sides.end()) return static_cast<int>(i);
  }
  fail_at(node, "No city reaches side " + std::string(to_string(side)) + ".", "a side of a city of this tile");
}

/// The road that reaches `side`, as an index among the features.
int road_at(const TomlNode& node, const TileSpec& tile, TileSide side) {
  for (size_t i = 0; i < tile.features.size(); ++i) {
    const TileFeatureSpec& feature = tile.features[i];
    if (feature.type != TileFeatureType::road) continue;
    if (std::find(feature.sides.begin(), feature.sides.end(), side) != feature.sides.end()) return static_cast<int>(i);
  }
  fail_at(node, "No road reaches side " + std::string(to_string(side)) + ".", "a side of a road of this tile");
}

TileFeatureSpec read_city(const TomlNode& node) {
  const TableReader table(node, "city", {"type", "sides", "shields", "wide"});
  TileFeatureSpec city;
  city.type = TileFeatureType::city;
  city.sides = read_all(table.need("sides"), "'sides'", read_side);
  city.shields = table.number_or("shields", 0, kMaxShields, 0);
  city.wide = table.flag_or("wide", false);
  if (city.wide && city.sides.size() != 1) table.fail_key("wide", "A city with several sides is 'wide'.", "one side");
  return city;
}

TileFeatureSpec read_road(const TomlNode& node, const TileSpec& tile) {
  const TableReader table(node, "road", {"type", "sides", "end", "gate", "tunnel", "spans"});
  TileFeatureSpec road;
  road.type = TileFeatureType::road;
  road.sides = read_all(table.need("sides"), "'sides'", read_side);
  const TomlNode* end = table.find("end");
  if (end && road.sides.size() > 1) fail_at(*end, "A road with two sides has no end on the tile.", "no 'end'");
  if (!end && road.sides.size() == 1) {
    table.fail("A road with one side stops on the tile.", "'end' to say where (ROAD-1)");
  }
  if (end) road.end = read_word(*end, table.text("end"), "end of a road", RoadEnd::village, RoadEnd::mark);
  const TomlNode* gate = table.find("gate");
  if (!gate && road.end == RoadEnd::city) table.fail("The road ends at a city.", "'gate', a side of that city");
  if (gate && road.end != RoadEnd::city) fail_at(*gate, "Only a road that ends at a city has a gate.", "no 'gate'");
  if (gate) road.end_city = city_at(*gate, tile, read_side(*gate, need_text(*gate, "'gate'")));
  road.tunnel = table.flag_or("tunnel", false);
  if (road.tunnel && road.sides.size() != 2) table.fail_key("tunnel", "A tunnel with one mouth.", "two 'sides'");
  road.spans = table.flag_or("spans", false);
  if (road.spans && (road.sides.size() != 1 || tile.shape != TileShape::twin))
    table.fail_key("spans", "This road runs into no second square.", "one side, on a tile of shape 'twin'");
  return road;
}

TileFeatureSpec read_field(const TomlNode& node, const TileSpec& tile) {
  const TableReader table(node, "field", {"type", "ports", "walls", "inner"});
  TileFeatureSpec field;
  field.type = TileFeatureType::field;
  const bool inner = table.flag_or("inner", false);
  if (inner && table.find("ports"))
    table.fail_key("ports", "An inner field reaches no side.", "no 'ports', or no 'inner'");
  if (!inner) field.ports = read_all(table.need("ports"), "'ports'", read_port);
  const TomlNode* walls = table.find("walls");
  if (!walls) return field;
  for (const TileSide side : read_all(*walls, "'walls'", read_side)) {
    const int city = city_at(*walls, tile, side);
    if (std::find(field.cities.begin(), field.cities.end(), city) != field.cities.end()) {
      fail_at(*walls, "'walls' names one city twice.", "one side of each city");
    }
    field.cities.push_back(city);
  }
  return field;
}

TileFeatureSpec read_water(const TomlNode& node) {
  const TableReader table(node, "water", {"type", "sides", "end"});
  TileFeatureSpec water;
  water.type = TileFeatureType::water;
  water.sides = read_all(table.need("sides"), "'sides'", read_side);
  const TomlNode* end = table.find("end");
  if ((end != nullptr) != (water.sides.size() == 1))
    table.fail("Water with one side ends on the tile, no other does.", "'end' to say where, or no 'end'");
  if (end) water.end = read_word(*end, table.text("end"), "end of water", RoadEnd::spring, RoadEnd::lake);
  return water;
}

TileFeatureSpec read_feature(const TomlNode& node, const TileSpec& tile) {
  // The keys depend on the type, so the type is read before the rest is checked.
  const TableReader table(
      node, "feature",
      {"type", "sides", "shields", "wide", "end", "gate", "tunnel", "spans", "ports", "walls", "inner"});
  if (table.text("type") == to_string(TileFeatureType::water)) return read_water(node);
  for (const TileFeatureType bare : {TileFeatureType::chapter, TileFeatureType::pyramid, TileFeatureType::building,
                                     TileFeatureType::quarter, TileFeatureType::hut, TileFeatureType::trap})
    if (table.text("type") == to_string(bare)) {
      const TableReader checked(node, std::string(to_string(bare)), {"type"});
      TileFeatureSpec feature;
      feature.type = bare;
      return feature;
    }
  const TileFeatureType type = read_word(table.need("type"), table.text("type"), "type of feature",
                                         TileFeatureType::city, TileFeatureType::field);
  switch (type) {
    case TileFeatureType::city:
      return read_city(node);
    case TileFeatureType::road:
      return read_road(node, tile);
    case TileFeatureType::field:
      return read_field(node, tile);
    case TileFeatureType::cloister:
    case TileFeatureType::garden:  // no word of a tile file: options make it of a picture
    case TileFeatureType::water:   // read above
    case TileFeatureType::chapter:
    case TileFeatureType::pyramid:
    case TileFeatureType::building:
    case TileFeatureType::quarter:
    case TileFeatureType::hut:
    case TileFeatureType::trap:
      break;
  }
  const TableReader cloister(node, "cloister", {"type"});
  TileFeatureSpec feature;
  feature.type = TileFeatureType::cloister;
  return feature;
}

std::vector<std::string> known_symbols() {
  std::vector<std::string> known;
  for (const Expansion* expansion : expansions())
    for (const MarkSpec& mark : expansion->marks) known.emplace_back(mark.name);
  return known;
}

/// The field with that half of a side.
int field_with(const TomlNode& node, const TileSpec& tile) {
  const TilePort port = read_port(node, need_text(node, "'field'"));
  for (size_t i = 0; i < tile.features.size(); ++i) {
    const auto& ports = tile.features[i].ports;
    if (std::find(ports.begin(), ports.end(), port) != ports.end()) return static_cast<int>(i);
  }
  fail_at(node, "No field reaches " + std::string(to_string(port)) + ".", "a port of a field");
}

void check_symbol(const TableReader& table, const std::string& key, const std::string& name) {
  const std::vector<std::string> known = known_symbols();
  if (std::find(known.begin(), known.end(), name) == known.end())
    table.fail_key(key, "'" + name + "' is no symbol.", nearest(name, known));
}

TileSymbol read_symbol(const TomlNode& node, const TileSpec& tile) {
  const TableReader table(node, "symbol", {"type", "field", "city", "road", "count", "middle"});
  TileSymbol symbol;
  symbol.type = table.text("type");
  check_symbol(table, "type", symbol.type);
  for (const Expansion* expansion : expansions())
    for (const MarkSpec& mark : expansion->marks)
      if (mark.name == symbol.type) symbol.turned = mark.turned;
  symbol.count = table.number_or("count", 1, 9, 1);
  symbol.middle = table.flag_or("middle", false);
  const TomlNode* field = table.find("field");
  const TomlNode* city = table.find("city");
  const TomlNode* road = table.find("road");
  if (field && city) fail_at(*city, "A symbol stands in one place.", "'field' or 'city'");
  if (road && (field || city)) fail_at(*road, "A symbol stands in one place.", "'field', 'city' or 'road'");
  if (road) symbol.feature = road_at(*road, tile, read_side(*road, need_text(*road, "'road'")));
  if (city) symbol.feature = city_at(*city, tile, read_side(*city, need_text(*city, "'city'")));
  if (field) symbol.feature = field_with(*field, tile);
  return symbol;
}

TileVariant read_variant(const TomlNode& node, const TileSpec& tile) {
  const TableReader table(node, "variant", {"illustration", "count", "start", "mark", "field"});
  TileVariant variant;
  variant.illustration = table.text_or("illustration", "");
  variant.count = table.number("count", 1, kMaxCopies);
  variant.start = table.flag_or("start", false);
  variant.mark = table.text_or("mark", "");
  if (!variant.mark.empty()) {
    check_symbol(table, "mark", variant.mark);
    variant.feature = field_with(table.need("field"), tile);
  }
  return variant;
}

/// What the roads that end here end at.
std::string junction_of(const TileSpec& tile) {
  std::string junction;
  for (const TileFeatureSpec& feature : tile.features) {
    if (feature.end == RoadEnd::none || feature.type != TileFeatureType::road) continue;
    const std::string_view end = to_string(feature.end);
    if (!junction.empty() && junction != end) return "mixed";
    junction = end;
  }
  return junction;
}

TileSpec read_tile(const TomlNode& node, const TileSet& set) {
  const TableReader table(node, "tile",
                          {"id", "count", "start", "sides", "parted", "features", "symbols", "junction_look",
                           "illustration", "variants", "notes"});
  TileSpec tile;
  tile.set = set.id;
  tile.shape = set.shape;
  tile.id = table.text("id");
  // Notation writes ids between spaces, so they hold nothing but letters and digits.
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0; };
  if (tile.id.size() > 8 || !std::all_of(tile.id.begin(), tile.id.end(), plain)) {
    table.fail_key("id", "'" + tile.id + "' is no id for a tile.", "at most 8 letters and digits");
  }
  tile.count = table.number("count", 1, kMaxCopies);
  tile.start = table.flag_or("start", false);

  const TableReader sides(table.need("sides"), "'sides' table", {"N", "E", "S", "W", "H", "N2", "E2", "S2"});
  for (const TileSide side : sides_of(set.shape)) {
    const std::string key(to_string(side));
    tile.sides[static_cast<size_t>(side)] =
        read_word(sides.need(key), sides.text(key), "kind of side", TileTerrain::field, TileTerrain::any);
  }
  if (sides.node().keys.size() != sides_of(set.shape).size()) {
    sides.fail("These are not the sides of the shape.", set.shape == TileShape::half   ? "S W H"
                                                        : set.shape == TileShape::twin ? "N N2 E2 S2 S W"
                                                                                       : "N E S W");
  }

  if (const TomlNode* parted = table.find("parted")) tile.parted = read_all(*parted, "'parted'", read_side);
  for (const TomlNode& item : table.list("features")) {
    TileFeatureSpec feature = read_feature(item, tile);
    check_feature(tile, feature, item);
    tile.features.push_back(std::move(feature));
  }
  for (const TomlNode& symbol : table.list("symbols")) tile.symbols.push_back(read_symbol(symbol, tile));
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.end == RoadEnd::mark && tile.symbols.empty())
      table.fail("A road ends at a mark, and the tile has none.", "'symbols'");
  tile.junction = junction_of(tile);
  tile.junction_look = table.text_or("junction_look", "");
  tile.illustration = table.text_or("illustration", "");
  for (const TomlNode& variant : table.list("variants")) tile.variants.push_back(read_variant(variant, tile));
  if (!table.find("variants")) tile.variants.push_back({"", tile.count, tile.start, "", -1});
  tile.notes = table.text_or("notes", "");
  check_tile(tile, table);
  name_places(tile);
  return tile;
}

}  // namespace

TileSet read_tile_set(const TomlNode& file) {
  const TableReader table(file, "tile set", {"id", "name", "source", "prefix", "shape", "tile"});
  TileSet set;
  set.id = table.text("id");
  set.name = table.text("name");
  set.source = table.text("source");
  set.prefix = table.text_or("prefix", "");
  if (set.prefix.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") != std::string::npos)
    table.fail_key("prefix", "'" + set.prefix + "' cannot be written in notation.", "capitals, digits and '-'");
  const std::string shape = table.text("shape");
  if (shape != "square" && shape != "half" && shape != "twin")
    table.fail_key("shape", "'" + shape + "' is no shape.", "'square', 'half' or 'twin'");
  set.shape = shape == "half" ? TileShape::half : shape == "twin" ? TileShape::twin : TileShape::square;
  if (table.list("tile").empty()) table.fail("The set has no tiles.", "[[tile]]");
  bool start = false;
  for (const TomlNode& node : table.list("tile")) {
    TileSpec tile = read_tile(node, set);
    if (set.find(tile.id)) fail_at(node, "Tile '" + tile.id + "' is in the set twice.", "ids that differ");
    if (tile.start && start) fail_at(node, "Tile '" + tile.id + "' is a second start tile.", "one at most (SET-3)");
    start = start || tile.start;
    set.tiles.push_back(std::move(tile));
  }
  return set;
}

}  // namespace bastide
