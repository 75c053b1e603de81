#include "expansions/monasteries.h"

#include <array>
#include <vector>

#include "core/state.h"
#include "core/worth.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 5> kOptions = {{{"monasteries", {"on"}},
                                                 {"monasteries_german", {"second", "first"}},
                                                 {"monasteries_lowlands", {"on"}},
                                                 {"monasteries_japanese", {"on"}},
                                                 {"monasteries_base", {"keep"}}}};
enum Options : uint8_t { in_play, german, lowlands, japanese, base_cloisters };

constexpr std::array<MarkSpec, 3> kMarks = {
    {{"german-monastery", "MON-2"}, {"lowlands-monastery", "MON-2"}, {"japanese-monastery", "MON-2"}}};

/// MON-7: calls `visit(x, y)` for occupied spaces in the four rows that begin beside that of a piece, each up to its
/// first empty one.
template <class Visit>
void each_space_in_rows(const State<Full>& state, int piece, const Visit& visit) {
  const auto& cell = state.cell[state.piece[piece].cell];
  for (const Face face : {north, east, south, west}) {
    const FarSide way = kFarSides[face];
    for (int x = cell.x + way.dx, y = cell.y + way.dy; occupied(state, x, y); x += way.dx, y += way.dy) visit(x, y);
  }
}

std::vector<LyingThere> spaces_in_rows(const Ruleset&, const State<Full>& state, int piece) {
  std::vector<LyingThere> spaces;
  each_space_in_rows(state, piece, [&](int x, int y) { spaces.push_back({x, y, 1}); });
  return spaces;
}

enum Terms : uint8_t { own_space, rows };
constexpr std::array<TermSpec, 2> kTerms = {{{.name = "own", .rule = "MON-7", .lies = Lies::centre, .times = false},
                                             {.name = "rows",
                                              .rule = "MON-7",
                                              .lies = Lies::spread,
                                              .spread = spaces_in_rows,
                                              .in_title = true,
                                              .times = false}}};

/// MON-7, MON-8: what abbots get. Monks get what any cloister gives.
void worth(const Ruleset&, const State<Full>& state, const Scored& what, Worth& worth) {
  if (what.node < 0 || state.type[what.node] != FeatureType::chapter) return;
  worth.add(own_space, 1, 1);
  int spaces = 0;
  each_space_in_rows(state, state.ring.piece[what.node], [&](int, int) { ++spaces; });
  worth.add(rows, spaces, 1);
}

/// MON-6: with abbots alone in it a monastery is not completed, whatever lies around it.
bool converted(const Ruleset& rules, const State<Full>& state, int, int node) {
  if (state.type[node] != FeatureType::cloister || state.node[node].followers.any()) return false;
  return is_taken(rules, state, node);
}

/// MON-O2
Objection objection(const Ruleset&, const Added& added) {
  const bool none = added.option[german] == 0 && added.option[lowlands] == 0 && added.option[japanese] == 0;
  return none ? Objection{.what = "none"} : Objection{};
}

constexpr Hooks kHooks = {.converted = converted, .worth = worth};

}  // namespace

constexpr Expansion kMonasteries = {.id = "monasteries",
                                    .options = kOptions,
                                    .hooks = &kHooks,
                                    .marks = kMarks,
                                    .objection = objection,
                                    .terms = kTerms};

}  // namespace bastide
