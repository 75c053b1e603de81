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

constexpr double kEndless = std::numeric_limits<double>::infinity();
constexpr unsigned kLeadOn = 0xaa;  ///< of a signature: one bit of each face with a road or city

bool is_way(FeatureType type) {
  return type == FeatureType::road || type == FeatureType::city;
}

}  // namespace

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

/// The most that a placement in the space may be worth: where nobody has followers on roads and cities that it
/// continues, no other seat on those beside it, which have a smaller chance then, and farmers, if at all, stand on one
/// field that gets no more than cities of the tile.
template <class Config>
double Outlook<Config>::most_at_site() const {
  const S& s = *state_;
  const Site& site = site_;
  if (site.disputed || site.moved || site.ways > 1) return kEndless;
  if (site.farms != 0 && (site.fields > 1 || site.meets_city)) return kEndless;
  const int each = rules_->scoring.field_city;
  const double cities = (most_cities_ + site.meets_city) * each;  // that this tile brings
  const double farmed = site.farms != 0 ? cities : 0;
  if (s.supply[s.seat] == 0) return ahead_ + farmed + most_;
  const double hand = now_[s.seat][kHand];
  double most = std::max(most_, site.cities * each + cities + hand_worth(hand - 1));
  if (site.ways != 0) {
    const Joined& joined = site.joined[0];
    const FeatureType type = s.type[joined.root];
    const Terrain terrain = type == FeatureType::city ? Terrain::city : Terrain::road;
    Node node = joined.node;
    node.counts.packed += Config::Count::of(0, sorts_[s.drawn].shields).packed;
    const Promise promise =
        promise_of(type, node, joined.tiles + 1, joined.chance * most_joined_[static_cast<std::size_t>(terrain)]);
    most = std::max(most, promise.points + hand_worth(hand - 1 + promise.chance));
  }
  return ahead_ + farmed + most;
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
      ways.terrain[ways.count++] = at(signature, face);
      chance_[root] *= filled(signature, at(signature, face));
    }
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

/// What followers in hand are worth. One that comes back by a chance counts by that chance: between whole powers of
/// hand_decay the curve is a straight line.
template <class Config>
double Outlook<Config>::hand_worth(double hand) const {
  const auto whole = static_cast<std::size_t>(static_cast<int>(hand));
  return base_[whole] + step_[whole] * hand;
}

template <class Config>
double Outlook<Config>::worth(int seat) const {
  return now_[seat][kPoints] + hand_worth(now_[seat][kHand]) - rival_of(seat, now_);
}

/// The highest that another seat has.
template <class Config>
double Outlook<Config>::rival_of(int seat, const Standing& standing) const {
  double rival = -1e9;
  for (int i = 0; i < seats_; ++i)
    if (i != seat) rival = std::max(rival, standing[i][kPoints] + hand_worth(standing[i][kHand]));
  return rival;
}

/// Fills in a judgement from how far its seat is ahead, what it has in hand and what the groups promise.
template <class Config>
void Outlook<Config>::fill_in(Judgement& judgement, unsigned features, double ahead, double hand) const {
  judgement.without = judgement.best = ahead + hand_worth(hand);
  judgement.feature = Judgement::kNoFeature;
  judgement.takes = features;
  for (const unsigned f : each_bit(features)) {
    const Promise& promise = group_[group_of(static_cast<int>(f))].promise;
    const double with = ahead + promise.points + hand_worth(hand - 1 + promise.chance);
    judgement.with[f] = with;
    if (with > judgement.best) {
      judgement.best = with;
      judgement.feature = static_cast<int>(f);
    }
  }
}

/// The group that a root is joined to; -1: to none.
template <class Config>
int Outlook<Config>::group_at(int root) const {
  return joins(root) ? group_of(joined_to_[joined_as_[root]]) : -1;
}

