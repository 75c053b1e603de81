// The features of a position on which followers stand.
#pragma once
#include <array>
#include <cstdint>

#include "core/state.h"

namespace bastide {

/// The roots of the features with followers, the oldest first.
template <class Config>
class Followed {
 public:
  void find(const State<Config>& state) {
    std::size_t count = 0;
    const auto packed = [&](unsigned n) { return state.node[n].followers.packed; };
    for (unsigned first = 0; first < state.nodes; first += 4) {  // most have none; behind the last one there are more
      if ((packed(first) | packed(first + 1) | packed(first + 2) | packed(first + 3)) == 0) continue;
      for (unsigned n = first; n < first + 4; ++n) {
        root_[count] = static_cast<uint16_t>(n);
        count += static_cast<unsigned>(packed(n) != 0) & static_cast<unsigned>(state.parent[n] == n) &
                 static_cast<unsigned>(n < state.nodes);
      }
    }
    count_ = count;
  }
  const uint16_t* begin() const { return root_.data(); }
  const uint16_t* end() const { return root_.data() + count_; }

 private:
  std::array<uint16_t, Config::max_nodes + 1> root_;
  std::size_t count_ = 0;
};

}  // namespace bastide
