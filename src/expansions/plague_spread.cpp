#include "expansions/plague_spread.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bastide::plague {
namespace {

/// Calls `visit(cell, from)` for each cell that a flea can be put into, once for each flea among `active` that it is
/// beside; from -1: an outbreak (PLAGUE-4, PLAGUE-12). Until it says that this is enough.
template <class Visit>
void each_target(const State<Full>& state, const Known& known, unsigned active, const Visit& visit) {
  const auto around = [&](unsigned i, int from) {
    for (const Known::Cell cell : known.around[i])
      if (known.there[cell] == Known::kNothing && state.cell[cell].occupied() && visit(cell, from)) return true;
    return false;
  };
  for (const unsigned i : each_bit(known.plague.alive))
    if (around(kFleas + i, -1)) return;
  for (const unsigned i : each_bit(active))
    if (around(i, static_cast<int>(i))) return;
}

/// Those without which others are not connected. From the outbreaks on fleas are gone through in depth: who comes to
/// others from which nothing leads back to before it.
class Connecting {
 public:
  explicit Connecting(const Plague& plague) : plague_(plague) {
    for (const unsigned i : each_bit(plague.at_outbreaks))
      if (depth_[i] == 0) look_at(i, 1);
  }
  unsigned fleas() const { return fleas_; }

 private:
  /// Returns how far back it leads. An outbreak is at depth 0.
  int look_at(unsigned i, int depth) {
    depth_[i] = depth;
    int back = ((plague_.at_outbreaks >> i) & 1) != 0 ? 0 : depth;
    for (const unsigned k : each_bit(plague_.beside[i])) {
      const bool fresh = depth_[k] == 0;
      const int from_there = fresh ? look_at(k, depth + 1) : depth_[k];
      if (fresh && from_there >= depth) fleas_ |= 1u << i;
      back = std::min(back, from_there);
    }
    return back;
  }

  const Plague& plague_;
  std::array<int, kFleas> depth_{};  ///< from 1; 0: not seen yet
  unsigned fleas_ = 0;
};

/// PLAGUE-9: a latent flea; or, if there is none, an active one that leaves all others connected and finds another
/// place.
unsigned find_lifts(const State<Full>& state, Known& known) {
  const Plague& plague = known.plague;
  const unsigned all = plague.all();
  constexpr int kNone = -2;
  int beside = kNone;  // where there are places: beside one flea alone, or not
  bool elsewhere = false;
  each_target(state, known, plague.active, [&](Known::Cell, int from) {
    elsewhere |= from < 0 || (beside != kNone && beside != from);
    beside = from;
    return elsewhere;
  });
  if (beside == kNone) return 0;
  if (plague.active != all) return all & ~plague.active;
  if (!known.has_connecting) known.connecting = Connecting(plague).fleas();
  known.has_connecting = true;
  return all & ~known.connecting & ~(elsewhere ? 0 : 1u << beside);
}

void add_lifts(const State<Full>& state, int by, Known& known, std::vector<Move>& moves) {
  if (!known.has_lifts) known.lifts = find_lifts(state, known);
  known.has_lifts = true;
  for (const unsigned i : each_bit(known.lifts)) {
    const At space = known.space[i];
    moves.push_back(Move::act_at(by, verb_lift, space.x, space.y));
  }
}

/// Each space once.
void find_targets(const State<Full>& state, const Known& known, unsigned active, std::vector<At>& targets) {
  thread_local std::array<uint32_t, Full::max_cells> listed{};  // keeps its memory
  thread_local uint32_t list = 0;
  ++list;
  targets.clear();
  each_target(state, known, active, [&](Known::Cell cell, int) {
    if (std::exchange(listed[cell], list) != list) targets.push_back({state.cell[cell].x, state.cell[cell].y});
    return false;
  });
}

/// PLAGUE-5
void drive_home(Turn& turn, At space) {
  turn.send_home([&](const FigureRow& row) {
    return lies_in(turn.state, row.piece(), space.x, space.y) && !stays_to_the_end(turn.state, row);
  });
}

}  // namespace

bool source_laid(const Ruleset& rules, const State<Full>& state, int by) {
  bool laid = false;
  for (int piece = std::max(0, state.pieces - 1 - part_of_turn(state)); piece < state.pieces; ++piece)
    laid |= is_source(rules, state, by, piece);
  return laid;
}

bool is_due(const Ruleset& rules, const State<Full>& state, int by) {
  return (doing(rules, state, by) & spread) == 0 && !source_laid(rules, state, by);
}

void add_targets(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves) {
  const Plague& plague = known.plague;
  bool takes_one = false;
  if ((doing(rules, state, by) & lifting) != 0) {
    const int16_t* const taken = memory_of(rules, state, by) + about;
    if (const int i = known.flea_in({taken[0], taken[1]}); i >= 0) {
      find_targets(state, known, plague.connected(plague.all() & ~(1u << i)), known.targets);
      takes_one = true;
    }
  }
  if (!takes_one && !known.has_targets) find_targets(state, known, plague.active, known.targets);
  known.has_targets = !takes_one;
  for (const At to : known.targets) moves.push_back(Move::act_at(by, verb_flea, to.x, to.y));
}

void add_spread(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves) {
  if (known.plague.lying == kFleas)
    add_lifts(state, by, known, moves);
  else
    add_targets(rules, state, by, known, moves);
}

void turn_over(Turn& turn) {
  const Known& known = look(turn.rules, turn.state, turn.by);
  const Plague& now = known.plague;
  unsigned turned = now.active;
  for (int i = 0; i < now.lying; ++i) turned ^= static_cast<unsigned>(now.number[i] < turn.figure(latent)) << i;
  if (turned == 0) return;
  const Plague plague = now;
  const auto space = known.space;
  for (const unsigned i : each_bit(turned)) {
    const bool is_active = ((plague.active >> i) & 1) != 0;
    turn.move_figure(plague.number[i], {});
    turn.move_figure(in_box(turn.rules, turn.state, turn.by, is_active ? flea : latent),
                     Place::in_space(space[i].x, space[i].y));
  }
}

void put(Turn& turn, At to) {
  int16_t* const words = turn.memory();
  if ((words[done_words] & lifting) != 0) {
    const Known& known = look(turn.rules, turn.state, turn.by);
    if (const int taken = known.flea_in({words[about], words[about + 1]}); taken >= 0)
      turn.move_figure(known.plague.number[taken], {});
  }
  words[about] = words[about + 1] = 0;
  words[done_words] = static_cast<int16_t>((words[done_words] & ~lifting) | spread);
  turn.move_figure(in_box(turn.rules, turn.state, turn.by, flea), Place::in_space(to.x, to.y));
  drive_home(turn, to);
  turn_over(turn);
}

void eradicate(Turn& turn) {
  const Plague& plague = look(turn.rules, turn.state, turn.by).plague;
  if (plague.lying < kFleas || plague.outbreaks() < 2) return;
  const auto lowest = static_cast<std::size_t>(std::countr_zero(plague.alive));
  turn.move_figure(in_box(turn.rules, turn.state, turn.by, eradicated), Place::on_piece(plague.source[lowest]));
  turn_over(turn);
}

}  // namespace bastide::plague
