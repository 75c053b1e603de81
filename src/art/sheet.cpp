// Contact sheets: many tiles side by side, to look at.
#include <fmt/format.h>

#include <algorithm>

#include "art/document.h"
#include "art/geometry.h"
#include "art/plan.h"

namespace bastide::art {

namespace {

/// For checking by eye: every region in its own colour, a disc where feet go.
std::string regions_and_spots(const TileArt& tile) {
  constexpr std::array<std::string_view, 6> colours{"#3b36b2", "#cf4a0c", "#0f8a78", "#7c1a2a", "#58c8f2", "#f5c827"};
  std::string s;
  size_t i = 0;
  for (const auto& [place, d] : tile.regions) {
    const std::string_view colour_of_place = colours[i++ % colours.size()];
    s += fmt::format("<path fill=\"{0}\" fill-opacity=\".35\" stroke=\"{0}\" stroke-width=\"6\" d=\"{1}\"/>",
                     colour_of_place, d);
  }
  for (const auto& [place, at] : tile.spots)
    s += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"22\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"8\"/>", at.x,
                     at.y);
  return s;
}

}  // namespace

std::string sheet_svg(std::span<const SheetItem> items, Theme theme, int columns, int tile_width, bool show_regions,
                      std::optional<Detail> detail) {
  constexpr int gap = 36, label = 14;
  const int count = static_cast<int>(items.size()), rows = (count + columns - 1) / columns;
  const int width = columns * (tile_width + gap) + gap, height = rows * (tile_width + gap + label) + gap + 12;
  std::string body;
  for (int i = 0; i < count; ++i) {
    const SheetItem& item = items[i];
    std::vector<BoardPiece> pieces = item.pieces;
    for (BoardPiece& piece : pieces) piece.x = piece.y = 0;
    const int x = gap + i % columns * (tile_width + gap), y = gap + 8 + i / columns * (tile_width + gap + label);
    const Landscape land = draw_landscape(pieces, theme, detail.value_or(detail_for(tile_width)));
    std::string over;
    for (const TileArt& tile : land.tiles) over += show_regions ? regions_and_spots(tile) : std::string{};
    // A double tile is drawn half as large, so that it has room.
    const Plan plan = make_plan(*pieces.front().tile, pieces.front().rotation, {});
    const double scale = tile_width / std::max(plan.high.x - plan.low.x, plan.high.y - plan.low.y);
    body += fmt::format("<g class=\"{}\" transform=\"translate({} {})scale({:g})\">{}{}{}{}</g>",
                        tile_width < 80 ? "a-small" : "", x - rounded(plan.low.x * scale),
                        y - rounded(plan.low.y * scale), scale, land.shadows, land.ground, land.upright, over);
    body += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-family=\"serif\" font-size=\"13\" text-anchor=\"middle\" "
        "fill=\"#4a3826\">{}</text>",
        x + tile_width / 2, y + tile_width + 20, escaped(item.label));
  }
  Document page{width, height, {}, {static_cast<double>(width), static_cast<double>(height)},
                theme, {},     {}, colour(theme, "table")};
  return document(page, body);
}

}  // namespace bastide::art
