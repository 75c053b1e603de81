// How the plague spreads: where a flea goes, which one may be taken for that, and what that does to the others.
#pragma once
#include <vector>

#include "core/turn.h"
#include "expansions/plague_board.h"

namespace bastide::plague {

/// PLAGUE-2, PLAGUE-3: a source was laid in this turn, in whichever part of it.
bool source_laid(const Ruleset& rules, const State<Full>& state, int by);

/// Whether the seat to move has still to place a flea in this turn.
bool is_due(const Ruleset& rules, const State<Full>& state, int by);

/// PLAGUE-4: where the flea goes, a new one or the one that was taken.
void add_targets(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves);

/// The same, or, if no flea is left, which one may be taken (PLAGUE-9).
void add_spread(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves);

/// PLAGUE-4, PLAGUE-5: the flea comes, whoever is there goes home.
void put(Turn& turn, At to);

/// Turns fleas over whose region has changed.
void turn_over(Turn& turn);

/// PLAGUE-8, PLAGUE-11
void eradicate(Turn& turn);

}  // namespace bastide::plague
