#include "ai/evaluate.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace bastide {

// ---------------------------------------------------------------- the position that the others come from

template <class Config>
void Evaluator<Config>::look(const Ruleset& rules, const S& state, const EvaluationWeights& weights) {
  weights_ = weights;
  count_stack(rules, state);
  turns_ = static_cast<double>(state.left) / rules.seats;
  left_ = static_cast<double>(state.left) / static_cast<double>(std::max(1, rules.tiles()));
  known_ = false;
  pieces_ = state.pieces;
  cells_ = state.cells;
  if constexpr (Config::variants) overpasses_ = static_cast<int>(overpasses(state).size());
  for (int i = 0; i < state.open; ++i) find_ways(rules, state, i, ways_[state.open_cell[i]]);
  walls_.clear();
  add_walls(rules, state, 0);
  keep_one_each(state);
  walls_looked_at_ = walls_.size();
}

template <class Config>
void Evaluator<Config>::count_stack(const Ruleset& rules, const S& state) {
  std::array<int, kMaxKinds> count{};
  for (int i = 0; i < state.left; ++i) ++count[state.stack[i]];
  kinds_left_.clear();
  for (std::size_t k = 0; k < rules.kinds.size(); ++k)
    if (const TileKind& kind = rules.kinds[k]; count[k] != 0)
      kinds_left_.push_back({kind.fit_north_east, kind.fit_south_west, count[k]});
  tiles_left_ = state.left;
  fill_.fill(-1);
}

/// The chance that a tile that fits a space is drawn by one seat before the end.
template <class Config>
double Evaluator<Config>::fill_chance(unsigned signature) {
  double& chance = fill_[signature & 255];
  if (chance < 0) {
    int fitting = 0;
    for (const KindLeft& kind : kinds_left_)
      if ((kind.north_east[signature & 15] & kind.south_west[(signature >> 4) & 15]) != 0) fitting += kind.count;
    chance = fitting == 0 ? 0 : 1 - power(1 - static_cast<double>(fitting) / tiles_left_, static_cast<int>(turns_ + 1));
  }
  return chance;
}

template <class Config>
void Evaluator<Config>::find_ways(const Ruleset& rules, const S& state, int open, Ways& ways) {
  const auto& cell = state.cell[state.open_cell[open]];
  ways.signature = state.open_signature[open];
  ways.count = 0;
  for (int face = 0; face < Config::faces; ++face) {
    const auto terrain = static_cast<Terrain>((ways.signature >> (2 * face)) & 3);
    if (terrain != Terrain::road && terrain != Terrain::city) continue;
    ways.node[ways.count] = static_cast<uint16_t>(root_beyond(rules, state, cell, static_cast<Face>(face)));
    ways.terrain[ways.count++] = terrain;
  }
}

template <class Config>
void Evaluator<Config>::add_walls(const Ruleset& rules, const S& state, int first_piece) {
  for (int p = first_piece; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    const TileKind& kind = rules.kinds[piece.kind];
    for (const unsigned f : each_bit(kind.walled))
      for (const unsigned c : each_bit(kind.feature[f].cities))
        walls_.push_back({static_cast<uint16_t>(piece.node + f), static_cast<uint16_t>(piece.node + c), kNone});
  }
}

/// Of several walls between the same field and city one is enough.
template <class Config>
void Evaluator<Config>::keep_one_each(const S& state) {
  std::fill_n(first_wall_.begin(), state.nodes, kNone);
  std::size_t kept = 0;
  for (const Wall wall : walls_) {
    const int field = root_of(state, wall.field), city = root_of(state, wall.city);
    int other = first_wall_[field];
    while (other != kNone && walls_[other].city != city) other = walls_[other].next;
    if (other != kNone) continue;
    walls_[kept] = {static_cast<uint16_t>(field), static_cast<uint16_t>(city), first_wall_[field]};
    first_wall_[field] = static_cast<int16_t>(kept++);
  }
  walls_.resize(kept);
}

// ---------------------------------------------------------------- the tiles that lie

/// What was laid since `look`, as it was there.
template <class Config>
void Evaluator<Config>::list_laid(const S& state) {
  now_laid_.clear();
  for (int p = pieces_; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    const auto& cell = state.cell[piece.cell];
    now_laid_.push_back({cell.x, cell.y, piece.kind, piece.rotation});
  }
  if constexpr (Config::variants)
    for (const Overpass& road : overpasses(state).subspan(overpasses_)) {
      const auto& cell = state.cell[road.cell];
      now_laid_.push_back({cell.x, cell.y, -1, road.from});
    }
}

