// Asks a player for one answer after the other, until chance or somebody else comes next.
#include "server/bots.h"

#include "ai/player.h"
#include "game/worlds.h"
#include "notation/notation.h"

namespace bastide {

std::vector<std::string> choose_turn(const LiveGame& live, uint64_t seed) {
  const GameRules& rules = live.rules();
  Rng rng(seed);
  State<Full> state = imagined(*live.game(), live.to_move(), rng);
  const int seat = state.seat, in_turn = running_turn(rules, state);
  // create() let in only bots there are; a log from a program that knew more of them falls back to the weakest.
  const std::string& id = live.seats()[state.seat].bot;
  auto player = make_player(find_player(id) != nullptr ? std::string_view(id) : players().front().id).value();
  std::vector<std::string> turn;
  do {
    const Move move = player->choose(rules.kernel, state, rng);
    turn.push_back(move_text(rules, state, move));
    apply(rules.kernel, state, move);
    if (draws_unseen(rules, state)) apply(rules.kernel, state, random_draw(rules.kernel, state, rng));
  } while (goes_on(rules, state, seat, in_turn));
  return turn;
}

}  // namespace bastide
