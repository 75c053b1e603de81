// A match of several processes: rank 0 hands out encounters and collects what came of them, and all play.
#pragma once
#include <functional>

#include "ai/arena.h"
#include "ai/ranks.h"

namespace bastide {

/// Rank 0: plays what is left, with its own threads and those of the other ranks. `ready`: false if this rank could not
/// begin (its log is another match's); the others then end at once. `progress` as in play_arena. Errors: those of
/// play_arena, here or there.
Result<void> lead_ranks(const ArenaSetup& setup, Ledger& ledger, Ranks& ranks, bool ready,
                        const std::function<void()>& progress = {});

/// The other ranks: plays what rank 0 hands out, until it says that the match is over.
void follow_ranks(const ArenaSetup& setup, Ranks& ranks);

}  // namespace bastide
