#include "ai/greedy.h"

#include <algorithm>
#include <limits>

namespace bastide {
namespace {

/// Values nearer than this are equal: the same features summed in another order.
constexpr double kEqual = 1e-9;

constexpr double kNothing = -std::numeric_limits<double>::infinity();  ///< less than any move is worth

}  // namespace

/// `answers`: what may be chosen then in phase follower or ask.
template <class Config>
void GreedyPlayer<Config>::try_move(const Ruleset& rules, State<Config>& state, Move move, std::vector<Move>* answers) {
  if constexpr (Config::variants) return try_ply(rules, state, move, answers);
  apply(rules, state, move);
  if (answers && state.phase == Phase::follower) legal_moves(rules, state, *answers);
}

/// The highest value that the follower choices in `placed_` reach, which are in `replies_`.
template <class Config>
double GreedyPlayer<Config>::best_reply(const Ruleset& rules, int seat) {
  if constexpr (Config::variants)
    // What is drawn before the figure step is placed nobody sees.
    if (draws_for_expansion(placed_) && !asks_outcome(placed_) && next_line(placed_) < rules.line_after(Moment::figure))
      try_move(rules, placed_, Move::draw(placed_.stack[0]), &replies_);
  if (placed_.phase != Phase::follower) return value_of(rules, placed_, seat);
  double best = kNothing;
  Tries<Config> tries(placed_, answered_);
  for (const Move reply : replies_) {
    try_move(rules, tries.next(), reply);
    best = std::max(best, value_of(rules, answered_, seat));
  }
  return best;
}

/// The highest value that the placements of `state` reach.
template <class Config>
double GreedyPlayer<Config>::best_placement(const Ruleset& rules, const State<Config>& state, int seat) {
  legal_moves(rules, state, moves_);
  double best = kNothing;
  Tries<Config> tries(state, placed_);
  for (const Move move : moves_) {
    if (move.kind != MoveKind::tile) continue;
    try_move(rules, tries.next(), move, &replies_);
    best = std::max(best, best_reply(rules, seat));
  }
  return best;
}

/// Whether an Outlook can tell what moves are worth.
template <class Config>
bool GreedyPlayer<Config>::judges(const Ruleset& rules, const State<Config>& state) {
  if constexpr (plain) return state.left > 0 || Outlook<Config>::tells_the_end(rules);
  return false;
}

/// What a move is worth, of a placement with its followers. Whatever is less than `floor` may be told less than it is.
template <class Config>
double GreedyPlayer<Config>::worth_of_move(const Ruleset& rules, const State<Config>& state, Move move, double floor,
                                           Judgement& judgement, Tries<Config>& tries) {
  if constexpr (plain)
    if (judges(rules, state)) {
      if (state.phase == Phase::tile) {
        outlook_.judge(move, judgement, floor);
        return judgement.best;
      }
      if (move.kind == MoveKind::pass) return judgement_.without;
      return (judgement_.takes >> move.feature & 1) != 0 ? judgement_.with[move.feature] : kNothing;
    }
  try_move(rules, tries.next(), move, &replies_);
  return best_reply(rules, state.seat) - price_of_held(rules, state, move);
}

/// Makes `outlook_` and `judgement_` ready for the moves of a position. Where it follows the placement that was chosen
/// last, its followers have been judged with that.
template <class Config>
void GreedyPlayer<Config>::look(const Ruleset& rules, const State<Config>& state) {
  if constexpr (plain) {
    const bool planned = planned_.is(rules, state);
    planned_.forget();
    if (planned) return;
    outlook_.begin(rules, weights_);
    outlook_.look(state);
    if (state.phase == Phase::follower) outlook_.judge_followers(judgement_);
  }
}

template <class Config>
Move GreedyPlayer<Config>::best_move(const Ruleset& rules, const State<Config>& state, Rng& rng) {
  const bool by_outlook = judges(rules, state);
  if (by_outlook) look(rules, state);
  double best = kNothing;
  if (tried_.size() < moves_.size()) tried_.resize(moves_.size());
  std::size_t first = 0, next = 0;  // the best ones so far
  Tries<Config> tries(state, placed_);
  for (const Move move : moves_) {
    Tried& tried = tried_[next];
    const double value = worth_of_move(rules, state, move, best - kEqual, tried.judgement, tries);
    if (!by_outlook || value >= best - kEqual) considered_.push_back({move, value, 0, Move::pass()});
    if (value < best - kEqual) continue;
    tried.move = move;
    if (value > best + kEqual) {
      best = value;
      first = next;
    }
    ++next;
  }
  const Tried& chosen = tried_[first + rng.below(static_cast<uint32_t>(next - first))];
  if constexpr (plain)
    if (by_outlook && state.phase == Phase::tile) {
      judgement_ = chosen.judgement;
      planned_.remember(rules, state, chosen.move, outlook_.followed());
    }
  return chosen.move;
}

template <class Config>
std::span<const Candidate> GreedyPlayer<Config>::considered() const {
  std::stable_sort(considered_.begin(), considered_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.margin > b.margin; });
  return considered_;
}

template <class Config>
Move GreedyPlayer<Config>::choose(const Ruleset& rules, const State<Config>& state, Rng& rng) {
  considered_.clear();
  if (!judges(rules, state)) evaluator_.look(rules, state, weights_);
  switch (state.phase) {
    case Phase::tile:
      if (may_draw(state)) return lay_or_draw(rules, state, rng);
      break;
    case Phase::ask:
      return answer(rules, state, rng);
    default:
      break;
  }
  legal_moves(rules, state, moves_);
  return best_move(rules, state, rng);
}

template class GreedyPlayer<Fast>;
template class GreedyPlayer<Large>;
template class GreedyPlayer<Full>;

}  // namespace bastide
