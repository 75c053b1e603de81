// Crop circles (CROP-*): after the turn of a tile with one all seats add to a figure of theirs or take one back. Tiles
// come from boxes of their own, whose circles name the kind of figures, and one is a half tile (HALF-CROP).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kCropCircles;

}  // namespace bastide