/// What all placements in a space have in common: what they join, and what each seat has without that.
template <class Config>
void Outlook<Config>::come_to(int open, int x, int y) {
  const S& s = *state_;
  const int each = rules_->scoring.field_city;
  const unsigned signature = s.open_signature[open];
  const auto& nodes = offered_[s.open_cell[open]];
  Site& site = site_;
  site.open = open;
  site.x = x;
  site.y = y;
  site.empty = kNone;
  site.ways = site.roots = site.fields = site.links = 0;
  site.meets_city = site.moved = site.disputed = false;
  ++stamp_;
  for (const unsigned lead : each_bit(signature & kLeadOn)) {
    const unsigned port = lead / 2 * kPortsOfFace + middle;
    const int root = root_of(s, nodes[port]);
    if (!joins(root)) {
      joined_at_[root] = stamp_;
      joined_as_[root] = static_cast<uint8_t>(site.roots);
      Joined& joined = site.joined[site.roots++];
      joined.root = static_cast<int16_t>(root);
      joined.node = s.node[root];
      joined.tiles = tiles_of(root);
      joined.chance = chance_[root] / filled(signature, at(signature, static_cast<int>(lead / 2)));
      site.meets_city |= s.type[root] == FeatureType::city;
      if (joined.node.followers.any()) take(moved_at_site(), joined.node.followers, promise_[root]);
    }
    site.way[site.ways++] = {static_cast<uint8_t>(port), joined_as_[root]};
  }
  site.cities = 0;
  site.farms = 0;
  for (const unsigned port : each_bit(kJoinedPorts[signature] & ~kMiddlePorts)) {
    const int root = root_of(s, nodes[port]);
    if (!joins(root)) {
      joined_at_[root] = stamp_;
      joined_as_[root] = static_cast<uint8_t>(site.fields);
      site.field[site.fields++] = static_cast<int16_t>(root);
      site.cities += total_[root];
      if (s.node[root].followers.any()) site.farms |= uint64_t{1} << farm_at_[root];
    }
    site.link[site.links++] = {static_cast<uint8_t>(port), joined_as_[root]};
  }
  site.free = ~(signature << 1 | signature) & kLeadOn;
  site.shared = 0;
  for (unsigned face = 0; face < 4; ++face) {  // behind a tile, and where no cell is, is kNowhere
    const int cell = next_to_[s.open_cell[open]][face];
    const int near = select<int>(cell != kNone, s.cell[std::max(cell, 0)].open, kNowhere);
    site.beside[face] = {select<uint8_t>(near != kNowhere, s.open_signature[near], 0), static_cast<int16_t>(near)};
    site.shared |= static_cast<unsigned>(ways_[near].count != 0) << (2 * face + 1);
  }
  for (const unsigned lead : each_bit(site.shared)) {
    const auto [shown, near] = site.beside[lead / 2];
    const Ways& ways = ways_[near];
    for (int i = 0; i < ways.count; ++i) {
      const int root = ways.root[i];
      if (joins(root)) site.joined[joined_as_[root]].chance /= filled(shown, ways.terrain[i]);
      site.disputed |= others_in(s.node[root].followers) || (farms_at_[root] & others_farms_) != 0;
    }
  }
  if ((watched_rows_[y & 31] >> (x & 31) & 1) != 0) cloisters(x, y);
  for (int k = 0; k < site.roots; ++k) {
    const int root = site.joined[k].root;
    site.joined[k].farms = s.type[root] == FeatureType::city ? farms_at_[root] & ~site.farms : 0;
    for (const unsigned farm : each_bit(site.joined[k].farms))
      give(moved_at_site(), s.node[farms_[farm].root].followers, {-city_[root] * each, 0});
  }
  site.most = most_at_site();
}

/// What each seat has without what the tile continues, to be changed.
template <class Config>
auto Outlook<Config>::moved_at_site() -> Standing& {
  if (!site_.moved) copy(now_, site_.standing);
  site_.moved = true;
  return site_.standing;
}

/// One space less is empty around cloisters that somebody watches.
template <class Config>
void Outlook<Config>::cloisters(int x, int y) {
  const S& s = *state_;
  for (const int i : watched_) {
    if (static_cast<unsigned>(s.watch_x[i] - x + 1) > 2 || static_cast<unsigned>(s.watch_y[i] - y + 1) > 2) continue;
    const int n = s.watch_node[i];
    Node nearer = s.node[n];
    nearer.counts.packed -= 1;
    take(moved_at_site(), s.node[n].followers, promise_[n]);
    give(moved_at_site(), s.node[n].followers, promise_of(s.type[n], nearer, 0, 0));
  }
}

/// What a feature of a tile counts at first.
template <class Config>
auto Outlook<Config>::node_of(const TileKind& kind, int feature) -> Node {
  if constexpr (sizeof(Node) == sizeof kind.counts[feature])
    return std::bit_cast<Node>(kind.counts[feature]);
  else
    return {Config::Count::widened(kind.counts[feature]), {}};
}

