// A house rule: a tile that alone can complete something is offered for, and may be sold (HOUSE-BUY).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kOffers;

}  // namespace bastide
