// Princess and dragon: a dragon that eats, a fairy that guards, princesses and portals (DRAGON-*, VOLC-*, FAIRY-*,
// PRINC-*, PORTAL-*).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kPrincessAndDragon;

}  // namespace bastide
