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

/// What the draws come from where seats have given shares of it: of the server's secret and of the shares, seat after
/// seat; empty: that seat gave none (docs/protocol.md, "Shuffled together").
std::string shared_seed(std::string_view secret, const std::vector<std::string>& shares);

/// What is left of the stack, or of what is kept apart from it, after each draw.
class Shuffle {
 public:
  /// `tiles`: kinds of the whole stack in catalogue order (Ruleset::stack). Draws are called by their numbers from 0
  /// after `name`, so that those of several stacks have nothing to do with each other.
  Shuffle(std::string seed, std::vector<KindIndex> tiles, std::string name = {})
      : seed_(std::move(seed)), name_(std::move(name)), tiles_(std::move(tiles)) {}

  /// A draw is one among the tiles of the lowest stage that is left (Ruleset::stage), in their order.
  void in_stages(std::vector<uint8_t> stage) { stage_ = std::move(stage); }
  /// As long as more than `others_left` of the others are left it is none of those that are late (Ruleset::late).
  void hold_back(std::vector<uint8_t> late, int others_left) {
    late_ = std::move(late);
    others_left_ = others_left;
  }
  /// The order is, from now on, the one in which the tiles would come if none was put back: what is put back comes
  /// after them, and changes nothing for the others. So two games with one seed draw alike whatever fits on their
  /// boards.
  void fix_order();

  bool empty() const { return tiles_.empty(); }
  int peek() const;                                          ///< kind of the next tile. REQUIRES: not empty
  void next();                                               ///< draws it
  void put_back(KindIndex kind) { tiles_.push_back(kind); }  ///< at the end (DRAW-3)

 private:
  uint32_t index() const;
  std::string seed_, name_;
  std::vector<KindIndex> tiles_;
  std::vector<uint8_t> stage_, late_;
  int others_left_ = 0;
  int drawn_ = 0;
  bool fixed_ = false;
};

}  // namespace bastide
