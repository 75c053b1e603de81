#include "expansions/holes.h"

#include <array>

#include "core/turn.h"

namespace bastide {
namespace {

/// Whether the last tile lies in a space that was empty between four neighbours that all hold something.
bool filled_hole(const Ruleset& rules, const State<Full>& state) {
  const auto& piece = state.piece[state.pieces - 1];
  const auto& cell = state.cell[piece.cell];
  if (rules.kinds[piece.kind].closes) return false;   // it can lie nowhere else
  if (rules.kinds[piece.kind].doubled) return false;  // of its two spaces each was empty beside the other
  const bool alone = cell.quarters == rules.kinds[piece.kind].oriented[piece.rotation].quarters;
  return alone && occupied(state, cell.x, cell.y - 1) && occupied(state, cell.x + 1, cell.y) &&
         occupied(state, cell.x, cell.y + 1) && occupied(state, cell.x - 1, cell.y);
}

void at(Turn& turn, Moment) {
  if (filled_hole(turn.rules, turn.state)) turn.state.v.again = true;
}

constexpr std::array<OptionRead, 1> kOptions = {{{"holes", {"on"}}}};

constexpr Hooks kHooks = {.at = at};

}  // namespace

constexpr Expansion kHoles = {.id = "holes", .options = kOptions, .hooks = &kHooks};

}  // namespace bastide
