// Which game a saved one is: its sets, elements and rules as a choice of ours, and back.
#pragma once
#include "jcz/place.h"
#include "jcz/save.h"
#include "rules/compile.h"

namespace bastide::jcz {

/// Errors name all that the game uses and we lack.
Result<GameRulesPtr> rules_of(const Catalogue& catalogue, const Setup& setup, int seats);

/// Where their start tile lies; ours is at 0,0, not turned.
Result<Frame> frame_of(const GameRules& rules, const Setup& setup);

/// Errors name all that the format has no words for.
Result<Setup> setup_of(const GameRules& rules);

}  // namespace bastide::jcz
