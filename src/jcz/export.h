// A game of ours as a saved one of theirs.
#pragma once
#include "game/game.h"
#include "jcz/save.h"

namespace bastide::jcz {

struct Exported {
  Save save;
  std::vector<std::string> notes;  ///< what is left out and changes nothing
};

/// With `assertions` it also says what was scored and who has how many points, for their program to judge. Errors name
/// what the format has no words for.
Result<Exported> export_game(const Game& game, bool assertions);

}  // namespace bastide::jcz
