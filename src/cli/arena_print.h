// What `bastide arena` prints.
#pragma once
#include "ai/arena.h"

namespace bastide::cli {

/// How the match was played, by all its processes.
struct ArenaRun {
  int ranks = 1;
  int64_t remembered = 0;  ///< encounters that the log had
  double wall_seconds = 0;
};

void print_arena(const ArenaSetup& setup, const Standings& standings, const ArenaRun& run);
void print_arena_json(const ArenaSetup& setup, const Standings& standings, const ArenaRun& run);

/// One line. `planned`: encounters.
std::string arena_progress(const ArenaSetup& setup, const Standings& standings, const ArenaRun& run, int64_t planned);

}  // namespace bastide::cli
