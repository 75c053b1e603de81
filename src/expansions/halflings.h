// The Halflings (HALF-*): half tiles that seats hold and may lay instead of drawing, and what four of them carry.
#pragma once
#include "core/ruleset.h"

namespace bastide {

inline constexpr int kVineyardPoints = 3;  ///< HALF-VINEYARD

/// HALF-CROP: what is chosen, as the value of a Move::choose.
struct CropChoice {
  FeatureType where = FeatureType::city;  ///< city: knights, road: highwaymen, field: farmers
  bool add = true;                        ///< else one is taken back
};
inline constexpr int kCropChoices = 6;
CropChoice crop_choice(int value);
int crop_value(CropChoice choice);

/// Vineyards, hills and crop circles get their effect. The half tiles themselves come by ReserveRules, which the
/// compiler fills; sheep have no effect yet (HALF-SHEEP).
void add_halflings(Ruleset& rules);

}  // namespace bastide
