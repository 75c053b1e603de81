// The Halflings (HALF-*): half tiles that seats hold and may lay instead of drawing, and what four of them carry:
// they have their effect in hills_and_sheep.h and crop_circles.h. The
// half tiles themselves are those of expansion.toml.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kHalflings;

}  // namespace bastide
