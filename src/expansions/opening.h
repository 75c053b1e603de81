// Whoever won the dice says who begins (START-1).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kOpening;

}  // namespace bastide
