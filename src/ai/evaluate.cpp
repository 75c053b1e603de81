#include "ai/evaluate.h"

#include <algorithm>
#include <bit>

namespace bastide {

template <class Config>
void Evaluator<Config>::count_stack(const Ruleset& rules, const S& state) {
  stack_.fill(0);
  for (int i = 0; i < state.left; ++i) ++stack_[state.stack[i]];
  fill_.fill(-1);
  turns_ = static_cast<double>(state.left) / rules.seats;
  left_ = static_cast<double>(state.left) / static_cast<double>(std::max(1, rules.tiles()));
}

/// The chance that a tile that fits a space is drawn by one seat before the end.
template <class Config>
double Evaluator<Config>::fill_chance(const Ruleset& rules, const S& state, unsigned signature) {
  double& chance = fill_[signature & 255];
  if (chance < 0) {
    int fitting = 0;
    for (std::size_t kind = 0; kind < rules.kinds.size(); ++kind)
      if (rules.kinds[kind].fitting(signature) != 0) fitting += stack_[kind];
    chance = fitting == 0 ? 0 : 1 - power(1 - static_cast<double>(fitting) / state.left, static_cast<int>(turns_ + 1));
  }
  return chance;
}

/// Multiplies up, for every road and city, the chances of the spaces at its open sides; cloisters by spaces left.
template <class Config>
void Evaluator<Config>::find_chances(const Ruleset& rules, const S& state, const EvaluationWeights& weights) {
  std::fill_n(chance_.begin(), state.nodes, 1.0);
  for (int i = 0; i < state.open; ++i) {
    const unsigned signature = state.open_signature[i];
    const auto& cell = state.cell[state.open_cell[i]];
    std::array<int, Config::faces> seen{};
    int distinct = 0;
    for (int face = 0; face < Config::faces; ++face) {
      const auto terrain = static_cast<Terrain>((signature >> (2 * face)) & 3);
      if (terrain != Terrain::road && terrain != Terrain::city) continue;
      const int root = root_beyond(rules, state, cell, static_cast<Face>(face));
      if (std::find(seen.begin(), seen.begin() + distinct, root) != seen.begin() + distinct) continue;
      seen[distinct++] = root;
      const double filled = cell.occupied() ? weights.shared_space : fill_chance(rules, state, signature);
      chance_[root] *= filled * (terrain == Terrain::road ? weights.road_faith : weights.city_faith);
    }
  }
  const double around = std::max(0.0, 1 - (1 - weights.cloister_faith) / std::max(left_, 0.05));
  for (int i = 0; i < state.watches; ++i) {
    const auto node = state.watch_node[i];
    chance_[node] = power(around, state.node[node].open());
  }
}

/// Gives `points` to every seat with the majority; the followers come back with `chance`.
template <class Config>
void Evaluator<Config>::give(const Ruleset& rules, const S& state, int root, double points, double chance) {
  const auto& followers = state.node[root].followers;
  if constexpr (Config::variants)
    if (rules.unequal) return give_strongest(rules, state, root, points, chance);
  int most = 0;
  for (int seat = 0; seat < rules.seats; ++seat) most = std::max(most, followers.of(seat));
  for (int seat = 0; seat < rules.seats; ++seat) {
    if (followers.of(seat) == most) value_[seat] += points;
    hand_[seat] += chance * followers.of(seat);
  }
}

/// The same where not all count one.
template <class Config>
void Evaluator<Config>::give_strongest(const Ruleset& rules, const S& state, int root, double points, double chance) {
  if constexpr (Config::variants) {
    const Strengths strength = strengths_on(rules, state, {&root, 1});
    const int most = *std::max_element(strength.begin(), strength.end());
    for (int seat = 0; seat < rules.seats; ++seat) {
      if (most > 0 && strength[seat] == most) value_[seat] += points;
      hand_[seat] += chance * state.node[root].followers.of(seat);
    }
  }
}

template <class Config>
void Evaluator<Config>::add_features(const Ruleset& rules, const S& state, const EvaluationWeights& weights) {
  const ScoringRules& scoring = rules.scoring;
  farmed_.clear();
  for (int n = 0; n < state.nodes; ++n) {
    const auto& node = state.node[n];
    if (!node.followers.any() || state.parent[n] != n) continue;
    const FeatureType type = state.type[n];
    if (type == FeatureType::field) {
      farmed_.push_back(n);
      continue;
    }
    const double chance = chance_[n];
    double points = 0;
    if constexpr (Config::variants) {
      if (type == FeatureType::chapter) {
        give(rules, state, n, feature_points(rules, state, n, Reason::unfinished), 0);
        continue;
      }
      if (type == FeatureType::pyramid) {
        for (int seat = 0; seat < rules.seats; ++seat) value_[seat] += scoring.in_pyramid * node.followers.of(seat);
        continue;
      }
      if (type == FeatureType::quarter) {  // it pays as long as there is something to be scored
        constexpr double kQuarter = 6;
        for (int seat = 0; seat < rules.seats; ++seat) value_[seat] += kQuarter * left_ * node.followers.of(seat);
        continue;
      }
      if (type == FeatureType::trap) {  // so much for each who is there
        const int each = feature_points(rules, state, n, Reason::unfinished);
        for (int seat = 0; seat < rules.seats; ++seat) value_[seat] += each * node.followers.of(seat);
        continue;
      }
      if (type == FeatureType::hut) {  // more, the less lies around: as far as that stays so
        const int now = feature_points(rules, state, n, Reason::unfinished);
        give(rules, state, n, now - node.open() * weights.cloister_faith * std::min(1.0, 2 * left_), chance);
        continue;
      }
      if (type == FeatureType::building) {  // ten spaces around its two
        const int size = feature_size(rules, state, n);
        const double missing = std::max(0, 10 + kBuilding - size);
        give(rules, state, n, size + missing * weights.cloister_faith * std::min(1.0, 2 * left_), chance);
        continue;
      }
    }
    if (type == FeatureType::cloister || type == FeatureType::garden) {
      points = feature_size(rules, state, n) + node.open() * weights.cloister_faith * std::min(1.0, 2 * left_);
    } else {
      const int tiles = feature_size(rules, state, n);
      const double finished = type == FeatureType::road
                                  ? tiles * scoring.road_tile
                                  : tiles * scoring.city_tile + node.shields() * scoring.city_shield;
      const double unfinished = type == FeatureType::road
                                    ? finished
                                    : tiles * scoring.open_city_tile + node.shields() * scoring.open_city_shield;
      points = chance * finished + (1 - chance) * unfinished;
    }
    give(rules, state, n, points, chance);
  }
}

/// Farmers: what their field pays at the end for the cities at it, as far as these will be finished (FIELD-2, FIELD-3).
template <class Config>
void Evaluator<Config>::add_fields(const Ruleset& rules, const S& state, const EvaluationWeights& weights) {
  if (farmed_.empty()) return;
  const int words = (state.nodes + 63) / 64;
  for (std::size_t i = 0; i < farmed_.size(); ++i) std::fill_n(cities_[i].word.begin(), words, uint64_t{0});
  for (int p = 0; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    const TileKind& kind = rules.kinds[piece.kind];
    for (const unsigned f : each_bit(kind.walled)) {
      const int field = root_at(state, p, static_cast<int>(f));
      if (!state.node[field].followers.any()) continue;
      const auto i = std::find(farmed_.begin(), farmed_.end(), field) - farmed_.begin();
      for (const unsigned city : each_bit(kind.feature[f].cities))
        cities_[i].insert(root_at(state, p, static_cast<int>(city)));
    }
  }
  for (std::size_t i = 0; i < farmed_.size(); ++i) {
    double cities = 0;
    for (int w = 0; w < words; ++w)
      for (uint64_t bits = cities_[i].word[w]; bits != 0; bits &= bits - 1) {
        const int city = w * 64 + std::countr_zero(bits);
        cities += is_completed(state, city) ? 1 : weights.field_faith * chance_[city];
      }
    give(rules, state, farmed_[i], cities * rules.scoring.field_city, 0);
  }
}

template <class Config>
double Evaluator<Config>::evaluate(const Ruleset& rules, const S& state, int seat, const EvaluationWeights& weights) {
  for (int i = 0; i < rules.seats; ++i) {
    value_[i] = state.score[i];
    hand_[i] = state.supply[i];
    if constexpr (Config::variants)
      for (int kind = 1; kind < rules.figure_kinds; ++kind)  // what may stand where followers do
        if (rules.figures[kind].follower && rules.figures[kind].stands(FeatureType::city))
          hand_[i] += supply_of(rules, state, i, static_cast<Figure>(kind));
  }
  if (state.phase != Phase::over) {
    find_chances(rules, state, weights);
    add_features(rules, state, weights);
    add_fields(rules, state, weights);
    const double worth = weights.hand * std::min(1.0, turns_ / weights.hand_turns);
    for (int i = 0; i < rules.seats; ++i) {
      // A follower that comes back by a chance counts by that chance: between whole powers the curve is a straight
      // line.
      const int whole = static_cast<int>(hand_[i]);
      const double low = power(weights.hand_decay, whole);
      value_[i] += worth * (1 - low * (1 - (hand_[i] - whole) * (1 - weights.hand_decay)));
    }
  }
  double rival = -1e9;
  for (int i = 0; i < rules.seats; ++i)
    if (i != seat) rival = std::max(rival, value_[i]);
  return value_[seat] - rival;
}

template class Evaluator<Fast>;
template class Evaluator<Large>;
template class Evaluator<Full>;

}  // namespace bastide
