// Asks a player for a placement, and for a follower if there is a choice.
#include "server/bots.h"

#include "ai/player.h"
#include "notation/notation.h"

namespace bastide {

std::vector<std::string> choose_turn(const Table& table, uint64_t seed) {
  const GameRules& rules = table.rules();
  State<Full> state = table.game()->state();
  // create() let in only bots there are; a log from a program that knew more of them falls back to the weakest.
  const std::string& id = table.seats()[state.seat].bot;
  auto player = make_player(find_player(id) != nullptr ? std::string_view(id) : players().front().id).value();
  Rng rng(seed);
  std::vector<std::string> turn;
  do {
    const Move move = player->choose(rules.kernel, state, rng);
    turn.push_back(move_text(rules, state, move));
    apply(rules.kernel, state, move);
  } while (state.phase == Phase::follower);
  return turn;
}

}  // namespace bastide
