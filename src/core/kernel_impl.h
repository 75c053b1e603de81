// The kernel, top to bottom: finding placements, placing a tile, placing a follower, scoring, the end.
// Included by kernel.cpp and playout.cpp only, which instantiate it.
#pragma once
#include <algorithm>
#include <bit>

#include "core/kernel.h"

namespace bastide {

template <class Config>
struct Kernel {
  using S = State<Config>;
  using Small = typename Config::Small;
  using Signature = typename Config::Signature;
  static constexpr Small none = S::none;

  const Ruleset& rules;
  S& s;
  EventLog* log;

  // ---------------------------------------------------------------- features: union-find

  int find(int n) {
    while (s.node[n].parent != n) {
      const Small up = s.node[s.node[n].parent].parent;
      s.node[n].parent = up;
      n = up;
    }
    return n;
  }

  int node_of(SideRef<Small> ref, int feature) { return s.segment_node[s.piece[ref.piece].segment + feature]; }

  /// Makes two features one (FOLLOWER-3). The older node stays the root, so roots do not depend on the order of sides.
  int unite(int a, int b) {
    if (a == b) return a;
    if (b < a) std::swap(a, b);
    auto& to = s.node[a];
    auto& from = s.node[b];
    from.parent = static_cast<Small>(a);
    to.open = static_cast<uint16_t>(to.open + from.open);
    to.shields = static_cast<uint16_t>(to.shields + from.shields);
    to.followers.packed += from.followers.packed;
    to.tiles.merge(from.tiles);
    return a;
  }

  int new_node(FeatureType type, int open) {
    const Small n = s.nodes++;
    s.node[n] = {.parent = n,
                 .type = type,
                 .completed = false,
                 .open = static_cast<uint16_t>(open),
                 .shields = 0,
                 .followers = {},
                 .tiles = {}};
    return n;
  }

  // ---------------------------------------------------------------- finding placements (PLACE-1..4)

  /// Orientations of `kind` that are legal in an open cell, as bits. At least one side must meet a neighbour and every
  /// side that does must continue it; for square tiles the answer is a table over the signature.
  static int legal_rotations(const TileKind& kind, [[maybe_unused]] const typename S::Cell& cell, Signature signature) {
    if constexpr (Config::faces == 4) {
      return kind.fit[signature];
    } else {
      int legal = 0;
      const unsigned there = (signature | (signature >> 1)) & 0x555u;  // one bit a face that has a neighbour
      for (int r = 0; r < 4; ++r) {
        const OrientedTile& tile = kind.oriented[r];
        if (!((kind.rotations >> r) & 1) || (tile.quarters & cell.quarters) != 0) continue;
        const unsigned touching = there * 3u & tile.faces;
        if (touching != 0 && ((tile.pattern ^ signature) & touching) == 0) legal |= 1 << r;
      }
      return legal;
    }
  }

  bool placeable(const TileKind& kind) const {
    for (int i = 0; i < s.open; ++i)
      if (legal_rotations(kind, s.cell[s.open_cell[i]], s.open_signature[i])) return true;
    return false;
  }

  // ---------------------------------------------------------------- placing a tile

  int make_cell(int x, int y) {
    constexpr unsigned side = Config::grid;
    unsigned slot = ((static_cast<unsigned>(y) & (side - 1)) * side) | (static_cast<unsigned>(x) & (side - 1));
    while (s.table[slot] != none) {
      const auto& cell = s.cell[s.table[slot]];
      if (cell.x == x && cell.y == y) return s.table[slot];
      slot = (slot + 1) & (side * side - 1);
    }
    const Small c = s.cells++;
    s.table[slot] = c;
    auto& cell = s.cell[c];
    cell.x = static_cast<typename Config::Coordinate>(x);
    cell.y = static_cast<typename Config::Coordinate>(y);
    cell.quarters = 0;
    cell.open = s.open;
    s.open_signature[s.open] = 0;
    s.open_cell[s.open] = c;
    ++s.open;
    return c;
  }

