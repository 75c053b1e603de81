// Moves: the first byte picks a state out of a game, the rest is the text of a move. What is read and legal writes and
// reads as itself.
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/kernel.h"
#include "game/game.h"

using namespace bastide;

namespace {

/// A game and the states it went through.
struct Played {
  Game game;
  std::vector<State<Full>> states;
};

Played play() {
  Game game = *Game::create(*compile(builtin_catalogue(), {"new", {}}, 2), {{"Red", "human"}, {"Blue", "human"}});
  std::vector<State<Full>> states{game.state()};
  Rng rng(1);
  while (!game.over()) {
    const auto moves = game.legal();
    const Move any = moves[rng.below(static_cast<uint32_t>(moves.size()))];
    if (!game.play(game.state().phase == Phase::draw ? random_draw(game.state(), rng) : any)) std::abort();
    states.push_back(game.state());
  }
  return {std::move(game), std::move(states)};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Played played = play();
  if (size == 0) return 0;
  const GameRules& rules = played.game.rules();
  const State<Full>& state = played.states[data[0] % played.states.size()];
  const auto move = parse_move(rules, state, {reinterpret_cast<const char*>(data) + 1, size - 1});
  if (!move) {
    if (move.error().message.empty()) std::abort();
    return 0;
  }
  const auto again = parse_move(rules, state, move_text(rules, state, *move));
  if (!again || *again != *move) std::abort();
  return 0;
}
