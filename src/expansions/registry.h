// The only list of expansions. An expansion changes the compiled rules; the core knows none by name, and none knows
// another.
#pragma once
#include <span>
#include <string_view>

#include "core/ruleset.h"

namespace bastide {

struct Expansion {
  std::string_view option;  ///< the option that brings it into play by any value but "off"
  void (*add)(Ruleset&);    ///< adds it to the rules of a game; called once, after the base game's are set
};

std::span<const Expansion> expansions();

}  // namespace bastide
