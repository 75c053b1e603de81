// The river that comes before all else, tile by tile from the spring to the lake (RIVER-*).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kRiver;

}  // namespace bastide
