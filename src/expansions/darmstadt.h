// Two churches that reward the majority around them, and a hall in a city (DAR-*).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kDarmstadt;

}  // namespace bastide
