// The version of the program; a test compares it with CMakeLists.txt.
#pragma once

namespace bastide {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace bastide
