// Geometry of sides. A space of the grid has six lattice edges: its four sides and its two diagonals, which cut it
// into four quarters. A shape says which edges its sides lie on and which quarters it covers; placing, matching and
// merging loop over that table and never ask which shape it is.
#pragma once
#include <array>
#include <cstdint>

namespace bastide {

/// A lattice edge as one space sees it. `falling` runs from the NW to the SE corner, `rising` from the SW to the NE
/// one.
enum Face : uint8_t { north, east, south, west, falling, rising };
inline constexpr int kFaces = 6;
inline constexpr int kMaxSides = 4;  ///< sides of one tile

/// An edge has three ports: its middle, where a road or city crosses it, and its halves, where fields do. A port's
/// number is 4 * face + place; places are counted in the same direction from both sides of an edge, so that a port
/// meets the one of the same place. Diagonals and horizontal edges are counted from the west, vertical ones from the
/// north.
enum PortPlace : uint8_t { first_half, middle, second_half };
inline constexpr int kPortsOfFace = 4;  ///< the fourth is unused
inline constexpr int kPorts = kFaces * kPortsOfFace;

/// Where an edge continues: the space on its far side and the name that space has for the same edge. A diagonal's far
/// side is the other half of the same space.
struct FarSide {
  int8_t dx, dy;
  Face face;
};
inline constexpr std::array<FarSide, kFaces> kFarSides = {
    {{0, -1, south}, {1, 0, west}, {0, 1, north}, {-1, 0, east}, {0, 0, falling}, {0, 0, rising}}};

/// Quarters of a space as bits, named by the side they touch.
enum Quarter : uint8_t { quarter_north = 1, quarter_east = 2, quarter_south = 4, quarter_west = 8 };
inline constexpr uint8_t kAllQuarters = 15;

/// Corners of a space, clockwise.
enum Corner : uint8_t { north_west, north_east, south_east, south_west };
inline constexpr int kCorners = 4;

/// The quarters that meet in a corner, and the corner's point as seen from the one in the north-west.
inline constexpr std::array<uint8_t, kCorners> kQuartersAt = {
    quarter_north | quarter_west, quarter_north | quarter_east, quarter_south | quarter_east,
    quarter_south | quarter_west};
inline constexpr std::array<int, kCorners> kCornerX = {0, 1, 1, 0}, kCornerY = {0, 0, 1, 1};

/// The half of an edge that is nearer to a corner of its space; no half where the edge does not reach it.
inline constexpr PortPlace kNoHalf = middle;
inline constexpr std::array<std::array<PortPlace, kCorners>, kFaces> kHalfAt = {
    {{first_half, second_half, kNoHalf, kNoHalf},
     {kNoHalf, first_half, second_half, kNoHalf},
     {kNoHalf, kNoHalf, second_half, first_half},
     {first_half, kNoHalf, kNoHalf, second_half},
     {first_half, kNoHalf, second_half, kNoHalf},
     {kNoHalf, second_half, kNoHalf, first_half}}};

/// One shape in its four orientations (quarter turns clockwise).
struct Shape {
  uint8_t sides;                                     ///< how many
  std::array<std::array<Face, kMaxSides>, 4> faces;  ///< [orientation][side]: the edge this side lies on
  std::array<uint8_t, 4> quarters;                   ///< [orientation]: what it covers
};

/// Sides in the order N, E, S, W.
inline constexpr Shape kSquare = {
    4,
    {{{north, east, south, west}, {east, south, west, north}, {south, west, north, east}, {west, north, east, south}}},
    {kAllQuarters, kAllQuarters, kAllQuarters, kAllQuarters}};

/// The face of a double tile's first square beyond which its second one lies, by orientation.
inline constexpr std::array<Face, 4> kSecondBeyond = {east, south, west, north};

/// Half a space, sides in the order S, W, long. Its right angle lies SW, NW, NE, SE.
inline constexpr Shape kHalf = {3,
                                {{{south, west, falling, north},
                                  {west, north, rising, north},
                                  {north, east, falling, north},
                                  {east, south, rising, north}}},
                                {quarter_south | quarter_west, quarter_west | quarter_north,
                                 quarter_north | quarter_east, quarter_east | quarter_south}};

}  // namespace bastide
