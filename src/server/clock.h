// The wall clock, as the log writes it.
#pragma once
#include <cstdint>
#include <ctime>

namespace bastide {

inline constexpr int64_t kDayMs = 86'400'000;  ///< days are told without the time of day

/// Not from std::chrono::system_clock, whose nanoseconds end in 2262.
inline int64_t now_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

}  // namespace bastide
