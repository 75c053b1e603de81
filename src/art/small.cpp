// Small drawings. Things of a kind are one path each, of the same steps again and again: light to draw and to send.
#include "art/small.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace bastide::art {

namespace {

constexpr double wall_lift = 12;  ///< the stroke lies a little higher than the wall's foot
constexpr double half_small_wall = 26;

/// Roofs of two tones on a pale front: seen from the south and lit from the upper left.
class Roofs {
 public:
  Roofs(std::string_view lit, std::string_view dark) : lit_class_(lit), dark_class_(dark) {}

  struct Shape {
    Vec at;
    double length = 0, depth = 0;  ///< along the ridge and across it
    int eighth = 0;                ///< of a turn: the ridge's direction
    Vec along() const { return towards(eighth * pi / 4, length / 2, length / 2); }
    Vec across() const { return towards(eighth * pi / 4 + pi / 2, depth / 2, depth / 2); }
    /// Half its extent to the east and to the south.
    Vec reach() const {
      const Vec u = along(), v = across();
      return {std::abs(u.x) + std::abs(v.x), std::abs(u.y) + std::abs(v.y)};
    }
  };
  static constexpr double front = 34;  ///< height of the front

  void add(Shape s) {
    const Vec at{std::round(s.at.x), std::round(s.at.y)}, u = s.along();
    Vec v = s.across();  // away from the light
    if (v.x * .55 + v.y * .5 < 0) v = -v;
    front_.polygon({at - u - v + Vec{0, front}, at + u - v + Vec{0, front}, at + u + v + Vec{0, front},
                    at - u + v + Vec{0, front}});
    lit_.polygon({at - u - v, at + u - v, at + u + v, at - u + v});
    dark_.polygon({at - u, at + u, at + u + v, at - u + v});
  }
  std::string draw() const {
    return path("hw s-line", front_) + path(std::string(lit_class_) + " s-line", lit_) + path(dark_class_, dark_);
  }

 private:
  std::string_view lit_class_, dark_class_;
  Path front_, lit_, dark_;
};

class SmallArtist {
 public:
  SmallArtist(Scene& scene, const Spots& spots)
      : scene_(scene), plan_(scene.plan), land_(scene.land), spots_(spots), random_(scene.random("small")) {}

  std::string draw() {
    waters();
    cloister();
    roads();
    for (const Town& town : plan_.towns) scene_.ground += path("cg s-town", Path().polygon(town.outline));
    for (int town = 0; town < static_cast<int>(plan_.towns.size()); ++town) draw_town(town);
    for (const Plaza& plaza : plan_.plazas) draw_plaza(plaza);
    tunnels();
    if (scene_.garden) scene_.ground += use("s-garden", scene_.garden->at, scene_.garden->scale);
    trees();
    marks();
    return roofs_.draw() + slate_.draw() + thatch_.draw() + in_towns_ + walls() + buildings_ + trees_drawn() +
           in_fields_;
  }

 private:
  bool in_tile(Vec p, double margin) const { return plan_.to_side(p) >= margin; }

  /// Keeps what is drawn off the place of a figure, which is taller than wide.
  bool hidden_by_figure(Vec p, double radius) const {
    return std::ranges::any_of(spots_.by_feature, [&](const auto& spot) {
      return distance(p, spot.second - Vec{0, 70}) < radius + 70;
    });
  }

  void waters() {
    Path lines, edges;
    std::string basins, basin_edges;
    for (const Water& water : plan_.waters) {
      for (size_t i = 0; i < water.curves.size(); ++i) {
        const bool through = water.end == RoadEnd::none && i == 0;
        lines.prolonged(water.curves[i], small_road_overlap, through);
        edges.prolonged(water.curves[i], small_field_overlap, through);
      }
      if (water.radius == 0) continue;
      basin_edges += circle("wb", water.at, water.radius + 14);
      basins += circle("wa", water.at, water.radius - 4);
    }
    if (lines.empty()) return;
    scene_.ground += path("n b q-wb", edges, "stroke-width=\"168\"") + basin_edges +
                     path("n b q-wa", lines, "stroke-width=\"128\"") + basins;
  }

  void roads() {
    Path lines, edge_lines;
    for (const Road& road : plan_.roads) {
      lines.prolonged(road.curve, small_road_overlap, road.through());
      edge_lines.prolonged(road.curve, small_field_overlap, road.through());
    }
    for (const Way& way : plan_.ways)
      for (Path* path : {&lines, &edge_lines}) path->prolonged(way.curve, 0, false);
    std::string edges, surfaces;
    for (const Plaza& plaza : plan_.plazas) {
      if (plaza.kind == RoadEnd::trees) continue;
      edges += circle("re", plaza.at, plaza.village() ? 118 : 94);
      surfaces += circle("rf", plaza.at, plaza.village() ? 94 : 70);
    }
    scene_.ground += path("n b s-edge", edge_lines) + edges + path("n b s-road", lines) + surfaces;
  }

