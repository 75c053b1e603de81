// From the kernel's bare award to one that can say why: extent, labels, title, sum, sentence, rule ids.
#pragma once
#include "game/game.h"

namespace bastide {

/// Fills everything but id, turn and returned. `state` is the one the award's node refers to.
ExplainedAward explain(const GameRules& rules, const std::vector<SeatSpec>& seats, const State<Full>& state,
                       const Award& award);

/// The award that a completed feature would get now, with its followers as they are; owners empty if there are none.
Award award_if_scored(const GameRules& rules, const State<Full>& state, int node);

}  // namespace bastide
