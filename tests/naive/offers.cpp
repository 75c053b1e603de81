// HOUSE-BUY in the naive implementation: when a drawn tile may be bought.
#include "naive/offers.h"

#include <algorithm>

namespace bastide::naive {
namespace {

/// Whether a legal placement of the tile in `gap` completes the feature with segment `part`.
bool completes(Board& board, const TileSpec& tile, Space gap, Segment part) {
  for (const Placement where : board.placements_at(tile, gap)) {
    board.lay(tile, where);
    const bool complete = board.feature(part).complete;
    board.take_up();
    if (complete) return true;
  }
  return false;
}

}  // namespace

bool only_one_that_completes(Board& board, const TileSpec& drawn, const std::vector<const TileSpec*>& others) {
  // One tile can complete a feature only if all that is missing is missing in one space.
  std::vector<std::pair<Segment, Space>> almost;
  for (const Feature* feature : board.features())
    if (feature->gaps.size() == 1) almost.push_back({feature->first(), *feature->gaps.begin()});
  const std::set<const TileSpec*> kinds(others.begin(), others.end());
  return std::any_of(almost.begin(), almost.end(), [&](const auto& what) {
    const auto can = [&](const TileSpec* tile) { return completes(board, *tile, what.second, what.first); };
    return can(&drawn) && std::none_of(kinds.begin(), kinds.end(), can);
  });
}

}  // namespace bastide::naive
