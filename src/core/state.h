// The state of a game as one plain value: trivially copyable, no pointers. Search copies it.
//
// Board. Every space that lies under or beside a tile is a *cell*; a cell is made when a neighbour is placed and never
// moves. `cell_at` finds it by coordinates: a table addressed by the low bits of x and y (a torus), with linear probing
// where two cells share an entry, so that the landscape may grow in any direction without bound. The cells that still
// have room are the *open* ones, kept dense with a *signature*: the terrains its neighbours offer, two bits a face.
//
// Features. A *segment* is one feature of one placed tile. Segments point to *nodes*, joined by union-find; the root
// holds what scoring needs. A new tile's segment that joins an existing feature takes that feature's node, so every
// tile but the first saves at least one node.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "core/geometry.h"
#include "core/ruleset.h"
#include "core/types.h"

namespace bastide {

/// A set of small numbers.
template <int Words>
struct Bits {
  std::array<uint64_t, Words> word{};
  void insert(int i) { word[static_cast<std::size_t>(i) >> 6] |= uint64_t{1} << (i & 63); }
  bool contains(int i) const { return (word[static_cast<std::size_t>(i) >> 6] >> (i & 63)) & 1; }
  void merge(const Bits& other) {
    for (std::size_t w = 0; w < Words; ++w) word[w] |= other.word[w];
  }
  void remove(const Bits& other) {
    for (std::size_t w = 0; w < Words; ++w) word[w] &= ~other.word[w];
  }
  int count() const {
    int n = 0;
    for (const uint64_t w : word) n += std::popcount(w);
    return n;
  }
};

/// Followers of every seat on one feature, packed: `Lane` bits a seat.
template <class Word, int Lane>
struct Followers {
  Word packed = 0;
  static constexpr Word kMask = (Word{1} << Lane) - 1;
  bool any() const { return packed != 0; }
  int of(int seat) const { return static_cast<int>((packed >> (seat * Lane)) & kMask); }
  void add(int seat) { packed += Word{1} << (seat * Lane); }
  void remove(int seat) { packed -= Word{1} << (seat * Lane); }
};

/// Square tiles only, no event log, no figures by place: for search. Takes any ruleset within its bounds.
struct Fast {
  static constexpr int max_tiles = 84;  ///< the Winter Edition with its animals
  static constexpr int max_segments = 320;
  static constexpr int max_nodes = 224;                ///< segments less one for every tile but the first
  static constexpr int max_cells = 3 * max_tiles + 2;  ///< n tiles have at most 2n+2 empty neighbours
  static constexpr int max_open = 2 * max_tiles + 2;
  static constexpr int faces = 4;
  static constexpr int max_watches = 16;                      ///< unfinished cloisters
  static constexpr int max_completed = kMaxTileFeatures + 9;  ///< by one tile
  static constexpr int grid = 32;                             ///< side of the torus, a power of two
  static constexpr bool variants = false;  ///< plain turns only: no hands, offers, table edge, further figures; no log
  using Count = uint8_t;                   ///< sides, segments and shields of one feature
  using Small = uint8_t;                   ///< numbers of tiles, cells and nodes
  using Coordinate = int8_t;
  using Signature = uint8_t;
  using FollowerCount = Followers<uint32_t, 4>;  ///< at most 15 of a seat on one feature
};

/// As Fast, for games of several boxes.
struct Large {
  static constexpr int max_tiles = 1024;
  static constexpr int max_segments = 4096;
  static constexpr int max_nodes = 3072;
  static constexpr int max_cells = 3 * max_tiles + 2;
  static constexpr int max_open = 2 * max_tiles + 2;
  static constexpr int faces = 4;
  static constexpr int max_watches = 160;
  static constexpr int max_completed = kMaxTileFeatures + 9;
  static constexpr int grid = 128;
  static constexpr bool variants = false;
  using Count = uint16_t;
  using Small = uint16_t;
  using Coordinate = int16_t;
  using Signature = uint8_t;
  using FollowerCount = Followers<uint32_t, 4>;
};

/// Every shape and rule; keeps each figure's place and writes the event log.
struct Full {
  static constexpr int max_tiles = 256;
  static constexpr int max_segments = 1280;
  static constexpr int max_nodes = 1024;
  static constexpr int max_cells = 3 * max_tiles + 2;
  static constexpr int max_open = max_cells;  ///< half full ones are open too
  static constexpr int faces = kFaces;
  static constexpr int max_watches = 64;
  static constexpr int max_completed = kMaxTileFeatures + 18;  ///< two cloisters may lie in a space
  static constexpr int grid = 64;
  static constexpr bool variants = true;
  using Count = uint16_t;
  using Small = uint16_t;
  using Coordinate = int16_t;
  using Signature = uint16_t;
  using FollowerCount = Followers<uint64_t, 8>;
};

inline constexpr int kMaxBuried = 8;

/// One side of one placed tile.
template <class Small>
struct SideRef {
  Small piece;
  uint8_t side;
};

template <class Config>
struct State {
  using Small = typename Config::Small;
  using Coordinate = typename Config::Coordinate;
  using Signature = typename Config::Signature;
  using TileSet = Bits<(Config::max_tiles + 63) / 64>;
  static constexpr Small none = static_cast<Small>(-1);

