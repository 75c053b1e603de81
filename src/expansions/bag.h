// A house rule: the start tile is among the others, and the first tile drawn lies in the centre (HOUSE-BAG).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kBag;

}  // namespace bastide
