// Work that several threads share: numbered tasks, whose results are in the order of their numbers, so that nobody sees
// how many threads there were.
#pragma once
#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace bastide {

/// Does the tasks 0, 1, 2, ... on so many threads, the calling one among them, until `end` of them are done or, once
/// the first `must` are begun, `goes_on()` says no. `work(thread, task)` is called at the same time only for different
/// threads, 0 .. threads - 1. Returns what it returned, by task. Fewer threads do it if the system gives no more.
template <class GoesOn, class Work>
std::vector<double> spread(int threads, int64_t must, int64_t end, const GoesOn& goes_on, const Work& work) {
  std::atomic<int64_t> next = 0;
  std::vector<std::vector<std::pair<int64_t, double>>> done(static_cast<std::size_t>(threads));
  const auto run = [&](int thread) {
    while (next < must || goes_on()) {
      const int64_t task = next++;
      if (task >= end) return;
      done[thread].emplace_back(task, work(thread, task));
    }
  };
  {
    std::vector<std::jthread> others;  // joined where they end
    try {
      for (int thread = 1; thread < threads; ++thread) others.emplace_back(run, thread);
    } catch (const std::system_error&) {
    }
    run(0);
  }
  std::size_t tasks = 0;  // whoever began one has done it, so that none is missing
  for (const auto& part : done) tasks += part.size();
  std::vector<double> results(tasks);
  for (const auto& part : done)
    for (const auto& [task, result] : part) results[static_cast<std::size_t>(task)] = result;
  return results;
}

}  // namespace bastide