  void cloister() {
    if (plan_.cloister < 0) return;
    const double k = plan_.cloister_radius / 225;
    if (scene_.cloister_is_marked()) {
      scene_.ground += circle("kg", plan_.centre, plan_.cloister_radius - 8);
      return;
    }
    scene_.ground += circle("pz s-hedge", plan_.centre, plan_.cloister_radius - 18);
    buildings_ += use("s-church", plan_.centre + Vec{10, 70} * k, 1.4 * k);
  }

  // ---- towns

  struct Size {
    double length, depth;
  };
  /// Smaller the longer no room is found; those of one-sided towns begin later.
  static constexpr std::array<Size, 4> sizes{{{178, 124}, {140, 100}, {112, 84}, {92, 72}}};

  void draw_town(int town) {
    const TileFeatureSpec& spec = plan_.feature(plan_.towns[town].feature);
    const size_t sides = plan_.towns[town].sides.size();
    std::vector<Disc> obstacles;
    const auto spot = spots_.by_feature.find(plan_.towns[town].feature);
    if (spot != spots_.by_feature.end() && sides > 1) obstacles.push_back({spot->second - Vec{0, 30}, 60});
    for (const Mark& mark : scene_.marks)
      if (mark.town == town) obstacles.push_back({mark.at, mark.radius()});
    for (int i = 0; i < spec.shields; ++i) shield(town, obstacles);

    constexpr std::array<int, 5> wanted{0, 4, 9, 12, 14};
    const bool large = sides > 1;
    const auto count = static_cast<size_t>(rounded(wanted[sides] * (plan_.half() && large ? .62 : 1)));
    const bool hall = large && random_.chance(.6);
    std::vector<Roofs::Shape> placed;
    for (int tries = 0; tries < 700 && placed.size() < count; ++tries) {
      Roofs::Shape roof;
      roof.at = plan_.anywhere(random_, {40, 40}, {40, 40});
      if (!land_.in_town(town, roof.at)) continue;
      const Size& size = sizes[(large ? 0 : 1) + static_cast<size_t>(tries) / 240];
      roof.length = size.length, roof.depth = size.depth;
      roof.eighth = direction(roof.at, town);
      if (!fits(roof, town, placed, obstacles)) continue;
      placed.push_back(roof);
      (hall && placed.size() == 2 ? slate_ : roofs_).add(roof);
    }
  }

  /// Along the nearest wall, else as chance has it.
  int direction(Vec p, int town) {
    double nearest = 230, angle = random_.pick({0., pi / 2});
    for (const Wall& wall : plan_.walls)
      for (size_t i = 0; wall.town == town && i + 1 < wall.line.size(); ++i) {
        const double d = to_segment(p, wall.line[i], wall.line[i + 1]);
        if (d >= nearest) continue;
        const Vec along = wall.line[i + 1] - wall.line[i];
        nearest = d, angle = std::atan2(along.y, along.x);
      }
    return (rounded(angle / (pi / 4)) + 8) % 4;
  }

  bool fits(const Roofs::Shape& roof, int town, const std::vector<Roofs::Shape>& placed,
            const std::vector<Disc>& obstacles) const {
    constexpr double gap = 20;
    const Vec u = roof.along(), v = roof.across(), reach = roof.reach();
    for (const Vec corner : {-u - v, u - v, u + v, v - u})
      for (const double down : {0., Roofs::front}) {
        const Vec p = roof.at + corner + Vec{0, down};
        if (!in_tile(p, 8) || land_.town_room(town, p) < half_small_wall - 6) return false;
      }
    for (const Disc& o : obstacles)
      if (distance(roof.at + Vec{0, Roofs::front / 2}, o.at) < o.radius + std::min(reach.x, reach.y) + gap)
        return false;
    return std::ranges::none_of(placed, [&](const Roofs::Shape& other) {
      const Vec there = other.reach(), by = other.at - roof.at;
      return std::abs(by.x) < reach.x + there.x + gap && std::abs(by.y) < reach.y + there.y + gap + Roofs::front;
    });
  }

