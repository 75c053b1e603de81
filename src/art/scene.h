// A tile's picture while it is being drawn: what lies on the ground, what stands, and what room is taken.
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "art/art.h"
#include "art/geometry.h"
#include "art/land.h"
#include "art/marks.h"
#include "art/plan.h"
#include "art/rng.h"

namespace bastide::art {

struct Disc {
  Vec at;
  double radius = 0;
};

/// A garden's paved square: sides of 200 and 184 times the scale, beds in its corners, a fountain in the middle.
struct Garden {
  Vec at;
  double scale = 1;
  Polyline outline() const;
};

inline constexpr double follower_room = 30;  ///< kept free round a farmer's place

/// Something upright; drawn by rising foot.y.
struct Upright {
  Vec foot;
  std::string svg;
};

struct Scene {
  const Plan& plan;
  const Land& land;
  Theme theme = Theme::summer;
  Detail detail = Detail::full;
  std::string key;  ///< of the random streams: set|tile|seed
  std::string illustration;
  std::vector<Mark> marks;

  std::string ground;                             ///< from the bottom to the top
  std::vector<Upright> field;                     ///< trees, hay, farms
  std::vector<Upright> buildings;                 ///< of towns, villages and the cloister
  std::vector<Upright> north_walls, south_walls;  ///< walls whose inner, or outer, face shows
  std::vector<Disc> taken;                        ///< room in the fields that is used up
  std::optional<Garden> garden;                   ///< if the illustration is one and there is room for it

  Random random(std::string_view layer) const { return Random(key + '|' + std::string(layer)); }
  bool winter() const { return theme == Theme::winter; }
  /// A mark stands where the church would.
  bool cloister_is_marked() const { return std::ranges::any_of(marks, &Mark::in_cloister); }
  /// Room round p for something of this radius on one field, clear of what is there and of the tile's sides.
  bool free(Vec p, double radius, double margin = 0) const;
};

/// The place with the most room in the largest field, on a grid of candidates.
struct Spot {
  Vec at;
  double room = -1;  ///< below 0: none
};
/// `reach`: how far it may come nearer to a side of the tile than to anything else.
Spot roomiest(const Scene& scene, double reach = 30);

// ---- the layers, in the order they are drawn; each adds to the scene

void draw_washes(Scene& scene);
void draw_illustration(Scene& scene);  ///< gardens, farms, animals: what the tile's picture is known for
void draw_fields(Scene& scene);        ///< strips, ponds, pens, grass, trees
void draw_roads(Scene& scene);
void draw_towns(Scene& scene);  ///< ground, streets, houses and their walls
void draw_walls(Scene& scene, int town);
void draw_waters(Scene& scene);   ///< below the roads
void draw_bridges(Scene& scene);  ///< of roads and towns
void draw_cloister(Scene& scene);
void draw_villages(Scene& scene);
void draw_tunnels(Scene& scene);  ///< mouths of roads that pass under a town
void draw_marks(Scene& scene);

/// Directions of the houses round a village: one per gap between roads, three in a wide one.
std::vector<double> house_angles(const Plaza& village);

/// Where the streets of a town meet: no house stands there.
Vec town_hub(const Plan& plan, const Land& land, int town);

}  // namespace bastide::art
