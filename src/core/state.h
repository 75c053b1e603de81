// The state of a game as one plain value: trivially copyable, no pointers. Search copies it.
//
// Board. Every space that lies under or beside a tile is a *cell*; a cell is made when a neighbour is placed and never
// moves. `slot` finds it by coordinates: it has an entry for each space of a square that repeats itself, with linear
// probing where two cells share one, so that the landscape may grow in any direction without bound. The cells that
// still have room are the *open* ones, kept dense with a *signature*: the terrains its neighbours show, two bits a
// face; in the full kernel also a bit for each whole side beyond which is water (kWaterAtNorth).
//
// Features. A *segment* is one feature of one placed tile. Segments are the *nodes* of a union-find; a feature is known
// by its root, which is its oldest segment and holds what scoring needs.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <type_traits>

#include "core/bits.h"
#include "core/geometry.h"
#include "core/ruleset.h"
#include "core/types.h"

namespace bastide {

/// What a feature counts: four lanes of one word, so that two features become one by an addition.
template <class Word>
struct Counts {
  Word packed = 0;
  static constexpr int kLane = sizeof(Word) * 8 / 4;

  static constexpr Counts of(int open, int shields, int segments = 0, int twins = 0) {
    return {static_cast<Word>(static_cast<Word>(open) | static_cast<Word>(shields) << kLane |
                              static_cast<Word>(segments) << 2 * kLane | static_cast<Word>(twins) << 3 * kLane)};
  }
  /// From lanes of eight bits.
  static constexpr Counts widened(uint64_t lanes) {
    static_assert(kLane == 8 || kLane == 16);
    if constexpr (kLane == 16) {
      lanes = (lanes | lanes << 16) & 0x0000ffff0000ffff;
      lanes = (lanes | lanes << 8) & 0x00ff00ff00ff00ff;
    }
    return {static_cast<Word>(lanes)};
  }
  /// Road, city: sides without neighbour; cloister, garden: empty spaces around it. The lowest lane.
  int open() const { return lane(0); }
  /// City; cloister, garden: spaces around it off the table (HOUSE-BORDER).
  int shields() const { return lane(1); }
  /// Road, city: on how many tiles, one that has it twice counted twice.
  int segments() const { return lane(2); }
  /// Road, city: segments that have a twin on their tile (TileKind::twins).
  int twins() const { return lane(3); }

 private:
  int lane(int number) const { return static_cast<int>((packed >> (number * kLane)) & ((Word{1} << kLane) - 1)); }
};

/// Followers of every seat on one feature, packed: `Lane` bits a seat.
template <class Word, int Lane>
struct Followers {
  Word packed = 0;
  static constexpr int kLane = Lane;
  static constexpr Word kMask = (Word{1} << Lane) - 1;
  static constexpr Word kEachOne = static_cast<Word>(~Word{0}) / kMask;  ///< 1 of each seat
  bool any() const { return packed != 0; }
  /// Whether it is one follower of one seat.
  bool one() const { return (packed & (packed - 1)) == 0 && (packed & kEachOne) != 0; }  // popcount would be a call
  /// Whether it is one follower, of this seat.
  bool only(int seat) const { return packed == Word{1} << (seat * Lane); }
  int of(int seat) const { return static_cast<int>((packed >> (seat * Lane)) & kMask); }
  void add(int seat) { packed += Word{1} << (seat * Lane); }
  void remove(int seat) { packed -= Word{1} << (seat * Lane); }
};

/// Square tiles only, no event log, no figures by place: for search. Takes any ruleset within its bounds.
struct Fast {
  static constexpr int max_tiles = 84;                 ///< the Winter Edition with its animals
  static constexpr int max_nodes = 320;                ///< features on all tiles together
  static constexpr int max_cells = 3 * max_tiles + 2;  ///< n tiles have at most 2n+2 empty neighbours
  static constexpr int max_open = 2 * max_tiles + 2;
  static constexpr int faces = 4;
  static constexpr int max_watches = 16;                      ///< unfinished cloisters
  static constexpr int max_completed = kMaxTileFeatures + 9;  ///< by one tile
  static constexpr int grid = 32;                             ///< side of the torus, a power of two
  static constexpr bool variants = false;  ///< plain turns only: nothing of expansions, no table edge; no log
  using Count = Counts<uint32_t>;          ///< up to 255 sides, segments, shields of one feature
  using Small = uint8_t;                   ///< numbers of tiles and cells
  using Coordinate = int8_t;
  using Signature = uint8_t;
  using FollowerCount = Followers<uint32_t, 4>;  ///< at most 15 of a seat on one feature
};

/// As Fast, for games of several boxes.
struct Large {
  static constexpr int max_tiles = 1024;
  static constexpr int max_nodes = 4096;
  static constexpr int max_cells = 3 * max_tiles + 2;
  static constexpr int max_open = 2 * max_tiles + 2;
  static constexpr int faces = 4;
  static constexpr int max_watches = 160;
  static constexpr int max_completed = kMaxTileFeatures + 9;
  static constexpr int grid = 128;
  static constexpr bool variants = false;
  using Count = Counts<uint64_t>;
  using Small = uint16_t;
  using Coordinate = int16_t;
  using Signature = uint8_t;
  using FollowerCount = Followers<uint32_t, 4>;
};

/// Every shape and rule; keeps each figure's place and writes the event log.
struct Full {
  static constexpr int max_tiles = 640;
  static constexpr int max_nodes = 2880;
  static constexpr int max_cells = 3 * max_tiles + 2;
  static constexpr int max_open = max_cells;  ///< half full ones are open too
  static constexpr int faces = kFaces;
  static constexpr int max_watches = 128;
  static constexpr int max_completed = kMaxTileFeatures + 18;  ///< two cloisters may lie in a space
  static constexpr int grid = 64;
  static constexpr bool variants = true;
  using Count = Counts<uint64_t>;
  using Small = uint16_t;
  using Coordinate = int16_t;
  using Signature = uint16_t;
  using FollowerCount = Followers<uint64_t, 8>;
};

inline constexpr int kMemory = 208;                   ///< words that all expansions share
inline constexpr int kMostStanding = kMaxSeats * 16;  ///< figures on the board at once
inline constexpr unsigned kNodesReadBehind = 3;       ///< the last one, by Scoring::any_followers_from

/// A figure, which keeps its number through the whole game. Kept by the full kernel only.
struct FigureRow {
  Figure figure = Figure::follower;
  uint8_t seat = 0;
  Place at;
  int piece() const { return at.x; }  ///< REQUIRES: it stands on a feature, as the next
  int feature() const { return at.index; }
};

/// A road straight over a space, from one face to the opposite one. It is a segment with a node of its own and joins
/// nothing that lies in the space.
struct Overpass {
  uint16_t piece = 0;  ///< in the space: the one at `from`
  uint16_t cell = 0;   ///< the space: of a double tile's piece one of two
  uint16_t node = 0;
  Face from = north;   ///< north or east
  uint16_t after = 0;  ///< how many pieces there were when it came; 0: it does not matter
};

template <class Config>
struct State {
  using Small = typename Config::Small;
  using Coordinate = typename Config::Coordinate;
  using Signature = typename Config::Signature;
  using NodeIndex = uint16_t;
  using Kind = std::conditional_t<Config::variants, KindIndex, uint8_t>;

