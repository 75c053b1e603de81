// How much of a picture is drawn.
#pragma once
#include <string>
#include <string_view>

namespace bastide::art {

/// A fragment (with short class names) without the marks too fine for small tiles. They are taken out, not left
/// undrawn, so that all else stays where chance put it.
std::string without_fine(std::string_view svg);

}  // namespace bastide::art
