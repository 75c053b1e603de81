// Town walls: runs of legs that face the same way, with faces, joints, crenellated top, towers and gatehouse.
#include <algorithm>

#include "art/scene.h"

namespace bastide::art {

namespace {

constexpr double half_top = 17, wall_height = 40;

struct Leg {
  Vec from, to, outwards;
  bool faces_south = false;  ///< its outer face shows; else the inner one
};

std::vector<Leg> legs_of(const Wall& wall, const Polyline& town) {
  std::vector<Leg> legs;
  for (size_t i = 0; i + 1 < wall.line.size(); ++i) {
    const Vec a = wall.line[i], b = wall.line[i + 1];
    Vec out = normal(unit(b - a));
    if (inside(middle(a, b) + out * 12, town)) out = -out;
    legs.push_back({a, b, out, out.y > -.05});
  }
  return legs;
}

std::string draw_run(std::span<const Leg> legs) {
  const bool south = legs[0].faces_south;
  const Vec up{0, -wall_height};
  Polyline line{legs[0].from}, out;  // out: per point, the mean direction outwards
  for (const Leg& leg : legs) line.push_back(leg.to);
  for (size_t i = 0; i < line.size(); ++i)
    out.push_back(unit(legs[i == 0 ? 0 : i - 1].outwards + legs[std::min(i, legs.size() - 1)].outwards));

  Path lit, shaded, joints;
  const double side = south ? half_top : -half_top;
  for (size_t i = 0; i < legs.size(); ++i) {
    const Vec a = line[i] + out[i] * side, b = line[i + 1] + out[i + 1] * side, along = unit(b - a) * 9;
    Path& face = legs[i].outwards.x * (south ? 1 : -1) < .25 ? lit : shaded;
    face.polygon({a, b, b + up, a + up});
    const int count = static_cast<int>(distance(a, b) / 46);
    for (int j = 0; j < count; ++j) {
      const Vec p = mix(a, b, (j + .5) / count) - Vec{0, j % 2 == 1 ? 9. : 22.};
      joints.move(p - along).by(along * 2);
    }
  }
  Polyline shadow, top, rim;
  for (size_t i = 0; i < line.size(); ++i) {
    shadow.push_back(line[i] + out[i] * half_top + Vec{16, 14});
    top.push_back(line[i] + up);
    rim.push_back(line[i] + out[i] * (half_top - 3) + up - Vec{0, south ? 5. : 7.});
  }
  for (size_t i = line.size(); i-- > 0;) shadow.push_back(line[i] + out[i] * half_top);
  Path band, merlons;
  band.polyline(top);
  merlons.polyline(rim);
  return path("sh", Path().polygon(shadow)) + path("wf h", lit) + path("wd h", shaded) + path("n wj", joints) +
         path("n b wk", band) + path("n b ws", band) + path("n b mk", merlons) + path("n b ms", merlons);
}

}  // namespace

void draw_walls(Scene& scene, int town) {
  for (const Wall& wall : scene.plan.walls) {
    if (wall.town != town) continue;
    const std::vector<Leg> legs = legs_of(wall, scene.plan.towns[town].outline);
    for (size_t from = 0; from < legs.size();) {
      size_t to = from;
      Vec sum = legs[from].from;
      while (to < legs.size() && legs[to].faces_south == legs[from].faces_south) sum = sum + legs[to++].to;
      const Vec mean = sum * (1. / static_cast<double>(to - from + 1));
      // 200 further north than it is: towers come after all runs.
      (legs[from].faces_south ? scene.south_walls : scene.north_walls)
          .push_back({mean - Vec{0, 200}, draw_run(std::span(legs).subspan(from, to - from))});
      from = to;
    }
    for (const int index : wall.towers) {
      const auto i = static_cast<size_t>(index);
      const Vec p = wall.line[i];
      if (std::ranges::any_of(wall.gates, [&](Vec gate) { return distance(p, gate) < 70; })) continue;
      const bool south = legs[i - 1].faces_south && legs[i].faces_south;
      (south ? scene.south_walls : scene.north_walls)
          .push_back({p, use("tw", p + Vec{0, 12}, scene.plan.half() ? .8 : .84)});
    }
    for (const Vec gate : wall.gates) scene.south_walls.push_back({gate + Vec{0, 10}, use("ga", gate + Vec{0, 22})});
  }
}

}  // namespace bastide::art
