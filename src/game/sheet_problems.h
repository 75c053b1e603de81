// What is impossible about a table entered by hand.
#pragma once
#include "game/analysis.h"

namespace bastide {

/// REQUIRES: the tiles of `analysis` lie and its figures stand. In the order in which one would look: tiles, then
/// figures.
std::vector<SheetProblem> find_problems(const Sheet& sheet, const SheetAnalysis& analysis);

}  // namespace bastide
