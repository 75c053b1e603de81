// Under the big top: circuses with animals under a tent, and ringmasters.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kUnderTheBigTop;

}  // namespace bastide
