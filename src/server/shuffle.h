// The order of the stack: a function of the seed alone, simple enough to be checked by hand (docs/protocol.md,
// "Draws").
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.h"

namespace bastide {

/// Uniform in 0 .. bound-1 from the seed's text for the draw that is called so. REQUIRES: bound >= 1.
uint32_t draw_number(std::string_view seed, std::string_view draw, uint32_t bound);

/// What is left of the stack, or of what is kept apart from it, after each draw.
class Shuffle {
 public:
  /// `tiles`: kinds of the whole stack in catalogue order (Ruleset::stack). Draws are called by their numbers from 0
  /// after `name`, so that those of several stacks have nothing to do with each other.
  /// `stage`: Ruleset::stage; a draw is one among the tiles of the lowest stage that is left, in their order.
  Shuffle(std::string seed, std::vector<KindIndex> tiles, std::string name = {}, std::vector<uint8_t> stage = {})
      : seed_(std::move(seed)), name_(std::move(name)), tiles_(std::move(tiles)), stage_(std::move(stage)) {}

  bool empty() const { return tiles_.empty(); }
  int peek() const;                                          ///< kind of the next tile. REQUIRES: not empty
  void next();                                               ///< draws it
  void put_back(KindIndex kind) { tiles_.push_back(kind); }  ///< at the end (DRAW-3)

 private:
  uint32_t index() const;
  std::string seed_, name_;
  std::vector<KindIndex> tiles_;
  std::vector<uint8_t> stage_;
  int drawn_ = 0;
};

}  // namespace bastide
