// Where the chance of games comes from: the system, or a text, so that games can be had again.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace bastide {

class Seeds {
 public:
  /// `rehearsed`: what all seeds are made of; empty: of the system's randomness, as people may expect who play.
  explicit Seeds(std::string rehearsed = {}) : rehearsed_(std::move(rehearsed)) {}

  /// Of a new game, 64 hex digits. Rehearsed, the n-th of this object is the same each time.
  std::string of_game();

  /// What a bot chooses by. Rehearsed, the same for a game of the same seed that has told as many events.
  uint64_t of_turn(std::string_view game, int events) const;

 private:
  std::string rehearsed_;
  int games_ = 0;
};

}  // namespace bastide
