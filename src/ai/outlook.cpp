#include "ai/outlook.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/kernel_board.h"
#include "core/lanes.h"

namespace bastide {
namespace {

Terrain at(unsigned signature, int face) {
  return static_cast<Terrain>((signature >> (2 * face)) & 3);
}

bool leads_on(Terrain terrain) {
  return terrain == Terrain::road || terrain == Terrain::city;
}

bool is_way(FeatureType type) {
  return type == FeatureType::road || type == FeatureType::city;
}

}  // namespace

template <class Config>
void Outlook<Config>::begin(const Ruleset& rules, const EvaluationWeights& weights) {
  rules_ = &rules;
  weights_ = weights;
  bool same = fits_.size() == rules.kinds.size() && seats_ == rules.seats;
  for (std::size_t kind = 0; kind < fits_.size() && same; ++kind)
    same = fits_[kind] == Fit{rules.kinds[kind].fit_north_east, rules.kinds[kind].fit_south_west};
  if (!same) {
    fits_.clear();
    for (const TileKind& kind : rules.kinds) fits_.push_back({kind.fit_north_east, kind.fit_south_west});
    stack_.assign(rules.kinds.size(), 0);
    fitting_.fill(0);
    rows_.clear();
    seats_ = rules.seats;
  }
  for (int i = 0; i < static_cast<int>(low_.size()); ++i) low_[i] = power(weights.hand_decay, i);
}

/// How many tiles fit a space, kept up to date from one look to the next.
template <class Config>
void Outlook<Config>::count(const S& state) {
  std::array<Tiles, kMaxKinds> now;
  const std::size_t kinds = fits_.size();
  std::fill_n(now.begin(), kinds, Tiles{0});
  for (int i = 0; i < state.left; ++i) ++now[state.stack[i]];
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    if (now[kind] == stack_[kind]) continue;
    const auto more = static_cast<Tiles>(now[kind] - stack_[kind]);
    stack_[kind] = now[kind];
    const Fit& fit = fits_[kind];
    for (std::size_t high = 0; high < 16; ++high) {
      if constexpr (sizeof(Tiles) == 1) {
        const auto mask = static_cast<Lanes>((load_lanes<uint8_t>(fit.north_east.data()) & fit.south_west[high]) != 0);
        const Lanes sum = load_lanes<uint8_t>(&fitting_[16 * high]) + (mask & more);
        std::memcpy(&fitting_[16 * high], &sum, sizeof sum);
      } else {
        for (std::size_t low = 0; low < 16; ++low)
          fitting_[16 * high + low] = static_cast<Tiles>(
              fitting_[16 * high + low] + ((fit.north_east[low] & fit.south_west[high]) != 0 ? more : 0));
      }
    }
  }
  turns_ = static_cast<double>(state.left) / rules_->seats;
  left_ = static_cast<double>(state.left) / static_cast<double>(std::max(1, rules_->tiles()));
  if (rows_.size() <= state.left) rows_.resize(state.left + 1u);
  auto& row = rows_[state.left];
  if (row.empty()) {
    row.resize(state.left + 1u, 0);  // nothing fits what nothing is left for
    for (int fit = 1; fit <= state.left; ++fit)
      row[fit] = 1 - power(1 - static_cast<double>(fit) / state.left, static_cast<int>(turns_ + 1));
  }
  row_ = row.data();
  hand_scale_ = weights_.hand * std::min(1.0, turns_ / weights_.hand_turns);
  around_ = std::max(0.0, 1 - (1 - weights_.cloister_faith) / std::max(left_, 0.05));
  for (int i = 0; i < static_cast<int>(surround_.size()); ++i) surround_[i] = power(around_, i);
}

template <class Config>
void Outlook<Config>::look(const S& state) {
  state_ = &state;
  count(state);
  std::fill_n(chance_.begin(), state.nodes, Chance{});
  find_around();
  find_values();
  find_cities();
}

