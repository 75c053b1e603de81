#include "ai/outlook.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ai/outlook_parts.h"
#include "core/lanes.h"

namespace bastide {

template <class Config>
void Outlook<Config>::begin(const Ruleset& rules, const EvaluationWeights& weights) {
  if (identity_ == rules.identity.number() && weights_ == weights) return;
  weights_ = weights;
  hand_scale_ = -1;
  faith_ = {0, 0, weights.road_faith, weights.city_faith};
  low_[0] = 1;
  for (std::size_t i = 1; i < low_.size(); ++i) low_[i] = low_[i - 1] * weights.hand_decay;
  rules_ = &rules;
  identity_ = rules.identity.number();
  seats_ = rules.seats;
  stack_.assign(rules.kinds.size(), 0);
  fitting_.fill(0);
  rows_.clear();
  laid_.clear();
  walls_.clear();
  walls_of_.clear();
  cells_of_.clear();
  cells_ = 0;
  sorts_.clear();
  for (const TileKind& kind : rules.kinds) {
    Sorts sorts;
    for (int f = 0; f < kind.features; ++f) {
      const FeatureType type = kind.types[f];
      sorts.ways |= static_cast<unsigned>(is_way(type)) << f;
      sorts.fields |= static_cast<unsigned>(type == FeatureType::field) << f;
      sorts.stands |= static_cast<unsigned>(rules.figures[0].stands(type)) << f;
      if (!is_way(type)) continue;
      const auto node = node_of(kind, f);
      sorts.shields = std::max(sorts.shields, node.shields());
      sorts.closed |= static_cast<unsigned>(node.open() == 0) << f;
      sorts.open[f] = promise_of(type, node, 1, 0).points;
      sorts.finished[f] = promise_of(type, node, 1, 1).points - sorts.open[f];
    }
    sorts_.push_back(sorts);
  }
}

/// How many tiles fit a space, kept up to date from one look to the next.
template <class Config>
void Outlook<Config>::count(const S& state) {
  std::array<Tiles, kMaxKinds> now;
  const std::size_t kinds = stack_.size();
  std::fill_n(now.begin(), kinds, Tiles{0});
  for (int i = 0; i < state.left; ++i) ++now[state.stack[i]];
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (now[kind] == stack_[kind]) continue;
    const auto more = static_cast<Tiles>(now[kind] - stack_[kind]);
    stack_[kind] = now[kind];
    const TileKind& fit = rules_->kinds[kind];
    for (std::size_t high = 0; high < 16; ++high) {
      if constexpr (sizeof(Tiles) == 1) {
        const auto mask =
            static_cast<Lanes>((load_lanes<uint8_t>(fit.fit_north_east.data()) & fit.fit_south_west[high]) != 0);
        const Lanes sum = load_lanes<uint8_t>(&fitting_[16 * high]) + (mask & more);
        std::memcpy(&fitting_[16 * high], &sum, sizeof sum);
      } else {
        for (std::size_t low = 0; low < 16; ++low)
          fitting_[16 * high + low] = static_cast<Tiles>(
              fitting_[16 * high + low] + ((fit.fit_north_east[low] & fit.fit_south_west[high]) != 0 ? more : 0));
      }
    }
  }
  turns_ = static_cast<double>(state.left) / rules_->seats;
  left_ = static_cast<double>(state.left) / static_cast<double>(std::max(1, rules_->tiles()));
  if (rows_.size() <= state.left) rows_.resize(state.left + 1u);
  auto& row = rows_[state.left];
  if (row.empty()) {
    row.resize(state.left + 1u);
    row[0] = kHardly;
    for (int fit = 1; fit <= state.left; ++fit)
      row[fit] = 1 - power(1 - static_cast<double>(fit) / state.left, static_cast<int>(turns_ + 1));
  }
  row_ = row.data();
  const double hand = weights_.hand * std::min(1.0, turns_ / weights_.hand_turns);
  for (std::size_t whole = 0; whole < low_.size() && hand != hand_scale_; ++whole) {
    step_[whole] = hand * low_[whole] * (1 - weights_.hand_decay);
    base_[whole] = hand * (1 - low_[whole]) - step_[whole] * static_cast<double>(whole);
  }
  hand_scale_ = hand;
  around_ = std::max(0.0, 1 - (1 - weights_.cloister_faith) / std::max(left_, 0.05));
  for (int i = 0; i < static_cast<int>(surround_.size()); ++i) surround_[i] = power(around_, i);
}

