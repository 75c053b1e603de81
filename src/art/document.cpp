// Documents and landscapes.
#include "art/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "art/plan.h"

namespace bastide::art {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string document(const Document& page, std::string_view body) {
  const Defs shared = defs(page.theme);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} "
      "{}\"><style>{}{}</style>{}{}"
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>{}</svg>\n",
      page.width, page.height, rounded(page.origin.x), rounded(page.origin.y), rounded(page.size.x),
      rounded(page.size.y), shared.css, page.css, shared.svg, page.defs, rounded(page.origin.x), rounded(page.origin.y),
      rounded(page.size.x), rounded(page.size.y), page.table, body);
}

std::string moved(const BoardPiece& piece, std::string_view svg) {
  return fmt::format("<g transform=\"translate({} {})\">{}</g>", piece.x * 1000, piece.y * 1000, svg);
}

Landscape draw_landscape(std::span<const BoardPiece> pieces, Theme theme, Detail detail, std::string_view prefix) {
  Landscape out;
  std::vector<LayerPiece> over;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const BoardPiece& p = pieces[i];
    const std::string name = prefix.empty() ? std::string{} : fmt::format("{}{}", prefix, i);
    out.tiles.push_back(draw_tile(*p.tile, p.rotation, p.seed, theme, p.illustration, name, detail));
    Polyline outline;
    for (const TileSide side : sides_clockwise(p.tile->shape))
      outline.push_back(side_line(side, p.rotation).from + Vec{16, 22});
    out.shadows +=
        moved(p, fmt::format("<path fill=\"#000\" opacity=\".28\" d=\"{}\"/>", Path().polygon(outline).text()));
    out.ground += moved(p, out.tiles.back().ground);
    std::ranges::move(layer(pieces, i, theme, detail), std::back_inserter(over));
  }
  std::vector<size_t> rows(pieces.size());
  std::iota(rows.begin(), rows.end(), size_t{0});
  std::ranges::stable_sort(rows, {}, [&](size_t i) { return std::pair{pieces[i].y, pieces[i].x}; });
  for (const size_t i : rows) out.upright += moved(pieces[i], out.tiles[i].tall);
  std::ranges::stable_sort(over, {}, &LayerPiece::y);
  for (const LayerPiece& p : over) out.upright += p.svg;
  return out;
}

}  // namespace bastide::art