  /// Large, in the upper left, beside the knight's place.
  void shield(int town, std::vector<Disc>& obstacles) {
    double best = -1e9;
    Vec at;
    each_cell(
        [&](Cell c) {
          const Vec p = c.middle();
          if (!land_.in_town(town, p)) return;
          double value = std::min({land_.town_room(town, p), plan_.to_side(p) + 20, 150.}) * 1.6 - .04 * (p.x + p.y);
          for (const Disc& o : obstacles) value -= 1.5 * std::max(0., 100 + o.radius - distance(p, o.at));
          if (hidden_by_figure(p, 80)) value -= 60;
          if (value > best) best = value, at = p;
        },
        2, 2);
    const double scale = std::clamp(land_.town_room(town, at) / 130, .65, 1.);
    obstacles.push_back({at, 115 * scale});
    in_towns_ += use("s-shield", at, scale);
  }

  /// A bank with a dark opening at each mouth, a dashed line between them.
  void tunnels() {
    Polyline ends;
    for (const Road& road : plan_.roads) {
      if (!road.tunnel) {
        if (plan_.feature(road.feature).tunnel) ends.push_back(road.line.back());  // where it comes up
        continue;
      }
      const Vec at = road.line.back(), out = unit(road.line.front() - at), across = normal(out) * 120;
      Polyline bank{at + across, at + across * .7 - out * 110, at - across * .7 - out * 110, at - across};
      scene_.ground += path("fd2 s-line", Path().polygon(bank)) + path("ink", arch(at, out, 74));
      ends.push_back(at - out * 130);
    }
    for (size_t i = 0; i + 1 < ends.size(); i += 2)
      scene_.ground += path("n s-under", Path().move(ends[i]).line(ends[i + 1]));
  }

  static Path arch(Vec at, Vec out, double half_width) {
    Polyline points;
    for (int i = 0; i <= 8; ++i)
      points.push_back(at - out * (std::sin(pi * i / 8) * half_width) +
                       normal(out) * (std::cos(pi * i / 8) * half_width));
    return Path().polygon(points);
  }

  std::string walls() const {
    Path line;
    std::string gates;
    for (const Wall& wall : plan_.walls) {
      Polyline lifted = wall.line;
      for (Vec& p : lifted) p.y -= wall_lift;
      line.polyline(lifted);
      for (const Vec gate : wall.gates) gates += use("s-gate", gate + Vec{0, 26});
    }
    return path("n s-wall", line) + gates;
  }

  // ---- the land

  void draw_plaza(const Plaza& plaza) {
    const bool plants = plaza.village() ? overgrown(*plan_.tile) : plaza.kind == RoadEnd::trees;
    if (!plaza.village()) {
      const double ahead = std::atan2(plaza.arms[0].y, plaza.arms[0].x);
      if (plants)
        for (const double by : {-1., .3, 1.6}) trees_.push_back(plaza.at + towards(ahead + by, 70, 60));
      else
        thatch_.add({plaza.at + towards(ahead, 96, 84), 150, 108, 0});
      return;
    }
    std::optional<Vec> last;
    for (const double angle : house_angles(plaza)) {
      const Vec p = plaza.at + towards(angle, 186, 172);
      if (last && distance(*last, p) < 170) continue;
      last = p;
      if (plants)
        trees_.push_back(p);
      else if (land_.is_field(land_.owner_at(p)))
        thatch_.add({p, 128, 96, std::abs(std::sin(angle)) > .85 ? 0 : random_.pick({0, 2})});
    }
  }

  /// In twos and threes, where there is room.
  void trees() {
    constexpr double radius = 56;
    const auto grows = [&](Vec p, double apart) {
      return land_.field_room(p) >= radius + half_small_wall && in_tile(p, radius + 8) && !hidden_by_figure(p, 44) &&
             std::ranges::none_of(trees_, [&](Vec t) { return distance(p, t) < apart; }) &&
             std::ranges::none_of(scene_.marks,
                                  [&](const Mark& m) { return distance(p, m.at) < m.radius() * 1.3 + radius; }) &&
             std::ranges::none_of(plan_.plazas,
                                  [&](const Plaza& z) { return distance(p, z.at) < (z.village() ? 280. : 200.); }) &&
             (!scene_.garden || distance(p, scene_.garden->at) > 130 * scene_.garden->scale + radius);
    };
    const size_t most = trees_.size() + static_cast<size_t>(random_.pick({2, 3, 4, 4}));
    for (int tries = 0; tries < 60 && trees_.size() < most; ++tries) {
      const Vec p = plan_.anywhere(random_, {80, 90}, {80, 70});
      const int company = random_.integer(0, 3);
      if (!grows(p, 260)) continue;
      trees_.push_back(p);
      for (int i = 0; i < company && trees_.size() < most; ++i) {
        const Vec beside = p + towards(random_.uniform(0, 2 * pi), 104, 80);
        if (grows(beside, 84)) trees_.push_back(beside);
      }
    }
  }

