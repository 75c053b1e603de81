// The space that placements are judged in: what they all have in common.
#pragma once
#include "ai/outlook_parts.h"

namespace bastide {

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
      joined.chance = chance_[root] / filled(signature, terrain_at(signature, static_cast<int>(lead / 2)));
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

}  // namespace bastide
