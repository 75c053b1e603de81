#include "expansions/abbot.h"

#include <array>

namespace bastide {
namespace {

constexpr std::array<OptionRead, 1> kOptions = {{{"abbots", {"on"}}}};

void set_up(Ruleset& rules, const Added&) {
  constexpr unsigned stands_on =
      1u << static_cast<int>(FeatureType::cloister) | 1u << static_cast<int>(FeatureType::garden);
  rules.figures[static_cast<int>(Figure::abbot)] = {1, static_cast<uint8_t>(stands_on), true};
}

}  // namespace

constexpr Expansion kAbbot = {.id = "abbot", .options = kOptions, .set_up = set_up};

}  // namespace bastide
