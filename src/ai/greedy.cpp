#include "ai/greedy.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/state_copy.h"

namespace bastide {
namespace {

/// Values nearer than this are equal: the same features summed in another order.
constexpr double kEqual = 1e-9;

/// Two that are may differ in bytes that nobody reads.
bool same_bytes(const void* a, const void* b, std::size_t size) {
  return std::memcmp(a, b, size) == 0;
}

}  // namespace

/// The highest value that the follower choices in `placed_` reach.
template <class Config>
double GreedyPlayer<Config>::best_reply(const Ruleset& rules, int seat) {
  if constexpr (Config::variants)
    // What is drawn before the figure step is placed nobody sees.
    if (draws_for_expansion(placed_) && !asks_outcome(placed_) && next_line(placed_) < rules.line_after(Moment::figure))
      apply(rules, placed_, Move::draw(placed_.stack[0]));
  if (placed_.phase != Phase::follower) return value_of(rules, placed_, seat);
  legal_moves(rules, placed_, replies_);
  double best = -std::numeric_limits<double>::infinity();
  for (const Move reply : replies_) {
    copy_in_use(placed_, answered_);
    apply(rules, answered_, reply);
    best = std::max(best, value_of(rules, answered_, seat));
  }
  return best;
}

/// The highest value that the placements of `state` reach.
template <class Config>
double GreedyPlayer<Config>::best_placement(const Ruleset& rules, const State<Config>& state, int seat) {
  legal_moves(rules, state, moves_);
  double best = -std::numeric_limits<double>::infinity();
  for (const Move move : moves_) {
    if (move.kind != MoveKind::tile) continue;
    copy_in_use(state, placed_);
    apply(rules, placed_, move);
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

/// What a move is worth. Whatever is less than `floor` may be told less than it is.
template <class Config>
double GreedyPlayer<Config>::worth_of_move(const Ruleset& rules, const State<Config>& state, Move move, double floor) {
  if constexpr (plain)
    if (judges(rules, state)) {
      if (state.phase == Phase::tile) {
        outlook_.judge(move, judgement_, floor);
        return judgement_.best;
      }
      return move.kind == MoveKind::pass ? judgement_.without : judgement_.with[move.feature];
    }
  copy_in_use(state, placed_);
  apply(rules, placed_, move);
  return best_reply(rules, state.seat) - price_of_held(rules, state, move);
}

/// Makes `outlook_` and `judgement_` ready for the moves of a position. Where it follows the placement that was chosen
/// last, its followers have been judged with that.
template <class Config>
void GreedyPlayer<Config>::look(const Ruleset& rules, const State<Config>& state) {
  if constexpr (plain) {
    const bool planned = state.phase == Phase::follower && planned_ == rules.identity.number() &&
                         same_bytes(&state, &placed_, sizeof state);
    planned_ = 0;
    if (planned) return;
    outlook_.begin(rules, weights_);
    outlook_.look(state);
    if (state.phase == Phase::follower) outlook_.judge_followers(judgement_);
  }
}

/// Remembers what the followers on a placement are worth.
template <class Config>
void GreedyPlayer<Config>::plan(const Ruleset& rules, const State<Config>& state, Move placement) {
  if constexpr (plain) {
    outlook_.judge(placement, judgement_);
    placed_ = state;
    apply(rules, placed_, placement);
    planned_ = rules.identity.number();
  }
}

template <class Config>
Move GreedyPlayer<Config>::best_move(const Ruleset& rules, const State<Config>& state, Rng& rng) {
  double best = -std::numeric_limits<double>::infinity();
  std::size_t equal = 0;  // the best ones so far are moved to the front
  const bool by_outlook = judges(rules, state);
  if (by_outlook)
    look(rules, state);
  else
    planned_ = 0;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const double value = worth_of_move(rules, state, moves_[i], best - kEqual);
    if (value < best - kEqual) {
      if (!by_outlook) considered_.push_back({moves_[i], value, 0, Move::pass()});
      continue;
    }
    considered_.push_back({moves_[i], value, 0, Move::pass()});
    if (value > best + kEqual) {
      best = value;
      equal = 0;
    }
    std::swap(moves_[equal++], moves_[i]);
  }
  const Move move = moves_[rng.below(static_cast<uint32_t>(equal))];
  if (by_outlook && state.phase == Phase::tile) plan(rules, state, move);
  return move;
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
  if (!judges(rules, state)) evaluator_.count_stack(rules, state);
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
