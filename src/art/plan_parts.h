// Inside of plan: a tile under construction, in its own frame (not turned).
#pragma once
#include <string>

#include "art/plan.h"
#include "art/rng.h"

namespace bastide::art {

struct Draft {
  const TileSpec& tile;
  Vec centre;
  bool cloister_pocket;        ///< the cloister stands in the pocket of a town of three sides
  std::string mark_at_centre;  ///< Plan::mark_at_centre
  std::vector<Town> towns;
  std::vector<Wall> walls;
  std::vector<Road> roads;
  std::vector<Way> ways;
  std::vector<Plaza> plazas;
  std::vector<Water> waters;
};

/// Needs towns and walls: water keeps off them.
void add_waters(Draft& draft, Random& random);

/// Needs towns and walls: roads run to gates (and set them) and round caps.
void add_roads(Draft& draft, Random& random);

}  // namespace bastide::art
