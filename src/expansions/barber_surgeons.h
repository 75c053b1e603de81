// Barber-surgeons: bathhouses at roads and in cities, which add to what is scored, and where a follower that was scored
// alone has to go.
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kBarberSurgeons;

}  // namespace bastide
