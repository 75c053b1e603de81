// The board as characters: seven by three a space, in colour where that is wanted.
#pragma once
#include <string>

#include "core/state.h"
#include "rules/compile.h"

namespace bastide::cli {

/// Columns have their x above them, rows their y at the left. A follower is its seat's number, from 1.
std::string board_text(const GameRules& rules, const State<Full>& state, bool colour);

/// One tile of the catalogue, not turned.
std::string tile_text(const TileSpec& tile, bool colour);

/// What the characters mean.
std::string board_legend(const GameRules& rules);

}  // namespace bastide::cli
