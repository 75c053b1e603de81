// What somebody at a table could reckon with paper and pencil: which tiles are left, how many of them fit where, and
// what would be scored now.
#pragma once
#include "game/game.h"

namespace bastide {

/// How many tiles of each kind a viewer (-1: a spectator) has not seen: those in the stack, and those that are hidden
/// from it in a pile. Without those that never were in the stack (HALF-2).
std::vector<int> unseen_tiles(const Game& game, int viewer);

/// An empty space at a side of which something lies.
struct OpenSpace {
  Space space;
  int tiles = 0;  ///< of those unseen: how many could be laid there now, turned somehow
};

/// In reading order. `unseen`: by kind. REQUIRES: the game is not over.
std::vector<OpenSpace> open_spaces(const Game& game, const std::vector<int>& unseen);

/// Points by seat if the game ended now. REQUIRES: the game is not over.
std::vector<int> points_now(const Game& game);

}  // namespace bastide