  // "None of them" is the number after the last: an entry that may be read and written without asking first.
  static constexpr Small no_cell = Config::max_cells;  // its space is whatever Board::slot_of looks for
  static constexpr Small not_open = Config::max_open;
  static constexpr Small no_piece = Config::max_tiles;

  static constexpr Coordinate far_away = std::numeric_limits<Coordinate>::max();
  struct Space {
    Coordinate x, y;
    bool operator==(const Space& other) const {  // one comparison
      using Both = std::conditional_t<sizeof(Space) == 2, uint16_t, uint32_t>;
      return std::bit_cast<Both>(*this) == std::bit_cast<Both>(other);
    }
  };
  /// A space that at most one tile takes.
  struct WholeCell : Space {
    Small open;              ///< index among the open cells; `not_open` when full
    Small piece = no_piece;  ///< `no_piece` when empty
    bool occupied() const { return piece != no_piece; }
  };
  /// A space that several tiles may share.
  struct SharedCell : Space {
    Small open;
    uint8_t quarters = 0;                        ///< covered
    uint8_t pieces = 0;                          ///< how many lie there
    Small first = no_piece;                      ///< of these the one that came first
    std::array<Small, Config::faces> offered{};  ///< the piece on the far side; valid where the signature says
    bool occupied() const { return quarters != 0; }
  };
  using Cell = std::conditional_t<Config::variants, SharedCell, WholeCell>;

  struct SinglePiece {
    Small cell;
    Kind kind;
    uint8_t rotation;
    NodeIndex node;  ///< of its first feature; the others follow
  };
  struct AnyPiece : SinglePiece {
    Small second;  ///< cell of a double tile's second square; no_cell: it has none
    bool covers(int c) const { return this->cell == c || second == c; }
  };
  using Piece = std::conditional_t<Config::variants, AnyPiece, SinglePiece>;

  struct Nothing {};
  struct NoRings {};

  struct Node {
    typename Config::Count counts{};
    typename Config::FollowerCount followers{};
    int open() const { return counts.open(); }
    int shields() const { return counts.shields(); }
  };

  /// The segments of a feature, each of which knows the next, in a circle, and the pieces they lie on. What lies on a
  /// feature is read along its ring. Kept by the full kernel.
  struct Rings {
    std::array<NodeIndex, Config::max_nodes + kMaxTileFeatures> next;
    std::array<Small, Config::max_nodes + kMaxTileFeatures> piece;
  };

  // whose turn, and what is asked
  Phase phase = Phase::draw;
  uint8_t seat = 0;   ///< to move
  Kind drawn = 0;     ///< kind of the tile to place, in phase tile
  uint16_t turn = 0;  ///< finished turns

  std::array<int16_t, kMaxSeats> score{};
  std::array<uint8_t, kMaxSeats> supply{};

  // the stack: kinds of the tiles left, in no order
  uint16_t left = 0;
  std::array<Kind, Config::max_tiles> stack;