  /// Round, or firs in the snow.
  std::string trees_drawn() {
    std::ranges::sort(trees_, {}, &Vec::y);
    const auto all = [&](Vec by, std::string_view shape) {
      Path d;
      for (const Vec t : trees_) d.move(Vec{std::round(t.x), std::round(t.y)} + by).raw(shape);
      return d;
    };
    if (scene_.winter())
      return path("c0 s-line", all({0, -92}, "l34 66h-16l34 66h-104l34-66h-16z")) +
             path("sno", all({0, -92}, "l24 46q-14-12-24 0t-24 0z"));
    return path("n s-shade", all({18, 22}, "h1")) + path("n s-bark", all({}, "h1")) + path("n s-leaf", all({}, "h1")) +
           path("n s-light", all({-12, -14}, "h1"));
  }

  /// What rules read is drawn larger, as far as it stays on the tile.
  void marks() {
    for (const Mark& mark : scene_.marks) {
      const double wanted = mark.scale * (mark.radius() > 150 ? 1.2 : 1.45);
      const double most = (plan_.to_side(mark.at) - 8) / (mark.drawing->radius * .8);
      const double scale = std::max(mark.scale, std::min(wanted, most));
      const Vec foot = mark.at + Vec{0, mark.drawing->lift * scale};
      if (mark.turn != 0) {
        scene_.ground +=
            fmt::format("<use href=\"#m-{}-ground\" transform=\"{}\"/>", mark.drawing->name, mark.placed(foot, scale));
        continue;
      }
      if (!mark.drawing->ground.empty()) scene_.ground += use("m-" + mark.drawing->name + "-ground", foot, scale);
      if (!mark.drawing->tall.empty())
        (mark.town >= 0 ? in_towns_ : in_fields_) += use("m-" + mark.drawing->name, foot, scale);
    }
  }

  Scene& scene_;
  const Plan& plan_;
  const Land& land_;
  const Spots& spots_;
  Random random_;
  Roofs roofs_{"r0", "d0"}, slate_{"sl", "sd"}, thatch_{"th", "td"};
  Polyline trees_;
  std::string in_towns_, buildings_, in_fields_;
};

}  // namespace

std::string draw_small(Scene& scene, const Spots& spots) {
  return SmallArtist(scene, spots).draw();
}

std::string draw_small_tower(Vec corner) {
  return circle("sl s-tower", corner - Vec{0, wall_lift}, 40);
}

std::string small_symbols() {
  const auto symbol = [](std::string_view name, std::string_view body) {
    return fmt::format("<symbol id=\"s-{}\" overflow=\"visible\">{}</symbol>", name, body);
  };
  std::string s;
  s += symbol(
      "church",
      R"(<path class="sh" d="M-96 8h250l30-70-90-20-180 40z"/><path class="hw s-line" d="M-56 0v-60h156v60z"/><path class="sd s-line" d="M-62-54l18-84h122l28 84z"/><path class="hw s-line" d="M-116 10v-176h76v176z"/><path class="sd s-line" d="M-128-160l50-112 50 112z"/><path class="ink" d="M-96 10v-46q18-26 36 0v46z"/><path class="n s-cross" d="M-78-262v-74M-104-312h52"/>)");
  s += symbol(
      "shield",
      R"(<path class="shg s-tower" d="M-96-114H96V0C96 70 52 112 0 136C-52 112-96 70-96 0Z"/><path class="shf" d="M-74-92H74V0C74 56 40 88 0 108C-40 88-74 56-74 0Z"/><path class="shg" d="M-34 44V-16H-44V-56H-20V-38H-12V-56H12V-38H20V-56H44V-16H34V44Z"/>)");
  s += symbol("gate",
              R"(<path class="wt s-line" d="M-66 0v-104h132v104z"/><path class="ink" d="M-30 0v-44q30-38 60 0v44z"/>)");
  s += symbol(
      "garden",
      R"(<path class="rf s-line" d="M-100-92h200v184h-200z"/><path class="hg" d="M-86-78h72v64h-72zm100 0h72v64h-72zm0 92h72v64h-72zm-100 0h72v64h-72z"/><path class="ro0" d="M-68-62h36v32h-36zm100 0h36v32h-36zm0 92h36v32h-36zm-100 0h36v32h-36z"/><circle class="wa s-line" r="28"/>)");
  return s;
}

}  // namespace bastide::art
