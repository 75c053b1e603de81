// A bot's turn. Runs on a worker thread; sees what every player sees.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "server/live_game.h"

namespace bastide {

/// The whole turn of the seat to move, in notation. REQUIRES: live.bot_to_move().
std::vector<std::string> choose_turn(const LiveGame& live, uint64_t seed);

}  // namespace bastide
