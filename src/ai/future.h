// The games that a search imagines: out of a position they go on for some turns, in which everybody takes the turn that
// looks best at once, and are evaluated where they end.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "ai/greedy.h"
#include "ai/outlook.h"

namespace bastide {

/// A placement with its follower, or a follower for the tile that lies already.
struct WholeTurn {
  Move tile;
  int feature = Judgement::kNoFeature;
  bool places = false;
  Move follower() const { return feature == Judgement::kNoFeature ? Move::pass() : Move::follower(feature); }
};

/// The points by which a seat leads.
template <class Config>
int lead_of(const Ruleset& rules, const State<Config>& state, int seat);

/// Holds buffers, so one object serves one thread at a time. Fast and Large: by Outlook, a whole turn at a time.
template <class Config>
class Future {
 public:
  /// For so many turns times the opponents that there are.
  Future(int turns, const EvaluationWeights& weights) : turns_(turns), weights_(weights) {}

  /// By how much the seat to move leads where the future with this number ends that begins with `turn`. With the same
  /// seed and number the same tiles come.
  double lead_after(const Ruleset& rules, const State<Config>& state, const WholeTurn& turn, uint64_t seed,
                    uint64_t number);

 private:
  void quick_turn(const Ruleset& rules, Rng& rng);

  int turns_;
  EvaluationWeights weights_;
  Outlook<Config> outlook_;
  Judgement judgement_;
  std::vector<Move> moves_;
  std::unique_ptr<State<Config>> state_ = std::make_unique<State<Config>>();
};

/// By any rules: everybody plays as greedy does, one decision at a time.
template <>
class Future<Full> {
 public:
  Future(int turns, const EvaluationWeights& weights) : turns_(turns), weights_(weights), greedy_(weights) {}
  double lead_after(const Ruleset& rules, const State<Full>& state, Move move, uint64_t seed, uint64_t number);

 private:
  int turns_;
  EvaluationWeights weights_;
  GreedyPlayer<Full> greedy_;
  Evaluator<Full> evaluator_;
  std::unique_ptr<State<Full>> state_ = std::make_unique<State<Full>>();
};

/// One for each thread of a search.
template <class Config>
class Futures {
 public:
  Futures(int turns, const EvaluationWeights& weights) : turns_(turns), weights_(weights) {}
  void make(int threads) {
    while (static_cast<int>(each_.size()) < threads)
      each_.push_back(std::make_unique<Future<Config>>(turns_, weights_));
  }
  /// REQUIRES: so many have been made.
  Future<Config>& operator[](int thread) { return *each_[static_cast<std::size_t>(thread)]; }

 private:
  int turns_;
  EvaluationWeights weights_;
  std::vector<std::unique_ptr<Future<Config>>> each_;
};

}  // namespace bastide
