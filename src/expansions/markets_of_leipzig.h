// The markets of Leipzig: four double tiles make a walled city to begin with; who is scored on a road to it may send a
// follower to one of its quarters instead, which pays on what is scored later.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kMarketsOfLeipzig;

}  // namespace bastide
