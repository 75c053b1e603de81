// Games played at random, looked at after every ply.
#pragma once
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "game/game.h"

namespace bastide {

inline Game game_with(const std::string& preset, std::map<std::string, std::string> options) {
  const auto rules = compile(builtin_catalogue(), {preset, std::move(options)}, 2);
  EXPECT_TRUE(rules) << (rules ? "" : rules.error().text());
  return *Game::create(*rules, {{"A", "human"}, {"B", "human"}});
}

/// Plays at random to the end; `look` sees every position.
template <class Look>
void play(Game& game, uint64_t seed, Look look) {
  Rng rng(seed);
  while (!game.over()) {
    look(game);
    Move move = random_draw(game.rules().kernel, game.state(), rng);
    if (game.state().phase != Phase::draw) {
      const auto legal = game.legal();
      move = legal[rng.below(static_cast<uint32_t>(legal.size()))];
    }
    ASSERT_TRUE(game.play(move));
  }
}

}  // namespace bastide