  // the board
  Small pieces = 0, cells = 0, open = 0;
  NodeIndex nodes = 0;
  std::array<Piece, Config::max_tiles> piece;
  std::array<Cell, Config::max_cells + 1> cell;
  alignas(16) std::array<Signature, (Config::max_open + 16) / 16 * 16> open_signature;
  std::array<Small, Config::max_open + 1> open_cell;
  // The nodes. Behind the last one is room for another tile's, so that Board::lay writes as many for every tile.
  std::array<NodeIndex, Config::max_nodes + kMaxTileFeatures> parent;  ///< a root is its own
  std::array<FeatureType, Config::max_nodes + kMaxTileFeatures> type;
  std::array<Node, Config::max_nodes + kMaxTileFeatures> node;
  [[no_unique_address]] std::conditional_t<Config::variants, Rings, NoRings> ring;
  std::array<Small, Config::grid * Config::grid> slot;  ///< of every space: its cell, or no_cell

  // tiles on the board that have twins
  Small twins = 0;
  std::array<Small, Config::max_tiles + 1> twin_piece;

  // features completed by the tile just placed, scored after the follower (FOLLOWER-4, ORDER-1)
  uint8_t completed = 0;
  std::array<NodeIndex, Config::max_completed> completed_node;

  // cloisters and gardens whose surroundings are not yet full
  uint8_t watches = 0;
  alignas(16) std::array<Coordinate, Config::max_watches> watch_x, watch_y;  ///< `far_away` after the last one
  std::array<NodeIndex, Config::max_watches> watch_node;

  /// Which tile is placed in phase tile.
  enum class Choice : uint8_t {
    drawn,    ///< State::drawn
    held,     ///< one that the seat holds
    may_draw  ///< one that it holds and may lay instead of drawing; or it passes, and the turn goes on
  };

  /// What only some rules need. Kept by the full kernel.
  struct Variants {
    std::array<FigureRow, kMaxFigures> figure;  ///< all figures of the game, each under its number (first_figure)
    std::array<uint8_t, kFigureKinds> first_figure{};  ///< by kind: the number of the first seat's first one
    uint8_t figures = 0;
    uint8_t standing_count = 0;
    std::array<uint8_t, kMostStanding> standing;  ///< numbers of those on the board, in the order in which they came
    uint8_t turn_seat = 0;                        ///< whose turn it is; State::seat is who is asked
    Choice choice = Choice::drawn;
    bool declined = false;   ///< in this turn no tile is laid instead of drawing any more
    bool counts = false;     ///< it is a turn, even if nothing is placed in it: its drawn tile went elsewhere
    uint8_t part = 0;        ///< of the turn, the first is 0
    bool part_due = false;   ///< the turn may have a second part once this one is done
    bool again = false;      ///< the turn is followed by another of the same seat (HOUSE-HOLE)
    uint8_t gone = 0;        ///< a bit for each seat that plays no more: it has no turn from the next one on
    uint8_t last_round = 0;  ///< 1 + the seat whose turn ends it, once it runs (Pile::last_round); 0: it does not
    int16_t left = 0, top = 0, right = 0, bottom = 0;  ///< the landscape's bounding box

    std::array<uint8_t, Place::kept + 1> figures_at{};  ///< how many of seats are so, by Place::kind
    std::array<uint8_t, kMaxFigures> tops;              ///< numbers of those on top of heaps, as they came there

    uint16_t changes = 0;  ///< how often a figure moved, a tile was laid, a road put over one: modulo 65,536
    uint16_t settled = 0;  ///< when Hooks::settle was last called

    uint16_t listed_count = 0;
    std::array<Small, Config::max_tiles> listed;  ///< pieces whose kind is (TileKind::listed), as they came

    uint8_t closing = 0;  ///< pieces that close what they touch (TileKind::closes)

    uint8_t overpasses = 0;
    std::array<Overpass, kMaxOverpasses> overpass;  ///< in the order in which they came

