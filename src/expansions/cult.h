// Shrines that challenge monasteries (CULT-*).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kCult;

}  // namespace bastide
