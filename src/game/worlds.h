// A game as one seat may imagine it: for what is computed ahead, so that it depends on nothing that the seat does not
// know.
#pragma once
#include "core/rng.h"
#include "game/game.h"

namespace bastide {

/// Tiles that the viewer does not see are dealt anew out of all that it has not seen. What it can see stays as it is.
State<Full> imagined(const Game& game, int viewer, Rng& rng);

}  // namespace bastide
