// The kernel's ground floor: features as unions, finding placements, laying a tile. kernel_scoring.h stands on it, and
// kernel_turn.h on that; kernel.cpp and playout.cpp instantiate the whole.
#pragma once
#include <algorithm>
#include <bit>

#include "core/kernel.h"

namespace bastide {

template <class Config>
struct Board {
  using S = State<Config>;
  using Small = typename Config::Small;
  using Signature = typename Config::Signature;
  using Count = typename Config::Count;
  static constexpr Small none = S::none;

  const Ruleset& rules;
  S& s;
  EventLog* log;
  const TileKind* kinds = rules.kinds.data();  ///< stays in a register, which `rules.kinds` does not

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
    to.open = static_cast<Count>(to.open + from.open);
    to.shields = static_cast<Count>(to.shields + from.shields);
    to.segments = static_cast<Count>(to.segments + from.segments);
    to.twins = static_cast<Count>(to.twins + from.twins);
    to.followers.packed += from.followers.packed;
    if constexpr (Config::variants) to.tiles.merge(from.tiles);
    return a;
  }

  int new_node(FeatureType type, int open) {
    const Small n = s.nodes++;
    s.node[n] = {.parent = n,
                 .type = type,
                 .completed = false,
                 .open = static_cast<Count>(open),
                 .shields = 0,
                 .segments = 0,
                 .twins = 0,
                 .followers = {},
                 .tiles = {}};
    return n;
  }

  // ---------------------------------------------------------------- finding placements (PLACE-1..4)

