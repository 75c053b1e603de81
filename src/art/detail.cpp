// Names and limits of the details; taking fine marks out.
#include "art/detail.h"

#include <algorithm>

#include "art/art.h"
#include "art/palette.h"

namespace bastide::art {

namespace {

bool is_fine(std::string_view element) {
  constexpr std::string_view begins = "<path class=\"";
  if (!element.starts_with(begins)) return false;
  element.remove_prefix(begins.size());
  std::string_view classes = element.substr(0, element.find('"'));
  classes.remove_prefix(classes.rfind(' ') + 1);  // what a line is comes last
  return std::ranges::find(fine_classes, classes) != fine_classes.end();
}

}  // namespace

std::string_view to_string(Detail detail) {
  static constexpr std::array<std::string_view, 3> names{"full", "plain", "small"};
  return names[static_cast<size_t>(detail)];
}

std::optional<Detail> detail_named(std::string_view name) {
  for (const Detail detail : details)
    if (to_string(detail) == name) return detail;
  return std::nullopt;
}

Detail detail_for(double tile_width) {
  return tile_width < 60 ? Detail::small : tile_width < 140 ? Detail::plain : Detail::full;
}

std::string without_fine(std::string_view svg) {
  std::string out;
  while (!svg.empty()) {
    const std::string_view element = svg.substr(0, std::min(svg.size(), svg.find('>')) + 1);
    if (!is_fine(element)) out += element;
    svg.remove_prefix(std::min(svg.size(), element.size()));
  }
  return out;
}

}  // namespace bastide::art
