// What single tiles are known for: gardens, farms, animals and the like, in the roomiest part of their largest field.
#include <fmt/format.h>

#include <algorithm>

#include "art/buildings.h"
#include "art/scene.h"

namespace bastide::art {

namespace {

std::string group(Vec at, double scale, std::string_view body) {
  return fmt::format("<g transform=\"translate({} {})scale({:.2f})\">{}</g>", rounded(at.x), rounded(at.y), scale,
                     body);
}

void garden(Scene& scene, const Spot& spot) {
  static const std::string body = [] {
    const auto box = [](Path& d, double x, double y, double w, double h) {
      d.move({x, y}).across(w).down(h).across(-w).raw("z");
    };
    Path shadow, ground, beds, lawns, red, white;
    box(shadow, -92, -84, 200, 184);
    box(ground, -100, -92, 200, 184);
    for (const Vec bed : {Vec{-88, -80}, Vec{12, -80}, Vec{-88, 8}, Vec{12, 8}}) {
      box(beds, bed.x, bed.y, 76, 72);
      box(lawns, bed.x + 11, bed.y + 11, 54, 50);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          ((i + j) % 2 == 1 ? red : white).move(bed + Vec{20. + i * 18, 19. + j * 17}).raw("h1");
    }
    return path("sh", shadow) + path("rf h", ground) + path("hg h", beds) + path("l2", lawns) + path("n rose", red) +
           path("n rosw", white) + circle("wt h", {}, 30) + circle("wa h", {}, 20) + circle("wt", {}, 6);
  }();
  const double k = std::clamp((spot.room - 15) / 115, .4, 1.1);
  scene.taken.push_back({spot.at, 132 * k});
  scene.ground += group(spot.at, k, body);
  scene.garden = Garden{spot.at, k};
}

/// Things with a symbol body in a box of about 240 x 180.
void landmark(Scene& scene, const Spot& spot, std::string_view body) {
  const double k = std::clamp(spot.room / 135, .55, 1.15);
  scene.taken.push_back({spot.at, 118 * k});
  scene.field.push_back({spot.at + Vec{0, 60 * k}, group(spot.at, k, body)});
}

std::string vineyard() {
  Path rows, grapes;
  for (int i = 0; i < 4; ++i) {
    const Vec from{-86. + i * 9, -44. + i * 38};
    rows.move(from).by({162, -22});
    for (int j = 0; j < 6; ++j)
      for (const Vec by : {Vec{4, 5}, Vec{-3, -2}}) grapes.move(from + Vec{j * 29., -j * 4.} + by).raw("h1");
  }
  return path("fp h", "M-104-60L70-84L108 62L-70 88Z") +
         path("n fen", rows, "transform=\"translate(0 12)\" opacity=\".6\"") + path("n vk", rows) + path("n vd", rows) +
         path("n vl", rows, "transform=\"translate(-4 -5)\"") + path("n grape", grapes);
}

constexpr std::string_view hill =
    R"(<path class="sh" d="M-100 66Q60 96 140 50Q90 10 40-20Z"/><path class="fd2 h" d="M-118 62C-84 10-62-62-10-74C30-80 50-30 74-2C92 20 112 40 122 62Q0 92-118 62Z"/><path class="fl" d="M-104 56C-74 10-54-54-10-66C-20-30-40 20-50 66Q-80 64-104 56Z"/><path class="n tf" d="M10-56L24-10M28-36L44 6M46-8L66 34M64 18L84 50M0-30L8 10M20 14L30 44"/><path class="n hb" d="M-10-72V-128"/><path class="flag h" d="M-8-128Q14-138 26-126T56-124L46-108Q30-102 16-108T-8-106Z"/>)";

constexpr std::string_view crop_circle =
    R"(<ellipse class="fp h" rx="112" ry="100"/><ellipse class="n cir" rx="92" ry="81"/><ellipse class="n cir" rx="52" ry="45"/><ellipse class="fp2" rx="24" ry="21"/><ellipse class="n cil" rx="73" ry="64" stroke-dasharray="30 12"/><ellipse class="n cil" rx="33" ry="28"/><ellipse class="fp h" cx="0" cy="-90" rx="20" ry="18"/><ellipse class="fp h" cx="88" cy="40" rx="20" ry="18"/><ellipse class="fp h" cx="-88" cy="40" rx="20" ry="18"/>)";

constexpr std::string_view stones =
    R"(<path class="sh" d="M-60 26Q20 60 96 22L60 0Z"/><path class="wf h" d="M-66 24C-70-2-52-20-34-22C-14-22-4 0-2 24Q-34 36-66 24ZM4 34C-2 4 14-26 38-28C62-26 74 6 72 32Q38 46 4 34Z"/><path class="wd" d="M-20 24C-16 6-22-10-30-19C-12-16-6 4-4 22ZM48 38C56 14 50-10 40-25C60-20 70 8 70 30Z"/><path class="wf h" d="M-24 50C-26 36-16 28-6 28C6 28 14 38 12 50Q-6 58-24 50Z"/>)";

struct Standing {
  Vec by;
  bool mirrored;
};

/// Farm animals or a camp.
void grazing(Scene& scene, const Spot& spot, std::string_view symbol) {
  if (spot.room <= 55) return;
  scene.taken.push_back({spot.at, 70});
  if (symbol == "tent") {
    scene.field.push_back({spot.at + Vec{0, 14}, use("tent", spot.at + Vec{-8, 24})});
    return;
  }
  constexpr std::array<Standing, 3> herd{{{{-42, 6}, false}, {{34, 30}, true}, {{10, -28}, false}}};
  for (const Standing& s : std::span(herd).first(spot.room > 90 ? 3 : 2))
    scene.field.push_back({spot.at + s.by, use(symbol, spot.at + s.by, .92, s.mirrored)});
}

/// Game, with tracks in the snow behind it.
void game(Scene& scene, const Spot& spot, std::string_view symbol) {
  Random random = scene.random("special");
  scene.taken.push_back({spot.at, 90});
  const bool alone = symbol == "bear" || symbol == "wolp";
  constexpr std::array<Standing, 3> herd{{{{-50, 20}, false}, {{48, 48}, true}, {{20, -28}, false}}};
  if (alone)
    scene.field.push_back({spot.at + Vec{0, 26}, use(symbol, spot.at + Vec{0, 26}, 1.25)});
  else
    for (const Standing& s : std::span(herd).first(spot.room > 120 ? 3 : 2))
      scene.field.push_back({spot.at + s.by, use(symbol, spot.at + s.by, 1.05, s.mirrored)});
  Path tracks;
  Vec p = spot.at + Vec{-70, 40};
  double heading = random.uniform(1.4, 3.6);
  for (int step = 0; step < 14; ++step) {
    p = p + towards(heading, 22, 22);
    heading += random.uniform(-.3, .3);
    if (scene.land.field_room(p) < 14 || scene.plan.to_side(p) < 14) break;
    tracks.move(p + towards(heading + pi / 2, 7, 7) * (step % 2 == 1 ? 1 : -1)).raw("h1");
  }
  scene.ground += path("n tr", tracks);
}

}  // namespace

Polyline Garden::outline() const {
  return {at + Vec{-100, -92} * scale, at + Vec{100, -92} * scale, at + Vec{100, 92} * scale,
          at + Vec{-100, 92} * scale};
}

void draw_illustration(Scene& scene) {
  const auto shows = [&](std::string_view word) { return scene.illustration.find(word) != std::string::npos; };
  Spot spot = roomiest(scene, -16);
  if (spot.room < 50) {  // a narrow field has no room for this and a follower's place beside it
    std::erase_if(scene.taken, [](const Disc& d) { return d.radius <= follower_room; });
    spot = roomiest(scene, -16);
  }
  if (spot.room <= 0) return;
  // What rules read must not be taken for decoration, nor be crowded by it.
  if (!scene.marks.empty() && spot.room < 75 && !shows("garden")) return;
  if (shows("garden")) return garden(scene, spot);
  if (shows("vineyard")) return landmark(scene, spot, vineyard());
  if (shows("hill")) return landmark(scene, spot, hill);
  if (shows("crop circle")) return landmark(scene, spot, crop_circle);
  if (shows("stones")) return landmark(scene, spot, stones);
  if (shows("sheep"))
    return landmark(
        scene, spot,
        use("sheep", {36, -34}, 1.15, true) + use("sheep", {-48, 8}, 1.15) + use("sheep", {30, 50}, 1.15, true));
  if (shows("farmhouse")) {
    if (spot.room <= 60) return;
    Random random = scene.random("special");
    const double k = std::min(1., spot.room / 105);
    scene.taken.push_back({spot.at + Vec{0, 10}, 88 * k});
    scene.field.push_back({spot.at + Vec{0, 40}, draw_farm(spot.at, k, scene.theme, random)});
    return;
  }
  using Names = std::pair<std::string_view, std::string_view>;
  for (const auto& [word, symbol] :
       {Names{"donkeys", "donkey"}, Names{"cows", "cow"}, Names{"pigs", "pig"}, Names{"highwayman", "tent"}})
    if (shows(word)) return grazing(scene, spot, symbol);
  for (const auto& [word, symbol] :
       {Names{"deer", "deer"}, Names{"boar", "boar"}, Names{"wolves", "wolf"}, Names{"bear", "bear"},
        Names{"fox", "fox"}, Names{"raven", "raven"}, Names{"wolp", "wolp"}}) {
    if (!shows(word)) continue;
    game(scene, spot, symbol);
    if (symbol != "fox") return;
    const Spot water = roomiest(scene);  // foxes come to drink
    if (water.room <= 60) return;
    Random random = scene.random("water");
    const double r = std::min(105., water.room - 25);
    Polyline shore;
    for (int k = 0; k < 8; ++k)
      shore.push_back(water.at + towards(k * pi / 4, r * random.uniform(.6, .8), r * random.uniform(.36, .5)));
    scene.taken.push_back({water.at, r * .7});
    Path ice;
    ice.move(water.at + Vec{-30, -8}).raw("l34-8").move(water.at + Vec{-10, 14}).raw("l40-10");
    scene.ground += path("wa h", Path().blob(shore)) + path("n w", ice, "stroke-width=\"5\"");
    return;
  }
}

}  // namespace bastide::art
