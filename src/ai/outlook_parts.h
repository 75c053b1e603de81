// What an Outlook reckons with everywhere: who gets what a feature promises, and what a seat has then.
#pragma once
#include <algorithm>
#include <bit>

#include "ai/outlook.h"
#include "core/kernel_board.h"

namespace bastide {

template <class Config>
auto Outlook<Config>::promise_of(FeatureType type, const Node& node, int tiles, double chance) const -> Promise {
  const ScoringRules& scoring = rules_->scoring;
  if (!is_way(type))
    return {9 - node.open() - node.shields() + node.open() * weights_.cloister_faith * std::min(1.0, 2 * left_),
            surround_[node.open()]};
  if (type == FeatureType::road) return {static_cast<double>(tiles * scoring.road_tile), chance};
  if (node.open() == 0 && tiles == 2)
    return {static_cast<double>(tiles * scoring.small_city_tile + node.shields() * scoring.small_city_shield), 1};
  const double finished = tiles * scoring.city_tile + node.shields() * scoring.city_shield;
  const double unfinished = tiles * scoring.open_city_tile + node.shields() * scoring.open_city_shield;
  return {chance * finished + (1 - chance) * unfinished, chance};
}

template <class Config>
int Outlook<Config>::tiles_of(int root) const {
  const Node& node = state_->node[root];
  return node.counts.twins() < 2 ? node.counts.segments() : feature_size(*rules_, *state_, root);
}

/// To every seat with the majority (MAJ-1); the followers come back with the chance.
template <class Config>
void Outlook<Config>::give(Standing& standing, typename Config::FollowerCount followers, Promise promise) const {
  if (followers.one()) {
    const int seat = std::countr_zero(followers.packed) / Config::FollowerCount::kLane;
    standing[seat] += Each{promise.points, promise.chance};
    return;
  }
  int most = 0;
  for (int seat = 0; seat < seats_; ++seat) most = std::max(most, followers.of(seat));
  for (int seat = 0; seat < seats_; ++seat) {
    const int mine = followers.of(seat);
    standing[seat] += Each{mine == most ? promise.points : 0, promise.chance * mine};
  }
}

/// The same with what is no longer promised.
template <class Config>
void Outlook<Config>::take(Standing& standing, typename Config::FollowerCount followers, Promise promise) const {
  give(standing, followers, {-promise.points, -promise.chance});
}

/// What followers in hand are worth. One that comes back by a chance counts by that chance: between whole powers of
/// hand_decay the curve is a straight line.
template <class Config>
double Outlook<Config>::hand_worth(double hand) const {
  const auto whole = static_cast<std::size_t>(static_cast<int>(hand));
  return base_[whole] + step_[whole] * hand;
}

/// The highest that another seat has.
template <class Config>
double Outlook<Config>::rival_of(int seat, const Standing& standing) const {
  double rival = -1e9;
  for (int i = 0; i < seats_; ++i)
    if (i != seat) rival = std::max(rival, standing[i][kPoints] + hand_worth(standing[i][kHand]));
  return rival;
}

/// What a feature of a tile counts at first.
template <class Config>
auto Outlook<Config>::node_of(const TileKind& kind, int feature) -> Node {
  if constexpr (sizeof(Node) == sizeof kind.counts[feature])
    return std::bit_cast<Node>(kind.counts[feature]);
  else
    return {Config::Count::widened(kind.counts[feature]), {}};
}

}  // namespace bastide
