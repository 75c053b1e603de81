// The landscape of the naive implementation: what lies where, and everything else found by looking, from scratch, each
// time it is asked. Written from the rules alone, for a reader who wants to be sure; it shares nothing with src/core.
//
// Geometry. A corner is a point of the grid; space x,y has the corners x,y (NW) to x+1,y+1 (SE). An edge is the line
// between two corners: a side of a space or one of its diagonals. A half-edge is the half of it nearer to one corner.
// A tile, whatever its shape, is turned by turning its corners; tiles meet where they have an edge in common.
#pragma once
#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "naive/table.h"
#include "rules/catalogue.h"

namespace bastide::naive {

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

/// A road over what lies in a space, straight from one side to the opposite one (BRIDGE-2).
struct RoadOver {
  Space space;
  bool north_south = false;
  friend auto operator<=>(const RoadOver&, const RoadOver&) = default;
};
inline constexpr int kRoadOver = 12;  ///< as a feature of the tile at its northern or eastern end

struct Piece {
  const TileSpec* tile = nullptr;
  Space at;
  int rotation = 0;
  std::set<Space> spaces;  ///< that it lies in: of a twin two
  // as it lies: what its sides show, and where its features reach them
  std::vector<std::pair<Edge, TileTerrain>> sides = {};
  std::vector<std::set<Edge>> feature_sides = {};
  std::vector<std::vector<HalfEdge>> feature_halves = {};
  bool lies_in(Space space) const { return spaces.contains(space); }
};

/// The spaces that a tile would lie in.
std::set<Space> spaces_of(const TileSpec& tile, Space at, int rotation);

/// A whole feature: all segments that are connected.
struct Feature {
  TileFeatureType type = TileFeatureType::city;
  std::set<Segment> segments;
  std::set<int> pieces;
  int shields = 0;
  std::set<Space> spaces;  ///< occupied by it; cloister, garden: by anything, of its own and the eight around it
  std::set<Space> gaps;    ///< the spaces in which something is missing
  bool complete = false;   ///< ROAD-1, CITY-1, CLOISTER-1, HOUSE-BORDER; never a field
  Segment first() const { return *segments.begin(); }
};

/// A cloister, or a garden, which is one in all but who may stand there (ABBOT-2); a building on two spaces.
inline bool counts_surroundings(TileFeatureType type) {
  return type == TileFeatureType::cloister || type == TileFeatureType::garden || type == TileFeatureType::building ||
         type == TileFeatureType::hut;
}

class Board {
 public:
  explicit Board(Table table) : table_(std::move(table)) {}

  /// What expansions do not let lie where it fits.
  using Veto = std::function<bool(const TileSpec&, Placement)>;
  void forbid(Veto veto) { veto_ = std::move(veto); }

  /// Lays a tile without asking; returns its number, counted from 0.
  int lay(const TileSpec& tile, Placement where);
  /// Takes the last tile up again. REQUIRES: another one is left.
  void take_up();

  const Table& table() const { return table_; }
  /// TABLE-EXTEND: puts the second table there, which waits, or takes it away again.
  void add_second_table();
  void take_second_table_away();

  const std::vector<Piece>& pieces() const { return pieces_; }
  const TileFeatureSpec& spec(Segment s) const;
  /// The segments of a feature; of a cloister that has a chapter, and of a chapter, both: who is in one occupies both.
  std::set<Segment> occupied_with(Segment s) const;

  /// PLACE-1 to PLACE-3, TABLE-*: room for it, an edge in common with something, and every common edge the same on both
  /// sides.
  bool fits(const TileSpec& tile, Placement where) const;

  /// BRIDGE-5: the sides at which it does not fit, if at all others it does, and at these a road meets a field, and one
  /// road over a space would mend them all; else none.
  std::set<Edge> mended_sides(const TileSpec& tile, Placement where) const;
  /// Sides of a piece at which a road and a field meet.
  std::set<Edge> wrong_sides(int piece) const;
  /// LEI-O1: a road that runs on into a second square lies there too.
  void lay_long_roads_in_both() { long_roads_in_both_ = true; }
  /// Whether tiles that need mending may be laid, asked for each.
  void mend(Veto may) { mend_ = std::move(may); }

