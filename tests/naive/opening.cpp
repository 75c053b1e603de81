// Who begins, in the naive implementation (START-1): what a lot is worth, and who draws again.
#include "naive/opening.h"

#include <algorithm>
#include <cstddef>

namespace bastide::naive {

int roads_on(const TileSpec& tile) {
  int roads = 0;
  for (const TileTerrain terrain : tile.sides) roads += terrain == TileTerrain::road ? 1 : 0;
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.type == TileFeatureType::road && feature.sides.size() == 2) --roads;
  return roads;
}

std::vector<int> most_roads(const std::vector<Lot>& lots) {
  std::vector<int> seats;
  for (const Lot& lot : lots)
    if (std::none_of(lots.begin(), lots.end(), [&](const Lot& o) { return roads_on(*o.tile) > roads_on(*lot.tile); }))
      seats.push_back(lot.seat);
  return seats;
}

int first_to_stand(const std::vector<int>& rolls, int seats) {
  for (std::size_t i = 0; i < rolls.size(); ++i)
    if (rolls[i] > 0) return static_cast<int>(i) % seats;
  return -1;
}

}  // namespace bastide::naive
