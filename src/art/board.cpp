// A whole board as one picture, for the command line and the documents.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>

#include "art/document.h"
#include "art/drawings.h"
#include "art/geometry.h"
#include "art/plan.h"

namespace bastide::art {

namespace {

constexpr double pad = 260;
constexpr std::string_view dark_table = "#211c18";

struct Extent {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// Where a piece's last space lies: of a double tile its second one.
Point end_of(const BoardPiece& p) {
  static constexpr std::array<Point, 4> beside = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  if (p.tile->shape != TileShape::twin) return {p.x, p.y};
  return {p.x + beside[p.rotation & 3].x, p.y + beside[p.rotation & 3].y};
}

Extent extent_of(std::span<const BoardPiece> pieces) {
  if (pieces.empty()) return {};
  Extent e{pieces[0].x, pieces[0].y, pieces[0].x, pieces[0].y};
  for (const BoardPiece& p : pieces)
    for (const Point at : {Point{p.x, p.y}, end_of(p)}) {
      e.x0 = std::min(e.x0, at.x), e.y0 = std::min(e.y0, at.y);
      e.x1 = std::max(e.x1, at.x), e.y1 = std::max(e.y1, at.y);
    }
  return e;
}

/// The empty space of the rectangle farthest from all tiles gets the compass rose.
std::string compass_rose(std::span<const BoardPiece> pieces, const Extent& e, std::string_view line) {
  int most = 0, at_x = 0, at_y = 0;
  for (int y = e.y0; y <= e.y1; ++y)
    for (int x = e.x0; x <= e.x1; ++x) {
      int nearest = 1000;
      for (const BoardPiece& p : pieces)
        for (const Point at : {Point{p.x, p.y}, end_of(p)})
          nearest = std::min(nearest, std::abs(at.x - x) + std::abs(at.y - y));
      if (nearest > most) most = nearest, at_x = x, at_y = y;
    }
  if (most == 0) return {};
  constexpr double r = 330;
  std::string s = fmt::format(
      "<g transform=\"translate({} {})\" opacity=\".5\" stroke=\"{}\" stroke-width=\"4\" stroke-linejoin=\"round\">",
      at_x * 1000 + 500, at_y * 1000 + 520, line);
  s += fmt::format("<circle r=\"{}\" fill=\"none\"/><circle r=\"{}\" fill=\"none\"/>", rounded(r * .62),
                   rounded(r * .57));
  for (int k = 0; k < 16; ++k) {
    const double angle = k * pi / 8 - pi / 2;
    const double reach = r * (k % 4 == 0 ? .98 : k % 2 == 0 ? .66 : .5);
    const Vec tip = towards(angle, reach, reach);
    if (k % 2 == 1) {
      s += fmt::format("<path d=\"{}\"/>", Path().move(tip * .55).line(tip * 1.25).text());
      continue;
    }
    const Vec left = towards(angle - pi / 4, r * .154, r * .154), right = towards(angle + pi / 4, r * .154, r * .154);
    s += fmt::format("<path fill=\"#e9d3a0\" d=\"{}\"/>", Path().polygon({Vec{}, left, tip}).text());
    s += fmt::format("<path fill=\"{}\" d=\"{}\"/>", k == 0 ? "#b5533a" : line,
                     Path().polygon({Vec{}, right, tip}).text());
  }
  return s + "</g>";
}

std::string seat_colour(const BoardMark& mark) {
  return std::string(mark.seat ? seat_colours()[*mark.seat & 7].colour : "#fff");
}

/// The regions of a mark, in board coordinates.
std::string regions_of(const BoardMark& mark, std::span<const BoardPiece> pieces, const Landscape& land,
                       std::string_view attributes) {
  std::string out;
  for (const BoardMark::Part& part : mark.parts) {
    if (part.piece >= pieces.size()) continue;
    const auto& regions = land.tiles[part.piece].regions;
    if (const auto it = regions.find(part.place); it != regions.end())
      out += moved(pieces[part.piece], fmt::format("<path {} d=\"{}\"/>", attributes, it->second));
  }
  return out;
}

/// Fields are filled below their strips and roads through their slots; towns and roads above the ground.
void tint(const BoardMark& mark, std::span<const BoardPiece> pieces, const Landscape& land, std::string& css,
          std::string& over) {
  const std::string fill = mark.seat ? fmt::format("url(#hatch-{})", *mark.seat & 7) : "#fff";
  BoardMark others{{}, mark.seat};
  for (const BoardMark::Part& part : mark.parts) {
    const bool field = part.piece < pieces.size() &&
                       std::ranges::any_of(pieces[part.piece].tile->features, [&](const TileFeatureSpec& f) {
                         return f.type == TileFeatureType::field && f.place == part.place;
                       });
    if (field)
      css += fmt::format("#p{}-{}{{fill:{};opacity:.38}}", part.piece, part.place, fill);
    else
      others.parts.push_back(part);
  }
  over += regions_of(others, pieces, land, fmt::format("fill=\"{}\" opacity=\".38\"", fill));
}

/// A ring outside the feature's edge: dark, then the colour. What lies inside is masked out, so inner sides do not
/// show.
std::string outline(const BoardMark& mark, size_t number, std::span<const BoardPiece> pieces, const Landscape& land,
                    const Document& page) {
  std::string s =
      fmt::format("<mask id=\"ring{}\" maskUnits=\"userSpaceOnUse\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">",
                  number, rounded(page.origin.x), rounded(page.origin.y), rounded(page.size.x), rounded(page.size.y));
  s += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#fff\"/>", rounded(page.origin.x),
                   rounded(page.origin.y), rounded(page.size.x), rounded(page.size.y));
  s += regions_of(mark, pieces, land, "fill=\"#000\" stroke=\"#000\" stroke-width=\"6\"");
  s += fmt::format("</mask><g mask=\"url(#ring{})\">", number);
  s += regions_of(mark, pieces, land,
                  "fill=\"none\" stroke=\"#1d130a\" stroke-width=\"58\" stroke-linejoin=\"round\" opacity=\".9\"");
  s += regions_of(
      mark, pieces, land,
      fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"42\" stroke-linejoin=\"round\"", seat_colour(mark)));
  return s + "</g>";
}

/// The page grows to show the table's edge where the landscape has come within two tiles of it.
Extent with_table(Extent e, std::span<const BoardArea> table) {
  constexpr int near = 2;
  const Extent land = e;
  for (const BoardArea& a : table) {
    if (land.x0 - a.left <= near) e.x0 = std::min(e.x0, a.left);
    if (land.y0 - a.top <= near) e.y0 = std::min(e.y0, a.top);
    if (a.right - land.x1 <= near) e.x1 = std::max(e.x1, a.right);
    if (a.bottom - land.y1 <= near) e.y1 = std::max(e.y1, a.bottom);
  }
  return e;
}

/// A rim round the spaces where tiles may lie, the floor beyond it; a dashed line where nothing is fixed yet.
std::string table_edge(const BoardOptions& options, const Document& page) {
  if (options.table.empty()) return {};
  const auto rects = [&](std::string_view attributes) {
    std::string s;
    for (const BoardArea& a : options.table)
      s += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>", a.left * 1000, a.top * 1000,
                       (a.right - a.left + 1) * 1000, (a.bottom - a.top + 1) * 1000, attributes);
    return s;
  };
  const std::string whole = fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", rounded(page.origin.x),
                                        rounded(page.origin.y), rounded(page.size.x), rounded(page.size.y));
  std::string s =
      fmt::format("<mask id=\"off-table\" maskUnits=\"userSpaceOnUse\" {0}><rect {0} fill=\"#fff\"/>", whole);
  s += rects("fill=\"#000\"") + "</mask><g mask=\"url(#off-table)\" fill=\"none\" stroke-linejoin=\"round\">";
  s += fmt::format("<rect {} fill=\"#1d130a\" opacity=\"{}\"/>", whole, options.shifting ? ".14" : ".34");
  if (options.shifting)
    return s + "</g>" +
           rects("fill=\"none\" stroke=\"#1d130a\" stroke-width=\"22\" stroke-dasharray=\"110 80\" opacity=\".8\"");
  s += rects("stroke=\"#1d130a\" stroke-width=\"290\" opacity=\".22\"");
  s += rects(fmt::format("stroke=\"{}\" stroke-width=\"150\"", options.dark ? "#4a4038" : "#a98a5c"));
  return s + rects("stroke=\"#1d130a\" stroke-width=\"34\"") + "</g>";
}

