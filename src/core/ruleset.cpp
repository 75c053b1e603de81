#include "core/ruleset.h"

#include <algorithm>

namespace bastide {

int Ruleset::nodes() const {
  int n = kinds[start_kind].features;
  for (const uint8_t kind : stack) n += kinds[kind].features;
  for (const uint8_t kind : reserve.pool) n += kinds[kind].features;
  return n;
}

bool Ruleset::squares_only() const {
  return std::all_of(kinds.begin(), kinds.end(), [](const TileKind& kind) { return kind.square; });
}

bool Ruleset::plain_turns() const {
  return draw.hand == 0 && reserve.size == 0 && hooks.empty() && !draw.put_back && !draw.blind_start && !draw.offers &&
         !hole_turn && !names_first && table.kind == TableRules::Kind::floor &&
         std::all_of(figures.begin() + 1, figures.end(), [](const FigureKind& kind) { return kind.count == 0; });
}

}  // namespace bastide
