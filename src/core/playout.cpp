// Random playouts: the same kernel, without listing moves.
#include <cstring>
#include <utility>

#include "core/kernel_turn.h"

namespace bastide {
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

namespace {

// Legal orientations of a kind in every open cell, four bits in a byte each. Sixteen cells are looked up at once: both
// halves of a signature index a table of sixteen entries (TileKind::fitting), which is what a byte shuffle does.

using Lanes = uint8_t __attribute__((vector_size(16)));

/// table[index] in every lane; indices are below 16.
inline Lanes look_up(Lanes table, Lanes index) {
#if defined(__clang__)
  Lanes result;
  for (int lane = 0; lane < 16; ++lane) result[lane] = table[index[lane]];
  return result;
#else
  return __builtin_shuffle(table, index);
#endif
}

template <class Config>
struct Fitting {
  std::array<uint64_t, (Config::max_open + 15) / 16 * 2 + 2> word;  ///< eight cells in each
  int words;
  uint32_t total;  ///< bits set
};

inline Lanes load(const void* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

template <class Config>
void find_fitting(const TileKind& kind, const State<Config>& s, Fitting<Config>& fitting) {
  const Lanes north_east = load(kind.fit_north_east.data()), south_west = load(kind.fit_south_west.data());
  auto* bytes = reinterpret_cast<uint8_t*>(fitting.word.data());
  for (int i = 0; i < s.open; i += 16) {
    const Lanes signature = load(s.open_signature.data() + i);
    const Lanes masks = look_up(north_east, signature & 15) & look_up(south_west, signature >> 4);
    std::memcpy(bytes + i, &masks, sizeof masks);
  }
  std::memset(bytes + s.open, 0, 16);  // beyond the last open cell stands what was there before
  fitting.words = (s.open + 7) / 8;
  fitting.total = 0;
  for (int w = 0; w < fitting.words; ++w) fitting.total += static_cast<uint32_t>(std::popcount(fitting.word[w]));
}

/// The k-th placement: open cell and rotation.
template <class Config>
std::pair<int, int> nth(const Fitting<Config>& fitting, uint32_t k) {
  int w = 0;
  for (;; ++w) {
    const auto here = static_cast<uint32_t>(std::popcount(fitting.word[w]));
    if (k < here) break;
    k -= here;
  }
  uint64_t bits = fitting.word[w];
  while (k-- > 0) bits &= bits - 1;
  const int bit = std::countr_zero(bits);
  return {w * 8 + bit / 8, bit % 8};
}

/// Uniform draws, placements and follower choices, without a list of moves. For plain turns. Both kernels use the same
/// random numbers for the same choices.
template <class Config>
struct Playout {
  const Ruleset& rules;
  State<Config>& s;
  Rng& rng;
  Kernel<Config> kernel{rules, s, nullptr};

  bool place() {
    if constexpr (Config::variants) {
      std::array<uint8_t, Config::max_open> legal;
      uint32_t total = 0;
      for (int i = 0; i < s.open; ++i) {
        legal[i] = static_cast<uint8_t>(kernel.rotations_at(kernel.kinds[s.drawn], i));
        total += static_cast<uint32_t>(std::popcount(legal[i]));
      }
      if (total == 0) return false;
      uint32_t k = rng.below(total);
      int open = 0;
      for (; k >= static_cast<uint32_t>(std::popcount(legal[open])); ++open)
        k -= static_cast<uint32_t>(std::popcount(legal[open]));
      unsigned rotations = legal[open];
      while (k-- > 0) rotations &= rotations - 1;
      kernel.lay(s.drawn, s.open_cell[open], std::countr_zero(rotations));
    } else {
      Fitting<Config> fitting;
      find_fitting(kernel.kinds[s.drawn], s, fitting);
      if (fitting.total == 0) return false;
      const auto [open, rotation] = nth(fitting, rng.below(fitting.total));
      kernel.lay(s.drawn, s.open_cell[open], rotation);
    }
    return true;
  }

  void follow() {
    unsigned free = kernel.free_features();
    if (free != 0) {
      const auto count = static_cast<uint32_t>(std::popcount(free));
      uint32_t k = rng.below(count + 1);
      if (k < count) {
        while (k-- > 0) free &= free - 1;
        kernel.put_figure(s.pieces - 1, std::countr_zero(free), s.seat, Figure::follower);
      }
    }
    kernel.end_turn();
  }

  void play() {
    if (s.phase == Phase::follower) follow();
    while (s.phase != Phase::over) {
      if (s.phase == Phase::draw) {
        const auto index = static_cast<int>(rng.below(s.left));
        s.drawn = s.stack[index];
        kernel.take_from_stack(index);
        s.phase = Phase::tile;
      }
      if (place()) {
        follow();
      } else {
        s.phase = Phase::draw;
        kernel.set_aside(s.drawn);
        if (s.left == 0) kernel.score_at_the_end();
      }
    }
  }
};

// One source, compiled for every x86-64 and once more for CPUs of the last ten years; which one runs is decided when
// the program starts, before the thread sanitizer is ready for it. `flatten` draws the whole kernel into each.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
[[gnu::target_clones("arch=x86-64-v3", "default"), gnu::flatten]]
#endif
void play_fast(const Ruleset& rules, State<Fast>& s, Rng& rng) {
  Playout<Fast>{rules, s, rng}.play();
}

}  // namespace

template <>
void random_playout(const Ruleset& rules, State<Fast>& s, Rng& rng) {
  play_fast(rules, s, rng);
}

template <>
void random_playout(const Ruleset& rules, State<Large>& s, Rng& rng) {
  Playout<Large>{rules, s, rng}.play();
}

template <>
void random_playout(const Ruleset& rules, State<Full>& s, Rng& rng) {
  if (rules.plain_turns())
    Playout<Full>{rules, s, rng}.play();
  else
    playout_by_list(rules, s, rng);
}

template Move random_draw(const State<Fast>&, Rng&);
template Move random_draw(const State<Large>&, Rng&);
template Move random_draw(const State<Full>&, Rng&);

}  // namespace bastide
