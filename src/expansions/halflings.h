// The Halflings (HALF-*): half tiles that seats hold and may lay instead of drawing, and what four of them carry:
// vineyards, hills and crop circles have their effect here; sheep have none yet (HALF-SHEEP). The half tiles themselves
// are those of expansion.toml.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kHalflings;

}  // namespace bastide
