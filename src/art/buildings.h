// Little buildings in an oblique view from the south: a point at height z is drawn .92 z higher.
#pragma once
#include <string>
#include <string_view>

#include "art/art.h"
#include "art/geometry.h"
#include "art/rng.h"

namespace bastide::art {

inline constexpr double height_scale = .92;

struct House {
  Vec at;                                    ///< middle of its ground
  double width = 0, depth = 0;               ///< the ridge runs along the width
  double angle = 0;                          ///< of the ridge, radians
  double wall = 0, roof = 0;                 ///< heights
  std::string_view lit = "r0", dark = "d0";  ///< classes of the roof's slopes
  bool chimney = true;
};

std::string draw_house(const House& house, Theme theme, Random& random);
std::string draw_church(Vec at, double scale);
std::string draw_water_tower(Vec foot);
std::string draw_farm(Vec at, double scale, Theme theme, Random& random);
/// The shadow a free-standing house casts.
std::string house_shadow(Vec at);

}  // namespace bastide::art
