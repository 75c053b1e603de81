// The order of one game's draws, which depends on a seed and not on what players do: two games with one deck draw the
// same tiles, one after the other, for as long as the same tiles may be drawn.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "ai/match.h"
#include "core/kernel.h"
#include "game/perft.h"

namespace bastide {

template <class Config>
class Deck {
 public:
  /// `first`: the game's first state, before anything is drawn.
  Deck(const Ruleset& rules, const State<Config>& first, uint64_t seed)
      : seed_(seed), order_(shuffled_stack(rules, first, seed)) {}

  /// The first tile of the order that may be drawn now, or what a die says. REQUIRES: phase draw.
  Move draw(const Ruleset& rules, const State<Config>& state) {
    bool tile = true;
    if constexpr (Config::variants) tile = !asks_outcome(state);
    const auto next =
        tile ? std::find_if(order_.begin(), order_.end(), [&](int kind) { return draw_weight(rules, state, kind) > 0; })
             : order_.end();
    if (next != order_.end()) {
      const Move move = Move::draw(*next);
      order_.erase(next);
      return move;
    }
    Rng rng(game_seed(seed_, ++outcomes_));  // the n-th outcome is the same whatever was asked before it
    return random_draw(rules, state, rng);
  }

 private:
  uint64_t seed_;
  std::vector<KindIndex> order_;
  int64_t outcomes_ = 0;
};

}  // namespace bastide