/// Forgets what was found out about the tiles unless the same ones lie as then.
template <class Config>
void Evaluator<Config>::know_tiles(const Ruleset& rules, const S& state) {
  list_laid(state);
  if (known_ && now_laid_ == laid_) return;
  known_ = true;
  laid_.swap(now_laid_);
  ++tiles_number_;
  walls_listed_ = false;
  walls_.resize(walls_looked_at_);
  add_walls(rules, state, pieces_);
  find_chances(rules, state);
}

/// Multiplies up, for every road and city, the chances of the spaces at its open sides; cloisters by spaces left.
template <class Config>
void Evaluator<Config>::find_chances(const Ruleset& rules, const S& state) {
  constexpr unsigned leads_on = 0xaaaaaaaau & ((1u << (2 * Config::faces)) - 1);  // roads and cities, one bit each
  std::fill_n(chance_.begin(), state.nodes, 1.0);
  Ways changed;
  for (int i = 0; i < state.open; ++i) {
    const unsigned signature = state.open_signature[i];
    if ((signature & leads_on) == 0) continue;
    const int c = state.open_cell[i];
    const bool is_as_it_was = c < cells_ && ways_[c].signature == signature;
    if (!is_as_it_was) find_ways(rules, state, i, changed);
    const Ways& ways = is_as_it_was ? ways_[c] : changed;
    const double filled = state.cell[c].occupied() ? weights_.shared_space : fill_chance(signature);
    std::array<int, Config::faces> seen;
    int distinct = 0;
    for (int way = 0; way < ways.count; ++way) {
      const int root = root_of(state, ways.node[way]);
      if (std::find(seen.begin(), seen.begin() + distinct, root) != seen.begin() + distinct) continue;
      seen[distinct++] = root;
      chance_[root] *= filled * (ways.terrain[way] == Terrain::road ? weights_.road_faith : weights_.city_faith);
    }
  }
  const double around = std::max(0.0, 1 - (1 - weights_.cloister_faith) / std::max(left_, 0.05));
  for (int i = 0; i < state.watches; ++i) {
    const auto node = state.watch_node[i];
    chance_[node] = power(around, state.node[node].open());
  }
}

template <class Config>
void Evaluator<Config>::list_walls(const S& state) {
  std::fill_n(first_wall_.begin(), state.nodes, kNone);
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    int16_t& first = first_wall_[root_of(state, walls_[w].field)];
    walls_[w].next = std::exchange(first, static_cast<int16_t>(w));
  }
  walls_listed_ = true;
}

/// What the cities at a field are worth to it, as far as they will be finished.
template <class Config>
double Evaluator<Config>::cities_at(const S& state, int field) {
  if (!walls_listed_) list_walls(state);
  const int words = (state.nodes + 63) / 64;
  for (int w = first_wall_[field]; w != kNone; w = walls_[w].next) cities_.insert(root_of(state, walls_[w].city));
  double cities = 0;
  for (int w = 0; w < words; ++w)
    for (uint64_t bits = std::exchange(cities_.word[w], 0); bits != 0; bits &= bits - 1) {
      const int city = w * 64 + std::countr_zero(bits);
      cities += is_completed(state, city) ? 1 : weights_.field_faith * chance_[city];
    }
  return cities;
}

/// What a road, city, cloister or garden brings.
template <class Config>
double Evaluator<Config>::points_of(const Ruleset& rules, const S& state, int root) const {
  const ScoringRules& scoring = rules.scoring;
  const auto& node = state.node[root];
  const FeatureType type = state.type[root];
  const int tiles = feature_size(rules, state, root);
  if (type == FeatureType::cloister || type == FeatureType::garden)
    return tiles + node.open() * weights_.cloister_faith * std::min(1.0, 2 * left_);
  const double chance = chance_[root];
  const double finished = type == FeatureType::road ? tiles * scoring.road_tile
                                                    : tiles * scoring.city_tile + node.shields() * scoring.city_shield;
  const double unfinished =
      type == FeatureType::road ? finished : tiles * scoring.open_city_tile + node.shields() * scoring.open_city_shield;
  return chance * finished + (1 - chance) * unfinished;
}

/// The same of any of these, or of a field what the cities at it are worth: found once for the same tiles.
template <class Config>
double Evaluator<Config>::found_of(const Ruleset& rules, const S& state, int root) {
  Found& found = found_[root];
  if (found.tiles != tiles_number_)
    found = {state.type[root] == FeatureType::field ? cities_at(state, root) : points_of(rules, state, root),
             tiles_number_};
  return found.worth;
}

// ---------------------------------------------------------------- followers

