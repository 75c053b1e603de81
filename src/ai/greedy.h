// One ply deep: tries every placement with every follower choice and keeps the position it likes best. What the rules
// ask besides is in greedy_other_plies.cpp.
#pragma once
#include "ai/evaluate.h"
#include "ai/outlook.h"
#include "ai/planned.h"
#include "ai/player.h"
#include "core/state_copy.h"

namespace bastide {

/// Picks the turn (tile and follower) after which `evaluate` is highest; equal ones by chance. It looks at no draw and
/// at no answer. Asked in phase follower it compares the follower choices in the same way.
template <class Config>
class GreedyPlayer : public PlayerOn<Config> {
 public:
  explicit GreedyPlayer(const EvaluationWeights& weights = {}) : weights_(weights) {}
  Move choose(const Ruleset& rules, const State<Config>& state, Rng& rng) override;
  std::span<const Candidate> considered() const override;

 private:
  /// The best one of `moves_`, each with the best follower after it; equal ones by chance.
  Move best_move(const Ruleset& rules, const State<Config>& state, Rng& rng);
  static void try_move(const Ruleset& rules, State<Config>& state, Move move, std::vector<Move>* answers = nullptr);
  double best_reply(const Ruleset& rules, int seat);
  static bool judges(const Ruleset& rules, const State<Config>& state);
  double worth_of_move(const Ruleset& rules, const State<Config>& state, Move move, double floor, Judgement& judgement,
                       Tries<Config>& tries);
  void look(const Ruleset& rules, const State<Config>& state);
  double best_placement(const Ruleset& rules, const State<Config>& state, int seat);

  double worth_of(const Ruleset& rules, const State<Config>& state, int kind, int seat);
  Move pick(const Ruleset& rules, Rng& rng);
  static bool may_draw(const State<Config>& state);
  Move lay_or_draw(const Ruleset& rules, const State<Config>& state, Rng& rng);
  double price_of_held(const Ruleset& rules, const State<Config>& state, Move move) const;
  Move answer(const Ruleset& rules, const State<Config>& state, Rng& rng);
  void answer_all(const Ruleset& rules, State<Config>& state);
  Move best_answer(const Ruleset& rules, const State<Config>& state);
  /// What a state is worth to a seat; where a die is rolled or the like, on the average.
  double value_of(const Ruleset& rules, const State<Config>& state, int seat);

  EvaluationWeights weights_;
  Evaluator<Config> evaluator_;
  static constexpr bool plain = !Config::variants;
  struct None {};
  [[no_unique_address]] std::conditional_t<plain, Outlook<Config>, None> outlook_;
  [[no_unique_address]] std::conditional_t<plain, Planned<Config>, None>
      planned_;  ///< `judgement_` is of its followers
  Judgement judgement_;
  struct Tried {
    Move move;
    Judgement judgement;  ///< of a placement
  };
  std::vector<Tried> tried_;
  std::vector<Move> moves_, replies_;
  mutable std::vector<Candidate> considered_;  ///< in no order before somebody asks
  State<Config> placed_, answered_, replied_, imagined_;
  std::vector<std::unique_ptr<State<Config>>> then_;  ///< after outcomes, one for each of those that follow each other
  std::size_t outcomes_ = 0;                          ///< how many of these are gone through
};

}  // namespace bastide
