#include "expansions/abbot.h"

#include <algorithm>
#include <array>

namespace bastide {
namespace {

constexpr std::array<OptionRead, 1> kOptions = {{{"abbots", {"on"}}}};

constexpr uint8_t kStandsOn =
    1u << static_cast<int>(FeatureType::cloister) | 1u << static_cast<int>(FeatureType::garden);
constexpr std::array<FigureSpec, 1> kFigures = {
    {{.name = "abbot",
      .kind = {.count = 1, .stands_on = kStandsOn, .may_return = true, .climbs = false},
      .rule = "ABBOT-1",
      .home_rule = "ABBOT-2",
      .done_rule = "ABBOT-5",
      .box_rule = "SET-4"}}};

/// Without gardens there are only cloisters for it (ABBOT-1).
Objection objection(const Ruleset& rules, const Added&) {
  const auto has_garden = [](const TileKind& kind) {
    return std::find(kind.types.begin(), kind.types.begin() + kind.features, FeatureType::garden) !=
           kind.types.begin() + kind.features;
  };
  if (std::any_of(rules.kinds.begin(), rules.kinds.end(), has_garden)) return {};
  return {.what = "gardens"};
}

}  // namespace

constexpr Expansion kAbbot = {.id = "abbot", .options = kOptions, .figures = kFigures, .objection = objection};

}  // namespace bastide