template <class Config>
void Outlook<Config>::find_around() {
  const S& s = *state_;
  between_.clear();
  constexpr std::array<int16_t, 4> nothing = {kNone, kNone, kNone, kNone};
  for (int i = 0; i < s.open; ++i) {
    const unsigned signature = s.open_signature[i];
    const auto& cell = s.cell[s.open_cell[i]];
    Around& around = around_open_[i];
    around.near_known = false;
    around.piece = around.root = nothing;
    int ways = 0;
    for (unsigned rest = (signature | signature >> 1) & 0x55; rest != 0; rest &= rest - 1) {
      const int face = std::countr_zero(rest) / 2;
      const Terrain terrain = at(signature, face);
      const int piece = piece_beyond(s, cell, static_cast<Face>(face));
      around.piece[face] = static_cast<int16_t>(piece);
      if (!leads_on(terrain)) continue;
      const auto& other = s.piece[piece];
      const OrientedTile& there = rules_->kinds[other.kind].oriented[other.rotation];
      const auto root =
          static_cast<int16_t>(root_of(s, other.node + there.feature_at[kPortsOfFace * kFarSides[face].face + middle]));
      if (std::find(around.root.begin(), around.root.end(), root) == around.root.end()) {
        chance_[root].with(filled(signature, terrain));
        ++ways;
      }
      around.root[face] = root;
    }
    if (ways > 1) between_.push_back(static_cast<int16_t>(i));
  }
}

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
void Outlook<Config>::give(Values& value, Values& hand, const Node& node, Promise promise, double sign) const {
  int most = 0;
  for (int seat = 0; seat < seats_; ++seat) most = std::max(most, node.followers.of(seat));
  for (int seat = 0; seat < seats_; ++seat) {
    const int mine = node.followers.of(seat);
    value[seat] += mine == most ? sign * promise.points : 0;
    hand[seat] += sign * promise.chance * mine;
  }
}

template <class Config>
void Outlook<Config>::find_values() {
  const S& s = *state_;
  for (int seat = 0; seat < seats_; ++seat) {
    value_[seat] = s.score[seat];
    hand_[seat] = s.supply[seat];
  }
  farms_.clear();
  for (int n = 0; n < s.nodes; ++n) {
    const Node& node = s.node[n];
    if (!node.followers.any() || s.parent[n] != n) continue;
    const FeatureType type = s.type[n];
    if (type == FeatureType::field) {
      farms_.push_back({n, 0});
      continue;
    }
    const double chance = node.open() == 0 ? 1 : chance_[n].value();
    promise_[n] = promise_of(type, node, is_way(type) ? tiles_of(n) : 0, chance);
    give(value_, hand_, node, promise_[n], 1);
  }
}

/// The cities at every field.
template <class Config>
void Outlook<Config>::find_cities() {
  const S& s = *state_;
  pairs_.clear();
  std::fill_n(first_pair_.begin(), s.nodes, kNone);
  std::fill_n(farms_at_.begin(), s.nodes, uint64_t{0});
  for (int p = 0; p < s.pieces; ++p) {
    const auto& piece = s.piece[p];
    const TileKind& kind = rules_->kinds[piece.kind];
    for (const unsigned f : each_bit(kind.walled)) {
      const int field = root_of(s, static_cast<int>(piece.node + f));
      for (const unsigned c : each_bit(kind.feature[f].cities)) {
        const int city = root_of(s, static_cast<int>(piece.node + c));
        pairs_.push_back({static_cast<int16_t>(city), first_pair_[field]});
        first_pair_[field] = static_cast<int16_t>(pairs_.size() - 1);
        city_[city] = s.node[city].open() == 0 ? 1 : weights_.field_faith * chance_[city].value();
      }
    }
  }
  for (std::size_t i = 0; i < farms_.size(); ++i) {
    ++seen_;
    Farm& farm = farms_[i];
    for (int pair = first_pair_[farm.root]; pair >= 0; pair = pairs_[pair].next) {
      const int city = pairs_[pair].city;
      if (seen_at_[city] == seen_) continue;
      seen_at_[city] = seen_;
      farms_at_[city] |= uint64_t{1} << i;
      farm.cities += city_[city];
    }
    give(value_, hand_, s.node[farm.root], {farm.cities * rules_->scoring.field_city, 0}, 1);
  }
}

/// What followers in hand are worth. One that comes back by a chance counts by that chance.
template <class Config>
double Outlook<Config>::hand_worth(double hand) const {
  const int whole = static_cast<int>(hand);
  return hand_scale_ * (1 - low_[whole] * (1 - (hand - whole) * (1 - weights_.hand_decay)));
}

