// A tile for less than 60 pixels: the same plan drawn anew, of few large shapes that can be told apart at a glance.
#pragma once
#include <string>

#include "art/scene.h"
#include "art/spots.h"

namespace bastide::art {

/// All above the washes and the slots for tints; returns what stands.
std::string draw_small(Scene& scene, const Spots& spots);

/// A tower on a grid corner.
std::string draw_small_tower(Vec corner);

/// What small drawings refer to.
std::string small_symbols();

}  // namespace bastide::art
