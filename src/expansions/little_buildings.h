// Little towers, houses and sheds that raise what is scored around them (LIT-*).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kLittleBuildings;

}  // namespace bastide
