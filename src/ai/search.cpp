#include "ai/search.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "ai/plain_copy.h"
#include "core/state_copy.h"

namespace bastide {
namespace {

/// Of so many futures.
template <class Config, class Lead>
double mean_lead(int64_t nodes, const Limits& limits, Futures<Config>& futures, const Lead& lead) {
  futures.make(limits.threads);
  const auto leads = spread(
      limits.threads, nodes, nodes, [] { return true; },
      [&](int thread, int64_t number) { return lead(futures[thread], static_cast<uint64_t>(number)); });
  return std::accumulate(leads.begin(), leads.end(), 0.0) / static_cast<double>(nodes);
}

}  // namespace

Limits limits_of(const SearchSettings& settings, const Limits& told) {
  if (told.nodes != 0 || told.seconds != 0) return told;
  Limits limits = settings.usual;
  limits.stop = told.stop;
  limits.threads = told.threads;
  return limits;
}

// ---------------------------------------------------------------- square tiles and plain turns

/// All that the seat may do, best promise first.
template <class Config>
void SearchPlayer<Config>::list(const Ruleset& rules, const S& state) {
  options_.clear();
  outlook_.look(state);
  const auto add_options = [&](Move tile, bool places) {
    options_.push_back({{tile, Judgement::kNoFeature, places}, judgement_.without, {}});
    for (const unsigned f : each_bit(judgement_.takes))
      options_.push_back({{tile, static_cast<int>(f), places}, judgement_.with[f], {}});
  };
  if (state.phase == Phase::tile) {
    legal_moves(rules, state, moves_);
    for (const Move move : moves_) {
      outlook_.judge(move, judgement_);
      add_options(move, true);
    }
  } else {
    outlook_.judge_followers(judgement_);
    add_options({}, false);
  }
  std::stable_sort(options_.begin(), options_.end(),
                   [](const Option& a, const Option& b) { return a.promise > b.promise; });
}

/// Nothing is left to draw: what brings most is found by ending the game.
template <class Config>
WholeTurn SearchPlayer<Config>::last_turn(const Ruleset& rules, const S& state) {
  const int seat = state.seat;
  WholeTurn best;
  int most = std::numeric_limits<int>::min();
  const auto with_followers = [&](const WholeTurn& turn) {  // after `tried_`
    replies_.assign(1, Move::pass());
    if (tried_->phase == Phase::follower) legal_moves(rules, *tried_, replies_);
    for (const Move reply : replies_) {
      *ended_ = *tried_;
      if (ended_->phase == Phase::follower) apply(rules, *ended_, reply);
      const int lead = lead_of(rules, *ended_, seat);
      if (lead <= most) continue;
      most = lead;
      best = turn;
      if (reply.kind == MoveKind::follower) best.feature = reply.feature;
    }
  };
  if (state.phase == Phase::follower) {
    *tried_ = state;
    with_followers({});
    return best;
  }
  legal_moves(rules, state, moves_);
  for (const Move move : moves_) {
    *tried_ = state;
    apply(rules, *tried_, move);
    with_followers({move, Judgement::kNoFeature, true});
  }
  return best;
}

template <class Config>
Move SearchPlayer<Config>::choose(const Ruleset& rules, const S& state, Rng& rng) {
  const bool planned = planned_.is(rules, state);
  planned_.forget();
  if (planned) return follower_;
  const uint64_t seed = rng.next();
  considered_.clear();
  outlook_.begin(rules, settings_.weights);
  if (state.left == 0) {
    options_.assign(1, {last_turn(rules, state), 0, {}});
  } else {
    list(rules, state);
    futures_.make(limits_.threads);
    halve(options_, settings_.candidates, settings_.margin, limits_,
          [&](int thread, const Option& option, uint64_t number) {
            return futures_[thread].lead_after(rules, state, option, seed, number);
          });
    for (const Option& option : options_)
      if (option.tried.nodes != 0)
        considered_.push_back({option.places ? option.tile : option.follower(), option.tried.lead(), option.tried.nodes,
                               option.places ? option.follower() : Move::pass()});
  }
  const Option& best = options_.front();
  if (!best.places) return best.follower();
  followed_.find(state);
  planned_.remember(rules, state, best.tile, followed_);
  follower_ = best.follower();
  return best.tile;
}

template <class Config>
double SearchPlayer<Config>::expect(const Ruleset& rules, const S& state, Move move, Move then, uint64_t seed,
                                    int64_t nodes) {
  WholeTurn turn;
  turn.places = move.kind == MoveKind::tile;
  turn.tile = move;
  const Move figure = turn.places ? then : move;
  if (figure.kind == MoveKind::follower) turn.feature = figure.feature;
  return mean_lead(nodes, limits_, futures_, [&](Future<Config>& future, uint64_t number) {
    return future.lead_after(rules, state, turn, seed, number);
  });
}

template class SearchPlayer<Fast>;
template class SearchPlayer<Large>;

// ---------------------------------------------------------------- any rules

SearchPlayer<Full>::SearchPlayer(const SearchSettings& settings)
    : settings_(settings), greedy_(settings.weights), futures_(settings.turns, settings.weights) {}

void SearchPlayer<Full>::limit(const Limits& limits) {
  told_ = limits;
  if (fast_) fast_->player.limit(limits);
  if (large_) large_->player.limit(limits);
}

template <class Config>
bool SearchPlayer<Full>::copy_into(std::unique_ptr<InKernel<Config>>& kernel, const Ruleset& rules,
                                   const State<Full>& state) {
  if (!fits<Config>(rules)) return false;
  if (!kernel) {
    kernel = std::make_unique<InKernel<Config>>(settings_);
    kernel->player.limit(told_);
  }
  return copy_plain(rules, state, kernel->state);
}

template <class Config>
Move SearchPlayer<Full>::choose_in(InKernel<Config>& kernel, const Ruleset& rules, Rng& rng) {
  const Move move = kernel.player.choose(rules, kernel.state, rng);
  considered_.assign(kernel.player.considered().begin(), kernel.player.considered().end());
  return move;
}

Move SearchPlayer<Full>::choose(const Ruleset& rules, const State<Full>& state, Rng& rng) {
  if (copy_into(fast_, rules, state)) return choose_in(*fast_, rules, rng);
  if (copy_into(large_, rules, state)) return choose_in(*large_, rules, rng);
  return by_trying(rules, state, rng);
}

double SearchPlayer<Full>::expect(const Ruleset& rules, const State<Full>& state, Move move, Move then, uint64_t seed,
                                  int64_t nodes) {
  if (copy_into(fast_, rules, state)) return fast_->player.expect(rules, fast_->state, move, then, seed, nodes);
  if (copy_into(large_, rules, state)) return large_->player.expect(rules, large_->state, move, then, seed, nodes);
  return mean_lead(nodes, told_, futures_, [&](Future<Full>& future, uint64_t number) {
    return future.lead_after(rules, state, move, seed, number);
  });
}

Move SearchPlayer<Full>::by_trying(const Ruleset& rules, const State<Full>& state, Rng& rng) {
  considered_.clear();
  legal_moves(rules, state, moves_);
  if (moves_.size() == 1) return moves_.front();
  // What greedy likes comes first; what it did not look at is tried after that.
  const Move liked = greedy_.choose(rules, state, rng);
  const uint64_t seed = rng.next();
  options_.assign(1, {liked, {}});
  const auto add_option = [&](Move move) {
    const bool there = std::any_of(options_.begin(), options_.end(), [&](const Option& o) { return o.move == move; });
    if (!there) options_.push_back({move, {}});
  };
  for (const Candidate& candidate : greedy_.considered()) add_option(candidate.move);
  for (const Move move : moves_) add_option(move);
  const Limits limits = limits_of(settings_, told_);
  futures_.make(limits.threads);
  halve(options_, settings_.candidates, settings_.margin, limits,
        [&](int thread, const Option& option, uint64_t number) {
          return futures_[thread].lead_after(rules, state, option.move, seed, number);
        });
  for (const Option& option : options_)
    if (option.tried.nodes != 0)
      considered_.push_back({option.move, option.tried.lead(), option.tried.nodes, Move::pass()});
  return options_.front().move;
}

}  // namespace bastide