template <class Config>
double Outlook<Config>::of(const Values& value, const Values& hand, int seat) const {
  double rival = -1e9;
  for (int i = 0; i < seats_; ++i)
    if (i != seat) rival = std::max(rival, value[i] + hand_worth(hand[i]));
  return value[seat] + hand_worth(hand[seat]) - rival;
}

template <class Config>
double Outlook<Config>::worth(int seat) const {
  return of(value_, hand_, seat);
}

/// Fills in a judgement from what each seat has without a follower, and what the groups promise.
template <class Config>
void Outlook<Config>::fill_in(Judgement& judgement, int seat, unsigned features, const Values& value,
                              const Values& hand) {
  double rival = -1e9;
  for (int i = 0; i < seats_; ++i)
    if (i != seat) rival = std::max(rival, value[i] + hand_worth(hand[i]));
  judgement.without = judgement.best = value[seat] + hand_worth(hand[seat]) - rival;
  judgement.feature = Judgement::kNoFeature;
  judgement.takes = features;
  for (const unsigned f : each_bit(features)) {
    const Promise& promise = group_[group_of(static_cast<int>(f))].promise;
    const double with = value[seat] + promise.points + hand_worth(hand[seat] - 1 + promise.chance) - rival;
    judgement.with[f] = with;
    if (with > judgement.best) {
      judgement.best = with;
      judgement.feature = static_cast<int>(f);
    }
  }
}

template <class Config>
int Outlook<Config>::group_of(int feature) const {
  while (group_[feature].into != feature) feature = group_[feature].into;
  return feature;
}

/// A feature of the tile continues the one with that root.
template <class Config>
void Outlook<Config>::join(int feature, int root, bool closes) {
  int g = group_of(feature);
  if (joined_at_[root] == stamp_) {
    const int other = group_of(joined_to_[root]);
    if (other != g) {
      Group &to = group_[std::min(g, other)], &from = group_[std::max(g, other)];
      to.node.counts.packed += from.node.counts.packed;
      to.node.followers.packed += from.node.followers.packed;
      to.chance.with(from.chance);
      to.joined += from.joined;
      from.into = std::min(g, other);
      g = from.into;
    }
  } else {
    joined_at_[root] = stamp_;
    joined_to_[root] = static_cast<uint8_t>(g);
    roots_[joined_++] = static_cast<int16_t>(root);
    group_[g].node.counts.packed += state_->node[root].counts.packed;
    group_[g].node.followers.packed += state_->node[root].followers.packed;
    ++group_[g].joined;
    if (closes) group_[g].chance.with(chance_[root]);
  }
  if (closes) group_[g].node.counts.packed -= 2;
}

/// A feature that the tile does not continue has a space beside the tile.
template <class Config>
void Outlook<Config>::change(int root, double before, double after) {
  int i = 0;
  while (i < changes_ && changed_[i].root != root) ++i;
  if (i == changes_) changed_[changes_++] = {root, chance_[root]};
  changed_[i].chance.without(before);
  changed_[i].chance.with(after);
}

/// What is offered an open space changes: all that has a side there is as likely to be continued as the tiles left say.
template <class Config>
void Outlook<Config>::touch(int open, unsigned before, unsigned after, int own, Terrain terrain) {
  unsigned counted = 0;
  if (own >= 0) {
    group_[own].chance.with(filled(after, terrain));
    counted = 1u << own;
  }
  if (open < 0) return;
  const Around& around = around_open_[open];
  for (int face = 0; face < 4; ++face) {
    const int root = around.root[face];
    if (root < 0) continue;
    bool again = false;
    for (int earlier = 0; earlier < face; ++earlier) again |= around.root[earlier] == root;
    if (again) continue;
    const Terrain way = at(before, face);
    const double was = filled(before, way), is = filled(after, way);
    if (joined_at_[root] != stamp_) {
      change(root, was, is);
      continue;
    }
    const int g = group_of(joined_to_[root]);
    group_[g].chance.without(was);
    if ((counted >> g & 1) == 0) group_[g].chance.with(is);
    counted |= 1u << g;
  }
}

