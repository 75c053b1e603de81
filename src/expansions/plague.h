// The plague: outbreaks on six tiles, fleas that spread from them and drive figures home, and who flees before them.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kPlague;

}  // namespace bastide
