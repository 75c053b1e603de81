// Tiles with a machine that carries a follower one, two or three spaces away, into whatever is unfinished there
// (FLY-*).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kFlier;

}  // namespace bastide
