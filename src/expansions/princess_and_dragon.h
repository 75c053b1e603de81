// A dragon that eats, a fairy that guards, princesses that send knights home, portals (DRAGON-*, VOLC-*, FAIRY-*,
// PRINC-*, PORTAL-*).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kPrincessAndDragon;

}  // namespace bastide