  void close_cell(int c) {
    const Small gap = s.cell[c].open;
    const Small last = --s.open;
    s.open_signature[gap] = s.open_signature[last];
    s.open_cell[gap] = s.open_cell[last];
    s.cell[s.open_cell[gap]].open = gap;
    s.cell[c].open = none;
  }

  /// What the new piece's features have joined so far: root by feature, and how many of their sides are now inside.
  struct Joining {
    std::array<Small, kMaxTileFeatures> root;
    std::array<uint8_t, kMaxTileFeatures> joined{};
  };

  void join(Joining& joining, int feature, int other) {
    Small& root = joining.root[feature];
    other = find(other);
    root = static_cast<Small>(root == none ? other : unite(find(root), other));
  }

  /// Joins one side of the new piece to the side it meets. Halves meet crosswise: clockwise first to clockwise second.
  void join_side(Joining& joining, const TileSideDef& mine, SideRef<Small> ref) {
    const auto& piece = s.piece[ref.piece];
    const TileSideDef& theirs = rules.kinds[piece.kind].oriented[piece.rotation].side[ref.side];
    if (mine.terrain != Terrain::field) {
      join(joining, mine.feature, node_of(ref, theirs.feature));
      ++joining.joined[mine.feature];
    }
    if (mine.terrain != Terrain::city) {
      join(joining, mine.ports[0], node_of(ref, theirs.ports[1]));
      if (mine.ports[0] != mine.ports[1] || theirs.ports[0] != theirs.ports[1])
        join(joining, mine.ports[1], node_of(ref, theirs.ports[0]));
    }
  }

  /// Lays the tile, joins its features, notes what it completes (ORDER-1). Returns the piece's number.
  int lay(int kind_index, int c, int rotation) {
    const TileKind& kind = rules.kinds[kind_index];
    const OrientedTile& tile = kind.oriented[rotation];
    const Small p = s.pieces++;
    s.piece[p] = {static_cast<Small>(c), static_cast<uint8_t>(kind_index), static_cast<uint8_t>(rotation), s.segments};

    Joining joining;
    joining.root.fill(none);
    const Signature signature = s.open_signature[s.cell[c].open];
    for (int i = 0; i < tile.sides; ++i) {
      const TileSideDef& side = tile.side[i];
      if ((signature >> (2 * side.face)) & 3) join_side(joining, side, s.cell[c].offered[side.face]);
    }

    s.completed = 0;
    const bool first_in_space = s.cell[c].quarters == 0;
    const int x = s.cell[c].x, y = s.cell[c].y;
    for (int f = 0; f < kind.features; ++f) {
      const TileFeature& feature = kind.feature[f];
      int root;
      if (joining.root[f] == none) {
        root = new_node(feature.type, feature.sides);
      } else {
        root = find(joining.root[f]);
        s.node[root].open = static_cast<uint16_t>(s.node[root].open + feature.sides - 2 * joining.joined[f]);
      }
      s.segment_node[s.segments + f] = static_cast<Small>(root);
      auto& node = s.node[root];
      if (feature.type == FeatureType::city || feature.type == FeatureType::road) {
        node.shields = static_cast<uint16_t>(node.shields + feature.shields);
        node.tiles.insert(p);
      } else if (feature.type == FeatureType::cloister) {
        node.open = static_cast<uint16_t>(8 - occupied_around(x, y));
        if (node.open != 0) s.watch[s.watches++] = {s.cell[c].x, s.cell[c].y, static_cast<Small>(root)};
      }
    }
    // Only now is every union of this tile done: two of its features may have become one.
    for (int f = 0; f < kind.features; ++f)
      if (kind.feature[f].type != FeatureType::field) note_if_completed(find(s.segment_node[s.segments + f]));
    s.segments = static_cast<uint16_t>(s.segments + kind.features);

    if (first_in_space) fill_space_for_cloisters(x, y);
    s.cell[c].quarters |= tile.quarters;
    if (s.cell[c].quarters == kAllQuarters) close_cell(c);
    for (int i = 0; i < tile.sides; ++i) {
      const FarSide far = kFarSides[tile.side[i].face];
      const int n = far.dx == 0 && far.dy == 0 ? c : make_cell(x + far.dx, y + far.dy);
      auto& neighbour = s.cell[n];
      neighbour.offered[far.face] = {p, static_cast<uint8_t>(i)};
      if (neighbour.open != none)
        s.open_signature[neighbour.open] = static_cast<Signature>(
            s.open_signature[neighbour.open] | static_cast<unsigned>(tile.side[i].terrain) << (2 * far.face));
    }
    return p;
  }

