// A house rule: whoever fills a hole has another turn (HOUSE-HOLE).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kHoles;

}  // namespace bastide