template <class Config>
void Outlook<Config>::look(const S& state) {
  state_ = &state;
  site_.open = kNone;
  ways_[kNowhere].count = 0;
  count(state);
  keep_up();
  find_chances();
  find_values();
  find_cities();
  ahead_ = now_[state.seat][kPoints] - rival_of(state.seat, now_);
  if (state.phase == Phase::tile) find_most();
}

/// The most that the tile that is to be laid may bring where it meets nothing. No side has a better chance than one
/// shown to a space that nothing else is known of, since fewer tiles fit any other.
template <class Config>
void Outlook<Config>::find_most() {
  const S& s = *state_;
  const TileKind& kind = rules_->kinds[s.drawn];
  const Sorts& sorts = sorts_[s.drawn];
  const double hand = now_[s.seat][kHand];
  most_ = kind.centres != 0 ? kEndless : hand_worth(hand);
  most_cities_ = 0;
  most_joined_.fill(0);
  for (const unsigned f : each_bit(sorts.ways)) {
    const Terrain terrain = kind.types[f] == FeatureType::city ? Terrain::city : Terrain::road;
    const double side = filled(static_cast<unsigned>(terrain), terrain);
    const int sides = node_of(kind, static_cast<int>(f)).open();
    const double joined = power(side, sides - 1), chance = power(side, sides);
    double& most = most_joined_[static_cast<std::size_t>(terrain)];
    most = std::max(most, joined);
    if (terrain == Terrain::city) most_cities_ += weights_.field_faith * chance;
    if (s.supply[s.seat] > 0 && (sorts.stands >> f & 1) != 0)
      most_ = std::max(most_, sorts.open[f] + chance * sorts.finished[f] + hand_worth(hand - 1 + chance));
  }
}

/// What the board is made of only grows from one look to the next, or goes back to an earlier one and grows from there.
template <class Config>
void Outlook<Config>::keep_up() {
  const S& s = *state_;
  const std::size_t same = same_pieces(laid_.data(), s.piece.data(), std::min<std::size_t>(laid_.size(), s.pieces));
  laid_.resize(same);
  walls_of_.resize(same);
  walls_.resize(same == 0 ? 0 : walls_of_.back());
  cells_of_.resize(same);
  for (int cells = same == 0 ? 0 : cells_of_.back(); cells_ > cells; --cells_)
    for (int face = 0; face < 4; ++face)
      if (const int cell = next_to_[cells_ - 1][face]; cell != kNone) next_to_[cell][kFarSides[face].face] = kNone;
  for (std::size_t p = same; p < s.pieces; ++p) {
    const auto& piece = s.piece[p];
    const auto& cell = s.cell[piece.cell];
    const TileKind& kind = rules_->kinds[piece.kind];
    const OrientedTile& tile = kind.oriented[piece.rotation];
    // Nobody but this tile has made cells since the one before: its own, if it was the first, and those around.
    int cells = std::max<int>(cells_, piece.cell + 1);
    for (int face = 0; face < 4; ++face) {
      const FarSide far = kFarSides[face];
      const int there = find_cell(s, cell.x + far.dx, cell.y + far.dy);
      cells = std::max(cells, there + 1);
      auto& beyond = offered_[there];
      for (unsigned port = kPortsOfFace * face; port < kPortsOfFace * (face + 1u); ++port)
        beyond[far_port(port)] = static_cast<int16_t>(piece.node + tile.feature_at[port]);
    }
    for (; cells_ < cells; ++cells_)
      for (int face = 0; face < 4; ++face) {
        const FarSide far = kFarSides[face];
        const int there = find_cell(s, s.cell[cells_].x + far.dx, s.cell[cells_].y + far.dy);
        next_to_[cells_][face] = static_cast<int16_t>(there < cells ? there : kNone);
        if (there >= 0 && there < cells) next_to_[there][far.face] = static_cast<int16_t>(cells_);
      }
    cells_of_.push_back(cells);
    for (const unsigned f : each_bit(kind.walled))
      for (const unsigned c : each_bit(kind.feature[f].cities))
        walls_.push_back({static_cast<int16_t>(piece.node + f), static_cast<int16_t>(piece.node + c)});
    laid_.push_back(piece);
    walls_of_.push_back(walls_.size());
  }
}