  /// BRIDGE-2, BRIDGE-4
  bool takes_road_over(const RoadOver& road) const;
  void build(const RoadOver& road);
  /// Its segment, if a space has one.
  std::optional<Segment> road_over(Space space) const;
  /// The sides of its space that a road or city reaches.
  const std::set<Edge>& sides_of(Segment s) const;
  /// The spaces of its piece that a segment reaches.
  std::set<Space> spaces_of(Segment s) const;
  /// All features of a piece, also a road over it that is named by it.
  std::vector<Segment> segments_on(int piece) const;
  static std::set<Edge> ends_of(const RoadOver& road);

  /// Every placement; of rotations that look the same in a space, only the smallest.
  std::set<Placement> placements(const TileSpec& tile) const;
  std::set<Placement> placements_at(const TileSpec& tile, Space space) const;
  bool fits_somewhere(const TileSpec& tile) const;

  /// The segments that one goes on in, each on another tile.
  std::vector<Segment> next_to(Segment s) const { return connected(s); }

  /// The feature that a segment is part of. The reference holds until the board changes.
  const Feature& feature(Segment start) const;
  std::vector<const Feature*> features() const;  ///< all of them, each once

  /// The symbols of a type (HALF-VINEYARD, HALF-HILL, HALF-CROP) on what lies in a space, on either tile if two share
  /// it (HALF-GRID).
  int symbols_in(Space space, std::string_view type) const;

  bool occupied(Space space) const { return in_space_.contains(space); }
  const std::vector<int>& pieces_in(Space space) const { return in_space_.at(space); }
  bool surrounded(Space space) const;  ///< HOUSE-HOLE, ABBEY-2: its four neighbours hold something

  /// FIELD-1, FIELD-2: the completed cities whose wall borders a field, each by its first segment.
  std::set<Segment> completed_cities_at(const Feature& field) const;

 private:
  struct Hash {
    std::size_t operator()(Space s) const { return static_cast<std::size_t>(s.x * 1009 + s.y * 9176); }
    std::size_t operator()(const Edge& e) const { return (*this)(e.a) * 31 + (*this)(e.b); }
  };
  const std::set<Space>& candidates() const;                          ///< spaces where something could lie
  const std::set<Space>& candidates_for(const TileSpec& tile) const;  ///< where it could, with its first space
  void forget();                                                      ///< what was found
  void forget_what_missed(const std::set<Space>& spaces);         ///< the features that end there, or lack something
  const std::vector<int>& rotations(const TileSpec& tile) const;  ///< those that look different
  std::vector<Segment> connected(Segment s) const;
  TileTerrain shown(int piece, const Edge& edge) const;  ///< roads over it included
  bool road_ends(Space space, const Edge& edge) const;
  bool carries(const RoadOver& road, const std::set<Edge>& but) const;
  bool goes_on(Space from, const Edge& edge) const;
  enum class Match { no, mended, yes };
  Match match(const TileSpec& tile, Placement where, std::set<Edge>& wrong) const;
  Feature look(Segment start) const;

  Table table_;
  bool long_roads_in_both_ = false;
  Veto veto_, mend_;
  std::vector<Piece> pieces_;
  std::vector<std::pair<RoadOver, std::set<Edge>>> roads_over_;  ///< with their ends
  Rectangle landscape_;                                          ///< around all of them
  std::unordered_map<Space, std::vector<int>, Hash> in_space_;
  std::unordered_map<Edge, std::vector<int>, Hash> at_edge_;  ///< the pieces that have a side there, two at most
  // found since the board last changed
  mutable std::map<Segment, std::shared_ptr<const Feature>> seen_;
  mutable std::set<Space> candidates_, candidates_for_twins_;
  mutable std::map<const TileSpec*, std::vector<int>> rotations_;
};

/// ABBEY-3: whether its sides fit everything and close it.
bool closes(const TileSpec& tile);

/// How often a tile shows a symbol.
int symbols_on(const TileSpec& tile, std::string_view type);

/// Whether a tile looks the same in both rotations (readings.md).
bool looks_the_same(const TileSpec& tile, int rotation, int other);

}  // namespace bastide::naive
