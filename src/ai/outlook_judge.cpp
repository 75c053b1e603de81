// A placement: what the tile is joined to, and what that changes.
#include <algorithm>

#include "ai/outlook_site.h"

namespace bastide {

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
