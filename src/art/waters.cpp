// Water between its banks, springs and lakes; the bridges of roads and towns over it.
#include <fmt/format.h>

#include <algorithm>

#include "art/scene.h"

namespace bastide::art {

namespace {

std::string stroke(std::string_view token, const Path& lines, double width) {
  return path(fmt::format("n b q-{}", token), lines, fmt::format("stroke-width=\"{:g}\"", width));
}

/// Short strokes along the stream, off the sides, where tiles are joined.
Path ripples(const Scene& scene, const Water& water) {
  Random random = scene.random("ripple");
  Path d;
  for (const Polyline& line : water.lines)
    for (size_t i = 3; i + 3 < line.size(); i += 2) {
      const Vec along = unit(line[i + 1] - line[i - 1]);
      const Vec p = line[i] + normal(along) * random.uniform(-38, 38);
      if (scene.plan.to_side(p) < 60 || random.chance(.3)) continue;
      const Vec end = along * random.uniform(22, 34);
      d.move(p).quadratic(p + end * .5 + normal(along) * 7, p + end);
    }
  if (water.radius == 0) return d;
  for (int i = 0; i < 5; ++i) {
    const Vec p = water.at + towards(i * 1.3 + .4, water.radius * .55, water.radius * .5);
    d.move(p - Vec{18, 0}).quadratic(p - Vec{0, 8}, p + Vec{18, 0});
  }
  return d;
}

std::string boulder(Vec p, double k) {
  return fmt::format("<g transform=\"translate({} {})scale({:.2f})\">", rounded(p.x), rounded(p.y), k) +
         R"(<path class="sh" d="M-30 8H44L34-8Z"/><path class="rk0 h" d="M-34 8L-28-18L-6-32L20-26L34-2L30 10Q0 18-34 8Z"/><path class="rk1" d="M6 12L10-14L20-26L34-2L30 10Z"/></g>)";
}

std::string boat(Vec p) {
  return fmt::format("<g transform=\"translate({} {})\">", rounded(p.x), rounded(p.y)) +
         R"(<path class="wl" opacity=".7" d="M-62 14Q0 34 66 12Q0 20-62 14Z"/><path class="wo1 h" d="M-56-4Q0 14 58-8Q44 20 0 22Q-40 20-56-4Z"/><path class="wo0" d="M-44 2Q0 14 46-1Q0 8-44 2Z"/><path class="n q-wo1" stroke-width="5" d="M4 6V-64"/><path class="iv h" d="M8-62Q44-42 42-10L8-6Z"/></g>)";
}

/// A deck of stone along `along`, `half` long to either end, with a parapet on either hand.
std::string bridge(Vec at, Vec along, double half, double half_deck, bool deck) {
  const Vec out = normal(along);
  std::string s;
  const auto beam = [&](double from, double to, double half_length, std::string_view classes) {
    return path(classes, Path().polygon({at - along * half_length + out * from, at + along * half_length + out * from,
                                         at + along * half_length + out * to, at - along * half_length + out * to}));
  };
  if (deck) s += beam(-half_deck, half_deck, half, "cg h");
  // The face below shows where the bridge is seen from the south.
  if (std::abs(along.x) > .7) {
    const double down = out.y > 0 ? 1 : -1;
    s += beam(down * half_deck, down * (half_deck + 40), half - 18, "wd h");
    for (const double by : {-36., 36.}) {
      const Vec p = at + along * by + out * (down * (half_deck + 40));
      s += path("wb", Path().move(p - Vec{26, 0}).raw("a26 24 0 0 1 52 0z"));
    }
  }
  for (const double hand : {-1., 1.}) s += beam(hand * (half_deck - 4), hand * (half_deck + 18), half, "wt h");
  return s;
}

}  // namespace

void draw_waters(Scene& scene) {
  Path banks, edges, waters;
  std::string bank_basins, edge_basins, basins, stands, lines;
  for (const Water& water : scene.plan.waters) {
    for (size_t i = 0; i < water.curves.size(); ++i) {
      const bool through = water.end == RoadEnd::none && i == 0;
      banks.prolonged(water.curves[i], field_overlap, through);
      edges.prolonged(water.curves[i], edge_overlap, through);
      waters.prolonged(water.curves[i], road_overlap, through);
    }
    if (water.radius > 0) {
      Random random = scene.random("shore");
      Polyline shore;
      for (int k = 0; k < 11; ++k) shore.push_back(towards(2 * pi * k / 11, 1, 1) * random.uniform(.9, 1.04));
      const auto basin = [&](double by, std::string_view classes) {
        Polyline at;
        for (const Vec p : shore) at.push_back(water.at + p * (water.radius + by));
        return path(classes, Path().blob(at));
      };
      bank_basins += basin(17, "bk");
      edge_basins += basin(6, "wb");
      basins += basin(0, "wa");
    }
    if (water.end == RoadEnd::spring)
      for (const double angle : {3.6, 4.4, 5.3, 0.2})
        stands += boulder(water.at + towards(angle, water.radius + 4, water.radius + 2), angle == 4.4 ? 1.2 : .9);
    if (water.end == RoadEnd::lake && water.radius > 170 && scene.marks.empty()) stands += boat(water.at);
    lines += path("n q-wl", ripples(scene, water), "stroke-width=\"5\" opacity=\".85\"");
  }
  if (banks.empty()) return;
  scene.ground += stroke("bk", banks, bank_width) + bank_basins + stroke("wb", edges, waters_edge_width) + edge_basins +
                  stroke("wa", waters, water_width) + basins + lines + stands;
}

void draw_bridges(Scene& scene) {
  for (const Water& water : scene.plan.waters) {
    for (const Road& road : scene.plan.roads) {
      size_t nearest = 1;
      for (size_t i = 1; i + 1 < road.line.size(); ++i)
        if (water.to(road.line[i]) < water.to(road.line[nearest])) nearest = i;
      if (water.to(road.line[nearest]) > 40) continue;
      const Vec along = unit(road.line[nearest + 1] - road.line[nearest - 1]);
      scene.ground += bridge(road.line[nearest], along, 106, road_width / 2, false);
    }
    for (const Wall& one : scene.plan.walls)
      for (const Wall& other : scene.plan.walls) {
        const auto feature = [&](const Wall& wall) { return scene.plan.towns[wall.town].feature; };
        if (&one >= &other || feature(one) != feature(other) || one.gap.size() != 3 || other.gap.size() != 3) continue;
        const Vec from = one.line[3], to = other.line[3];
        scene.ground += bridge(middle(from, to), unit(to - from), distance(from, to) / 2, 40, true);
      }
  }
}

}  // namespace bastide::art
