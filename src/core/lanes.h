// Sixteen bytes at a time, with the compilers' vector types: they are compiled for whatever the CPU has.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

// One source, compiled for every x86-64 and once more for CPUs with byte shuffles (since 2009) and with AVX2 (since
// 2013); which one runs is decided when the program starts, before the thread sanitizer is ready for it. `flatten`
// draws all that a function calls into each.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define BASTIDE_FOR_EACH_CPU [[gnu::target_clones("arch=x86-64-v3", "arch=x86-64-v2", "default"), gnu::flatten]]
#else
#define BASTIDE_FOR_EACH_CPU
#endif

namespace bastide {

template <class T>
using LanesOf __attribute__((vector_size(16))) = T;
using Lanes = LanesOf<uint8_t>;

template <class T>
LanesOf<T> load_lanes(const void* from) {
  LanesOf<T> lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

/// table[index] in every lane; indices are below 16.
inline Lanes look_up(Lanes table, Lanes index) {
#if defined(__clang__)
  Lanes result;
  for (int lane = 0; lane < 16; ++lane) result[lane] = table[index[lane]];
  return result;
#else
  return __builtin_shuffle(table, index);
#endif
}

/// Sixteen lanes below 16 as the nibbles of one word, the first lane lowest.
inline uint64_t pack_nibbles(Lanes lanes) {
  const auto pairs = std::bit_cast<LanesOf<uint16_t>>(lanes);
  using Bytes __attribute__((vector_size(8))) = uint8_t;
  return std::bit_cast<uint64_t>(__builtin_convertvector(pairs | pairs >> 4, Bytes));
}

/// Where a number is first in an array of whole vectors. REQUIRES: it is there.
template <class T>
int first_lane(const T* from, T wanted) {
  for (int i = 0;; i += 16 / sizeof(T)) {
    const auto words = std::bit_cast<std::array<uint64_t, 2>>(load_lanes<T>(from + i) == wanted);
    if ((words[0] | words[1]) == 0) continue;
    const int bit = words[0] != 0 ? std::countr_zero(words[0]) : 64 + std::countr_zero(words[1]);
    return i + bit / static_cast<int>(8 * sizeof(T));
  }
}

template <class Vector>
bool any_lane(Vector lanes) {
  const auto words = std::bit_cast<std::array<uint64_t, 2>>(lanes);
  return (words[0] | words[1]) != 0;
}

}  // namespace bastide
