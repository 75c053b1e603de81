// Draws from SHA-256 of the seed, the number of the draw and the number of the try.
#include "server/shuffle.h"

#include <algorithm>

#include <fmt/format.h>

#include "server/secrets.h"

namespace bastide {

uint32_t draw_number(std::string_view seed, std::string_view draw, uint32_t bound) {
  // The highest multiple of `bound` that 64 bits hold: numbers from there on would favour small results.
  const uint64_t excess = (UINT64_MAX % bound + 1) % bound;
  for (int attempt = 0;; ++attempt) {
    const std::string digest = sha256_hex(fmt::format("{}:{}:{}", seed, draw, attempt));
    const uint64_t number = std::stoull(digest.substr(0, 16), nullptr, 16);
    if (number <= UINT64_MAX - excess) return static_cast<uint32_t>(number % bound);
  }
}

std::string shared_seed(std::string_view secret, const std::vector<std::string>& shares) {
  std::string text(secret);
  for (const std::string& share : shares) text += ":" + share;
  return sha256_hex(text);
}

uint32_t Shuffle::index() const {
  if (!stage_.empty() || !late_.empty()) {
    const auto stage = [&](KindIndex kind) { return stage_.empty() ? 0 : stage_[kind]; };
    const auto late = [&](KindIndex kind) { return !late_.empty() && late_[kind] != 0; };
    const bool back =
        std::count_if(tiles_.begin(), tiles_.end(), [&](KindIndex kind) { return !late(kind); }) > others_left_;
    std::vector<uint32_t> running;  // of the lowest stage
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
      if (back && late(tiles_[i])) continue;
      if (!running.empty() && stage(tiles_[i]) < stage(tiles_[running.front()])) running.clear();
      if (running.empty() || stage(tiles_[i]) == stage(tiles_[running.front()]))
        running.push_back(static_cast<uint32_t>(i));
    }
    if (fixed_) return running.front();
    return running[draw_number(seed_, fmt::format("{}{}", name_, drawn_), static_cast<uint32_t>(running.size()))];
  }
  if (fixed_) return 0;
  return draw_number(seed_, fmt::format("{}{}", name_, drawn_), static_cast<uint32_t>(tiles_.size()));
}

void Shuffle::fix_order() {
  std::vector<KindIndex> order;
  for (Shuffle rest = *this; !rest.empty(); rest.next()) order.push_back(static_cast<KindIndex>(rest.peek()));
  tiles_ = std::move(order);
  fixed_ = true;
}

int Shuffle::peek() const {
  return tiles_[index()];
}

void Shuffle::next() {
  const auto drawn = tiles_.begin() + index();
  if (fixed_) {
    tiles_.erase(drawn);
  } else {
    *drawn = tiles_.back();
    tiles_.pop_back();
  }
  ++drawn_;
}

}  // namespace bastide
