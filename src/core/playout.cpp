// Random playouts: the same kernel, without listing moves.
#include "core/kernel_turn.h"

namespace bastide {
namespace {

/// How many of four orientations a mask holds. Without -march, std::popcount is a call into libgcc: a third of a
/// playout.
constexpr std::array<uint8_t, 16> kCount = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

}  // namespace

template <class Config>
Move random_draw(const State<Config>& state, Rng& rng) {
  if constexpr (Config::variants)
    if (state.v.drawing == State<Config>::Drawing::reserve)
      return Move::draw(state.v.pool[rng.below(state.v.pool_left)]);
  return Move::draw(state.stack[rng.below(state.left)]);
}

namespace {

/// Plays any rules by listing moves. The list keeps its memory from one playout to the next.
void playout_by_list(const Ruleset& rules, State<Full>& s, Rng& rng) {
  thread_local std::vector<Move> moves;
  while (s.phase != Phase::over) {
    if (s.phase == Phase::draw) {
      apply(rules, s, random_draw(s, rng));
      continue;
    }
    legal_moves(rules, s, moves);
    apply(rules, s, moves[rng.below(static_cast<uint32_t>(moves.size()))]);
  }
}

}  // namespace

template <class Config>
void random_playout(const Ruleset& rules, State<Config>& s, Rng& rng) {
  if constexpr (Config::variants)
    if (!rules.plain_turns()) return playout_by_list(rules, s, rng);
  Kernel<Config> kernel{rules, s, nullptr};
  std::array<uint8_t, Config::max_cells> legal;  // by open cell: orientations as bits

  const auto place_uniformly = [&]() -> bool {
    const TileKind& kind = rules.kinds[s.drawn];
    uint32_t total = 0;
    for (int i = 0; i < s.open; ++i) {
      const int mask = kernel.rotations_at(kind, i);
      legal[i] = static_cast<uint8_t>(mask);
      total += kCount[mask];
    }
    if (total == 0) return false;
    uint32_t k = rng.below(total);
    int i = 0;
    for (;; ++i) {
      const uint32_t here = kCount[legal[i]];
      if (k < here) break;
      k -= here;
    }
    unsigned mask = legal[i];
    while (k-- > 0) mask &= mask - 1;
    kernel.lay(s.drawn, s.open_cell[i], std::countr_zero(mask));
    return true;
  };

  const auto follow_uniformly = [&] {
    unsigned free = kernel.free_features();
    if (free != 0) {
      uint32_t k = rng.below(static_cast<uint32_t>(std::popcount(free)) + 1);
      if (k < static_cast<uint32_t>(std::popcount(free))) {
        while (k-- > 0) free &= free - 1;
        kernel.put_figure(s.pieces - 1, std::countr_zero(free), s.seat, Figure::follower);
      }
    }
    kernel.end_turn();
  };

  if (s.phase == Phase::follower) follow_uniformly();
  while (s.phase != Phase::over) {
    if (s.phase == Phase::draw) {
      const auto index = static_cast<int>(rng.below(s.left));
      s.drawn = s.stack[index];
      kernel.take_from_stack(index);
      s.phase = Phase::tile;
    }
    if (place_uniformly()) {
      follow_uniformly();
    } else {
      s.phase = Phase::draw;
      kernel.set_aside(s.drawn);
      if (s.left == 0) kernel.score_at_the_end();
    }
  }
}

template Move random_draw(const State<Fast>&, Rng&);
template Move random_draw(const State<Full>&, Rng&);
template void random_playout(const Ruleset&, State<Fast>&, Rng&);
template void random_playout(const Ruleset&, State<Full>&, Rng&);

}  // namespace bastide
