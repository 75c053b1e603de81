// The words records, positions and moves share: spaces, rotations, places, the header.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/lexer.h"
#include "notation/notation.h"

namespace bastide {

struct SpaceWord {
  int x = 0, y = 0;
};

/// "3,-2"; coordinates within +-9999.
Result<SpaceWord> parse_space(const Line& line, std::size_t word);

/// A rotation letter, normalised to the smallest rotation that gives the same tile.
Result<int> parse_rotation(const GameRules& rules, int kind, const Line& line, std::size_t word);

/// A tile's name in this game.
Result<int> parse_tile(const GameRules& rules, const Line& line, std::size_t word);

/// Whether a kind is kept apart from the stack, in a pile that seats are given tiles from (HALF-2).
bool kept_apart(const GameRules& rules, int kind);

/// A place on a tile, such as "roadW"; returns the index of the feature.
Result<int> parse_place(const GameRules& rules, int kind, const Line& line, std::size_t word);

/// The smallest rotation of a kind that looks like `rotation`.
int normal_rotation(const GameRules& rules, int kind, int rotation);

/// The rotation as it is written. REQUIRES: parse_rotation has read the word.
int written_rotation(const Line& line, std::size_t word);

/// Where two rotations look the same, a place has another name in each: the feature that lies in the smallest rotation
/// where `feature` lies in `rotation`.
int normal_feature(const GameRules& rules, int kind, int rotation, int feature);

/// A figure and its place: "roadW"; of an expansion "NAME@roadW".
struct FigurePlace {
  int feature = 0;
  Figure figure = Figure::follower;
};
/// `rotation_word` is where the rotation stands that the place was named under: where another names the move, the place
/// is the one that lies there.
Result<FigurePlace> parse_figure(const GameRules& rules, int kind, const Line& line, std::size_t word,
                                 std::size_t rotation_word);
Result<FigurePlace> parse_figure(const GameRules& rules, int kind, const Line& line, std::size_t word);
std::string figure_text(const GameRules& rules, int kind, int feature, Figure figure);

/// A place anywhere on the board, after a verb: "at:3,1:city", on the second tile of a space "at:3,1/2:city".
struct BoardPlace {
  SpaceWord space;
  int number = 0;  ///< which tile of the space, from 0, in the order in which they were laid
  Word place;
};
Result<BoardPlace> parse_board_place(const Line& line, std::size_t word, std::string_view verb);

/// A piece on the board: which tile of which space.
struct LaidPiece {
  int piece = 0, kind = 0;
  SpaceWord space;
  int number = 0;  ///< among those in the space, from 0, in the order in which they were laid
};
using FindPiece = std::function<std::optional<LaidPiece>(SpaceWord space, int number)>;

/// The move of an expansion whose verb a word begins with; what it takes is still to be read.
std::optional<Move> verb_at(const GameRules& rules, std::string_view word);

/// What a line of a position begins with that belongs to some expansion, of this game or not: one of its piles, its
/// memory, or a question.
struct ExpansionWord {
  const PileSpec* pile = nullptr;  ///< null: something else
  std::string_view rule;
};
std::optional<ExpansionWord> expansion_word(std::string_view word);

/// The error of a word that begins as a verb of any expansion does and is none of this game's; none if it does not.
std::optional<Error> wrong_verb(const Line& line, std::size_t word);

/// An answer to what an expansion asks; `word` goes on behind it. REQUIRES: phase ask.
Result<Move> parse_answer(const GameRules& rules, const State<Full>& state, const Line& line, std::size_t& word);

/// Why nothing else can be played while this is asked of the seat called `name`; by its phrase.
Texts refusal_of(const GameRules& rules, const Pending& asked, const std::string& name);

/// Whether an expansion adds moves to others' questions.
bool joins(const GameRules& rules, Move act);

/// How many words it takes.
int words_of(const Verb& verb);

/// The name of a kind of figures: "follower", or as an expansion calls it.
std::string_view name_of_figure(const GameRules& rules, Figure figure);

/// "nw": a corner of a space, wherever its tile's own north points; "nw2" of a double tile's second one.
std::string_view corner_name(int corner);
std::optional<int> corner_named(std::string_view name);

/// "NAME-home": a figure that is taken back.
std::string home_text(const GameRules& rules, Figure figure);
std::optional<Move> take_back_at(const GameRules& rules, std::string_view word);
/// " or NAME-home" for each that may be.
std::string or_home(const GameRules& rules);

// ---- in English, why a figure cannot stand somewhere

/// "there are no NAMEs in this game"
std::string no_such_figures(const GameRules& rules, Figure figure);
/// "an NAME stands". REQUIRES: it is an expansion's.
std::string one_stands(const GameRules& rules, Figure figure);
/// What it stands on: "a cloister or a garden"; with `article` " " "a cloister or garden".
std::string stood_on(const FigureSpec& spec, std::string_view article = " a ");
/// "only an NAME stands on a garden"
std::string only_this_stands(const GameRules& rules, const FigureSpec& spec, FeatureType type);

/// The whole move. `act` is what verb_at found.
Result<Move> parse_act(const GameRules& rules, const Line& line, std::size_t word, Move act, const FindPiece& find);

/// "3,1", on the second tile there "3,1/2".
std::string piece_text(const LaidPiece& laid);
LaidPiece laid_piece(const State<Full>& state, int piece);
/// Which tile of a space a piece is, from 0, in the order in which they were laid; none: there is no such one.
std::optional<LaidPiece> piece_at(const State<Full>& state, SpaceWord space, int number);

/// Where a figure is that is no seat's: "3,1", on the second tile there "3,1/2", beside a follower "3,1:city"; "off":
/// in the box.
std::string where_text(const GameRules& rules, const State<Full>& state, Place at);

/// A verb's move, as it stands at a word, which goes on behind it.
Result<Move> parse_verb(const GameRules& rules, const State<Full>& state, const Line& line, std::size_t& word,
                        Move act);

/// `laid` is the piece that it points at, if its verb takes a feature.
std::string act_text(const GameRules& rules, Move act, const LaidPiece& laid);

/// "VERB:3": the number after the word and colon, within bounds.
Result<int> parse_labelled(const Line& line, std::size_t word, std::string_view label, int minimum, int maximum);

/// Header of records and positions: `bastide WHAT 1`, `rules ID`, `set OPTION=VALUE`, `seat PLAYER NAME`, `seed HEX`,
/// in games and scenarios `first SEAT`, `roll N ...`, `lots TILE ...`; in games `aids AID ...`.
struct Header {
  RuleChoice choice;
  std::vector<SeatSpec> seats;
  std::string seed;
  Aids aids;
  Opening opening;
  GameRulesPtr rules;
  std::size_t lines = 0;  ///< how many lines it took
};
/// `known`: rules that are not compiled again if they are those that are named.
Result<Header> parse_header(const Catalogue& catalogue, const std::vector<Line>& lines, std::string_view what,
                            const GameRulesPtr& known = nullptr);
std::string write_header(std::string_view what, const RuleChoice& choice, const std::vector<SeatSpec>& seats,
                         const std::string& seed);

/// The lines of an opening: nothing if seat 1 begins without further ado.
std::string write_opening(const GameRules& rules, const Opening& opening);

/// Seats that draw lots in the round after those drawn so far, in seat order; empty when one is left.
std::vector<int> lot_drawers(const GameRules& rules, const Opening& opening);

/// Names: one line, 1 to 40 bytes, no control characters, no '#', no blanks at the ends or in a row. Empty: good.
std::string bad_name(std::string_view name);

}  // namespace bastide
