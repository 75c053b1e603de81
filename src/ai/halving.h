// Sequential halving: who does worse than half of the others drops out, and the rest share what is left of the time.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

#include "ai/player.h"
#include "ai/spread.h"

namespace bastide {

/// What came of a move that is tried.
struct Tried {
  double reward = 0, margin = 0;  ///< sums
  int64_t nodes = 0;
  double mean() const { return reward / static_cast<double>(nodes); }
  double lead() const { return margin / static_cast<double>(nodes); }
};

/// Tries the first `candidates` of `options`, each of which has a Tried named `tried`; leaves the best one first. What
/// counts is tanh(lead / margin). `lead(thread, option, number)` plays one future out of an option and says who leads
/// by how much; it is called with the same numbers for all that are still in, by as many threads as the limits say
/// (spread.h). Every candidate is played at least once, whatever the limits; with nodes alone the threads change
/// nothing.
template <class Option, class Lead>
void halve(std::vector<Option>& options, int candidates, double margin, const Limits& limits, const Lead& lead) {
  const auto begin = std::chrono::steady_clock::now();
  auto in = static_cast<int64_t>(std::min(options.size(), static_cast<std::size_t>(candidates)));
  int rounds = 0;
  for (int64_t n = in; n > 1; n = (n + 1) / 2) ++rounds;
  int64_t number = 0, nodes = 0;
  for (int round = 1; round <= rounds; ++round, in = (in + 1) / 2) {
    const double share = static_cast<double>(round) / rounds;
    const auto goes_on = [&] {
      if (limits.stop != nullptr && *limits.stop) return false;
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      return limits.seconds == 0 || spent.count() < share * limits.seconds;
    };
    const int64_t must = number == 0 ? in : 0;
    int64_t end = INT64_MAX;
    if (limits.nodes != 0) {
      const double missing = share * static_cast<double>(limits.nodes) - static_cast<double>(nodes);
      end = std::max(must, in * static_cast<int64_t>(std::ceil(missing / static_cast<double>(in))));
    }
    const auto leads = spread(limits.threads, must, end, goes_on, [&](int thread, int64_t task) {
      return lead(thread, options[static_cast<std::size_t>(task % in)], static_cast<uint64_t>(number + task / in));
    });
    for (std::size_t task = 0; task < leads.size(); ++task) {
      Tried& tried = options[task % static_cast<std::size_t>(in)].tried;
      tried.reward += std::tanh(leads[task] / margin);
      tried.margin += leads[task];
      ++tried.nodes;
    }
    const auto played = static_cast<int64_t>(leads.size());
    nodes += played;
    number += (played + in - 1) / in;
    std::stable_sort(options.begin(), options.begin() + in,
                     [](const Option& a, const Option& b) { return a.tried.mean() > b.tried.mean(); });
  }
}

}  // namespace bastide
