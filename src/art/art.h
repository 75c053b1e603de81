// Pictures drawn from what a tile is: landscape tiles, board layer, followers, whole boards and sheets, all as SVG
// text. Units: a tile is 1000 x 1000, x right, y down; on the board tile x,y has its corner at (1000x, 1000y). Every
// number written is an integer. A picture is a function of its arguments alone: no clock, no global chance.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/catalogue.h"

namespace bastide::art {

/// A digest of the program's drawings and of the code that draws, made when it is built (cmake/digest.cmake).
std::string_view version();

struct Point {
  int x = 0, y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

enum class Theme : uint8_t { summer, winter, parchment };
inline constexpr std::array<Theme, 3> themes{Theme::summer, Theme::winter, Theme::parchment};
std::string_view to_string(Theme theme);
std::optional<Theme> theme_named(std::string_view name);

/// How much of a picture there is to see. Regions, spots and outline are the same in all.
enum class Detail : uint8_t {
  full,
  plain,  ///< without what cannot be seen under 140 pixels a tile: the same picture, half as heavy
  small   ///< drawn anew for less than 60 pixels a tile: few large shapes that can be told apart
};
inline constexpr std::array<Detail, 3> details{Detail::full, Detail::plain, Detail::small};
std::string_view to_string(Detail detail);
std::optional<Detail> detail_named(std::string_view name);
Detail detail_for(double tile_width);  ///< what a tile so many pixels wide can show

/// One tile, turned: fragments that need the symbols and the style of defs().
struct TileArt {
  std::string ground;  ///< reaches over the sides by at most 11, small ones by 26; below the tall things of all tiles
  std::string tall;    ///< walls, houses, trees: upright, may reach over the tile's sides
  /// By place: closed path data, for hits, tints and outlines. With what only options make features of: "garden" where
  /// one is drawn (ABBOT-1), "road" for all roads that meet in bushes or trees (HOUSE-TREES).
  std::map<std::string, std::string> regions;
  std::map<std::string, Point> spots;  ///< by the same places: where a follower's feet stand
  std::vector<Point> outline;          ///< the tile's corners, clockwise
  std::optional<Point> heap;           ///< the middle of the foot of what may be heaped on it
};

/// `rotation`: quarter turns clockwise, any integer. `seed`: any text; one seed gives one look. `illustration`: the
/// variant's; empty: the plain picture. With an `id_namespace` the ground also holds one
/// unfilled path per field, id NAMESPACE-PLACE, below strips and roads, for a tint that does not hide the drawing.
TileArt draw_tile(const TileSpec& tile, int rotation, std::string_view seed, Theme theme = Theme::summer,
                  std::string_view illustration = {}, std::string_view id_namespace = {}, Detail detail = Detail::full);

/// What every picture of a theme refers to, once per page. Classes and ids begin with "a-", so they meet no others.
struct Defs {
  std::string svg;  ///< one <defs> element: symbols; of each mark (drawings.h) also a-icon-NAME, which fills its box
  std::string css;  ///< without <style>; inside an element of class a-small: for tiles under 80 pixels
};
Defs defs(Theme theme);

// ---------------------------------------------------------------- followers

/// Poses of followers; the numbers behind are further figures of seats, which are data (drawings.h).
enum class Figure : uint8_t { knight, highwayman, monk, farmer };
std::vector<Figure> figures();  ///< all of them
std::string_view to_string(Figure figure);
std::optional<Figure> figure_named(std::string_view name);

struct SeatColour {
  std::string_view name, colour, emblem_colour, emblem;
};
/// By seat: azure, tenne, or, vert, sable, argent, murrey, ciel.
const std::array<SeatColour, 8>& seat_colours();

/// One figure in a box of 100 x 120, feet at (50, 116).
std::string follower(Figure figure, int seat);

/// <defs> with the symbols fig-KIND-SEAT, for figures without a seat fig-KIND (as large as on the board, feet like the
/// others') and icon-KIND (filling its box), and the hatchings hatch-SEAT (patterns for tints).
std::string follower_symbols();

// ---------------------------------------------------------------- board

struct BoardPiece {
  const TileSpec* tile = nullptr;
  int x = 0, y = 0, rotation = 0;
  std::string seed, illustration;
  int heap = 0;  ///< how many floors are heaped on it
};

/// A thing of the board layer, in board coordinates; draw by rising y above the tall things of all tiles.
struct LayerPiece {
  int y = 0;
  std::string svg;
};

/// Stitches over the joined sides and corner towers that pieces[index] adds to the pieces before it; small: towers
/// only.
std::vector<LayerPiece> layer(std::span<const BoardPiece> pieces, std::size_t index, Theme theme = Theme::summer,
                              Detail detail = Detail::full);

struct BoardFollower {
  std::size_t piece = 0;  ///< index into the pieces
  std::string place;      ///< a feature, a corner of the space: nw, ne, se, sw, or top
  Figure figure = Figure::knight;
  int seat = 0;
};

/// A figure without a seat (drawings.h): on a piece beside the follower at `place`, or apart from all of them if that
/// is empty; without a piece, in the middle of a space.
struct BoardFigure {
  std::string kind;
  std::optional<std::size_t> piece;
  std::string place;
  int x = 0, y = 0;
};

/// A road over what lies in a space, from its north to its south side, or from its west to its east side.
struct BoardOverpass {
  int x = 0, y = 0;
  bool upright = true;
  std::optional<int> seat = {};  ///< whose colour the rails have; none: wood
};

/// One alone, in 0..1000: above the tall things of all tiles, below the figures.
std::string overpass(bool upright, std::optional<int> seat);

/// A feature, or a part of one, on several tiles.
struct BoardMark {
  struct Part {
    std::size_t piece = 0;
    std::string place;
  };
  std::vector<Part> parts;
  std::optional<int> seat;  ///< whose colour; none: white
};

/// Spaces from `left` to `right` and from `top` to `bottom`, both ends included.
struct BoardArea {
  int left = 0, top = 0, right = 0, bottom = 0;
};

struct BoardOptions {
  int width = 1600;                 ///< of the picture, in pixels; the height follows
  std::optional<std::size_t> last;  ///< the piece that gets the corners of the last move
  std::vector<BoardFigure> figures;
  std::vector<BoardOverpass> overpasses;
  std::vector<BoardMark> tints;     ///< filled with the seat's colour and hatching
  std::vector<BoardMark> outlines;  ///< ringed outside the feature's edge
  std::vector<BoardArea> table;     ///< where tiles may lie: a rim is drawn round it; empty: everywhere
  bool shifting = false;            ///< `table` is how far the landscape may still reach: a dashed line
  bool dark = false;                ///< dark table
  bool grain = true;                ///< paper grain over everything
  bool rose = true;                 ///< compass rose on an empty corner of the table
};

/// A whole SVG document, of the detail that its tiles' width asks for. Followers grow when a tile is under 80 pixels
/// wide.
std::string board_svg(std::span<const BoardPiece> pieces, std::span<const BoardFollower> followers = {},
                      Theme theme = Theme::summer, const BoardOptions& options = {});

// ---------------------------------------------------------------- sheets

struct SheetItem {
  std::vector<BoardPiece> pieces;  ///< drawn on one space; x and y are ignored
  std::string label;
};

/// A contact sheet as a whole SVG document; `tile_width` in pixels; without `detail` that which the width asks for.
std::string sheet_svg(std::span<const SheetItem> items, Theme theme, int columns = 6, int tile_width = 200,
                      bool show_regions = false, std::optional<Detail> detail = {});

}  // namespace bastide::art
