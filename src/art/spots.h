// Where followers stand on a tile.
#pragma once
#include <map>

#include "art/scene.h"

namespace bastide::art {

/// By feature: where the feet go.
std::map<int, Vec> choose_spots(const Plan& plan, const Land& land);

}  // namespace bastide::art