  /// Orientations of `kind` that are legal in an open cell, as bits. At least one side must meet a neighbour and every
  /// side that does must continue it; for square tiles the answer is a table over the signature.
  static int legal_rotations(const TileKind& kind, [[maybe_unused]] const typename S::Cell& cell, Signature signature) {
    if constexpr (Config::faces == 4) {
      return kind.fitting(signature);
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

  /// Whether the table reaches that far (TABLE-*).
  bool allowed(int x, int y) const {
    const TableRules& table = rules.table;
    if (table.kind == TableRules::Kind::floor) return true;
    if (table.kind == TableRules::Kind::fixed) return table.on_table(x, y);
    return std::max<int>(s.v.right, x) - std::min<int>(s.v.left, x) < table.width &&
           std::max<int>(s.v.bottom, y) - std::min<int>(s.v.top, y) < table.height;
  }

  /// Legal orientations of a kind in open cell number `i`, as bits.
  int rotations_at(const TileKind& kind, int i) const {
    const auto& cell = s.cell[s.open_cell[i]];
    if constexpr (Config::variants)
      if (!allowed(cell.x, cell.y)) return 0;
    return legal_rotations(kind, cell, s.open_signature[i]);
  }

  bool placeable(int kind) const {
    for (int i = 0; i < s.open; ++i)
      if (rotations_at(kinds[kind], i)) return true;
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
    if constexpr (Config::variants)
      cell.quarters = 0;
    else
      cell.piece = none;
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
    std::array<uint8_t, kMaxTileFeatures> at_edge{};  ///< sides closed by the table's edge (HOUSE-BORDER)
  };

  /// HOUSE-BORDER: a road's or city's side on the table's edge counts as closed.
  bool closed_by_edge(const typename S::Cell& cell, const TileSideDef& side) const {
    const FarSide far = kFarSides[side.face];
    return rules.table.border && side.terrain != Terrain::field &&
           !rules.table.on_table(cell.x + far.dx, cell.y + far.dy);
  }

  void join(Joining& joining, int feature, int other) {
    Small& root = joining.root[feature];
    other = find(other);
    root = static_cast<Small>(root == none ? other : unite(find(root), other));
  }

  /// Joins one side of the new piece to the side it meets. Halves meet crosswise: clockwise first to clockwise second.
  void join_side(Joining& joining, const TileSideDef& mine, SideRef<Small> ref) {
    const auto& piece = s.piece[ref.piece];
    const TileSideDef& theirs = kinds[piece.kind].oriented[piece.rotation].side[ref.side];
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

  /// Whether a tile of this orientation fills the rest of a space; notes that it lies there.
  bool fill(int c, const OrientedTile& tile, Small p) {
    auto& cell = s.cell[c];
    if constexpr (Config::variants) {
      cell.quarters |= tile.quarters;
      return cell.quarters == kAllQuarters;
    } else {
      cell.piece = p;
      return true;
    }
  }

  /// Lays the tile, joins its features, notes what it completes (ORDER-1). Returns the piece's number.
  int lay(int kind_index, int c, int rotation) {
    return lay(kind_index, c, rotation, s.open_signature[s.cell[c].open]);
  }

  /// `signature` says which neighbours it is joined to: all there are, on a table laid by the rules.
  int lay(int kind_index, int c, int rotation, Signature signature) {
    const TileKind& kind = kinds[kind_index];
    const OrientedTile& tile = kind.oriented[rotation];
    const Small p = s.pieces++;
    const uint16_t segment = s.segments;
    s.piece[p] = {static_cast<Small>(c), static_cast<uint8_t>(kind_index), static_cast<uint8_t>(rotation), segment};
    const int x{s.cell[c].x}, y{s.cell[c].y};
    const bool first_in_space = !s.cell[c].occupied();
    if (fill(c, tile, p)) close_cell(c);

    Joining joining;
    joining.root.fill(none);
    [[maybe_unused]] Small counted = p;  // what stands for this tile where spaces count (HALF-7)
    const int sides = Config::faces == kMaxSides ? kMaxSides : tile.sides;
#pragma GCC unroll 4
    for (int i = 0; i < sides; ++i) {
      const TileSideDef& side = tile.side[i];
      const Face face = Config::faces == kMaxSides ? static_cast<Face>(i) : side.face;
      const FarSide far = kFarSides[face];
      const int n = within_space(face) ? c : make_cell(x + far.dx, y + far.dy);
      if ((signature >> (2 * face)) & 3) {
        const auto met = side_there(c, n, face);
        join_side(joining, side, met);
        if constexpr (Config::variants)
          if (within_space(face) && !rules.scoring.pieces) counted = met.piece;
      } else {
        offer_side(n, far.face, side.terrain, {p, static_cast<uint8_t>(i)});
      }
      if constexpr (Config::variants)
        if (closed_by_edge(s.cell[c], side)) ++joining.at_edge[side.feature];
    }

    s.completed = 0;
    for (int f = 0; f < kind.features; ++f) {
      const TileFeature& feature = kind.feature[f];
      int root;
      if (joining.root[f] == none) {
        root = new_node(feature.type, feature.sides);
      } else {
        root = find(joining.root[f]);
        s.node[root].open = static_cast<Count>(s.node[root].open + feature.sides - 2 * joining.joined[f]);
      }
      if constexpr (Config::variants) s.node[root].open = static_cast<Count>(s.node[root].open - joining.at_edge[f]);
      s.segment_node[segment + f] = static_cast<Small>(root);
      if (feature.type == FeatureType::field) continue;
      auto& node = s.node[root];
      if (feature.type == FeatureType::city || feature.type == FeatureType::road) {
        node.shields = static_cast<Count>(node.shields + feature.shields);
        ++node.segments;
        node.twins = static_cast<Count>(node.twins + ((kind.twins >> f) & 1));
        if constexpr (Config::variants) node.tiles.insert(counted);
      } else {
        node.shields = static_cast<Count>(off_table_around(x, y));
        node.open = static_cast<Count>(8 - node.shields - occupied_around(x, y));
        if (node.open != 0) s.watch[s.watches++] = {s.cell[c].x, s.cell[c].y, static_cast<Small>(root)};
        if constexpr (Config::variants) node.tiles.insert(p);
      }
    }
    // Only now is every union of this tile done: two of its features may have become one.
    for (unsigned rest = kind.closable; rest != 0; rest &= rest - 1)
      note_if_completed(find(s.segment_node[segment + std::countr_zero(rest)]));
    s.segments = static_cast<uint16_t>(segment + kind.features);
    if (kind.twins != 0) s.twin_piece[s.twins++] = p;

    if (first_in_space) fill_space_for_cloisters(x, y);
    if constexpr (Config::variants) extend_box(x, y);
    return p;
  }

  /// The side that a new tile in cell `c` meets at a face; `n` is the cell beyond.
  SideRef<Small> side_there(int c, int n, Face face) const {
    if constexpr (Config::variants)
      return s.cell[c].offered[face];
    else
      return {s.cell[n].piece, kFarSides[face].face};
  }

  /// Tells a cell what lies at one of its faces.
  void offer_side(int c, Face face, Terrain terrain, [[maybe_unused]] SideRef<Small> side) {
    auto& cell = s.cell[c];
    if constexpr (Config::variants) cell.offered[face] = side;
    if (cell.open != none)
      s.open_signature[cell.open] =
          static_cast<Signature>(s.open_signature[cell.open] | static_cast<unsigned>(terrain) << (2 * face));
  }

  /// Whether what lies beyond an edge is in the same space.
  static bool within_space(Face face) {
    return kFarSides[face].dx == 0 && kFarSides[face].dy == 0;
  }

  void extend_box(int x, int y) {
    if (s.pieces == 1) {
      s.v.left = s.v.right = static_cast<int16_t>(x);
      s.v.top = s.v.bottom = static_cast<int16_t>(y);
    }
    s.v.left = static_cast<int16_t>(std::min<int>(s.v.left, x));
    s.v.right = static_cast<int16_t>(std::max<int>(s.v.right, x));
    s.v.top = static_cast<int16_t>(std::min<int>(s.v.top, y));
    s.v.bottom = static_cast<int16_t>(std::max<int>(s.v.bottom, y));
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

  /// Spaces around that count as occupied because they are off the table (HOUSE-BORDER).
  int off_table_around(int x, int y) const {
    if (!rules.table.border) return 0;
    int n = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) n += !rules.table.on_table(x + dx, y + dy);
    return n;
  }

  /// A space that was empty has been filled: cloisters around it come nearer to completion (CLOISTER-1).
  void fill_space_for_cloisters(int x, int y) {
    for (int i = 0; i < s.watches;) {
      const auto watch = s.watch[i];
      const int dx = watch.x - x, dy = watch.y - y;
      const bool near = static_cast<unsigned>(dx + 1) <= 2 && static_cast<unsigned>(dy + 1) <= 2;
      if (near && (dx != 0 || dy != 0) && --s.node[watch.node].open == 0) {
        note_if_completed(watch.node);
        s.watch[i] = s.watch[--s.watches];
      } else {
        ++i;
      }
    }
  }
};

}  // namespace bastide
