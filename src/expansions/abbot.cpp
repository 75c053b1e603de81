#include "expansions/abbot.h"

#include <algorithm>
#include <array>

namespace bastide {
namespace {

constexpr std::array<OptionRead, 1> kOptions = {{{"abbots", {"on"}}}};

void set_up(Ruleset& rules, const Added&) {
  constexpr unsigned stands_on =
      1u << static_cast<int>(FeatureType::cloister) | 1u << static_cast<int>(FeatureType::garden);
  rules.figures[static_cast<int>(Figure::abbot)] = {1, static_cast<uint8_t>(stands_on), true};
}

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

constexpr Expansion kAbbot = {.id = "abbot", .options = kOptions, .set_up = set_up, .objection = objection};

}  // namespace bastide
