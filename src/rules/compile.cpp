#include "rules/compile.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace bastide {
namespace {

FeatureType feature_type(TileFeatureType type) {
  switch (type) {
    case TileFeatureType::city:
      return FeatureType::city;
    case TileFeatureType::road:
      return FeatureType::road;
    case TileFeatureType::cloister:
      return FeatureType::cloister;
    case TileFeatureType::field:
      return FeatureType::field;
  }
  return FeatureType::field;
}

Terrain terrain(TileTerrain t) {
  switch (t) {
    case TileTerrain::none:
      return Terrain::none;
    case TileTerrain::field:
      return Terrain::field;
    case TileTerrain::road:
      return Terrain::road;
    case TileTerrain::city:
      return Terrain::city;
  }
  return Terrain::none;
}

/// The sides of a shape in the order of its table in geometry.h, with their ports clockwise.
struct SideNames {
  TileSide side;
  TilePort first, second;
};
constexpr std::array<SideNames, 4> kSquareSides = {{{TileSide::N, TilePort::NNW, TilePort::NNE},
                                                    {TileSide::E, TilePort::ENE, TilePort::ESE},
                                                    {TileSide::S, TilePort::SSE, TilePort::SSW},
                                                    {TileSide::W, TilePort::WSW, TilePort::WNW}}};
constexpr std::array<SideNames, 3> kHalfSides = {{{TileSide::S, TilePort::SSE, TilePort::SSW},
                                                  {TileSide::W, TilePort::WSW, TilePort::WNW},
                                                  {TileSide::H, TilePort::HNW, TilePort::HSE}}};

OrientedTile orient(const TileSpec& tile, int rotation) {
  const bool square = tile.shape == TileShape::square;
  const Shape& shape = square ? kSquare : kHalf;
  OrientedTile result;
  result.sides = shape.sides;
  result.quarters = shape.quarters[rotation];
  for (int i = 0; i < shape.sides; ++i) {
    const SideNames names = square ? kSquareSides[i] : kHalfSides[i];
    TileSideDef& side = result.side[i];
    side.face = shape.faces[rotation][i];
    side.terrain = terrain(tile.sides[static_cast<int>(names.side)]);
    for (std::size_t f = 0; f < tile.features.size(); ++f) {
      const TileFeatureSpec& feature = tile.features[f];
      const auto has = [](const auto& list, auto value) {
        return std::find(list.begin(), list.end(), value) != list.end();
      };
      if (has(feature.sides, names.side)) side.feature = static_cast<uint8_t>(f);
      if (has(feature.ports, names.first)) side.ports[0] = static_cast<uint8_t>(f);
      if (has(feature.ports, names.second)) side.ports[1] = static_cast<uint8_t>(f);
    }
    result.pattern = static_cast<uint16_t>(result.pattern | static_cast<unsigned>(side.terrain) << (2 * side.face));
    result.faces = static_cast<uint16_t>(result.faces | 3u << (2 * side.face));
  }
  return result;
}

/// What can be seen of an orientation, with features numbered in the order the edges show them: equal for orientations
/// that give the same tile.
std::vector<int> appearance(const TileKind& kind, const OrientedTile& tile) {
  std::vector<int> seen(kMaxTileFeatures, -1), order;
  const auto number = [&](int feature) {
    if (seen[feature] < 0) {
      seen[feature] = static_cast<int>(order.size());
      order.push_back(feature);
    }
    return seen[feature];
  };
  std::vector<int> result;
  for (int face = 0; face < kFaces; ++face) {
    for (int i = 0; i < tile.sides; ++i) {
      const TileSideDef& side = tile.side[i];
      if (side.face != face) continue;
      result.insert(result.end(), {face, static_cast<int>(side.terrain)});
      if (side.terrain != Terrain::field) result.push_back(number(side.feature));
      if (side.terrain != Terrain::city) result.insert(result.end(), {number(side.ports[0]), number(side.ports[1])});
    }
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const TileFeature& feature = kind.feature[order[i]];
    result.insert(result.end(), {static_cast<int>(feature.type), feature.shields});
    std::vector<int> cities;
    for (int f = 0; f < kind.features; ++f)
      if ((feature.cities >> f) & 1) cities.push_back(number(f));
    std::sort(cities.begin(), cities.end());
    result.push_back(static_cast<int>(cities.size()));
    result.insert(result.end(), cities.begin(), cities.end());
  }
  return result;
}

TileKind compile_kind(const TileSpec& tile) {
  TileKind kind;
  kind.square = tile.shape == TileShape::square;
  kind.features = static_cast<uint8_t>(tile.features.size());
  for (std::size_t f = 0; f < tile.features.size(); ++f) {
    const TileFeatureSpec& spec = tile.features[f];
    TileFeature& feature = kind.feature[f];
    feature.type = feature_type(spec.type);
    feature.sides = static_cast<uint8_t>(spec.sides.size());
    feature.shields = static_cast<uint8_t>(spec.shields);
    for (const int city : spec.cities) feature.cities = static_cast<uint16_t>(feature.cities | 1u << city);
  }
  std::vector<std::vector<int>> looks;
  for (int r = 0; r < 4; ++r) {
    kind.oriented[r] = orient(tile, r);
    looks.push_back(appearance(kind, kind.oriented[r]));
    if (std::find(looks.begin(), looks.end() - 1, looks.back()) == looks.end() - 1)
      kind.rotations = static_cast<uint8_t>(kind.rotations | 1 << r);
  }
  if (!kind.square) return kind;
  for (unsigned signature = 1; signature < kind.fit.size(); ++signature) {
    const unsigned there = ((signature | (signature >> 1)) & 0x55) * 3;
    for (int r = 0; r < 4; ++r)
      if (((kind.rotations >> r) & 1) && ((kind.oriented[r].pattern ^ signature) & there) == 0)
        kind.fit[signature] = static_cast<uint8_t>(kind.fit[signature] | 1 << r);
  }
  return kind;
}

bool same_topology(const TileSpec& a, const TileSpec& b) {
  const TileKind x = compile_kind(a), y = compile_kind(b);
  return a.shape == b.shape && appearance(x, x.oriented[0]) == appearance(y, y.oriented[0]);
}

std::string known(const auto& list) {
  std::string names;
  for (const auto& item : list) names += (names.empty() ? "" : ", ") + item.id;
  return names;
}

Result<std::string> check_option(const Catalogue& catalogue, const std::string& id, const std::string& value) {
  const OptionSpec* option = catalogue.find_option(id);
  Error error;
  if (!option) {
    error.message = fmt::format("there is no option '{}'", id);
    error.expected = "one of " + known(catalogue.options);
  } else if (!option->values.empty() && !option->find(value)) {
    error.message = fmt::format("option {} has no value '{}'", id, value);
    error.expected = "one of " + known(option->values);
  } else if (option->values.empty()) {
    const bool digits = !value.empty() && value.size() < 7 &&
                        std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (digits && std::stoi(value) >= option->minimum && std::stoi(value) <= option->maximum) return value;
    error.message = fmt::format("option {} cannot be '{}'", id, value);
    error.expected = fmt::format("a number from {} to {}", option->minimum, option->maximum);
  } else {
    return value;
  }
  return tl::unexpected<Error>(std::move(error));
}

Result<void> add_tiles(const Catalogue& catalogue, const TileSetUse& use, GameRules& rules, int& start) {
  const TileSet* set = catalogue.find_set(use.set);
  if (!set) return failure(fmt::format("there is no tile set '{}'", use.set));
  for (const TileSpec& tile : set->tiles) {
    int kind = rules.kind_by_name(tile.id);
    if (kind >= 0 && !same_topology(*rules.kinds[kind].tile, tile)) kind = -1;
    if (kind < 0) {
      kind = static_cast<int>(rules.kinds.size());
      if (kind >= 255) return failure("more than 255 kinds of tiles in one game");
      const bool taken = rules.kind_by_name(tile.id) >= 0;
      rules.kinds.push_back({&tile, 0, taken ? tile.set + "/" + tile.id : tile.id});
      rules.kernel.kinds.push_back(compile_kind(tile));
    }
    const int copies = tile.count * use.times;
    rules.kinds[kind].count += copies;
    const bool is_start = tile.start && start < 0;
    if (is_start) start = kind;
    rules.kernel.stack.insert(rules.kernel.stack.end(), copies - (is_start ? 1 : 0), static_cast<uint8_t>(kind));
  }
  return {};
}

}  // namespace

