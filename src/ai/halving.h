// Sequential halving: who does worse than half of the others drops out, and the rest share what is left of the time.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "ai/player.h"

namespace bastide {

/// What came of a move that is tried.
struct Tried {
  double reward = 0, margin = 0;  ///< sums
  int64_t nodes = 0;
  double mean() const { return reward / static_cast<double>(nodes); }
  double lead() const { return margin / static_cast<double>(nodes); }
};

/// Tries the first `candidates` of `options`, each of which has a Tried named `tried`; leaves the best one first.
/// `play_on(option, number)` plays one future out of an option, adds it up, and is called with the same numbers for all
/// that are still in. Every candidate is played at least once, whatever the limits.
template <class Option, class PlayOn>
void halve(std::vector<Option>& options, int candidates, const Limits& limits, const PlayOn& play_on) {
  const auto begin = std::chrono::steady_clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  auto in = std::min(options.size(), static_cast<std::size_t>(candidates));
  int rounds = 0;
  for (std::size_t n = in; n > 1; n = (n + 1) / 2) ++rounds;
  uint64_t number = 0;
  int64_t nodes = 0;
  for (int round = 1; round <= rounds; ++round, in = (in + 1) / 2) {
    const double share = static_cast<double>(round) / rounds;
    const auto over = [&] {
      return (limits.stop != nullptr && *limits.stop) ||
             (limits.nodes != 0 && static_cast<double>(nodes) >= share * static_cast<double>(limits.nodes)) ||
             (limits.seconds != 0 && spent() >= share * limits.seconds);
    };
    while (number == 0 || !over()) {
      for (std::size_t i = 0; i < in; ++i, ++nodes) {
        play_on(options[i], number);
        if (number != 0 && limits.seconds != 0 && spent() >= limits.seconds) break;
      }
      ++number;
    }
    std::stable_sort(options.begin(), options.begin() + static_cast<std::ptrdiff_t>(in),
                     [](const Option& a, const Option& b) { return a.tried.mean() > b.tried.mean(); });
  }
}

}  // namespace bastide