  /// A space that at most one tile takes.
  struct WholeCell {
    Coordinate x, y;
    Small open;   ///< index among the open cells; `none` when full
    Small piece;  ///< `none` when empty
    bool occupied() const { return piece != none; }
  };
  /// A space that several tiles may share.
  struct SharedCell {
    Coordinate x, y;
    Small open;
    uint8_t quarters;                                   ///< covered
    std::array<SideRef<Small>, Config::faces> offered;  ///< what lies on the far side; valid where the signature says
    bool occupied() const { return quarters != 0; }
  };
  using Cell = std::conditional_t<Config::variants, SharedCell, WholeCell>;

  struct Piece {
    Small cell;
    uint8_t kind, rotation;
    uint16_t segment;  ///< its features are segments segment .. segment + features - 1
  };

  struct Nothing {};

  /// A feature, if it is its own parent.
  struct Node {
    Small parent;
    FeatureType type;
    bool completed;
    typename Config::Count open;      ///< road, city: sides without neighbour; cloister, garden: empty spaces around it
    typename Config::Count shields;   ///< city; cloister, garden: spaces around it off the table (HOUSE-BORDER)
    typename Config::Count segments;  ///< road, city
    typename Config::Count twins;     ///< those among them that have a twin on their tile (TileKind::twins)
    typename Config::FollowerCount followers;
    /// Road, city: the tiles it lies on, each counted once (ROAD-2, CITY-2); where spaces count, the first tile of each
    /// (HALF-7). Cloister, garden: its own, in the full kernel.
    [[no_unique_address]] std::conditional_t<Config::variants, TileSet, Nothing> tiles;
  };

  /// A cloister whose surroundings are not yet full.
  struct Watch {
    Coordinate x, y;
    Small node;
  };

  /// A figure on the board; kept by the full kernel only.
  struct FigureOnBoard {
    Small piece;
    uint8_t feature, seat;
    Figure figure;
  };

  // whose turn, and what is asked
  Phase phase = Phase::draw;
  uint8_t seat = 0;   ///< to move
  uint8_t drawn = 0;  ///< kind of the tile to place, in phase tile
  uint16_t turn = 0;  ///< finished turns

  std::array<int16_t, kMaxSeats> score{};
  std::array<uint8_t, kMaxSeats> supply{};

  // the stack: kinds of the tiles left, in no order
  uint16_t left = 0;
  std::array<uint8_t, Config::max_tiles> stack;

  // the board
  Small pieces = 0, cells = 0, open = 0, nodes = 0;
  uint16_t segments = 0;
  std::array<Piece, Config::max_tiles> piece;
  std::array<Cell, Config::max_cells> cell;
  alignas(16) std::array<Signature, (Config::max_open + 15) / 16 * 16> open_signature;
  std::array<Small, Config::max_open> open_cell;
  std::array<Small, Config::max_segments> segment_node;
  std::array<Node, Config::max_nodes> node;
  std::array<Small, Config::grid * Config::grid> table;

  // tiles on the board that have twins
  Small twins = 0;
  std::array<Small, Config::max_tiles> twin_piece;

  // features completed by the tile just placed, scored after the follower (FOLLOWER-4, ORDER-1)
  uint8_t completed = 0;
  std::array<Small, Config::max_completed> completed_node;

  uint8_t watches = 0;
  std::array<Watch, Config::max_watches> watch;

  struct FigureList {
    uint8_t count = 0;
    std::array<FigureOnBoard, kMaxSeats * 16> at;
  };

  /// What a draw is for.
  enum class Drawing : uint8_t {
    turn,     ///< a tile to place now
    first,    ///< the tile in the centre (HOUSE-BAG)
    deal,     ///< the hands at set-up (HOUSE-HAND3)
    begin,    ///< a hand that is empty at the start of its turn
    refill,   ///< a hand at the end of its turn
    reserve,  ///< the reserves at set-up, out of the pool (HALF-2)
    bury      ///< a tile that goes unseen under the one just laid (HALF-HILL)
  };

