#include "expansions/watchtowers.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 1> kOptions = {{{"watchtowers", {"on"}}}};

/// What towers count: each a mark and a term.
enum Sort : uint8_t { followers, shields, roads, cities, monasteries };
constexpr int kSorts = 5;
constexpr std::array<int, kSorts> kEach = {2, 2, 1, 1, 3};

constexpr std::array<MarkSpec, kSorts> kMarks = {{{"watchtower-follower", "WAT-8", 2},
                                                  {"watchtower-shield", "WAT-9", 2},
                                                  {"watchtower-road", "WAT-10", 2},
                                                  {"watchtower-city", "WAT-10", 2},
                                                  {"watchtower-monastery", "WAT-11", 2}}};

/// WAT-9 to WAT-11: how many of them a feature of a tile is. A castle is no city.
int counted(const Ruleset& rules, const State<Full>& state, int piece, int f, Sort sort) {
  const FeatureType type = type_of(state, piece, f);
  switch (sort) {
    case shields:
      return type == FeatureType::city ? rules.kinds[state.piece[piece].kind].feature[f].shields : 0;
    case roads:
      return type == FeatureType::road;
    case cities:
      return type == FeatureType::city && !converted(rules, state, root_at(state, piece, f));
    default:
      return type == FeatureType::cloister;
  }
}

/// WAT-7. Of roads and cities each space is one, whatever lies there (WAT-10); each half of a double tile is a space.
template <Sort sort>
std::vector<LyingThere> around(const Ruleset& rules, const State<Full>& state, int piece) {
  const auto& centre = state.cell[state.piece[piece].cell];
  std::vector<LyingThere> there;
  const auto look_in = [&](const State<Full>::Cell& cell, int p, int f) {
    if (std::abs(cell.x - centre.x) > 1 || std::abs(cell.y - centre.y) > 1) return;
    const int count = counted(rules, state, p, f, sort);
    const auto same = std::find_if(there.begin(), there.end(),
                                   [&](const LyingThere& other) { return other.x == cell.x && other.y == cell.y; });
    if (count == 0) return;
    if (same == there.end())
      there.push_back({cell.x, cell.y, count});
    else
      same->count += count;
  };
  for (int p = 0; p < state.pieces; ++p)
    if (lies_around(state, p, centre.x, centre.y))
      for_each_feature(rules, state, p, [&](int f) {
        for_each_cell_of(rules, state, node_at(state, p, f),
                         [&](const State<Full>::Cell& cell) { look_in(cell, p, f); });
      });
  if (sort == roads || sort == cities)
    for (LyingThere& space : there) space.count = std::min(space.count, 1);
  return there;
}

constexpr std::array<TermSpec, kSorts> kTerms = {
    {{.name = "followers", .rule = "WAT-8", .lies = Lies::followers, .bonus = true},
     {.name = "shields", .rule = "WAT-9", .lies = Lies::spread, .spread = around<shields>, .bonus = true},
     {.name = "roads", .rule = "WAT-10", .lies = Lies::spread, .spread = around<roads>, .times = false, .bonus = true},
     {.name = "cities",
      .rule = "WAT-10",
      .lies = Lies::spread,
      .spread = around<cities>,
      .times = false,
      .bonus = true},
     {.name = "monasteries", .rule = "WAT-11", .lies = Lies::spread, .spread = around<monasteries>, .bonus = true}}};

int count_around(const Ruleset& rules, const State<Full>& state, int piece, int sort) {
  int count = 0;
  if (sort == followers) {
    for_each_follower_around(rules, state, state.cell[state.piece[piece].cell], [&](const FigureRow&) { ++count; });
    return count;
  }
  for (const LyingThere& space : kTerms[sort].spread(rules, state, piece)) count += space.count;
  return count;
}

/// WAT-3: a road or city; none of these tiles has anything else that can be completed.
bool is_scored(const Ruleset& rules, const State<Full>& state, int root) {
  const auto end = state.completed_node.begin() + state.completed;
  return std::find(state.completed_node.begin(), end, root) != end && !converted(rules, state, root);
}

/// WAT-4, WAT-12
void at(Turn& turn, Moment) {
  const State<Full>& s = turn.state;
  for (int i = 0, seat = turn.active(); i < turn.rules.seats && s.completed > 0; ++i, seat = turn.next(seat))
    for (const int number : standing(s)) {
      const FigureRow& row = s.v.figure[number];
      const int root = root_at(s, row.piece(), row.feature());
      if (row.seat != seat || !turn.rules.figures[row.figure].follower || !is_scored(turn.rules, s, root)) continue;
      for (int sort = 0; sort < kSorts; ++sort) {
        if (turn.marks(s.piece[row.piece()].kind, sort) == 0) continue;
        const int count = count_around(turn.rules, s, row.piece(), sort);
        if (count > 0) turn.give_around(seat, sort, count, kEach[sort], root, row.piece());
      }
    }
}

bool idle(const Ruleset&, int, Moment, int, bool completed) {
  return !completed;
}

constexpr Hooks kHooks = {.at = at, .idle = idle};

}  // namespace

constexpr Expansion kWatchtowers = {
    .id = "watchtowers", .options = kOptions, .hooks = &kHooks, .marks = kMarks, .terms = kTerms};

}  // namespace bastide