/// Two groups become one. Returns it.
template <class Config>
int Outlook<Config>::merge(int a, int b) {
  const int to = std::min(a, b), from = std::max(a, b);
  std::replace(into_.begin(), into_.end(), static_cast<uint8_t>(from), static_cast<uint8_t>(to));
  grown_ |= 1u << to;
  return to;
}

/// Joins the tile's roads and cities to those around the space.
template <class Config>
void Outlook<Config>::join_ways(const OrientedTile& tile, const TileKind& kind) {
  into_ = kAlone;
  own_.fill(1);
  grown_ = met_ = 0;
  unsigned joined = 0;  // bits of Site::joined
  for (int i = 0; i < site_.ways; ++i) {
    const Link link = site_.way[i];
    const int feature = tile.feature_at[link.port];
    int g = group_of(feature);
    if ((met_ >> feature & 1) == 0) {
      met_ |= 1u << feature;
      group_[g].node = node_of(kind, feature);
      group_[g].farms = 0;
      group_[g].tiles = 1;
    } else {
      grown_ |= 1u << g;
    }
    if ((joined >> link.joined & 1) == 0) {
      joined |= 1u << link.joined;
      const Joined& root = site_.joined[link.joined];
      joined_to_[link.joined] = static_cast<uint8_t>(g);
      group_[g].node.counts.packed += root.node.counts.packed;
      group_[g].node.followers.packed += root.node.followers.packed;
      group_[g].farms |= root.farms;
      group_[g].tiles += root.tiles;
      own_[g] *= root.chance;
    } else if (const int other = group_of(joined_to_[link.joined]); other != g) {
      const int from = std::max(g, other);
      g = merge(g, other);
      group_[g].node.counts.packed += group_[from].node.counts.packed;
      group_[g].node.followers.packed += group_[from].node.followers.packed;
      group_[g].farms |= group_[from].farms;
      own_[g] *= own_[from];
    }
    group_[g].node.counts.packed -= 2;  // open sides, one of each
  }
}

/// Joins the tile's fields to those around the space.
template <class Config>
void Outlook<Config>::join_fields(const OrientedTile& tile) {
  farmers_.fill({});
  unsigned joined = 0;  // bits of Site::field
  for (int i = 0; i < site_.links; ++i) {
    const Link link = site_.link[i];
    const int g = group_of(tile.feature_at[link.port]);
    if ((joined >> link.joined & 1) == 0) {
      joined |= 1u << link.joined;
      field_to_[link.joined] = static_cast<uint8_t>(g);
      farmers_[g].packed += state_->node[site_.field[link.joined]].followers.packed;
    } else if (const int other = group_of(field_to_[link.joined]); other != g) {
      const auto both = farmers_[g].packed + farmers_[other].packed;
      farmers_[merge(g, other)].packed = both;
    }
  }
}

/// A feature that the tile does not continue has a space beside the tile.
template <class Config>
void Outlook<Config>::change(int root, double before, double after) {
  int i = 0;
  while (i < changes_ && changed_[i].root != root) ++i;
  if (i == changes_) changed_[changes_++] = {root, chance_[root]};
  changed_[i].chance *= after / before;
}

/// The tile shows something to the open spaces beside it: all that has a side there is as likely to be continued as the
/// tiles left say.
template <class Config>
void Outlook<Config>::show(const OrientedTile& tile) {
  const S& s = *state_;
  changes_ = 0;
  // A side's lead is the higher of its two bits; those of the far side are four places on.
  const auto shows = [&](unsigned lead) { return (tile.pattern >> (lead - 1)) & 3u; };
  const auto after = [&](unsigned lead) { return site_.beside[lead / 2].signature | shows(lead) << ((lead + 3) & 7); };
  const auto own = [&](unsigned lead) { return group_of(tile.feature_at[2 * lead - 1]); };
  const unsigned leads = tile.pattern & site_.free;
  for (const unsigned lead : each_bit(leads)) own_[own(lead)] *= filled(after(lead), static_cast<Terrain>(shows(lead)));
  for (const unsigned lead : each_bit(site_.shared)) {
    const auto [before, near] = site_.beside[lead / 2];
    const unsigned now = after(lead);
    unsigned counted = (leads >> lead & 1) != 0 ? 1u << own(lead) : 0;  // groups
    const Ways& ways = ways_[near];
    for (int k = 0; k < ways.count; ++k) {
      const int root = ways.root[k];
      const Terrain way = ways.terrain[k];
      if (const int g = group_at(root); g >= 0) {
        if ((counted >> g & 1) == 0) own_[g] *= filled(now, way);
        counted |= 1u << g;
      } else if ((s.node[root].followers.any() || way == Terrain::city) && fitting_[before] != fitting_[now]) {
        change(root, filled(before, way), filled(now, way));
      }
    }
  }
}

