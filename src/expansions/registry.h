// The only list of expansions, and the order in which they act in a turn. The core knows none by name, and none knows
// another. What an expansion's moves are called in texts stands here; what is said of it to people, in data/.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset.h"
#include "core/worth.h"

namespace bastide {

/// What a verb takes, and how it is written after its name.
enum class Takes : uint8_t {
  nothing,
  tile,      ///< NAME TILE
  feature,   ///< of a piece: NAME:SPACE:PLACE
  figure,    ///< that it puts there: NAME:SPACE:FIGURE@PLACE; a follower without its name
  kind,      ///< of figures, in Move::figure: NAME:FIGURE
  anyone,    ///< a figure that stands there, whoever's: NAME:SPACE:PLACE; FIGURE@PLACE if its seat has several kinds
             ///< there, and :SEAT behind it if several seats have one there (name_standing)
  standing,  ///< a figure of the seat that is asked, which stands there: written alike
  space,     ///< NAME:SPACE
  top,       ///< a figure that it puts on top of a heap: NAME:SPACE, NAME:SPACE:FIGURE of other kinds than followers
  number,    ///< Move::value, from 0: NAME:NUMBER
  seat,      ///< in Move::value: NAME:SEAT, from 1
  kept       ///< a figure that a seat keeps, which is in Move::value: NAME:SEAT, NAME:SEAT:FIGURE
};

/// Whether it takes a place on the board: Move::x and Move::feature.
constexpr bool takes_place(Takes takes) {
  return takes == Takes::feature || takes == Takes::figure || takes == Takes::standing || takes == Takes::anyone;
}

/// A move of an expansion.
struct Verb {
  std::string_view name;
  Takes takes = Takes::nothing;
  std::string_view rule = {};
  std::optional<Face> over = {};  ///< it puts a road over the space, from this face to the opposite one
};

/// A question of an expansion, as a position names it: by its name, or by the verb that it is about.
struct Question {
  std::string_view name;
  Moment moment;              ///< that it comes after; the turn goes on with the line behind it
  Moment or_moment = moment;  ///< the other one, where an option picks one of two lines
  std::string_view rule;
  bool of_chance = false;       ///< a tile is drawn for it; or something else comes: `outcome`
  bool outcome = false;         ///< of chance: one of Hooks::chances, in the course of a turn
  int from = -1;                ///< of chance: out of this pile of the expansion's; -1: out of the stack
  std::string_view mark = "+";  ///< of chance: what stands before the tile in a record
  std::string_view line = {};   ///< of chance, at set-up: what a record's lines of such tiles begin with
  bool of_verb = false;         ///< Pending::value is the verb whose name stands for it
  enum class Round : uint8_t {
    none,          ///< one seat is asked, the one whose turn it is
    any,           ///< one seat, whichever
    others,        ///< all but that one, clockwise
    active_first,  ///< all seats are asked, the one whose turn it is first
    active_last
  } round = Round::none;
  int behind = -1;              ///< an answer to this one of the expansion's may ask it, too
  int below = -1;               ///< what the seat whose turn it is is asked afterwards
  bool lays_first = false;      ///< of chance: the tile lies in the centre
  std::string_view pass = "-";  ///< the text of leaving it
};

/// A sort of tiles beside stack and board.
struct PileSpec {
  std::string_view name;  ///< of the lines of a position that list its tiles
  Pile pile = {};         ///< as it is unless set_up changes it
  std::string_view rule;
  std::string_view (*laid_rule)(const Added&) = nullptr;  ///< by which a seat lays what it holds of it
  bool by_seat = true;                                    ///< seats hold its tiles; false: nobody does
  bool from_pile = false;                                 ///< they come out of a pile that is full at first
  std::string_view drawn =
      {};               ///< what a record says of a tile that came there instead of being placed (Turn::let_wait)
  bool hidden = false;  ///< no line lists them: what of such a pile nobody holds goes without saying
};

/// What cannot be in a state that was set up by hand: the phrase impossible.ID.WHAT says it, with {seat} and {n}.
struct Impossible {
  std::string_view what = {};  ///< empty: nothing
  std::string_view rule = {};
  int seat = -1;
  int number = 0;
  int piece = -1;  ///< that lies wrong: the analysis board shows it
};

/// A thing drawn on tiles that only the expansion reads.
struct MarkSpec {
  std::string_view name;  ///< as the tiles of data/ have it
  std::string_view rule;
  double promise = 0;   ///< points that one is worth about, before anything lies
  bool turned = false;  ///< it points somewhere: no two rotations of its tile look alike
  bool listed = false;  ///< its tiles are looked for all over the board (listed_pieces)
};

/// Things that seats hold and that are neither tiles nor figures (Token). Its phrase is token.NAME, drawn is
/// token-NAME.svg.
struct TokenSpec {
  std::string_view name;  ///< in positions: "token NAME N ..."
  std::string_view rule;
};

/// A kind of figures that it brings.
struct FigureSpec {
  std::string_view name;  ///< in texts: NAME@PLACE, NAME-home; its phrases are figure.NAME, a.NAME and the.NAME
  FigureKind kind;
  Place::Kind on = Place::piece;    ///< no seat's: in a space, or on a tile; of seats: `corner` if one stands there
  std::string_view rule = {};       ///< where one of a seat stands
  std::string_view home_rule = {};  ///< by which it is taken back
  std::string_view done_rule = {};  ///< by which it is not, from what is completed; empty: home_rule
  std::string_view box_rule = {};   ///< how many a seat has; where they do not play, none
  uint16_t lies_on =
      0;  ///< a seat's on tiles: types of the features that it is put on, as bits; none: a road over them
};

/// What an expansion says to the rules of a game: that they make no sense, or what should be known of them.
struct Objection {
  std::string_view what = {};  ///< the phrase refused.ID.WHAT, or note.ID.WHAT; empty: nothing
  std::string_view rule = {};  ///< by which the game is refused; empty: it is only noted
  std::string instead = {};    ///< what would be right: "draw=turn"
  int number = 0, there = 0;   ///< fill the gaps {n} and {there}; {seats} is filled with the number of seats
};

/// An option that an expansion reads. In Added::option stands which of these values it has, counted from 1, 0 for any
/// other; or the number that it is, where no values are named.
struct OptionRead {
  std::string_view id;
  std::array<std::string_view, 6> values = {};
};

/// Where on the board the things lie that a term counts: a label stands on each.
enum class Lies : uint8_t {
  somewhere,  ///< one label for all, on the feature's first space
  tiles,      ///< on each tile of the feature, or around it, that counts (HALF-7)
  shields,    ///< on those of the feature
  centre,     ///< on the space of a cloister or garden
  around,     ///< on the other occupied spaces around it
  cities,     ///< on the cities that pay
  marks,      ///< where TermSpec::mark is drawn, on the feature or around it
  figures,    ///< where TermSpec::figure stands, on the feature or around it
  followers,  ///< where followers stood in the nine spaces of Award::around
  spread      ///< where TermSpec::spread says
};

/// How many of something lie in a space.
struct LyingThere {
  int x = 0, y = 0;
  int count = 0;
};

/// What points are made of (core/worth.h). It is said by the phrase term.NAME, one of an expansion by
/// term.EXPANSION.NAME, with a gap {n}: "2 vineyards".
struct TermSpec {
  std::string_view name;
  std::string_view rule = {};  ///< empty: the one by which the feature is scored
  Lies lies = Lies::somewhere;
  int mark = 0;    ///< number of one of the expansion's
  int figure = 0;  ///< number of one of its kinds of figures without a seat that stand on tiles
  /// Of Lies::spread: where the things lie that it counts by a piece, that of Award::around or of the feature; these
  /// spaces are outlined.
  std::vector<LyingThere> (*spread)(const Ruleset&, const State<Full>&, int piece) = nullptr;
  bool in_title = false;  ///< the award's title counts it too: "City, 5 tiles, 1 shield"
  bool times = true;      ///< what each is worth is said: "1 shield × 2"
  bool bonus = false;     ///< it is given by itself (Turn::give)
};

/// What is said where seats give each other points for a tile: the phrase paid.ID, with {from}, {to} and {n}.
struct PaymentSpec {
  std::string_view row;  ///< of the table of points, the phrase row.ROW; empty: there are none
  std::string_view rule;
};

/// Where tiles may lie, to be drawn.
struct Edge {
  std::vector<Area> areas;  ///< empty: there is no edge
  bool shifting = false;    ///< they are how far the landscape may still reach each way
  bool closes = false;      ///< what is beyond is Ground::walled
};

/// Why no tile may lie in a space: the phrase off.ID.WHAT says it of a move, off.ID.WHAT.sheet of a table that was
/// entered by hand.
struct OffTable {
  std::string_view what;
  std::string_view rule;
  bool whole = false;         ///< the landscape is too large as a whole, whichever of its tiles is asked about
  int width = 0, height = 0;  ///< fill gaps
};

/// Why a tile that fits may not lie so (Hooks::rotations): the phrase barred.ID.WHAT.
struct Barred {
  std::string_view what = {};
  std::string_view rule = {};
};

/// More ground that Hooks::widen made, so that the first word of memory is not 0 any more; the phrase widened.ID tells
/// it.
struct WidenSpec {
  std::string_view line = {};  ///< of a position, which stands for the memory; the phrase refused.ID.LINE if it cannot
  std::string_view rule = {};
  std::string_view instead = {};  ///< rules in which it can: "set OPTION=VALUE"
};

/// What one of an expansion's questions is about: a tile, and what a seat has offered for it. They are shown with the
/// question, and fill {n} and {other} of its phrases.
struct Subject {
  int kind = -1;  ///< none
  int points = 0;
  int seat = kNobody;
};

struct Expansion {
  std::string_view id;
  std::span<const OptionRead> options;  ///< in the order of Added::option
  /// Whether they bring the expansion into play. Null: if the first one is not 0.
  bool (*in_play)(const Added::Options& options) = nullptr;
  /// Changes the rules of a game; called once, after the base game's are set.
  void (*set_up)(Ruleset&, const Added&) = nullptr;
  const Hooks* hooks = nullptr;
  std::span<const MarkSpec> marks = {};      ///< by their numbers behind Added::mark
  std::span<const FigureSpec> figures = {};  ///< by their numbers behind Added::figure
  std::span<const PileSpec> piles = {};
  std::span<const TokenSpec> tokens = {};  ///< by their numbers behind Added::token
  int words = 0;                           ///< of memory, in all, without those of its tokens
  /// The line of a position that gives one word for each seat, while a question is asked, and stands for that. Empty:
  /// the words stand in a line "memory ID WORD ...", as far as they are not 0.
  std::string_view memory = {};
  /// Its memory stands in a position also while it asks nothing, as far as it is not 0.
  bool lasting = false;
  /// What is heaped on tiles that have its first mark, as a position says it on their lines: NAME:HEIGHT.
  std::string_view heaps = {};
  /// Asked when the rules of a game are complete, with all tiles.
  Objection (*objection)(const Ruleset&, const Added&) = nullptr;
  Impossible (*impossible)(const Ruleset&, const Added&, const State<Full>&) = nullptr;
  /// How many figures it may have added where one of the same seat stands on such a feature already.
  int (*added_to_one)(const Ruleset&, const Added&, const State<Full>&, FeatureType) = nullptr;
  std::span<const Verb> verbs = {};          ///< by Move::verb
  std::span<const Question> questions = {};  ///< by Pending::what
  std::span<const TermSpec> terms = {};      ///< by Term::name
  /// Of Hooks::break_tie; said by the phrases tie.ID.one and .several.
  std::string_view (*tie_rule)(const Added&) = nullptr;
  /// The rule by which it forbids a move in a figure question or one of its own; empty: it does not.
  std::string_view (*why_illegal)(const Ruleset&, const Added&, const State<Full>&, Move) = nullptr;
  PaymentSpec payments = {};
  /// Roots of the features that one of its questions is about, while it is asked.
  std::vector<int> (*at_stake)(const Ruleset&, const Added&, const State<Full>&) = nullptr;
  Subject (*subject)(const Ruleset&, const Added&, const State<Full>&) = nullptr;
  // Of Hooks::ground. A tile lies on the board, and asked is about a space that is not open.
  Edge (*edge)(const Ruleset&, const Added&, const State<Full>&) = nullptr;
  OffTable (*why_shut)(const Ruleset&, const Added&, const State<Full>&, int x, int y) = nullptr;
  std::string_view wall_rule = {};  ///< of Ground::walled; off.ID.walled.sheet says that a tile is left out there
  WidenSpec widens = {};
  /// Of Hooks::rotations: asked of a placement that it takes away.
  Barred (*why_barred)(const Ruleset&, const Added&, const State<Full>&, Move) = nullptr;
  std::string_view stage_rule = {};  ///< by which its tiles leave the stack before others (Ruleset::stage)
  bool late = false;                 ///< or only behind others (Ruleset::late)
};

std::span<const Expansion* const> expansions();

/// The order of play, for rules in which `expansions` stand as `added` says.
std::vector<OrderLine> order_of_play(std::span<const Expansion* const> expansions, std::span<const Added> added);

}  // namespace bastide
