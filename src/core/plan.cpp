#include "core/plan.h"

#include <algorithm>

namespace bastide {
namespace {

/// Whether a line does nothing, as far as the rules and these two tell.
bool does_nothing(const Ruleset& rules, OrderLine line, int kind, bool completed) {
  if (line.by != OrderLine::kBase) {
    const auto idle = rules.added[line.by].hooks->idle;
    return idle && idle(rules, line.by, line.moment, kind, completed);
  }
  if (line.moment == Moment::score || line.moment == Moment::go_home) return !completed;
  return line.moment == Moment::choose &&
         std::all_of(rules.piles.begin(), rules.piles.end(), [](const Pile& pile) { return pile.laid == Laid::never; });
}

uint32_t placed_in(const Ruleset& rules) {
  uint32_t kinds = 0;
  for (int i = 0; i < rules.figure_kinds; ++i)
    kinds |= static_cast<uint32_t>(rules.figures[i].stands_on != 0 || rules.figures[i].may_return) << i;
  return kinds;
}

}  // namespace

Plan::Plan(const Ruleset& of)
    : rules(of.identity.number()),
      placed_figures(placed_in(of)),
      after_tile(static_cast<uint8_t>(of.line_after(Moment::tile))),
      after_figure(static_cast<uint8_t>(of.line_after(Moment::figure))),
      first(static_cast<uint8_t>(of.first_line())) {
  for (const TileKind& kind : of.kinds) {
    Places& places = places_.emplace_back();
    for (int i = 0; i < of.figure_kinds; ++i)
      places[static_cast<std::size_t>(i)] = static_cast<uint16_t>(features_for(kind, of.figures[i]));
  }
  std::vector<std::vector<uint8_t>> known;
  for (int kind = -1; kind < static_cast<int>(of.kinds.size()); ++kind)
    for (const bool completed : {false, true}) {
      std::vector<uint8_t> row(of.order.size());
      std::size_t acts = of.order.size() - 1;
      for (std::size_t line = of.order.size(); line-- > 0; row[line] = static_cast<uint8_t>(acts))
        if (!does_nothing(of, of.order[line], kind, completed)) acts = line;
      const auto same = std::find(known.begin(), known.end(), row);
      rows_.push_back(static_cast<uint16_t>(same - known.begin()));
      if (same != known.end()) continue;
      known.push_back(row);
      for (const uint8_t line : row) steps_.push_back({of.order[line], static_cast<uint8_t>(line + 1)});
      steps_.resize(known.size() << kRow);
    }
}

const Plan& plan_of(const Ruleset& rules) {
  thread_local Plan plan(rules);
  if (plan.rules != rules.identity.number()) plan = Plan(rules);
  return plan;
}

}  // namespace bastide
