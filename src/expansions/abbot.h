// The abbot (ABBOT-1, ABBOT-2).
#pragma once
#include "expansions/registry.h"

namespace bastide {

/// Every seat has an abbot: a figure for cloisters and gardens alone, which may be taken back for what it has earned so
/// far.
extern const Expansion kAbbot;

}  // namespace bastide