  void note_if_completed(int root) {
    auto& node = s.node[root];
    if (node.open != 0 || node.completed) return;
    node.completed = true;
    s.completed_node[s.completed++] = static_cast<Small>(root);
  }

  int occupied_around(int x, int y) const {
    int n = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if ((dx != 0 || dy != 0) && occupied(s, x + dx, y + dy)) ++n;
    return n;
  }

  /// A space that was empty has been filled: cloisters around it come nearer to completion (CLOISTER-1).
  void fill_space_for_cloisters(int x, int y) {
    for (int i = 0; i < s.watches;) {
      const auto watch = s.watch[i];
      const int dx = watch.x - x, dy = watch.y - y;
      if (dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0) && --s.node[watch.node].open == 0) {
        note_if_completed(watch.node);
        s.watch[i] = s.watch[--s.watches];
      } else {
        ++i;
      }
    }
  }

  // ---------------------------------------------------------------- the follower (FOLLOWER-1..8)

  /// Features of the last piece that may take a follower of the seat to move, as bits.
  unsigned free_features() const {
    if (s.supply[s.seat] == 0) return 0;
    const auto& piece = s.piece[s.pieces - 1];
    const TileKind& kind = rules.kinds[piece.kind];
    unsigned free = 0;
    for (int f = 0; f < kind.features; ++f) {
      if (kind.feature[f].type == FeatureType::field && rules.scoring.fields == FieldScoring::none) continue;
      if (!s.node[root_of(s, s.segment_node[piece.segment + f])].followers.any()) free |= 1u << f;
    }
    return free;
  }

  void put_figure(int piece, int feature, int seat, Figure figure) {
    s.node[find(s.segment_node[s.piece[piece].segment + feature])].followers.add(seat);
    --s.supply[seat];
    if constexpr (Config::log)
      s.figures.at[s.figures.count++] = {static_cast<Small>(piece), static_cast<uint8_t>(feature),
                                         static_cast<uint8_t>(seat), figure};
  }

  // ---------------------------------------------------------------- scoring

  /// Gives `points` to whoever has most followers (MAJ-1) and books the award.
  void award(int root, int points, bool completed, int tiles, int cities) {
    const auto& node = s.node[root];
    int most = 0;
    for (int seat = 0; seat < rules.seats; ++seat) most = std::max(most, node.followers.of(seat));
    Award entry;
    for (int seat = 0; seat < rules.seats; ++seat) {
      if (node.followers.of(seat) != most) continue;
      s.score[seat] = static_cast<int16_t>(s.score[seat] + points);
      entry.points[seat] = static_cast<int16_t>(points);
    }
    if constexpr (Config::log) {
      if (!log) return;
      entry.type = node.type;
      entry.completed = completed;
      entry.node = root;
      entry.tiles = tiles;
      entry.shields = node.type == FeatureType::city ? node.shields : 0;
      entry.cities = cities;
      for (int seat = 0; seat < rules.seats; ++seat)
        entry.followers[seat] = static_cast<uint8_t>(node.followers.of(seat));
      log->awards.push_back(entry);
    }
  }

  /// Followers of a scored feature go home (RETURN-1).
  void send_home(int root) {
    auto& node = s.node[root];
    for (int seat = 0; seat < rules.seats; ++seat)
      s.supply[seat] = static_cast<uint8_t>(s.supply[seat] + node.followers.of(seat));
    node.followers.packed = 0;
    if constexpr (Config::log) {
      int kept = 0;
      for (int i = 0; i < s.figures.count; ++i)
        if (root_at(s, s.figures.at[i].piece, s.figures.at[i].feature) != root) s.figures.at[kept++] = s.figures.at[i];
      s.figures.count = static_cast<uint8_t>(kept);
    }
  }

