// What an expansion may do in a turn. Only the full kernel has any.
#pragma once
#include <algorithm>
#include <vector>

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
  const int by;         ///< number of the expansion that acts, in Ruleset::added

  int active() const { return state.v.turn_seat; }  ///< whose turn it is
  int next(int seat) const { return seat + 1 == rules.seats ? 0 : seat + 1; }
  int before(int seat) const { return seat == 0 ? rules.seats - 1 : seat - 1; }
  int option(int number) const { return rules.added[by].option[number]; }
  /// The number among all piles of one of its own.
  int pile(int number) const { return rules.added[by].pile + number; }
  int held(int pile, int seat) const { return held_by(state, this->pile(pile), seat); }
  /// How many of one of its marks are on a kind of tile.
  int marks(int kind, int mark) const { return marks_on(rules, by, kind, mark); }
  /// The number of its figure without a seat.
  int figure(int kind) const { return neutral_figure(rules, state, by, kind); }
  /// Its words of memory begin here.
  int16_t* memory() const { return &state.v.memory[rules.added[by].memory]; }

  /// Asks before anything else goes on; questions that one step asks are answered last first. Pending::by is filled in.
  void ask(Pending pending);

  /// Asks all seats one after the other, clockwise from `first`.
  void ask_round(int what, int first, int value = 0);

  /// Asks all but the active seat, clockwise from its left.
  void ask_others(int what);

  /// A tile is drawn for a seat, then for all seats one after the other: from the stack, or from one of its piles that
  /// nobody holds. It is answered by that tile, as long as there is one.
  void ask_chance(int what, int seat, int pile = -1);
  void ask_chance_round(int what, int pile = -1);

  /// A die is rolled, a bag reached into: one of Hooks::chances comes, for a seat.
  void ask_outcome(int what, int seat, int value = 0);

  /// The question on top is answered. REQUIRES: it comes before an ask() when one decision ends a question and opens
  /// another.
  void done();

  /// Puts a figure of a seat's supply somewhere, whoever stands there. REQUIRES: the supply is not empty.
  void place_figure(int seat, Figure figure, Place to);

  /// Heaps one more on a tile.
  void heap(int piece);

  /// A seat gives points to another one, for nothing that is scored.
  void pay(int from, int to, int points);

  /// Points for one of its terms. `node`: a segment of the feature that it is told at; -1: of none.
  void give(int seat, int term, int points, int node = -1) { give_for(seat, term, points, 1, node); }

  /// The same for `count` things that are worth `each` points.
  void give_for(int seat, int term, int count, int each, int node);

  /// So many of something in the nine spaces of a piece, at `each` points.
  void give_around(int seat, int term, int count, int each, int node, int piece);

  // ---- tokens. `token` is one of its own sorts.

  int tokens(int token, int seat) const { return tokens_of(rules, state, rules.added[by].token + token, seat); }
  void add_tokens(int token, int seat, int count);

  /// Expansions that pay for what is scored hear of a feature that this one has paid for (Hooks::paid).
  void tell_paid(int node);

  /// Whoever has most figures in the field of a segment gets `each` points for every completed city at it, by one of
  /// its terms. The figures stay.
  void score_field(int node, int term, int each);

  /// `count` completed cities at a field that are worth `each` points to a seat, by one of its terms; others may add
  /// theirs (Hooks::worth, by Reason::bonus).
  void give_each(int seat, int term, int count, int each, int node);

  /// Puts a road over a space, from this face to the opposite one. False, and nothing changed, if it may not lie there.
  bool add_overpass(int x, int y, Face from);

  // ---- tiles. `pile` is one of its own; `seat` may be kNobody.

  void hold(int kind, int pile, int seat);
  /// False if there is none.
  bool take(int kind, int pile, int seat);

  /// The tile just drawn for the turn goes into a pile that nobody holds, and the seat draws again.
  void let_wait(int pile);

  /// All that nobody holds of a pile goes back into the stack.
  void put_back_all(int pile);

  /// It found no place: gone (DRAW-2), or back into the bag (DRAW-3).
  void set_aside(int kind);

  /// Whether it can be placed, more ground being made for it where an expansion can (Hooks::widen).
  bool finds_place(int kind);

  /// Lays the first tile on an empty table.
  void lay_first(int kind);

  /// Another tile of the landscape that a game begins with. REQUIRES: it fits, and Ruleset::begun counts it.
  void lay_beside_start(int kind, int x, int y, int rotation);

  // ---- where the turn goes on once everything asked is answered

  /// Whether the active seat may draw. If not, its turn is over, or the game.
  bool may_draw();

  /// Before the first turn: it will be this seat's.
  void begin_with(int seat) { state.v.turn_seat = static_cast<uint8_t>(seat); }

  /// What was added to the figure question and is being done does not answer it: it is asked again.
  void ask_figure_again();

  /// It draws; it draws again, the drawn tile having gone elsewhere.
  void draw();
  void draw_again();

  /// It places this tile, which is out of the stack and of all piles.
  void place_now(int kind);

  /// This turn may have a second part; a third never.
  void owe_part();

  /// Whether there is anything for it: a tile to draw, or one that the seat holds, may lay and finds a place for.
  bool may_repeat_part() const;

  /// That part begins: the seat chooses or draws a tile, and so on up to the end of a part. REQUIRES: this one is over.
  void repeat_part();

  /// It chooses among the tiles that it holds, without those that are laid instead of drawing.
  void choose_again();

  // ---- figures

  /// Moves figure number `figure`; home is Place{}. It earns nothing.
  void move_figure(int figure, Place to);

  /// Sends home whom a move of a seat by such a verb names (add_who_may_go): of several alike the one that came last.
  void send_home_who_goes(int seat, Move move);

  /// Sends home every figure of a seat that stands on a tile in a space, those on top of heaps too.
  void clear_space(int x, int y);

  /// Sends home every figure of a seat that stands on a feature and is meant (`meant(row)`); it earns nothing. Others
  /// may leave with one, so the list of those standing changes by more than it.
  template <class Meant>
  void send_home(const Meant& meant) {
    const auto here = [&](int number) { return meant(state.v.figure[number]); };
    if (std::none_of(standing(state).begin(), standing(state).end(), here)) return;
    send_home_if([](const FigureRow& row, const void* with) { return (*static_cast<const Meant*>(with))(row); },
                 &meant);
  }

 private:
  void send_home_if(bool (*meant)(const FigureRow&, const void*), const void* with);
};

/// Moves for whoever stands on the board and `may(row)` go, by a verb that takes who stands (Takes::standing): alike
/// ones in one place are one choice.
template <class May>
void add_who_may_go(const State<Full>& state, int by, int verb, const May& may, std::vector<Move>& moves) {
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (!may(row)) continue;
    Move move = Move::act(by, verb, row.piece(), row.feature());
    move.figure = row.figure;
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
  }
}

}  // namespace bastide
