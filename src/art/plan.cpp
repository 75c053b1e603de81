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

WallStyle wall_style(const Draft& draft, const TileFeatureSpec& town, const std::vector<TileSide>& gap, bool gate,
                     Random& random) {
  const bool road = std::ranges::any_of(draft.tile.features, [&](const TileFeatureSpec& f) {
    return f.type == TileFeatureType::road &&
           std::ranges::any_of(f.sides, [&](TileSide s) { return std::ranges::count(gap, s) > 0; });
  });
  if (draft.tile.shape == TileShape::square && gap.size() == 2) {
    const double depth = gate ? -30 : road ? -75 : 75;
    return {depth, true, gate || random.chance(.5) ? std::vector{2, 4} : std::vector{1, 3, 5}};
  }
  double depth = 275;  // a cap over one side
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

void add_town(Draft& draft, int feature, Random& random) {
  const TileFeatureSpec& spec = draft.tile.features[static_cast<size_t>(feature)];
  const std::vector<TileSide>& order = sides_clockwise(draft.tile.shape);
  const int n = static_cast<int>(order.size());
  const auto side = [&](int i) { return order[static_cast<size_t>((i % n + n) % n)]; };
  const auto open = [&](int i) { return std::ranges::count(spec.sides, side(i)) > 0; };
  const auto line_of = [&](int i) { return side_line(side(i), 0); };
  const int town = static_cast<int>(draft.towns.size());
  Town out{feature, {}};
  const bool gate = std::ranges::any_of(
      draft.tile.features, [&](const TileFeatureSpec& f) { return f.end == RoadEnd::city && f.end_city == feature; });
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
    Wall wall;
    wall.town = town;
    int next = end + 1;
    for (; !open(next); ++next) wall.gap.push_back(side(next));
    const WallStyle style = wall_style(draft, spec, wall.gap, gate, random);
    wall.line = wall_line(draft, line_of(end).to, line_of(next).from, style, line_of(end + 1).to, gate, random);
    wall.towers = style.towers;
    out.outline.insert(out.outline.end(), wall.line.begin() + 1, wall.line.end() - 1);
    draft.walls.push_back(std::move(wall));
  }
  draft.towns.push_back(std::move(out));
}

}  // namespace

const std::vector<TileSide>& sides_clockwise(TileShape shape) {
  static const std::vector<TileSide> square{TileSide::N, TileSide::E, TileSide::S, TileSide::W};
  static const std::vector<TileSide> half{TileSide::W, TileSide::H, TileSide::S};
  return shape == TileShape::square ? square : half;
}

SideLine side_line(TileSide side, int rotation) {
  static constexpr std::array<std::array<Vec, 2>, 5> ends{{{{{0, 0}, {1000, 0}}},
                                                           {{{1000, 0}, {1000, 1000}}},
                                                           {{{1000, 1000}, {0, 1000}}},
                                                           {{{0, 1000}, {0, 0}}},
                                                           {{{0, 0}, {1000, 1000}}}}};
  const auto& [from, to] = ends[static_cast<size_t>(side)];
  const Vec a = turned(from, rotation), b = turned(to, rotation);
  return {a, b, middle(a, b), normal(unit(b - a))};
}

Vec port_point(TilePort port, int rotation) {
  static constexpr std::array<TileSide, 10> side{TileSide::N, TileSide::N, TileSide::E, TileSide::E, TileSide::S,
                                                 TileSide::S, TileSide::W, TileSide::W, TileSide::H, TileSide::H};
  const auto index = static_cast<size_t>(port);
  const SideLine line = side_line(side[index], rotation);
  return mix(line.from, line.to, index % 2 == 0 ? .25 : .75) + line.inwards * 14;
}

double Plan::to_side(Vec p) const {
  double least = 1e6;
  for (const SideLine& side : sides) least = std::min(least, dot(p - side.from, side.inwards));
  return least;
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
  Draft draft{tile, square ? Vec{500, 500} : Vec{310, 690}, {}, {}, {}, {}};
  // The set is not in the key: the same tile of two sets has the same walls and roads.
  Random random(fmt::format("{}|{}|geo", tile.id, seed));
  Plan plan;
  plan.tile = &tile;
  plan.rotation = rotation & 3;
  for (size_t i = 0; i < tile.features.size(); ++i) {
    if (tile.features[i].type == TileFeatureType::city) add_town(draft, static_cast<int>(i), random);
    if (tile.features[i].type == TileFeatureType::cloister) plan.cloister = static_cast<int>(i);
  }
  add_roads(draft, random);

  const auto turn = [&](Vec& p) { p = turned(p, rotation); };
  for (Town& town : draft.towns) std::ranges::for_each(town.outline, turn);
  for (Wall& wall : draft.walls) {
    std::ranges::for_each(wall.line, turn);
    if (wall.gate) turn(*wall.gate);
  }
  for (Road& road : draft.roads) {
    for (Cubic& cubic : road.curve) std::ranges::for_each(cubic, turn);
    road.line = sampled(road.curve);
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
  plan.towns = std::move(draft.towns);
  plan.walls = std::move(draft.walls);
  plan.roads = std::move(draft.roads);
  plan.plazas = std::move(draft.plazas);
  plan.cloister_radius = square ? 225 : 168;
  return plan;
}

}  // namespace bastide::art