/// What becomes one feature has one side at a space that several of its parts had sides at.
template <class Config>
void Outlook<Config>::count_once(int open, const Around& here) {
  for (const int16_t i : between_) {
    if (i == open || std::find(here.near.begin(), here.near.end(), i) != here.near.end()) continue;
    const Around& around = around_open_[i];
    unsigned counted = 0;
    for (int face = 0; face < 4; ++face) {
      const int root = around.root[face];
      if (root < 0 || joined_at_[root] != stamp_) continue;
      bool again = false;
      for (int earlier = 0; earlier < face; ++earlier) again |= around.root[earlier] == root;
      if (again) continue;
      const int g = group_of(joined_to_[root]);
      const unsigned signature = state_->open_signature[i];
      if ((counted >> g & 1) != 0) group_[g].chance.without(filled(signature, at(signature, face)));
      counted |= 1u << g;
    }
  }
}

/// Joins the tile to what lies around the space.
template <class Config>
void Outlook<Config>::meet(int open, Move placement, const OrientedTile& tile, const TileKind& kind) {
  const S& s = *state_;
  const unsigned signature = s.open_signature[open];
  Around& around = around_open_[open];
  ++stamp_;
  joined_ = changes_ = 0;
  for (int f = 0; f < kind.features; ++f) {
    Group& group = group_[f];
    if constexpr (sizeof(Node) == sizeof kind.counts[f])
      group.node = std::bit_cast<Node>(kind.counts[f]);
    else
      group.node = {Config::Count::widened(kind.counts[f]), {}};
    group.chance = {};
    group.into = f;
    group.joined = 0;
  }
  for (int face = 0; face < 4; ++face) {
    const Terrain terrain = at(signature, face);
    if (terrain == Terrain::none) continue;
    if (leads_on(terrain)) {
      const int root = around.root[face];
      const bool first = joined_at_[root] != stamp_;
      const int feature = tile.feature_at[kPortsOfFace * face + middle];
      join(feature, root, true);
      if (first) group_[group_of(feature)].chance.without(filled(signature, terrain));
    }
    if (terrain == Terrain::city) continue;
    const auto& other = s.piece[around.piece[face]];
    const OrientedTile& there = rules_->kinds[other.kind].oriented[other.rotation];
    for (const PortPlace half : {first_half, second_half}) {
      if (half == second_half && terrain == Terrain::field) break;  // all one field
      const auto port = static_cast<unsigned>(kPortsOfFace * face + half);
      join(tile.feature_at[port], root_of(s, other.node + there.feature_at[far_port(port)]), false);
    }
  }
  if (!around.near_known) {
    around.near_known = true;
    for (int face = 0; face < 4; ++face) {
      around.near[face] = kNone;
      if (at(signature, face) != Terrain::none) continue;
      const FarSide far = kFarSides[face];
      const int cell = find_cell(s, placement.x + far.dx, placement.y + far.dy);
      if (cell >= 0) around.near[face] = static_cast<int16_t>(s.cell[cell].open);
    }
  }
  for (int face = 0; face < 4; ++face) {
    if (at(signature, face) != Terrain::none) continue;
    const int near = around.near[face];
    const unsigned before = near < 0 ? 0 : s.open_signature[near];
    const unsigned after = before | (tile.shown & (3u << (2 * kFarSides[face].face)));
    const Terrain terrain = at(tile.pattern, face);
    const int own = leads_on(terrain) ? group_of(tile.feature_at[kPortsOfFace * face + middle]) : -1;
    touch(near, before, after, own, terrain);
  }
  if (between_.empty()) return;
  bool several = false;
  for (int f = 0; f < kind.features; ++f) several |= is_way(kind.types[f]) && group_[f].joined > 1;
  if (several) count_once(open, around);
}

