#include "expansions/darmstadt.h"

#include <algorithm>
#include <array>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 2> kOptions = {{{"darmstadt", {"on"}}, {"darmstadt_cloisters", {"remove"}}}};

enum MarkNumber : uint8_t { church, darmstadtium };
constexpr std::array<MarkSpec, 2> kMarks = {{{"church", "DAR-4", 1}, {"darmstadtium", "DAR-2", 1.5}}};

enum Terms : uint8_t { hall, most };
constexpr std::array<TermSpec, 2> kTerms = {
    {{.name = "darmstadtium", .rule = "DAR-2", .lies = Lies::marks, .mark = darmstadtium},
     {.name = "most", .rule = "DAR-5", .lies = Lies::centre, .times = false, .bonus = true}}};

constexpr int kEach = 3;  ///< DAR-2, DAR-5

/// DAR-2: of a term of its own, which nothing multiplies; DAR-3.
void worth(const Ruleset& rules, const State<Full>& state, const Scored& what, Worth& worth) {
  if (what.reason != Reason::completed || state.type[what.node] != FeatureType::city) return;
  int halls = 0;
  for_each_segment(state, what.node, [&](int node) {
    halls += marks_on(rules, worth.by, state.piece[state.ring.piece[node]].kind, darmstadtium);
  });
  if (halls > 0) worth.add(hall, halls, kEach);
}

/// DAR-5 to DAR-7, DAR-10: by figures, whatever they count.
void reward(Turn& turn, int root) {
  std::array<int, kMaxSeats> there{};
  for_each_follower_around(turn.rules, turn.state, cell_of_centre(turn.state, root),
                           [&](const FigureRow& row) { ++there[row.seat]; });
  const int strongest = *std::max_element(there.begin(), there.end());
  for (int seat = 0; strongest > 0 && seat < turn.rules.seats; ++seat)
    if (there[seat] == strongest) turn.give(seat, most, kEach, root);
}

/// DAR-8: nobody has gone home yet.
void at(Turn& turn, Moment) {
  const State<Full>& s = turn.state;
  for (int i = 0; i < s.completed; ++i) {
    const int root = s.completed_node[i];
    if (s.type[root] == FeatureType::cloister && turn.marks(s.piece[s.ring.piece[root]].kind, church) > 0)
      reward(turn, root);
  }
}

bool idle(const Ruleset&, int, Moment, int, bool completed) {
  return !completed;
}

constexpr Hooks kHooks = {.at = at, .idle = idle, .worth = worth};

}  // namespace

constexpr Expansion kDarmstadt = {
    .id = "darmstadt", .options = kOptions, .hooks = &kHooks, .marks = kMarks, .terms = kTerms};

}  // namespace bastide
