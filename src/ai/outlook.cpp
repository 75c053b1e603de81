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

constexpr unsigned kLeadOn = 0xaa;  ///< of a signature: one bit of each face with a road or city

bool leads_on(Terrain terrain) {
  return terrain == Terrain::road || terrain == Terrain::city;
}

bool is_way(FeatureType type) {
  return type == FeatureType::road || type == FeatureType::city;
}

}  // namespace

template <class Config>
void Outlook<Config>::begin(const Ruleset& rules, const EvaluationWeights& weights) {
  weights_ = weights;
  faith_ = {0, 0, weights.road_faith, weights.city_faith};
  low_[0] = 1;
  for (std::size_t i = 1; i < low_.size(); ++i) low_[i] = low_[i - 1] * weights.hand_decay;
  if (identity_ == rules.identity.number()) return;
  rules_ = &rules;
  identity_ = rules.identity.number();
  seats_ = rules.seats;
  stack_.assign(rules.kinds.size(), 0);
  fitting_.fill(0);
  rows_.clear();
  laid_.clear();
  walls_.clear();
  walls_of_.clear();
  sorts_.clear();
  for (const TileKind& kind : rules.kinds) {
    Sorts sorts;
    for (int f = 0; f < kind.features; ++f) {
      const FeatureType type = kind.types[f];
      sorts.ways |= static_cast<unsigned>(is_way(type)) << f;
      sorts.fields |= static_cast<unsigned>(type == FeatureType::field) << f;
      sorts.stands |= static_cast<unsigned>(rules.figures[0].stands(type)) << f;
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
  site_.open = kNone;
  ways_[kNowhere].count = 0;
  ++looks_;
  count(state);
  keep_up();
  find_chances();
  find_values();
  find_cities();
}

/// What the board is made of only grows from one look to the next, or goes back to an earlier one and grows from there.
template <class Config>
void Outlook<Config>::keep_up() {
  const S& s = *state_;
  std::size_t same = 0;
  const std::size_t most = std::min<std::size_t>(laid_.size(), s.pieces);
  const auto alike = [](const auto& a, const auto& b) {
    return a.cell == b.cell && a.kind == b.kind && a.rotation == b.rotation && a.node == b.node;
  };
  while (same < most && alike(laid_[same], s.piece[same])) ++same;
  laid_.resize(same);
  walls_of_.resize(same);
  walls_.resize(same == 0 ? 0 : walls_of_.back());
  for (std::size_t p = same; p < s.pieces; ++p) {
    const auto& piece = s.piece[p];
    const auto& cell = s.cell[piece.cell];
    const TileKind& kind = rules_->kinds[piece.kind];
    const OrientedTile& tile = kind.oriented[piece.rotation];
    for (int face = 0; face < 4; ++face) {
      const FarSide far = kFarSides[face];
      auto& beyond = offered_[find_cell(s, cell.x + far.dx, cell.y + far.dy)];
      for (unsigned port = kPortsOfFace * face; port < kPortsOfFace * (face + 1u); ++port)
        beyond[far_port(port)] = static_cast<int16_t>(piece.node + tile.feature_at[port]);
    }
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
  std::fill_n(chance_.begin(), s.nodes, Chance{});
  between_.clear();
  for (int i = 0; i < s.open; ++i) {
    const unsigned signature = s.open_signature[i];
    const auto& nodes = offered_[s.open_cell[i]];
    Ways& ways = ways_[i];
    ways.count = 0;
    for (unsigned rest = signature & kLeadOn; rest != 0; rest &= rest - 1) {
      const int face = std::countr_zero(rest) / 2;
      const auto root = static_cast<int16_t>(root_of(s, nodes[kPortsOfFace * face + middle]));
      const auto end = ways.root.begin() + ways.count;
      if (std::find(ways.root.begin(), end, root) != end) continue;
      ways.root[ways.count] = root;
      ways.terrain[ways.count++] = at(signature, face);
      chance_[root].with(filled(signature, at(signature, face)));
    }
    if (ways.count > 1) between_.push_back(static_cast<int16_t>(i));
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
  if (node.followers.one()) {
    int seat = 0;
    while (node.followers.of(seat) == 0) ++seat;
    value[seat] += sign * promise.points;
    hand[seat] += sign * promise.chance;
    return;
  }
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
  for (const Wall& wall : walls_) {
    const int field = root_of(s, wall.field), city = root_of(s, wall.city);
    pairs_.push_back({static_cast<int16_t>(city), first_pair_[field]});
    first_pair_[field] = static_cast<int16_t>(pairs_.size() - 1);
    city_[city] = s.node[city].open() == 0 ? 1 : weights_.field_faith * chance_[city].value();
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
double Outlook<Config>::worth(int seat) const {
  return value_[seat] + hand_worth(hand_[seat]) - rival_of(seat, value_, hand_);
}

/// The highest that another seat has.
template <class Config>
double Outlook<Config>::rival_of(int seat, const Values& value, const Values& hand) const {
  double rival = -1e9;
  for (int i = 0; i < seats_; ++i)
    if (i != seat) rival = std::max(rival, value[i] + hand_worth(hand[i]));
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
  site.roots = site.links = 0;
  site.value = value_;
  site.hand = hand_;
  ++stamp_;
  const unsigned ports = kJoinedPorts[signature];
  const auto link = [&](unsigned port) {
    const int root = root_of(s, nodes[port]);
    if (!joins(root)) {
      joined_at_[root] = stamp_;
      joined_as_[root] = static_cast<uint8_t>(site.roots);
      site.joined[site.roots++] = {static_cast<int16_t>(root), s.node[root], chance_[root], 0};
    }
    site.link[site.links++] = {static_cast<uint8_t>(port), joined_as_[root]};
    return root;
  };
  for (const unsigned port : each_bit(ports & kMiddlePorts)) {
    const int known = site.roots, root = link(port);
    if (site.roots == known) continue;
    Joined& joined = site.joined[known];
    joined.chance.without(filled(signature, at(signature, static_cast<int>(port / kPortsOfFace))));
    if (joined.node.followers.any()) give(site.value, site.hand, joined.node, promise_[root], -1);
  }
  site.ways = site.links;
  site.cities = 0;
  for (const unsigned port : each_bit(ports & ~kMiddlePorts)) {
    const int known = site.roots, root = link(port);
    if (site.roots != known) site.cities += cities_at(root);
  }
  site.besides = 0;
  for (int face = 0; face < 4; ++face) {
    if (at(signature, face) != Terrain::none) continue;
    const FarSide far = kFarSides[face];
    const int cell = find_cell(s, x + far.dx, y + far.dy);
    const int near = cell < 0 ? kNowhere : s.cell[cell].open;
    const unsigned shown = cell < 0 ? 0 : s.open_signature[near];
    site.beside[site.besides++] = {static_cast<uint8_t>(face), static_cast<uint8_t>(3u << (2 * far.face)),
                                   static_cast<uint8_t>(shown), static_cast<int16_t>(near)};
    const Ways& ways = ways_[near];
    for (int i = 0; i < ways.count; ++i)
      if (joins(ways.root[i])) site.joined[joined_as_[ways.root[i]]].chance.without(filled(shown, ways.terrain[i]));
  }
  cloisters(x, y);
  site.farms = 0;
  for (std::size_t i = 0; i < farms_.size(); ++i)
    if (joins(farms_[i].root)) {
      site.farms |= uint64_t{1} << i;
      give(site.value, site.hand, s.node[farms_[i].root], {farms_[i].cities * each, 0}, -1);
    }
  for (int k = 0; k < site.roots; ++k) {
    const int root = site.joined[k].root;
    site.joined[k].farms = s.type[root] == FeatureType::city ? farms_at_[root] & ~site.farms : 0;
    for (const unsigned farm : each_bit(site.joined[k].farms))
      give(site.value, site.hand, s.node[farms_[farm].root], {-city_[root] * each, 0}, 1);
  }
}

/// One space less is empty around cloisters that somebody watches.
template <class Config>
void Outlook<Config>::cloisters(int x, int y) {
  const S& s = *state_;
  for (int i = 0; i < s.watches; ++i) {
    const int dx = s.watch_x[i] - x, dy = s.watch_y[i] - y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1) continue;
    const int n = s.watch_node[i];
    if (!s.node[n].followers.any()) continue;
    Node nearer = s.node[n];
    nearer.counts.packed -= 1;
    give(site_.value, site_.hand, s.node[n], promise_[n], -1);
    give(site_.value, site_.hand, s.node[n], promise_of(s.type[n], nearer, 0, 0), 1);
  }
}

/// Joins some of the tile's features to what lies around the space, by some of its links.
template <class Config>
void Outlook<Config>::join(const OrientedTile& tile, const TileKind& kind, unsigned features, int first, int last) {
  for (const unsigned f : each_bit(features)) {
    Group& group = group_[f];
    if constexpr (sizeof(Node) == sizeof kind.counts[f])
      group.node = std::bit_cast<Node>(kind.counts[f]);
    else
      group.node = {Config::Count::widened(kind.counts[f]), {}};
    group.chance = {};
    group.farms = 0;
  }
  const unsigned closed = first == 0 ? 2 : 0;  // open sides of both; fields have none
  unsigned joined = 0;                         // bits of Site::joined
  unsigned met = 0;                            // features that are joined to something
  for (int i = first; i < last; ++i) {
    const Link& link = site_.link[i];
    int g = group_of(tile.feature_at[link.port]);
    if ((joined >> link.joined & 1) != 0) {
      const int other = group_of(joined_to_[link.joined]);
      if (other != g) {
        Group &to = group_[std::min(g, other)], &from = group_[std::max(g, other)];
        to.node.counts.packed += from.node.counts.packed;
        to.node.followers.packed += from.node.followers.packed;
        to.chance.with(from.chance);
        to.farms |= from.farms;
        std::replace(into_.begin(), into_.end(), static_cast<uint8_t>(std::max(g, other)),
                     static_cast<uint8_t>(std::min(g, other)));
        g = std::min(g, other);
        grown_ |= 1u << g;
      }
    } else {
      joined |= 1u << link.joined;
      const Joined& root = site_.joined[link.joined];
      joined_to_[link.joined] = static_cast<uint8_t>(g);
      group_[g].node.counts.packed += root.node.counts.packed;
      group_[g].node.followers.packed += root.node.followers.packed;
      group_[g].farms |= root.farms;
      group_[g].chance.with(root.chance);
      grown_ |= (met >> g & 1) << g;
      met |= 1u << g;
    }
    group_[g].node.counts.packed -= closed;
  }
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

/// The tile shows something to the open spaces beside it: all that has a side there is as likely to be continued as the
/// tiles left say.
template <class Config>
void Outlook<Config>::show(const OrientedTile& tile) {
  const S& s = *state_;
  changes_ = 0;
  for (int i = 0; i < site_.besides; ++i) {
    const auto [face, mask, before, near] = site_.beside[i];
    const Terrain terrain = at(tile.pattern, face);
    const unsigned after = before | (tile.shown & mask);
    const bool leads = leads_on(terrain);
    const int own = group_of(tile.feature_at[kPortsOfFace * face + middle]);
    group_[own].chance.with(leads ? filled(after, terrain) : 1);
    unsigned counted = static_cast<unsigned>(leads) << own;  // groups
    const Ways& ways = ways_[near];
    for (int k = 0; k < ways.count; ++k) {
      const int root = ways.root[k];
      const Terrain way = ways.terrain[k];
      if (const int g = group_at(root); g >= 0) {
        if ((counted >> g & 1) == 0) group_[g].chance.with(filled(after, way));
        counted |= 1u << g;
      } else if ((s.node[root].followers.any() || way == Terrain::city) && fitting_[before] != fitting_[after]) {
        change(root, filled(before, way), filled(after, way));
      }
    }
  }
}

/// What becomes one feature has one side at a space that several of its parts had sides at.
template <class Config>
void Outlook<Config>::count_once() {
  for (const int16_t i : between_) {
    const auto end = site_.beside.begin() + site_.besides;
    if (i == site_.open ||
        std::any_of(site_.beside.begin(), end, [i](const Beside& beside) { return beside.near == i; }))
      continue;
    unsigned counted = 0;
    for (int way = 0; way < ways_[i].count; ++way) {
      const int g = group_at(ways_[i].root[way]);
      if (g < 0) continue;
      if ((counted >> g & 1) != 0) group_[g].chance.without(filled(state_->open_signature[i], ways_[i].terrain[way]));
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
  for (int k = 0; k < site_.roots; ++k) {
    const int field = site_.joined[k].root;
    if (state_->type[field] != FeatureType::field || group_of(joined_to_[k]) != group) continue;
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
        if (changed_[i].root == city) worth = weights_.field_faith * changed_[i].chance.value();
      cities += worth;
    }
  }
  return cities;
}

/// What all cities at a field are worth to it.
template <class Config>
double Outlook<Config>::cities_at(int field) {
  if (total_at_[field] == looks_) return total_[field];
  total_at_[field] = looks_;
  double cities = 0;
  ++seen_;
  for (int pair = first_pair_[field]; pair >= 0; pair = pairs_[pair].next) {
    const int city = pairs_[pair].city;
    if (seen_at_[city] == seen_) continue;
    seen_at_[city] = seen_;
    cities += city_[city];
  }
  return total_[field] = cities;
}

template <class Config>
[[gnu::flatten]] void Outlook<Config>::judge(Move placement, Judgement& judgement, double floor) {
  const S& s = *state_;
  if (site_.open == kNone || site_.x != placement.x || site_.y != placement.y)
    come_to(s.cell[find_cell(s, placement.x, placement.y)].open, placement.x, placement.y);
  const TileKind& kind = rules_->kinds[placement.tile];
  const OrientedTile& tile = kind.oriented[placement.rotation];
  const Sorts& sorts = sorts_[placement.tile];
  grown_ = 0;
  into_ = kAlone;
  join(tile, kind, sorts.ways | kind.centres, 0, site_.ways);
  show(tile);
  if (grown_ != 0 && !between_.empty()) count_once();

  const int each = rules_->scoring.field_city;
  Values value = site_.value, hand = site_.hand;
  for (int i = 0; i < changes_; ++i) {
    const int root = changed_[i].root;
    const Node& node = s.node[root];
    if (!node.followers.any()) continue;
    const Promise now = promise_of(s.type[root], node, tiles_of(root), changed_[i].chance.value());
    give(value, hand, node, {now.points - promise_[root].points, now.chance - promise_[root].chance}, 1);
  }
  for (int i = 0; i < changes_ && !farms_.empty(); ++i) {
    const int root = changed_[i].root;
    const uint64_t at_it = s.type[root] == FeatureType::city ? farms_at_[root] & ~site_.farms : 0;
    const double change = weights_.field_faith * changed_[i].chance.value() - city_[root];
    for (const unsigned farm : each_bit(at_it)) give(value, hand, s.node[farms_[farm].root], {change * each, 0}, 1);
  }
  unsigned takes = kind.centres;
  double own = 0;  // cities
  for (const unsigned f : each_bit(sorts.ways)) {
    const int g = group_of(static_cast<int>(f));
    Group& group = group_[g];
    const bool taken = group.node.followers.any();
    takes |= static_cast<unsigned>(!taken) << f;
    if (g != static_cast<int>(f)) continue;
    const FeatureType type = kind.types[f];
    const bool completed = group.node.open() == 0;
    const double chance = completed ? 1 : group.chance.value();
    group.promise = promise_of(type, group.node, tiles_of_group(g, kind), chance);
    if (taken) give(value, hand, group.node, group.promise, 1);
    if (type != FeatureType::city) continue;
    group.cities = completed ? 1 : weights_.field_faith * chance;
    own += group.cities;
    for (const unsigned farm : each_bit(group.farms))
      give(value, hand, s.node[farms_[farm].root], {group.cities * each, 0}, 1);
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
  bool fields = site_.farms != 0;
  if (fields) {
    join(tile, kind, sorts.fields, site_.ways, site_.links);
    for (const unsigned f : each_bit(sorts.fields))
      if (into_[f] == f && group_[f].node.followers.any())
        give(value, hand, group_[f].node, {cities_of_group(static_cast<int>(f), kind) * each, 0}, 1);
  }
  const double ahead = value[s.seat] - rival_of(s.seat, value, hand);
  const bool has_one = s.supply[s.seat] > 0;
  if (has_one && (sorts.stands & sorts.fields) != 0 &&
      ahead + hand_worth(hand[s.seat] - 1) + (site_.cities + own) * each >= floor) {
    if (!fields) join(tile, kind, sorts.fields, site_.ways, site_.links);
    for (const unsigned f : each_bit(sorts.fields)) {
      const int g = group_of(static_cast<int>(f));
      if (group_[g].node.followers.any()) continue;
      takes |= 1u << f;
      if (g == static_cast<int>(f)) group_[g].promise = {cities_of_group(g, kind) * each, 0};
    }
  }
  fill_in(judgement, has_one ? takes & sorts.stands : 0, ahead, hand[s.seat]);
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
  fill_in(judgement, s.supply[s.seat] == 0 ? 0 : takes, value_[s.seat] - rival_of(s.seat, value_, hand_),
          hand_[s.seat]);
}

template class Outlook<Fast>;
template class Outlook<Large>;

}  // namespace bastide
