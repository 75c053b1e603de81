// A town inside its walls: ground, streets, shield, houses, greenery. A house stands only where nothing is in its way.
#include <algorithm>
#include <tuple>
#include <utility>

#include "art/buildings.h"
#include "art/scene.h"

namespace bastide::art {

namespace {

struct Box {  // a house that stands: middle, half extents, height
  Vec at;
  double ex = 0, ey = 0, height = 0;
};

class TownArtist {
 public:
  TownArtist(Scene& scene, int town)
      : scene_(scene),
        plan_(scene.plan),
        land_(scene.land),
        town_(town),
        spec_(plan_.feature(plan_.towns[town].feature)),
        sides_(static_cast<int>(own_sides().size())),
        random_(scene.random("city" + std::to_string(town))),
        hub_(town_hub(plan_, land_, town)) {
    for (const Wall& w : plan_.walls)
      if (w.town == town)
        for (size_t i = 0; i + 1 < w.line.size(); ++i) legs_.emplace_back(w.line[i], w.line[i + 1]);
  }

  void draw() {
    scene_.ground += path("cg cgs", Path().polygon(plan_.towns[town_].outline));
    streets();
    cobbles();
    for (const Mark& mark : scene_.marks)
      if (mark.town == town_) obstacles_.push_back({mark.at - Vec{0, 20 * mark.scale}, mark.radius() * .86});
    for (int i = 0; i < spec_.shields; ++i) shield();
    if (scene_.illustration.find("water tower") != std::string::npos && town_ == 0) water_tower();
    keep_stitches_free();
    houses();
    greenery();
    scene_.ground += path("sh", shadows_);
  }

 private:
  const std::vector<TileSide>& own_sides() const { return plan_.towns[town_].sides; }
  bool one_sided() const { return sides_ == 1; }
  bool mine(Vec p) const { return land_.in_town(town_, p); }
  double room(Vec p) const { return land_.town_room(town_, p); }

  void streets() {
    Path d;
    for (const TileSide side : own_sides()) {
      const SideLine s = side_line(side, plan_.rotation);
      const Vec in = s.middle + s.inwards * (distance(s.middle, hub_) * .5);
      const Curve street{{s.middle, in, middle(in, hub_), hub_}};
      d.prolonged(street, road_overlap, false);
      const Polyline points = sampled(street, 10);
      street_points_.insert(street_points_.end(), points.begin(), points.end());
    }
    for (const Wall& w : plan_.walls) {
      if (w.town != town_) continue;
      for (const Vec gate : w.gates) {
        d.move(gate).line(hub_);
        for (int t = 0; t <= 8; ++t) street_points_.push_back(mix(gate, hub_, t / 8.));
      }
    }
    scene_.ground += path("n b st", d) + path("n st", Path().move(hub_).raw("h1"));
  }

  void cobbles() {
    Path d;
    for (int i = 0; i < 26 + sides_ * 22; ++i) {
      const Vec p = plan_.anywhere(random_, {10, 10}, {10, 10});
      if (mine(p) && room(p) > 26) d.move(p).raw("q6-7 13 0");
    }
    scene_.ground += path("n cc", d);
  }

  /// As far to the upper left as there is room, away from the streets.
  void shield() {
    double best = -1e9;
    Vec at;
    each_cell(
        [&](Cell c) {
          const Vec p = c.middle();
          if (c.x >= cell_range().right - 4 || c.y >= cell_range().bottom - 4 || !mine(p)) return;
          double value = std::min({room(p), plan_.to_side(p) + 20, 125.}) * 1.6 - .05 * (p.x + p.y) -
                         .02 * std::abs(p.x - p.y) + std::min(60., to_points(p, street_points_)) * .8;
          for (const Disc& d : obstacles_) value -= std::max(0., 150 - distance(p, d.at));
          if (value > best) best = value, at = p;
        },
        4, 2);
    obstacles_.push_back({at + Vec{0, 6}, 80});
    scene_.buildings.push_back({at + Vec{0, 90}, use("sd1", at, 1.08)});
  }

