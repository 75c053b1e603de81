// One `expect` line of a scenario, checked against the game as it stands.
#pragma once
#include "game/game.h"
#include "notation/lexer.h"

namespace bastide {

/// An error is a malformed line or an expectation that is not fulfilled; it says what is the case.
Result<void> check_expectation(const Game& game, const Line& line);

}  // namespace bastide
