// Russian promos: a hut that is worth what is empty around it, a stone at a crossroads, and two traps for figures.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kRussianPromos;

}  // namespace bastide
