// A table as people have laid it, entered by hand: any tiles, any figures, also such as no game can lead to. Says what
// is impossible and why, and lays what is there, so that it can be scored all the same.
//
// What is impossible is counted where it can be: a side that does not continue its neighbour is not joined to it, so
// both features stay open there; surplus tiles and followers count. Left out are only a tile where another lies, a tile
// beyond an edge that closes (HOUSE-BORDER), a figure that cannot stand where it is put, and of those that are no
// seat's also surplus ones.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"
#include "notation/position_lines.h"

namespace bastide {

inline constexpr int kMostSheetTiles = 250;
inline constexpr int kMostSheetFigures = 128;
inline constexpr int kFarthestSheetSpace = 999;  ///< either way from 0
inline constexpr int kMostSheetPoints = 9999;
inline constexpr int kMostSheetTokens = 999;  ///< of a sort and seat

struct SheetTile {
  int kind = 0;
  Space space;
  int rotation = 0;  ///< the smallest that looks like it
  int heap = 0;      ///< how much is heaped on it
  friend bool operator==(const SheetTile&, const SheetTile&) = default;
};

struct SheetFigure {
  int tile = 0;     ///< index among the sheet's tiles
  int feature = 0;  ///< among that tile's features, at the rotation above
  int seat = 0;
  Figure figure = Figure::follower;
  friend bool operator==(const SheetFigure&, const SheetFigure&) = default;
};

/// One that stands where four spaces meet: at a corner of its tile's space, as it lies.
struct SheetCorner {
  int tile = 0;  ///< index among the sheet's tiles
  CornerWord at;
};

/// One on top of what is heaped on a tile.
struct SheetTop {
  int tile = 0;  ///< index among the sheet's tiles
  TopWord at;
};

/// One that stands on a tile, no matter who is there (FigureSpec::on).
struct SheetOnTile {
  int tile = 0;  ///< index among the sheet's tiles
  FigureWord at;
};

/// A road over a space, from its north or its east side.
struct SheetOver {
  Space space;
  Face from = north;
};

/// One that is no seat's. It stands as its kind does, on the tile or in the tile's space; or there, beside whoever
/// stands at a place.
struct SheetNeutral {
  const FigureSpec* spec = nullptr;  ///< of an expansion, in play or not
  int tile = 0;                      ///< index among the sheet's tiles
  int feature = -1;                  ///< as above; -1: beside nobody; kTopFeature: beside whoever is on top;
                                     ///< kSecondSquare: in the second space of a double tile
  int seat = -1;                     ///< beside whom of several at the place; -1: the first
  Figure figure = Figure::follower;  ///< the same, of several of the seat
  friend bool operator==(const SheetNeutral&, const SheetNeutral&) = default;
};

/// A tile that nobody holds and all see, or that a seat may lay instead of drawing.
struct SheetHeld {
  int kind = 0;
  int pile = 0;
  int seat = -1;  ///< who holds it; -1: nobody
  friend bool operator==(const SheetHeld&, const SheetHeld&) = default;
};

/// What somebody has entered. Numbers are within bounds; nothing else is certain.
struct Sheet {
  GameRulesPtr rules;
  std::vector<SeatSpec> seats;
  std::vector<SheetTile> tiles;
  std::vector<SheetFigure> figures;
  std::vector<SheetCorner> corners;
  std::vector<SheetTop> tops;
  std::vector<KeptFigure> kept;  ///< figures that other seats than their own keep
  std::vector<SheetOnTile> on_tiles;
  std::vector<SheetOver> over;
  std::vector<SheetNeutral> neutral;
  std::vector<int> score;                ///< by seat
  std::vector<std::vector<int>> tokens;  ///< by sort of tokens, by seat
  std::vector<SheetHeld> held;           ///< in piles beside the table (open_pile) or of seats (seats_pile)
  std::vector<int> aside;  ///< kinds of tiles that are in none of these, nor on the table nor in the stack
};

/// Whether a pile lies beside the table for all to see, and is no seat's.
bool open_pile(const GameRules& rules, int pile);
/// Whether seats have of a pile openly, to lay it instead of drawing.
bool seats_pile(const GameRules& rules, int pile);
/// What is written beside it.
Texts pile_called(const GameRules& rules, int pile);

/// Reads a position, possible or not. Errors: what cannot be read, with line and column.
Result<Sheet> parse_sheet(const Catalogue& catalogue, std::string_view text);

/// Adds what a caller names by words; the error says what is wrong with them. `rotation` is any of the four; a place is
/// named as it is called there; that of a figure at a corner is the corner, on a heap `top`.
Result<void> add_tile(Sheet& sheet, std::string_view kind, Space space, int rotation);
Result<void> add_figure(Sheet& sheet, int tile, int rotation, std::string_view place, int seat, Figure figure);
/// A road over a space, from this face to the opposite one.
Result<void> add_over(Sheet& sheet, Space space, Face from);
/// No place: beside nobody. `seat`: beside whom of several at the place.
Result<void> add_neutral(Sheet& sheet, std::string_view figure, int tile, int rotation, std::string_view place,
                         int seat = -1);
Result<void> add_kept(Sheet& sheet, int keeper, int owner, Figure figure);
/// `seat`: who holds it; -1: nobody.
Result<void> add_held(Sheet& sheet, std::string_view pile, std::string_view kind, int seat = -1);

/// Something that cannot be, or that should be said.
struct SheetProblem {
  bool impossible = true;  ///< false: only a note
  Texts sentence;
  std::string rule;          ///< id; may be empty
  std::vector<int> tiles;    ///< indices into the sheet, the offender first
  std::vector<int> figures;  ///< indices into the sheet
  std::optional<Space> space;
  std::string side;     ///< of the first tile as it lies: north, east, south, west, diagonal; may be empty
  bool counted = true;  ///< false: left out of the state
};

struct SheetAnalysis {
  Position position;                  ///< what lies and stands, as one position in phase draw
  std::vector<int> tile_of_piece;     ///< sheet index by piece number
  std::vector<int> piece_of_tile;     ///< -1: left out
  std::vector<PlacedFigure> figures;  ///< those that stand; ids are indices into the sheet
  std::vector<bool> corners;          ///< by index into the sheet; false: left out
  std::vector<bool> tops;             ///< likewise
  std::vector<bool> on_tiles;         ///< likewise
  std::vector<bool> over;             ///< likewise
  std::vector<int> neutral;           ///< numbers of figures, by index into the sheet; -1: left out
  std::vector<int> left;              ///< by kind: in the box still; negative: more are out than it holds
  std::vector<SheetProblem> problems;
  std::string text;    ///< the position in notation
  bool exact = false;  ///< parse_position reads it: the position could stand so at the beginning of a turn
};

SheetAnalysis analyse(const Sheet& sheet);

/// Where a tile of a kind fits now, with its rotations as bits. Nothing lies: 0,0.
struct Fit {
  Space space;
  unsigned rotations = 0;
};
std::vector<Fit> fitting_spaces(const SheetAnalysis& analysis, int kind);

}  // namespace bastide