std::string last_move(const BoardPiece& piece) {
  const Point end = end_of(piece);
  const int left = 1000 * std::min(0, end.x - piece.x), top = 1000 * std::min(0, end.y - piece.y);
  const int right = 1000 + 1000 * std::max(0, end.x - piece.x), bottom = 1000 + 1000 * std::max(0, end.y - piece.y);
  const std::string d =
      fmt::format("M{0} {5}V{1}H{4}M{6} {1}H{2}V{5}M{2} {7}V{3}H{6}M{4} {3}H{0}V{7}", left - 24, top - 24, right + 24,
                  bottom + 24, left + 130, top + 130, right - 130, bottom - 130);
  return moved(piece, fmt::format("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"><path "
                                  "stroke=\"#1d130a\" stroke-width=\"34\" d=\"{0}\"/>"
                                  "<path stroke=\"#fff\" stroke-width=\"18\" d=\"{0}\"/></g>",
                                  d));
}

constexpr int floor_height = 44;
constexpr int most_floors = 5;  ///< that are drawn; the number says how many there are

/// Where one stands on a piece: on a feature, on a road over it, at a corner of the space, or on top of what is heaped
/// on the tile.
std::optional<Point> spot_of(const TileArt& tile, int heap, std::string_view place, const BoardPiece& piece) {
  static constexpr std::array<std::pair<std::string_view, Point>, 5> corners = {
      {{"nw", {0, 60}}, {"ne", {1000, 60}}, {"se", {1000, 1060}}, {"sw", {0, 1060}}, {"over", {500, 530}}}};
  if (place == "top") {
    const Point foot = tile.heap.value_or(Point{500, 500});
    return Point{foot.x, foot.y - 16 - floor_height * std::min(heap, most_floors)};
  }
  if (const auto spot = tile.spots.find(std::string(place)); spot != tile.spots.end()) return spot->second;
  const Point end = end_of(piece);
  for (const auto& [name, at] : corners) {
    if (name == place) return at;
    if (place.ends_with('2') && place.substr(0, 2) == name)  // of a double tile's second space
      return Point{at.x + 1000 * (end.x - piece.x), at.y + 1000 * (end.y - piece.y)};
  }
  return std::nullopt;
}

