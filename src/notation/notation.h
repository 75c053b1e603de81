// Moves, positions and whole games as text that a person can read and type. Grammar: docs/notation.md.
// Writing and reading again gives the same thing; reading is lenient about blanks, blank lines and # comments.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/state.h"
#include "core/types.h"
#include "rules/compile.h"
#include "rules/error.h"

namespace bastide {

struct SeatSpec {
  std::string name;              ///< shown; one line, not empty, at most 40 bytes
  std::string player = "human";  ///< "human" or a bot's id
  friend bool operator==(const SeatSpec&, const SeatSpec&) = default;
};

// ---------------------------------------------------------------- moves

/// n e s w: where the tile's own north points.
char rotation_letter(int rotation);

/// One ply: "draw V", "0,-1 e" (space, rotation), "roadW" (place of the follower on the tile just laid), "-" (none).
std::string move_text(const GameRules& rules, const State<Full>& state, Move move);

/// Reads what move_text writes, in the phase the state is in; a rotation that looks like a smaller one becomes that
/// one. Names are resolved, legality is not looked at.
Result<Move> parse_move(const GameRules& rules, const State<Full>& state, std::string_view text);

// ---------------------------------------------------------------- games

/// One ply of a record and where it stands.
struct RecordedMove {
  Move move;
  bool aside = false;  ///< a draw that the record says was set aside (DRAW-2)
  int line = 0, column = 0;
  friend bool operator==(const RecordedMove& a, const RecordedMove& b) {
    return a.move == b.move && a.aside == b.aside;
  }
};

/// A game as it is written down: rules, seats, every draw, every move, results.
struct Record {
  RuleChoice choice;
  std::vector<SeatSpec> seats;
  std::string seed;  ///< what the draws were made from; empty for games entered by hand or still running
  std::vector<RecordedMove> moves;
  std::vector<int> result;  ///< final points by seat; empty while the game runs
  GameRulesPtr rules;       ///< compiled from choice and seats

  friend bool operator==(const Record& a, const Record& b) {
    return a.choice == b.choice && a.seats == b.seats && a.seed == b.seed && a.moves == b.moves && a.result == b.result;
  }
};

std::string write_record(const Record& record);
Result<Record> parse_record(const Catalogue& catalogue, std::string_view text);

// ---------------------------------------------------------------- positions

/// A position without its history: what lies on the table.
struct Position {
  RuleChoice choice;
  std::vector<SeatSpec> seats;
  GameRulesPtr rules;
  State<Full> state;
};

std::string write_position(const Position& position);

/// Tiles may stand in any order. Errors name the tile that does not fit or the follower that cannot stand there.
Result<Position> parse_position(const Catalogue& catalogue, std::string_view text);

}  // namespace bastide
