// A table that ends somewhere, a second one against it, an edge that completes what runs into it (TABLE-*,
// HOUSE-BORDER).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kTableEdge;

}  // namespace bastide
