// Marks: each to the place with the most room for it, at the size that room allows; then their pictures.
#include "art/marks.h"

#include <fmt/format.h>

#include <algorithm>

#include "art/scene.h"

namespace bastide::art {

namespace {

constexpr double smallest = .45, half_wall = 17;
constexpr double large_mark = 250;  ///< of a town: stands in its middle, where the streets meet

/// The clearance grid flatters by up to a tenth: what the size depends on is measured.
double to_walls(const Plan& plan, Vec p) {
  double least = 1e6;
  for (const Wall& wall : plan.walls)
    for (size_t i = 0; i + 1 < wall.line.size(); ++i)
      least = std::min(least, to_segment(p, wall.line[i], wall.line[i + 1]) - half_wall);
  return least;
}

double to_roads(const Plan& plan, Vec p) {
  double least = 1e6;
  for (const Road& road : plan.roads) least = std::min(least, to_points(p, road.line) - road_width / 2 - 4);
  for (const Way& way : plan.ways) least = std::min(least, to_points(p, way.line) - road_width / 2 - 4);
  return least;
}

double to_waters(const Plan& plan, Vec p) {
  double least = 1e6;
  for (const Water& water : plan.waters) {
    least = std::min(least, water.to(p) - bank_width / 2 - 4);
    if (water.radius > 0) least = std::min(least, distance(p, water.at) - water.radius - 21);
  }
  return least;
}

/// How much nearer a point is to the road of a feature than to any other road.
double nearer_to(const Plan& plan, int feature, Vec p) {
  double own = 1e6, other = 1e6;
  for (const Road& road : plan.roads) {
    double& least = road.feature == feature ? own : other;
    least = std::min(least, to_points(p, road.line));
  }
  return other - own;
}

struct Best {
  double worth = -1e9, room = 0;
  Vec at;
};

/// `room`: of a place, below 0 for none. A place that has more than it wants is only a little better for it.
template <class Room, class Worth>
Best best_place(double wanted, Room room, Worth worth) {
  Best best;
  each_cell(
      [&](Cell c) {
        const Vec p = c.middle();
        const double there = room(p);
        if (there <= 0) return;
        const double w = std::min(there, wanted) * 3 + std::min(there, wanted * 1.7) * 1.1 +
                         std::min(there, wanted * 3) * .25 + worth(p);
        if (w > best.worth) best = {w, there, p};
      },
      2, 1);
  return best;
}

Best in_field(const Plan& plan, const Land& land, double radius, int field) {
  const auto room = [&](Vec p) {
    if (land.owner_at(p) != static_cast<Owner>(field)) return -1.;
    double least = std::min(land.field_room(p), plan.to_side(p) - 14);
    // Houses stand round a village's square, and a cloister's hedge has its shadow.
    for (const Plaza& plaza : plan.plazas)
      least = std::min(least, distance(p, plaza.at) - (plaza.village() ? 215 : 130));
    return least;
  };
  Best best = best_place(radius, room, [&](Vec p) { return -.04 * distance(p, plan.centre); });
  best.room = std::min({best.room, to_walls(plan, best.at), to_roads(plan, best.at), to_waters(plan, best.at)});
  return best;
}

/// Beside a road, as near as its room allows and nearer to it than to any other.
Best beside_road(const Plan& plan, const Land& land, double radius, int road) {
  const auto room = [&](Vec p) {
    if (!land.is_field(land.owner_at(p)) || nearer_to(plan, road, p) < 24) return -1.;
    return std::min(land.field_room(p), plan.to_side(p) - 14);
  };
  const auto near = [&](Vec p) {
    double own = 1e6;
    for (const Road& other : plan.roads)
      if (other.feature == road) own = std::min(own, to_points(p, other.line));
    return -.5 * own;
  };
  Best best = best_place(radius, room, near);
  best.room = std::min({best.room, to_walls(plan, best.at), to_roads(plan, best.at)});
  return best;
}

Best in_town(const Plan& plan, const Land& land, double radius, int town) {
  const TileFeatureSpec& spec = plan.feature(plan.towns[town].feature);
  const bool one_sided = spec.sides.size() == 1;
  const Vec hub = town_hub(plan, land, town);
  Polyline streets;
  for (const TileSide side : spec.sides)
    for (int t = 0; t <= 8; ++t) streets.push_back(mix(side_line(side, plan.rotation).middle, hub, t / 8.));
  const auto room = [&](Vec p) {
    return std::min({land.town_room(town, p), plan.to_side(p) - 14, distance(p, hub) - (one_sided ? 40 : 84),
                     to_points(p, streets) - (one_sided ? 0 : 20)});
  };
  // Not in the north: its head would reach over the wall.
  Best best = best_place(radius, room, [](Vec p) { return -.03 * std::abs(p.x - 500) + .02 * p.y; });
  best.room = (best.room - 8) * (one_sided ? 1.3 : 1);
  best.room = std::min(best.room, to_walls(plan, best.at) / .8);  // a plaza is .8 as deep as wide
  return best;
}

/// Where the streets meet.
Best in_the_middle(const Plan& plan, const Land& land, int town) {
  const Vec hub = town_hub(plan, land, town);
  return {0, std::min({land.town_room(town, hub), plan.to_side(hub) - 14, to_walls(plan, hub) / .8}), hub};
}

/// Where roads meet at a mark beside a wall: off that wall, but no further than they reach below the mark.
Vec off_the_wall(const Plan& plan, double radius) {
  const double room = to_walls(plan, plan.centre);
  const bool roads = std::ranges::count(plan.tile->features, RoadEnd::mark, &TileFeatureSpec::end) > 0;
  if (!roads || room > .5 * radius) return plan.centre;
  const double step = std::min(90., .6 * radius - room);
  Vec best = plan.centre;
  for (int i = 0; i < 16; ++i)
    if (const Vec p = plan.centre + towards(i * pi / 8, step, step); to_walls(plan, p) > to_walls(plan, best)) best = p;
  return best;
}

int largest_town(const Plan& plan, const Land& land) {
  int best = -1;
  for (int i = 0; i < static_cast<int>(plan.towns.size()); ++i) {
    const auto area = [&](int town) { return land.area[plan.towns[town].feature]; };
    if (best < 0 || area(i) > area(best)) best = i;
  }
  return best;
}

}  // namespace

const TileVariant* pictured_mark(const TileSpec& tile, std::string_view illustration) {
  const auto found = std::ranges::find_if(tile.variants, [&](const TileVariant& variant) {
    return !variant.mark.empty() && variant.illustration == illustration;
  });
  return found == tile.variants.end() ? nullptr : &*found;
}

std::vector<Mark> place_marks(const Plan& plan, Land& land, std::string_view illustration) {
  std::vector<Mark> out;
  std::vector<TileSymbol> symbols = plan.tile->symbols;
  if (const TileVariant* picture = pictured_mark(*plan.tile, illustration);
      picture != nullptr && std::ranges::count(symbols, picture->mark, &TileSymbol::type) == 0) {
    symbols.emplace_back();
    symbols.back().type = picture->mark;
    symbols.back().feature = picture->feature;
  }
  for (const TileSymbol& symbol : symbols) {
    const Drawing* drawing = mark_named(symbol.type);
    if (drawing == nullptr) continue;
    Mark mark{drawing, {}, 1, -1, drawing->turns ? 90 * plan.rotation : 0};
    if (mark.in_cloister()) {  // that ground is nobody else's
      if (plan.cloister < 0) continue;
      mark.at = plan.centre;
      mark.scale = plan.cloister_radius / 225;
      if (mark.radius() > plan.cloister_radius) land.take_room(mark.at, mark.radius());
      out.push_back(mark);
      continue;
    }
    const int field = symbol.feature >= 0 && land.is_field(static_cast<Owner>(symbol.feature)) ? symbol.feature
                                                                                               : land.largest_field();
    const bool middle = plan.mark_at_centre == symbol.type;
    if (!middle && (drawing->place == Drawing::Place::city || field < 0)) {
      for (size_t i = 0; i < plan.towns.size(); ++i)
        if (plan.towns[i].feature == symbol.feature) mark.town = static_cast<int>(i);
      if (mark.town < 0) mark.town = largest_town(plan, land);
      if (mark.town < 0) continue;
    }
    const bool at_road = symbol.feature >= 0 && plan.feature(symbol.feature).type == TileFeatureType::road;
    if (middle) {
      mark.at = off_the_wall(plan, drawing->radius);
      mark.scale = land.mark_ground > 0 ? std::max(1., land.mark_ground / drawing->radius)
                                        : std::clamp(1.2 * to_walls(plan, mark.at) / drawing->radius, .6, 1.);
    } else {
      const bool large = mark.town >= 0 && drawing->radius > large_mark;
      const Best best = large            ? in_the_middle(plan, land, mark.town)
                        : mark.town >= 0 ? in_town(plan, land, drawing->radius, mark.town)
                        : at_road        ? beside_road(plan, land, drawing->radius, symbol.feature)
                                         : in_field(plan, land, drawing->radius, field);
      if (best.worth < 0) continue;
      mark.at = best.at;
      mark.scale = std::clamp(best.room / drawing->radius, smallest, 1.);
    }
    land.take_room(mark.at, mark.radius());
    out.push_back(mark);
  }
  return out;
}

std::string Mark::placed(Vec foot_at, double size) const {
  return fmt::format("translate({} {})scale({:.2f}){}", rounded(foot_at.x), rounded(foot_at.y), size,
                     turn == 0 ? "" : fmt::format("rotate({})", turn));
}

void draw_marks(Scene& scene) {
  for (const Mark& mark : scene.marks) {
    const auto placed = [&](std::string_view part) {
      const Vec foot = mark.foot();
      // On small tiles the style sheet makes the inner group larger.
      return fmt::format("<g transform=\"{}\"><use class=\"{}\" href=\"#m-{}{}\"/></g>", mark.placed(foot, mark.scale),
                         mark.radius() > 150 ? "markl" : "mark", mark.drawing->name, part);
    };
    if (!mark.drawing->ground.empty()) scene.ground += placed("-ground");
    if (mark.drawing->tall.empty()) continue;
    (mark.town >= 0 || mark.in_cloister() ? scene.buildings : scene.field).push_back({mark.foot(), placed("")});
  }
}

}  // namespace bastide::art
