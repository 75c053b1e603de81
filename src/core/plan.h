// What whoever plays many games by the same rules looks up once: which lines of the order of play do anything.
#pragma once
#include <array>
#include <vector>

#include "core/ruleset.h"

namespace bastide {

class Plan {
 public:
  explicit Plan(const Ruleset& rules);

  struct Step {
    OrderLine line;
    uint8_t after = 0;  ///< number of the line behind it
  };

  /// By line the first one from it on that may do anything, the tile laid last being of a kind; -1: none lies.
  const Step* steps(int kind, bool completed) const {
    return &steps_[size_t{rows_[2 * static_cast<std::size_t>(kind + 1) + completed]} << kRow];
  }

  /// By kind of figures: on which features of a kind of tile it stands, as bits (features_for).
  using Places = std::array<uint16_t, kFigureKinds>;
  const Places& places(int kind) const { return places_[static_cast<std::size_t>(kind)]; }

  uint64_t rules;                           ///< Ruleset::identity
  uint32_t placed_figures;                  ///< kinds of figures that the figure question may be about, as bits
  uint8_t after_tile, after_figure, first;  ///< Ruleset::line_after, Ruleset::first_line

 private:
  static constexpr unsigned kRow = 7;  ///< a row has room for 128 lines
  std::vector<uint16_t> rows_;         ///< by kind and whether something is completed: most are alike
  std::vector<Step> steps_;
  std::vector<Places> places_;  ///< by kind
};

/// Made again only when the rules are other ones than last time in this thread.
const Plan& plan_of(const Ruleset& rules);

}  // namespace bastide
