// What bounds a server: how often something may be done within some time, how many files are open.
#pragma once
#include <chrono>
#include <deque>
#include <map>
#include <string>

namespace bastide {

/// So many within some time, counted back from now, for each key. Whoever is one too many is told how long to wait.
class TryLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// 0: no limit. Nor has the empty key one.
  TryLimit(int most, std::chrono::seconds within) : most_(most), within_(within) {}

  /// Counts one more: zero. Or it is one too many: how long until the next may be.
  std::chrono::seconds take(const std::string& key, Time now);
  /// The latest one does not count: it was right.
  void give_back(const std::string& key);
  std::size_t most() const { return most_; }

 private:
  static constexpr std::size_t kKeys = 10'000;  ///< before those that tried nothing of late are forgotten
  void forget(std::deque<Time>& tries, Time now) const;

  std::size_t most_;
  std::chrono::seconds within_;
  std::map<std::string, std::deque<Time>> tries_;
};

/// Lets this process open as many files, sockets among them, as the system allows it; returns how many those are.
std::size_t raise_file_limit();

}  // namespace bastide
