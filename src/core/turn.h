// What an expansion may do in a turn. Only the full kernel has any.
#pragma once
#include "core/events.h"
#include "core/ruleset.h"
#include "core/state.h"

namespace bastide {

class Turn {
 public:
  Turn(const Ruleset& game_rules, State<Full>& game_state, EventLog* game_log, int expansion)
      : rules(game_rules), state(game_state), log(game_log), by(expansion) {}

  const Ruleset& rules;
  State<Full>& state;
  EventLog* const log;  ///< may be null
  const int by;         ///< number of the expansion that acts, in Ruleset::hooks

  int active() const { return state.v.turn_seat; }  ///< whose turn it is
  int next(int seat) const { return seat + 1 == rules.seats ? 0 : seat + 1; }

  /// Asks before anything else goes on; questions that one step asks are answered last first. Pending::by is filled in.
  void ask(Pending pending);

  /// Asks all seats one after the other, clockwise from `first`.
  void ask_round(int what, int first, int value = 0);

  /// Asks all but the active seat, clockwise from its left.
  void ask_others(int what);

  /// The question on top is answered. REQUIRES: it comes before an ask() when one decision ends a question and opens
  /// another.
  void done();

  /// Puts a figure of a seat's supply somewhere, whoever stands there. REQUIRES: the supply is not empty.
  void place_figure(int seat, Figure figure, Place to);

  /// The drawn tile has gone elsewhere: the active seat draws again, if there is something to draw. The last thing that
  /// a decision does.
  void draw_again();
  bool left() const { return left_; }  ///< whether the order of play was left so

  /// Moves figure number `figure`; home is Place{}. It earns nothing.
  void move_figure(int figure, Place to);

 private:
  bool left_ = false;
};

}  // namespace bastide
