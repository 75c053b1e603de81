#include "expansions/plague_flight.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/kept_segments.h"
#include "core/kernel.h"

namespace bastide::plague {
namespace {

/// What others close of the pieces.
void find_closed(const Ruleset& rules, const State<Full>& state, int by, Known& known) {
  if (known.board != 0 && known.closed_since == known.board) return;
  known.closed_since = known.board;
  known.closed = {};
  for (const unsigned other : each_bit(rules.added.closing & ~(uint64_t{1} << by)))
    rules.added[other].hooks->closes(rules, state, static_cast<int>(other), known.closed);
}

/// Where a figure may flee to, step by step along its feature. Others may forbid a segment because of its tile; what
/// they forbid where the figure stands, too, they forbid for another reason, as who speaks of features does
/// (Hooks::allows).
class Refuges {
 public:
  Refuges(const Ruleset& rules, const State<Full>& state, int by, const Known& known, KeptSegments& beside,
          const FigureRow& row)
      : rules_(rules),
        state_(state),
        known_(known),
        row_(row),
        node_(node_at(state, row.piece(), row.feature())),
        beside_(beside) {
    const auto type = static_cast<std::size_t>(state.type[node_]);
    const uint64_t others = ~(uint64_t{1} << by);
    asked_of_closed_ = rules.added.opening_on[type] & others;
    asked_besides_ = rules.added.opening_besides[type] & others;
  }

  /// Calls `visit(node)` for each segment on another tile that the figure can flee to, until it says that this is
  /// enough.
  template <class Visit>
  void each(const Visit& visit) const {
    thread_local std::array<uint32_t, Full::max_nodes> seen{};  // keeps its memory
    thread_local uint32_t look = 0;
    thread_local std::vector<uint16_t> next;
    next.assign(1, static_cast<uint16_t>(node_));
    seen[next.front()] = ++look;
    for (std::size_t i = 0; i < next.size(); ++i)
      for (const uint16_t node : beside_.beside(next[i])) {
        if (std::exchange(seen[node], look) == look || is_shut(node)) continue;
        next.push_back(node);
        if (takes(node) && visit(node)) return;
      }
  }

  /// Whether there is any; mostly there is one beside the figure.
  bool any() const {
    for (const uint16_t node : beside_.beside(node_))
      if (!is_shut(node) && takes(node)) return true;
    bool found = false;
    each([&](int) { return found = true; });
    return found;
  }

 private:
  bool is_shut(int node) const { return known_.shuts(state_.piece[state_.ring.piece[node]]); }

  bool takes(int node) const {
    const int piece = state_.ring.piece[node];
    if (piece == row_.piece()) return false;
    const uint64_t asked = known_.closed.contains(piece) ? asked_of_closed_ : asked_besides_;
    return asked == 0 || others_allow(asked, Place::on(piece, feature_of(state_, node)));
  }

  bool others_allow(uint64_t asked, Place to) const {
    for (const unsigned other : each_bit(asked)) {
      const auto says = [&](Place place) {
        return rules_.added[other].hooks->allows(rules_, state_, static_cast<int>(other), row_.seat, row_.figure,
                                                 place);
      };
      if (!says(to) && says(row_.at)) return false;
    }
    return true;
  }

  const Ruleset& rules_;
  const State<Full>& state_;
  const Known& known_;
  const FigureRow& row_;
  int node_;
  KeptSegments& beside_;
  uint64_t asked_of_closed_, asked_besides_;  ///< which others about a tile that somebody closes, and about others
};

/// Of a feature with one segment nobody can.
bool may_flee(const Ruleset& rules, const State<Full>& state, int number) {
  const FigureRow& row = state.v.figure[number];
  if (row.seat != state.seat) return false;
  const int node = node_at(state, row.piece(), row.feature());
  if (state.ring.next[node] == node) return false;
  const FeatureType type = state.type[node];
  const bool leads_on = type == FeatureType::road || type == FeatureType::city || type == FeatureType::field;
  return leads_on && !kept(rules, state, number);
}

}  // namespace

void add_flights(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves) {
  if ((doing(rules, state, by) & fled) != 0) return;
  find_closed(rules, state, by, known);
  KeptSegments& beside = KeptSegments::of(rules, state);
  const auto before = static_cast<std::ptrdiff_t>(moves.size());
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (!may_flee(rules, state, number) || !Refuges(rules, state, by, known, beside, row).any()) continue;
    Move move = Move::act(by, verb_flee, row.piece(), row.feature());
    move.figure = row.figure;
    if (std::find(moves.begin() + before, moves.end(), move) == moves.end()) moves.push_back(move);
  }
}

int who_flees(const Ruleset& rules, const State<Full>& state, int by) {
  const int16_t* const words = memory_of(rules, state, by);
  int last = -1;
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (row.seat == state.v.turn_seat && row.at == Place::on(words[about], words[about + 1]) &&
        static_cast<int>(row.figure) == words[about + 2])
      last = number;
  }
  return last;
}

void add_refuges(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves) {
  const int number = who_flees(rules, state, by);
  if (number < 0) return;
  find_closed(rules, state, by, known);
  Refuges(rules, state, by, known, KeptSegments::of(rules, state), state.v.figure[number]).each([&](int node) {
    moves.push_back(Move::act(by, verb_refuge, state.ring.piece[node], feature_of(state, node)));
    return false;
  });
}

void flee(Turn& turn, Move move) {
  int16_t* const words = turn.memory();
  const int number = who_flees(turn.rules, turn.state, turn.by);
  std::fill_n(words + about, kWords - about, int16_t{0});
  words[done_words] = static_cast<int16_t>((words[done_words] & ~fleeing) | fled);
  turn.move_figure(number, Place::on(move.x, move.feature));
}

}  // namespace bastide::plague
