// Watchtowers (WAT-1 to WAT-14): whoever completes a road or city beside one is paid for what is around it.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kWatchtowers;

}  // namespace bastide
