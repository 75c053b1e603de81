// Walls and the polygons of towns, in the tile's own frame; then everything is turned at once. Roads: plan_roads.cpp.
#include "art/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "art/plan_parts.h"

namespace bastide::art {

namespace {

struct Bend {
  double along, depth;  // shares of the chord and of the wall's depth
};
constexpr std::array<Bend, 5> cap_bends{{{.25, .63}, {.37, .91}, {.5, 1}, {.63, .91}, {.75, .63}}};
constexpr std::array<Bend, 5> corner_bends{{{.2, .6}, {.35, .9}, {.5, 1}, {.65, .9}, {.8, .6}}};

/// How deep the wall across a gap reaches into the tile, and where it has towers.
struct WallStyle {
  double depth;
  bool round_corner;  ///< two adjacent sides of a square lie outside: the wall runs along the diagonal
  std::vector<int> towers;
};

/// Whether a field that reaches no side lies between the wall of `town` across a gap and another town, which covers all
/// of that gap.
bool encloses(const TileSpec& tile, int town, const std::vector<TileSide>& gap) {
  return std::ranges::any_of(tile.features, [&](const TileFeatureSpec& f) {
    if (f.type != TileFeatureType::field || !f.ports.empty() || f.cities.size() != 2 ||
        std::ranges::count(f.cities, town) == 0)
      return false;
    const int other = f.cities[0] == town ? f.cities[1] : f.cities[0];
    const std::vector<TileSide>& sides = tile.features[static_cast<size_t>(other)].sides;
    return std::ranges::all_of(gap, [&](TileSide side) { return std::ranges::count(sides, side) > 0; });
  });
}

/// The same seen from the other town, if that is one-sided.
bool is_enclosed(const TileSpec& tile, int town) {
  const std::vector<TileSide>& sides = tile.features[static_cast<size_t>(town)].sides;
  for (size_t other = 0; sides.size() == 1 && other < tile.features.size(); ++other)
    if (tile.features[other].type == TileFeatureType::city && static_cast<int>(other) != town &&
        encloses(tile, static_cast<int>(other), sides))
      return true;
  return false;
}

WallStyle wall_style(const Draft& draft, int feature, const std::vector<TileSide>& gap, bool gate, Random& random) {
  const TileFeatureSpec& town = draft.tile.features[static_cast<size_t>(feature)];
  if (draft.tile.shape == TileShape::square) {
    if (gap.size() == 2 && encloses(draft.tile, feature, gap)) return {-120, true, {2, 4}};
    if (gap.size() == 1 && encloses(draft.tile, feature, gap))
      return {420, false, town.sides.size() == 3 ? std::vector{3} : std::vector{1, 3, 5}};
    if (is_enclosed(draft.tile, feature)) return {190, false, {1, 5}};
  }
  if (draft.cloister_pocket && gap.size() == 1) return {640, false, {1, 2, 4, 5}};
  if (passes_under(draft.tile, gap[0]) && gap.size() == 1) return {325, false, {1, 5}};
  const bool road = std::ranges::any_of(draft.tile.features, [&](const TileFeatureSpec& f) {
    return f.type == TileFeatureType::road &&
           std::ranges::any_of(f.sides, [&](TileSide s) { return std::ranges::count(gap, s) > 0; });
  });
  if (draft.tile.shape == TileShape::square && gap.size() == 2) {
    // Another town beyond: both leave room along the diagonal.
    const bool towns = std::ranges::all_of(
        gap, [&](TileSide s) { return draft.tile.sides[static_cast<size_t>(s)] == TileTerrain::city; });
    const double depth = towns ? -140 : gate ? -30 : road ? -75 : 75;
    return {depth, true, gate || random.chance(.5) ? std::vector{2, 4} : std::vector{1, 3, 5}};
  }
  const auto caps = std::ranges::count_if(draft.tile.features, [](const TileFeatureSpec& f) {
    return f.type == TileFeatureType::city && f.sides.size() == 1;
  });
  double depth = caps == 4 ? 195 : 275;  // a cap over one side; four of them leave little between them
  if (gap.size() == 1)
    depth = gap[0] == TileSide::H ? 185 : road ? 285 : 255;
  else if (town.sides.size() == 1 && town.sides[0] == TileSide::H)
    depth = 265;
  const std::vector<int> three{1, 3, 5}, four{1, 2, 4, 5};
  return {depth, false, gate ? std::vector{1, 5} : random.pick({three, four, three})};
}

Polyline wall_line(const Draft& draft, Vec a, Vec b, const WallStyle& style, Vec field_corner, bool gate,
                   Random& random) {
  const Vec along = unit(b - a);
  Vec deep = normal(along);
  if (style.round_corner)
    deep = unit(field_corner - Vec{500, 500});
  else if (dot(draft.centre - middle(a, b), deep) < 0)
    deep = -deep;
  Polyline line{a};
  const auto& bends = style.round_corner ? corner_bends : cap_bends;
  for (size_t i = 0; i < bends.size(); ++i) {
    const bool fixed = i == 2 && gate;  // a road has to meet it
    double along_by = fixed ? 0 : random.uniform(-.014, .014), deep_by = fixed ? 0 : random.uniform(-9, 7);
    // The first and the last leg must not open: two walls in one corner would cross.
    if (i == 0 || i == 4) along_by = 0, deep_by = std::min(deep_by, 0.);
    line.push_back(a + along * (distance(a, b) * (bends[i].along + along_by)) +
                   deep * (style.depth * bends[i].depth + deep_by));
  }
  line.push_back(b);
  return line;
}

/// Sides that one wall shuts off: neighbours, unless two fields meet in their corner, to which the town then reaches.
std::vector<std::vector<TileSide>> parted(const TileSpec& tile, const std::vector<TileSide>& gap) {
  const auto field_at = [&](TilePort port) {
    for (size_t i = 0; i < tile.features.size(); ++i)
      if (std::ranges::count(tile.features[i].ports, port) > 0) return static_cast<int>(i);
    return -1;
  };
  std::vector<std::vector<TileSide>> out;
  for (const TileSide side : gap) {
    const auto first = static_cast<TilePort>(2 * static_cast<int>(side));
    const int before = out.empty() ? -1 : field_at(static_cast<TilePort>(2 * static_cast<int>(out.back().back()) + 1));
    const bool apart =
        tile.shape == TileShape::square && before >= 0 && field_at(first) >= 0 && before != field_at(first);
    if (out.empty() || apart) out.emplace_back();
    out.back().push_back(side);
  }
  return out;
}

/// `spec`: the town, or as much of it as stands on one bank of water.
void add_town(Draft& draft, int feature, const TileFeatureSpec& spec, Random& random) {
  const std::vector<TileSide>& order = sides_clockwise(draft.tile.shape);
  const int n = static_cast<int>(order.size());
  const auto side = [&](int i) { return order[static_cast<size_t>((i % n + n) % n)]; };
  const auto open = [&](int i) { return std::ranges::count(spec.sides, side(i)) > 0; };
  const auto line_of = [&](int i) { return side_line(side(i), 0); };
  const int town = static_cast<int>(draft.towns.size());
  Town out{feature, {}, spec.sides};
  const bool gate =
      way_leads_to(draft.tile, feature) || std::ranges::any_of(draft.tile.features, [&](const TileFeatureSpec& f) {
        return f.end == RoadEnd::city && f.end_city == feature;
      });
  std::vector<int> starts;
  for (int i = 0; i < n; ++i)
    if (open(i) && !open(i - 1)) starts.push_back(i);
  if (starts.empty())
    for (int i = 0; i < n; ++i) out.outline.push_back(line_of(i).from);
  for (const int start : starts) {
    int end = start;
    while (open(end + 1)) ++end;
    for (int i = start; i <= end; ++i) out.outline.push_back(line_of(i).from);
    out.outline.push_back(line_of(end).to);
    std::vector<TileSide> shut;
    for (int next = end + 1; !open(next); ++next) shut.push_back(side(next));
    const auto gaps = parted(draft.tile, shut);
    for (const std::vector<TileSide>& gap : gaps) {
      Wall wall;
      wall.town = town;
      wall.gap = gap;
      const SideLine first = side_line(gap.front(), 0), last = side_line(gap.back(), 0);
      const bool met = gate || (gap.size() == 1 && comes_up(draft.tile, gap[0]));
      const WallStyle style = wall_style(draft, feature, wall.gap, met, random);
      wall.line = wall_line(draft, first.from, last.to, style, first.to, met, random);
      wall.towers = style.towers;
      out.outline.insert(out.outline.end(), wall.line.begin() + 1, wall.line.end() - (&gap == &gaps.back() ? 1 : 0));
      draft.walls.push_back(std::move(wall));
    }
  }
  draft.towns.push_back(std::move(out));
}

/// A town on two opposite sides with water between them is one cap on each bank (and a bridge).
void add_town(Draft& draft, int feature, Random& random) {
  const TileFeatureSpec& spec = draft.tile.features[static_cast<size_t>(feature)];
  const bool parted_by_water = std::ranges::any_of(draft.tile.features, [&](const TileFeatureSpec& f) {
    return f.type == TileFeatureType::water && f.sides.size() == 2 && spec.sides.size() == 2 &&
           (static_cast<int>(f.sides[0]) + static_cast<int>(f.sides[1])) % 2 == 0 &&
           (static_cast<int>(spec.sides[0]) + static_cast<int>(spec.sides[1])) % 2 == 0;
  });
  if (!parted_by_water) return add_town(draft, feature, spec, random);
  for (const TileSide side : spec.sides) {
    TileFeatureSpec bank = spec;
    bank.sides = {side};
    add_town(draft, feature, bank, random);
  }
}

/// A town over one side that narrows to a point in the middle of the opposite one, where it parts the fields.
bool add_narrowing_town(Draft& draft, int feature) {
  const std::vector<TileSide>& sides = draft.tile.features[static_cast<size_t>(feature)].sides;
  const int at = static_cast<int>(sides[0]), far = (at + 2) & 3;
  if (sides.size() != 1 || draft.tile.shape != TileShape::square ||
      std::ranges::count(draft.tile.parted, static_cast<TileSide>(far)) == 0)
    return false;
  const auto place = [&](std::initializer_list<Vec> points) {
    Polyline line;
    for (const Vec p : points) line.push_back(turned(p, at));
    return line;
  };
  const Polyline wall = place({{1000, 0}, {800, 200}, {640, 480}, {500, 958}, {360, 480}, {200, 200}, {0, 0}});
  Town town{feature, place({{0, 0}, {1000, 0}, {800, 200}, {640, 480}, {500, 958}, {360, 480}, {200, 200}}), sides};
  std::vector<TileSide> gap;
  for (int i = 1; i < 4; ++i) gap.push_back(static_cast<TileSide>((at + i) & 3));
  draft.walls.push_back({static_cast<int>(draft.towns.size()), wall, gap, {1, 5}, {}});
  draft.towns.push_back(std::move(town));
  return true;
}

/// Where a cloister stands that a road bends round: away from the bend, and from towns.
Vec beside_bend(const TileSpec& tile, TileSide a, TileSide b) {
  Vec away{0, 0};
  int towns = 0;
  for (const TileSide side : {a, b}) {
    const auto opposite = static_cast<TileSide>((static_cast<int>(side) + 2) & 3);
    if (tile.sides[static_cast<size_t>(opposite)] == TileTerrain::city)
      ++towns;
    else
      away = away + side_line(side, 0).inwards * 65;
  }
  return Vec{500, 500} + away * (towns > 0 ? 1.7 : 1);
}

/// A field that reaches no side lies between a town of one side and one of the next two, which share their wall from
/// there to the corners. Drawn for the first at N, the other at E and S, and then turned or mirrored.
bool add_enclosed_field(Draft& draft) {
  const auto& features = draft.tile.features;
  const bool enclosed = std::ranges::any_of(features, [](const TileFeatureSpec& f) {
    return f.type == TileFeatureType::field && f.ports.empty() && f.cities.size() == 2;
  });
  if (!enclosed || draft.tile.shape != TileShape::square) return false;
  int narrow = -1, wide = -1;
  for (size_t i = 0; i < features.size(); ++i) {
    if (features[i].type != TileFeatureType::city) continue;
    (features[i].sides.size() == 1 ? narrow : wide) = static_cast<int>(i);
  }
  if (narrow < 0 || wide < 0 || features[static_cast<size_t>(wide)].sides.size() != 2) return false;
  const auto has = [&](int side) {
    return std::ranges::count(features[static_cast<size_t>(wide)].sides, static_cast<TileSide>(side & 3)) > 0;
  };
  const int at = static_cast<int>(features[static_cast<size_t>(narrow)].sides[0]);
  if (!has(at + 2) || has(at + 1) == has(at + 3)) return false;
  const bool mirrored = has(at + 3);
  const auto place = [&](std::initializer_list<Vec> points) {
    Polyline line;
    for (const Vec p : points) line.push_back(turned({mirrored ? 1000 - p.x : p.x, p.y}, at));
    return line;
  };
  const auto wall = [&](int town, int side, Polyline line, std::vector<int> towers) {
    draft.walls.push_back({town, std::move(line), {static_cast<TileSide>(side & 3)}, std::move(towers), {}});
  };
  const int town = static_cast<int>(draft.towns.size());
  const Polyline pocket = place({{0, 1000}, {108, 760}, {160, 630}, {176, 500}, {160, 370}, {108, 240}, {0, 0}});
  const Polyline inner =
      place({{1000, 0}, {822, 206}, {668, 290}, {566, 376}, {462, 462}, {376, 566}, {290, 668}, {206, 822}, {0, 1000}});
  const Polyline outer =
      place({{0, 1000}, {206, 822}, {396, 760}, {530, 700}, {632, 632}, {700, 530}, {760, 396}, {822, 206}, {1000, 0}});
  Town first{narrow, place({{0, 0}, {1000, 0}}), features[static_cast<size_t>(narrow)].sides},
      second{wide, place({{1000, 0}, {1000, 1000}}), features[static_cast<size_t>(wide)].sides};
  first.outline.insert(first.outline.end(), inner.begin() + 1, inner.end());
  first.outline.insert(first.outline.end(), pocket.begin() + 1, pocket.end() - 1);
  second.outline.insert(second.outline.end(), outer.begin(), outer.end() - 1);
  draft.towns.push_back(std::move(first));
  draft.towns.push_back(std::move(second));
  wall(town, at + (mirrored ? 1 : 3), pocket, {1, 3, 5});
  wall(town, at + 2, inner, {2, 4, 6});
  wall(town + 1, at, outer, {2, 6});
  return true;
}

/// Two towns that cross: the second passes under the first, from side to side, and fields that reach no side lie
/// between them. Drawn for the first from N to S, or from N down to the field at S, and then turned.
bool add_crossing_towns(Draft& draft) {
  const auto& features = draft.tile.features;
  const auto enclosed = std::ranges::count_if(features, [](const TileFeatureSpec& f) {
    return f.type == TileFeatureType::field && f.ports.empty() && f.cities.size() == 2;
  });
  std::vector<int> towns;
  for (size_t i = 0; i < features.size(); ++i)
    if (features[i].type == TileFeatureType::city) towns.push_back(static_cast<int>(i));
  if (enclosed == 0 || towns.size() != 2 || draft.tile.shape != TileShape::square) return false;
  const auto across = [&](int town) {
    const auto& sides = features[static_cast<size_t>(town)].sides;
    return sides.size() == 2 && std::abs(static_cast<int>(sides[0]) - static_cast<int>(sides[1])) == 2;
  };
  int over = towns[0], below = towns[1];
  if (!across(below)) std::swap(over, below);
  const bool through = across(over);
  if (!across(below)) return false;
  const auto beyond = [](const TileFeatureSpec& f) {  // the field in which the first ends
    return f.type == TileFeatureType::field && !f.ports.empty() && f.cities.size() == 2;
  };
  if (!through && (features[static_cast<size_t>(over)].sides.size() != 1 || std::ranges::none_of(features, beyond)))
    return false;
  const int at = static_cast<int>(features[static_cast<size_t>(over)].sides[0]);
  const auto place = [&](std::initializer_list<Vec> points) {
    Polyline line;
    for (const Vec p : points) line.push_back(turned(p, at));
    return line;
  };
  const auto side = [&](int by) { return static_cast<TileSide>((at + by) & 3); };
  const auto add = [&](int feature, std::vector<TileSide> sides, const std::vector<Polyline>& walls, Polyline outline) {
    const int town = static_cast<int>(draft.towns.size());
    for (const Polyline& line : walls)
      draft.walls.push_back({town, line, {}, {2, static_cast<int>(line.size()) - 3}, {}});
    draft.towns.push_back({feature, std::move(outline), std::move(sides)});
  };
  const auto joined = [](const std::vector<Polyline>& parts) {
    Polyline line;
    for (const Polyline& part : parts) line.insert(line.end(), part.begin(), part.end() - 1);
    return line;
  };
  const Polyline east = place({{1000, 1000}, {925, 840}, {850, 670}, {822, 500}, {850, 330}, {925, 160}, {1000, 0}});
  const Polyline west = place({{0, 0}, {75, 160}, {150, 330}, {178, 500}, {150, 670}, {75, 840}, {0, 1000}});
  const Polyline north = place({{0, 0}, {1000, 0}}), south = place({{1000, 1000}, {0, 1000}});
  if (through) {
    const Polyline right = place({{1000, 0}, {850, 150}, {715, 320}, {655, 500}, {715, 680}, {850, 850}, {1000, 1000}});
    const Polyline left = place({{0, 1000}, {150, 850}, {285, 680}, {345, 500}, {285, 320}, {150, 150}, {0, 0}});
    add(over, {side(0), side(2)}, {right, left}, joined({north, right, south, left}));
  } else {
    const Polyline wall = place({{1000, 0},
                                 {850, 150},
                                 {715, 320},
                                 {655, 480},
                                 {610, 620},
                                 {500, 700},
                                 {340, 700},
                                 {120, 640},
                                 {120, 580},
                                 {300, 530},
                                 {325, 440},
                                 {285, 320},
                                 {150, 150},
                                 {0, 0}});
    add(over, {side(0)}, {wall}, joined({north, wall}));
  }
  add(below, {side(1)}, {east}, joined({place({{1000, 0}, {1000, 1000}}), east}));
  add(below, {side(3)}, {west}, joined({place({{0, 1000}, {0, 0}}), west}));
  return true;
}

}  // namespace

bool comes_up(const TileSpec& tile, TileSide side) {
  const auto field_at = [&](int port) {
    return std::ranges::find_if(tile.features, [&](const TileFeatureSpec& f) {
      return std::ranges::count(f.ports, static_cast<TilePort>(port)) > 0;
    });
  };
  const int first = 2 * static_cast<int>(side);
  return std::ranges::any_of(
             tile.features,
             [&](const TileFeatureSpec& f) { return f.tunnel && std::ranges::count(f.sides, side) > 0; }) &&
         field_at(first) != field_at(first + 1);
}

bool passes_under(const TileSpec& tile, TileSide side) {
  if (comes_up(tile, side)) return false;
  return std::ranges::any_of(tile.features, [&](const TileFeatureSpec& f) {
    return f.tunnel && f.sides.size() == 2 && std::ranges::count(f.sides, side) > 0;
  });
}

const std::vector<TileSide>& sides_clockwise(TileShape shape) {
  static const std::vector<TileSide> square{TileSide::N, TileSide::E, TileSide::S, TileSide::W};
  static const std::vector<TileSide> half{TileSide::W, TileSide::H, TileSide::S};
  static const std::vector<TileSide> twin{TileSide::N,  TileSide::N2, TileSide::E2,
                                          TileSide::S2, TileSide::S,  TileSide::W};
  return shape == TileShape::square ? square : shape == TileShape::twin ? twin : half;
}

SideLine side_line(TileSide side, int rotation) {
  static constexpr std::array<std::array<Vec, 2>, kTileSides> ends{{{{{0, 0}, {1000, 0}}},
                                                                    {{{1000, 0}, {1000, 1000}}},
                                                                    {{{1000, 1000}, {0, 1000}}},
                                                                    {{{0, 1000}, {0, 0}}},
                                                                    {{{0, 0}, {1000, 1000}}},
                                                                    {{{1000, 0}, {2000, 0}}},
                                                                    {{{2000, 0}, {2000, 1000}}},
                                                                    {{{2000, 1000}, {1000, 1000}}}}};
  const auto& [from, to] = ends[static_cast<size_t>(side)];
  const Vec a = turned(from, rotation), b = turned(to, rotation);
  return {a, b, middle(a, b), normal(unit(b - a))};
}

Vec port_point(TilePort port, int rotation) {
  const auto index = static_cast<size_t>(port);
  const SideLine line = side_line(static_cast<TileSide>(index / 2), rotation);
  return mix(line.from, line.to, index % 2 == 0 ? .25 : .75) + line.inwards * 14;
}

double Water::to(Vec p) const {
  double least = 1e6;
  for (const Polyline& line : lines) least = std::min(least, to_points(p, line));
  return least;
}

double Plan::to_side(Vec p) const {
  double least = 1e6;
  for (const SideLine& side : sides) least = std::min(least, dot(p - side.from, side.inwards));
  return least;
}

bool way_leads_to(const TileSpec& tile, int town) {
  const auto& features = tile.features;
  if (tile.shape != TileShape::square || (tile.junction != "village" && tile.junction != "mark") ||
      features[static_cast<size_t>(town)].sides.size() != 1)
    return false;
  return std::ranges::count_if(features, [&](const TileFeatureSpec& f) {
           return f.type == TileFeatureType::field && !f.ports.empty() && std::ranges::count(f.cities, town) > 0;
         }) == 2;
}

bool overgrown(const TileSpec& tile) {
  return tile.junction_look == "bushes" || tile.junction_look == "trees";
}

const Plaza* Plan::thicket() const {
  const auto it = std::ranges::find_if(plazas, &Plaza::village);
  return overgrown(*tile) && it != plazas.end() ? &*it : nullptr;
}

Plan make_plan(const TileSpec& tile, int rotation, std::string_view seed) {
  const bool square = tile.shape == TileShape::square;
  const bool twin = tile.shape == TileShape::twin;
  Draft draft{tile, square ? Vec{500, 500} : twin ? Vec{1000, 500} : Vec{310, 690}, false, {}, {}, {}, {}, {}, {}, {}};
  // The set is not in the key: the same tile of two sets has the same walls and roads.
  Random random(fmt::format("{}|{}|geo", tile.id, seed));
  Plan plan;
  plan.tile = &tile;
  plan.rotation = rotation & 3;
  for (size_t i = 0; i < tile.features.size(); ++i)
    if (tile.features[i].type == TileFeatureType::cloister)
      plan.cloister = static_cast<int>(i);
    else if (tile.features[i].type == TileFeatureType::building)
      plan.building = static_cast<int>(i);
  // A cloister in a town's pocket: the pocket is as deep as that takes.
  for (const TileFeatureSpec& f : tile.features) {
    if (plan.cloister < 0 || !square || f.type != TileFeatureType::city || f.sides.size() != 3) continue;
    for (const TileSide side : sides_clockwise(tile.shape))
      if (std::ranges::count(f.sides, side) == 0)
        draft.centre = side_line(side, 0).middle + side_line(side, 0).inwards * 400;
    draft.cloister_pocket = true;
  }
  // A cloister beside water: on the bank that no road comes to it from.
  const auto stream = std::ranges::find_if(
      tile.features, [](const TileFeatureSpec& f) { return f.type == TileFeatureType::water && f.sides.size() > 1; });
  const bool beside_water = plan.cloister >= 0 && stream != tile.features.end();
  if (beside_water) {
    for (const TileSide side : {TileSide::S, TileSide::E, TileSide::W, TileSide::N}) {
      const bool free =
          std::ranges::count(stream->sides, side) == 0 && tile.sides[static_cast<size_t>(side)] == TileTerrain::field;
      if (free) draft.centre = side_line(side, 0).middle + side_line(side, 0).inwards * 245;
    }
  }
  bool bent = false;
  for (const TileFeatureSpec& f : tile.features) {
    if (plan.cloister < 0 || !square || f.type != TileFeatureType::road || f.sides.size() != 2) continue;
    if (((static_cast<int>(f.sides[0]) ^ static_cast<int>(f.sides[1])) & 1) == 0) continue;
    draft.centre = beside_bend(tile, f.sides[0], f.sides[1]);
    bent = true;
  }
  if (!add_crossing_towns(draft) && !add_enclosed_field(draft))
    for (size_t i = 0; i < tile.features.size(); ++i)
      if (tile.features[i].type == TileFeatureType::city && !add_narrowing_town(draft, static_cast<int>(i)))
        add_town(draft, static_cast<int>(i), random);
  if (std::ranges::count(tile.features, RoadEnd::mark, &TileFeatureSpec::end) > 0)
    draft.mark_at_centre = tile.symbols.front().type;
  for (const TileSymbol& symbol : tile.symbols)
    if (symbol.middle) draft.mark_at_centre = symbol.type;
  Random water_random(fmt::format("{}|{}|water", tile.id, seed));
  add_waters(draft, water_random);
  add_roads(draft, random);

  const auto turn = [&](Vec& p) { p = turned(p, rotation); };
  for (Town& town : draft.towns) std::ranges::for_each(town.outline, turn);
  for (Wall& wall : draft.walls) {
    std::ranges::for_each(wall.line, turn);
    std::ranges::for_each(wall.gates, turn);
  }
  for (Road& road : draft.roads) {
    for (Cubic& cubic : road.curve) std::ranges::for_each(cubic, turn);
    road.line = sampled(road.curve);
  }
  for (Water& water : draft.waters) {
    turn(water.at);
    for (Curve& curve : water.curves) {
      for (Cubic& cubic : curve) std::ranges::for_each(cubic, turn);
      water.lines.push_back(sampled(curve));
    }
  }
  for (Way& way : draft.ways) {
    for (Cubic& cubic : way.curve) std::ranges::for_each(cubic, turn);
    way.line = sampled(way.curve);
  }
  for (Plaza& plaza : draft.plazas) {
    turn(plaza.at);
    for (Vec& arm : plaza.arms) arm = turned_direction(arm, rotation);
  }
  plan.centre = turned(draft.centre, rotation);
  for (const TileSide side : sides_clockwise(tile.shape)) {
    plan.sides.push_back(side_line(side, rotation));
    plan.outline.push_back(plan.sides.back().from);
  }
  plan.low = plan.high = plan.outline.front();
  for (const Vec p : plan.outline) {
    plan.low = {std::min(plan.low.x, p.x), std::min(plan.low.y, p.y)};
    plan.high = {std::max(plan.high.x, p.x), std::max(plan.high.y, p.y)};
  }
  plan.building_radius = plan.building < 0 ? 0 : building_radius;
  plan.towns = std::move(draft.towns);
  plan.walls = std::move(draft.walls);
  plan.roads = std::move(draft.roads);
  plan.ways = std::move(draft.ways);
  plan.plazas = std::move(draft.plazas);
  plan.waters = std::move(draft.waters);
  plan.mark_at_centre = draft.mark_at_centre;
  // A field goes between the cloister and the wall of a town of one side.
  const bool below_town = std::ranges::any_of(
      tile.features, [](const TileFeatureSpec& f) { return f.type == TileFeatureType::city && f.sides.size() == 1; });
  const bool wide = square && !draft.cloister_pocket && !below_town && !bent;
  plan.cloister_radius = beside_water ? 150 : wide ? 225 : 168;
  return plan;
}

}  // namespace bastide::art
