// Lines of a position that say what lies where, for those who read positions strictly (parse_position) and those who
// take what people have laid (game/analysis.h).
#pragma once
#include <optional>
#include <vector>

#include "notation/words.h"

namespace bastide {

/// `tile TILE SPACE ROTATION`; the rotation is the smallest that looks like the one written. Figures follow from word
/// kTileWords on.
inline constexpr std::size_t kTileWords = 4;
Result<Move> parse_tile_line(const GameRules& rules, const Line& line);

/// The place of a figure on top of what is heaped on a tile: `top:SEAT`, `NAME@top:SEAT`, `figure NAME SPACE:top`.
inline constexpr std::string_view kOnHeap = "top";
/// Where a number of a feature would be.
inline constexpr int kTopFeature = -2;

/// The same for the second square of a double tile, where a figure stands in a space.
inline constexpr std::string_view kInSecond = "second";
inline constexpr int kSecondSquare = -3;
/// The expansion that heaps something on tiles of a kind, by its number in the game; -1: none does.
int heaps_on(const GameRules& rules, int kind);
/// Whether an expansion puts figures on top of tiles of a kind where nothing is heaped: those with one of its marks.
bool takes_guests(const GameRules& rules, int kind);
/// `NAME:HEIGHT` of what is heaped on a tile. None: the word is something else.
Result<std::optional<int>> parse_heap_word(const Line& line, std::size_t word);
/// `top:SEAT`, `NAME@top:SEAT` of who stands there. None: the word is something else.
struct TopWord {
  Figure figure = Figure::follower;
  int seat = 0;  ///< from 0
};
Result<std::optional<TopWord>> parse_top_word(const GameRules& rules, const Line& line, std::size_t word);
/// Puts one that the seat has left there. False: it has none left, nothing is heaped on such tiles, somebody stands
/// there, or figures of this kind do not climb.
bool stand_on_top(const GameRules& rules, State<Full>& state, int piece, const TopWord& at);

/// `kept SEAT FIGURE:OWNER ...`: figures that a seat keeps.
struct KeptFigure {
  Figure figure = Figure::follower;
  int keeper = 0, owner = 0;  ///< from 0
};
Result<std::vector<KeptFigure>> parse_kept_line(const GameRules& rules, const Line& line);

/// `PLACE:SEAT` on such a line, such as road:1; NAME@PLACE:SEAT of an expansion's figures.
struct FigureWord {
  FigurePlace at;
  int seat = 0;  ///< from 0
};
Result<FigureWord> parse_figure_word(const GameRules& rules, const Line& line, std::size_t word, int kind);

/// `NAME@CORNER:SEAT` on such a line: a figure of an expansion where four spaces meet. None: the word is something
/// else.
struct CornerWord {
  Figure figure = Figure::follower;
  int corner = 0;  ///< of the piece (field_at_corner)
  int seat = 0;    ///< from 0
};
Result<std::optional<CornerWord>> parse_corner_word(const GameRules& rules, const Line& line, std::size_t word);
/// Puts one that the seat has left there. False: it has none left, or there is not only field all round that point.
bool stand_at_corner(const GameRules& rules, State<Full>& state, int piece, const CornerWord& at);

/// `over SPACE n`, `over SPACE e`: a road over a space, from north to south or from east to west; `new` if it came
/// after the last tile, whose turn is not over.
struct OverLine {
  const Line* line;
  SpaceWord space;
  Face from;
  bool fresh, lies = false;
};
Result<OverLine> parse_over_line(const Line& line);

/// Which figure a word `NAME@PLACE:SEAT` is about, of those that stand on tiles, no matter who is there; none: the word
/// is something else.
std::optional<Figure> stands_on_piece(const GameRules& rules, const Line& line, std::size_t word);
/// Puts one that the seat has left there. False: it has none left, or no road lies over the space.
bool stand_on_piece(const GameRules& rules, State<Full>& state, int piece, const FigureWord& figure);

/// `figure NAME WHERE`: one that is no seat's, of whatever expansion, in play or not.
struct NeutralLine {
  const FigureSpec* spec = nullptr;
  SpaceWord space;
  int number = 0;              ///< which tile there, from 0
  std::optional<Line> beside;  ///< one word: the place of that tile where somebody stands, perhaps with its kind
  int seat = 0;                ///< whose that is, from 1; 0: it goes without saying
};
Result<NeutralLine> parse_neutral_line(const Line& line);

/// The number of the tokens that a line `token NAME N ...` is about.
Result<int> parse_token(const GameRules& rules, const Line& line);

/// A figure that is no seat's, of whatever expansion; null: there is none of this name.
const FigureSpec* neutral_named(std::string_view name);

/// The number of the first of these figures; -1: they do not play.
int first_neutral(const GameRules& rules, const FigureSpec& spec);

/// The number of one of these figures that does not stand on the board; -1: there is none, or no more.
int neutral_in_box(const GameRules& rules, const State<Full>& state, const FigureSpec& spec);

/// Where one of them stands that is put onto a piece, beside nobody: -1; kTopFeature: beside whoever is on top;
/// kSecondSquare: in that one. In the supply: nobody stands there.
Place neutral_place(const State<Full>& state, const FigureSpec& spec, int piece, int feature);

/// Beside whom of those on a feature: this figure before others, of this seat; seat -1: of any. In the supply: nobody
/// stands there.
Place place_beside(const GameRules& rules, const State<Full>& state, int piece, int feature, Figure figure, int seat);

}  // namespace bastide