/// What becomes one feature has one side at a space that several of its parts had sides at.
template <class Config>
void Outlook<Config>::count_once() {
  for (const int16_t i : between_) {
    bool seen = i == site_.open;
    for (const unsigned lead : each_bit(site_.shared)) seen |= site_.beside[lead / 2].near == i;
    if (seen) continue;
    unsigned counted = 0;
    for (int way = 0; way < ways_[i].count; ++way) {
      const int g = group_at(ways_[i].root[way]);
      if (g < 0) continue;
      if ((counted >> g & 1) != 0) own_[g] /= filled(state_->open_signature[i], ways_[i].terrain[way]);
      counted |= 1u << g;
    }
  }
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
    for (const unsigned f : each_bit(rules_->kinds[piece.kind].twins))
      here += group_at(root_of(s, static_cast<int>(piece.node + f))) == group;
    tiles -= std::max(0, here - 1);
  }
  int here = 0;
  for (const unsigned f : each_bit(kind.twins)) here += group_of(static_cast<int>(f)) == group;
  return tiles - std::max(0, here - 1);
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
  int fields = 0, field = 0;
  for (int k = 0; k < site_.fields; ++k)
    if (group_of(field_to_[k]) == group) {
      ++fields;
      field = site_.field[k];
    }
  if (fields == 0) return cities;
  if (fields == 1 && !cities_change_) return cities + total_[field];
  for (int k = 0; k < site_.fields; ++k) {
    if (group_of(field_to_[k]) != group) continue;
    field = site_.field[k];
    for (int pair = first_pair_[field]; pair >= 0; pair = pairs_[pair].next) {
      const int city = pairs_[pair].city;
      if (seen_at_[city] == seen_) continue;
      seen_at_[city] = seen_;
      if (const int g = group_at(city); g >= 0) {
        count(g);
        continue;
      }
      double worth = city_[city];
      for (int i = 0; i < changes_; ++i)
        if (changed_[i].root == city) worth = weights_.field_faith * changed_[i].chance;
      cities += worth;
    }
  }
  return cities;
}