/// Floors as the token of one shows them, one on the other, and before them how many.
std::string draw_heaps(std::span<const BoardPiece> pieces, const Landscape& land, double tile_width) {
  std::string out;
  const int digits = rounded(std::max(130., 11000 / tile_width));
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].heap == 0) continue;
    const Point foot = land.tiles[i].heap.value_or(Point{500, 500});
    std::string s = "<g stroke=\"#241a12\" stroke-width=\"9\" stroke-linejoin=\"round\">";
    for (int n = 0; n < std::min(pieces[i].heap, most_floors); ++n)
      s += fmt::format(
          "<g transform=\"translate(0 {})\"><path fill=\"#b9ac93\" d=\"M-74 0V-44H74V0L42 28H-42Z\"/>"
          "<path fill=\"#e3d8bf\" d=\"M-74-44L-42-70H42L74-44L42-16H-42Z\"/>"
          "<path fill=\"#4a3f30\" d=\"M-34-44L-20-56H20L34-44L20-30H-20Z\"/></g>",
          -floor_height * n);
    s += fmt::format(
        "</g><text y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" font-weight=\"700\" text-anchor=\"middle\" "
        "fill=\"#fff\" stroke=\"#1d130a\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
        "paint-order=\"stroke\">{}</text>",
        rounded(20 + digits * .8), digits, rounded(digits * .24), pieces[i].heap);
    out += fmt::format("<g transform=\"translate({} {})\">{}</g>", pieces[i].x * 1000 + foot.x,
                       pieces[i].y * 1000 + foot.y, s);
  }
  return out;
}

