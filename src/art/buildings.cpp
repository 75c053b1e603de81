// Houses, the church, the water tower.
#include "art/buildings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace bastide::art {

namespace {

struct Vec3 {
  double x, y, z;
};
constexpr Vec3 kLight{-.55, -.5, .67};  // towards the light: upper left, from above

Vec drawn(Vec3 p) {
  return {p.x, p.y - p.z * height_scale};
}

/// The house's own frame: `a` along the ridge, `b` across it.
struct Frame {
  Vec at, along, across;
  Vec3 point(double a, double b, double z) const {
    const Vec p = at + along * a + across * b;
    return {p.x, p.y, z};
  }
  Vec seen(double a, double b, double z) const { return drawn(point(a, b, z)); }
};

/// A dark opening standing on p.
void opening(Path& d, Vec p, double half_width, double height) {
  d.move({p.x - half_width, p.y}).down(-height).across(2 * half_width).down(height).raw("z");
}

/// The faces that look south, with windows.
std::string walls(const House& house, const Frame& f, Path& ink) {
  const double w = house.width / 2, d = house.depth / 2, h = house.wall;
  std::map<std::string_view, Path> faces;
  const auto add = [&](Vec normal_of_face, std::span<const Vec> points) {
    faces[normal_of_face.x < .25 ? "hw" : "hs"].polygon(points);
  };
  for (const double side : {1., -1.}) {
    const Vec n = f.across * side;
    if (n.y <= .02) continue;
    const std::array<Vec, 4> quad{f.seen(-w, side * d, 0), f.seen(w, side * d, 0), f.seen(w, side * d, h),
                                  f.seen(-w, side * d, h)};
    add(n, quad);
    if (n.y <= .5) continue;
    const int windows = std::max(2, static_cast<int>(house.width / 32));
    for (int i = 0; i < windows; ++i)
      opening(ink, mix(quad[0], quad[1], (i + .5) / windows) - Vec{0, h * .28}, 3.6, h * .36);
  }
  for (const double side : {1., -1.}) {
    const Vec n = f.along * side;
    if (n.y <= .02) continue;
    add(n, std::array<Vec, 5>{f.seen(side * w, -d, 0), f.seen(side * w, d, 0), f.seen(side * w, d, h),
                              f.seen(side * w, 0, h + house.roof), f.seen(side * w, -d, h)});
    if (n.y <= .5) continue;
    const Vec door = f.seen(side * w, 0, 0);
    opening(ink, door - Vec{0, 1}, 5, h * .55);
    opening(ink, door - Vec{0, h * .85}, 3.5, 8);
  }
  std::string out;
  for (const auto& [name, d2] : faces) out += path(std::string(name) + " h", d2);
  return out;
}

/// One slope of the roof; a point by (a: -1..1 along the ridge, b: 0 at the ridge, 1 at the eaves).
struct Slope {
  const House* house;
  const Frame* frame;
  double side;
  Vec3 normal() const {
    const Vec n = frame->across * (side * house->roof);
    return {n.x, n.y, house->depth};
  }
  double lighting() const {
    const Vec3 n = normal();
    return (n.x * kLight.x + n.y * kLight.y + n.z * kLight.z) / std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
  }
  bool visible() const { return normal().y * height_scale + normal().z > 0; }
  Vec at(double a, double b) const {
    constexpr double eaves = 4;
    const double z = (house->wall - eaves * .6) * b + (house->wall + house->roof) * (1 - b);
    return frame->seen(a * (house->width / 2 + eaves), side * (house->depth / 2 + eaves) * b, z);
  }
};

std::string roof(const House& house, const Frame& f, Theme theme, Path& ink, Random& random) {
  std::array<Slope, 2> slopes{Slope{&house, &f, 1}, Slope{&house, &f, -1}};
  if (f.across.y > 0) std::swap(slopes[0], slopes[1]);  // the one that looks north first
  const double best = std::max(slopes[0].lighting(), slopes[1].lighting());
  std::string out;
  for (const Slope& s : slopes) {
    if (!s.visible()) continue;
    const bool lit = s.lighting() == best || s.lighting() > .62;
    out += path(std::string(lit ? house.lit : house.dark) + " h",
                Path().polygon({s.at(-1, 1), s.at(1, 1), s.at(1, 0), s.at(-1, 0)}));
    if (theme == Theme::winter && !lit) {  // snow on its upper part
      const double k = random.uniform(.42, .62);
      out += path(house.lit,
                  Path().polygon({s.at(-1, .02), s.at(1, .02), s.at(1, k), s.at(.55, k + random.uniform(-.14, .1)),
                                  s.at(.1, k + random.uniform(-.1, .14)), s.at(-.4, k + random.uniform(-.16, .06)),
                                  s.at(-1, k)}));
    }
    const int marks = std::max(3, static_cast<int>(house.width / 17));
    for (int i = 1; i < marks; ++i) {
      const double a = -1 + 2. * i / marks + random.uniform(-.04, .04), b = random.uniform(.12, .4);
      const Vec p = s.at(a, b), q = s.at(a, std::min(.92, b + random.uniform(.25, .5)));
      if (distance(p, q) > 7) ink.move(p).line(q);
    }
  }
  return out;
}

}  // namespace

