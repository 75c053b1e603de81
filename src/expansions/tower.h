// Foundations, on which floors make towers that take followers prisoner.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kTower;

}  // namespace bastide
