// The weakest player: any legal ply, all equally likely. With two of them a game is what random_playout plays.
#pragma once
#include "ai/player.h"

namespace bastide {

/// Uniform over the legal placements, then over the follower choices, the pass among them.
template <class Config>
class RandomPlayer : public PlayerOn<Config> {
 public:
  Move choose(const Ruleset& rules, const State<Config>& state, Rng& rng) override {
    legal_moves(rules, state, moves_);
    return moves_[rng.below(static_cast<uint32_t>(moves_.size()))];
  }

 private:
  std::vector<Move> moves_;
};

}  // namespace bastide
