// The figures: four poses of followers, the further figures of seats, eight seats. A seat is its colour, its emblem and
// its hatching; colour never speaks alone.
#include <fmt/format.h>

#include <algorithm>

#include "art/art.h"
#include "art/drawings.h"

namespace bastide::art {

namespace {

constexpr std::string_view line_colour = "#241a12", halo = "#fff8e8";

/// What a detail is filled with.
enum class Fill { seat, ivory, ink, shade, straw, light };
constexpr std::array<std::string_view, 6> fill_names{"seat", "ivory", "ink", "shade", "straw", "light"};

struct Shape {
  Fill fill;
  std::string_view d;
};

struct Pose {
  std::string_view name, outline;
  std::string_view limb;  ///< a line drawn as thick as a leg
  double emblem_x, emblem_y, emblem_scale;
  std::vector<Shape> details;
  bool emblem_on_ivory = false;
};

constexpr size_t follower_poses = 4;

/// The drawings of figures of seats.
std::vector<const Drawing*> drawn_for_seats() {
  std::vector<const Drawing*> out;
  for (const Drawing& d : drawings())
    if (d.place == Drawing::Place::seats) out.push_back(&d);
  return out;
}

Pose pose_of(const Drawing& d) {
  Pose p{d.name, d.parts.front().d, {}, d.emblem_x, d.emblem_y, d.emblem_scale, {}, d.emblem_on_ivory};
  for (size_t i = 1; i < d.parts.size(); ++i) {
    const auto fill = std::ranges::find(fill_names, std::string_view(d.parts[i].fill));
    p.details.push_back({static_cast<Fill>(fill == fill_names.end() ? 0 : fill - fill_names.begin()), d.parts[i].d});
  }
  return p;
}

Pose pose(Figure figure) {
  static const std::array<Pose, follower_poses> poses{
      Pose{"knight",
           "M52 4C56-2 68-2 74 6C70 8 68 10 66 14C69 18 70 23 70 29V38C78 41 83 48 84 58L87 "
           "96H78V114H54V98H48V114H24V98L20 60C20 48 25 41 33 38V29C33 15 41 7 52 4ZM84 8L88-2L92 8V114H86Z",
           {},
           30,
           74,
           1.35,
           {{Fill::ink, "M38 24H66V31H55V40H49V31H38Z"},
            {Fill::ivory, "M6 46Q30 42 54 46V70C54 92 42 104 30 110C18 104 6 92 6 70Z"},
            {Fill::seat, "M11 51Q30 47 49 51V70C49 88 40 98 30 104C20 98 11 88 11 70Z"},
            {Fill::shade, "M58 46L66 44L70 94H60Z"}}},
      Pose{"highwayman",
           "M2 36C14 28 26 27 31 25C32 10 39 4 50 4C61 4 68 10 69 25C74 27 86 28 98 36C90 42 80 45 70 46C74 54 90 78 "
           "98 112C84 119 68 112 56 117C40 112 22 119 2 112C10 78 26 54 30 46C20 45 10 42 2 36Z",
           {},
           36,
           88,
           1.5,
           {{Fill::ivory, "M32 45H68C66 56 60 62 50 62C40 62 34 56 32 45Z"},
            {Fill::ink, "M30 45H70L67 53H33Z"},
            {Fill::ivory, "M32 24Q50 30 68 24V30Q50 36 32 30Z"},
            {Fill::shade, "M50 64C54 80 56 98 56 116L62 114C66 96 62 76 56 62Z"},
            {Fill::ivory, "M64 22C74 14 84 4 94 2C94 14 84 22 70 27Z"}}},
      Pose{"monk",
           "M48 2C64 4 76 18 75 36C74 40 73 43 72 46C84 52 89 72 90 112C76 118 24 118 10 112C11 72 16 52 28 46C24 38 "
           "24 28 27 22C31 10 38 4 48 2Z",
           {},
           50,
           103,
           .9,
           {{Fill::ink, "M50 18C60 18 65 26 64 36C63 44 57 50 50 50C43 50 37 44 36 36C35 26 40 18 50 18Z"},
            {Fill::ivory, "M50 26C56 26 59 31 59 37C58 43 55 47 50 47C45 47 42 43 41 37C41 31 44 26 50 26Z"},
            {Fill::shade, "M20 68Q50 88 80 68L84 80Q50 102 16 80Z"},
            {Fill::ivory, "M40 79Q50 83 60 79L60 86Q50 90 40 86Z"}}},
      Pose{"farmer",
           "M-8 66C2 56 12 54 18 52C20 44 28 40 36 42C44 44 48 50 48 58C56 62 62 68 64 74C58 76 52 77 47 77C54 82 62 "
           "92 64 102C64 112 60 115 54 115L2 116C-4 112-4 102 2 92L10 78C2 76-4 72-8 66Z",
           "M50 102L80 68L99 105L114 105",
           34,
           103,
           1.0,
           {{Fill::straw,
             "M-8 66C2 56 12 54 18 52C20 44 28 40 36 42C44 44 48 50 48 58C56 62 62 68 64 74C40 78 10 76-8 66Z"},
            {Fill::seat, "M17 57Q32 66 48 62L47 68Q30 71 16 63Z"},
            {Fill::ivory, "M18 78Q30 82 42 79Q40 90 30 90Q20 88 18 78Z"}}},
  };
  const auto number = static_cast<size_t>(figure);
  return number < poses.size() ? poses[number] : pose_of(*drawn_for_seats().at(number - poses.size()));
}

std::string_view emblem_path(std::string_view emblem) {
  static const std::map<std::string_view, std::string_view> paths{
      {"cross", "M-3-10H3V-3H10V3H3V10H-3V3H-10V-3H-3Z"},
      {"disc", "M-9 0A9 9 0 1 1 9 0A9 9 0 1 1-9 0Z"},
      {"chevron", "M-11 3L0-9L11 3V10L0-1L-11 10Z"},
      {"star", "M0-12L3.2-4H11L5 1.5L7.4 10L0 5L-7.4 10L-5 1.5L-11-4H-3.2Z"},
      {"bars", "M-10-8H10V-2H-10ZM-10 3H10V9H-10Z"},
      {"crescent", "M5-11A12 12 0 1 0 5 11A13 13 0 0 1 5-11Z"},
      {"lozenge", "M0-12L9 0L0 12L-9 0Z"},
      {"ring", "M-10 0A10 10 0 1 1 10 0A10 10 0 1 1-10 0ZM-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0Z"}};
  return paths.at(emblem);
}

/// Lines of the heralds' hatching in a 40 x 40 field; empty: plain or dots.
std::string_view hatching(std::string_view name) {
  static const std::map<std::string_view, std::string_view> lines{{"azure", "M0 10H40M0 20H40M0 30H40M0 0H40"},
                                                                  {"tenne", "M0 40L40 0M0 0H40M0 20H40"},
                                                                  {"vert", "M0 0L40 40M-20 0L20 40M20 0L60 40"},
                                                                  {"sable", "M0 0H40M0 20H40M0 0V40M20 0V40"},
                                                                  {"murrey", "M0 40L40 0M0 0L40 40"},
                                                                  {"ciel", "M0 10H40M0 30H40"}};
  const auto it = lines.find(name);
  return it == lines.end() ? std::string_view{} : it->second;
}

}  // namespace

const std::array<SeatColour, 8>& seat_colours() {
  static constexpr std::array<SeatColour, 8> colours{{{"azure", "#3b36b2", "#eceaff", "lozenge"},
                                                      {"tenne", "#cf4a0c", "#fff3df", "star"},
                                                      {"or", "#f5c827", "#4a3207", "chevron"},
                                                      {"vert", "#0f8a78", "#eafff6", "ring"},
                                                      {"sable", "#100c1a", "#f2efe6", "cross"},
                                                      {"argent", "#f4f0e6", "#2a2230", "disc"},
                                                      {"murrey", "#7c1a2a", "#f6dcc8", "bars"},
                                                      {"ciel", "#58c8f2", "#10324a", "crescent"}}};
  return colours;
}

std::vector<Figure> figures() {
  std::vector<Figure> all(follower_poses + drawn_for_seats().size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Figure>(i);
  return all;
}

std::string_view to_string(Figure figure) {
  return pose(figure).name;
}

std::optional<Figure> figure_named(std::string_view name) {
  for (const Figure figure : figures())
    if (to_string(figure) == name) return figure;
  return std::nullopt;
}

std::string follower(Figure figure, int seat) {
  const Pose p = pose(figure);
  const SeatColour& c = seat_colours()[static_cast<size_t>(seat & 7)];
  std::string s;
  const auto line = [&](std::string_view colour, int width) {
    s += fmt::format(
        "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" "
        "d=\"{}\"/>",
        colour, width, p.limb);
  };
  if (!p.limb.empty()) line(halo, 34);
  s += fmt::format("<path fill=\"{0}\" stroke=\"{0}\" stroke-width=\"13\" stroke-linejoin=\"round\" d=\"{1}\"/>", halo,
                   p.outline);
  if (!p.limb.empty()) line(line_colour, 26), line(c.colour, 17);
  s += fmt::format("<path fill=\"{}\" stroke=\"{}\" stroke-width=\"5\" stroke-linejoin=\"round\" d=\"{}\"/>", c.colour,
                   line_colour, p.outline);
  const std::array<std::string_view, 6> fills{c.colour, "#f6e7cf", line_colour, "#000", "#efcf7a", halo};
  for (const Shape& d : p.details) {
    const std::string_view fill = fills[static_cast<size_t>(d.fill)];
    if (d.fill == Fill::shade)
      s += fmt::format("<path fill=\"{}\" opacity=\".18\" d=\"{}\"/>", fill, d.d);
    else
      s += fmt::format("<path fill=\"{}\" stroke=\"{}\" stroke-width=\"2.2\" stroke-linejoin=\"round\" d=\"{}\"/>",
                       fill, line_colour, d.d);
  }
  // An emblem on ivory takes the seat's colour, unless that is as pale.
  const bool on_ivory = p.emblem_on_ivory && c.name != "argent";
  return s + fmt::format(
                 "<path transform=\"translate({:g} {:g})scale({:g})\" fill=\"{}\" fill-rule=\"evenodd\" d=\"{}\"/>",
                 p.emblem_x, p.emblem_y, p.emblem_scale, on_ivory ? c.colour : c.emblem_colour, emblem_path(c.emblem));
}

std::string follower_symbols() {
  std::string s = "<defs>";
  for (const Figure figure : figures())
    for (int seat = 0; seat < 8; ++seat)
      s += fmt::format("<symbol id=\"fig-{}-{}\" overflow=\"visible\">{}</symbol>", to_string(figure), seat,
                       follower(figure, seat));
  s += figure_symbols();
  for (int seat = 0; seat < 8; ++seat) {
    const SeatColour& c = seat_colours()[static_cast<size_t>(seat)];
    s += fmt::format(
        "<pattern id=\"hatch-{0}\" width=\"40\" height=\"40\" patternUnits=\"userSpaceOnUse\"><rect width=\"40\" "
        "height=\"40\" fill=\"{1}\" opacity=\".34\"/>",
        seat, c.colour);
    if (c.name == "or")
      s += fmt::format(
          "<circle cx=\"10\" cy=\"10\" r=\"4\" fill=\"{0}\"/><circle cx=\"30\" cy=\"30\" r=\"4\" fill=\"{0}\"/>",
          c.colour);
    else if (const auto lines = hatching(c.name); !lines.empty())
      s += fmt::format("<path fill=\"none\" stroke=\"{}\" stroke-width=\"3.5\" opacity=\".75\" d=\"{}\"/>", c.colour,
                       lines);
    s += "</pattern>";
  }
  return s + "</defs>";
}

}  // namespace bastide::art