    uint16_t helds = 0;
    std::array<HeldTile, kMaxHeld> held;            ///< in the order in which they came into their piles
    std::array<uint8_t, Config::max_tiles> heap{};  ///< by piece: what is heaped on its tile, one on the other
    std::array<int16_t, kMemory> memory{};          ///< what expansions remember that is nothing else
    std::array<Pending, kMaxPending> pending{};     ///< questions of expansions; the last one is asked
    uint8_t pendings = 0;
    uint8_t line = 0;  ///< of Ruleset::order that comes next in this turn
  };
  [[no_unique_address]] std::conditional_t<Config::variants, Variants, Nothing> v;
};

static_assert(std::is_trivially_copyable_v<State<Fast>> && std::is_trivially_copyable_v<State<Large>> &&
              std::is_trivially_copyable_v<State<Full>>);
static_assert(sizeof(State<Full>) <= 140 * 1024);

// ---------------------------------------------------------------- reading a state

/// The root of node `n`, without changing anything. Most are one step away.
template <class Config>
int root_of(const State<Config>& state, int n) {
  n = state.parent[n];
  while (state.parent[n] != n) n = state.parent[n];
  return n;
}

/// All overpasses of the game.
inline std::span<const Overpass> overpasses(const State<Full>& state) {
  return {state.v.overpass.data(), state.v.overpasses};
}

/// The overpass in a cell, or null.
inline const Overpass* overpass_in(const State<Full>& state, int cell) {
  for (const Overpass& road : overpasses(state))
    if (road.cell == cell) return &road;
  return nullptr;
}

/// The overpass over a piece, or null. Over a double tile there is one at most.
inline const Overpass* overpass_over(const State<Full>& state, int piece) {
  for (const Overpass& road : overpasses(state))
    if (state.piece[piece].covers(road.cell)) return &road;
  return nullptr;
}

/// Whether an overpass ends at a face of its space.
inline bool ends_at(const Overpass& road, Face face) {
  return face == road.from || face == kFarSides[road.from].face;
}

/// The node of a feature of a piece; of kOverpass where there is none that of the first one.
template <class Config>
int node_at(const State<Config>& state, int piece, int feature) {
  if constexpr (Config::variants)
    if (feature == kOverpass) {
      const Overpass* road = overpass_over(state, piece);
      return road ? road->node : state.piece[piece].node;
    }
  return state.piece[piece].node + feature;
}

/// What a feature of a piece is.
inline FeatureType type_of(const State<Full>& state, int piece, int feature) {
  return state.type[node_at(state, piece, feature)];
}

/// The type of the feature that a place is on; kFeatureTypes: it is no feature.
inline std::size_t type_of_place(const State<Full>& state, Place place) {
  return place.kind == Place::feature ? static_cast<std::size_t>(type_of(state, place.x, place.index)) : kFeatureTypes;
}

/// Who of the expansions in play has to be asked whether anybody may come to a place (AllAdded::opening), as bits.
inline uint64_t opening_at(const Ruleset& rules, const State<Full>& state, Place to) {
  return rules.added.opening_on[type_of_place(state, to)];
}

/// And who whether a figure of a kind may.
inline uint64_t allowing_at(const Ruleset& rules, const State<Full>& state, Figure figure, Place to) {
  const uint64_t all = rules.added.allowing_to[static_cast<std::size_t>(figure)];
  return all == 0 ? 0 : all & rules.added.allowing_on[type_of_place(state, to)];
}

/// Which feature of its piece a node is.
inline int feature_of(const State<Full>& state, int node) {
  for (const Overpass& road : overpasses(state))
    if (road.node == node) return kOverpass;
  return node - state.piece[state.ring.piece[node]].node;
}

/// Whether a piece has a feature of this number.
inline bool has_feature(const Ruleset& rules, const State<Full>& state, int piece, int feature) {
  if (feature != kOverpass) return feature < rules.kinds[state.piece[piece].kind].features;
  const Overpass* road = overpass_over(state, piece);
  return road && road->piece == piece;
}

/// Calls `visit(f)` for each feature of a piece, also for an overpass that is named by it.
template <class Visit>
void for_each_feature(const Ruleset& rules, const State<Full>& state, int piece, const Visit& visit) {
  const int features = rules.kinds[state.piece[piece].kind].features;
  for (int f = 0; f < features; ++f) visit(f);
  if (rules.overpasses != 0 && has_feature(rules, state, piece, kOverpass)) visit(kOverpass);
}

/// Calls `visit(f, node)` for each of these.
template <class Visit>
void for_each_node(const Ruleset& rules, const State<Full>& state, int piece, const Visit& visit) {
  const int features = rules.kinds[state.piece[piece].kind].features, first = state.piece[piece].node;
  for (int f = 0; f < features; ++f) visit(f, first + f);
  if (rules.overpasses != 0 && has_feature(rules, state, piece, kOverpass))
    visit(kOverpass, node_at(state, piece, kOverpass));
}

/// Whether a road or city segment lies in the second square of its piece.
inline bool in_second_square(const Ruleset& rules, const State<Full>& state, int node) {
  const auto& piece = state.piece[state.ring.piece[node]];
  if (piece.second == State<Full>::no_cell) return false;
  for (const Overpass& road : overpasses(state))
    if (road.node == node) return road.cell == piece.second;
  return ((rules.second[piece.kind].features >> (node - piece.node)) & 1) != 0;
}

/// Whether a road of a double tile runs into its second square without reaching a side there.
inline bool spans_squares(const Ruleset& rules, const State<Full>& state, int node) {
  const auto& piece = state.piece[state.ring.piece[node]];
  const int f = node - piece.node;
  return !rules.second.empty() && f >= 0 && f < kMaxTileFeatures && ((rules.second[piece.kind].spanned >> f) & 1) != 0;
}

/// The cell in which a segment lies; of what lies in both squares of a double tile, the first one's.
inline const State<Full>::Cell& cell_of_segment(const Ruleset& rules, const State<Full>& state, int node) {
  const auto& piece = state.piece[state.ring.piece[node]];
  return state.cell[in_second_square(rules, state, node) ? piece.second : piece.cell];
}

/// Whether a figure stands where it stays to the end, whatever happens.
inline bool stays_to_the_end(const State<Full>& state, const FigureRow& row) {
  return row.at.kind == Place::feature && type_of(state, row.piece(), row.feature()) == FeatureType::quarter;
}

/// Calls `visit(cell)` for each cell in which a segment counts: of a long road those of both squares
/// (ScoringRules::long_roads).
template <class Visit>
void for_each_cell_of(const Ruleset& rules, const State<Full>& state, int node, const Visit& visit) {
  visit(cell_of_segment(rules, state, node));
  if (rules.scoring.long_roads && spans_squares(rules, state, node))
    visit(state.cell[state.piece[state.ring.piece[node]].second]);
}

/// The root of the feature that `feature` of piece number `piece` belongs to.
template <class Config>
int root_at(const State<Config>& state, int piece, int feature) {
  return root_of(state, node_at(state, piece, feature));
}

/// Calls `visit(n)` for each segment of the feature that node `node` belongs to, beginning with it.
template <class Visit>
void for_each_segment(const State<Full>& state, int node, const Visit& visit) {
  int n = node;
  do {
    visit(n);
    n = state.ring.next[n];
  } while (n != node);
}

/// Whose turn it is; State::seat is who is asked.
inline int active_seat(const State<Full>& state) {
  return state.v.turn_seat;
}

/// Which tile is placed in phase tile.
inline State<Full>::Choice tile_choice(const State<Full>& state) {
  return state.v.choice;
}

/// Whether in this turn no tile is laid instead of drawing any more.
inline bool has_declined(const State<Full>& state) {
  return state.v.declined;
}

/// Whether the active seat has another turn after this one (HOUSE-HOLE).
inline bool has_another_turn(const State<Full>& state) {
  return state.v.again;
}

/// Which part of the turn is played; the first is 0.
inline int part_of_turn(const State<Full>& state) {
  return state.v.part;
}

/// Whether the turn may have a second part once the first one is done.
/// Whether a seat plays no more: it has no turn from the next one on. What it is asked in others' turns it still
/// answers.
inline bool is_gone(const State<Full>& state, int seat) {
  return seat < kMaxSeats && ((state.v.gone >> seat) & 1) != 0;
}

inline bool has_part_due(const State<Full>& state) {
  return state.v.part_due;
}

/// How many of a sort of tokens a seat has.
inline int tokens_of(const Ruleset& rules, const State<Full>& state, int token, int seat) {
  return state.v.memory[rules.tokens[token].memory + seat];
}

/// The seat with which the last round ends that runs (Pile::last_round); -1: none does.
inline int last_of_round(const State<Full>& state) {
  return state.v.last_round - 1;
}

/// END-1: stack and hands are used up.
template <class Config>
bool nothing_left(const Ruleset& rules, const State<Config>& state) {
  if (state.left != 0) return false;
  if constexpr (Config::variants)
    for (int i = 0; i < state.v.helds; ++i)
      if (rules.piles[state.v.held[i].pile].plays_on && !is_gone(state, state.v.held[i].seat)) return false;
  return true;
}

/// Whether it is a turn only for tiles of piles that last (Pile::lasts).
inline bool is_for_lasting(const Ruleset& rules, const State<Full>& state) {
  return state.left == 0 && state.v.part == 0 && state.v.last_round == 0 && rules.lasting() &&
         nothing_left(rules, state);
}

/// Whether a tile that a seat holds may be laid so now: in the last round only of piles that have one, in a turn that
/// is only for tiles of piles that last only of these.
inline bool laid_now(const Ruleset& rules, const State<Full>& state, const HeldTile& tile, Laid laid) {
  const Pile& pile = rules.piles[tile.pile];
  return pile.laid == laid && (state.v.last_round == 0 || pile.last_round) &&
         (pile.lasts || !is_for_lasting(rules, state));
}

/// All figures of the game, by their numbers.
inline std::span<const FigureRow> figure_rows(const State<Full>& state) {
  return {state.v.figure.data(), state.v.figures};
}

/// What expansion number `by` remembers.
inline const int16_t* memory_of(const Ruleset& rules, const State<Full>& state, int by) {
  return &state.v.memory[rules.added[by].memory];
}

/// What all expansions remember, one after the other.
inline std::span<const int16_t> memory_of_all(const State<Full>& state) {
  return state.v.memory;
}

/// The line of Ruleset::order that comes next in this turn.
inline int next_line(const State<Full>& state) {
  return state.v.line;
}

/// The landscape's bounding box; of no meaning before the first tile lies.
inline Area extent_of(const State<Full>& state) {
  return {state.v.left, state.v.top, state.v.right, state.v.bottom};
}

/// The tiles in piles, in the order in which they came there.
inline std::span<const HeldTile> held(const State<Full>& state) {
  return {state.v.held.data(), state.v.helds};
}

/// How many tiles a seat has in a pile.
inline int held_by(const State<Full>& state, int pile, int seat) {
  int count = 0;
  for (const HeldTile& tile : held(state)) count += tile.pile == pile && tile.seat == seat;
  return count;
}

/// How many a seat holds that it may lay instead of drawing.
inline int held_instead(const Ruleset& rules, const State<Full>& state, int seat) {
  int count = 0;
  for (const HeldTile& tile : held(state)) count += tile.seat == seat && rules.piles[tile.pile].laid == Laid::instead;
  return count;
}

/// Whether a tile of a kind is among them.
inline bool holds(const State<Full>& state, int pile, int seat, int kind) {
  for (const HeldTile& tile : held(state))
    if (tile == HeldTile{static_cast<KindIndex>(kind), static_cast<uint8_t>(pile), static_cast<uint8_t>(seat)})
      return true;
  return false;
}

/// The first that came of those that a seat has in a pile, or null.
inline const HeldTile* first_held(const State<Full>& state, int pile, int seat) {
  for (const HeldTile& tile : held(state))
    if (tile.pile == pile && tile.seat == seat) return &tile;
  return nullptr;
}

/// Calls `visit(kind)` for each tile that a seat has in a pile; kNobody: those that nobody holds.
template <class Visit>
void for_each_held(const State<Full>& state, int pile, int seat, const Visit& visit) {
  for (const HeldTile& tile : held(state))
    if (tile.pile == pile && tile.seat == seat) visit(tile.kind);
}

/// The question of an expansion that is asked now, or null. Where chance is asked the phase is draw, else ask.
inline const Pending* question(const State<Full>& state) {
  return state.v.pendings == 0 ? nullptr : &state.v.pending[state.v.pendings - 1];
}

/// Whether chance has to answer a question of an expansion now.
inline bool draws_for_expansion(const State<Full>& state) {
  return state.phase == Phase::draw && state.v.pendings != 0;
}

/// Whether it does so without a tile: by a die, by a token out of a bag.
inline bool asks_outcome(const State<Full>& state) {
  return draws_for_expansion(state) && question(state)->chance == Pending::kOutcome;
}

/// Numbers of the figures on the board, in the order in which they came there.
inline std::span<const uint8_t> standing(const State<Full>& state) {
  return {state.v.standing.data(), state.v.standing_count};
}

/// The number of a seat's first figure of a kind; the others follow it. Of a kind without seats: seat 0.
inline int first_figure(const Ruleset& rules, int seat, Figure figure) {
  int number = 0;
  for (int kind = 0; kind < static_cast<int>(figure); ++kind) number += rules.figures[kind].rows(rules.seats);
  return number + rules.figures[figure].count * seat;
}
inline int first_figure(const Ruleset& rules, const State<Full>& state, int seat, Figure figure) {
  return state.v.first_figure[static_cast<std::size_t>(figure)] + rules.figures[figure].count * seat;
}

/// Of an expansion that has a kind of figure without seats: the number of the first of these.
inline int neutral_figure(const Ruleset& rules, const State<Full>& state, int by, int kind) {
  return first_figure(rules, state, 0, static_cast<Figure>(rules.added[by].figure + kind));
}

/// How many of an expansion's mark are drawn on a kind of tile.
inline int marks_on(const Ruleset& rules, int by, int kind, int mark) {
  return rules.marks[kind].count[rules.added[by].mark + mark];
}

/// Whether it is drawn on the tile laid last.
inline bool last_tile_has(const Ruleset& rules, const State<Full>& state, int by, int mark) {
  return state.pieces != 0 && marks_on(rules, by, state.piece[state.pieces - 1].kind, mark) > 0;
}

/// The pieces of kinds with a mark that is looked for all over the board (TileKind::listed), as they came.
inline std::span<const uint16_t> listed_pieces(const State<Full>& state) {
  return {state.v.listed.data(), state.v.listed_count};
}

/// How much is heaped on a tile.
inline int heap_on(const State<Full>& state, int piece) {
  return state.v.heap[piece];
}

/// Numbers of the figures of seats on top of heaps.
inline std::span<const uint8_t> on_tops(const State<Full>& state) {
  return {state.v.tops.data(), state.v.figures_at[Place::top]};
}

/// The number of the one on top of a tile's heap; -1: nobody is there.
inline int on_top(const State<Full>& state, int piece) {
  for (const int number : on_tops(state))
    if (state.v.figure[number].at.x == piece) return number;
  return -1;
}

/// The pieces on top of which somebody stands: `on_top` for all at once.
static_assert(sizeof(Pieces) * 8 == Full::max_tiles);
inline Pieces pieces_with_tops(const State<Full>& state) {
  Pieces pieces{};
  for (const int number : on_tops(state)) pieces.insert(state.v.figure[number].at.x);
  return pieces;
}

/// The first figure of a kind and seat that another seat keeps; -1: it keeps none of these.
inline int kept_figure(const Ruleset& rules, const State<Full>& state, int keeper, int seat, Figure figure) {
  const int first = first_figure(rules, state, seat, figure);
  for (int number = first; number < first + rules.figures[figure].count; ++number)
    if (state.v.figure[number].at == Place::kept_by(keeper)) return number;
  return -1;
}

/// Whether `is(cell)` holds for a space that a piece covers.
template <class Is>
bool any_space_of(const State<Full>& state, int piece, const Is& is) {
  const auto& laid = state.piece[piece];
  return is(state.cell[laid.cell]) || (laid.second != State<Full>::no_cell && is(state.cell[laid.second]));
}

/// Where in `State::slot` the cell of a space is, unless another space has the entry; then in one of those after it.
template <class Config>
unsigned first_slot(int x, int y) {
  return static_cast<unsigned>(y * Config::grid + x) % (Config::grid * Config::grid);
}
template <class Config>
unsigned next_slot(unsigned slot) {
  return (slot + 1) % (Config::grid * Config::grid);
}

/// The cell at a space, or -1.
template <class Config>
int find_cell(const State<Config>& state, int x, int y) {
  unsigned slot = first_slot<Config>(x, y);
  for (; state.slot[slot] != State<Config>::no_cell; slot = next_slot<Config>(slot))
    if (const auto& cell = state.cell[state.slot[slot]]; cell.x == x && cell.y == y) return state.slot[slot];
  return -1;
}

/// Calls `visit(p)` for each piece in a cell, in the order in which they came.
template <class Visit>
void for_each_piece_in(const State<Full>& state, int cell, const Visit& visit) {
  const auto& there = state.cell[cell];
  if (there.pieces == 0) return;
  visit(int{there.first});
  for (int p = there.first + 1, left = there.pieces - 1; left > 0; ++p)
    if (state.piece[p].covers(cell)) {
      visit(p);
      --left;
    }
}

/// The same for the pieces in a space.
template <class Visit>
void for_each_piece_at(const State<Full>& state, int x, int y, const Visit& visit) {
  if (const int cell = find_cell(state, x, y); cell >= 0) for_each_piece_in(state, cell, visit);
}

/// The same for the pieces in the nine spaces of one, row by row; a double tile once.
template <class Visit>
void for_each_piece_around(const State<Full>& state, int x, int y, const Visit& visit) {
  for (int row = y - 1; row <= y + 1; ++row)
    for (int column = x - 1; column <= x + 1; ++column) {
      const int cell = find_cell(state, column, row);
      if (cell < 0) continue;
      for_each_piece_in(state, cell, [&](int p) {
        const auto& piece = state.piece[p];
        if (piece.second == cell) {
          const auto& first = state.cell[piece.cell];
          if (std::abs(first.x - x) <= 1 && std::abs(first.y - y) <= 1) return;
        }
        visit(p);
      });
    }
}

/// Whether a piece lies in a space, with one of its squares if it is a double tile.
inline bool lies_in(const State<Full>& state, int piece, int x, int y) {
  return any_space_of(state, piece, [&](const State<Full>::Cell& cell) { return cell.x == x && cell.y == y; });
}

/// Whether it lies in the nine spaces of one.
inline bool lies_around(const State<Full>& state, int piece, int x, int y) {
  return any_space_of(state, piece, [&](const State<Full>::Cell& cell) {
    return std::abs(cell.x - x) <= 1 && std::abs(cell.y - y) <= 1;
  });
}

/// What of a piece lies in a cell that it covers.
inline const OrientedTile& part_in(const Ruleset& rules, const State<Full>::Piece& piece, int cell) {
  return piece.cell == cell ? rules.kinds[piece.kind].oriented[piece.rotation]
                            : rules.second[piece.kind].oriented[piece.rotation];
}

/// What of the piece beyond a face of a cell lies there. REQUIRES: `piece` does.
template <class Config>
const OrientedTile& part_beyond(const Ruleset& rules, const State<Config>& state,
                                const typename State<Config>::Piece& piece,
                                [[maybe_unused]] const typename State<Config>::Cell& cell, [[maybe_unused]] Face face) {
  if constexpr (Config::variants)
    if (piece.second != State<Config>::no_cell) [[unlikely]] {
      const auto& second = state.cell[piece.second];
      if (second.x == cell.x + kFarSides[face].dx && second.y == cell.y + kFarSides[face].dy)
        return rules.second[piece.kind].oriented[piece.rotation];
    }
  return rules.kinds[piece.kind].oriented[piece.rotation];
}

/// How many figures of a kind a seat has in hand.
inline int supply_of(const Ruleset& rules, const State<Full>& state, int seat, Figure figure) {
  if (figure == Figure::follower) return state.supply[seat];
  const int first = first_figure(rules, state, seat, figure);
  int count = 0;
  for (int i = first; i < first + rules.figures[figure].count; ++i) count += state.v.figure[i].at.kind == Place::supply;
  return count;
}

/// Whether the feature with root `node` is completed. A field never is.
template <class Config>
bool is_completed(const State<Config>& state, int node) {
  const auto n = static_cast<std::size_t>(node);
  return state.type[n] != FeatureType::field && state.node[n].open() == 0;
}

/// The chapter of a cloister, or the cloister of a chapter: its node; -1: it has none.
inline int beside_in_cloister(const Ruleset& rules, const State<Full>& state, int node) {
  const FeatureType type = state.type[node];
  const FeatureType wanted = type == FeatureType::chapter ? FeatureType::cloister : FeatureType::chapter;
  if (!rules.chapters || (type != FeatureType::chapter && type != FeatureType::cloister)) return -1;
  const auto& piece = state.piece[state.ring.piece[node]];
  const TileKind& kind = rules.kinds[piece.kind];
  for (int f = 0; f < kind.features; ++f)
    if (kind.types[f] == wanted) return piece.node + f;
  return -1;
}

/// How many followers of all seats are on the feature with root `node`.
inline int followers_on(const Ruleset& rules, const State<Full>& state, int node) {
  int count = 0;
  for (int seat = 0; seat < rules.seats; ++seat) count += state.node[node].followers.of(seat);
  return count;
}

/// Whether a follower occupies the feature with root `node` (FOLLOWER-2); of a pyramid, whether it is full.
inline bool is_taken(const Ruleset& rules, const State<Full>& state, int node) {
  if (state.type[node] == FeatureType::pyramid) return followers_on(rules, state, node) >= kPyramid;
  if (state.type[node] == FeatureType::trap) return false;
  if (state.node[node].followers.any()) return true;
  const int other = beside_in_cloister(rules, state, node);
  return other >= 0 && state.node[other].followers.any();
}

/// Which features are neither completed nor taken, asked once for all of them.
class RoomOnFeatures {
 public:
  RoomOnFeatures(const Ruleset& rules, const State<Full>& state) {
    for (int n = 0, nodes = state.nodes; n < nodes; ++n) {  // a root comes before all that it leads to
      const auto number = static_cast<std::size_t>(n);
      const auto older = state.parent[number];
      room_[number] = older == n ? !is_completed(state, n) && !is_taken(rules, state, n) : room_[older];
    }
  }
  bool there_is(int node) const { return room_[static_cast<std::size_t>(node)]; }