/// The tiles of a group, each counted once (ROAD-2, CITY-2).
template <class Config>
int Outlook<Config>::tiles_of_group(int group, const TileKind& kind) const {
  const S& s = *state_;
  int tiles = group_[group].node.counts.segments();
  if (group_[group].node.counts.twins() < 2) return tiles;
  for (int i = 0; i < s.twins; ++i) {
    const auto& piece = s.piece[s.twin_piece[i]];
    int here = 0;
    for (const unsigned f : each_bit(rules_->kinds[piece.kind].twins)) {
      const int root = root_of(s, static_cast<int>(piece.node + f));
      here += joined_at_[root] == stamp_ && group_of(joined_to_[root]) == group;
    }
    tiles -= std::max(0, here - 1);
  }
  int here = 0;
  for (const unsigned f : each_bit(kind.twins)) here += group_of(static_cast<int>(f)) == group;
  return tiles - std::max(0, here - 1);
}

/// One space less is empty around cloisters that somebody watches.
template <class Config>
void Outlook<Config>::cloisters(Move placement, Values& value, Values& hand) const {
  const S& s = *state_;
  for (int i = 0; i < s.watches; ++i) {
    const int dx = s.watch_x[i] - placement.x, dy = s.watch_y[i] - placement.y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1) continue;
    const int n = s.watch_node[i];
    if (!s.node[n].followers.any()) continue;
    Node nearer = s.node[n];
    nearer.counts.packed -= 1;
    give(value, hand, s.node[n], promise_[n], -1);
    give(value, hand, s.node[n], promise_of(s.type[n], nearer, 0, 0), 1);
  }
}

/// What the cities at a field are worth to it, the tile's own among them.
template <class Config>
double Outlook<Config>::cities_of_group(int group, const TileKind& kind) {
  ++seen_;
  unsigned counted = 0;
  double cities = 0;
  const auto count = [&](int city_group) {
    if ((counted >> city_group) & 1) return;
    counted |= 1u << city_group;
    cities += group_[city_group].cities;
  };
  for (const unsigned f : each_bit(kind.walled))
    if (group_of(static_cast<int>(f)) == group)
      for (const unsigned c : each_bit(kind.feature[f].cities)) count(group_of(static_cast<int>(c)));
  for (int i = 0; i < joined_; ++i) {
    const int field = roots_[i];
    if (state_->type[field] != FeatureType::field || group_of(joined_to_[field]) != group) continue;
    for (int pair = first_pair_[field]; pair >= 0; pair = pairs_[pair].next) {
      const int city = pairs_[pair].city;
      if (seen_at_[city] == seen_) continue;
      seen_at_[city] = seen_;
      if (joined_at_[city] == stamp_) {
        count(group_of(joined_to_[city]));
        continue;
      }
      double worth = city_[city];
      for (int k = 0; k < changes_; ++k)
        if (changed_[k].root == city) worth = weights_.field_faith * changed_[k].chance.value();
      cities += worth;
    }
  }
  return cities;
}

template <class Config>
void Outlook<Config>::fields(const TileKind& kind, Values& value, Values& hand) {
  const S& s = *state_;
  const int each = rules_->scoring.field_city;
  if (!farms_.empty()) {
    std::array<double, 64> more{};  // by farm
    uint64_t concerned = 0;
    for (int i = 0; i < joined_; ++i) {
      const int root = roots_[i];
      if (s.type[root] != FeatureType::city || farms_at_[root] == 0) continue;
      const int g = group_of(joined_to_[root]);
      for (const unsigned farm : each_bit(farms_at_[root])) {
        more[farm] -= city_[root];
        bool counted = false;  // the whole city once
        for (int before = 0; before < i && !counted; ++before)
          counted = s.type[roots_[before]] == FeatureType::city && group_of(joined_to_[roots_[before]]) == g &&
                    (farms_at_[roots_[before]] >> farm & 1) != 0;
        if (!counted) more[farm] += group_[g].cities;
      }
      concerned |= farms_at_[root];
    }
    for (int k = 0; k < changes_; ++k) {
      const int root = changed_[k].root;
      if (s.type[root] != FeatureType::city || farms_at_[root] == 0) continue;
      const double change = weights_.field_faith * changed_[k].chance.value() - city_[root];
      for (const unsigned farm : each_bit(farms_at_[root])) more[farm] += change;
      concerned |= farms_at_[root];
    }
    for (const unsigned farm : each_bit(concerned))
      if (const int root = farms_[farm].root; joined_at_[root] != stamp_)
        give(value, hand, s.node[root], {more[farm] * each, 0}, 1);
    for (const Farm& farm : farms_)
      if (joined_at_[farm.root] == stamp_) give(value, hand, s.node[farm.root], {farm.cities * each, 0}, -1);
  }
  const bool may_stand = s.supply[s.seat] != 0 && rules_->figures[0].stands(FeatureType::field);
  for (int f = 0; f < kind.features; ++f) {
    Group& group = group_[f];
    if (kind.types[f] != FeatureType::field || group.into != f) continue;
    const bool any = group.node.followers.any();
    if (!any && !may_stand) continue;
    group.promise = {cities_of_group(f, kind) * each, 0};
    if (any) give(value, hand, group.node, group.promise, 1);
  }
}

