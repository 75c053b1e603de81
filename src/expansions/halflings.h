// The Halflings (HALF-*): half tiles that seats hold and may lay instead of drawing, and what four of them carry:
// vineyards, hills and crop circles have their effect here; sheep have none yet (HALF-SHEEP). The half tiles themselves
// are those of expansion.toml.
#pragma once
#include "core/state.h"
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kHalflings;

/// HALF-CROP: what is chosen by a verb, or answered to by a question's value.
struct CropChoice {
  FeatureType where = FeatureType::city;  ///< city: knights, road: highwaymen, field: farmers
  bool add = true;                        ///< else one is taken back
};
inline constexpr int kCropChoices = 6;  ///< the first verbs are choices
enum HalflingsVerb : uint8_t { verb_answer = kCropChoices, verb_pick };
CropChoice crop_choice(int verb);
int crop_verb(CropChoice choice);

enum HalflingsQuestion : uint8_t { ask_buried, ask_crop_choice, ask_crop_answer, ask_dealt, ask_picked };

/// Whether it is this that is asked.
bool asks(const Ruleset& rules, const State<Full>& state, HalflingsQuestion what);

}  // namespace bastide
