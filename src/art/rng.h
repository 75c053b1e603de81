// Seeded numbers for pictures: mulberry32 on an FNV-1a hash of a text. The same text gives the same numbers everywhere.
// One stream per layer of a picture, so that a change in one layer leaves the others as they were.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace bastide::art {

class Random {
 public:
  explicit Random(std::string_view key) {
    for (const char c : key) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x01000193U;
  }

  /// In [0, 1).
  double next() {
    state_ += 0x6D2B79F5U;
    uint32_t t = state_;
    t = (t ^ (t >> 15)) * (t | 1U);
    t ^= t + (t ^ (t >> 7)) * (t | 61U);
    return static_cast<double>(t ^ (t >> 14)) / 4294967296.0;
  }
  double uniform(double low, double high) { return low + (high - low) * next(); }
  int integer(int low, int high) { return low + static_cast<int>(next() * (high - low + 1)); }
  bool chance(double probability) { return next() < probability; }
  double sign() { return chance(.5) ? 1 : -1; }

  template <class Range>
  auto pick(const Range& range) {
    return *(std::begin(range) + static_cast<std::ptrdiff_t>(next() * static_cast<double>(std::size(range))));
  }
  template <class T>
  T pick(std::initializer_list<T> list) {
    return *(list.begin() + static_cast<std::ptrdiff_t>(next() * static_cast<double>(list.size())));
  }

 private:
  uint32_t state_ = 0x811c9dc5U;
};

}  // namespace bastide::art
