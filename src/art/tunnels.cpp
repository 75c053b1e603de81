// Roads that pass under a town: at each mouth the road sinks between two banks into the dark under a stone arch; across
// the town a dashed line says where it goes on.
#include <algorithm>

#include "art/scene.h"

namespace bastide::art {

namespace {

constexpr double half_width = 60, arch_height = 74;

/// A mouth in its own frame: `out` the way the road leaves it, `across` to its right.
struct Mouth {
  Vec at, out, across;
  Vec point(double along, double aside, double height = 0) const {
    return at + out * along + across * aside - Vec{0, height * .92};
  }
};

/// The arch from one foot to the other, `by` wider than the opening.
Polyline arch(const Mouth& m, double along, double by) {
  Polyline line;
  for (int i = 0; i <= 10; ++i) {
    const double a = pi * i / 10;
    line.push_back(m.point(along, -std::cos(a) * (half_width + by), std::sin(a) * (arch_height + by)));
  }
  return line;
}

void draw_mouth(Scene& scene, const Mouth& m) {
  // The way down, darker step by step.
  for (const double from : {78., 50., 22.})
    scene.ground += path("ink",
                         Path().polygon({m.point(from, -half_width + 4), m.point(from, half_width - 4),
                                         m.point(-14, half_width - 4), m.point(-14, -half_width + 4)}),
                         "opacity=\".3\"");
  // The mound over it, then the arch: before it if the mouth looks south, behind it otherwise.
  Polyline mound;
  for (const auto& [along, aside] :
       {std::pair{8., -112.}, {-40., -122.}, {-96., -84.}, {-118., 0.}, {-96., 84.}, {-40., 122.}, {8., 112.}})
    mound.push_back(m.point(along, aside));
  std::string bank = path("sh", [&] {
    Polyline shadow;
    for (const Vec p : mound) shadow.push_back(p + Vec{18, 12});
    return Path().blob(shadow);
  }());
  bank += path("fd2 h", Path().blob(mound));
  Polyline top;
  for (const auto& [along, aside] : {std::pair{2., -70.}, {-44., -72.}, {-78., 0.}, {-44., 72.}, {2., 70.}})
    top.push_back(m.point(along, aside, arch_height * .62));
  bank += path("fl", Path().blob(top), "opacity=\".75\"");
  Path stones;
  const Polyline outer = arch(m, 4, 20), inner = arch(m, 4, 0), back = arch(m, -16, 20);
  for (size_t i = 1; i + 1 < outer.size(); ++i) stones.move(inner[i]).line(outer[i]);
  Polyline front = outer;
  front.insert(front.end(), inner.rbegin(), inner.rend());
  Polyline lid = outer;
  lid.insert(lid.end(), back.rbegin(), back.rend());
  const bool seen = m.out.y > .3;
  std::string mouth = path("wt h", Path().polygon(lid));
  if (seen)
    mouth += path("ink", Path().polygon(inner)) + path("wf h", Path().polygon(front)) + path("n wj", stones);
  else if (m.out.y > -.3)
    mouth += path("wf h", Path().polygon(front)) + path("n wj", stones);
  else
    mouth = path("wf h", Path().polygon(front)) + mouth;
  scene.field.push_back({m.at + Vec{0, seen ? 6. : 30.}, seen || m.out.y > -.3 ? bank + mouth : mouth + bank});
}

}  // namespace

void draw_tunnels(Scene& scene) {
  Polyline ends;
  for (const Road& road : scene.plan.roads) {
    if (!road.tunnel) {
      if (scene.plan.feature(road.feature).tunnel) ends.push_back(road.line.back());  // where it comes up
      continue;
    }
    const Vec at = road.line.back(), out = unit(road.line.front() - at);
    draw_mouth(scene, {at, out, normal(out)});
    ends.push_back(at - out * 130);
  }
  // So across a town that another one passes under.
  for (size_t i = 0; i + 1 < scene.plan.towns.size(); ++i)
    if (scene.plan.towns[i].feature == scene.plan.towns[i + 1].feature)
      for (const size_t part : {i, i + 1})
        for (const Wall& wall : scene.plan.walls)
          if (wall.town == static_cast<int>(part)) ends.push_back(wall.line[wall.line.size() / 2]);
  for (size_t i = 0; i + 1 < ends.size(); i += 2)
    for (const double aside : {-34., 34.}) {
      const Vec by = normal(unit(ends[i + 1] - ends[i])) * aside;
      scene.ground += path("n q-cc", Path().move(ends[i] + by).line(ends[i + 1] + by),
                           "stroke-width=\"7\" stroke-dasharray=\"22 20\" opacity=\".8\"");
    }
}

}  // namespace bastide::art
