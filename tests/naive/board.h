// The landscape of the naive implementation: what lies where, and everything else found by looking, from scratch, each
// time it is asked. Written from the rules alone, for a reader who wants to be sure; it shares nothing with src/core.
//
// Geometry. A corner is a point of the grid; space x,y has the corners x,y (NW) to x+1,y+1 (SE). An edge is the line
// between two corners: a side of a space or one of its diagonals. A half-edge is the half of it nearer to one corner.
// A tile, whatever its shape, is turned by turning its corners; tiles meet where they have an edge in common.
#pragma once
#include <compare>
#include <map>
#include <set>
#include <vector>

#include "rules/catalogue.h"

namespace bastide::naive {

struct Space {
  int x = 0, y = 0;
  friend auto operator<=>(const Space&, const Space&) = default;
};

using Corner = Space;

struct Edge {
  Corner a, b;  // a < b
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

struct HalfEdge {
  Corner near, far;
  friend auto operator<=>(const HalfEdge&, const HalfEdge&) = default;
};

/// A side of a tile, and half of one, as they lie on the grid when the tile lies at a space, turned clockwise.
Edge edge_of(TileSide side, Space at, int rotation);
HalfEdge half_edge_of(TilePort port, Space at, int rotation);

/// One feature of one placed tile.
struct Segment {
  int piece = 0, feature = 0;
  friend auto operator<=>(const Segment&, const Segment&) = default;
};

struct Placement {
  int x = 0, y = 0, rotation = 0;
  friend auto operator<=>(const Placement&, const Placement&) = default;
};

struct Piece {
  const TileSpec* tile = nullptr;
  Space at;
  int rotation = 0;
};

/// A whole feature: all segments that are connected.
struct Feature {
  TileFeatureType type = TileFeatureType::city;
  std::set<Segment> segments;
  std::set<int> pieces;
  int shields = 0;
  int open_edges = 0;     ///< road, city: edges where nothing follows
  int around = 0;         ///< cloister: occupied spaces among the eight around it
  bool complete = false;  ///< ROAD-1, CITY-1, CLOISTER-1; never a field
  Segment first() const { return *segments.begin(); }
};

class Board {
 public:
  /// Lays a tile without asking; returns its number, counted from 0.
  int lay(const TileSpec& tile, Placement where);

  const std::vector<Piece>& pieces() const { return pieces_; }
  const TileFeatureSpec& spec(Segment s) const;

  /// PLACE-1 to PLACE-3: room for it, an edge in common with something, and every common edge the same on both sides.
  bool fits(const TileSpec& tile, Placement where) const;

  /// Every placement; of rotations that look the same in a space, only the smallest.
  std::set<Placement> placements(const TileSpec& tile) const;

  Feature feature(Segment start) const;

  bool occupied(Space space) const { return in_space_.contains(space); }
  const std::vector<int>& pieces_in(Space space) const { return in_space_.at(space); }

  /// FIELD-1, FIELD-2: the completed cities whose wall borders a field, each by its first segment.
  std::set<Segment> completed_cities_at(const Feature& field) const;

 private:
  std::vector<Segment> connected(Segment s) const;

  std::vector<Piece> pieces_;
  std::map<Space, std::vector<int>> in_space_;
  std::map<Edge, std::vector<int>> at_edge_;  ///< the pieces that have a side there, two at most
};

/// Whether a tile looks the same in both rotations (readings.md).
bool looks_the_same(const TileSpec& tile, int rotation, int other);

}  // namespace bastide::naive
