// Random playouts: the same kernel, without listing moves.
#include <cstring>
#include <utility>

#include "core/board_stamp.h"
#include "core/kernel_turn.h"
#include "core/lanes.h"

namespace bastide {

namespace {

/// An outcome by chance, by their weights.
Move random_outcome(const Ruleset& rules, const State<Full>& state, Rng& rng) {
  thread_local std::vector<Chance> chances;  // keeps its memory
  outcomes(rules, state, chances);
  return outcome_of(chances, static_cast<int>(rng.below(static_cast<uint32_t>(sum_of_weights(chances)))));
}

}  // namespace

template <class Config>
Move random_draw([[maybe_unused]] const Ruleset& rules, const State<Config>& state, Rng& rng) {
  if constexpr (Config::variants) {
    if (asks_outcome(state)) return random_outcome(rules, state, rng);
    if (const Pending* asked = question(state); asked != nullptr && asked->from_pile()) {
      const int pile = asked->pile();
      auto number = static_cast<int>(rng.below(static_cast<uint32_t>(held_by(state, pile, kNobody))));
      for (const HeldTile& tile : held(state))
        if (tile.pile == pile && tile.seat == kNobody && number-- == 0) return Move::draw(tile.kind);
    }
  }
  if constexpr (Config::variants)
    if (const int stage = running_stage(rules, state); stage != rules.last_stage() || holds_back(rules, state)) {
      const bool back = stage == rules.last_stage();
      const auto drawable = [&](int kind) { return rules.stage_of(kind) == stage && !(back && rules.is_late(kind)); };
      const auto end = state.stack.begin() + state.left;
      const auto there = back && rules.late_range.whole ? state.left - count_kinds(state, rules.late_range)
                                                        : std::count_if(state.stack.begin(), end, drawable);
      auto number = rng.below(static_cast<uint32_t>(there));
      for (auto tile = state.stack.begin(); tile != end; ++tile)
        if (drawable(*tile) && number-- == 0) return Move::draw(*tile);
    }
  return Move::draw(state.stack[rng.below(state.left)]);
}

namespace {

/// The place of the k-th bit set in a byte: [byte][k].
constexpr std::array<std::array<uint8_t, 8>, 256> kNthBit = [] {
  std::array<std::array<uint8_t, 8>, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned bit = 0, k = 0; bit < 8; ++bit)
      if ((byte >> bit) & 1) table[byte][k++] = static_cast<uint8_t>(bit);
  return table;
}();

/// Sixteen cells are looked up at once: both halves of a signature index a table of sixteen entries
/// (TileKind::fitting), which is what a byte shuffle does.
template <class Config>
void find_fitting(const TileKind& kind, const State<Config>& s, Fitting<Config>& fitting) {
  static constexpr Lanes number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const Lanes north_east = load_lanes<uint8_t>(kind.fit_north_east.data());
  const Lanes south_west = load_lanes<uint8_t>(kind.fit_south_west.data());
  uint32_t total = 0;
  int group = 0;
  const auto look = [&](Lanes among) {
    const Lanes signature = load_lanes<uint8_t>(s.open_signature.data() + 16 * group);
    const Lanes masks = look_up(north_east, signature & 15) & look_up(south_west, signature >> 4) & among;
    const uint64_t nibbles = pack_nibbles(masks);
    fitting.masks[group] = nibbles;
    fitting.before[group] = static_cast<uint16_t>(total);
    total += static_cast<uint32_t>(std::popcount(nibbles));
    ++group;
  };
  while (16 * group + 16 < s.open) look(~Lanes{});
  look(number < static_cast<uint8_t>(s.open - 16 * group));
  fitting.groups = group;
  fitting.total = total;
}

/// The k-th placement: open cell and rotation. Without branches: which group, which of its bytes, which bit of that.
template <class Config>
std::pair<int, int> nth(const Fitting<Config>& fitting, uint32_t k) {
  int group = 0;
  for (int i = 1; i < fitting.groups; ++i) {
    group += fitting.before[i] <= k;
    asm("" : "+r"(group));  // one at a time: vectors would have to wait for what was just written
  }
  k -= fitting.before[group];
  const uint64_t masks = fitting.masks[group];
  constexpr uint64_t ones = 0x0101010101010101, tops = ones << 7;
  const uint64_t pairs = masks - ((masks >> 1) & (ones * 0x55));
  const uint64_t fours = (pairs & (ones * 0x33)) + ((pairs >> 2) & (ones * 0x33));
  const uint64_t counts = (fours + (fours >> 4)) & (ones * 0x0f);
  const uint64_t upto = counts * ones;                        // in byte i: bits set in bytes 0 to i, at most 64
  const uint64_t passed = ((k * ones | tops) - upto) & tops;  // bytes with upto <= k
  const int bits = 8 * std::popcount(passed);
  k -= static_cast<uint32_t>(((upto << 8) >> bits) & 0xff);
  const int bit = bits + kNthBit[(masks >> bits) & 0xff][k];
  return {16 * group + bit / 4, bit % 4};
}

BASTIDE_FOR_EACH_CPU std::pair<int, int> nth_fitting(const Fitting<Full>& fitting, uint32_t k) {
  return nth(fitting, k);
}

/// A legal placement of a kind at random, each as likely as the others. Cell -1: there is none, and no random number
/// was used. `counted`: perhaps they are already.
std::pair<int, int> random_placement(const Kernel<Full>& kernel, int kind, Kernel<Full>::Counted& counted, Rng& rng) {
  kernel.count_placements(kind, counted);
  counted.kind = -1;
  if (counted.total == 0) return {-1, 0};
  return nth_fitting(counted, rng.below(counted.total));
}

/// Lays one of the tiles that the seat to move holds, or none of them: each placement is as likely as the others, and
/// as the pass. They are counted, in the order of legal_moves.
void place_held(Kernel<Full>& kernel, Rng& rng, std::vector<Move>& moves) {
  struct KindHeld {
    int kind;
    Fitting<Full> places;
  };
  const State<Full>& s = kernel.s;
  const Reader<Full> reader{kernel.rules, s, nullptr};
  std::array<KindHeld, 8> held;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as kinds
  std::size_t kinds = 0;
  uint32_t total = 0;
  bool by_list = false;  // many of them; or double tiles, whose first square may lie where no cell is
  reader.each_kind_to_choose([&](int kind) {
    by_list |= kernel.kinds[kind].doubled || kinds == held.size();
    if (by_list) return;
    KindHeld& here = held[kinds++];
    here.kind = kind;
    OpenRotations legal;
    reader.rotations_everywhere(kernel.kinds[kind], legal);
    count_found(legal, s.open, here.places);
    total += here.places.total;
  });
  if (by_list) {
    legal_moves(kernel.rules, s, moves);
    return kernel.play(moves[rng.below(static_cast<uint32_t>(moves.size()))]);
  }
  const bool may_pass = s.v.choice == State<Full>::Choice::may_draw;
  uint32_t k = rng.below(total + may_pass);
  if (k == total) return kernel.play(Move::pass());
  const KindHeld* chosen = held.data();
  for (; k >= chosen->places.total; ++chosen) k -= chosen->places.total;
  const auto [open, rotation] = nth_fitting(chosen->places, k);
  kernel.place(chosen->kind, s.open_cell[open], rotation);
}

/// Plays any rules: placements and figures are counted, what else is asked is listed once. The list keeps its memory
/// from one playout to the next.
void playout_by_list(const Ruleset& rules, State<Full>& s, Rng& rng) {
  thread_local Kernel<Full>::Listed listed;
  const PlayedOn played(s);
  Kernel<Full> kernel{rules, s, nullptr};
  kernel.listed = &listed;
  kernel.plan = &plan_of(rules);
  Kernel<Full>::Counted counted;
  kernel.counted = &counted;
  if (s.phase == Phase::ask) legal_moves(rules, s, listed.moves);
  if (s.phase == Phase::follower) kernel.list_figures_to_choose();
  const bool all_alike = rules.stage.empty() && rules.late.empty();  // whatever is in the stack may be drawn
  while (s.phase != Phase::over) {
    if (s.phase == Phase::draw && all_alike && s.v.pendings == 0) {
      kernel.draw_for_turn(s.stack[rng.below(s.left)]);
    } else if (s.phase == Phase::draw) {
      kernel.play(random_draw(rules, s, rng));
    } else if (s.phase == Phase::follower) {
      kernel.choose_figure(rng.below(listed.count()));
    } else if (s.phase == Phase::ask) {
      kernel.play(listed.moves[rng.below(static_cast<uint32_t>(listed.moves.size()))]);
    } else if (s.v.choice == State<Full>::Choice::drawn) {
      const auto [open, rotation] = random_placement(kernel, s.drawn, counted, rng);
      kernel.place(s.drawn, s.open_cell[open], rotation);
    } else {
      place_held(kernel, rng, listed.moves);
    }
  }
}

/// Uniform draws, placements and follower choices, without a list of moves. For plain turns. All kernels use the same
/// random numbers for the same choices.
template <class Config>
struct Playout {
  const Ruleset& rules;
  State<Config>& s;
  Rng& rng;
  Kernel<Config> kernel{rules, s, nullptr};
  uint8_t line_after_draw = Config::variants ? static_cast<uint8_t>(rules.line_after(Moment::draw)) : uint8_t{0};

