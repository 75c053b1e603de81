// Whole SVG documents, and several tiles put together as one landscape.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "art/art.h"
#include "art/geometry.h"
#include "art/palette.h"

namespace bastide::art {

struct Document {
  int width = 0, height = 0;  ///< pixels
  Vec origin, size;           ///< of the view
  Theme theme = Theme::summer;
  std::string css;         ///< after the theme's
  std::string defs;        ///< after the theme's
  std::string_view table;  ///< colour behind everything
};
std::string document(const Document& page, std::string_view body);

std::string escaped(std::string_view text);  ///< for use in XML

/// Pieces in board coordinates. Namespaces of their fields: PREFIX and the piece's index.
struct Landscape {
  std::vector<TileArt> tiles;
  std::string shadows, ground, upright;
};
Landscape draw_landscape(std::span<const BoardPiece> pieces, Theme theme, Detail detail, std::string_view prefix = {});

/// `<g>` that moves a piece's picture to its place.
std::string moved(const BoardPiece& piece, std::string_view svg);

}  // namespace bastide::art
