// The kernel's ground floor: features as unions, finding placements, laying a tile. kernel_scoring.h stands on it, and
// kernel_turn.h on that; kernel.cpp and playout.cpp instantiate the whole.
#pragma once
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/kernel.h"
#include "core/lanes.h"
#include "core/open_rotations.h"

namespace bastide {

struct Step {
  int8_t dx, dy;
};
/// The steps to the eight spaces around one.
inline constexpr std::array<Step, 8> kAround = {{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

/// Board::joined_ports by signature of four faces.
inline constexpr std::array<uint16_t, 256> kJoinedPorts = [] {
  std::array<uint16_t, 256> table{};
  for (unsigned signature = 0; signature < 256; ++signature) {
    unsigned ports = 0;
    for (int face = 0; face < 4; ++face) {
      const auto terrain = static_cast<Terrain>((signature >> (2 * face)) & 3);
      const unsigned here = terrain == Terrain::field  ? 1u << first_half
                            : terrain == Terrain::city ? 1u << middle
                            : terrain == Terrain::road ? 1u << first_half | 1u << middle | 1u << second_half
                                                       : 0u;
      ports |= here << (kPortsOfFace * face);
    }
    table[signature] = static_cast<uint16_t>(ports);
  }
  return table;
}();

/// What a tile shows at a face as the space beyond sees it: of OrientedTile::shown the bits.
inline constexpr std::array<uint16_t, kFaces> kSeenBeyond = [] {
  std::array<uint16_t, kFaces> bits{};
  for (unsigned face = 0; face < kFaces; ++face)
    bits[face] = static_cast<uint16_t>(3u << (2 * kFarSides[face].face) | kWaterAtNorth << kFarSides[face].face);
  return bits;
}();

inline constexpr unsigned kMiddlePorts = 0x222222;  ///< of all faces, as bits

/// The same port as the neighbour names it.
constexpr unsigned far_port(unsigned port) {
  return port < 4 * kPortsOfFace ? port ^ (2 * kPortsOfFace) : port;
}

/// `Subject` is the state, const for the functions that only read.
template <class Config, class Subject>
struct Board {
  using S = Subject;
  using Small = typename Config::Small;
  using Signature = typename Config::Signature;
  using Coordinate = typename Config::Coordinate;
  using Distance = std::make_unsigned_t<Coordinate>;
  using Count = typename Config::Count;
  using Word = decltype(Count::packed);
  using Piece = typename S::Piece;
  using NodeIndex = typename S::NodeIndex;

  const Ruleset& rules;
  S& s;
  EventLog* log;
  const TileKind* kinds = rules.kinds.data();  ///< stays in a register, which `rules.kinds` does not

  // ---------------------------------------------------------------- features: union-find

  /// The root. Almost every path is two steps or less, and the way there is shortened for the next time.
  unsigned find(unsigned n) {
    unsigned root = s.parent[s.parent[n]];
    while (s.parent[root] != root) root = s.parent[root];
    s.parent[n] = static_cast<NodeIndex>(root);
    return root;
  }

  /// The root of `n`, which was one before this tile's last union. Shortens no path.
  unsigned find_again(unsigned n) const {
    while (s.parent[n] != n) n = s.parent[n];
    return n;
  }

  /// Makes two features one (FOLLOWER-3), if they are two; the result has `closed` open sides fewer than both had. The
  /// older node is the root, so roots do not depend on the order of sides. Returns it.
  unsigned unite(unsigned a, unsigned b, unsigned closed) {
    const unsigned older = std::min(a, b), newer = std::max(a, b);
    const bool two = a != b;
    s.parent[newer] = static_cast<NodeIndex>(older);
    auto& to = s.node[older];
    const auto& from = s.node[newer];
    if constexpr (sizeof to == sizeof(uint64_t)) {
      const auto sum = std::bit_cast<uint64_t>(to) + select<uint64_t>(two, std::bit_cast<uint64_t>(from), 0);
      to = std::bit_cast<typename S::Node>(sum - closed);
    } else {
      to.counts.packed += select<Word>(two, from.counts.packed, 0) - closed;
      to.followers.packed += select<decltype(to.followers.packed)>(two, from.followers.packed, 0);
    }
    if constexpr (Config::variants)
      if (two) std::swap(s.ring.next[older], s.ring.next[newer]);
    return older;
  }

  // ---------------------------------------------------------------- finding placements (PLACE-1..4)

  /// Orientations of `kind` that are legal in an open cell, as bits. At least one side must meet a neighbour and every
  /// side that does must continue it; for square tiles the answer is a table over the signature.
  static int legal_rotations(const TileKind& kind, [[maybe_unused]] const typename S::Cell& cell, Signature signature) {
    if constexpr (Config::faces == 4) {
      return kind.fitting(signature);
    } else {
      if (kind.square) return cell.quarters == 0 ? kind.fitting(signature) : 0;
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

  /// Those of `fitting` in which both sides also agree in what two bits do not tell: road or water (Terrain).
  static int matching_exactly(const TileKind& kind, Signature signature, int fitting) {
    for (unsigned rest = static_cast<unsigned>(fitting); rest != 0; rest &= rest - 1)
      if (water_meets_road(kind.oriented[std::countr_zero(rest)], signature))
        fitting &= ~static_cast<int>(rest & -rest);
    return fitting;
  }

  /// Whether water is on one side of a face only, of those at which a tile meets something.
  static bool water_meets_road(const OrientedTile& tile, unsigned signature) {
    unsigned met = (signature | (signature >> 1)) & tile.faces & 0x55u;  // one bit a face, two apart
    met = (met | met >> 1) & 0x33u;
    met = (met | met >> 2) & 0x0fu;
    return (((tile.pattern ^ signature) / kWaterAtNorth) & met) != 0;
  }

  /// Whether a space is empty and something lies at each of its sides, of which `signature` tells what shows anything.
  bool enclosed(const typename S::Cell& cell, Signature signature) const {
    if (cell.occupied()) return false;
    for (const Face face : {north, east, south, west}) {
      const FarSide far = kFarSides[face];
      if (((signature >> (2 * face)) & 3) == 0 && !occupied(s, cell.x + far.dx, cell.y + far.dy)) return false;
    }
    return true;
  }

  /// Orientations of a kind in which it continues what lies around open cell number `i`, as bits.
  int fitting_at(const TileKind& kind, int i) const {
    const auto& cell = s.cell[s.open_cell[i]];
    if constexpr (Config::variants)
      if (kind.doubled) return double_rotations(kind, cell, Fit::yes);
    if constexpr (Config::variants)
      return allowed_by_ground(
          kind, i,
          kind.closes ? enclosed(cell, s.open_signature[i]) : legal_rotations(kind, cell, s.open_signature[i]));
    else
      return legal_rotations(kind, cell, s.open_signature[i]);
  }

  /// Legal orientations of a kind in open cell number `i`, as bits.
  int rotations_at(const TileKind& kind, int i) const {
    int legal = fitting_at(kind, i);
    if constexpr (Config::variants) {
      if (rules.mending) [[unlikely]]
        if (const int mendable = mendable_at(kind, i, legal); mendable != 0 && may_mend()) legal |= mendable;
      return allowed_by_filters(kind, i, legal);
    } else {
      return legal;
    }
  }

  // ---- double tiles: each square is asked by itself

  enum class Fit : uint8_t { no, mended, yes };  ///< mended: it would with one overpass more

  /// How one square of a double tile fits into a space; `touches` gets whether a side of it meets anything.
  Fit fit_of_square(const TileKind& kind, const OrientedTile& tile, int x, int y, bool& touches) const {
    if (rules.bounded && ground_at(rules, s, x, y).ground != Ground::open) return Fit::no;
    const int c = find_cell(s, x, y);
    if (c < 0) return Fit::yes;
    if (s.cell[c].occupied()) return Fit::no;
    const unsigned signature = s.open_signature[s.cell[c].open];
    const unsigned touching = ((signature | (signature >> 1)) & 0x555u) * 3u & tile.faces;
    if (touching == 0) return Fit::yes;
    touches = true;
    bool wrong = ((tile.pattern ^ signature) & touching) != 0;
    for (int i = 0; rules.exact && !wrong && i < tile.sides; ++i)
      wrong = ((touching >> (2 * tile.side[i].face)) & 3) != 0 &&
              terrain_beyond(rules, s, s.cell[c], tile.side[i].face) != tile.side[i].terrain;
    if (!wrong) return Fit::yes;
    return rules.mending && mended_by_one(kind, tile, c, static_cast<Signature>(signature)) ? Fit::mended : Fit::no;
  }

  /// How a double tile fits with its first square in a space: one that has to be mended only where the other one fits.
  Fit fit_of_double(const TileKind& kind, int x, int y, int rotation) const {
    const FarSide far = kFarSides[kSecondBeyond[rotation]];
    bool touches = false;
    const Fit first = fit_of_square(kind, kind.oriented[rotation], x, y, touches);
    if (first == Fit::no) return first;
    const OrientedTile& second = rules.second[&kind - kinds].oriented[rotation];
    const Fit other = fit_of_square(kind, second, x + far.dx, y + far.dy, touches);
    if (!touches || (first == Fit::mended && other == Fit::mended)) return Fit::no;
    return std::min(first, other);
  }

  /// Orientations in which it fits so with its first square in a cell, as bits.
  int double_rotations(const TileKind& kind, const typename S::Cell& cell, Fit wanted) const {
    int fitting = 0;
    for (int r = 0; r < 4; ++r) fitting |= static_cast<int>(fit_of_double(kind, cell.x, cell.y, r) == wanted) << r;
    return fitting;
  }

  /// Calls `visit(x, y, rotation)` for each legal placement of a double tile, as long as it returns true. Its first
  /// square may lie where nothing is near, if the second one touches something.
  template <class Visit>
  void each_double_placement(const TileKind& kind, const Visit& visit) const {
    const bool mends = rules.mending && may_mend();
    const auto consider = [&](int x, int y, int r) {
      const Fit fit = fit_of_double(kind, x, y, r);
      if (fit == Fit::no || (fit == Fit::mended && !mends) || allowed_by_filters_at(kind, x, y, 1 << r) == 0)
        return true;
      return static_cast<bool>(visit(x, y, r));
    };
    for (int i = 0; i < s.open; ++i) {
      const int x{s.cell[s.open_cell[i]].x}, y{s.cell[s.open_cell[i]].y};
      for (int r = 0; r < 4; ++r) {
        const FarSide far = kFarSides[kSecondBeyond[r]];
        if (!consider(x, y, r)) return;
        if (find_cell(s, x - far.dx, y - far.dy) < 0 && !consider(x - far.dx, y - far.dy, r)) return;
      }
    }
  }

  /// Whether the seat to move can set right what does not fit (Hooks::mends).
  [[gnu::noinline]] bool may_mend() const {
    for (const uint8_t by : rules.added.mending)
      if (const auto mends = rules.added[by].hooks->mends; mends && mends(rules, static_cast<int>(by), s)) return true;
    return false;
  }

  /// Whether a tile of a kind may lie wherever a table says that it fits (fit_square).
  bool fits_by_table(const TileKind& kind) const {
    return kind.square && !kind.closes && !kind.filtered && !rules.bounded && kind.dry();
  }

  /// Legal orientations of a kind in all open cells, as rotations_at says.
  void rotations_everywhere(const TileKind& kind, OpenRotations& legal) const {
    if (!kind.square || kind.closes) {
      for (int i = 0; i < s.open; ++i) legal[i] = static_cast<uint8_t>(rotations_at(kind, i));
      return;
    }
    fit_square(kind, s, legal);
    if (rules.mending && may_mend()) return add_mendable(kind, legal);
    if (fits_by_table(kind)) return;
    if (rules.exact || rules.bounded)
      for (int i = 0; i < s.open; ++i)
        if (legal[i] != 0) legal[i] = static_cast<uint8_t>(allowed_by_ground(kind, i, legal[i]));
    filter_everywhere(kind, legal);
  }

  void filter_everywhere(const TileKind& kind, OpenRotations& legal) const {
    if (!kind.filtered) return;
    const auto number = static_cast<int>(&kind - kinds);
    for (const uint8_t by : rules.added.filtering) {
      const Hooks& hooks = *rules.added[by].hooks;
      if (hooks.filters && !hooks.filters(rules, by, kind)) continue;
      if (hooks.rotations_everywhere) {
        hooks.rotations_everywhere(rules, by, s, number, {legal.data(), s.open});
        continue;
      }
      for (int i = 0; i < s.open; ++i) {
        const auto& cell = s.cell[s.open_cell[i]];
        if (legal[i] != 0)
          legal[i] = static_cast<uint8_t>(hooks.rotations(rules, by, s, number, cell.x, cell.y, unsigned{legal[i]}));
      }
    }
  }

  /// To orientations of a square kind that fit those that may be set right, of all the ones that no expansion takes
  /// away.
  void add_mendable(const TileKind& kind, OpenRotations& legal) const {
    OpenRotations meeting;
    fit_meeting(rules.meeting[&kind - kinds], s, meeting);
    if (fits_by_table(kind)) {  // then only where something may be set right; eight cells at a time
      for (int first = 0; first < s.open; first += 8) {
        uint64_t fitting = 0, met = 0;
        std::memcpy(&fitting, &legal[first], sizeof fitting);
        std::memcpy(&met, &meeting[first], sizeof met);
        for (uint64_t rest = met & ~fitting; rest != 0;) {
          const int byte = std::countr_zero(rest) / 8, i = first + byte;
          rest &= ~(uint64_t{0xff} << (8 * byte));
          if (i < s.open) legal[i] = static_cast<uint8_t>(legal[i] | mendable_at(kind, i, legal[i]));
        }
      }
      return;
    }
    for (int i = 0; i < s.open; ++i) {
      if (meeting[i] == 0) continue;  // as all that fits
      const int fitting = allowed_by_ground(kind, i, legal[i]);
      legal[i] = static_cast<uint8_t>(fitting | mendable_at(kind, i, fitting));
    }
    filter_everywhere(kind, legal);
  }

  /// Of orientations that fit by what is shown those that also match exactly, where the ground takes tiles.
  int allowed_by_ground(const TileKind& kind, int i, int fitting) const {
    const auto& cell = s.cell[s.open_cell[i]];
    if (rules.exact && fitting != 0 && !kind.closes) fitting = matching_exactly(kind, s.open_signature[i], fitting);
    if (rules.bounded && fitting != 0 && ground_at(rules, s, cell.x, cell.y).ground != Ground::open) return 0;
    return fitting;
  }

  /// Of orientations that fit those that no expansion takes away.
  int allowed_by_filters(const TileKind& kind, int i, int legal) const {
    if (!kind.filtered || legal == 0) return legal;
    const auto& cell = s.cell[s.open_cell[i]];
    return allowed_by_filters_at(kind, cell.x, cell.y, legal);
  }

  int allowed_by_filters_at(const TileKind& kind, int x, int y, int legal) const {
    if (!kind.filtered) return legal;
    for (const uint8_t by : rules.added.filtering)
      if (const auto rotations = rules.added[by].hooks->rotations; rotations && legal != 0)
        legal &= static_cast<int>(
            rotations(rules, by, s, static_cast<int>(&kind - kinds), x, y, static_cast<unsigned>(legal)));
    return legal;
  }

  bool may_lie_at(int i) const {
    const auto& cell = s.cell[s.open_cell[i]];
    return !rules.bounded || ground_at(rules, s, cell.x, cell.y).ground == Ground::open;
  }

  /// Whether a tile that closes what it touches may lie somewhere, where all tiles fill their spaces: then all that
  /// lies around a space is shown there but for other ones that close. Eight cells at a time.
  bool fits_where_most_is_shown(const TileKind& kind) const {
    using Sides = LanesOf<Signature>;
    constexpr int lanes = sizeof(Sides) / sizeof(Signature);
    const auto most = static_cast<Signature>(4 - std::min<int>(4, s.v.closing));
    for (int first = 0; first < s.open; first += lanes) {
      const auto shown = load_lanes<Signature>(&s.open_signature[first]);
      const Sides sides = (shown | shown >> 1) & 0x55;  // one bit each, two apart
      const Sides pairs = (sides & 0x11) + ((sides >> 2) & 0x11);
      const auto enough = ((pairs + (pairs >> 4)) & 0x0f) >= most;
      if (!any_lane(enough)) continue;
      for (int i = first; i < std::min<int>(first + lanes, s.open); ++i)
        if (enough[i - first] != 0 && rotations_at(kind, i) != 0) return true;
    }
    return false;
  }

  /// Whether some legal placement needs nothing set right (Hooks::mends).
  bool fits_unaided(int kind) const {
    for (int i = 0; i < s.open; ++i)
      if ((rotations_at(kinds[kind], i) & fitting_at(kinds[kind], i)) != 0) return true;
    return false;
  }

  bool placeable(int kind) const {
    if constexpr (Config::variants)
      if (fits_by_table(kinds[kind])) {
        if (fits_square_somewhere(kinds[kind], s)) return true;
        if (!rules.mending) return false;
      }
    return placeable_somewhere(kind);
  }

  [[gnu::noinline]] bool placeable_somewhere(int kind) const {
    if constexpr (Config::variants)
      if (kinds[kind].doubled) {
        bool found = false;
        each_double_placement(kinds[kind], [&](int, int, int) { return !(found = true); });
        return found;
      }
    if constexpr (Config::variants)
      if (kinds[kind].closes && !rules.scoring.spaces && !rules.scoring.pieces)  // squares only
        return fits_where_most_is_shown(kinds[kind]);
    for (int i = 0; i < s.open; ++i)
      if (rotations_at(kinds[kind], i)) return true;
    return false;
  }

  // ---------------------------------------------------------------- placing a tile

  /// Where in `State::slot` the cell of a space is or would be.
  unsigned slot_of(int x, int y) {
    const typename S::Space space = {static_cast<Coordinate>(x), static_cast<Coordinate>(y)};
    static_cast<typename S::Space&>(s.cell[S::no_cell]) = space;  // so that a free entry ends the search too
    unsigned slot = first_slot<Config>(x, y);
    while (!(s.cell[s.slot[slot]] == space)) slot = next_slot<Config>(slot);
    return slot;
  }

  /// The cell of a space, made if there is none. Without branches: the next cell is written in any case. `cells` and
  /// `open` are State::cells and State::open, which a caller may hold in registers.
  [[gnu::always_inline]] Small make_cell(int x, int y, Small& cells, Small& open) {
    const unsigned slot = slot_of(x, y);
    s.cell[cells] = {{static_cast<Coordinate>(x), static_cast<Coordinate>(y)}, open};
    s.open_cell[open] = cells;
    s.open_signature[open] = 0;
    const Small c = std::min(s.slot[slot], cells);  // no_cell is above all
    const bool is_new = c == cells;
    s.slot[slot] = c;
    cells = static_cast<Small>(cells + is_new);
    open = static_cast<Small>(open + is_new);
    return c;
  }

  int make_cell(int x, int y) { return make_cell(x, y, s.cells, s.open); }

  void close_cell(int c) {
    const Small gap = s.cell[c].open;
    const Small last = --s.open;
    s.open_signature[gap] = s.open_signature[last];
    s.open_cell[gap] = s.open_cell[last];
    s.cell[s.open_cell[gap]].open = gap;
    s.cell[c].open = S::not_open;
  }

  /// Ports at which a tile in a space with this signature is joined to its neighbours, as bits: the middle of roads and
  /// cities, both halves at a road, and one of the two at a field's side, which is all one field.
  static unsigned joined_ports([[maybe_unused]] const OrientedTile& tile, unsigned signature) {
    if constexpr (Config::faces == 4) {
      return kJoinedPorts[signature];
    } else {
      signature &= tile.faces;
      return kJoinedPorts[signature & 0xff] | static_cast<unsigned>(kJoinedPorts[signature >> 8]) << 16;
    }
  }

  /// The other halves of field sides, which are joined by themselves where they may be another field.
  static unsigned other_halves(unsigned signature) {
    unsigned ports = 0;
    for (int face = 0; face < Config::faces; ++face)
      if (static_cast<Terrain>((signature >> (2 * face)) & 3) == Terrain::field)
        ports |= 1u << (kPortsOfFace * face + second_half);
    return ports;
  }

  /// Whether a tile of this orientation fills the rest of a space; notes that it lies there.
  bool fill(int c, const OrientedTile& tile, Small p) {
    auto& cell = s.cell[c];
    if constexpr (Config::variants) {
      if (cell.pieces++ == 0) cell.first = p;
      cell.quarters |= tile.quarters;
      return cell.quarters == kAllQuarters;
    } else {
      cell.piece = p;
      return true;
    }
  }

  /// What of an open cell's signature a tile continues: faces that disagree count as empty.
  Signature continued(const typename S::Cell& cell, const OrientedTile& tile) const {
    const unsigned signature = s.open_signature[cell.open], differ = signature ^ tile.pattern;
    unsigned faces = (differ | (differ >> 1)) & 0x555u;  // one bit a face, two apart
    if (rules.exact) {                                   // whether it is water stands elsewhere, of the whole sides
      unsigned water = (differ / kWaterAtNorth) & 0x0fu;
      water = (water | water << 2) & 0x33u;
      faces |= (water | water << 1) & 0x55u;
    }
    return static_cast<Signature>(signature & ~(faces * 3 & tile.faces));
  }

  /// Lays the tile, joins its features, notes what it completes (ORDER-1).
  void lay(int kind_index, int c, int rotation) { lay(kind_index, c, rotation, s.open_signature[s.cell[c].open]); }

  /// `signature` says which neighbours it is joined to: all there are, on a table laid by the rules.
  void lay(int kind_index, int c, int rotation, Signature signature) {
    const TileKind& kind = kinds[kind_index];
    const OrientedTile& tile = kind.oriented[rotation];
    if constexpr (Config::variants) ++s.v.changes;
    const Small p = s.pieces++;
    auto& piece = s.piece[p];
    piece.cell = static_cast<Small>(c);
    piece.kind = static_cast<typename S::Kind>(kind_index);
    piece.rotation = static_cast<uint8_t>(rotation);
    piece.node = s.nodes;
    if constexpr (Config::variants) piece.second = S::no_cell;
    s.twin_piece[s.twins] = p;
    s.twins = static_cast<Small>(s.twins + (kind.twins != 0));
    const int x{s.cell[c].x}, y{s.cell[c].y};
    const bool first_in_space = !s.cell[c].occupied();
    [[maybe_unused]] const Signature shown = s.open_signature[s.cell[c].open];
    if (fill(c, tile, p)) close_cell(c);

    const Around around = meet_neighbours(c, p, tile, signature);
    add_nodes(kind);
    unsigned done = join_features(piece.node, tile, signature, around, c);
    for (const unsigned f : each_bit(kind.centres)) count_around(piece.node + f, x, y);
    if constexpr (Config::variants) {
      keep_variants(c, p, tile, shown);
      done = kind.closable;  // no water; in the order of features, and perhaps closed by what is beyond the edge
    }

    s.completed = 0;
    if constexpr (Config::variants)
      if (kind.closes) close_around(c, signature, around);
    for (const unsigned f : each_bit(done | kind.centres)) note_if_completed(find_again(piece.node + f));
    if (first_in_space) fill_space_for_cloisters(x, y);
    for (const unsigned f : each_bit(kind.centres)) watch(piece.node + f, x, y);
  }

  /// The same for a double tile, its first square in a cell: both spaces are filled before either square meets what is
  /// around. `mended`: sides that do not match are not joined.
  void lay_double(int kind_index, int c, int rotation, bool mended) {
    const TileKind& kind = kinds[kind_index];
    const FarSide far = kFarSides[kSecondBeyond[rotation]];
    const int second = make_cell(s.cell[c].x + far.dx, s.cell[c].y + far.dy);
    ++s.v.changes;
    const Small p = s.pieces++;
    auto& piece = s.piece[p];
    piece.cell = static_cast<Small>(c);
    piece.second = static_cast<Small>(second);
    piece.kind = static_cast<typename S::Kind>(kind_index);
    piece.rotation = static_cast<uint8_t>(rotation);
    piece.node = s.nodes;
    s.twin_piece[s.twins] = p;
    s.twins = static_cast<Small>(s.twins + (kind.twins != 0));
    const std::array<int, 2> cells = {c, second};
    std::array<Signature, 2> joins, shown;
    for (int i = 0; i < 2; ++i) {
      const OrientedTile& tile = part_in(rules, piece, cells[i]);
      shown[i] = s.open_signature[s.cell[cells[i]].open];
      joins[i] = mended ? continued(s.cell[cells[i]], tile) : shown[i];
    }
    for (int i = 0; i < 2; ++i) {
      fill(cells[i], part_in(rules, piece, cells[i]), p);
      close_cell(cells[i]);
    }
    add_nodes(kind);
    for (int i = 0; i < 2; ++i) {
      const OrientedTile& tile = part_in(rules, piece, cells[i]);
      join_features(piece.node, tile, joins[i], meet_neighbours(cells[i], p, tile, joins[i]), cells[i]);
    }
    for (const unsigned f : each_bit(kind.centres)) count_around_double(piece.node + f, piece);
    for (int i = 0; i < 2; ++i) keep_variants(cells[i], p, part_in(rules, piece, cells[i]), shown[i]);
    s.completed = 0;
    for (const unsigned f : each_bit(kind.closable)) note_if_completed(find_again(piece.node + f));
    for (const int cell : cells) fill_space_for_cloisters(s.cell[cell].x, s.cell[cell].y);
    for (const int cell : cells)
      for (const unsigned f : each_bit(kind.centres)) watch(piece.node + f, s.cell[cell].x, s.cell[cell].y);
  }

  /// The piece beyond each face, where the signature says that there is one.
  using Around = std::array<Small, Config::faces>;

  /// Makes the cells around a new piece and tells them what they meet now. Whole tiles do the same on all four sides,
  /// whatever lies there: what has no room gets written into an entry that nobody reads.
  Around meet_neighbours(int c, [[maybe_unused]] Small p, const OrientedTile& tile,
                         [[maybe_unused]] Signature signature) {
    Around around;
    const int x{s.cell[c].x}, y{s.cell[c].y};
    Small cells = s.cells, open = s.open;
    const auto meet = [&](Face face) __attribute__((always_inline)) {
      const FarSide far = kFarSides[face];
      if constexpr (Config::variants) {
        around[face] = s.cell[c].offered[face];
        if (((signature >> (2 * face)) & 3) != 0) return;
      }
      const int n = within_space(face) ? c : make_cell(x + far.dx, y + far.dy, cells, open);
      if constexpr (Config::variants)
        s.cell[n].offered[far.face] = p;
      else
        around[face] = s.cell[n].piece;
      auto& offered = s.open_signature[s.cell[n].open];
      const unsigned seen = Config::variants ? kSeenBeyond[face] : 3u << (2 * far.face);
      offered = static_cast<Signature>(offered | (tile.shown & seen));
    };
    if (!Config::variants || (tile.quarters == kAllQuarters && tile.sides == kMaxSides)) {
      meet(north), meet(east), meet(south), meet(west);
    } else {
      for (int i = 0; i < tile.sides; ++i) meet(tile.side[i].face);
    }
    s.cells = cells;
    s.open = open;
    return around;
  }

  /// Joins the features of a new tile, whose nodes begin at `first`, to those that they continue. Returns which of them
  /// are left without an open side, as bits. That happens only once to a feature: at the last side to be joined.
  unsigned join_features(unsigned first, const OrientedTile& tile, Signature signature, const Around& around,
                         [[maybe_unused]] int c) {
    unsigned done = 0, ports = joined_ports(tile, signature);
    if constexpr (Config::variants)
      if (rules.parted) ports |= other_halves(signature & tile.faces);
    [[maybe_unused]] const bool over = Config::variants && rules.overpasses != 0;
    for (const unsigned port : each_bit(ports)) {
      const Piece& other = s.piece[around[port / kPortsOfFace]];
      const OrientedTile& there = part_over(other, c, static_cast<Face>(port / kPortsOfFace));
      const unsigned crossing = (kMiddlePorts >> port) & 1;  // a road or city, of which either loses an open side
      unsigned continued = other.node + unsigned{there.feature_at[far_port(port)]};
      if constexpr (Config::variants)
        if (over && crossing) [[unlikely]]
          continued = road_or(continued, cell_over(other, c, static_cast<Face>(port / kPortsOfFace)), far_port(port));
      const unsigned theirs = find(continued);
      const unsigned feature = tile.feature_at[port];
      const unsigned n = unite(theirs, find_again(first + feature), 2 * crossing);
      done |= (crossing & (s.node[n].open() == 0)) << feature;
    }
    return done;
  }

  /// What of the piece beyond a face of a cell lies there.
  const OrientedTile& part_over(const Piece& other, [[maybe_unused]] int c, [[maybe_unused]] Face face) const {
    if constexpr (Config::variants)
      if (other.second != S::no_cell) [[unlikely]]
        return part_beyond(rules, s, other, s.cell[c], face);
    return kinds[other.kind].oriented[other.rotation];
  }

  /// The cell in which it lies there; of a diagonal its own.
  int cell_over(const Piece& other, int c, Face face) const {
    return other.second == S::no_cell ? other.cell : cell_beyond(c, face);
  }

  /// A node for each feature of a tile. In the smaller kernels they are their own parents already.
  void add_nodes(const TileKind& kind) {
    const unsigned first = s.nodes;
    std::memcpy(&s.type[first], kind.types.data(), sizeof kind.types);
    if constexpr (sizeof(typename S::Node) == sizeof kind.counts[0])
      std::memcpy(static_cast<void*>(&s.node[first]), kind.counts.data(), sizeof kind.counts);
    else
      for (int f = 0; f < kind.features; ++f) s.node[first + f] = {Count::widened(kind.counts[f])};
    if constexpr (Config::variants) {
      const unsigned end = first + kind.features;
      number_nodes(first);
      // Another game, or a move tried before, may have left some there (state_copy.h).
      for (unsigned n = end; n < end + kNodesReadBehind; ++n) s.node[n].followers = {};
    }
    s.nodes = static_cast<NodeIndex>(first + kind.features);
  }

  /// Each node of a new tile is its own parent and ring. As many for every tile: a vector and a half.
  void number_nodes(unsigned first) {
    using Numbers = LanesOf<NodeIndex>;
    static_assert(kMaxTileFeatures == 12 && sizeof(Small) == sizeof(NodeIndex));
    const Numbers low = Numbers{0, 1, 2, 3, 4, 5, 6, 7} + static_cast<NodeIndex>(first), high = low + NodeIndex{8};
    const Numbers piece = Numbers{} + static_cast<NodeIndex>(s.pieces - 1);
    const auto set = [&](auto& to, Numbers eight, Numbers four) {
      std::memcpy(&to[first], &eight, sizeof eight);
      std::memcpy(&to[first + 8], &four, sizeof four / 2);
    };
    set(s.parent, low, high);
    set(s.ring.next, low, high);
    set(s.ring.piece, piece, piece);
  }

  /// What only the full kernel keeps: sides closed by what is beyond the edge, the landscape's box.
  [[gnu::always_inline]] void keep_variants(int c, Small p, const OrientedTile& tile, Signature shown) {
    const auto& cell = s.cell[c];
    if (rules.bounded || s.v.closing != 0) close_sides(cell, p, tile, shown);
    if (const TileKind& kind = kinds[s.piece[p].kind]; kind.listed || kind.closes) note_special(kind, c, p);
    extend_box(cell.x, cell.y, p == 0 && s.piece[p].cell == c);
  }

  [[gnu::noinline]] void note_special(const TileKind& kind, int c, Small p) {
    if (s.piece[p].cell != c) return;  // of a double tile once
    if (kind.listed) s.v.listed[s.v.listed_count++] = p;
    s.v.closing = static_cast<uint8_t>(s.v.closing + kind.closes);
  }

  [[gnu::noinline]] void close_sides(const typename S::Cell& cell, Small p, const OrientedTile& tile, Signature shown) {
    for (int i = 0; i < tile.sides; ++i)
      if (closed_by_edge(rules, s, cell, tile.side[i]) || closed_by_tile(cell, tile.side[i], shown))
        --s.node[find(s.piece[p].node + tile.side[i].feature)].counts.packed;
  }

  /// Whether a road's or city's side meets a tile that closes it: one that fills its space and shows nothing.
  bool closed_by_tile(const typename S::Cell& cell, const TileSideDef& side, Signature shown) const {
    if (!rules.closing || side.terrain < Terrain::road || ((shown >> (2 * side.face)) & 3) != 0) return false;
    const FarSide far = kFarSides[side.face];
    const int n = within_space(side.face) ? -1 : find_cell(s, cell.x + far.dx, cell.y + far.dy);
    return n >= 0 && s.cell[n].quarters == kAllQuarters;
  }

  /// The roads and cities around a tile that closes them lose a side; what is complete thereby is noted.
  void close_around(int c, Signature signature, const std::array<Small, Config::faces>& around) {
    for (const Face face : {north, east, south, west}) {
      if (static_cast<Terrain>((signature >> (2 * face)) & 3) < Terrain::road) continue;
      const Piece& other = s.piece[around[face]];
      const OrientedTile& there = part_over(other, c, face);
      const unsigned port = static_cast<unsigned>(kPortsOfFace * kFarSides[face].face + middle);
      const unsigned root =
          find(road_or(other.node + unsigned{there.feature_at[port]}, cell_over(other, c, face), port));
      --s.node[root].counts.packed;
      if (s.type[root] != FeatureType::water) note_if_completed(root);
    }
  }

  // ---------------------------------------------------------------- overpasses

  /// The node of the overpass that ends at the middle of a face of a cell; `otherwise` if none does.
  unsigned road_or(unsigned otherwise, int cell, unsigned port) const {
    const Overpass* road = overpass_in(s, cell);
    return road && ends_at(*road, static_cast<Face>(port / kPortsOfFace)) ? road->node : otherwise;
  }

  /// The piece in a cell that has a side at one of its faces, and that side; -1: none.
  int piece_with(int c, Face face, TileSideDef& side) const {
    int found = -1;
    if (c < 0) return found;
    for_each_piece_in(s, c, [&](int p) {
      const OrientedTile& tile = part_in(rules, s.piece[p], c);
      for (int i = 0; i < tile.sides && found < 0; ++i)
        if (tile.side[i].face == face) {
          side = tile.side[i];
          found = p;
        }
    });
    return found;
  }

  /// The cell beyond a face; -1: there is none yet.
  int cell_beyond(int c, Face face) const {
    const FarSide far = kFarSides[face];
    return find_cell(s, s.cell[c].x + far.dx, s.cell[c].y + far.dy);
  }

  /// What the piece at a face of a cell shows there, overpasses included; none: no piece, or one that closes.
  Terrain shown_at(int c, Face face) const {
    TileSideDef side;
    if (piece_with(c, face, side) < 0) return Terrain::none;
    const Overpass* road = overpass_in(s, c);
    return road && ends_at(*road, face) ? Terrain::road : side.terrain;
  }

  /// Whether a road may lead out of a space at a face: beyond it is a road, or nothing yet, and no tile that closes.
  bool leads_out(int c, Face face) const {
    const int beyond = cell_beyond(c, face);
    if (beyond < 0 || !s.cell[beyond].occupied()) return true;
    const Terrain there = shown_at(beyond, kFarSides[face].face);
    return there == Terrain::road || (there == Terrain::none && s.cell[beyond].quarters != kAllQuarters);
  }

  /// Whether an overpass may lie in a cell: over a filled space without one, from field to field.
  bool overpass_fits(int c, Face from) const {
    return overpass_carries(c, from) && leads_out(c, from) && leads_out(c, kFarSides[from].face);
  }

  /// The same, whatever is beyond its ends.
  bool overpass_carries(int c, Face from) const {
    TileSideDef side;
    const auto field = [&](Face face) { return piece_with(c, face, side) >= 0 && side.terrain == Terrain::field; };
    return s.cell[c].quarters == kAllQuarters && !overpass_in(s, c) && field(from) && field(kFarSides[from].face);
  }

  /// REQUIRES: overpass_fits. What it completes is noted.
  void add_overpass(int c, Face from) {
    TileSideDef side;
    ++s.v.changes;
    const unsigned n = s.nodes++;
    const int p = piece_with(c, from, side);
    s.parent[n] = static_cast<NodeIndex>(n);
    s.type[n] = FeatureType::road;
    s.node[n] = {Count::of(2, 0, 1), {}};
    for (unsigned behind = n + 1; behind <= n + kNodesReadBehind; ++behind) s.node[behind].followers = {};
    s.ring.next[n] = static_cast<NodeIndex>(n);
    s.ring.piece[n] = static_cast<Small>(p);
    s.v.overpass[s.v.overpasses++] = {static_cast<uint16_t>(p), static_cast<uint16_t>(c), static_cast<uint16_t>(n),
                                      from, s.pieces};
    join_end(c, from, n);
    join_end(c, kFarSides[from].face, n);
    note_if_completed(find(n));
  }

  /// An end of an overpass: what is beyond goes on as a road, or has to.
  void join_end(int c, Face face, unsigned road) {
    const Face back = kFarSides[face].face;
    const int beyond = cell_beyond(c, face);
    TileSideDef here, there;
    const int q = piece_with(beyond, back, there);
    if (q < 0) {
      auto& offered = s.open_signature[s.cell[beyond].open];
      offered =
          static_cast<Signature>((offered & ~(3u << (2 * back))) | static_cast<unsigned>(Terrain::road) << (2 * back));
      if (closed_by_edge(rules, s, s.cell[c], {face, Terrain::road})) --s.node[find(road)].counts.packed;
      return;
    }
    if (shown_at(beyond, back) != Terrain::road) return;  // until another one there continues it
    const unsigned port = static_cast<unsigned>(kPortsOfFace * back + middle);
    unite(find(road_or(s.piece[q].node + unsigned{there.feature}, beyond, port)), find(road), 2);
    // Sides that did not match were not joined; beside the road are fields.
    const int p = piece_with(c, face, here);
    const OrientedTile& own = part_in(rules, s.piece[p], c);
    const OrientedTile& other = part_in(rules, s.piece[q], beyond);
    for (const PortPlace half : {first_half, second_half})
      unite(find(s.piece[p].node + unsigned{own.feature_at[kPortsOfFace * face + half]}),
            find(s.piece[q].node + unsigned{other.feature_at[kPortsOfFace * back + half]}), 0);
  }

  /// Orientations of a kind that do not continue what lies around open cell number `i`, as those in `fitting` do, but
  /// would with one overpass more, over its own space if it fills that alone, or over one beside it.
  int mendable_at(const TileKind& kind, int i, int fitting) const {
    const int c = s.open_cell[i];
    const Signature signature = s.open_signature[i];
    if (kind.closes) return 0;
    if (kind.doubled) return double_rotations(kind, s.cell[c], Fit::mended) & ~fitting;
    unsigned rest = static_cast<unsigned>(kind.rotations & ~fitting);
    if (kind.square) rest &= static_cast<unsigned>(rules.meeting[&kind - kinds].fitting(signature));
    if (rest == 0 || !may_lie_at(i)) return 0;
    int mendable = 0;
    for (; rest != 0; rest &= rest - 1) {
      const int r = std::countr_zero(rest);
      const OrientedTile& tile = kind.oriented[r];
      if ((tile.quarters & s.cell[c].quarters) == 0 && mended_by_one(kind, tile, c, signature)) mendable |= 1 << r;
    }
    return mendable;
  }

  bool mended_by_one(const TileKind& kind, const OrientedTile& tile, int c, Signature signature) const {
    const unsigned touching = ((signature | (signature >> 1)) & 0x555u) * 3u & tile.faces;
    const unsigned differ = (tile.pattern ^ signature) & touching;
    const unsigned mended = differ & (differ >> 1) & 0x555u;  // a road and a field; a bit a face, two apart
    if (differ != mended * 3 || (mended & 0x500u) != 0 || (rules.exact && water_meets_road(tile, signature)))
      return false;
    const unsigned at_own = mended & tile.pattern, at_beside = mended & signature;  // where the field is
    if ((at_own == 0) == (at_beside == 0)) return false;
    if (at_beside != 0) {
      if ((at_beside & (at_beside - 1)) != 0) return false;
      const auto face = static_cast<Face>(std::countr_zero(at_beside) / 2);
      const Piece& other = s.piece[s.cell[c].offered[face]];
      const int beyond = other.second == S::no_cell ? int{other.cell} : cell_beyond(c, face);
      return overpass_carries(beyond, axis_of(face)) && leads_out(beyond, face);
    }
    const auto at = [](unsigned terrains, Face face) { return static_cast<Terrain>((terrains >> (2 * face)) & 3); };
    unsigned own = 0;  // faces
    for (const unsigned bit : each_bit(at_own)) own |= 1u << (bit / 2);
    const Face from = axis_of(static_cast<Face>(std::countr_zero(own)));
    const Face to = kFarSides[from].face;
    if ((!kind.square && !kind.doubled) || (own & ~(1u << from | 1u << to)) != 0) return false;
    for (const Face face : {from, to})
      if (at(tile.pattern, face) != Terrain::field || (((own >> face) & 1) == 0 && !leads_out(c, face))) return false;
    return true;
  }

  /// Which of north and east an overpass begins at that ends at a face.
  static Face axis_of(Face face) { return face == south ? north : face == west ? east : face; }

  /// Faces of a piece at which it and its neighbour show different things, as bits: a road and a field that meet.
  unsigned unmended(int p) const {
    const Piece& piece = s.piece[p];
    unsigned faces = unmended_in(p, piece.cell);
    if (piece.second != S::no_cell) faces |= unmended_in(p, piece.second);
    return faces;
  }

  /// Those of its part in one of its cells.
  unsigned unmended_in(int p, int c) const {
    const OrientedTile& tile = part_in(rules, s.piece[p], c);
    unsigned faces = 0;
    for (int i = 0; i < tile.sides; ++i) {
      const Face face = tile.side[i].face;
      if (within_space(face) || tile.side[i].terrain == Terrain::none) continue;
      const int beyond = cell_beyond(c, face);
      const Terrain there = beyond < 0 ? Terrain::none : shown_at(beyond, kFarSides[face].face);
      faces |= static_cast<unsigned>(there != Terrain::none && there != shown_at(c, face)) << face;
    }
    return faces;
  }

  /// Whether what lies beyond an edge is in the same space.
  static bool within_space(Face face) { return kFarSides[face].dx == 0 && kFarSides[face].dy == 0; }

  void extend_box(int x, int y, bool first) {
    if (first) {
      s.v.left = s.v.right = static_cast<int16_t>(x);
      s.v.top = s.v.bottom = static_cast<int16_t>(y);
    }
    if (x < s.v.left) s.v.left = static_cast<int16_t>(x);
    if (x > s.v.right) s.v.right = static_cast<int16_t>(x);
    if (y < s.v.top) s.v.top = static_cast<int16_t>(y);
    if (y > s.v.bottom) s.v.bottom = static_cast<int16_t>(y);
  }

  void note_if_completed(unsigned root) {
    if (s.node[root].open() != 0) return;
    const auto end = s.completed_node.begin() + s.completed;
    if (std::find(s.completed_node.begin(), end, root) != end) return;  // two features of the tile have become one
    s.completed_node[s.completed++] = static_cast<NodeIndex>(root);
  }

  // ---------------------------------------------------------------- cloisters and gardens (CLOISTER-1, ABBOT-2)

  /// How many spaces around a new cloister or garden are empty.
  void count_around(unsigned n, int x, int y) {
    int walled = 0, occupied = 0;
    for (const auto [dx, dy] : kAround) {
      if constexpr (Config::variants)
        walled += rules.bounded && ground_at(rules, s, x + dx, y + dy).ground == Ground::walled;
      occupied += s.cell[s.slot[slot_of(x + dx, y + dy)]].occupied();
    }
    s.node[n].counts = Count::of(8 - walled - occupied, walled);
  }

  /// The same around both squares of a double tile: a space beside both is counted twice, as it is filled twice.
  void count_around_double(unsigned n, const Piece& piece) {
    int walled = 0, empty = 0;
    for (const int c : {piece.cell, piece.second})
      for (const auto [dx, dy] : kAround) {
        const int x = s.cell[c].x + dx, y = s.cell[c].y + dy;
        const bool off = rules.bounded && ground_at(rules, s, x, y).ground == Ground::walled;
        walled += off;
        empty += !off && !occupied(s, x, y);
      }
    s.node[n].counts = Count::of(empty, walled);
  }

  /// Takes an unfinished one into the list of those that are looked after.
  void watch(unsigned n, int x, int y) {
    if (s.node[n].open() == 0) return;
    s.watch_x[s.watches] = static_cast<Coordinate>(x);
    s.watch_y[s.watches] = static_cast<Coordinate>(y);
    s.watch_node[s.watches++] = static_cast<NodeIndex>(n);
  }

  /// A space that was empty has been filled: cloisters around it come nearer to completion.
  void fill_space_for_cloisters(int x, int y) {
    constexpr int lanes = 16 / sizeof(Coordinate);
    for (int first = 0; first < s.watches; first += lanes) {
      const auto dx = load_lanes<Distance>(&s.watch_x[first]) - static_cast<Distance>(x - 1);
      const auto dy = load_lanes<Distance>(&s.watch_y[first]) - static_cast<Distance>(y - 1);
      const LanesOf<Distance> near = (dx <= 2) & (dy <= 2);
      if (any_lane(near)) come_nearer(first, near);
    }
    for (int i = 0; i < s.completed; ++i) stop_watching(s.completed_node[i]);
  }

  void come_nearer(int first, LanesOf<Distance> near) {
    constexpr unsigned lane_bits = 8 * sizeof(Coordinate);
    constexpr uint64_t lowest_bits = ~uint64_t{0} / static_cast<Distance>(-1);  // of the lanes in a word
    const auto words = std::bit_cast<std::array<uint64_t, 2>>(near);
    for (unsigned w = 0; w < 2; ++w)
      for (const unsigned bit : each_bit(words[w] & lowest_bits)) {
        const unsigned i = static_cast<unsigned>(first) + (64 * w + bit) / lane_bits;
        if (i >= s.watches) return;
        const unsigned n = s.watch_node[i];
        --s.node[n].counts.packed;
        note_if_completed(n);
      }
  }

  void stop_watching(unsigned n) {
    const auto end = s.watch_node.begin() + s.watches;
    const auto i = std::find(s.watch_node.begin(), end, n) - s.watch_node.begin();
    if (i == s.watches) return;
    --s.watches;
    s.watch_x[i] = s.watch_x[s.watches];
    s.watch_y[i] = s.watch_y[s.watches];
    s.watch_node[i] = s.watch_node[s.watches];
    s.watch_x[s.watches] = S::far_away;
    if constexpr (Config::variants)
      if (!rules.second.empty()) stop_watching(n);  // both squares of a double tile are watched
  }
};

}  // namespace bastide
