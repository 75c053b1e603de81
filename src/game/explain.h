// From the kernel's bare award to one that can say why: extent, labels, title, sum, sentence, rule ids.
#pragma once
#include <array>
#include <set>

#include "game/game.h"

namespace bastide {

/// FIELD-2ND: cities already paid to each seat in this final scoring, by root.
using PaidCities = std::array<std::set<int>, kMaxSeats>;

/// Fills everything but id, turn and returned. `state` is the one the award's node refers to; `sent_home` are the
/// figures that the same ply sends home; `paid` is kept from award to award of one ply.
ExplainedAward explain(const GameRules& rules, const std::vector<SeatSpec>& seats, const State<Full>& state,
                       const Award& award, const std::vector<PlacedFigure>& sent_home, PaidCities& paid);

/// The award that a completed feature would get now, with its followers as they are; owners empty if there are none.
Award award_if_scored(const GameRules& rules, const State<Full>& state, int node);

}  // namespace bastide
