// The words of the game as small values: terrains, features, figures, moves, phases. No strings, no I/O.
#pragma once
#include <array>
#include <compare>
#include <cstdint>

namespace bastide {

inline constexpr int kMaxSeats = 8;          ///< SET-2
inline constexpr int kMaxTileFeatures = 12;  ///< features on one tile; a four-way crossing has 8

/// What lies at a side of a tile. Two bits: a space's signature packs one per lattice edge; 0 means nothing there yet.
enum class Terrain : uint8_t { none = 0, field = 1, road = 2, city = 3 };

enum class FeatureType : uint8_t { city, road, cloister, field, garden };
inline constexpr int kFeatureTypes = 5;

/// What a figure is, not where it stands: a follower in a city is a knight, on a road a highwayman (FOLLOWER-2).
enum class Figure : uint8_t { follower, abbot };
inline constexpr int kFigureKinds = 2;

/// What is drawn on a tile and only expansions read (HALF-VINEYARD, HALF-HILL, HALF-SHEEP, HALF-CROP).
enum class Symbol : uint8_t { vineyard, hill, sheep, crop_circle };
inline constexpr int kSymbols = 4;

/// Who is asked for what. One phase, one kind of decision.
enum class Phase : uint8_t {
  draw,      ///< chance: a tile comes from the stack (DRAW-1), for whom and what `State::Variants::drawing` says
  tile,      ///< the seat to move places a tile: the drawn one, or one of its hand or reserve (PLACE-*)
  follower,  ///< it may place a figure on that tile, or take one back (FOLLOWER-*, ABBOT-2)
  offer,     ///< the seat to move says what it offers for another's drawn tile (HOUSE-BUY)
  sale,      ///< the drawer takes one of the offers or none (HOUSE-BUY)
  pick,      ///< the seat to move takes a tile of the pool into its reserve (HALF-2)
  reserve,   ///< it may lay a tile of its reserve instead of what comes next in its turn (HALF-3)
  choice,    ///< it chooses what every seat is to do; what there is to choose, the expansion says (HALF-CROP)
  answer,    ///< the seat to move does it, with one of its figures on the board (HALF-CROP)
  begins,    ///< before the first turn: the seat to move says who begins (START-1)
  over       ///< final scoring is done (END-1)
};

enum class MoveKind : uint8_t { draw, tile, follower, take_back, pass, offer, sell, pick, choose, answer, begins };

/// One ply. Fields that a kind does not use are 0, so that equal moves compare equal.
struct Move {
  MoveKind kind = MoveKind::pass;    ///< pass: no figure, or no offer taken
  uint8_t tile = 0;                  ///< draw, tile, pick: index of the tile kind in the ruleset
  uint8_t rotation = 0;              ///< tile: quarter turns clockwise, 0..3
  uint8_t feature = 0;               ///< follower: index among the features of the tile just placed; answer: of `value`
  Figure figure = Figure::follower;  ///< follower, take_back
  int16_t x = 0, y = 0;              ///< tile: space; x to the east, y to the south, the start tile at 0,0
  /// offer: points; sell: the seat that gets the tile; choose: what; answer: number of a piece; begins: the seat
  int16_t value = 0;

  static constexpr Move draw(int kind) { return {.kind = MoveKind::draw, .tile = static_cast<uint8_t>(kind)}; }
  static constexpr Move place(int kind, int x, int y, int rotation) {
    return {.kind = MoveKind::tile,
            .tile = static_cast<uint8_t>(kind),
            .rotation = static_cast<uint8_t>(rotation),
            .x = static_cast<int16_t>(x),
            .y = static_cast<int16_t>(y)};
  }
  static constexpr Move follower(int feature, Figure figure = Figure::follower) {
    return {.kind = MoveKind::follower, .feature = static_cast<uint8_t>(feature), .figure = figure};
  }
  static constexpr Move take_back(Figure figure) { return {.kind = MoveKind::take_back, .figure = figure}; }
  static constexpr Move pass() { return {}; }
  static constexpr Move offer(int points) { return {.kind = MoveKind::offer, .value = static_cast<int16_t>(points)}; }
  static constexpr Move sell(int seat) { return {.kind = MoveKind::sell, .value = static_cast<int16_t>(seat)}; }
  static constexpr Move pick(int kind) { return {.kind = MoveKind::pick, .tile = static_cast<uint8_t>(kind)}; }
  static constexpr Move choose(int what) { return {.kind = MoveKind::choose, .value = static_cast<int16_t>(what)}; }
  static constexpr Move answer(int piece, int feature) {
    return {.kind = MoveKind::answer, .feature = static_cast<uint8_t>(feature), .value = static_cast<int16_t>(piece)};
  }
  static constexpr Move begins(int seat) { return {.kind = MoveKind::begins, .value = static_cast<int16_t>(seat)}; }
  friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

}  // namespace bastide