template <class Config>
void Outlook<Config>::judge(Move placement, Judgement& judgement) {
  const S& s = *state_;
  const TileKind& kind = rules_->kinds[placement.tile];
  const int open = s.cell[find_cell(s, placement.x, placement.y)].open;
  meet(open, placement, kind.oriented[placement.rotation], kind);

  Values value = value_, hand = hand_;
  for (int i = 0; i < joined_; ++i)
    if (const int root = roots_[i]; s.node[root].followers.any() && is_way(s.type[root]))
      give(value, hand, s.node[root], promise_[root], -1);
  for (int k = 0; k < changes_; ++k) {
    const int root = changed_[k].root;
    const Node& node = s.node[root];
    if (!node.followers.any()) continue;
    give(value, hand, node, promise_[root], -1);
    give(value, hand, node, promise_of(s.type[root], node, tiles_of(root), changed_[k].chance.value()), 1);
  }
  cloisters(placement, value, hand);
  unsigned takes = 0;
  for (int f = 0; f < kind.features; ++f) {
    Group& group = group_[f];
    const FeatureType type = kind.types[f];
    takes |= static_cast<unsigned>(rules_->figures[0].stands(type) && !group_[group_of(f)].node.followers.any()) << f;
    if (group.into != f || type == FeatureType::field) continue;
    if (is_way(type)) {
      const double chance = group.node.open() == 0 ? 1 : group.chance.value();
      group.promise = promise_of(type, group.node, tiles_of_group(f, kind), chance);
      group.cities = group.node.open() == 0 ? 1 : weights_.field_faith * chance;
      if (group.node.followers.any()) give(value, hand, group.node, group.promise, 1);
    } else {
      int around = 0;
      for (const Step step : kAround) around += occupied(s, placement.x + step.dx, placement.y + step.dy);
      group.node.counts = Config::Count::of(8 - around, 0);
      group.promise = promise_of(type, group.node, 0, 0);
    }
  }
  fields(kind, value, hand);
  fill_in(judgement, s.seat, s.supply[s.seat] == 0 ? 0 : takes, value, hand);
}

template <class Config>
void Outlook<Config>::judge_followers(Judgement& judgement) {
  const S& s = *state_;
  const auto& piece = s.piece[s.pieces - 1];
  const TileKind& kind = rules_->kinds[piece.kind];
  unsigned takes = 0;
  for (int f = 0; f < kind.features; ++f) {
    const int root = root_of(s, piece.node + f);
    const Node& node = s.node[root];
    const FeatureType type = kind.types[f];
    group_[f].into = f;
    if (node.followers.any() || !rules_->figures[0].stands(type)) continue;
    takes |= 1u << f;
    if (type != FeatureType::field) {
      const double chance = node.open() == 0 ? 1 : chance_[root].value();
      group_[f].promise = promise_of(type, node, is_way(type) ? tiles_of(root) : 0, chance);
      continue;
    }
    double cities = 0;
    ++seen_;
    for (int pair = first_pair_[root]; pair >= 0; pair = pairs_[pair].next) {
      const int city = pairs_[pair].city;
      if (seen_at_[city] == seen_) continue;
      seen_at_[city] = seen_;
      cities += city_[city];
    }
    group_[f].promise = {cities * rules_->scoring.field_city, 0};
  }
  fill_in(judgement, s.seat, s.supply[s.seat] == 0 ? 0 : takes, value_, hand_);
}

template class Outlook<Fast>;
template class Outlook<Large>;

}  // namespace bastide