/// The roots of the features with followers, the oldest first, and what these count where not all count one.
template <class Config>
void Evaluator<Config>::find_followed(const Ruleset& rules, const S& state) {
  roots_.clear();
  if constexpr (Config::variants) {
    ++look_number_;
    for (const int number : standing(state)) {
      const FigureRow& row = figure_rows(state)[number];
      if (!rules.figures[row.figure].follower) continue;
      const int root = root_at(state, row.piece(), row.feature());
      Strengths& strength = strength_[root];
      if (std::exchange(found_in_[root], look_number_) != look_number_) {
        roots_.push_back(root);
        strength = {};
      }
      if (rules.unequal)
        strength[row.seat] = static_cast<uint16_t>(strength[row.seat] + strength_of(rules, state, number, root));
    }
    std::sort(roots_.begin(), roots_.end());
  } else {
    followed_.find(state);
    roots_.assign(followed_.begin(), followed_.end());
  }
}

/// Gives `points` to every seat with the majority; the followers come back with `chance`.
template <class Config>
void Evaluator<Config>::give(const Ruleset& rules, const S& state, int root, double points, double chance) {
  const auto& followers = state.node[root].followers;
  const auto give_most = [&](const auto& strength, int least) {
    int most = least;
    for (int seat = 0; seat < rules.seats; ++seat) most = std::max<int>(most, strength(seat));
    for (int seat = 0; seat < rules.seats; ++seat) {
      if (strength(seat) == most) value_[seat] += points;
      hand_[seat] += chance * followers.of(seat);
    }
  };
  if constexpr (Config::variants)
    if (rules.unequal) return give_most([&](int seat) { return int{strength_[root][seat]}; }, 1);
  give_most([&](int seat) { return followers.of(seat); }, 0);
}

/// Those that only some rules have. Whether it is one.
template <class Config>
bool Evaluator<Config>::add_other(const Ruleset& rules, const S& state, int root) {
  if constexpr (Config::variants) {
    const auto& node = state.node[root];
    const auto to_each = [&](double points) {
      for (int seat = 0; seat < rules.seats; ++seat) value_[seat] += points * node.followers.of(seat);
    };
    const auto points_now = [&] { return feature_points(rules, state, root, Reason::unfinished); };
    switch (state.type[root]) {
      case FeatureType::chapter:
        give(rules, state, root, points_now(), 0);
        return true;
      case FeatureType::pyramid:
        to_each(rules.scoring.in_pyramid);
        return true;
      case FeatureType::quarter:  // it pays as long as there is something to be scored
        to_each(6 * left_);
        return true;
      case FeatureType::trap:  // so much for each who is there
        to_each(points_now());
        return true;
      case FeatureType::hut: {  // more, the less lies around: as far as that stays so
        const double lost = node.open() * weights_.cloister_faith * std::min(1.0, 2 * left_);
        give(rules, state, root, points_now() - lost, chance_[root]);
        return true;
      }
      case FeatureType::building: {  // ten spaces around its two
        const int size = feature_size(rules, state, root);
        const double missing = std::max(0, 10 + kBuilding - size);
        const double points = size + missing * weights_.cloister_faith * std::min(1.0, 2 * left_);
        give(rules, state, root, points, chance_[root]);
        return true;
      }
      default:
        return false;
    }
  }
  return false;
}

template <class Config>
void Evaluator<Config>::add_features(const Ruleset& rules, const S& state) {
  find_followed(rules, state);
  for (const int root : roots_)
    if (state.type[root] != FeatureType::field && !add_other(rules, state, root))
      give(rules, state, root, found_of(rules, state, root), chance_[root]);
  // Farmers: what their field pays at the end for the cities at it, as far as these will be finished (FIELD-2,
  // FIELD-3).
  for (const int root : roots_)
    if (state.type[root] == FeatureType::field)
      give(rules, state, root, found_of(rules, state, root) * rules.scoring.field_city, 0);
}

template <class Config>
double Evaluator<Config>::evaluate(const Ruleset& rules, const S& state, int seat) {
  for (int i = 0; i < rules.seats; ++i) {
    value_[i] = state.score[i];
    hand_[i] = state.supply[i];
    if constexpr (Config::variants)
      for (int kind = 1; kind < rules.figure_kinds; ++kind)  // what may stand where followers do
        if (rules.figures[kind].follower && rules.figures[kind].stands(FeatureType::city))
          hand_[i] += supply_of(rules, state, i, static_cast<Figure>(kind));
  }
  if (state.phase != Phase::over) {
    know_tiles(rules, state);
    add_features(rules, state);
    const double worth = weights_.hand * std::min(1.0, turns_ / weights_.hand_turns);
    for (int i = 0; i < rules.seats; ++i) {
      // A follower that comes back by a chance counts by that chance: between whole powers of hand_decay the curve is a
      // straight line.
      const int whole = static_cast<int>(hand_[i]);
      const double low = power(weights_.hand_decay, whole);
      value_[i] += worth * (1 - low * (1 - (hand_[i] - whole) * (1 - weights_.hand_decay)));
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
