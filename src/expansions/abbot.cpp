#include "expansions/abbot.h"

namespace bastide {
namespace {

void set_up(Ruleset& rules) {
  constexpr unsigned stands_on =
      1u << static_cast<int>(FeatureType::cloister) | 1u << static_cast<int>(FeatureType::garden);
  rules.figures[static_cast<int>(Figure::abbot)] = {1, static_cast<uint8_t>(stands_on), true};
}

}  // namespace

constexpr Expansion kAbbot = {.option = "abbots", .set_up = set_up};

}  // namespace bastide
