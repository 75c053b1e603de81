// Random numbers for playouts and shuffles: xoshiro256** (Blackman and Vigna, public domain), seeded by splitmix64.
// The same seed gives the same numbers on every machine.
#pragma once
#include <array>
#include <cstdint>

namespace bastide {

class Rng {
 public:
  explicit Rng(uint64_t seed) {
    for (uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15u;
      uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      word = z ^ (z >> 31);
    }
  }

  uint64_t next() {
    const uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform in [0, bound), bound >= 1; unbiased (Lemire's multiplication with rejection).
  uint32_t below(uint32_t bound) {
    uint64_t product = (next() >> 32) * bound;
    auto low = static_cast<uint32_t>(product);
    if (low < bound) {
      const uint32_t threshold = (0u - bound) % bound;
      while (low < threshold) {
        product = (next() >> 32) * bound;
        low = static_cast<uint32_t>(product);
      }
    }
    return static_cast<uint32_t>(product >> 32);
  }

 private:
  static uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::array<uint64_t, 4> state_;
};

}  // namespace bastide