  /// What only some rules need. Kept by the full kernel.
  struct Variants {
    FigureList figures;                                                     ///< on the board
    std::array<std::array<uint8_t, kMaxSeats>, kFigureKinds - 1> supply{};  ///< [figure - 1][seat]
    uint8_t turn_seat = 0;  ///< whose turn it is; State::seat is who is asked
    Drawing drawing = Drawing::turn;
    bool again = false;  ///< the turn is followed by another of the same seat (HOUSE-HOLE)
    std::array<uint8_t, kMaxSeats> hand_size{};
    std::array<std::array<uint8_t, kMaxHand>, kMaxSeats> hand{};  ///< kinds, in the order they came
    std::array<int16_t, kMaxSeats> bought{};           ///< kind + 1 of a tile bought and not yet laid; 0: none
    std::array<int16_t, kMaxSeats> offer{};            ///< points offered in this round
    int16_t left = 0, top = 0, right = 0, bottom = 0;  ///< the landscape's bounding box

    uint8_t pool_left = 0, buried_size = 0;
    std::array<uint8_t, kMaxPool> pool{};  ///< kinds, in no order
    std::array<uint8_t, kMaxSeats> reserve_size{};
    std::array<std::array<uint8_t, kMaxReserve>, kMaxSeats> reserve{};  ///< kinds, in the order they came
    bool went_on = false;                      ///< this turn's chance to lay one of the reserve has passed (HALF-3)
    std::array<uint8_t, kMaxBuried> buried{};  ///< kinds, seen by nobody
    uint8_t choice = 0;                        ///< 1 + what is being answered; 0: nothing
  };
  [[no_unique_address]] std::conditional_t<Config::variants, Variants, Nothing> v;
};

static_assert(std::is_trivially_copyable_v<State<Fast>> && std::is_trivially_copyable_v<State<Large>> &&
              std::is_trivially_copyable_v<State<Full>>);

// ---------------------------------------------------------------- reading a state

/// The root of node `n`, without changing anything.
template <class Config>
int root_of(const State<Config>& state, int n) {
  while (state.node[static_cast<std::size_t>(n)].parent != n) n = state.node[static_cast<std::size_t>(n)].parent;
  return n;
}

/// The root of the feature that `feature` of piece number `piece` belongs to.
template <class Config>
int root_at(const State<Config>& state, int piece, int feature) {
  return root_of(
      state,
      state.segment_node[static_cast<std::size_t>(state.piece[static_cast<std::size_t>(piece)].segment + feature)]);
}

/// The cell at a space, or -1.
template <class Config>
int find_cell(const State<Config>& state, int x, int y) {
  constexpr unsigned side = Config::grid;
  unsigned slot = ((static_cast<unsigned>(y) & (side - 1)) * side) | (static_cast<unsigned>(x) & (side - 1));
  while (state.table[slot] != State<Config>::none) {
    const auto& cell = state.cell[state.table[slot]];
    if (cell.x == x && cell.y == y) return state.table[slot];
    slot = (slot + 1) & (side * side - 1);
  }
  return -1;
}

/// Whether anything lies in a space.
template <class Config>
bool occupied(const State<Config>& state, int x, int y) {
  const int cell = find_cell(state, x, y);
  return cell >= 0 && state.cell[static_cast<std::size_t>(cell)].occupied();
}

/// What lies on the far side of a cell's face. REQUIRES: something does.
template <class Config>
SideRef<typename Config::Small> beyond(const State<Config>& state, const typename State<Config>::Cell& cell,
                                       Face face) {
  if constexpr (Config::variants) {
    return cell.offered[face];
  } else {
    const FarSide far = kFarSides[face];
    const int neighbour = find_cell(state, cell.x + far.dx, cell.y + far.dy);
    return {state.cell[static_cast<std::size_t>(neighbour)].piece, far.face};
  }
}

/// The cell in which the cloister or garden with root `node` lies.
inline const State<Full>::Cell& cell_of_centre(const State<Full>& state, int node) {
  const auto& tiles = state.node[static_cast<std::size_t>(node)].tiles.word;
  std::size_t word = 0;
  while (tiles[word] == 0) ++word;
  const std::size_t piece = word * 64 + static_cast<std::size_t>(std::countr_zero(tiles[word]));
  return state.cell[state.piece[piece].cell];
}

/// Adds up `value(piece)` over all tiles in the nine spaces of the cloister or garden with root `node`.
template <class Value>
int sum_around(const State<Full>& state, int node, const Value& value) {
  const auto& centre = cell_of_centre(state, node);
  int sum = 0;
  for (std::size_t p = 0; p < state.pieces; ++p) {
    const auto& cell = state.cell[state.piece[p].cell];
    if (std::abs(cell.x - centre.x) <= 1 && std::abs(cell.y - centre.y) <= 1) sum += value(state.piece[p]);
  }
  return sum;
}

}  // namespace bastide