template <class Config>
[[gnu::flatten]] void Outlook<Config>::judge(Move placement, Judgement& judgement, double floor) {
  const S& s = *state_;
  if (((site_.x ^ placement.x) | (site_.y ^ placement.y) | (site_.open >> 31)) != 0)
    come_to(s.cell[find_cell(s, placement.x, placement.y)].open, placement.x, placement.y);
  if (site_.most < floor) {
    judgement.best = judgement.without = -kEndless;
    judgement.feature = Judgement::kNoFeature;
    judgement.takes = 0;
    return;
  }
  const TileKind& kind = rules_->kinds[placement.tile];
  const OrientedTile& tile = kind.oriented[placement.rotation];
  const Sorts& sorts = sorts_[placement.tile];
  join_ways(tile, kind);
  show(tile);
  if (grown_ != 0 && !between_.empty()) count_once();

  const int each = rules_->scoring.field_city;
  const Standing* standing = site_.moved ? &site_.standing : &now_;
  Standing changed;
  const auto give_now = [&](typename Config::FollowerCount followers, Promise promise) {
    if (standing != &changed) copy(*standing, changed);
    standing = &changed;
    give(changed, followers, promise);
  };
  cities_change_ = site_.meets_city;
  for (int i = 0; i < changes_; ++i) {
    const int root = changed_[i].root;
    const Node& node = s.node[root];
    if (node.followers.any()) {
      const Promise now = promise_of(s.type[root], node, tiles_of(root), changed_[i].chance);
      give_now(node.followers, {now.points - promise_[root].points, now.chance - promise_[root].chance});
    }
    if (s.type[root] != FeatureType::city) continue;
    cities_change_ = true;
    const double change = weights_.field_faith * changed_[i].chance - city_[root];
    for (const unsigned farm : each_bit(farms_at_[root] & ~site_.farms))
      give_now(s.node[farms_[farm].root].followers, {change * each, 0});
  }
  unsigned takes = kind.centres;
  double own = 0;  // cities
  for (const unsigned f : each_bit(sorts.ways)) {
    Group& group = group_[f];
    if (((met_ | sorts.closed) >> f & 1) == 0) {  // begins something
      takes |= 1u << f;
      group.promise = {sorts.open[f] + own_[f] * sorts.finished[f], own_[f]};
      group.cities = weights_.field_faith * own_[f];
      own += kind.types[f] == FeatureType::city ? group.cities : 0;
      continue;
    }
    const int g = group_of(static_cast<int>(f));
    if ((met_ >> f & 1) == 0) {
      group.node = node_of(kind, static_cast<int>(f));
      group.farms = 0;
      group.tiles = 1;
    }
    const bool taken = group_[g].node.followers.any();
    takes |= static_cast<unsigned>(!taken) << f;
    if (g != static_cast<int>(f)) continue;
    const FeatureType type = kind.types[f];
    const bool completed = group.node.open() == 0;
    const double chance = completed ? 1 : own_[f];
    group.promise =
        promise_of(type, group.node, (grown_ >> g & 1) != 0 ? tiles_of_group(g, kind) : group.tiles, chance);
    if (taken) give_now(group.node.followers, group.promise);
    if (type != FeatureType::city) continue;
    group.cities = completed ? 1 : weights_.field_faith * chance;
    own += group.cities;
    for (const unsigned farm : each_bit(group.farms))
      give_now(s.node[farms_[farm].root].followers, {group.cities * each, 0});
  }
  for (const unsigned f : each_bit(unsigned{kind.centres})) {
    Group& group = group_[f];
    if (site_.empty == kNone) {
      site_.empty = 8;
      for (const Step step : kAround) site_.empty -= occupied(s, site_.x + step.dx, site_.y + step.dy);
    }
    group.node.counts = Config::Count::of(site_.empty, 0);
    group.promise = promise_of(kind.types[f], group.node, 0, 0);
  }

  // Fields: only if there are farmers at them, or one there could be best.
  const bool fields = site_.farms != 0;
  if (fields) {
    join_fields(tile);
    for (const unsigned farm : each_bit(site_.farms))
      give_now(s.node[farms_[farm].root].followers, {-farms_[farm].cities * each, 0});
    for (const unsigned f : each_bit(sorts.fields))
      if (into_[f] == f && farmers_[f].any())
        give_now(farmers_[f], {cities_of_group(static_cast<int>(f), kind) * each, 0});
  }
  const double ahead = standing == &now_ ? ahead_ : (*standing)[s.seat][kPoints] - rival_of(s.seat, *standing);
  const double hand = (*standing)[s.seat][kHand];
  const bool has_one = s.supply[s.seat] > 0;
  if (has_one && (sorts.stands & sorts.fields) != 0 &&
      ahead + hand_worth(hand - 1) + (site_.cities + own) * each >= floor) {
    if (!fields) join_fields(tile);
    for (const unsigned f : each_bit(sorts.fields)) {
      const int g = group_of(static_cast<int>(f));
      if (farmers_[g].any()) continue;
      takes |= 1u << f;
      if (g == static_cast<int>(f)) group_[g].promise = {cities_of_group(g, kind) * each, 0};
    }
  }
  fill_in(judgement, has_one ? takes & sorts.stands : 0, ahead, hand);
}

template <class Config>
void Outlook<Config>::judge_followers(Judgement& judgement) {
  const S& s = *state_;
  const auto& piece = s.piece[s.pieces - 1];
  const TileKind& kind = rules_->kinds[piece.kind];
  unsigned takes = 0;
  into_ = kAlone;
  for (int f = 0; f < kind.features; ++f) {
    const int root = root_of(s, piece.node + f);
    const Node& node = s.node[root];
    const FeatureType type = kind.types[f];
    if (node.followers.any() || !rules_->figures[0].stands(type)) continue;
    takes |= 1u << f;
    if (type != FeatureType::field) {
      const double chance = node.open() == 0 ? 1 : chance_[root];
      group_[f].promise = promise_of(type, node, is_way(type) ? tiles_of(root) : 0, chance);
      continue;
    }
    group_[f].promise = {total_[root] * rules_->scoring.field_city, 0};
  }
  fill_in(judgement, s.supply[s.seat] == 0 ? 0 : takes, ahead_, now_[s.seat][kHand]);
}

template class Outlook<Fast>;
template class Outlook<Large>;

}  // namespace bastide
