#include "server/seeds.h"

#include <fmt/format.h>

#include "server/secrets.h"
#include "server/shuffle.h"

namespace bastide {

std::string Seeds::of_game() {
  return rehearsed_.empty() ? random_seed() : sha256_hex(fmt::format("{}:game {}", rehearsed_, games_++));
}

uint64_t Seeds::of_turn(std::string_view game, int events) const {
  if (rehearsed_.empty()) return random_bits();
  return draw_number(game, fmt::format("bot:{}", events), UINT32_MAX);
}

}  // namespace bastide
