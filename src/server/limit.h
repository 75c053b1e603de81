// What bounds a server: how many games one address may make, how many files are open.
#pragma once
#include <chrono>
#include <deque>
#include <map>
#include <string>

namespace bastide {

/// So many an hour, counted back from now. The empty address has no limit.
class NewGameLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// 0: no limit.
  explicit NewGameLimit(int most) : most_(most) {}

  /// Counts one more, or says that it is one too many.
  bool take(const std::string& address, Time now);
  std::size_t most() const { return most_; }

 private:
  static constexpr std::size_t kAddresses = 10'000;  ///< before those that made nothing for an hour are forgotten
  void forget(std::deque<Time>& made, Time now) const;

  std::size_t most_;
  std::map<std::string, std::deque<Time>> made_;
};

/// Lets this process open as many files, sockets among them, as the system allows it; returns how many those are.
std::size_t raise_file_limit();

}  // namespace bastide
