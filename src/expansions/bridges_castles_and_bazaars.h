// Bridges, castles and bazaars (BRIDGE-*, CASTLE-*, BAZAAR-*).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kBridgesCastlesAndBazaars;

}  // namespace bastide
