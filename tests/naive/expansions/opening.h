// Who begins, in the naive implementation (START-1): what a lot is worth, and who draws again.
#pragma once
#include <vector>

#include "rules/catalogue.h"

namespace bastide::naive {

/// Roads on a tile, 0 to 4. Every side with a road has a road of its own, but for two sides that one road joins.
int roads_on(const TileSpec& tile);

struct Lot {
  int seat = 0;
  const TileSpec* tile = nullptr;
};

/// The seats with the most roads; more than one of them draw again.
std::vector<int> most_roads(const std::vector<Lot>& lots);

/// By how many followers stood, roll by roll from seat 0 on: the seat of the first roll with one; -1: there is none.
int first_to_stand(const std::vector<int>& rolls, int seats);

}  // namespace bastide::naive