 private:
  std::array<bool, Full::max_nodes> room_;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as nodes
};

/// Whether anything lies in a space.
template <class Config>
bool occupied(const State<Config>& state, int x, int y) {
  const int cell = find_cell(state, x, y);
  return cell >= 0 && state.cell[cell].occupied();
}

/// The piece on the far side of a cell's face. REQUIRES: there is one.
template <class Config>
int piece_beyond(const State<Config>& state, const typename State<Config>::Cell& cell, Face face) {
  if constexpr (Config::variants) {
    return cell.offered[face];
  } else {
    const FarSide far = kFarSides[face];
    return state.cell[find_cell(state, cell.x + far.dx, cell.y + far.dy)].piece;
  }
}

/// The overpass over the space beyond a face of a cell, or null.
inline const Overpass* overpass_beyond(const State<Full>& state, const State<Full>::Cell& cell, Face face) {
  if (state.v.overpasses == 0) return nullptr;
  return overpass_in(state, find_cell(state, cell.x + kFarSides[face].dx, cell.y + kFarSides[face].dy));
}

/// The terrain on the far side of a cell's face. REQUIRES: there is a piece.
inline Terrain terrain_beyond(const Ruleset& rules, const State<Full>& state, const State<Full>::Cell& cell,
                              Face face) {
  const auto& piece = state.piece[cell.offered[face]];
  if (const Overpass* road = overpass_beyond(state, cell, face); road && ends_at(*road, kFarSides[face].face))
    return Terrain::road;
  const OrientedTile& tile = part_beyond(rules, state, piece, cell, face);
  for (int i = 0; i < tile.sides; ++i)
    if (tile.side[i].face == kFarSides[face].face) return tile.side[i].terrain;
  return Terrain::none;
}

/// How many of the tiles left in the stack are of kinds with numbers between two.
template <class Config>
int count_kinds(const State<Config>& state, KindRange kinds) {
  uint16_t count = 0;
  const auto span = static_cast<uint16_t>(kinds.last - kinds.first);
  for (int i = 0; i < state.left; ++i)
    count = static_cast<uint16_t>(count + (static_cast<uint16_t>(state.stack[i] - kinds.first) <= span));
  return count;
}

/// Of the tiles left in the stack only those of the lowest stage may be drawn (Ruleset::stage).
inline int running_stage(const Ruleset& rules, const State<Full>& state) {
  int lowest = rules.last_stage();
  if (rules.stage.empty() || count_kinds(state, rules.staged) == 0) return lowest;
  for (int i = 0; i < state.left; ++i) lowest = std::min<int>(lowest, rules.stage[state.stack[i]]);
  return lowest;
}

/// Whether those of its tiles that are late (Ruleset::late) cannot be drawn yet.
template <class Config>
bool holds_back(const Ruleset& rules, const State<Config>& state) {
  if (rules.late.empty() || state.left <= rules.others_left) return false;
  if (rules.late_range.whole) return state.left - count_kinds(state, rules.late_range) > rules.others_left;
  int others = 0;
  for (int i = 0; i < state.left; ++i) others += rules.late[state.stack[i]] == 0;
  return others > rules.others_left;
}

/// The root of the road or city that a cell is offered at a face. REQUIRES: there is one.
template <class Config>
int root_beyond(const Ruleset& rules, const State<Config>& state, const typename State<Config>::Cell& cell, Face face) {
  const int p = piece_beyond(state, cell, face);
  const auto& piece = state.piece[p];
  if constexpr (Config::variants)
    if (const Overpass* road = overpass_beyond(state, cell, face); road && ends_at(*road, kFarSides[face].face))
      return root_of(state, road->node);
  const auto& tile = part_beyond(rules, state, piece, cell, face);
  return root_at(state, p, tile.feature_at[kPortsOfFace * kFarSides[face].face + middle]);
}

/// The cell in which the cloister or garden with root `node` lies.
inline const State<Full>::Cell& cell_of_centre(const State<Full>& state, int node) {
  return state.cell[state.piece[state.ring.piece[node]].cell];
}

/// Adds up `value(piece)` over all tiles in the nine spaces of the cloister or garden with root `node`.
template <class Value>
int sum_around(const State<Full>& state, int node, const Value& value) {
  const auto& centre = cell_of_centre(state, node);
  int sum = 0;
  for_each_piece_around(state, centre.x, centre.y, [&](int p) { sum += value(state.piece[p]); });
  return sum;
}

/// Calls `visit(row)` for each follower on a tile in the nine spaces of one, on top of what is heaped there too.
template <class Visit>
void for_each_follower_around(const Ruleset& rules, const State<Full>& state, const State<Full>::Cell& centre,
                              const Visit& visit) {
  for (const FigureRow& row : figure_rows(state)) {
    if (row.at.kind != Place::feature && row.at.kind != Place::top) continue;
    if (rules.figures[row.figure].follower && lies_around(state, row.piece(), centre.x, centre.y)) visit(row);
  }
}

}  // namespace bastide