  void water_tower() {
    Vec at = hub_;
    double best = -1;
    each_cell(
        [&](Cell c) {
          const Vec p = c.middle();
          if (!mine(p)) return;
          double value = std::min(room(p), plan_.to_side(p) * (one_sided() ? .3 : .9) + 30);
          for (const Disc& d : obstacles_) value = std::min(value, distance(p, d.at) - d.radius);
          if (value > best + 1) best = value, at = p;
        },
        1, 2);
    obstacles_.push_back({at, 48});
    scene_.buildings.push_back({at + Vec{0, 10}, draw_water_tower(at)});
  }

  /// The board draws houses over the joined sides there (layer.cpp).
  void keep_stitches_free() {
    for (const TileSide side : own_sides()) {
      const SideLine s = side_line(side, plan_.rotation);
      for (const double t : {.27, .73})
        obstacles_.push_back({mix(s.from, s.to, t) + s.inwards * 6, one_sided() ? 34. : 52.});
    }
  }

  double ridge_angle(Vec p, double to_wall) {
    const Vec centre = middle(plan_.low, plan_.high);
    double angle = std::atan2(centre.y - p.y, centre.x - p.x) + pi / 2;
    if (!legs_.empty()) {
      const auto& leg =
          *std::ranges::min_element(legs_, {}, [&](const auto& l) { return to_segment(p, l.first, l.second); });
      angle = std::atan2(leg.second.y - leg.first.y, leg.second.x - leg.first.x);
    }
    if (legs_.empty() || to_wall > 210) angle = random_.pick({0., pi / 2});
    angle += random_.uniform(-.14, .14) + (random_.chance(.3) ? pi / 2 : 0);
    return angle - pi * std::floor(angle / pi + .5);
  }

  /// Does a house of these extents at p leave walls, streets, neighbours and the sides alone?
  bool fits(Vec p, double ex, double ey, double wall, double height) const {
    const double bottom = plan_.high.y - (one_sided() ? 28 : 52), top = plan_.low.y + (one_sided() ? 4 : 26);
    if (p.x - ex < plan_.low.x + 14 || p.x + ex > plan_.high.x - 14 || p.y + ey > bottom || p.y - ey - height < top)
      return false;
    if (plan_.half() &&
        (to_segment(p, plan_.outline[1], plan_.outline[2]) < ex + 30 || !inside(p - Vec{0, height}, plan_.outline)))
      return false;
    if (!mine({p.x, p.y - ey - height + 16}) || !mine({p.x + ex, p.y - wall}) || !mine({p.x - ex, p.y - wall}))
      return false;
    if (room({p.x, std::min(plan_.high.y - 15, p.y + ey)}) < 24) return false;
    if (to_points(p, street_points_) < 24 + std::min(ex, ey)) return false;
    for (const Box& b : boxes_)
      if (std::abs(p.x - b.at.x) < ex + b.ex - 2 && p.y - ey - height * .55 < b.at.y + b.ey &&
          p.y + ey > b.at.y - b.ey - b.height * .55)
        return false;
    return std::ranges::none_of(obstacles_, [&](const Disc& d) {
      const double dx = std::max(0., std::abs(p.x - d.at.x) - ex);
      const double dy = std::max(0., std::abs(p.y - height * .4 - d.at.y) - ey - height * .5);
      return std::hypot(dx, dy) < d.radius;
    });
  }

  void houses() {
    constexpr std::array<int, 5> wanted{0, 11, 17, 22, 28};
    int count = wanted[sides_];
    if (plan_.half() && !one_sided()) count = static_cast<int>(count * .62);
    // The tile's other half has things of its own.
    if (plan_.tile->shape == TileShape::twin && !one_sided()) count = static_cast<int>(count * .7);
    const int space = plan_.tile->shape == TileShape::twin ? 2 : 1;  // so much more there is to hit
    for (int i = 1; i <= 1400 * space && static_cast<int>(boxes_.size()) < count; ++i) {
      const int tries = (i + space - 1) / space;
      House h;
      if (tries < 160)
        h.width = random_.uniform(112, 160), h.depth = random_.uniform(62, 70);
      else if (tries < 620)
        h.width = random_.uniform(80, 108), h.depth = random_.uniform(58, 70);
      else
        h.width = random_.uniform(56, 74), h.depth = random_.uniform(46, 56);
      h.at = plan_.anywhere(random_, {20, 60}, {20, 40});
      if (!mine(h.at)) continue;
      if (one_sided() && tries >= 110) h.width = random_.uniform(60, 88), h.depth = random_.uniform(44, 54);
      const double to_wall = room(h.at);
      if (to_wall < (h.width + h.depth) / 4 + (one_sided() ? 14 : 26)) continue;
      h.angle = ridge_angle(h.at, to_wall);
      h.wall = random_.uniform(24, 32);
      h.roof = h.depth * random_.uniform(.34, .44);
      const double c = std::abs(std::cos(h.angle)) / 2, s = std::abs(std::sin(h.angle)) / 2;
      const double ex = c * h.width + s * h.depth, ey = s * h.width + c * h.depth;
      const double height = (h.wall + h.roof) * height_scale;
      if (!fits(h.at, ex, ey, h.wall, height)) continue;
      boxes_.push_back({h.at, ex, ey, height});
      add_house(h, ey);
    }
  }

