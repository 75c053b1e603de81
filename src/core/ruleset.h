// The rules of one game, compiled: tiles turned in every orientation, scoring constants, the stack. Immutable while a
// game runs and shared by all its states. Names live above, in rules/; here a tile kind is an index.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "core/geometry.h"
#include "core/types.h"

namespace bastide {

/// One feature of a tile, the same in every orientation.
struct TileFeature {
  FeatureType type = FeatureType::field;
  uint8_t sides = 0;    ///< city, road: sides of the tile it reaches
  uint8_t shields = 0;  ///< city
  uint16_t cities = 0;  ///< field: bit f set if the wall of city feature f borders it on this tile (FIELD-2)
};

/// One side of an oriented tile. Ports are the field features at its two halves, clockwise; at a city side unused.
struct TileSideDef {
  Face face = north;
  Terrain terrain = Terrain::none;
  uint8_t feature = 0;                    ///< road, city: the feature that reaches this side
  std::array<uint8_t, 2> ports = {0, 0};  ///< field, road: field features, clockwise first
};

struct OrientedTile {
  uint8_t sides = 0;
  uint8_t quarters = 0;  ///< of its space
  uint16_t pattern = 0;  ///< terrains at two bits a face, to be compared with a space's signature
  uint16_t faces = 0;    ///< 3 at each face it has a side on
  std::array<TileSideDef, kMaxSides> side;
};

struct TileKind {
  uint8_t features = 0;
  uint8_t rotations = 0;  ///< bit r set if orientation r differs from all smaller ones
  std::array<TileFeature, kMaxTileFeatures> feature;
  std::array<OrientedTile, 4> oriented;
  bool square = true;  ///< covers one whole space; the fast kernel takes only these
  /// Square tiles: legal orientations as bits for every signature of an empty space (four faces, two bits each).
  std::array<uint8_t, 256> fit{};
};

/// How the farmers are paid at the end.
enum class FieldScoring : uint8_t {
  none,  ///< FIELD-0: there are no farmers
  third  ///< FIELD-3: each field pays its owners for every completed city at it
};

/// Points and switches. Values are points unless said otherwise.
struct ScoringRules {
  FieldScoring fields = FieldScoring::third;
  int16_t road_tile = 1;                             ///< ROAD-2
  int16_t city_tile = 2, city_shield = 2;            ///< CITY-2
  int16_t open_city_tile = 1, open_city_shield = 1;  ///< FINAL-1
  int16_t field_city = 3;                            ///< FIELD-3
};

struct Ruleset {
  int seats = 2;          ///< 2..8
  uint8_t followers = 7;  ///< a seat's supply at the start (SET-2)
  ScoringRules scoring;
  std::vector<TileKind> kinds;  ///< at most 255
  uint8_t start_kind = 0;       ///< SET-3; lies at 0,0 with orientation 0
  std::vector<uint8_t> stack;   ///< kind of every tile but the start tile, in catalogue order

  int tiles() const { return static_cast<int>(stack.size()) + 1; }
  int segments() const;  ///< features on all tiles together
  int nodes() const;     ///< most features a board can show, see Config::max_nodes
  bool squares_only() const;
};

}  // namespace bastide
