// HOUSE-BUY in the naive implementation: when a drawn tile may be bought.
#pragma once
#include <vector>

#include "naive/board.h"

namespace bastide::naive {

/// Whether `drawn` can complete something on the board now that no tile of `others` can. Leaves the board as it was.
bool only_one_that_completes(Board& board, const TileSpec& drawn, const std::vector<const TileSpec*>& others);

}  // namespace bastide::naive