  void add_house(House h, double ey) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> roofs{
        {{"r0", "d0"}, {"r0", "d0"}, {"r1", "d1"}, {"r2", "d2"}}};
    std::tie(h.lit, h.dark) = random_.pick(roofs);
    if (!one_sided() && boxes_.size() == 2 && random_.chance(.6)) h.lit = "sl", h.dark = "sd", h.wall += 12;  // a hall
    h.chimney = random_.chance(.4) && scene_.detail == Detail::full;
    scene_.buildings.push_back({h.at + Vec{0, ey * .5}, draw_house(h, scene_.theme, random_)});
    const Vec u = towards(h.angle, 1, 1) * (h.width / 2), v = normal(towards(h.angle, 1, 1)) * (h.depth / 2);
    const Vec p = h.at + Vec{22, 10};
    shadows_.polygon({p - u - v, p + u - v, p + u + v, p - u + v});
  }

  void greenery() {
    const auto free = [&](Vec p) {
      return mine(p) && room(p) > 52 && to_points(p, street_points_) >= 44 &&
             std::ranges::none_of(boxes_,
                                  [&](const Box& b) {
                                    const double dy = p.y - b.at.y;
                                    return std::abs(p.x - b.at.x) < b.ex + 26 && dy > -b.ey - b.height - 10 &&
                                           dy < b.ey + 64;
                                  }) &&
             std::ranges::none_of(obstacles_, [&](const Disc& d) { return distance(p, d.at) < d.radius + 24; });
    };
    for (int i = 0; i < 2 + sides_; ++i)
      for (int tries = 0; tries < 30; ++tries) {
        const Vec p = plan_.anywhere(random_, {30, 90}, {30, 50});
        if (!free(p)) continue;
        obstacles_.push_back({p - Vec{0, 20}, 26});
        const std::string_view plant = random_.chance(.5) ? "or" : "bu";
        scene_.buildings.push_back({p, use(plant, p, random_.uniform(.75, .95))});
        break;
      }
  }

  Scene& scene_;
  const Plan& plan_;
  const Land& land_;
  int town_;
  const TileFeatureSpec& spec_;
  int sides_;
  Random random_;
  Vec hub_;
  Polyline street_points_;
  std::vector<std::pair<Vec, Vec>> legs_;
  std::vector<Disc> obstacles_;
  std::vector<Box> boxes_;
  Path shadows_;
};

}  // namespace

Vec town_hub(const Plan& plan, const Land& land, int town) {
  const std::vector<TileSide>& sides = plan.towns[town].sides;
  Vec sum;
  for (const TileSide side : sides) {
    const SideLine s = side_line(side, plan.rotation);
    sum = sum + s.middle + s.inwards * (sides.size() == 1 ? 135 : 220);
  }
  const Vec mean = sum * (1. / static_cast<double>(sides.size()));
  const bool in_the_way = plan.cloister >= 0 && land.town_room(town, mean) < 60;
  if ((!plan.half() && !in_the_way) || sides.size() == 1) return mean;
  // That may lie in a wall or in a cloister's pocket: the roomiest place instead.
  Vec best;
  double most = -1;
  each_cell(
      [&](Cell c) {
        const double room = std::min(land.town_room(town, c.middle()), plan.to_side(c.middle()) * .9 + 30);
        if (room > most + 1) most = room, best = c.middle();
      },
      1, 2);
  return best;
}

void draw_towns(Scene& scene) {
  for (int town = 0; town < static_cast<int>(scene.plan.towns.size()); ++town) {
    TownArtist(scene, town).draw();
    draw_walls(scene, town);
  }
}

}  // namespace bastide::art
