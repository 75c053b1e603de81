#include "expansions/cult.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <vector>

#include "core/marked_pieces.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 2> kOptions = {{{"cult", {"2017", "2007", "2008"}}, {"cult_restrict", {"own"}}}};
enum Options : uint8_t { edition, own_only };

enum MarkNumber : uint8_t { shrine };
constexpr std::array<MarkSpec, 1> kMarks = {{{"shrine", "CULT-1"}}};

enum Terms : uint8_t { lost };
constexpr std::array<TermSpec, 1> kTerms = {{{.name = "lost", .rule = "CULT-5", .times = false, .bonus = true}}};

/// A monastery or a shrine that lies on the board. Both are cloisters to the base game (CULT-1).
struct Building {
  int piece, feature;
  bool shrine;
};

/// The feature of a kind of tile that is a cloister, -1: it has none. No tile has two.
int cloister_of(const TileKind& kind) {
  if (kind.centres == 0) return -1;
  for (int f = 0; f < kind.features; ++f)
    if (kind.types[f] == FeatureType::cloister) return f;
  return -1;
}

bool is_shrine(const Ruleset& rules, int by, int kind) {
  return marks_on(rules, by, kind, shrine) > 0;
}

const std::vector<int>& all_buildings(const Ruleset& rules, const State<Full>& state) {
  thread_local MarkedPieces buildings;
  return buildings.which(state, [&](int piece) { return cloister_of(rules.kinds[state.piece[piece].kind]) >= 0; });
}

/// Calls `visit` for each building in the eight spaces around one; two half tiles in a space may have one each.
template <class Visit>
void for_each_around(const Ruleset& rules, int by, const State<Full>& state, int x, int y, const Visit& visit) {
  for (const int p : all_buildings(rules, state)) {
    const auto& piece = state.piece[p];
    const auto& cell = state.cell[piece.cell];
    if (std::abs(cell.x - x) > 1 || std::abs(cell.y - y) > 1 || (cell.x == x && cell.y == y)) continue;
    visit(Building{p, cloister_of(rules.kinds[piece.kind]), is_shrine(rules, by, piece.kind)});
  }
}

/// Buildings of the other sort around a space.
int others_around(const Ruleset& rules, int by, const State<Full>& state, int x, int y, bool shrine) {
  int others = 0;
  for_each_around(rules, by, state, x, y, [&](const Building& other) { others += other.shrine != shrine; });
  return others;
}

int others_around(const Ruleset& rules, int by, const State<Full>& state, const Building& building) {
  const auto& cell = state.cell[state.piece[building.piece].cell];
  return others_around(rules, by, state, cell.x, cell.y, building.shrine);
}

bool filters(const Ruleset&, int, const TileKind& kind) {
  return cloister_of(kind) >= 0;
}

/// CULT-2: one next to it at most; both ends are asked, unless an option says otherwise.
unsigned rotations(const Ruleset& rules, int by, const State<Full>& state, int kind, int x, int y, unsigned legal) {
  if (!filters(rules, by, rules.kinds[kind])) return legal;
  const bool mine = is_shrine(rules, by, kind);
  int others = 0;
  bool crowds = false;
  for_each_around(rules, by, state, x, y, [&](const Building& other) {
    if (other.shrine == mine) return;
    ++others;
    crowds |= others_around(rules, by, state, other) > 0;
  });
  return others > 1 || (crowds && rules.added[by].option[own_only] == 0) ? 0 : legal;
}

/// The same in all open cells: around each of the others.
void rotations_everywhere(const Ruleset& rules, int by, const State<Full>& state, int kind, std::span<uint8_t> legal) {
  const bool mine = is_shrine(rules, by, kind), both = rules.added[by].option[own_only] == 0;
  std::array<uint8_t, Full::max_open> others;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as open
  std::fill_n(others.begin(), legal.size(), uint8_t{0});
  for (const int p : all_buildings(rules, state)) {
    const auto& piece = state.piece[p];
    const Building other{p, cloister_of(rules.kinds[piece.kind]), is_shrine(rules, by, piece.kind)};
    if (other.shrine == mine) continue;
    const auto& at = state.cell[piece.cell];
    const bool crowded = both && others_around(rules, by, state, other) > 0;
    for (const int dx : {-1, 0, 1})
      for (const int dy : {-1, 0, 1}) {
        const int cell = find_cell(state, at.x + dx, at.y + dy);
        const std::size_t open = cell < 0 || (dx == 0 && dy == 0) ? legal.size() : state.cell[cell].open;
        if (open < legal.size() && (++others[open] > 1 || crowded)) legal[open] = 0;
      }
  }
}

Barred why_barred(const Ruleset&, const Added&, const State<Full>&, Move) {
  return {"near", "CULT-2"};
}

/// CULT-5, CULT-12: whoever stands there goes home without points.
void lose(Turn& turn, int root) {
  State<Full>& s = turn.state;
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    if (s.node[root].followers.of(seat) > 0) turn.give(seat, lost, 0, root);
  for (int i = 0; i < s.v.standing_count;) {
    const FigureRow& row = s.v.figure[s.v.standing[i]];
    if (root_at(s, row.piece(), row.feature()) == root)
      turn.move_figure(s.v.standing[i], {});
    else
      ++i;
  }
}

/// CULT-6, CULT-7, CULT-11: everything completed has been scored; what was occupied wins against what is unfinished.
void at(Turn& turn, Moment) {
  const State<Full>& s = turn.state;
  for (int i = 0; i < s.completed; ++i) {
    const int root = s.completed_node[i];
    if (s.type[root] != FeatureType::cloister || !s.node[root].followers.any()) continue;
    const bool mine = is_shrine(turn.rules, turn.by, s.piece[s.ring.piece[root]].kind);
    const auto& cell = cell_of_centre(s, root);
    std::vector<int> losers;
    for_each_around(turn.rules, turn.by, s, cell.x, cell.y, [&](const Building& other) {
      const int theirs = root_at(s, other.piece, other.feature);
      if (other.shrine != mine && !is_completed(s, theirs) && s.node[theirs].followers.any()) losers.push_back(theirs);
    });
    std::sort(losers.begin(), losers.end());  // as they were laid
    for (const int theirs : losers) lose(turn, theirs);
  }
}

/// CULT-2, in a position that was written by hand; by the option the order in which tiles came may allow anything.
Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  if (added.option[own_only] != 0) return {};
  const int by = static_cast<int>(&added - rules.added.data());
  for (int p = 0; p < state.pieces; ++p) {
    const int kind = state.piece[p].kind, f = cloister_of(rules.kinds[kind]);
    if (f >= 0 && others_around(rules, by, state, Building{p, f, is_shrine(rules, by, kind)}) > 1)
      return {.what = "near", .rule = "CULT-2", .piece = p};
  }
  return {};
}

bool idle(const Ruleset&, int, Moment, int, bool completed) {
  return !completed;
}

constexpr Hooks kHooks = {.at = at,
                          .idle = idle,
                          .filters = filters,
                          .lists = filters,
                          .rotations = rotations,
                          .rotations_everywhere = rotations_everywhere};

}  // namespace

constexpr Expansion kCult = {.id = "cult",
                             .options = kOptions,
                             .hooks = &kHooks,
                             .marks = kMarks,
                             .impossible = impossible,
                             .terms = kTerms,
                             .why_barred = why_barred};

}  // namespace bastide
