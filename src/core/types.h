// The words of the game as small values: terrains, features, figures, moves, phases. No strings, no I/O.
#pragma once
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace bastide {

inline constexpr int kMaxSeats = 8;          ///< SET-2
inline constexpr int kMaxTileFeatures = 12;  ///< features on one tile; a four-way crossing has 8

/// As a feature of a piece: the road that was put over its space later (Overpass).
inline constexpr int kOverpass = kMaxTileFeatures;
inline constexpr int kMaxOverpasses = 24;  ///< in one game

inline constexpr int kMaxKinds = 640;  ///< in one game
using KindIndex = uint16_t;            ///< a tile's kind: its index among Ruleset::kinds

/// What lies at a side of a tile. Two bits: a space's signature packs one per lattice edge; 0 means nothing there yet.
/// Water has the two bits of a road, like which it lies between fields; the full kernel tells them apart.
enum class Terrain : uint8_t { none = 0, field = 1, road = 2, city = 3, water = 6 };

/// Nobody stands on water; it is never completed, and worth nothing. A chapter is the other way to stand in the
/// cloister of its tile: who is in one of them occupies both, but a chapter is never completed and is worth what
/// expansions say. A pyramid has room for kPyramid followers, whoever's, and is never completed either; expansions say
/// when it is scored. A building lies on both squares of a double tile; the spaces around both complete it. A quarter
/// is never completed and never scored; only expansions put figures there, and these stay to the end. A hut is
/// completed like a cloister and is none; what it is worth, expansions say. A trap holds whoever expansions put there,
/// as many as come; it is no feature that anything is scored for.
enum class FeatureType : uint8_t {
  city,
  road,
  cloister,
  field,
  garden,
  water,
  chapter,
  pyramid,
  building,
  quarter,
  hut,
  trap
};
inline constexpr int kFeatureTypes = 12;
inline constexpr unsigned bit(FeatureType type) {
  return 1u << static_cast<int>(type);
}
/// Whether the nine spaces around it count, of which it lies in the middle one.
inline constexpr bool counts_nine_spaces(FeatureType type) {
  return type == FeatureType::cloister || type == FeatureType::garden || type == FeatureType::hut;
}
/// Whether it is never completed and nobody scores it: expansions say what becomes of who is there.
inline constexpr bool only_holds_figures(FeatureType type) {
  return type == FeatureType::pyramid || type == FeatureType::quarter || type == FeatureType::trap;
}
inline constexpr int kPyramid = 3;

/// What a figure is, not where it stands: a follower in a city is a knight, on a road a highwayman (FOLLOWER-2).
/// The numbers behind are of expansions: Ruleset::figures says what they may do.
enum class Figure : uint8_t { follower };
inline constexpr int kFigureKinds = 24;

inline constexpr int kMaxMarks = 64;  ///< sorts of things drawn on tiles that only expansions read, in one game

inline constexpr int kMaxFigures = 255;  ///< of all seats together and of nobody, wherever they are

/// Where a figure is.
struct Place {
  enum Kind : uint8_t {
    supply,   ///< of its seat, or beside the board
    feature,  ///< of a piece; where followers stand
    space,    ///< on whatever lies there
    piece,    ///< on a tile
    top,      ///< of what is heaped on a tile (State::Variants::heap)
    beside,   ///< another figure, which stands on a feature
    corner,   ///< of a piece's space, where four spaces meet; on a field
    kept      ///< neither there nor in its owner's hand: another seat keeps it
  } kind = supply;
  uint8_t index = 0;     ///< feature, beside, corner: the feature's number among the piece's
  int16_t x = 0, y = 0;  ///< space: where; feature, piece, top, beside, corner: the number of the piece in x; beside:
                         ///< the other figure's number in y; corner: which (Corner) in y; kept: by which seat in x
  static constexpr Place on(int piece, int feature) {
    return {Place::feature, static_cast<uint8_t>(feature), static_cast<int16_t>(piece), 0};
  }
  static constexpr Place in_space(int x, int y) {
    return {Place::space, 0, static_cast<int16_t>(x), static_cast<int16_t>(y)};
  }
  static constexpr Place on_piece(int piece) { return {Place::piece, 0, static_cast<int16_t>(piece), 0}; }
  static constexpr Place on_top_of(int piece) { return {Place::top, 0, static_cast<int16_t>(piece), 0}; }
  static constexpr Place beside_figure(int figure, Place where) {
    return {Place::beside, where.index, where.x, static_cast<int16_t>(figure)};
  }
  static constexpr Place at_corner(int piece, int feature, int which) {
    return {Place::corner, static_cast<uint8_t>(feature), static_cast<int16_t>(piece), static_cast<int16_t>(which)};
  }
  static constexpr Place kept_by(int seat) { return {Place::kept, 0, static_cast<int16_t>(seat), 0}; }
  /// Whether x is the number of a piece.
  constexpr bool on_tile() const {
    constexpr unsigned tiles = 1u << feature | 1u << piece | 1u << top | 1u << beside | 1u << corner;
    return ((tiles >> kind) & 1) != 0;
  }
  friend constexpr auto operator<=>(const Place&, const Place&) = default;
};

inline constexpr int kNobody = kMaxSeats;  ///< no seat

/// A tile that lies neither in the stack nor on the board: a seat holds it, or it is set apart. What it is for, its
/// pile says (Ruleset::piles).
struct HeldTile {
  KindIndex kind = 0;
  uint8_t pile = 0;
  uint8_t seat = kNobody;
  friend constexpr auto operator<=>(const HeldTile&, const HeldTile&) = default;
  friend constexpr bool operator==(const HeldTile& a, const HeldTile& b) {
    return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
  }
};
inline constexpr int kMaxHeld = 640;  ///< every tile lies in one place

inline constexpr int kMaxPending = 24;

/// A question of an expansion. They lie on a stack: one that is asked while another is being answered comes first.
struct Pending {
  uint8_t by = 0, what = 0;  ///< number of the expansion in Ruleset::added, and which of its questions
  uint8_t seat = 0;          ///< who is asked, or for whom chance draws
  uint8_t waiting = 0;       ///< seats that are asked the same afterwards, clockwise, as bits
  /// 0: the seat decides; else chance does, by a tile that is drawn: kFromStack, or kFromPile + number of the pile; or
  /// by one of Hooks::chances: kOutcome.
  uint8_t chance = 0;
  int16_t value = 0;  ///< its own
  static constexpr uint8_t kFromStack = 1, kFromPile = 2, kOutcome = 255;
  static constexpr uint8_t kJoined = 255;  ///< `what` of a move that an expansion added to another's question
  bool from_pile() const { return chance >= kFromPile && chance != kOutcome; }
  int pile() const { return chance - kFromPile; }  ///< REQUIRES: from_pile()
  bool draws_tile() const { return chance != 0 && chance != kOutcome; }
  friend constexpr auto operator<=>(const Pending&, const Pending&) = default;
};

/// What a game and its turns consist of, in the order of play.
enum class Moment : uint8_t {
  set_up,  ///< before the first turn
  turn_begins,
  choose,        ///< the base game asks for one of the tiles that the seat holds, if it holds any that may be laid
  draw,          ///< none was laid: the base game draws (DRAW-1)
  drawn,         ///< a tile was drawn from the stack; the base game sees whether it can be placed (DRAW-2)
  tile,          ///< the base game asks where (PLACE-*)
  placed,        ///< the tile lies
  figure,        ///< the base game asks for a figure (FOLLOWER-1)
  acted,         ///< that is done
  scoring,       ///< all that is done, nothing is scored, and nobody is asked
  score,         ///< the base game scores what was completed (FOLLOWER-4)
  scored,        ///< the figures that earned it still stand
  go_home,       ///< the base game sends them home (RETURN-1)
  part_ends,     ///< they have gone
  turn_ends,     ///< the base game begins the next turn
  ending,        ///< there is no next turn; what chance has still to say comes before the final scoring
  final_scored,  ///< in no turn: the final scoring is done, and the figures still stand
};

/// Who is asked for what. One phase, one kind of decision.
enum class Phase : uint8_t {
  draw,      ///< chance: a tile is drawn, to be placed (DRAW-1), or for the question on top of `pending`, which may
             ///< also be a die or a bag: an outcome is one of its expansion's moves
  tile,      ///< the seat to move places a tile, which `State::Variants::choice` says (PLACE-*)
  follower,  ///< it may place a figure on that tile, or take one back (FOLLOWER-*, ABBOT-2)
  ask,       ///< an expansion asks the seat to move: the question on top of `State::Variants::pending`
  over       ///< final scoring is done (END-1)
};

enum class MoveKind : uint8_t { draw, tile, follower, take_back, pass, act };

/// One ply. Fields that a kind does not use are 0, so that equal moves compare equal.
struct Move {
  MoveKind kind = MoveKind::pass;    ///< pass: no figure, or whatever else may be left
  uint8_t rotation = 0;              ///< tile: quarter turns clockwise, 0..3
  uint8_t feature = 0;               ///< follower: index among the features of the tile just placed; act: of piece `x`
  Figure figure = Figure::follower;  ///< follower, take_back; act: where its verb takes one
  uint8_t by = 0, verb = 0;          ///< act: number of the expansion in Ruleset::added, and which of its verbs
  KindIndex tile = 0;                ///< draw, tile: the tile; act: one, where its verb takes it
  int16_t x = 0, y = 0;              ///< tile, act that takes one: space; x to the east, y to the south, the start
                                     ///< tile at 0,0
  int16_t value = 0;                 ///< act: a number or seat, where its verb takes one; of a figure that stands
                                     ///< where several seats have one: its seat, from 1

  static constexpr Move draw(int kind) { return {.kind = MoveKind::draw, .tile = static_cast<KindIndex>(kind)}; }
  static constexpr Move place(int kind, int x, int y, int rotation) {
    return {.kind = MoveKind::tile,
            .rotation = static_cast<uint8_t>(rotation),
            .tile = static_cast<KindIndex>(kind),
            .x = static_cast<int16_t>(x),
            .y = static_cast<int16_t>(y)};
  }
  static constexpr Move follower(int feature, Figure figure = Figure::follower) {
    return {.kind = MoveKind::follower, .feature = static_cast<uint8_t>(feature), .figure = figure};
  }
  static constexpr Move take_back(Figure figure) { return {.kind = MoveKind::take_back, .figure = figure}; }
  static constexpr Move pass() { return {}; }
  /// A verb of an expansion that takes nothing, or a feature of a piece.
  static constexpr Move act(int by, int verb, int piece = 0, int feature = 0) {
    return {.kind = MoveKind::act,
            .feature = static_cast<uint8_t>(feature),
            .by = static_cast<uint8_t>(by),
            .verb = static_cast<uint8_t>(verb),
            .x = static_cast<int16_t>(piece)};
  }
  /// A verb that takes a number or a seat.
  static constexpr Move act_with(int by, int verb, int value) {
    Move move = act(by, verb);
    move.value = static_cast<int16_t>(value);
    return move;
  }
  /// A verb that takes a tile.
  static constexpr Move act_on(int by, int verb, int kind) {
    Move move = act(by, verb);
    move.tile = static_cast<KindIndex>(kind);
    return move;
  }
  /// A verb that takes a space.
  static constexpr Move act_at(int by, int verb, int x, int y) {
    Move move = act(by, verb, x);
    move.y = static_cast<int16_t>(y);
    return move;
  }
  friend constexpr auto operator<=>(const Move&, const Move&) = default;
  friend bool operator==(const Move& a, const Move& b) {  // moves are looked for in lists: in two steps
    return same_word(a, b, 0) && same_word(a, b, sizeof(Move) - 8);
  }

  /// Whether eight bytes are the same.
  static bool same_word(const Move& a, const Move& b, std::size_t from) {
    uint64_t one = 0, other = 0;
    std::memcpy(&one, reinterpret_cast<const char*>(&a) + from, 8);
    std::memcpy(&other, reinterpret_cast<const char*>(&b) + from, 8);
    return one == other;
  }
};

/// What chance may bring: of several, each as likely as its weight says.
struct Chance {
  Move move = {};
  int weight = 1;  ///< at least 1
  friend auto operator<=>(const Chance&, const Chance&) = default;
};

}  // namespace bastide
