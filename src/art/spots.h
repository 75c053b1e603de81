// Where followers stand on a tile.
#pragma once
#include <map>
#include <optional>

#include "art/scene.h"

namespace bastide::art {

constexpr Vec quarter_spot{92, 80};  ///< from the mark of a quarter to who stands there

struct Spots {
  std::map<int, Vec> by_feature;  ///< where the feet go
  std::optional<Vec> junction;    ///< of the roads that options make one (Plan::thicket)
  std::optional<Vec> garden;      ///< on one of its paths
};
Spots choose_spots(const Scene& scene);  ///< the garden and the marks in it push them aside

}  // namespace bastide::art
