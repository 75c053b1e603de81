// How many games one address may make.
#pragma once
#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <string_view>

namespace bastide {

/// Whether an address is of this machine: 127.*, ::1.
bool is_this_machine(std::string_view address);

/// So many an hour, counted back from now. Somebody at this machine, the empty address, has no limit.
class NewGameLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// 0: no limit.
  explicit NewGameLimit(int most) : most_(static_cast<std::size_t>(most)) {}

  /// Counts one more, or says that it is one too many.
  bool take(const std::string& address, Time now);
  std::size_t most() const { return most_; }

 private:
  static constexpr std::size_t kAddresses = 10'000;  ///< before those that made nothing for an hour are forgotten
  void forget(std::deque<Time>& made, Time now) const;

  std::size_t most_;
  std::map<std::string, std::deque<Time>> made_;
};

}  // namespace bastide
