// Who flees from the plague, and where to (PLAGUE-7).
#pragma once
#include <vector>

#include "core/turn.h"
#include "expansions/plague_board.h"

namespace bastide::plague {

/// Who may flee.
void add_flights(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves);

/// The figure that flees: of several alike the one that came last. -1: nobody does.
int who_flees(const Ruleset& rules, const State<Full>& state, int by);

/// Where it may go.
void add_refuges(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves);

void flee(Turn& turn, Move move);

}  // namespace bastide::plague