int GameRules::kind_by_name(std::string_view name) const {
  for (std::size_t k = 0; k < kinds.size(); ++k)
    if (kinds[k].name == name) return static_cast<int>(k);
  return -1;
}

Result<GameRulesPtr> compile(const Catalogue& catalogue, const RuleChoice& choice, int seats) {
  auto rules = std::make_shared<GameRules>();
  rules->catalogue = &catalogue;
  rules->preset = catalogue.find_preset(choice.preset);
  if (!rules->preset) {
    Error error;
    error.message = fmt::format("there is no preset '{}'", choice.preset);
    error.expected = "one of " + known(catalogue.presets);
    return tl::unexpected<Error>(std::move(error));
  }
  const PresetSpec& preset = *rules->preset;
  if (seats < preset.min_seats || seats > preset.max_seats)
    return failure(
        fmt::format("{} seats are too {} for {}: it is for {} to {}", seats, seats < preset.min_seats ? "few" : "many",
                    preset.name, preset.min_seats, preset.max_seats),
        "SET-2");

  for (const OptionSpec& option : catalogue.options) rules->options[option.id] = option.default_value;
  for (const auto& [id, value] : preset.options) rules->options[id] = value;
  rules->choice.preset = preset.id;
  for (const auto& [id, value] : choice.options) {
    const auto checked = check_option(catalogue, id, value);
    if (!checked) return tl::unexpected<Error>(checked.error());
    if (rules->options[id] != value) rules->choice.options[id] = value;
    rules->options[id] = value;
  }

  rules->kernel.seats = seats;
  rules->kernel.scoring.fields = rules->options["field_scoring"] == "none" ? FieldScoring::none : FieldScoring::third;
  int start = -1;
  for (const TileSetUse& use : preset.tiles) {
    if (const auto added = add_tiles(catalogue, use, *rules, start); !added)
      return tl::unexpected<Error>(added.error());
  }
  if (start < 0) return failure(fmt::format("preset {} has no start tile", preset.id), "SET-3");
  rules->kernel.start_kind = static_cast<uint8_t>(start);
  return GameRulesPtr(std::move(rules));
}

std::string describe(const GameRules& rules) {
  std::string text = rules.preset->name;
  for (const auto& [id, value] : rules.choice.options) {
    const OptionSpec* option = rules.catalogue->find_option(id);
    const OptionValue* named = option->find(value);
    text += fmt::format(", {}: {}", option->name, named ? named->name : value);
  }
  return text;
}

}  // namespace bastide
