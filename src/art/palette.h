// The colours of the themes and the style sheet made of them. Themes share all geometry; only classes carry colour.
#pragma once
#include <array>
#include <string>
#include <string_view>

#include "art/art.h"

namespace bastide::art {

/// A token's colour, such as "#c1cb8f" for "fb" (docs/art.md lists the tokens). An unknown token is a fault of the
/// program.
std::string_view colour(Theme theme, std::string_view token);

/// Classes of what cannot be seen on small tiles: tufts, flowers, cobbles, pebbles, joints, furrows, merlons.
inline constexpr std::array<std::string_view, 11> fine_classes{"tf", "flw", "fly", "cc", "rr", "hi",
                                                               "wj", "pl",  "pm",  "mk", "ms"};

/// Style of all art classes, with their prefix.
std::string style(Theme theme);

}  // namespace bastide::art
