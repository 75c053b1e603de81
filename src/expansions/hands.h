// House rules: every seat holds tiles and plays one of them, having drawn ahead (HOUSE-PREDRAW) or been dealt a hand
// (HOUSE-HAND3).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kHands;

}  // namespace bastide
