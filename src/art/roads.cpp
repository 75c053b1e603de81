// Roads with verge, edge and pebbles; villages and lone houses where they end; the cloister and its court.
#include <fmt/format.h>

#include <algorithm>

#include "art/buildings.h"
#include "art/scene.h"

namespace bastide::art {

namespace {

bool stops_at_cloister(const Road& road) {
  return road.end == RoadEnd::cloister;
}

void pebbles(Scene& scene) {
  Random random = scene.random("pebble");
  Path d;
  for (const Road& road : scene.plan.roads)
    for (size_t i = 2; i + 2 < road.line.size(); ++i) {
      if (!random.chance(.62)) continue;
      const double off = random.uniform(-34, 34);
      const Vec side = normal(unit(road.line[i + 1] - road.line[i - 1])) * off;
      d.move(road.line[i] + side);
      if (random.chance(.45))
        d.line(road.line[i + 1] + side);
      else
        d.across(random.integer(3, 7));
    }
  scene.ground += path("n rr", d);
}

/// Grows a tree beside a village house if the place is open field.
void fruit_tree(Scene& scene, Vec p) {
  if (scene.land.field_room(p) > 26 && scene.land.field_room(p - Vec{0, 60}) > 8)
    scene.field.push_back({p, use("or", p)});
}

void thatched(Scene& scene, House house, Random& random) {
  house.lit = "th";
  house.dark = "td";
  house.chimney = scene.detail == Detail::full;
  scene.buildings.push_back({house.at + Vec{0, 20}, house_shadow(house.at) + draw_house(house, scene.theme, random)});
}

void village(Scene& scene, const Plaza& plaza, Random& random) {
  const bool plants = overgrown(*scene.plan.tile);
  if (!plants) scene.buildings.push_back({plaza.at + Vec{0, 14}, use("well", plaza.at + Vec{0, 8})});
  for (const double angle : house_angles(plaza)) {
    const Vec p = plaza.at + towards(angle, 168, 150) + Vec{0, 16};
    if (plants) {
      // A grove instead of houses: three plants per gap.
      for (int k = 0; k < 3; ++k) {
        const Vec q = plaza.at + towards(angle + (k - 1) * .2, 150, 132) + Vec{0, 16.} +
                      towards(angle, 34, 34) * (k == 1 ? 1 : 0);
        if (scene.land.field_room(q) < 12) continue;
        const std::string_view plant =
            scene.plan.tile->junction_look == "bushes" ? "bu" : random.pick<std::string_view>({"tA", "tB", "tC"});
        scene.field.push_back({q, use(plant, q, random.uniform(.8, 1.05))});
      }
      continue;
    }
    House h;
    h.at = p;
    h.width = random.uniform(96, 112);
    h.depth = 70;
    if (std::abs(std::sin(angle)) > .85)
      h.angle = angle + pi / 2;
    else
      h.angle = random.pick({-.35, .35, .25}) + (random.chance(.6) ? 0 : pi / 2);
    h.wall = random.uniform(28, 34);
    h.roof = random.uniform(26, 32);
    thatched(scene, h, random);
    fruit_tree(scene, p + towards(angle, 66, 46) - Vec{0, 6});
  }
}

void lone_end(Scene& scene, const Plaza& plaza, Random& random) {
  const std::string& look = scene.plan.tile->junction_look;
  if (plaza.kind == RoadEnd::trees) {
    constexpr std::array<std::string_view, 5> plants{"tA", "bu", "tB", "bu", "tC"};
    for (size_t i = 0; i < plants.size(); ++i) {
      const Vec p = plaza.at + towards(static_cast<double>(i) * 1.26 + .3, 58, 44) + Vec{0, 16};
      scene.field.push_back({p, use(plants[i], p, .85)});
    }
    return;
  }
  const double ahead = std::atan2(plaza.arms[0].y, plaza.arms[0].x);
  const bool one = plaza.kind == RoadEnd::house || look == "house";
  for (const double by : one ? std::vector{0.} : std::vector{-.9, .75}) {
    House h;
    h.at = plaza.at + towards(ahead + by, 92, 80) + Vec{0, 14};
    h.width = 108, h.depth = 70, h.wall = 32, h.roof = 30;
    h.angle = random.uniform(-.2, .2);
    thatched(scene, h, random);
  }
  const Vec p = plaza.at + towards(ahead + 1.5, 84, 70) + Vec{0, 10};
  const Owner owner = scene.land.owner_at(p);
  if (scene.land.is_field(owner) || owner == plaza_ground) scene.field.push_back({p, use("or", p, 1.1)});
}

/// Fruit trees where no road passes; in some cloisters herb beds instead of those to the south-east.
void court(Scene& scene, double k) {
  Random random = scene.random("court");
  const auto free = [&](Vec p) {
    return std::ranges::all_of(scene.plan.roads, [&](const Road& x) { return to_points(p, x.line) > 70; });
  };
  const auto at = [&](double x, double y) { return scene.plan.centre + Vec{x, y} * k; };
  std::vector<Vec> trees{{168, 66}, {-150, 40}, {-140, 96}};
  if (random.chance(.5) && free(at(80, 120))) {
    Path beds, plants;
    for (const double y : {96., 118., 140.}) {
      beds.move(at(44, y)).across(84 * k).down(14 * k).across(-84 * k).raw("z");
      for (int i = 0; i < 5; ++i) plants.move(at(54. + i * 16, y + 7)).raw("h1");
    }
    scene.ground += path("hg i", beds) + path(random.chance(.5) ? "n fly" : "n flw", plants);
    trees.push_back({0, 176});
  } else {
    trees.insert(trees.end(), {{62, 138}, {118, 120}, {8, 170}});
  }
  for (const Vec by : trees) {
    const Vec p = at(by.x, by.y);
    if (free(p) && random.chance(.85)) scene.buildings.push_back({p, use("or", p, k * .95)});
  }
}

/// Where one road crosses another on a bridge: neither ends there.
struct Crossing {
  Vec at, along;  ///< along: of the upper road
};

std::vector<Crossing> crossings_of(const Plan& plan) {
  constexpr double clear = 120;  // so near to an end two roads only come together
  const auto ends_near = [&](const Road& road, Vec p) {
    return distance(road.line.front(), p) < clear || distance(road.line.back(), p) < clear;
  };
  std::vector<Crossing> found;
  for (size_t i = 0; i < plan.roads.size(); ++i)
    for (size_t j = i + 1; j < plan.roads.size(); ++j) {
      const Polyline &a = plan.roads[i].line, &b = plan.roads[j].line;
      for (size_t k = 0; k + 1 < a.size(); ++k)
        for (size_t m = 0; m + 1 < b.size(); ++m) {
          const Vec da = a[k + 1] - a[k], db = b[m + 1] - b[m], between = b[m] - a[k];
          const double cross = da.x * db.y - da.y * db.x;
          if (std::abs(cross) < 1e-9) continue;
          const double s = (between.x * db.y - between.y * db.x) / cross;
          const double t = (between.x * da.y - between.y * da.x) / cross;
          if (s < 0 || s >= 1 || t < 0 || t >= 1) continue;
          const Vec at = a[k] + da * s;
          if (ends_near(plan.roads[i], at) || ends_near(plan.roads[j], at)) continue;
          found.push_back({at, unit(plan.roads[i].end == RoadEnd::house ? da : db)});
        }
    }
  return found;
}

/// The upper road once more, between two walls.
void draw_bridge(Scene& scene, const Crossing& crossing) {
  const Vec u = crossing.along, v = normal(u);
  const auto block = [&](double from, double to, double low, double high) {
    return Path().polygon({crossing.at + u * from + v * low, crossing.at + u * to + v * low,
                           crossing.at + u * to + v * high, crossing.at + u * from + v * high});
  };
  scene.ground += path("sh", block(-84, 84, -96, 96)) + path("rf", block(-112, 112, -50, 50));
  for (const double side : {-1., 1.}) {
    scene.ground += path("wf h", block(-104, 104, side * 46, side * 68));
    for (const double end : {-104., 104.})
      scene.ground += path("wt h", block(end - 17, end + 17, side * 40, side * 74));
  }
}

}  // namespace

std::vector<double> house_angles(const Plaza& village) {
  std::vector<double> roads;
  for (const Vec arm : village.arms) {
    const double a = std::atan2(-arm.y, -arm.x);
    roads.push_back(a < 0 ? a + 2 * pi : a);
  }
  std::ranges::sort(roads);
  std::vector<double> slots;
  for (size_t i = 0; i < roads.size(); ++i) {
    const double gap = i + 1 < roads.size() ? roads[i + 1] - roads[i] : roads[0] + 2 * pi - roads[i];
    if (gap < 2)
      slots.push_back(roads[i] + gap / 2);
    else
      for (int s = 0; s < 3; ++s) slots.push_back(roads[i] + gap * (.24 + .26 * s));
  }
  return slots;
}

void draw_roads(Scene& scene) {
  Path lines, edge_lines, verges;
  for (const Road& road : scene.plan.roads) {
    const bool through = road.through();
    lines.prolonged(road.curve, road_overlap, through);
    edge_lines.prolonged(road.curve, edge_overlap, through);
    verges.prolonged(road.curve, field_overlap, through);
  }
  for (const Way& way : scene.plan.ways)
    for (Path* path : {&lines, &edge_lines, &verges}) path->prolonged(way.curve, 0, false);
  if (lines.empty()) return;
  std::string edges, surfaces;
  for (const Plaza& plaza : scene.plan.plazas) {
    if (plaza.kind == RoadEnd::trees) continue;
    edges += circle("re", plaza.at, plaza.village() ? 106 : 66);
    surfaces += circle("rf", plaza.at, plaza.village() ? 96 : 56);
  }
  for (const Road& road : scene.plan.roads) {
    if (!road.forks || !edges.empty()) continue;
    const Vec at = road.line.back();
    edges += circle("re", at, fork_radius);
    surfaces += circle("rf", at, fork_radius - 10) + circle("re", at, 46) + circle("fl", at, 38);
    scene.field.push_back({at, use("bu", at + Vec{0, 8}, .8)});
  }
  scene.ground += path("n b rv", verges) + path("n b res", edge_lines) + edges + path("n b rfs", lines) + surfaces;
  pebbles(scene);
  for (const Crossing& crossing : crossings_of(scene.plan)) draw_bridge(scene, crossing);
}

void draw_villages(Scene& scene) {
  Random random = scene.random("village");
  for (const Plaza& plaza : scene.plan.plazas)
    plaza.village() ? village(scene, plaza, random) : lone_end(scene, plaza, random);
}

void draw_cloister(Scene& scene) {
  const Plan& plan = scene.plan;
  if (plan.cloister < 0) return;
  const Vec c = plan.centre;
  const double r = plan.cloister_radius, k = r / 225;
  const bool marked = scene.cloister_is_marked();
  if (!marked) scene.ground += circle("sh", c + Vec{10, 12}, r);
  scene.ground += circle("kg", c, r - 8);
  const auto hedge = [&](Vec by) {
    const int inner = rounded(r - 12);
    return Path().move(c + by - Vec{r - 12, 0}).raw(fmt::format("a{0} {0} 0 1 1 0 1", inner));
  };
  if (!marked) scene.ground += path("n hk", hedge({})) + path("n hd", hedge({})) + path("n hl", hedge({-3, -4}));
  const bool road = std::ranges::any_of(plan.roads, stops_at_cloister);
  for (const Road& x : plan.roads) {
    if (!stops_at_cloister(x)) continue;
    scene.ground += path("n b res", Path().prolonged(x.curve, edge_overlap, false)) +
                    path("n b rfs", Path().prolonged(x.curve, road_overlap, false));
  }
  if (marked) return;
  const auto at = [&](double x, double y) { return c + Vec{x, y} * k; };
  if (road) {
    scene.ground += fmt::format("<ellipse class=\"rf\" cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>",
                                rounded(c.x - 40 * k), rounded(c.y + 78 * k), rounded(110 * k), rounded(40 * k));
  } else {
    Path way;
    way.move(at(-72, 70)).line(at(-72, 105)).quadratic(at(-40, 135), c + Vec{0, r - 62 * k});
    scene.ground += path("n way", way, k < 1 ? "stroke-width=\"30\"" : "stroke-width=\"40\"");
  }
  scene.buildings.push_back({at(0, 70), draw_church(at(16, 44), k * 1.16)});
  court(scene, k);
}

}  // namespace bastide::art
