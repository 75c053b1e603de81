// Abbeys that are laid instead of a drawn tile and close what they touch, mayors, wagons that move on, barns on fields
// (ABBEY-*, MAYOR-*, WAGON-*, BARN-*).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kAbbeyAndMayor;

}  // namespace bastide
