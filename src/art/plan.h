// The lie of a tile: where walls, roads and places are, already turned. Everything else is drawn on this.
#pragma once
#include <string_view>
#include <vector>

#include "art/geometry.h"
#include "rules/catalogue.h"

namespace bastide::art {

inline constexpr double road_width = 112, road_inner_width = 92;
inline constexpr double building_radius = 215;  ///< of the ground of what stands in the middle of a double tile
inline constexpr double fork_radius = 118;      ///< of the ring where a road forks
inline constexpr double bank_width = 158, waters_edge_width = 136, water_width = 124;
/// How far the ground reaches over a side: what lies higher reaches further, so that joined tiles show no seam.
inline constexpr double field_overlap = 5, town_overlap = 7, edge_overlap = 8, road_overlap = 11;
/// The same of small drawings, in which 14 is half a pixel.
inline constexpr double small_field_overlap = 14, small_town_overlap = 24, small_road_overlap = 26;

struct SideLine {
  Vec from, to;         ///< clockwise round the tile
  Vec middle, inwards;  ///< inwards: unit, at right angles to the side
};
/// A side after turning.
SideLine side_line(TileSide side, int rotation);
/// The sides of a shape, clockwise from the one that starts at its NW corner.
const std::vector<TileSide>& sides_clockwise(TileShape shape);
/// A point just inside the tile at the middle of a half-side.
Vec port_point(TilePort port, int rotation);

struct Wall {
  int town = 0;               ///< index into Plan::towns
  Polyline line;              ///< corner, five bends, corner
  std::vector<TileSide> gap;  ///< the sides it shuts off (not turned)
  std::vector<int> towers;    ///< indices into line
  std::vector<Vec> gates;
};

/// A feature, or one of two parts of it that pass under another town.
struct Town {
  int feature = 0;  ///< index into TileSpec::features
  Polyline outline;
  std::vector<TileSide> sides;  ///< that it reaches (not turned)
};

/// One for every road of the catalogue, and one for every arm of a road with a junction (HOUSE-TREES).
struct Road {
  int feature = 0;
  RoadEnd end = RoadEnd::none;  ///< none: it runs from side to side
  Curve curve;                  ///< from the side inwards, or from side to side
  Polyline line;                ///< the same, sampled
  bool tunnel = false;          ///< it ends at a mouth; the feature's other road comes out at the other one
  bool forks = false;           ///< it ends at the ring in which the feature's roads meet
  bool through() const { return end == RoadEnd::none && !tunnel; }
};

/// From a junction to the gate of a town: no road, but fields end at it.
struct Way {
  Curve curve;
  Polyline line;
};

/// Where roads end in a place of their own: a village, a house, trees.
struct Plaza {
  Vec at;
  RoadEnd kind = RoadEnd::none;
  std::vector<Vec> arms;  ///< per road: unit vector from the road's side inwards
  bool village() const { return arms.size() > 1; }
};

/// Water between its banks. It ends, if it does, in a basin or a lake.
struct Water {
  int feature = 0;
  RoadEnd end = RoadEnd::none;
  std::vector<Curve> curves;    ///< from side to side, or from a side inwards; a fork has two
  std::vector<Polyline> lines;  ///< the same, sampled
  Vec at;                       ///< middle of the basin or lake
  double radius = 0;            ///< of it; 0: there is none
  double to(Vec p) const;       ///< distance to the middle of the stream
};

struct Plan {
  const TileSpec* tile = nullptr;
  int rotation = 0;
  Polyline outline;
  std::vector<SideLine> sides;  ///< clockwise
  Vec centre;
  std::vector<Town> towns;
  std::vector<Wall> walls;
  std::vector<Road> roads;
  std::vector<Way> ways;
  std::vector<Plaza> plazas;
  std::vector<Water> waters;
  std::string mark_at_centre;  ///< type of the symbol that roads end at, or that lies in the middle; empty: none
  int cloister = -1;           ///< feature, -1: none
  double cloister_radius = 0;
  int building = -1;  ///< feature, in the middle of a double tile; -1: none
  double building_radius = 0;
  Vec low{0, 0}, high{1000, 1000};  ///< the box round it

  bool half() const { return tile->shape == TileShape::half; }
  Vec chapter() const { return centre + Vec{-108, 112} * (cloister_radius / 225); }  ///< left in the cloister's court
  /// Where several roads meet in bushes or trees: options make them one road (HOUSE-TREES); null: nowhere.
  const Plaza* thicket() const;
  /// A point by chance in the box round the tile, so far from its upper left and lower right corner.
  template <class Random>
  Vec anywhere(Random& random, Vec from, Vec to) const {
    const double x = random.uniform(low.x + from.x, high.x - to.x);
    return {x, random.uniform(low.y + from.y, high.y - to.y)};
  }
  double to_side(Vec p) const;  ///< distance to the nearest side of the tile; below 0 outside
  const TileFeatureSpec& feature(int index) const { return tile->features[index]; }
};

/// Whether the road at this side goes under a town to the opposite side.
bool passes_under(const TileSpec& tile, TileSide side);
/// Whether the road that does so comes up from under it again before this side, and parts the fields there.
bool comes_up(const TileSpec& tile, TileSide side);
/// Whether a way leads from where roads end to the gate of a one-sided town: it parts the fields at it.
bool way_leads_to(const TileSpec& tile, int town);
/// Whether what stands where roads meet are plants, not houses.
bool overgrown(const TileSpec& tile);

Plan make_plan(const TileSpec& tile, int rotation, std::string_view seed);

}  // namespace bastide::art
