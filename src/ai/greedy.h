// One ply deep: tries every placement with every follower choice and keeps the position it likes best.
#pragma once
#include "ai/evaluate.h"
#include "ai/player.h"

namespace bastide {

/// Picks the turn (tile and follower) after which `evaluate` is highest; equal ones by chance. It looks at no draw and
/// at no answer. Asked in phase follower it compares the follower choices in the same way.
template <class Config>
class GreedyPlayer : public PlayerOn<Config> {
 public:
  explicit GreedyPlayer(const EvaluationWeights& weights = {}) : weights_(weights) {}
  Move choose(const Ruleset& rules, const State<Config>& state, Rng& rng) override;

 private:
  double best_reply(const Ruleset& rules, int seat);
  double worth_of_drawn(const Ruleset& rules, const State<Config>& state, int seat);
  Move trade(const Ruleset& rules, const State<Config>& state);

  EvaluationWeights weights_;
  Evaluator<Config> evaluator_;
  std::vector<Move> moves_, replies_;
  State<Config> placed_, answered_;
};

}  // namespace bastide