std::string draw_house(const House& house, Theme theme, Random& random) {
  const Vec along = towards(house.angle, 1, 1);
  const Frame frame{house.at, along, normal(along)};
  Path ink;
  std::string out = walls(house, frame, ink);
  out += roof(house, frame, theme, ink, random);
  if (house.chimney) {
    const Vec p = frame.seen(house.width * .45, 0, house.wall + house.roof);
    out += path("hs h", Path().move(p + Vec{-5, 4}).raw("v-18h11v18z"));
  }
  return out + path("hi", ink);
}

std::string house_shadow(Vec at) {
  return path("sh", Path().move(at + Vec{-30, 36}).raw("h96l10-26l-30-30z"));
}

std::string draw_church(Vec c, double k) {
  const auto P = [&](double x, double y) { return c + Vec{x, y} * k; };
  const auto shape = [&](std::initializer_list<Vec> points) {
    Path d;
    bool first = true;
    for (const Vec p : points) first ? d.move(P(p.x, p.y)) : d.line(P(p.x, p.y)), first = false;
    return d.close();
  };
  // A round-headed opening with its sill at x, y.
  const auto arch = [&](Path& d, double x, double y, double half_width, double height) {
    const int r = rounded(half_width * k), h = rounded(height * k);
    d.move(P(x, y)).raw(fmt::format("v{}a{} {} 0 0 1 {} 0v{}z", -h, r, r + 1, 2 * r, h));
  };
  std::string s = path("sh", shape({{-96, 62}, {120, 62}, {150, 20}, {150, -20}, {60, -40}, {-60, 20}}));
  Path apse;
  apse.move(P(78, 40))
      .line(P(78, -22))
      .quadratic(P(96, -46), P(126, -10))
      .line(P(126, 28))
      .quadratic(P(110, 46), P(78, 40));
  s += path("hs h", apse.close());
  Path apse_roof;
  apse_roof.move(P(78, -22))
      .quadratic(P(84, -56), P(98, -58))
      .quadratic(P(128, -40), P(130, -8))
      .quadratic(P(106, 6), P(78, 0));
  s += path("sd h", apse_roof.close());
  s += path("hw h", shape({{-40, 50}, {86, 50}, {86, -4}, {-40, -4}}));
  s += path("sl h", shape({{-46, 2}, {-30, -76}, {74, -76}, {92, 2}}));
  s += path("sd", shape({{60, -72}, {74, -74}, {90, 0}, {72, 0}}), "opacity=\".55\"");
  Path windows;
  for (const double x : {-14., 16., 46.}) arch(windows, x, 38, 7, 24);
  s += path("hw h", shape({{-104, 62}, {-40, 62}, {-40, -112}, {-104, -112}}));
  s += path("hs", shape({{-64, 60}, {-42, 60}, {-42, -110}, {-64, -110}}));
  arch(windows, -88, 62, 16, 34);
  arch(windows, -90, -62, 6.5, 24);
  arch(windows, -66, -62, 6.5, 24);
  s += path("ink", windows);
  s += path("sl h", shape({{-112, -106}, {-72, -206}, {-32, -106}}));
  s += path("sd", shape({{-70, -200}, {-36, -107}, {-62, -107}}));
  Path cross;
  cross.move(P(-72, -204)).line(P(-72, -258)).move(P(-90, -238)).line(P(-54, -238));
  s += path("n crk", cross) + path("n crg", cross);
  return s;
}

std::string draw_water_tower(Vec foot) {
  return fmt::format("<g transform=\"translate({} {})\">", rounded(foot.x), rounded(foot.y + 44)) +
         R"(<ellipse class="sh" cx="22" cy="4" rx="48" ry="16"/><path class="wf h" d="M-30 0v-118h60v118q-30 18-60 0z"/><path class="wd" d="M8 7v-122h20v118q-8 5-20 4z"/><path class="tk h" d="M-40-112v-44h80v44q-40 16-80 0z"/><path class="n pl" d="M-24-150v42M-6-150v44M14-150v42"/><path class="sl h" d="M-50-150l50-58l50 58q-50 16-100 0z"/><path class="sd" d="M2-204l44 54q-14 6-32 7z"/><path class="ink" d="M-10 6v-26a10 11 0 0 1 20 0v26z"/></g>)";
}

std::string draw_farm(Vec at, double k, Theme theme, Random& random) {
  std::string s = path(
      "sh", Path().move(at + Vec{-60, 44} * k).across(140 * k).by(Vec{14, -40} * k).by(Vec{-50, -30} * k).raw("z"));
  s += draw_house({at + Vec{-34, -8} * k, 92 * k, 60 * k, -.12, 30 * k, 26 * k, "th", "td", true}, theme, random);
  s += draw_house({at + Vec{44, 22} * k, 62 * k, 84 * k, 1.5, 24 * k, 24 * k, "r2", "d2", false}, theme, random);
  return s + use("hay", at + Vec{-56, 66} * k, .8 * k) + use("or", at + Vec{-2, 74} * k, .9 * k);
}

}  // namespace bastide::art
