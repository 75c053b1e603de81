// Small sets, and what works on bits without branching.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace bastide {

/// A set of small numbers.
template <int Words>
struct Bits {
  std::array<uint64_t, Words> word;  ///< unset without an initializer
  void insert(int i) { insert_if(true, i); }
  void insert_if(bool yes, int i) { word[static_cast<std::size_t>(i) >> 6] |= uint64_t{yes} << (i & 63); }
  bool contains(int i) const { return (word[static_cast<std::size_t>(i) >> 6] >> (i & 63)) & 1; }
  /// Calls `visit(i)` for each, from the lowest.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (int w = 0; w < Words; ++w)
      for (uint64_t rest = word[static_cast<std::size_t>(w)]; rest != 0; rest &= rest - 1)
        visit(64 * w + std::countr_zero(rest));
  }
  void merge(const Bits& other) {
    for (std::size_t w = 0; w < Words; ++w) word[w] |= other.word[w];
  }
  void remove(const Bits& other) {
    for (std::size_t w = 0; w < Words; ++w) word[w] &= ~other.word[w];
  }
  /// How many there are. REQUIRES: all of them are below `end`.
  int count(int end = 64 * Words) const {
    int n = 0;
    for (int w = 0; 64 * w < end; ++w) n += std::popcount(word[w]);
    return n;
  }
};

template <class Mask>
struct EachBit {
  Mask mask;
  struct Iterator {
    Mask rest;
    unsigned operator*() const { return static_cast<unsigned>(std::countr_zero(rest)); }
    void operator++() { rest = static_cast<Mask>(rest & (rest - 1)); }
    bool operator!=(const Iterator& other) const { return rest != other.rest; }
  };
  Iterator begin() const { return {mask}; }
  Iterator end() const { return {0}; }
};

/// for (const unsigned i : each_bit(mask)): the numbers of the bits set, from the lowest.
template <class Mask>
EachBit<Mask> each_bit(Mask mask) {
  return {mask};
}

/// yes ? a : b, for conditions that nobody can predict: compilers make no branch of it.
template <class Number>
Number select(bool yes, Number a, Number b) {
  return static_cast<Number>(b ^ ((a ^ b) & -static_cast<Number>(yes)));
}

}  // namespace bastide
