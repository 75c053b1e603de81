#include "ai/future.h"

#include <algorithm>
#include <limits>

#include "ai/match.h"
#include "core/state_copy.h"

namespace bastide {
namespace {

/// What chance brings in a future, and what it decides where turns are worth as much: the same for all moves that are
/// tried in it.
struct Luck {
  Luck(uint64_t seed, uint64_t number)
      : draws(game_seed(seed, static_cast<int64_t>(2 * number))),
        rng(game_seed(seed, static_cast<int64_t>(2 * number + 1))) {}
  Rng draws, rng;
};

}  // namespace

template <class Config>
int lead_of(const Ruleset& rules, const State<Config>& state, int seat) {
  int rival = std::numeric_limits<int>::min();
  for (int i = 0; i < rules.seats; ++i)
    if (i != seat) rival = std::max<int>(rival, state.score[i]);
  return state.score[seat] - rival;
}

/// The turn that looks best at once.
template <class Config>
void Future<Config>::quick_turn(const Ruleset& rules, Rng& rng) {
  State<Config>& state = *state_;
  outlook_.look(state);
  legal_moves(rules, state, moves_);
  WholeTurn best;
  double worth = -std::numeric_limits<double>::infinity();
  const auto first = rng.below(static_cast<uint32_t>(moves_.size()));  // of equals not always the same
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Move move = moves_[i + first < moves_.size() ? i + first : i + first - moves_.size()];
    outlook_.judge(move, judgement_, worth);
    if (judgement_.best <= worth) continue;
    worth = judgement_.best;
    best.tile = move;
    best.feature = judgement_.feature;
  }
  apply(rules, state, best.tile);
  if (state.phase == Phase::follower) apply(rules, state, best.follower());
}

template <class Config>
double Future<Config>::lead_after(const Ruleset& rules, const State<Config>& state, const WholeTurn& turn,
                                  uint64_t seed, uint64_t number) {
  Luck luck(seed, number);
  State<Config>& future = *state_;
  future = state;
  outlook_.begin(rules, weights_);
  const int seat = state.seat, until = state.turn + turns_ * (rules.seats - 1);
  if (turn.places) apply(rules, future, turn.tile);
  if (future.phase == Phase::follower) apply(rules, future, turn.follower());
  while (future.phase != Phase::over && future.turn <= until) {
    if (future.phase == Phase::draw)
      apply(rules, future, random_draw(rules, future, luck.draws));
    else
      quick_turn(rules, luck.rng);
  }
  if (future.phase == Phase::over) return lead_of(rules, future, seat);
  outlook_.look(future);
  return outlook_.worth(seat);
}

double Future<Full>::lead_after(const Ruleset& rules, const State<Full>& state, Move move, uint64_t seed,
                                uint64_t number) {
  Luck luck(seed, number);
  State<Full>& future = *state_;
  copy_in_use(state, future);
  const int seat = state.seat, until = state.turn + turns_ * (rules.seats - 1);
  apply(rules, future, move);
  while (future.phase != Phase::over && future.turn <= until)
    apply(
        rules, future,
        future.phase == Phase::draw ? random_draw(rules, future, luck.draws) : greedy_.choose(rules, future, luck.rng));
  if (future.phase == Phase::over) return lead_of(rules, future, seat);
  evaluator_.look(rules, future, weights_);
  return evaluator_.evaluate(rules, future, seat);
}

template int lead_of(const Ruleset&, const State<Fast>&, int);
template int lead_of(const Ruleset&, const State<Large>&, int);
template class Future<Fast>;
template class Future<Large>;

}  // namespace bastide
