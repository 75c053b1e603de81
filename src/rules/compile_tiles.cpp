// From a tile as the catalogue describes it to what the kernel runs on, and the versions of it that options make.
#include "rules/compile_tiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

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
    case TileFeatureType::garden:
      return FeatureType::garden;
    case TileFeatureType::water:
      return FeatureType::water;
    case TileFeatureType::chapter:
      return FeatureType::chapter;
    case TileFeatureType::pyramid:
      return FeatureType::pyramid;
    case TileFeatureType::building:
      return FeatureType::building;
    case TileFeatureType::quarter:
      return FeatureType::quarter;
    case TileFeatureType::hut:
      return FeatureType::hut;
    case TileFeatureType::trap:
      return FeatureType::trap;
  }
  return FeatureType::field;
}

Terrain terrain(TileTerrain t) {
  switch (t) {
    case TileTerrain::none:
    case TileTerrain::any:
      return Terrain::none;
    case TileTerrain::field:
      return Terrain::field;
    case TileTerrain::road:
      return Terrain::road;
    case TileTerrain::city:
      return Terrain::city;
    case TileTerrain::water:
      return Terrain::water;
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
/// Of the second square of a twin; between the squares is no side, as E is none of the first one.
constexpr std::array<SideNames, 4> kSecondSides = {{{TileSide::N2, TilePort::NNW2, TilePort::NNE2},
                                                    {TileSide::E2, TilePort::ENE2, TilePort::ESE2},
                                                    {TileSide::S2, TilePort::SSE2, TilePort::SSW2},
                                                    {TileSide::E, TilePort::ENE, TilePort::ESE}}};
constexpr std::array<SideNames, 3> kHalfSides = {{{TileSide::S, TilePort::SSE, TilePort::SSW},
                                                  {TileSide::W, TilePort::WSW, TilePort::WNW},
                                                  {TileSide::H, TilePort::HNW, TilePort::HSE}}};

/// Which feature is at which port. Sides name their field halves clockwise, ports count from the west or north.
void set_ports(OrientedTile& tile) {
  for (int i = 0; i < tile.sides; ++i) {
    const TileSideDef& side = tile.side[i];
    const bool diagonal = side.face == falling || side.face == rising;
    const bool backwards =
        side.face == south || side.face == west || (diagonal && (tile.quarters & quarter_north) != 0);
    uint8_t* ports = &tile.feature_at[kPortsOfFace * side.face];
    ports[first_half] = side.ports[backwards ? 1 : 0];
    ports[middle] = side.feature;
    ports[second_half] = side.ports[backwards ? 0 : 1];
  }
}

OrientedTile orient(const TileSpec& tile, int rotation, bool second = false) {
  const bool square = tile.shape != TileShape::half;
  const Shape& shape = square ? kSquare : kHalf;
  OrientedTile result;
  result.sides = shape.sides;
  result.quarters = shape.quarters[rotation];
  const auto& faces = shape.faces[rotation];
  for (int i = 0; i < shape.sides; ++i) {
    const SideNames names = second ? kSecondSides[i] : square ? kSquareSides[i] : kHalfSides[i];
    const auto before = std::count_if(faces.begin(), faces.begin() + shape.sides, [&](Face f) { return f < faces[i]; });
    TileSideDef& side = result.side[before];
    side.face = faces[i];
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
    const unsigned bits = static_cast<unsigned>(side.terrain) & 3, wet = side.terrain == Terrain::water;
    const Face far = kFarSides[side.face].face;
    result.pattern = static_cast<uint16_t>(result.pattern | bits << (2 * side.face) | wet * kWaterAtNorth << side.face);
    result.shown = static_cast<uint16_t>(result.shown | bits << (2 * far) | wet * kWaterAtNorth << far);
    if (side.terrain != Terrain::none) result.faces = static_cast<uint16_t>(result.faces | 3u << (2 * side.face));
  }
  set_ports(result);
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
      if (side.terrain >= Terrain::road) result.push_back(number(side.feature));
      if (side.terrain == Terrain::field || side.terrain == Terrain::road)
        result.insert(result.end(), {number(side.ports[0]), number(side.ports[1])});
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

}  // namespace

TileKind compile_kind(const TileSpec& tile) {
  TileKind kind;
  kind.square = tile.shape == TileShape::square;
  kind.doubled = tile.shape == TileShape::twin;
  kind.closes = tile.sides[0] == TileTerrain::any;
  kind.features = static_cast<uint8_t>(tile.features.size());
  for (std::size_t f = 0; f < tile.features.size(); ++f) {
    const TileFeatureSpec& spec = tile.features[f];
    TileFeature& feature = kind.feature[f];
    feature.type = feature_type(spec.type);
    feature.sides = static_cast<uint8_t>(spec.sides.size());
    feature.shields = static_cast<uint8_t>(spec.shields);
    for (const int city : spec.cities) feature.cities = static_cast<uint16_t>(feature.cities | 1u << city);
  }
  const std::span features(kind.feature.data(), kind.features);
  for (std::size_t f = 0; f < features.size(); ++f) {
    const FeatureType type = features[f].type;
    const bool twin = std::count_if(features.begin(), features.end(),
                                    [&](const TileFeature& other) { return other.type == type; }) > 1;
    kind.types[f] = type;
    const auto add = [f](uint16_t& mask, bool there) { mask = static_cast<uint16_t>(mask | there << f); };
    const bool never_done = type == FeatureType::chapter || only_holds_figures(type);
    add(kind.closable, type != FeatureType::field && type != FeatureType::water && !never_done);
    add(kind.centres, counts_nine_spaces(type) || type == FeatureType::building);
    add(kind.walled, features[f].cities != 0);
    add(kind.twins, twin && features[f].sides != 0 && type != FeatureType::water);
    if (type == FeatureType::city || type == FeatureType::road || type == FeatureType::water)
      kind.counts[f] = features[f].sides | features[f].shields * 0x100u | 0x10000u | (twin ? 0x1000000u : 0u);
    if (never_done) kind.counts[f] = 0x10001;  // something is always open
  }
  std::vector<std::vector<int>> looks;
  for (int r = 0; r < 4; ++r) {
    kind.oriented[r] = orient(tile, r);
    looks.push_back(appearance(kind, kind.oriented[r]));
    if (std::any_of(tile.symbols.begin(), tile.symbols.end(), [](const TileSymbol& symbol) { return symbol.turned; }))
      looks.back().push_back(r);
    if (std::find(looks.begin(), looks.end() - 1, looks.back()) == looks.end() - 1)
      kind.rotations = static_cast<uint8_t>(kind.rotations | 1 << r);
  }
  if (kind.doubled) kind.rotations = 15;
  if (!kind.square || kind.closes) return kind;  // no table says where that fits
  for (unsigned offered = 0; offered < 16; ++offered) {
    const unsigned there = ((offered | (offered >> 1)) & 5) * 3;
    const auto add = [&](std::array<uint8_t, 16>& fit, int r, unsigned pattern) {
      if (((kind.rotations >> r) & 1) && ((pattern ^ offered) & there) == 0)
        fit[offered] = static_cast<uint8_t>(fit[offered] | 1 << r);
    };
    for (int r = 0; r < 4; ++r) {
      add(kind.fit_north_east, r, kind.oriented[r].pattern);
      add(kind.fit_south_west, r, kind.oriented[r].pattern >> 4);
    }
  }
  return kind;
}

SecondSquare second_square_of(const TileSpec& tile) {
  SecondSquare second;
  if (tile.shape != TileShape::twin) return second;
  for (int r = 0; r < 4; ++r) second.oriented[r] = orient(tile, r, true);
  for (std::size_t f = 0; f < tile.features.size(); ++f)
    for (const TileSide side : tile.features[f].sides)
      if (side >= TileSide::N2) second.features = static_cast<uint16_t>(second.features | 1u << f);
  for (std::size_t f = 0; f < tile.features.size(); ++f)
    if (tile.features[f].spans) second.spanned = static_cast<uint16_t>(second.spanned | 1u << f);
  return second;
}

Meeting meeting_of(const TileKind& kind) {
  Meeting meeting;
  if (!kind.square || kind.closes) return meeting;
  const auto meets = [](unsigned here, unsigned there) {
    constexpr auto city = static_cast<unsigned>(Terrain::city);
    return there == 0 || here == there || (here != city && there != city);
  };
  const auto add = [&](std::array<uint8_t, 16>& both, unsigned offered, int r, unsigned pattern) {
    if (meets(pattern & 3, offered & 3) && meets((pattern >> 2) & 3, offered >> 2))
      both[offered] = static_cast<uint8_t>(both[offered] | 1 << r);
  };
  for (unsigned offered = 0; offered < 16; ++offered)
    for (int r = 0; r < 4; ++r) {
      add(meeting.north_east, offered, r, kind.oriented[r].pattern);
      add(meeting.south_west, offered, r, kind.oriented[r].pattern >> 4);
    }
  return meeting;
}

Outlines outlines_of(const TileSpec& tile) {
  Outlines outlines;
  for (std::size_t f = 0; f < tile.features.size(); ++f)
    if (tile.features[f].wide) outlines.wide = static_cast<uint16_t>(outlines.wide | 1u << f);
  return outlines;
}

Leads leads_of(const TileSpec& tile) {
  Leads leads;
  const auto& features = tile.features;
  const auto link = [&](std::size_t a, std::size_t b) {
    leads.to[a] = static_cast<uint16_t>(leads.to[a] | 1u << b);
    leads.to[b] = static_cast<uint16_t>(leads.to[b] | 1u << a);
  };
  const auto has = [](const TileFeatureSpec& feature, TileSide side) {
    return std::find(feature.sides.begin(), feature.sides.end(), side) != feature.sides.end();
  };
  for (std::size_t a = 0; a < features.size(); ++a)
    for (std::size_t b = 0; b < features.size(); ++b) {
      const TileFeatureSpec &from = features[a], &to = features[b];
      const bool meet = from.end == to.end && from.end == RoadEnd::village;
      if (a != b && meet) leads.at_village = static_cast<uint16_t>(leads.at_village | 1u << a);
      const bool across =
          (has(from, TileSide::N) && has(from, TileSide::S)) || (has(from, TileSide::E) && has(from, TileSide::W));
      const bool in_cloister = to.type == TileFeatureType::cloister || to.type == TileFeatureType::chapter;
      if ((a < b && meet) || (from.end == RoadEnd::city && from.end_city == static_cast<int>(b)) ||
          (from.end == RoadEnd::cloister && in_cloister) ||
          (from.end == RoadEnd::mark && to.type == TileFeatureType::building) ||
          (from.end == RoadEnd::mark && to.type == TileFeatureType::road && to.sides.size() > 2) ||  // it forks there
          (from.type == TileFeatureType::city && in_cloister && across))
        link(a, b);
    }
  return leads;
}

bool same_tile(const TileSpec& a, const TileSpec& b) {
  if (a.shape == TileShape::twin) return a.set == b.set && a.id == b.id && b.shape == a.shape;
  const TileKind x = compile_kind(a), y = compile_kind(b);
  return a.shape == b.shape && appearance(x, x.oriented[0]) == appearance(y, y.oriented[0]);
}

namespace {

/// HOUSE-TREES: the roads that meet in bushes or trees are one road; cities keep their indices, since they come first.
TileSpec with_joined_roads(const TileSpec& tile) {
  TileSpec joined = tile;
  TileFeatureSpec road;
  road.type = TileFeatureType::road;
  std::vector<TileFeatureSpec> others;
  std::vector<int> now;  // where each feature is, the road excepted
  for (const TileFeatureSpec& feature : tile.features) {
    const bool joins = feature.type == TileFeatureType::road && feature.end == RoadEnd::village;
    now.push_back(joins ? -1 : static_cast<int>(others.size()));
    if (joins)
      road.sides.insert(road.sides.end(), feature.sides.begin(), feature.sides.end());
    else
      others.push_back(feature);
  }
  std::sort(road.sides.begin(), road.sides.end());
  road.place = "road";
  const auto after_cities = std::find_if(others.begin(), others.end(),
                                         [](const TileFeatureSpec& f) { return f.type != TileFeatureType::city; });
  const auto index = static_cast<int>(after_cities - others.begin());
  others.insert(after_cities, road);
  joined.features = std::move(others);
  for (TileSymbol& symbol : joined.symbols) {
    if (symbol.feature < 0) continue;
    const int at = now[symbol.feature];
    symbol.feature = at < 0 ? index : at + (at >= index ? 1 : 0);
  }
  return joined;
}

bool is_garden(const TileVariant& variant) {
  return variant.illustration == "garden";
}

/// What sets copies apart: "garden", or the mark that their picture is; empty: nothing.
std::string set_apart(const TileVariant& variant, VersionsBy by) {
  if (by.gardens && is_garden(variant)) return "garden";
  return by.marks ? variant.mark : "";
}

TileSpec with_variants(const TileSpec& tile, VersionsBy by, const std::string& apart) {
  TileSpec part = tile;
  std::erase_if(part.variants, [&](const TileVariant& variant) { return set_apart(variant, by) != apart; });
  part.count = 0;
  part.start = false;
  for (const TileVariant& variant : part.variants) {
    part.count += variant.count;
    part.start |= variant.start;
  }
  if (apart.empty()) return part;
  part.illustration = part.variants.empty() ? "" : part.variants.front().illustration;
  if (apart == "garden") {
    part.illustration = "garden";
    TileFeatureSpec garden;
    garden.type = TileFeatureType::garden;
    garden.place = "garden";
    part.features.push_back(garden);
  } else if (!part.variants.empty()) {
    TileSymbol symbol;
    symbol.type = apart;
    symbol.feature = part.variants.front().feature;
    part.symbols.push_back(symbol);
  }
  return part;
}

}  // namespace

std::vector<TileVersion> versions_of(const TileSpec& tile, VersionsBy by) {
  const bool bushes = tile.junction_look == "bushes" || tile.junction_look == "trees";
  const bool meets = std::count_if(tile.features.begin(), tile.features.end(), [](const TileFeatureSpec& feature) {
                       return feature.type == TileFeatureType::road && feature.end == RoadEnd::village;
                     }) > 1;
  const TileSpec base = by.bushes_join && bushes && meets ? with_joined_roads(tile) : tile;
  std::set<std::string> apart;
  for (const TileVariant& variant : tile.variants) apart.insert(set_apart(variant, by));
  apart.erase("");
  if (apart.empty()) return {{base, tile.id}};
  std::vector<TileVersion> versions = {{with_variants(base, by, ""), tile.id}};
  for (const std::string& what : apart)
    versions.push_back({with_variants(base, by, what), fmt::format("{}-{}", tile.id, what)});
  std::erase_if(versions, [](const TileVersion& version) { return version.tile.count == 0; });
  return versions;
}

CompiledTile compile_tile(TileVersion version) {
  CompiledTile compiled;
  compiled.kind = compile_kind(version.tile);
  compiled.second = second_square_of(version.tile);
  compiled.leads = leads_of(version.tile);
  compiled.outlines = outlines_of(version.tile);
  compiled.meeting = meeting_of(compiled.kind);
  compiled.name = std::move(version.name);
  compiled.tile = std::make_shared<const TileSpec>(std::move(version.tile));
  return compiled;
}

const std::vector<CompiledTile>& CompiledTiles::versions_of(const TileSpec& tile, VersionsBy by) {
  const std::scoped_lock lock(mutex_);
  const auto [at, is_new] = tiles_.try_emplace({&tile, by});
  if (is_new)
    for (TileVersion& version : bastide::versions_of(tile, by)) at->second.push_back(compile_tile(std::move(version)));
  return at->second;
}

}  // namespace bastide
