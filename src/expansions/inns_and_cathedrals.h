// Inns and cathedrals: roads and cities that earn more or nothing, and the big follower, which counts as two.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kInnsAndCathedrals;

}  // namespace bastide