std::string draw_followers(std::span<const BoardFollower> followers, std::span<const BoardFigure> figures,
                           std::span<const BoardPiece> pieces, const Landscape& land, double grow) {
  std::vector<std::pair<int, std::string>> standing;
  const auto stand = [&](int x, int y, int half_width, const std::string& symbol) {
    const double k = 2.05 * grow;
    standing.emplace_back(
        y, fmt::format("<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"#1d130a\" opacity=\".32\"/>"
                       "<use href=\"#fig-{}\" transform=\"translate({} {})scale({:.2f})\"/>",
                       x + 14, y, rounded(half_width * grow), rounded(22 * grow), symbol, rounded(x - 50 * k),
                       rounded(y - 116 * k), k));
  };
  for (std::size_t i = 0; i < followers.size(); ++i) {
    const BoardFollower& f = followers[i];
    if (f.piece >= pieces.size()) continue;
    const auto spot = spot_of(land.tiles[f.piece], pieces[f.piece].heap, f.place, pieces[f.piece]);
    if (!spot) continue;
    // Several on one place (HALF-CROP) stand beside each other, the later one in front.
    const auto before = std::ranges::count_if(followers.first(i), [&](const BoardFollower& other) {
      return other.piece == f.piece && other.place == f.place;
    });
    const int x = pieces[f.piece].x * 1000 + spot->x + static_cast<int>(before) * 90;
    const int y = pieces[f.piece].y * 1000 + spot->y + static_cast<int>(before) * 40;
    stand(x, y, f.figure == Figure::farmer ? 120 : 78, fmt::format("{}-{}", to_string(f.figure), f.seat & 7));
  }
  for (const BoardFigure& f : figures) {
    const Drawing* drawing = figure_drawn(f.kind);
    if (drawing == nullptr) continue;
    Point at{f.x * 1000 + 500, f.y * 1000 + 640};
    if (f.piece && *f.piece < pieces.size()) {
      const auto spot = spot_of(land.tiles[*f.piece], pieces[*f.piece].heap, f.place, pieces[*f.piece]);
      const Point by = spot ? Point{spot->x + 190, spot->y + 26} : Point{720, 780};
      at = {pieces[*f.piece].x * 1000 + by.x, pieces[*f.piece].y * 1000 + by.y};
    }
    stand(at.x, at.y, rounded(90 * drawing->scale * drawing->scale), f.kind);
  }
  std::ranges::stable_sort(standing, {}, [](const auto& s) { return s.first; });
  std::string out;
  for (const auto& [y, svg] : standing) out += svg;
  return out;
}

/// Two static noises: fibres and clouds.
std::string grain_filters(Theme theme) {
  const std::string_view tone =
      theme == Theme::winter ? "0 0 0 0 .30 0 0 0 0 .38 0 0 0 0 .46" : "0 0 0 0 .35 0 0 0 0 .24 0 0 0 0 .08";
  return fmt::format(
      R"(<filter id="fibres" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="3" seed="4"/><feColorMatrix values="0 0 0 0 .25 0 0 0 0 .17 0 0 0 0 .08 .9 .5 0 0 -.62"/></filter>)"
      R"(<filter id="clouds" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".006" numOctaves="3" seed="9"/><feColorMatrix values="{} 1.3 .6 0 0 -.86"/></filter>)",
      tone);
}

std::string grain(const Document& page) {
  const double k = page.size.x / page.width;  // noise is per pixel
  return fmt::format(
      "<g transform=\"translate({} {})scale({:.4f})\"><rect width=\"{w}\" height=\"{h}\" filter=\"url(#fibres)\" "
      "opacity=\".26\"/>"
      "<rect width=\"{w}\" height=\"{h}\" filter=\"url(#clouds)\" opacity=\".3\"/></g>",
      rounded(page.origin.x), rounded(page.origin.y), k, fmt::arg("w", page.width), fmt::arg("h", page.height));
}

}  // namespace

