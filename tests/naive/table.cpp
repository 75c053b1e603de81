// The table of the naive implementation: which spaces it has, and what the landscape must keep to (TABLE-*).
#include "naive/table.h"

#include <algorithm>

namespace bastide::naive {
namespace {

/// `width` by `height` spaces with 0,0 in the middle; one more to the west or north of it if the number is even.
Rectangle centred(int width, int height) {
  Rectangle r;
  r.north_west = {-(width / 2), -(height / 2)};
  r.south_east = {r.north_west.x + width - 1, r.north_west.y + height - 1};
  return r;
}

Rectangle shifted(Rectangle r, int dx, int dy) {
  r.north_west = {r.north_west.x + dx, r.north_west.y + dy};
  r.south_east = {r.south_east.x + dx, r.south_east.y + dy};
  return r;
}

/// Moves `second` straight along its row or column until it stands against that side of `first`.
Rectangle against(const Rectangle& first, const Rectangle& second, const std::string& side) {
  if (side == "east") return shifted(second, first.south_east.x + 1 - second.north_west.x, 0);
  if (side == "west") return shifted(second, first.north_west.x - 1 - second.south_east.x, 0);
  if (side == "south") return shifted(second, 0, first.south_east.y + 1 - second.north_west.y);
  return shifted(second, 0, first.north_west.y - 1 - second.south_east.y);
}

}  // namespace

Table::Table(const OptionValues& options) {
  const auto number = [&](const char* name) { return std::stoi(options.at(name)); };
  const std::string& kind = options.at("table");
  edge_closes_ = options.at("border") == "closes";
  if (kind == "shift") {
    width_ = number("table_width");
    height_ = number("table_height");
  }
  if (kind == "standard" || kind == "extend" || kind == "needed")
    parts_.push_back(centred(number("table_width"), number("table_height")));
  if (kind == "extend" || kind == "needed")
    waiting_ =
        against(parts_.front(), centred(number("second_width"), number("second_height")), options.at("second_side"));
  if (kind == "extend") add_second();
}

void Table::add_second() {
  parts_.push_back(waiting_);
  waiting_ = {{0, 0}, {-1, -1}};
}

void Table::take_second_away() {
  waiting_ = parts_.back();
  parts_.pop_back();
}

bool Table::has(Space space) const {
  return parts_.empty() ||
         std::any_of(parts_.begin(), parts_.end(), [&](const Rectangle& part) { return part.contains(space); });
}

bool Table::takes(const Rectangle& landscape) const {
  return width_ == 0 || (landscape.width() <= width_ && landscape.height() <= height_);
}

}  // namespace bastide::naive
