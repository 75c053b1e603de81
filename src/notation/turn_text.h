// The lines of a game that is being played: turns, and what comes before the first. A word is read as what is open when
// it comes, and written as what was open when its ply was played; nothing here knows the order of a turn.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "core/events.h"
#include "notation/words.h"

namespace bastide {

/// What the next line begins with: the number of the turn; before the first turn a word such as "deal" or
/// "begins:SEAT". REQUIRES: the game is not over.
std::string line_due(const GameRules& rules, const State<Full>& state);

/// A ply, as the words of a line say it.
struct WrittenPly {
  Move move = {};
  std::size_t word = 0;  ///< where it begins
  bool aside = false;    ///< a draw that is said to be set aside (DRAW-2), put back (DRAW-3) or to wait in a pile
};

/// What a record says of a drawn tile that is not placed: "aside", "back", or the word of the pile that it went to.
std::string_view aside_word(const GameRules& rules, const SetAside& aside);

/// Reads the words of one line, ply by ply.
class TurnReader {
 public:
  /// `state` is the game before the first ply that is to be read; the words before `from` have been read. If there are
  /// none, from is 0, and the word that is due is looked for.
  /// The line's number is `behind` that of the turn.
  TurnReader(const GameRules& rules, const Line& line, const State<Full>& state, std::size_t from = 0, int behind = 0);

  /// The next ply, for the game as it stands now; none: the line is at its end. Legality is not looked at. A pass that
  /// goes without saying is a ply, too: a tile is drawn although one that the seat holds could be laid.
  Result<std::optional<WrittenPly>> next(const State<Full>& state);

  /// Whether what is said of a draw is what happened to it. `ply` was read last and has been played.
  Result<void> check_aside(const WrittenPly& ply, const EventLog& log) const;

  /// Whether another line goes on from here: with another turn, or another draw in this one.
  bool may_end(const State<Full>& state) const;

 private:
  Result<void> read_due(const State<Full>& state);
  bool same_turn(const State<Full>& state) const;
  bool at(std::string_view prefix) const;
  bool at_aside() const;
  bool draws_again(const State<Full>& state) const;
  bool says_nothing(const State<Full>& state) const;
  Result<void> check_mark(const State<Full>& state) const;
  Result<int> read_tile(std::string_view prefix);
  Result<WrittenPly> read_ply(const State<Full>& state);
  Result<WrittenPly> read_draw(const State<Full>& state);
  Result<WrittenPly> read_answer(const State<Full>& state);
  Result<void> read_ready(const State<Full>& state);
  Result<WrittenPly> read_placement(const State<Full>& state);
  Result<WrittenPly> read_figure(const State<Full>& state);
  tl::unexpected<Error> too_much(const State<Full>& state) const;

  const GameRules& rules_;
  const Line& line_;
  std::size_t word_;
  int behind_;
  int turn_, turn_seat_;
  std::string due_;                ///< before the first turn: what the line begins with
  std::size_t rotation_word_ = 0;  ///< of the tile laid
  bool drew_ = false;              ///< the tile to place was drawn in this line
  bool after_placement_ = false;   ///< a tile was laid, and nothing else decided since
};

/// The seat that a line `left SEAT` says plays no more. Errors: no seat, or it has left before.
Result<int> read_left(const Line& line, const State<Full>& state, int seats);

/// Writes plies as lines.
class TurnWriter {
 public:
  /// From the start of a game in which seat `first` is to move.
  TurnWriter(const GameRules& rules, int first);

  /// A draw that is `hidden` is written as "?". False if it is not legal: then it is written, and nothing may follow.
  bool add(Move move, bool hidden);

  /// A seat plays no more. REQUIRES: a turn begins now, unless that ends the game.
  void leave(int seat);

  std::string text() &&;

 private:
  void end_line();
  void begin_set_up(const Pending& asked, Move move);
  void begin_turn(bool draws);
  void write(Move move, const std::string& tile);

  const GameRules& rules_;
  std::unique_ptr<State<Full>> state_;
  std::string text_, line_;
  std::string unsaid_;       ///< a line with a pass that need not be said if the game goes on
  std::string_view set_up_;  ///< what the line before the first turn begins with
  unsigned seats_ = 0;       ///< whose plies stand in it, as bits
  int turn_ = -1, turn_seat_ = -1;
  bool drew_ = false;
};

}  // namespace bastide
