// The table of the naive implementation: which spaces it has, and what the landscape must keep to (TABLE-*).
#pragma once
#include <algorithm>
#include <compare>
#include <map>
#include <string>
#include <vector>

namespace bastide::naive {

struct Space {
  int x = 0, y = 0;
  friend auto operator<=>(const Space&, const Space&) = default;
};

using OptionValues = std::map<std::string, std::string, std::less<>>;  ///< by the options' names

/// Spaces from north-west to south-east, both included.
struct Rectangle {
  Space north_west, south_east;
  bool contains(Space s) const {
    return north_west.x <= s.x && s.x <= south_east.x && north_west.y <= s.y && s.y <= south_east.y;
  }
  Rectangle with(Space s) const {
    return {{std::min(north_west.x, s.x), std::min(north_west.y, s.y)},
            {std::max(south_east.x, s.x), std::max(south_east.y, s.y)}};
  }
  int width() const { return south_east.x - north_west.x + 1; }
  int height() const { return south_east.y - north_west.y + 1; }
};

class Table {
 public:
  explicit Table(const OptionValues& options);

  /// TABLE-STANDARD, TABLE-EXTEND: whether the space is on it. TABLE-FLOOR, TABLE-SHIFT: there is no space that is not.
  bool has(Space space) const;

  /// Whether a landscape of this extent may lie on it.
  bool takes(const Rectangle& landscape) const;

  /// TABLE-EXTEND, agreed on for when it is needed: a second table that is not there yet. False: there is none.
  bool second_waits() const { return waiting_.width() > 0; }
  void add_second();
  void take_second_away();

  /// HOUSE-BORDER: what runs off it is closed.
  bool edge_closes() const { return edge_closes_; }

 private:
  std::vector<Rectangle> parts_;  ///< none: no fixed edge
  Rectangle waiting_{{0, 0}, {-1, -1}};
  int width_ = 0, height_ = 0;  ///< TABLE-SHIFT; 0: no limit
  bool edge_closes_ = false;
};

}  // namespace bastide::naive
