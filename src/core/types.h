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

enum class FeatureType : uint8_t { city, road, cloister, field };
inline constexpr int kFeatureTypes = 4;

/// What a figure is, not where it stands: a follower in a city is a knight, on a road a highwayman (FOLLOWER-2).
enum class Figure : uint8_t { follower };
inline constexpr int kFigureKinds = 1;

/// Who is asked for what. One phase, one kind of decision.
enum class Phase : uint8_t {
  draw,      ///< chance: a tile comes from the stack (DRAW-1)
  tile,      ///< the seat to move places the drawn tile (PLACE-*)
  follower,  ///< it may place a follower on that tile (FOLLOWER-*)
  over       ///< final scoring is done (END-1)
};

enum class MoveKind : uint8_t { draw, tile, follower, pass };

/// One ply. Fields that a kind does not use are 0, so that equal moves compare equal.
struct Move {
  MoveKind kind = MoveKind::pass;
  uint8_t tile = 0;      ///< draw, tile: index of the tile kind in the ruleset
  uint8_t rotation = 0;  ///< tile: quarter turns clockwise, 0..3
  uint8_t feature = 0;   ///< follower: index among the features of the tile just placed
  Figure figure = Figure::follower;
  int16_t x = 0, y = 0;  ///< tile: space; x to the east, y to the south, the start tile at 0,0

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
  static constexpr Move pass() { return {}; }
  friend constexpr auto operator<=>(const Move&, const Move&) = default;
};

}  // namespace bastide