/// How likely the spaces at their open sides let roads and cities be finished.
template <class Config>
void Outlook<Config>::find_chances() {
  const S& s = *state_;
  std::fill_n(chance_.begin(), s.nodes, 1.0);
  between_.clear();
  for (int i = 0; i < s.open; ++i) ways_[i].count = 0;
  for (int first = 0; first < s.open; first += 8) {  // eight spaces at once, of which one may have no such side
    uint64_t sides = 0;
    for (int i = 0; i < 8; ++i)
      sides |= static_cast<uint64_t>(first + i < s.open ? s.open_signature[first + i] & kLeadOn : 0) << (8 * i);
    for (; sides != 0; sides &= sides - 1) {
      const int bit = std::countr_zero(sides), i = first + bit / 8, face = bit % 8 / 2;
      const unsigned signature = s.open_signature[i];
      const auto root = static_cast<int16_t>(root_of(s, offered_[s.open_cell[i]][kPortsOfFace * face + middle]));
      Ways& ways = ways_[i];
      int known = 0;
      while (known < ways.count && ways.root[known] != root) ++known;
      if (known < ways.count) continue;
      if (ways.count == 1) between_.push_back(static_cast<int16_t>(i));
      ways.root[ways.count] = root;
      ways.terrain[ways.count++] = terrain_at(signature, face);
      chance_[root] *= filled(signature, terrain_at(signature, face));
    }
  }
}

template <class Config>
void Outlook<Config>::find_values() {
  const S& s = *state_;
  for (int seat = 0; seat < seats_; ++seat)
    now_[seat] = Each{static_cast<double>(s.score[seat]), static_cast<double>(s.supply[seat])};
  watched_.clear();
  watched_rows_.fill(0);
  for (int i = 0; i < s.watches; ++i)
    if (s.node[s.watch_node[i]].followers.any()) {
      watched_.push_back(i);
      for (int y = s.watch_y[i] - 1; y <= s.watch_y[i] + 1; ++y)
        watched_rows_[y & 31] |= std::rotl(7u, s.watch_x[i] - 1);
    }
  farms_.clear();
  others_farms_ = 0;
  followed_.find(s);
  for (const int n : followed_) {
    const Node& node = s.node[n];
    const FeatureType type = s.type[n];
    if (type == FeatureType::field) {
      farm_at_[n] = static_cast<uint8_t>(farms_.size());
      others_farms_ |= uint64_t{others_in(node.followers)} << farms_.size();
      farms_.push_back({n, 0});
      continue;
    }
    const double chance = node.open() == 0 ? 1 : chance_[n];
    promise_[n] = promise_of(type, node, is_way(type) ? tiles_of(n) : 0, chance);
    give(now_, node.followers, promise_[n]);
  }
}

/// The cities at every field.
template <class Config>
void Outlook<Config>::find_cities() {
  const S& s = *state_;
  pairs_.clear();
  std::fill_n(first_pair_.begin(), s.nodes, kNone);
  std::fill_n(farms_at_.begin(), s.nodes, uint64_t{0});
  std::fill_n(total_.begin(), s.nodes, 0.0);
  const std::array<double, 2> faith = {weights_.field_faith, 1};  // the second if it is completed
  for (const Wall& wall : walls_) {
    const int field = root_of(s, wall.field), city = root_of(s, wall.city);
    int pair = first_pair_[field];
    while (pair >= 0 && pairs_[pair].city != city) pair = pairs_[pair].next;
    if (pair >= 0) continue;
    pairs_.push_back({static_cast<int16_t>(city), first_pair_[field]});
    first_pair_[field] = static_cast<int16_t>(pairs_.size() - 1);
    city_[city] = faith[s.node[city].open() == 0] * chance_[city];
    total_[field] += city_[city];
  }
  for (std::size_t i = 0; i < farms_.size(); ++i) {
    Farm& farm = farms_[i];
    for (int pair = first_pair_[farm.root]; pair >= 0; pair = pairs_[pair].next)
      farms_at_[pairs_[pair].city] |= uint64_t{1} << i;
    farm.cities = total_[farm.root];
    give(now_, s.node[farm.root].followers, {farm.cities * rules_->scoring.field_city, 0});
  }
}

template <class Config>
double Outlook<Config>::worth(int seat) const {
  return now_[seat][kPoints] + hand_worth(now_[seat][kHand]) - rival_of(seat, now_);
}

template class Outlook<Fast>;
template class Outlook<Large>;

}  // namespace bastide
