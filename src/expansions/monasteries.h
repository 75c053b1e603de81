// Special monasteries: cloisters in which a follower is a monk, as in any, or an abbot, who stays to the end.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kMonasteries;

}  // namespace bastide
