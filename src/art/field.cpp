// Fields by mood: strips, ponds, pens, grass, flowers, trees. Everything asks for room first.
#include <fmt/format.h>

#include <algorithm>

#include "art/scene.h"

namespace bastide::art {

namespace {

enum class Mood { arable, wood, meadow, mixed, pasture };

Mood mood_of(const Scene& scene) {
  Random random = scene.random("mood");
  const Mood mood =
      random.pick({Mood::arable, Mood::arable, Mood::wood, Mood::meadow, Mood::mixed, Mood::mixed, Mood::pasture});
  // Water and herds mean something among marks.
  if (!scene.marks.empty() && (mood == Mood::meadow || mood == Mood::pasture)) return Mood::mixed;
  return scene.winter() && mood == Mood::pasture ? Mood::wood : mood;
}

/// A medieval block of strips: skewed, slightly bowed, in three tones.
class Strips {
 public:
  Strips(Vec at, double radius, double angle, Random& random) : at_(at), random_(random) {
    const double a = angle + random.uniform(-.1, .1) + (random.chance(.6) ? 0 : pi / 2);
    const double aspect = random.uniform(.55, .8);
    half_width_ = radius / std::hypot(1, aspect) * 1.06;
    half_height_ = half_width_ * aspect;
    along_ = towards(a, 1, 1);
    skew_ = random.uniform(-.22, .22);
    bow_ = random.uniform(-.12, .12);
  }

  /// s along the strips and t across them, each -1..1.
  Vec point(double s, double t) const {
    return at_ + along_ * (half_width_ * (s + skew_ * t)) + normal(along_) * (half_height_ * (t + bow_ * (1 - s * s)));
  }

  bool within(const Plan& plan) const {
    for (const double s : {-1.1, 0., 1.1})
      for (const double t : {-1.14, 0., 1.14})
        if (plan.to_side(point(s, t)) < 16) return false;
    return true;
  }

  std::string draw() {
    const int n = std::clamp(rounded(half_height_ * 2 / random_.uniform(44, 60)), 2, 5);
    std::vector<double> cut;
    for (int i = 0; i <= n; ++i) cut.push_back(-1 + 2. * i / n + (i == 0 || i == n ? 0 : random_.uniform(-.1, .1)));
    int last = -1;
    for (int i = 0; i < n; ++i) {
      int tone = random_.integer(0, last < 0 ? 2 : 1);
      if (last >= 0 && tone >= last) ++tone;
      last = tone;
      band(tone, cut[static_cast<size_t>(i)], cut[static_cast<size_t>(i) + 1]);
    }
    std::string out;
    constexpr std::array<std::string_view, 3> tones{"fp", "fp2", "fd2"};
    for (size_t i = 0; i < 3; ++i) out += path(tones[i], bands_[i], "opacity=\".85\"");
    out += path("n pl", straw_) + path("n pm", green_);
    Path hedge;
    hedge.move(point(-1.02, 1.1)).quadratic(point(0, 1.1), point(1.02, 1.1));
    if (random_.chance(.5)) hedge.line(point(1.08, -.2));
    if (random_.chance(.62)) out += path("n hks", hedge) + path("n hds", hedge);
    return out;
  }

 private:
  void band(int tone, double t0, double t1) {
    const double s0 = -1 + random_.uniform(0, .07), s1 = 1 - random_.uniform(0, .07);
    bands_[static_cast<size_t>(tone)]
        .move(point(s0, t0))
        .quadratic(point(0, t0), point(s1, t0))
        .line(point(s1, t1))
        .quadratic(point(0, t1), point(s0, t1))
        .close();
    const int furrows = std::max(2, static_cast<int>(half_height_ * (t1 - t0) / 13));
    const bool in_rows = tone == 2 && random_.chance(.6);  // rows of dashes
    for (int j = 1; j < furrows; ++j) {
      const double t = t0 + (t1 - t0) * j / furrows;
      if (in_rows) {
        for (int k = 0; k < 7; ++k) green_.move(point(-.85 + k * .27 + random_.uniform(-.04, .04), t)).by(along_ * 10);
      } else {
        Path& furrow = tone == 0 ? straw_ : green_;
        const double a = s0 + random_.uniform(.03, .14), b = s1 - random_.uniform(.03, .14);
        furrow.move(point(a, t)).quadratic(point(0, t), point(b, t));
      }
    }
  }

