// The symbols a theme's pictures share: trees, towers, shield, animals. Origin of each: the middle of its foot.
#include <fmt/format.h>

#include "art/art.h"
#include "art/drawings.h"
#include "art/geometry.h"
#include "art/palette.h"
#include "art/rng.h"
#include "art/small.h"

namespace bastide::art {

namespace {

std::string symbol(std::string_view name, std::string_view shadow, std::string_view body) {
  std::string out = fmt::format("<symbol id=\"{}\" overflow=\"visible\">", name);
  if (!shadow.empty()) out += fmt::format("<ellipse class=\"sh\" {}/>", shadow);
  return out.append(body).append("</symbol>");
}

std::string ellipse_at(int cx, int cy, int rx, int ry) {
  return fmt::format("cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"", cx, cy, rx, ry);
}

/// A round of bumps: the crown of a tree.
std::string crown(Vec at, double rx, double ry, int bumps, Random& random) {
  Polyline points;
  for (int k = 0; k < bumps; ++k)
    points.push_back(at + towards(2 * pi * k / bumps + random.uniform(-.12, .12), rx, ry));
  Path d;
  d.move(points[0]);
  for (size_t k = 0; k < points.size(); ++k) {
    const Vec a = points[k], b = points[(k + 1) % points.size()];
    const int r = rounded(distance(a, b) * .58);
    d.raw(fmt::format("A{} {} 0 0 1 {} {}", r, r, rounded(b.x), rounded(b.y)));
  }
  return d.close().text();
}

std::string round_tree(std::string_view name, double rx, double ry, double height, Random& random) {
  const double c = -height;
  const std::string trunk = fmt::format("M-5 2L-4 {0}H5L6 2Z", rounded(c + ry * .4));
  return symbol(name, ellipse_at(14, 3, rounded(rx * .95), rounded(rx * .34)),
                path("tk h", trunk) + path("l1 h", crown({0, c}, rx, ry, 8, random)) +
                    path("l0", crown({-rx * .14, c - ry * .15}, rx * .72, ry * .7, 7, random)) +
                    path("l2", crown({-rx * .34, c - ry * .4}, rx * .32, ry * .28, 5, random)));
}

std::string summer_plants(Random& random) {
  std::string s = round_tree("tA", 34, 36, 52, random) + round_tree("tB", 28, 30, 44, random) +
                  round_tree("tC", 40, 34, 48, random);
  s += symbol(
      "tD", ellipse_at(12, 3, 20, 8),  // poplar
      R"(<path class="tk h" d="M-4 2V-20H4V2Z"/><path class="l1 h" d="M0-118C20-90 22-40 4-16H-5C-22-40-20-90 0-118Z"/><path class="l0" d="M-2-106C8-84 6-44-2-24C-16-44-14-84-2-106Z"/><path class="l2" d="M-6-84C0-70-2-50-6-44C-12-56-10-74-6-84Z"/>)");
  s += symbol("or", ellipse_at(9, 2, 20, 7),  // fruit tree
              path("tk h", "M-3 2V-18H4V2Z") + path("l1 h", crown({0, -32}, 22, 21, 7, random)) +
                  path("l0", crown({-4, -36}, 14, 13, 6, random)) +
                  path("ap", "M-9-34h6v6h-6zM6-40h6v6h-6zM3-26h6v6h-6zM-3-46h5v5h-5z"));
  s += symbol(
      "bu", ellipse_at(8, 2, 28, 9),
      R"(<path class="l1 h" d="M-28 3A17 17 0 0 1-20-22A20 20 0 0 1 12-26A17 17 0 0 1 28 3Z"/><path class="l0" d="M-22-2A12 12 0 0 1-15-18A15 15 0 0 1 8-21A13 13 0 0 1 12-6Q-4 2-22-2Z"/>)");
  return s;
}

std::string bare_tree(std::string_view name, double scale) {
  return symbol(
      name, ellipse_at(12, 3, 28, 8),
      fmt::format("<g transform=\"scale({:g})\">", scale) +
          R"(<path class="n tw7" d="M0 3C2-20-2-34 0-52M0-30C-10-44-22-50-26-70M0-36C12-48 22-54 26-72"/><path class="n tw4" d="M0-52C-4-70-12-78-14-96M0-52C6-70 10-80 12-98M-15-52C-26-56-34-58-40-68M15-52C26-58 34-58 40-66M-26-70L-30-86M26-72L30-88M-10-82L-20-92M8-80L20-92"/><path class="n w" stroke-width="4" d="M-28-73C-22-56-12-48-4-38M-42-70L-28-60M-17-98L-4-66M9-100L4-72M24-75L12-54"/></g>)");
}

std::string winter_plants() {
  std::string s = bare_tree("tA", 1) + bare_tree("tB", .82) + bare_tree("tC", .92) + bare_tree("or", .55);
  s += symbol(
      "tD", ellipse_at(14, 3, 30, 9),  // fir
      R"(<path class="tk h" d="M-4 4V-14H4V4Z"/><path class="c0 h" d="M0-116L17-82H9L26-50H16L33-12Q0 0-33-12L-16-50H-26L-9-82H-17Z"/><path class="c1" d="M0-112L17-82H9L26-50H16L33-12Q18-6 4-5Z" opacity=".6"/><path class="sno" d="M0-116L13-90Q4-84-4-88L-17-82ZM-9-76L-2-70L6-62Q-6-54-12-58L-26-50ZM-16-44L-2-36L8-26Q-8-18-16-20L-33-12Z"/>)");
  s += symbol(
      "bu", ellipse_at(8, 2, 28, 9),
      R"(<path class="hg h" d="M-28 3A17 17 0 0 1-20-22A20 20 0 0 1 12-26A17 17 0 0 1 28 3Z"/><path class="sno" d="M-26-6A14 14 0 0 1-19-21A19 19 0 0 1 12-25Q20-22 22-14Q8-20 0-12Q-12-16-26-6Z"/>)");
  return s;
}

std::string masonry() {
  std::string s;
  s += symbol(
      "tw", ellipse_at(20, 6, 40, 15),  // tower in a wall
      R"(<path class="wf h" d="M-29-4V-76H29V-4Q0 16-29-4Z"/><path class="wd" d="M8 5V-74H27V-5Q18 4 8 5Z"/><path class="wt h" d="M-35-78V-104h10V-93h10V-104h10V-93h10V-104h10V-93h10V-104H35V-78Q0-66-35-78Z"/><path class="wd" d="M12-76V-72Q24-75 33-79V-91H12Z" opacity=".7"/><path class="ink" d="M-8-52h7v20h-7z"/>)");
  s += symbol(
      "tc", ellipse_at(24, 8, 50, 18),  // tower on a grid corner
      R"(<path class="wf h" d="M-36-4V-92H36V-4Q0 20-36-4Z"/><path class="wd" d="M10 7V-90H34V-5Q24 5 10 7Z"/><path class="n wj" d="M-34-30q8 5 18 7M-20-60q10 4 20 4M-32-74q6 3 12 4M-12-14q10 3 20 2"/><path class="ink" d="M-12-66h8v24h-8z"/><path class="sl h" d="M-46-84L0-176L46-84Q0-58-46-84Z"/><path class="sd" d="M2-168L43-84Q28-73 10-71Z"/><circle class="gold i" cx="0" cy="-180" r="7"/>)");
  s += symbol(
      "ga", ellipse_at(26, 6, 70, 20),  // gatehouse; a road ends at its foot
      R"(<path class="wf h" d="M-60 4V-74H-26V4ZM26 4V-74H60V4Z"/><path class="wd" d="M44 2V-72H58V2ZM-40 2V-72H-28V2Z"/><path class="wt h" d="M-36 8V-104H36V8Z"/><path class="wf" d="M8 6V-102H34V6Z"/><path class="ink" d="M-22 8V-38A22 24 0 0 1 22-38V8Z"/><path class="n" stroke="#8a6a3c" stroke-width="3" d="M-10-58V6M0-62V6M10-58V6M-20-28H20M-20-8H20"/><path class="wt h" d="M-64-62V-86h10v9h9v-9h10v9h9v-9h4v24zM64-62V-86h-10v9h-9v-9h-10v9h-9v-9h-4v24z"/><path class="sl h" d="M-46-98L-8-160H8L46-98Q0-90-46-98Z"/><path class="sd" d="M4-158H8L44-98Q30-94 14-94Z"/><path class="n i" d="M0-160V-184"/><path class="flag i" d="M1-184h22l-7 7l7 7h-22z"/>)");
  s += symbol(
      "sd1", {},  // shield: purpure, a bastion or, a bordure or
      R"(<path class="sh" d="M-40-46H52V6C52 42 28 62 6 74C-16 62-40 42-40 6Z"/><path class="shg hb" d="M-48-56H48V0C48 36 24 56 0 68C-24 56-48 36-48 0Z"/><path class="shf" d="M-38-46H38V0C38 28 20 44 0 55C-20 44-38 28-38 0Z"/><path class="shg" d="M-24 22V-12H-29V-34H-17V-24H-7V-34H7V-24H17V-34H29V-12H24V22H9V6A9 9 0 0 0-9 6V22Z"/>)");
  s += symbol(
      "hay", ellipse_at(10, 3, 32, 9),
      R"(<path class="th h" d="M-28 3C-30-22-16-44 0-46C16-44 30-22 28 3Q0 10-28 3Z"/><path class="td" d="M6 5C16-10 14-34 4-44C18-40 29-20 27 3Q18 6 6 5Z"/>)");
  s += symbol(
      "well", ellipse_at(10, 8, 30, 13),
      R"(<path class="wf h" d="M-24-8V6Q0 24 24 6V-8Z"/><ellipse class="wt h" cx="0" cy="-8" rx="24" ry="12"/><ellipse class="sd" cx="0" cy="-8" rx="15" ry="7"/>)");
  s += symbol(
      "tent", ellipse_at(10, 3, 46, 10),
      R"(<path fill="#8d5a4a" class="h" d="M-42 4L-6-54L20 6Z"/><path fill="#6c4038" class="h" d="M20 6L-6-54L44-4Z"/><path class="ink" d="M-22 5L-9-34L0 6Z"/><path class="n i" d="M-6-54L-10-64M-6-54L0-64"/><path fill="#e7792b" d="M52 6C46-4 54-10 54-20C62-12 66-2 60 6Z"/><path class="n hb" d="M44 8L68 4M46 3L66 9"/>)");
  return s;
}

std::string animals() {
  const auto game = [](std::string_view name, std::string_view body, std::string_view more = {}) {
    return symbol(name, ellipse_at(6, 2, 40, 8), path("an", body) + std::string(more));
  };
  const auto cattle = [](std::string_view name, std::string_view fill, std::string_view body,
                         std::string_view more = {}) {
    return symbol(name, ellipse_at(6, 2, 34, 7), path("i", body, fmt::format("fill=\"{}\"", fill)) + std::string(more));
  };
  std::string s;
  s += game(
      "deer",
      "M-34-44C-20-50 2-48 16-48C22-58 26-68 32-74L30-84L36-76L46-74C52-72 56-66 54-64L42-60C36-54 34-46 30-38C30-24 "
      "28-14 30 2H24L20-24L18 2H12L10-26C0-22-12-22-20-26L-22-12L-24 2H-30L-28-24L-32 2H-38L-36-28C-40-34-40-40-34-44Z",
      R"(<path class="n ans" d="M36-78C34-90 38-98 36-108M36-92L44-100M33-80C28-88 28-96 24-104M28-92L20-98"/><path class="sno" d="M-37-42q-3 6 1 11q5-4 5-12z"/>)");
  s += game(
      "boar",
      "M-44-34C-40-50-20-60 0-58C18-60 34-54 42-44C50-40 58-32 64-26L62-18C56-16 50-18 46-18C40-14 34-12 30-12L30 "
      "2H22L20-12L14 2H8L8-12C-4-8-16-8-24-12L-24 2H-32L-34-12L-40 2H-46L-42-18C-46-22-46-28-44-34Z",
      R"(<path class="n w" stroke-width="4" d="M54-20q2-8 6-10"/><path class="n ans" d="M-44-36q-10 2-8 12M-20-57l-4-8M-6-59l-3-8M8-59l-2-8"/>)");
  s += game("wolf",
            "M-40-40C-20-46 4-46 18-48L24-60L28-70L34-60C42-58 50-54 58-50L56-44C48-42 42-42 38-40C34-34 34-28 "
            "32-22L34 2H28L22-20L18 2H12L10-22C0-20-12-20-20-22L-20 2H-26L-28-18L-34 "
            "2H-40L-38-26C-46-22-54-14-66-12C-60-24-52-36-40-40Z");
  s += game(
      "bear",
      "M-46-30C-48-54-26-68-4-64C8-68 20-66 28-64C30-72 38-74 40-66C50-62 58-54 62-46L58-40C50-38 46-36 42-32C38-26 "
      "38-20 38 2H24L22-18L16-16L14 2H0L2-16C-8-14-16-14-22-18L-20 2H-34L-36-12L-38 2H-50L-48-14C-46-20-46-26-46-30Z");
  s += symbol(
      "fox", ellipse_at(6, 2, 40, 7),
      R"(<path class="fox i" d="M-30-32C-14-36 4-34 16-36L20-46L26-38L32-46L34-36C42-32 48-28 54-24L50-18C42-18 38-20 32-20L34 2H28L22-16L20 2H14L10-18C0-16-10-16-16-18L-14 2H-20L-24-14L-28 2H-34L-30-20C-42-20-50-8-70-12C-64-26-48-34-30-32Z"/><path class="sno" d="M-70-12q8-8 14-9q2 6-3 9z"/>)");
  s += symbol(
      "raven", ellipse_at(4, 1, 26, 5),
      R"(<path class="ink" d="M-40-6L-18-22C-8-32 6-36 14-36C18-42 28-42 30-36L44-32L30-29C26-18 14-10 4-8L6 2H2L-2-8L-6 2H-10L-8-8C-18-6-28-4-40-6Z"/>)");
  s += game(
      "wolp",
      "M-30-14C-30-30-14-38 0-36C8-44 14-46 20-46L20-66L27-50L30-68L35-48C42-44 44-36 42-32C36-26 30-24 26-22C28-12 "
      "26-4 28 2H16L14-8C4-4-4-4-10-6L-8 2H-24C-30-2-32-8-30-14Z",
      R"(<path class="n ans" d="M22-50C14-62 16-74 10-82M15-68L6-70M35-50C42-62 42-72 50-80M42-66L52-66"/><path class="wt i" d="M-4-32C-14-58-40-64-56-60C-50-54-48-52-42-50C-44-46-40-44-36-42C-38-38-34-36-28-34C-20-28-10-28-4-32Z"/>)");
  s += cattle("pig", "#e3a896",
              "M-30-26C-26-40 0-42 14-38C24-40 32-32 38-26L36-18C30-16 26-16 22-14L22 2H16L14-10L-8-10L-10 "
              "2H-16L-18-10L-22 2H-28L-28-14C-32-18-32-22-30-26Z");
  s += cattle("cow", "#f3ead8",
              "M-40-44C-20-48 8-48 20-46L26-54L34-48C44-46 48-40 50-34L44-28C38-26 34-26 30-26L28-16L28 "
              "2H22L18-18L-14-16L-18-20L-24 2H-30L-32-20L-36 2H-42L-42-30C-44-36-44-40-40-44Z",
              R"(<path fill="#7a4e33" d="M-30-46q14-2 16 8q-6 10-18 4zM4-47q12 0 10 12q-10 4-14-4z"/>)");
  s += cattle("donkey", "#a3968a",
              "M-38-40C-20-44 4-44 14-44L24-58L22-74L30-62L36-74L36-58C46-52 50-44 50-38L42-38C36-40 34-38 "
              "30-32L26-20L26 2H20L16-20L-14-20L-20-22L-24 2H-30L-32-20L-36 2H-42L-40-28C-42-34-42-38-38-40Z");
  s += symbol(
      "ewe", ellipse_at(6, 2, 32, 7),
      R"(<path class="n hb" d="M-14-10V1M-4-10V1M10-10V1M18-10V1"/><path class="sno h" d="M-26-14A10 10 0 0 1-24-30A12 12 0 0 1-4-38A12 12 0 0 1 16-36A11 11 0 0 1 26-20A9 9 0 0 1 18-9Q-6-4-20-9A8 8 0 0 1-26-14Z"/><path class="ink" d="M24-32C34-36 42-28 42-22C38-16 30-18 26-20Z"/>)");
  return s;
}

}  // namespace

Defs defs(Theme theme) {
  Random random(fmt::format("defs{}", to_string(theme)));
  const std::string plants = theme == Theme::winter ? winter_plants() : summer_plants(random);
  std::string marks;
  for (const Drawing& drawing : drawings()) {
    if (!drawing.mark()) continue;
    if (!drawing.ground.empty()) marks += symbol("m-" + drawing.name + "-ground", {}, drawing.ground);
    if (!drawing.tall.empty()) marks += symbol("m-" + drawing.name, {}, drawing.tall);
    marks += fmt::format("<symbol id=\"icon-{}\" viewBox=\"{}\">", drawing.name, drawing.box);
    for (const std::string_view part : {"-ground", ""})
      if (!(part.empty() ? drawing.tall : drawing.ground).empty())
        marks += fmt::format("<use href=\"#m-{}{}\"/>", drawing.name, part);
    marks += "</symbol>";
  }
  return {"<defs>" + with_prefix(plants + masonry() + animals() + small_symbols() + marks) + "</defs>", style(theme)};
}

}  // namespace bastide::art
