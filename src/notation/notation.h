// Moves, positions and whole games as text that a person can read and type. Grammar: docs/notation.md.
// Writing and reading again gives the same thing; reading is lenient about blanks, blank lines and # comments.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/state.h"
#include "core/types.h"
#include "notation/aids.h"
#include "rules/compile.h"
#include "rules/error.h"

namespace bastide {

class Rng;

struct SeatSpec {
  std::string name;              ///< shown; one line, not empty, at most 40 bytes
  std::string player = "human";  ///< "human" or a bot's id
  friend bool operator==(const SeatSpec&, const SeatSpec&) = default;
};

// ---------------------------------------------------------------- moves

/// How the first player was found (START-1): given, rolled or drawn. What chance gave is part of the game.
struct Opening {
  int first = 0;  ///< seat that begins; with first=rolled the one that says who does
  std::vector<int>
      rolls;  ///< followers standing, 0..3, roll after roll from seat 0 on; the last one is the first above 0
  struct Lot {
    int seat = 0;
    int kind = 0;  ///< tile drawn; it goes back
    friend bool operator==(const Lot&, const Lot&) = default;
  };
  std::vector<std::vector<Lot>> lots;  ///< rounds; from the second on only the tied draw
  friend bool operator==(const Opening&, const Opening&) = default;
};

/// Opening::first, or what is wrong with the opening under these rules.
Result<int> check_opening(const GameRules& rules, const Opening& opening);

/// Finds the first player by the rules' way. `below(n)` gives a uniform number in [0, n); `marked` is the seat that the
/// host marked, for the ways without chance. Reading: a rolled follower stands with a chance of one in six.
Opening make_opening(const GameRules& rules, int marked, const std::function<int(int)>& below);

/// n e s w: where the tile's own north points.
char rotation_letter(int rotation);

/// One ply: "draw V"; "0,-1 e" (space, rotation), from a hand "V 0,-1 e"; "roadW" (place of the follower on the tile
/// just laid), of an expansion's kind "NAME@roadW", "NAME-home" (taken back), "-" (none); answers to expansions as they
/// write them, such as "VERB:3", "VERB TILE", "VERB:3,1:city"; "TILE 0,1 n" out of what the seat holds, "-" (draw
/// instead); "begins:2" (before the first turn).
std::string move_text(const GameRules& rules, const State<Full>& state, Move move);

/// Whether a drawn tile, which is no part of a hand, is still to be placed.
bool holds_drawn(const GameRules& rules, const State<Full>& state);

/// Reads what move_text writes, in the phase the state is in; a rotation that looks like a smaller one becomes that
/// one. Names are resolved, legality is not looked at.
Result<Move> parse_move(const GameRules& rules, const State<Full>& state, std::string_view text);

// ---------------------------------------------------------------- games

/// One ply of a record and where it stands.
struct RecordedMove {
  Move move;
  int line = 0, column = 0;
  bool hidden = false;  ///< a draw that is written as "?": of a tile that a viewer does not see
  friend bool operator==(const RecordedMove& a, const RecordedMove& b) { return a.move == b.move; }
};

/// A game as it is written down: rules, seats, every draw, every move, results. That a seat draws although it could lay
/// a tile that it holds goes without saying in the text, where that draw follows.
struct Record {
  RuleChoice choice;
  std::vector<SeatSpec> seats;
  Opening opening;
  std::string seed;  ///< what the draws were made from; empty for games entered by hand or still running
  Aids aids;         ///< that its table allowed
  std::vector<RecordedMove> moves;
  /// A seat that plays no more.
  struct Left {
    int seat = 0;
    int plies = 0;  ///< how many there were when the turn began in which it left
    friend bool operator==(const Left&, const Left&) = default;
  };
  std::vector<Left> left;   ///< in the order in which they left
  std::vector<int> result;  ///< final points by seat; empty while the game runs
  GameRulesPtr rules;       ///< compiled from choice and seats

  friend bool operator==(const Record& a, const Record& b) {
    return a.choice == b.choice && a.seats == b.seats && a.seed == b.seed && a.opening == b.opening &&
           a.moves == b.moves && a.left == b.left && a.result == b.result && a.aids == b.aids;
  }
};

/// Writes up to the first move that is not legal.
std::string write_record(const Record& record);

/// Reads by playing. A move that is not legal is the last one that is read.
Result<Record> parse_record(const Catalogue& catalogue, std::string_view text);

/// The same of a game that was played by `rules` instead of those of its header, such as a scenario's short stack.
Result<Record> parse_record(const Catalogue& catalogue, std::string_view text, GameRulesPtr rules);

/// The same as far as it goes: what cannot be read after the header ends the record, and `wrong` says what it is.
Result<Record> parse_record(const Catalogue& catalogue, std::string_view text, Error& wrong);

// ---------------------------------------------------------------- positions

/// A position without its history: what lies on the table.
struct Position {
  RuleChoice choice;
  std::vector<SeatSpec> seats;
  GameRulesPtr rules;
  State<Full> state;
};

std::string write_position(const Position& position);

/// As a seat sees it (-1: a spectator): "?" for each tile in a pile that it may not see. Depends on nothing that the
/// viewer does not know.
std::string write_position(const Position& position, int viewer);

/// Whether `viewer` (-1: a spectator) may see the tiles that a seat has in a pile. All do at the end.
bool sees_pile(const GameRules& rules, const State<Full>& state, int viewer, int pile, int seat);

/// Whether a text announces a position ("bastide position 1") rather than a game.
bool announces_position(std::string_view text);

/// Tiles may stand in any order. Errors name the tile that does not fit or the follower that cannot stand there.
Result<Position> parse_position(const Catalogue& catalogue, std::string_view text);

/// How a position is read that a seat sees, over and over.
struct PositionReading {
  GameRulesPtr rules;     ///< not compiled again if they are the ones that the header names
  Rng* chance = nullptr;  ///< a "?" becomes any tile that can be there, each as likely; without it there may be none
};
Result<Position> parse_position(const Catalogue& catalogue, std::string_view text, const PositionReading& reading);

}  // namespace bastide
