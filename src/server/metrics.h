// What the server tells those who watch over it: whether it lives and can serve, and what it has done so far, in the
// text format of Prometheus. Counted on the io_context's thread.
#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bastide {

/// Seconds, counted by how long they took.
class Durations {
 public:
  /// Upper ends of the first classes, in milliseconds; the last class has none.
  static constexpr std::array<int, 9> kEnds = {1, 2, 5, 10, 20, 50, 100, 250, 1000};

  void add(std::chrono::steady_clock::duration duration);
  /// The lines of a histogram of this name.
  std::string lines(std::string_view name) const;

 private:
  std::array<uint64_t, kEnds.size() + 1> counts_{};
  double seconds_ = 0;
};

/// What games and requests have come to since the server began.
struct Totals {
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  uint64_t games = 0;  ///< made
  uint64_t plays_accepted = 0, plays_refused = 0, plays_unknown = 0;
  uint64_t flags = 0;                 ///< fallen
  Durations plays;                    ///< from the message to when everybody has been told
  std::array<uint64_t, 5> answers{};  ///< to requests, by the hundreds of their status less one
};

/// What there is at the moment.
struct Levels {
  std::size_t rooms = 0, watchers = 0, connections = 0, thinking = 0;
};

/// All of it, and what the system says of this process, as text.
std::string metrics_text(const Totals& totals, const Levels& levels);

}  // namespace bastide
