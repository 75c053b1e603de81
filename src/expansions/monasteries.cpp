#include "expansions/monasteries.h"

#include <array>

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

enum Terms : uint8_t { own_space, rows };
constexpr std::array<TermSpec, 2> kTerms = {{{.name = "own", .rule = "MON-7", .lies = Lies::centre, .times = false},
                                             {.name = "rows", .rule = "MON-7", .in_title = true, .times = false}}};

/// MON-7: occupied spaces in the four rows that begin beside a space, each up to its first empty one.
int spaces_in_rows(const State<Full>& state, int x, int y) {
  int spaces = 0;
  for (const Face face : {north, east, south, west}) {
    const FarSide way = kFarSides[face];
    for (int n = 1; occupied(state, x + n * way.dx, y + n * way.dy); ++n) ++spaces;
  }
  return spaces;
}

/// MON-7, MON-8: what abbots get. Monks get what any cloister gives.
void worth(const Ruleset&, const State<Full>& state, const Scored& what, Worth& worth) {
  if (what.node < 0 || state.type[what.node] != FeatureType::chapter) return;
  const auto& cell = cell_of_centre(state, what.node);
  worth.add(own_space, 1, 1);
  worth.add(rows, spaces_in_rows(state, cell.x, cell.y), 1);
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
