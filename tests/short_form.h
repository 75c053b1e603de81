// The short form of tests (BASTIDE_SHORT): under sanitizers, which make all of them ten times as long, a part of what
// they go through.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdlib>

namespace bastide {

inline bool in_short_form() {
  return std::getenv("BASTIDE_SHORT") != nullptr;
}

/// 1, or where the short form is wanted `step`: only each so many-th of what a test goes through.
inline std::size_t every(std::size_t step) {
  return in_short_form() ? step : 1;
}

/// Always; where the short form is wanted, each `step`-th time of all that ask.
inline bool one_of(std::size_t step) {
  static std::atomic<std::size_t> asked = 0;
  return asked++ % every(step) == 0;
}

}  // namespace bastide
