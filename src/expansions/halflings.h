// The Halflings (HALF-*): half tiles that seats hold and may lay instead of drawing, and what four of them carry:
// vineyards and hills have their effect here, the crop circle in crop_circles.h; sheep have none yet (HALF-SHEEP). The
// half tiles themselves are those of expansion.toml.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kHalflings;

}  // namespace bastide