  bool place() {
    if constexpr (Config::variants) {
      Kernel<Full>::Counted counted;
      const auto [cell, rotation] = random_placement(kernel, s.drawn, counted, rng);
      if (cell < 0) return false;
      kernel.lay(s.drawn, s.open_cell[cell], rotation);
    } else {
      Fitting<Config> fitting;
      find_fitting(kernel.kinds[s.drawn], s, fitting);
      if (fitting.total == 0) return false;
      const auto [open, rotation] = nth(fitting, rng.below(fitting.total));
      kernel.lay(s.drawn, s.open_cell[open], rotation, s.open_signature[open]);
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
    end_turn();
  }

  /// In plain turns nothing comes before the next draw.
  void end_turn() {
    kernel.score_completed();
    kernel.next_turn();
    if constexpr (Config::variants)
      if (s.phase != Phase::over) {
        s.seat = s.v.turn_seat;
        s.v.line = line_after_draw;
        s.phase = Phase::draw;
      }
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

BASTIDE_FOR_EACH_CPU void play(const Ruleset& rules, State<Fast>& s, Rng& rng) {
  Playout<Fast>{rules, s, rng}.play();
}

BASTIDE_FOR_EACH_CPU void play(const Ruleset& rules, State<Large>& s, Rng& rng) {
  Playout<Large>{rules, s, rng}.play();
}

}  // namespace

template <>
void random_playout(const Ruleset& rules, State<Fast>& s, Rng& rng) {
  play(rules, s, rng);
}

template <>
void random_playout(const Ruleset& rules, State<Large>& s, Rng& rng) {
  play(rules, s, rng);
}

template <>
void random_playout(const Ruleset& rules, State<Full>& s, Rng& rng) {
  if (rules.plain_turns())
    Playout<Full>{rules, s, rng}.play();
  else
    playout_by_list(rules, s, rng);
}

template Move random_draw(const Ruleset&, const State<Fast>&, Rng&);
template Move random_draw(const Ruleset&, const State<Large>&, Rng&);
template Move random_draw(const Ruleset&, const State<Full>&, Rng&);

}  // namespace bastide
