// The festival: whoever lays one of its tiles may take a figure back from anywhere instead of placing one.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kFestival;

}  // namespace bastide