/// A deck of planks that rises to its middle, level with the roads at both ends, its shadow to the lower right.
std::string overpass(bool upright, std::optional<int> seat) {
  const std::string rails = seat ? fmt::format("fill=\"{}\"", seat_colours()[*seat & 7].colour) : "class=\"wo1\"";
  // As it runs from west to east; upright ones are turned, and their shadow with the light.
  const int dx = upright ? 34 : 22, dy = upright ? -22 : 34;
  std::string s = upright ? "<g transform=\"rotate(90 500 500)\">" : "<g>";
  s += fmt::format("<path class=\"sh\" d=\"M40 {}Q500 {} 960 {}V{}Q500 {} 40 {}Z\"/>", 450 + dy, 400 + dy, 450 + dy,
                   550 + dy + dx / 3, 570 + dy + dx / 3, 550 + dy + dx / 3);
  s += "<path class=\"wo0 h\" d=\"M-8 454Q500 436 1008 454V546Q500 564-8 546Z\"/>"
       "<path class=\"n q-wo1\" stroke-width=\"6\" d=\"";
  for (int x = 40; x < 1000; x += 62) s += fmt::format("M{} 446V554", x);
  s += "\"/>";
  for (const int y : {446, 554})
    s += fmt::format(
        "<path {0} stroke=\"#1d130a\" stroke-width=\"6\" d=\"M0 {1}Q500 {2} 1000 {1}V{3}Q500 {4} 0 {3}Z\"/>", rails,
        y - 10, y < 500 ? y - 28 : y + 8, y + 10, y < 500 ? y - 8 : y + 28);
  return with_prefix(s + "</g>");
}

std::string board_svg(std::span<const BoardPiece> pieces, std::span<const BoardFollower> followers, Theme theme,
                      const BoardOptions& options) {
  const Extent e = with_table(extent_of(pieces), options.table);
  Document page;
  page.origin = {e.x0 * 1000 - pad, e.y0 * 1000 - pad};
  page.size = {(e.x1 - e.x0 + 1) * 1000 + 2 * pad, (e.y1 - e.y0 + 1) * 1000 + 2 * pad};
  page.width = options.width;
  page.height = rounded(options.width * page.size.y / page.size.x);
  page.theme = theme;
  page.table = options.dark ? dark_table : colour(theme, "table");
  const double tile_width = options.width * 1000. / page.size.x;
  const bool small = tile_width < 80;
  const bool grainy = options.grain && !small && theme != Theme::parchment;
  page.defs = follower_symbols() + (grainy ? "<defs>" + grain_filters(theme) + "</defs>" : std::string{});

  const Landscape land = draw_landscape(pieces, theme, detail_for(tile_width), "p");
  std::string tints;
  for (const BoardMark& mark : options.tints) tint(mark, pieces, land, page.css, tints);

  std::string body = table_edge(options, page) + land.shadows;
  if (options.rose) body += compass_rose(pieces, e, options.dark ? "#cbb78c" : colour(theme, "ink"));
  body += (small ? "<g class=\"a-small\">" : "<g>") + land.ground + tints + land.upright;
  for (const BoardOverpass& road : options.overpasses)
    body += fmt::format("<g transform=\"translate({} {})\">{}</g>", road.x * 1000, road.y * 1000,
                        overpass(road.upright, road.seat));
  body += "</g>";
  for (size_t i = 0; i < options.outlines.size(); ++i) body += outline(options.outlines[i], i, pieces, land, page);
  if (options.last && *options.last < pieces.size()) body += last_move(pieces[*options.last]);
  body += draw_heaps(pieces, land, tile_width);
  body += draw_followers(followers, options.figures, pieces, land, small ? 1.7 : 1);
  if (grainy) body += grain(page);
  return document(page, body);
}

}  // namespace bastide::art
