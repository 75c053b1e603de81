// The curves of roads and the places they end at.
#include <algorithm>
#include <array>
#include <optional>

#include "art/plan_parts.h"

namespace bastide::art {

namespace {

/// A road to draw: a feature, or one arm of a feature whose arms meet on the tile.
struct Run {
  int feature;
  std::vector<TileSide> sides;
  RoadEnd end;
  int end_city;
  bool meets = false;  ///< an arm of a road that forks
};

/// The town that a road passes under.
int under(const TileSpec& tile) {
  return static_cast<int>(std::ranges::find(tile.features, TileFeatureType::city, &TileFeatureSpec::type) -
                          tile.features.begin());
}

/// The same for a tile as printed and for the version of it whose roads are one (HOUSE-TREES).
std::vector<Run> runs_of(const TileSpec& tile) {
  const bool joined =
      tile.junction == "village" && std::ranges::count(tile.features, RoadEnd::village, &TileFeatureSpec::end) == 0;
  std::vector<Run> runs;
  for (size_t i = 0; i < tile.features.size(); ++i) {
    const TileFeatureSpec& spec = tile.features[i];
    if (spec.type != TileFeatureType::road) continue;
    if (spec.tunnel && spec.sides.size() == 2)
      for (const TileSide side : spec.sides) {
        const bool up = comes_up(tile, side);
        runs.push_back({static_cast<int>(i), {side}, up ? RoadEnd::city : RoadEnd::none, up ? under(tile) : -1});
      }
    else if (joined && spec.place == "road")
      for (const TileSide side : spec.sides) runs.push_back({static_cast<int>(i), {side}, RoadEnd::village, -1});
    else if (spec.sides.size() > 2)
      for (const TileSide side : spec.sides) runs.push_back({static_cast<int>(i), {side}, RoadEnd::none, -1, true});
    else
      runs.push_back({static_cast<int>(i), spec.sides, spec.end, spec.end_city});
  }
  // The version has them in the order of its sides: so must be who draws first from the stream of chance.
  if (overgrown(tile)) std::ranges::stable_sort(runs, {}, [](const Run& run) { return run.sides[0]; });
  return runs;
}

/// The side a one-sided town covers, if there is one.
std::optional<TileSide> cap_side(const TileSpec& tile) {
  for (const TileFeatureSpec& f : tile.features)
    if (f.type == TileFeatureType::city && f.sides.size() == 1) return f.sides[0];
  return std::nullopt;
}

bool has_ways(const Draft& draft) {
  return std::ranges::any_of(draft.towns, [&](const Town& town) { return way_leads_to(draft.tile, town.feature); });
}

/// Where several roads meet: the middle, or lower when a cap would press on the houses.
Vec junction_of(const Draft& draft) {
  const auto cap = cap_side(draft.tile);
  if (draft.tile.shape != TileShape::square || draft.tile.junction != "village" || !cap) return draft.centre;
  if (has_ways(draft)) return draft.centre;
  return draft.centre + side_line(*cap, 0).inwards * 75;
}

/// From side to opposite side: an S in two cubics; straight for the first 150, so that it meets its neighbour.
Curve s_curve(const SideLine& a, const SideLine& b, double first, double second) {
  const Vec sideways = normal(a.inwards);
  const Vec p = a.middle + a.inwards * 330 + sideways * first, q = b.middle + b.inwards * 330 + sideways * second;
  const Vec from = a.middle + a.inwards * 150, to = b.middle + b.inwards * 150, centre = middle(p, q);
  const Vec along = unit(q - p) * 170;
  return {{a.middle, from, centre - along, centre}, {centre, centre + along, to, b.middle}};
}

bool has_water(const TileSpec& tile) {
  return std::ranges::count(tile.features, TileFeatureType::water, &TileFeatureSpec::type) > 0;
}

Curve straight_road(const Draft& draft, const SideLine& a, const SideLine& b, Random& random) {
  const Vec sideways = normal(a.inwards);
  if (has_water(draft.tile)) return s_curve(a, b, 0, 0);
  double first = random.uniform(35, 80) * random.sign(), second = -first * random.uniform(.5, 1);
  if (const auto cap = cap_side(draft.tile)) {
    const double away = dot(sideways, side_line(*cap, 0).inwards) > 0 ? 1 : -1;
    first = random.uniform(70, 110) * away;
    second = random.uniform(60, 105) * away;
  }
  return s_curve(a, b, first, second);
}

Curve bend(const Draft& draft, const SideLine& a, const SideLine& b, Random& random) {
  const double d = distance(a.middle, b.middle) * (draft.tile.shape == TileShape::square ? .7 : .62);
  const double ha = (.56 + random.uniform(-.04, .05)) * d, hb = (.56 + random.uniform(-.04, .05)) * d;
  return {{a.middle, a.middle + a.inwards * ha, b.middle + b.inwards * hb, b.middle}};
}

/// The wall that a road from side to side comes so near to that it parts the field there; null: it does not. Other
/// roads part fields too: of a road across the tile it is said only where it is the one road.
const Wall* wall_touched_by(const Draft& draft, const Run& run, bool across) {
  if (across && std::ranges::count(draft.tile.features, TileFeatureType::road, &TileFeatureSpec::type) > 1)
    return nullptr;
  std::vector<int> fields;
  for (const TileSide side : run.sides)
    for (const int half : {0, 1})
      for (size_t i = 0; i < draft.tile.features.size(); ++i) {
        const auto port = static_cast<TilePort>(2 * static_cast<int>(side) + half);
        const int field = static_cast<int>(i);
        if (std::ranges::count(draft.tile.features[i].ports, port) > 0 && std::ranges::count(fields, field) == 0)
          fields.push_back(field);
      }
  const bool parts = fields.size() > 2 && draft.towns.size() == 1 && draft.walls.size() == 1;
  return parts ? &draft.walls.front() : nullptr;
}

/// Past the middle of a wall, which it touches.
Curve touching_road(const Wall& wall, const SideLine& a, const SideLine& b) {
  const Vec apex = wall.line[wall.line.size() / 2];
  Vec out = normal(unit(wall.line.back() - wall.line.front()));
  if (dot(middle(a.middle, b.middle) - apex, out) < 0) out = -out;
  const Vec at = apex + out * 46, along = unit(b.middle - a.middle + out * dot(a.middle - b.middle, out));
  return {{a.middle, a.middle + a.inwards * 170, at - along * 130, at},
          {at, at + along * 130, b.middle + b.inwards * 170, b.middle}};
}

/// The wall a road comes to that ends at a town; null if that town has none on the road's side.
Wall* wall_met_by(Draft& draft, const Run& run) {
  if (run.end != RoadEnd::city) return nullptr;
  for (Wall& w : draft.walls)
    if (draft.towns[w.town].feature == run.end_city && std::ranges::count(w.gap, run.sides[0]) > 0) return &w;
  return nullptr;
}

/// `shared`: another road comes to this wall; between their gates there is field.
Curve gate_road(Wall& wall, const Run& run, const SideLine& side, bool shared) {
  const auto bend_at = [&](size_t i) { return wall.line[i]; };
  size_t gate = 3;
  if (run.sides[0] == TileSide::H) {
    // From the long side the road is short: the gate goes to the bend nearer the right angle.
    const auto from_corner = [](Vec p) { return p.x + 1000 - p.y; };
    gate = from_corner(bend_at(2)) < from_corner(bend_at(4)) ? 2 : 4;
  }
  if (shared) {
    gate = distance(bend_at(2), side.middle) < distance(bend_at(4), side.middle) ? 2 : 4;
    wall.towers = {3};
  }
  const Vec at = bend_at(gate);
  Vec out = normal(unit(bend_at(gate + 1) - bend_at(gate - 1)));
  if (dot(side.middle - at, out) < 0) out = -out;
  wall.gates.push_back(at);
  const double d = distance(side.middle, at);
  return {{side.middle, side.middle + side.inwards * (d * .5), at + out * (d * .36), at}};
}

/// Down to the mouth of a tunnel; over the mouth there is field up to the town's wall.
Curve tunnel_road(const SideLine& side) {
  constexpr double reach = 160;
  const auto at = [&](double share) { return side.middle + side.inwards * (reach * share); };
  return {{at(0), at(.35), at(.7), at(1)}};
}

/// Whether the fields on both sides of a road are two: one that stops in the open crosses another road first.
bool parts_fields(const TileSpec& tile, TileSide side) {
  const auto first = static_cast<TilePort>(2 * static_cast<int>(side));
  const auto second = static_cast<TilePort>(2 * static_cast<int>(side) + 1);
  return std::ranges::none_of(tile.features, [&](const TileFeatureSpec& field) {
    return std::ranges::count(field.ports, first) > 0 && std::ranges::count(field.ports, second) > 0;
  });
}

/// A road that stops in the open, in a village or at the cloister.
Curve dead_end(Draft& draft, const std::vector<Run>& runs, const Run& run, const SideLine& side, Random& random) {
  const bool half = draft.tile.shape == TileShape::half;
  const bool alone = run.end == RoadEnd::house || run.end == RoadEnd::trees;
  Vec target = junction_of(draft);
  if (alone || (half && run.end == RoadEnd::village)) {
    const auto ends =
        std::ranges::count_if(runs, [](const Run& r) { return r.end != RoadEnd::none && r.end != RoadEnd::city; });
    double reach = half ? 250 : 430, sideways = random.uniform(-30, 30);
    if (run.sides[0] == TileSide::H) reach = 230;
    // Between it and a road that passes there is field.
    if (!half && !parts_fields(draft.tile, run.sides[0]) &&
        std::ranges::any_of(runs, [](const Run& r) { return r.sides.size() == 2; }))
      reach = 240;
    if (half && runs.size() == 1 && draft.towns.empty()) reach = 300;
    if (half && ends > 1) reach = 200, sideways = 0;
    if (!half && runs.size() > 1 && parts_fields(draft.tile, run.sides[0])) reach = 690;
    target = side.middle + side.inwards * reach + Vec{side.inwards.y, side.inwards.x} * sideways;
    if (half && !draft.towns.empty() && run.end == RoadEnd::village) target = {250, 470};
  }
  if (run.end == RoadEnd::mark) {
    target = draft.centre - side.inwards * 110;  // the mark's foot is wider than that
    // Of a double tile from whichever side it comes, straight to the edge of that foot.
    if (draft.tile.shape == TileShape::twin)
      target = draft.centre + unit(side.middle + side.inwards * 180 - draft.centre) * (building_radius - 30);
  } else if (run.end != RoadEnd::cloister) {
    auto plaza = std::ranges::find_if(draft.plazas, [&](const Plaza& p) { return distance(p.at, target) < 1; });
    if (plaza == draft.plazas.end()) plaza = draft.plazas.insert(plaza, Plaza{target, run.end, {}});
    plaza->arms.push_back(side.inwards);
  }
  const double d = distance(side.middle, target), sway = random.uniform(-40, 40);
  const Vec back = unit(side.middle - target);
  return {
      {side.middle, side.middle + side.inwards * (d * .45), target + back * (d * .35) + normal(back) * sway, target}};
}

/// How far water from side to side runs to one hand: off a town of one side or a cloister, in the middle where there is
/// something on either hand, or a road crosses it.
std::array<double, 2> sway_of(const Draft& draft, const SideLine& a, Random& random) {
  const Vec sideways = normal(a.inwards);
  std::vector<Vec> keeps_off;
  for (const Wall& wall : draft.walls)
    if (wall.gap.size() == 3) keeps_off.push_back(middle(wall.line.front(), wall.line.back()));
  const bool cloister = std::ranges::count(draft.tile.features, TileFeatureType::cloister, &TileFeatureSpec::type) > 0;
  if (cloister) keeps_off.push_back(draft.centre);
  const bool crossed = std::ranges::any_of(draft.tile.features, [](const TileFeatureSpec& f) {
    return f.type == TileFeatureType::road && f.sides.size() == 2;
  });
  if (keeps_off.size() > 1 || (crossed && keeps_off.empty())) return {0, 0};
  const double by = random.uniform(25, 55) * random.sign();
  if (keeps_off.empty()) return {by, -by * random.uniform(.5, 1)};
  const double away = dot(keeps_off[0] - Vec{500, 500}, sideways) > 0 ? -65 : 65;
  return {away, away};
}

/// From where the roads end straight to the gate of each town that a way leads to.
void add_ways(Draft& draft) {
  const Vec from = junction_of(draft);
  for (Wall& wall : draft.walls) {
    if (!way_leads_to(draft.tile, draft.towns[wall.town].feature)) continue;
    const Vec to = wall.line[3];
    wall.gates.push_back(to);
    draft.ways.push_back({{{from, mix(from, to, .33), mix(from, to, .67), to}}, {}});
    for (Plaza& plaza : draft.plazas) plaza.arms.push_back(unit(plaza.at - to));
  }
}

}  // namespace

void add_waters(Draft& draft, Random& random) {
  for (size_t i = 0; i < draft.tile.features.size(); ++i) {
    const TileFeatureSpec& spec = draft.tile.features[i];
    if (spec.type != TileFeatureType::water) continue;
    Water water{.feature = static_cast<int>(i), .end = spec.end, .curves = {}, .lines = {}, .at = {}};
    const SideLine a = side_line(spec.sides[0], 0);
    if (spec.sides.size() == 1) {
      // A lake at a town's wall reaches up to it.
      const double reach = draft.towns.empty() ? 500 : 745;
      const Vec to = a.middle + a.inwards * reach;
      water.curves.push_back({{a.middle, a.middle + a.inwards * 150, to - a.inwards * 150, to}});
      water.at = a.middle + a.inwards * (draft.towns.empty() ? 500 : 540);
      water.radius = spec.end == RoadEnd::spring ? 104 : draft.towns.empty() ? 190 : 165;
    } else {
      std::vector<SideLine> sides;
      for (const TileSide side : spec.sides) sides.push_back(side_line(side, 0));
      const auto opposite = [](const SideLine& x, const SideLine& y) { return dot(x.inwards, y.inwards) < -.9; };
      if (sides.size() == 3) {  // the straight course first, then the branch
        if (opposite(sides[0], sides[2]))
          std::swap(sides[1], sides[2]);
        else if (opposite(sides[1], sides[2]))
          std::swap(sides[0], sides[2]);
      }
      const std::array<double, 2> sway = sides.size() == 3 ? std::array{0., 0.} : sway_of(draft, sides[0], random);
      water.curves.push_back(opposite(sides[0], sides[1]) ? s_curve(sides[0], sides[1], sway[0], sway[1])
                                                          : bend(draft, sides[0], sides[1], random));
      if (sides.size() == 3) {
        const SideLine& c = sides[2];
        water.curves.push_back(
            {{c.middle, c.middle + c.inwards * 150, c.middle + c.inwards * 350, c.middle + c.inwards * 500}});
      }
    }
    draft.waters.push_back(std::move(water));
  }
}

void add_roads(Draft& draft, Random& random) {
  const std::vector<Run> runs = runs_of(draft.tile);
  for (const Run& run : runs) {
    Road road{run.feature, run.end, {}, {}, false, run.meets};
    const SideLine a = side_line(run.sides[0], 0);
    if (run.sides.size() == 2) {
      const SideLine b = side_line(run.sides[1], 0);
      const bool opposite = dot(a.inwards, b.inwards) < -.9;
      const Wall* touched = wall_touched_by(draft, run, opposite);
      road.curve = touched != nullptr ? touching_road(*touched, a, b)
                   : opposite         ? straight_road(draft, a, b, random)
                                      : bend(draft, a, b, random);
    } else if (run.meets) {
      road.curve = {{a.middle, mix(a.middle, draft.centre, .4), mix(a.middle, draft.centre, .7), draft.centre}};
    } else if (run.end == RoadEnd::none) {
      road.curve = tunnel_road(a);
      road.tunnel = true;
    } else {
      Wall* wall = wall_met_by(draft, run);
      const bool shared =
          std::ranges::count_if(runs, [&](const Run& other) { return wall_met_by(draft, other) == wall; }) > 1;
      road.curve = wall != nullptr ? gate_road(*wall, run, a, shared) : dead_end(draft, runs, run, a, random);
    }
    draft.roads.push_back(std::move(road));
  }
  add_ways(draft);
}

}  // namespace bastide::art
