// Castles in Germany: double tiles that seats lay instead of drawing; a lord in one, and points for what leads to it.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kGermanCastles;

}  // namespace bastide
