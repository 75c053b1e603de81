#include "ai/search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ai/match.h"
#include "ai/plain_copy.h"
#include "core/state_copy.h"

namespace bastide {
namespace {

/// A seed of its own for each future; the same for all moves that are tried in it.
uint64_t future_seed(uint64_t seed, uint64_t number) {
  return game_seed(seed, static_cast<int64_t>(number));
}

/// The points by which a seat leads.
template <class Config>
int lead_of(const Ruleset& rules, const State<Config>& state, int seat) {
  int rival = std::numeric_limits<int>::min();
  for (int i = 0; i < rules.seats; ++i)
    if (i != seat) rival = std::max<int>(rival, state.score[i]);
  return state.score[seat] - rival;
}

void add(Tried& tried, double lead, const SearchSettings& settings) {
  tried.reward += std::tanh(lead / settings.margin);
  tried.margin += lead;
  ++tried.nodes;
}

}  // namespace

Limits limits_of(const SearchSettings& settings, const Limits& told) {
  if (told.nodes != 0 || told.seconds != 0) return told;
  Limits limits = settings.usual;
  limits.stop = told.stop;
  return limits;
}

// ---------------------------------------------------------------- square tiles and plain turns

/// All that the seat may do, best promise first.
template <class Config>
void SearchPlayer<Config>::list(const Ruleset& rules, const S& state) {
  options_.clear();
  outlook_.look(state);
  const auto add_options = [&](Move tile, bool places) {
    options_.push_back({tile, Judgement::kNoFeature, places, judgement_.without, {}});
    for (const unsigned f : each_bit(judgement_.takes))
      options_.push_back({tile, static_cast<int>(f), places, judgement_.with[f], {}});
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

template <class Config>
void SearchPlayer<Config>::apply_option(const Ruleset& rules, S& state, const Option& option) {
  if (option.places) apply(rules, state, option.tile);
  if (state.phase == Phase::follower) apply(rules, state, option.follower());
}

/// The turn that looks best at once.
template <class Config>
void SearchPlayer<Config>::quick_turn(const Ruleset& rules, S& state, Rng& rng) {
  outlook_.look(state);
  legal_moves(rules, state, moves_);
  Option best;
  best.places = true;
  best.promise = -std::numeric_limits<double>::infinity();
  const auto first = rng.below(static_cast<uint32_t>(moves_.size()));  // of equals not always the same
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Move move = moves_[i + first < moves_.size() ? i + first : i + first - moves_.size()];
    outlook_.judge(move, judgement_, best.promise);
    if (judgement_.best <= best.promise) continue;
    best.promise = judgement_.best;
    best.tile = move;
    best.feature = judgement_.feature;
  }
  apply_option(rules, state, best);
}

/// Nothing is left to draw: what brings most is found by ending the game.
template <class Config>
auto SearchPlayer<Config>::last_turn(const Ruleset& rules, const S& state) -> Option {
  const int seat = state.seat;
  Option best;
  int most = std::numeric_limits<int>::min();
  const auto with_followers = [&](Option option) {  // after `tried_`
    replies_.assign(1, Move::pass());
    if (tried_->phase == Phase::follower) legal_moves(rules, *tried_, replies_);
    for (const Move reply : replies_) {
      *ended_ = *tried_;
      if (ended_->phase == Phase::follower) apply(rules, *ended_, reply);
      const int lead = lead_of(rules, *ended_, seat);
      if (lead <= most) continue;
      most = lead;
      best = option;
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
    Option option;
    option.tile = move;
    option.places = true;
    with_followers(option);
  }
  return best;
}

/// One future after an option: with the same number the same tiles come.
template <class Config>
void SearchPlayer<Config>::play_on(const Ruleset& rules, const S& state, Option& option, uint64_t seed,
                                   uint64_t number) {
  Rng draws(future_seed(seed, 2 * number)), rng(future_seed(seed, 2 * number + 1));
  S& future = *future_;
  future = state;
  const int seat = state.seat, until = state.turn + settings_.turns * (rules.seats - 1);
  apply_option(rules, future, option);
  while (future.phase != Phase::over && future.turn <= until) {
    if (future.phase == Phase::draw)
      apply(rules, future, random_draw(rules, future, draws));
    else
      quick_turn(rules, future, rng);
  }
  if (future.phase == Phase::over) return add(option.tried, lead_of(rules, future, seat), settings_);
  outlook_.look(future);
  add(option.tried, outlook_.worth(seat), settings_);
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
    options_.assign(1, last_turn(rules, state));
  } else {
    list(rules, state);
    halve(options_, settings_.candidates, limits_,
          [&](Option& option, uint64_t number) { play_on(rules, state, option, seed, number); });
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
  Option option;
  option.places = move.kind == MoveKind::tile;
  option.tile = move;
  const Move figure = option.places ? then : move;
  if (figure.kind == MoveKind::follower) option.feature = figure.feature;
  outlook_.begin(rules, settings_.weights);
  for (int64_t number = 0; number < nodes; ++number) play_on(rules, state, option, seed, static_cast<uint64_t>(number));
  return option.tried.lead();
}

template class SearchPlayer<Fast>;
template class SearchPlayer<Large>;

// ---------------------------------------------------------------- any rules

SearchPlayer<Full>::SearchPlayer(const SearchSettings& settings) : settings_(settings), greedy_(settings.weights) {}

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
  double sum = 0;
  for (int64_t number = 0; number < nodes; ++number)
    sum += lead_after(rules, state, move, seed, static_cast<uint64_t>(number));
  return sum / static_cast<double>(nodes);
}

double SearchPlayer<Full>::lead_after(const Ruleset& rules, const State<Full>& state, Move move, uint64_t seed,
                                      uint64_t number) {
  Rng draws(future_seed(seed, 2 * number)), rng(future_seed(seed, 2 * number + 1));
  State<Full>& future = *future_;
  copy_in_use(state, future);
  const int seat = state.seat, until = state.turn + settings_.turns * (rules.seats - 1);
  apply(rules, future, move);
  while (future.phase != Phase::over && future.turn <= until)
    apply(rules, future,
          future.phase == Phase::draw ? random_draw(rules, future, draws) : greedy_.choose(rules, future, rng));
  if (future.phase == Phase::over) return lead_of(rules, future, seat);
  evaluator_.count_stack(rules, future);
  return evaluator_.evaluate(rules, future, seat, settings_.weights);
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
  halve(options_, settings_.candidates, limits_of(settings_, told_), [&](Option& option, uint64_t number) {
    add(option.tried, lead_after(rules, state, option.move, seed, number), settings_);
  });
  for (const Option& option : options_)
    if (option.tried.nodes != 0)
      considered_.push_back({option.move, option.tried.lead(), option.tried.nodes, Move::pass()});
  return options_.front().move;
}

}  // namespace bastide
