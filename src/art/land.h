// Who owns which point of a tile, on a grid of 80 x 80 cells a space: towns by their polygons, roads by discs, fields
// by flood fill. Clearances, follower places and traced outlines come from it, and it must agree with the catalogue.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "art/plan.h"

namespace bastide::art {

inline constexpr int cells = 80;
inline constexpr double cell_size = 1000. / cells;

/// The cells of the tile that is being drawn: of a double tile those of two spaces. Set by Land.
struct CellRange {
  int left = 0, top = 0, right = cells, bottom = cells;
  int width() const { return right - left; }
  int height() const { return bottom - top; }
};
inline CellRange& cell_range() {
  thread_local CellRange range;
  return range;
}

struct Cell {
  int x = 0, y = 0;
  Vec middle() const { return {(x + .5) * cell_size, (y + .5) * cell_size}; }
  bool valid() const {
    const CellRange& r = cell_range();
    return x >= r.left && y >= r.top && x < r.right && y < r.bottom;
  }
  size_t index() const {
    const CellRange& r = cell_range();
    return static_cast<size_t>((y - r.top) * r.width() + x - r.left);
  }
  static Cell of(Vec p) {
    return {static_cast<int>(std::floor(p.x / cell_size)), static_cast<int>(std::floor(p.y / cell_size))};
  }
};
inline constexpr std::array<Cell, 4> neighbours{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

template <class T>
class Grid {
 public:
  explicit Grid(T value = {}) : data_(static_cast<size_t>(cell_range().width() * cell_range().height()), value) {}
  T& operator[](Cell c) { return data_[c.index()]; }
  const T& operator[](Cell c) const { return data_[c.index()]; }
  T at(Vec p, T beyond) const {
    const Cell c = Cell::of(p);
    return c.valid() ? (*this)[c] : beyond;
  }

 private:
  std::vector<T> data_;
};

/// Calls visit(Cell) for every cell, row by row; `step` leaves cells out.
template <class Visit>
void each_cell(Visit visit, int start = 0, int step = 1) {
  const CellRange r = cell_range();
  for (int y = r.top + start; y < r.bottom; y += step)
    for (int x = r.left + start; x < r.right; x += step) visit(Cell{x, y});
}

using Owner = int8_t;  ///< a feature's index, or one of these
inline constexpr Owner beyond_tile = -1, any_field = -2, plaza_ground = -3;

struct Land {
  explicit Land(const Plan& plan);

  const Plan* plan;
  Grid<Owner> owner;            ///< fields resolved to their feature; any_field: a field the catalogue does not know
  Grid<float> field_clearance;  ///< distance to whatever is not field; the tile's side does not count
  std::vector<Grid<float>> town_clearance;  ///< by town
  std::vector<int> area;                    ///< by feature: cells
  std::vector<std::string> errors;          ///< where the drawing contradicts the catalogue; empty: none
  double mark_ground = 0;                   ///< radius of what Plan::mark_at_centre takes from the fields
  double corner_ground = 0;                 ///< the same where two walls of a town meet in a corner

  Owner owner_at(Vec p) const { return owner.at(p, beyond_tile); }
  bool is_field(Owner o) const;
  /// A distance to the edge of the field at p; below 0 outside the tile.
  double field_room(Vec p) const { return static_cast<double>(field_clearance.at(p, -1.F)); }
  double town_room(int town, Vec p) const { return static_cast<double>(town_clearance[town].at(p, -1.F)); }
  bool in_town(int town, Vec p) const;
  /// Closed outlines of a field, a little larger so that they reach under walls and road edges.
  std::vector<Polyline> outlines(int feature) const;
  int largest_field() const;              ///< feature, -1: none
  void take_room(Vec at, double radius);  ///< something stands there: clearances end at it, owners stay

 private:
  void divide();
  void label();
  void disc(Vec centre, double radius, Owner owner_of_disc);
  void resolve_fields();
  void check_neighbours();
};

}  // namespace bastide::art
