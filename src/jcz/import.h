// A saved game, played by our rules: each of its moves becomes one of ours, or it is said which one and why not.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "game/game.h"
#include "jcz/place.h"
#include "jcz/save.h"

namespace bastide::jcz {

struct Imported {
  Game game;  ///< after all moves of the save; tiles that are still to be drawn are not
  Frame frame;
  std::vector<std::string> notes;  ///< what is not as the save has it, and changes nothing
  bool open_turn = false;          ///< what was chosen last is not confirmed: for them it has not been scored yet
  bool ends = false;               ///< the save says how many tiles are drawn, and the game ended with the last of them
};

/// Errors name the entry, what is wrong, what would be right; or what the game uses and we lack.
Result<Imported> import_save(const Catalogue& catalogue, const Save& save);

/// What they neither ask nor write, if that is what is asked now.
std::optional<Move> silent_move(const Game& game);

/// The same in a box that holds only the tiles that the save draws, so that the game ends where it does.
Result<Imported> import_short(const Catalogue& catalogue, const Save& save);

}  // namespace bastide::jcz