  Vec at_;
  Random& random_;
  double half_width_ = 0, half_height_ = 0, skew_ = 0, bow_ = 0;
  Vec along_;
  std::array<Path, 3> bands_;
  Path straw_, green_;
};

void plough(Scene& scene, Mood mood, Random& random, double angle) {
  constexpr std::array<int, 5> counts{6, 1, 1, 3, 2};  // by mood
  constexpr std::array<double, 8> big{205, 180, 160, 140, 120, 100, 85, 72};
  constexpr std::array<double, 4> small{150, 125, 105, 85};
  int left = counts[static_cast<size_t>(mood)];
  const std::span<const double> sizes =
      mood == Mood::arable ? std::span<const double>(big) : std::span<const double>(small);
  for (const double radius : sizes)
    for (int tries = 0; tries < 22 && left > 0; ++tries) {
      const Vec p{random.uniform(70, 930), random.uniform(70, 930)};
      if (!scene.free(p, radius * .9, 8)) continue;
      Strips strips(p, radius, angle, random);
      if (!strips.within(scene.plan)) continue;
      scene.taken.push_back({p, radius * .92});
      scene.ground += strips.draw();
      --left;
    }
}

void pond(Scene& scene, const Spot& spot, Random& random) {
  const double rx = std::min({95., spot.room * .62, (scene.plan.to_side(spot.at) - 22) / 1.1}),
               ry = std::min(60., spot.room * .4);
  Polyline shore, bank;
  for (int k = 0; k < 8; ++k)
    shore.push_back(spot.at + towards(k * pi / 4, rx * random.uniform(.8, 1.1), ry * random.uniform(.8, 1.1)));
  for (const Vec p : shore) bank.push_back(p + Vec{0, 5});
  scene.taken.push_back({spot.at, rx + 12});
  scene.ground += path("fd2", Path().blob(bank)) + path("wa h", Path().blob(shore));
  Path waves;
  waves.move(spot.at + Vec{-rx * .5, -6}).raw("q12-6 24 0t24 0").move(spot.at + Vec{0, 12}).raw("q10-5 20 0t20 0");
  scene.ground += path("n w", waves, "stroke-width=\"4\" opacity=\".7\"");
  for (int i = 0; i < 3; ++i) {
    const Vec p = spot.at + towards(random.uniform(.2, 2.9), rx * 1.02, ry * 1.1) + Vec{0, 8};
    scene.field.push_back({p, use("bu", p, random.uniform(.5, .7))});
  }
}

void pen(Scene& scene, const Spot& spot, double angle, Random& random) {
  const double r = std::max(45., std::min({125., spot.room * .8, (scene.plan.to_side(spot.at) - 18) / 1.1}));
  scene.taken.push_back({spot.at, r + 8});
  const int corners = random.integer(5, 8);
  Polyline fence;
  for (int k = 0; k < corners; ++k)
    fence.push_back(spot.at + towards(angle + (k + random.uniform(-.22, .22)) * 2 * pi / corners,
                                      r * random.uniform(.85, 1.1), r * .72 * random.uniform(.85, 1.1)));
  scene.ground += path("fl", Path().polygon(fence), "opacity=\".8\"");
  Path posts, rails;
  for (size_t k = 0; k < fence.size(); ++k) {
    const Vec a = fence[k], b = fence[(k + 1) % fence.size()];
    const int count = std::max(2, static_cast<int>(distance(a, b) / 26));
    for (int t = 0; t < count; ++t) posts.move(mix(a, b, static_cast<double>(t) / count)).down(-17);
    if (k == 1) continue;  // the way in
    for (const double h : {12., 5.}) rails.move(a - Vec{0, h}).line(b - Vec{0, h});
  }
  scene.ground += path("n fen", posts.raw(rails.text()));
  struct Item {
    Vec by;
    bool mirrored;
  };
  const bool hay = random.chance(.5);
  const double k = std::min(1., r / 70);
  for (const Item& item : {Item{{-34, 0}, true}, Item{{28, -26}, false}, Item{{16, 34}, true}}) {
    const Vec p = spot.at + item.by * k;
    scene.field.push_back({p, hay ? use("hay", p, .8 * k) : use("ewe", p, .8 * k, item.mirrored)});
  }
}

void grass(Scene& scene) {
  Random random = scene.random("tuft");
  Path tufts, white, yellow;
  const auto flowers = [&](Path& d, Vec p, int count, Vec spread) {
    for (int i = 0; i < count; ++i)
      d.move(p + Vec{random.uniform(-spread.x, spread.x), random.uniform(-spread.y, spread.y)}).raw("h1");
  };
  for (int i = 0; i < 95; ++i) {
    const Vec p{random.uniform(8, 992), random.uniform(14, 992)};
    if (scene.land.field_room(p) < 16 || scene.plan.to_side(p) < 18 ||
        std::ranges::any_of(scene.taken, [&](const Disc& d) { return distance(p, d.at) < d.radius; }))
      continue;
    const double z = random.next();
    if (z < .40)
      tufts.move(p + Vec{-7, -9}).raw("l5 9").move(p + Vec{1, -13}).raw("v13").move(p + Vec{9, -8}).raw("l-5 8");
    else if (z < .52)
      tufts.move(p).across(random.integer(14, 26));
    else if (scene.winter())
      continue;
    else if (z < .60)
      flowers(white, p, random.integer(2, 4), {16, 10});
    else if (z < .65)
      flowers(yellow, p, random.integer(2, 3), {14, 10});
  }
  scene.ground += path("n tf", tufts) + path("n flw", white) + path("n fly", yellow);
}

void clump(Scene& scene, Vec at, int size, std::string_view kind, Random& random) {
  const double spread = 20 + size * 11;
  for (int tree = 0; tree < size; ++tree)
    for (int tries = 0; tries < 8; ++tries) {
      const Vec p =
          tree == 0 ? at : at + Vec{random.uniform(-spread, spread) * 1.2, random.uniform(-spread, spread) * .75};
      const auto crowded = [&](const Disc& d) { return distance(p, d.at) < d.radius + 20; };
      if (scene.land.field_room(p) <= 24 || scene.plan.to_side(p) <= 30 || scene.land.field_room(p - Vec{0, 95}) <= 8 ||
          std::ranges::any_of(scene.taken, crowded))
        continue;
      const double scale = random.uniform(.74, 1.02);
      scene.taken.push_back({p, 14});
      const std::string_view which = random.chance(.72) ? kind : random.pick<std::string_view>({"tB", "tC", "bu"});
      scene.field.push_back({p, use(which, p, scale, random.chance(.4))});
      break;
    }
}

void trees(Scene& scene, Mood mood) {
  static const std::array<std::vector<int>, 5> plans{
      {{3, 2, 1, 1}, {9, 6, 4, 2}, {3, 2, 1, 1}, {5, 3, 2, 1}, {3, 2, 1}}};
  Random random = scene.random("tree");
  for (const int size : plans[static_cast<size_t>(mood)]) {
    const std::string_view kind = scene.winter() ? random.pick<std::string_view>({"tA", "tB", "tC", "tD", "tD"})
                                                 : random.pick<std::string_view>({"tA", "tB", "tC", "tA", "tD"});
    for (int tries = 0; tries < 40; ++tries) {
      const Vec p = scene.plan.anywhere(random, {40, 110}, {40, 30});
      if (!scene.free(p, size >= 5 && tries <= 25 ? 70 : 44)) continue;
      clump(scene, p, size, kind, random);
      break;
    }
  }
}

}  // namespace

bool Scene::free(Vec p, double radius, double margin) const {
  if (land.field_room(p) < radius || plan.to_side(p) < radius + margin) return false;
  return std::ranges::all_of(taken, [&](const Disc& d) { return distance(p, d.at) >= radius + d.radius; });
}

Spot roomiest(const Scene& scene, double reach) {
  Spot best;
  const int field = scene.land.largest_field();
  if (field < 0) return best;
  each_cell(
      [&](Cell c) {
        if (scene.land.owner[c] != static_cast<Owner>(field)) return;
        const Vec p = c.middle();
        double room = std::min(scene.land.field_room(p), scene.plan.to_side(p) + reach);
        for (const Disc& d : scene.taken) room = std::min(room, distance(p, d.at) - d.radius);
        if (room > best.room + 1) best = {p, room};
      },
      1, 2);
  return best;
}

void draw_washes(Scene& scene) {
  constexpr double margin = 40;
  Random random = scene.random("wash");
  for (const auto& [name, opacity] : {std::pair{"fl", ".7"}, std::pair{"fd", ".5"}}) {
    Path d;
    for (int i = 0; i < 2; ++i) {
      Vec centre;
      do centre = scene.plan.anywhere(random, {150, 150}, {150, 150});
      while (scene.plan.to_side(centre) < 160);
      const double rx = random.uniform(110, 190), ry = random.uniform(80, 150), turn = random.uniform(0, 6);
      Polyline blot;
      for (int k = 0; k < 8; ++k) {
        Vec p = centre + towards(turn + k * pi / 4, rx * random.uniform(.75, 1.15), ry * random.uniform(.75, 1.15));
        for (const SideLine& side : scene.plan.sides)
          p = p + side.inwards * std::max(0., margin - dot(p - side.from, side.inwards));
        blot.push_back(p);
      }
      if (scene.detail == Detail::full) {
        d.blob(blot);
      } else if (scene.land.is_field(scene.land.owner_at(centre))) {
        const double room = scene.plan.to_side(centre) - margin;
        d.ellipse(centre, std::min(rx, room), std::min(ry, room));
      }
    }
    scene.ground += path(name, d, fmt::format("opacity=\"{}\"", opacity));
  }
}

void draw_fields(Scene& scene) {
  const Mood mood = mood_of(scene);
  Random random = scene.random("plough");
  const double angle = random.uniform(-.5, .5);
  plough(scene, mood, random, angle);
  if (mood == Mood::meadow || mood == Mood::pasture) {
    const Spot spot = roomiest(scene);
    if (spot.room > 95) mood == Mood::meadow ? pond(scene, spot, random) : pen(scene, spot, angle, random);
  }
  grass(scene);
  trees(scene, mood);
}

}  // namespace bastide::art
