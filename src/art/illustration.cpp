// What single tiles are known for: gardens, farms, animals and the like, in the roomiest part of their largest field.
#include <fmt/format.h>

#include <algorithm>

#include "art/buildings.h"
#include "art/drawings.h"
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
  if (pictured_mark(*scene.plan.tile, scene.illustration) != nullptr) return;  // drawn as that
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
  for (const Drawing& drawing : drawings())
    if (drawing.place == Drawing::Place::landmark && shows(drawing.name)) return landmark(scene, spot, drawing.tall);
  if (shows("stones")) return landmark(scene, spot, stones);
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
