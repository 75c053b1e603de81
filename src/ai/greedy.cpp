#include "ai/greedy.h"

#include <algorithm>
#include <limits>

namespace bastide {
namespace {

/// Values nearer than this are equal: the same features summed in another order.
constexpr double kEqual = 1e-9;

}  // namespace

/// The highest value that the follower choices in `placed_` reach.
template <class Config>
double GreedyPlayer<Config>::best_reply(const Ruleset& rules, int seat) {
  if (placed_.phase != Phase::follower) return evaluator_.evaluate(rules, placed_, seat, weights_);
  legal_moves(rules, placed_, replies_);
  double best = -std::numeric_limits<double>::infinity();
  for (const Move reply : replies_) {
    answered_ = placed_;
    apply(rules, answered_, reply);
    best = std::max(best, evaluator_.evaluate(rules, answered_, seat, weights_));
  }
  return best;
}

/// What `seat` would gain by placing the drawn tile now.
template <class Config>
double GreedyPlayer<Config>::worth_of_drawn(const Ruleset& rules, const State<Config>& state, int seat) {
  if constexpr (Config::variants) {
    State<Config> mine = state;
    mine.phase = Phase::tile;
    mine.seat = mine.v.turn_seat = static_cast<uint8_t>(seat);
    legal_moves(rules, mine, moves_);
    double best = -std::numeric_limits<double>::infinity();
    for (const Move move : moves_) {
      placed_ = mine;
      apply(rules, placed_, move);
      best = std::max(best, best_reply(rules, seat));
    }
    return best - evaluator_.evaluate(rules, mine, seat, weights_);
  }
  return 0;
}

/// HOUSE-BUY: offers half of what the tile is worth to it, for the drawer gains what it pays; sells to the highest
/// offer that beats placing the tile itself.
template <class Config>
Move GreedyPlayer<Config>::trade(const Ruleset& rules, const State<Config>& state) {
  const double worth = worth_of_drawn(rules, state, state.seat);
  if (state.phase == Phase::offer)
    return Move::offer(std::clamp(static_cast<int>(worth / 2), 0, std::max<int>(0, state.score[state.seat])));
  Move best = Move::pass();
  if constexpr (Config::variants) {
    int most = 0;
    for (int seat = 0; seat < rules.seats; ++seat) {
      const int points = state.v.offer[static_cast<std::size_t>(seat)];
      if (points > most && points > worth) best = Move::sell(seat);
      most = std::max(most, points);
    }
  }
  return best;
}

template <class Config>
Move GreedyPlayer<Config>::choose(const Ruleset& rules, const State<Config>& state, Rng& rng) {
  if (state.phase == Phase::offer || state.phase == Phase::sale) {
    evaluator_.count_stack(rules, state);
    return trade(rules, state);
  }
  evaluator_.count_stack(rules, state);
  legal_moves(rules, state, moves_);
  double best = -std::numeric_limits<double>::infinity();
  std::size_t equal = 0;  // the best ones so far are moved to the front
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    placed_ = state;
    apply(rules, placed_, moves_[i]);
    const double value = best_reply(rules, state.seat);
    if (value < best - kEqual) continue;
    if (value > best + kEqual) {
      best = value;
      equal = 0;
    }
    std::swap(moves_[equal++], moves_[i]);
  }
  return moves_[rng.below(static_cast<uint32_t>(equal))];
}

template class GreedyPlayer<Fast>;
template class GreedyPlayer<Full>;

}  // namespace bastide