  static int size_of(const typename S::Node& node) {
    return node.type == FeatureType::cloister ? 9 - node.open : node.tiles.count();
  }

  /// What a road, city or cloister is worth completed (ROAD-2, CITY-2, CLOISTER-1) or at the end (FINAL-1).
  int points_of(const typename S::Node& node, int size, bool completed) const {
    const ScoringRules& scoring = rules.scoring;
    switch (node.type) {
      case FeatureType::cloister:
        return size;
      case FeatureType::road:
        return size * scoring.road_tile;
      case FeatureType::city:
        return completed ? size * scoring.city_tile + node.shields * scoring.city_shield
                         : size * scoring.open_city_tile + node.shields * scoring.open_city_shield;
      case FeatureType::field:
        break;
    }
    return 0;
  }

  void score_feature(int root, bool completed) {
    const auto& node = s.node[root];
    if (!node.followers.any()) return;  // FOLLOWER-5
    const int size = size_of(node);
    award(root, points_of(node, size, completed), completed, size, 0);
    send_home(root);
  }

  void score_completed() {
    for (int i = 0; i < s.completed; ++i) score_feature(s.completed_node[i], true);
    s.completed = 0;
  }

  // ---------------------------------------------------------------- the end (END-1, FINAL-1, FIELD-*)

  void score_at_the_end() {
    std::array<Small, kMaxSeats * 16> farmed;  // roots of fields with farmers; a farmer holds one of a bounded supply
    std::array<Small, Config::max_nodes> slot;
    int fields = 0;
    for (int n = 0; n < s.nodes; ++n) {
      const auto& node = s.node[n];
      if (node.parent != n || !node.followers.any()) continue;
      if (node.type == FeatureType::field) {
        slot[n] = static_cast<Small>(fields);
        farmed[fields++] = static_cast<Small>(n);
      } else {
        score_feature(n, false);
      }
    }
    if (fields != 0) score_fields(farmed, slot, fields);
    s.phase = Phase::over;
    if constexpr (Config::log)
      if (log) log->over = true;
  }

  /// FIELD-3: the owners of a field get points for every completed city at it (FIELD-1, FIELD-2).
  void score_fields(const std::array<Small, kMaxSeats * 16>& farmed, const std::array<Small, Config::max_nodes>& slot,
                    int fields) {
    std::array<Bits<(Config::max_nodes + 63) / 64>, kMaxSeats * 16> cities;
    std::fill_n(cities.begin(), fields, Bits<(Config::max_nodes + 63) / 64>{});
    for (int p = 0; p < s.pieces; ++p) {
      const auto& piece = s.piece[p];
      const TileKind& kind = rules.kinds[piece.kind];
      for (int f = 0; f < kind.features; ++f) {
        unsigned walls = kind.feature[f].cities;
        if (walls == 0) continue;
        const int root = find(s.segment_node[piece.segment + f]);
        if (!s.node[root].followers.any()) continue;
        for (; walls != 0; walls &= walls - 1) {
          const int city = find(s.segment_node[piece.segment + std::countr_zero(walls)]);
          if (s.node[city].completed) cities[slot[root]].insert(city);
        }
      }
    }
    for (int i = 0; i < fields; ++i) {
      const int count = cities[i].count();
      award(farmed[i], count * rules.scoring.field_city, false, 0, count);
      send_home(farmed[i]);
    }
  }

  // ---------------------------------------------------------------- turns (START-2)

  void take_from_stack(int index) { s.stack[index] = s.stack[--s.left]; }

  /// The drawn tile fits nowhere (DRAW-2).
  void set_aside() {
    if constexpr (Config::log)
      if (log) log->set_aside = true;
    if (s.left == 0) score_at_the_end();
  }

  void begin_placing(int kind) {
    s.drawn = static_cast<uint8_t>(kind);
    s.phase = Phase::tile;
  }

  void end_turn() {
    score_completed();
    s.seat = static_cast<uint8_t>(s.seat + 1 == rules.seats ? 0 : s.seat + 1);
    ++s.turn;
    s.phase = Phase::draw;
    if (s.left == 0) score_at_the_end();
  }
};

}  // namespace bastide
