// Moves: the first byte picks a game and a state out of it, the rest is the text of a move. What is read and legal
// writes and reads as itself.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kernel.h"
#include "expansions/registry.h"
#include "game/game.h"

using namespace bastide;

namespace {

/// A game and the states it went through.
struct Played {
  Game game;
  std::vector<State<Full>> states;
};

Played play(const RuleChoice& choice) {
  Game game = *Game::create(*compile(builtin_catalogue(), choice, 2), {{"Red", "human"}, {"Blue", "human"}});
  std::vector<State<Full>> states{game.state()};
  Rng rng(1);
  while (!game.over()) {
    const auto moves = game.legal();
    const Move any = moves[rng.below(static_cast<uint32_t>(moves.size()))];
    if (!game.play(game.state().phase == Phase::draw ? random_draw(game.rules().kernel, game.state(), rng) : any))
      std::abort();
    states.push_back(game.state());
  }
  return {std::move(game), std::move(states)};
}

/// With every expansion that goes together with those before it, as much of each as there is.
RuleChoice with_expansions(RuleChoice choice) {
  for (const Expansion* expansion : expansions())
    for (const OptionRead& read : expansion->options) {
      const OptionSpec& option = *builtin_catalogue().find_option(read.id);
      RuleChoice more = choice;
      more.options.try_emplace(option.id,
                               option.values.empty() ? std::to_string(option.maximum) : option.values.back().id);
      if (compile(builtin_catalogue(), more, 2)) choice = std::move(more);
    }
  return choice;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::array<Played, 2> games = {play({"new", {}}), play(with_expansions({"new", {{"first", "rolled"}}}))};
  if (size == 0) return 0;
  const Played& played = games[data[0] % 2];
  const GameRules& rules = played.game.rules();
  const State<Full>& state = played.states[data[0] / 2 * played.states.size() / 128];
  const auto move = parse_move(rules, state, {reinterpret_cast<const char*>(data) + 1, size - 1});
  if (!move) {
    if (move.error().message.empty()) std::abort();
    return 0;
  }
  const auto again = parse_move(rules, state, move_text(rules, state, *move));
  if (!again || *again != *move) std::abort();
  return 0;
}
