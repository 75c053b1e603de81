// Every legal space for a tile with its ways, completions and figures' places (docs/protocol.md, Placement), as JSON
// text. Most of what a mover is sent is this; a tree of it would be a thousand small allocations for every move.
#pragma once
#include <string>

#include "game/game.h"

namespace bastide {

/// A JSON array of Placements; empty in other phases than tile and reserve.
std::string placements_text(const Game& game, int kind);

}  // namespace bastide
