#include "core/ruleset.h"

#include <algorithm>

namespace bastide {

int Ruleset::nodes() const {
  int n = kinds[start_kind].features;
  for (const KindIndex kind : stack) n += kinds[kind].features;
  for (const HeldTile& tile : held) n += kinds[tile.kind].features;
  return n;
}

int Ruleset::line_after(Moment moment, int by) const {
  const auto line =
      std::find_if(order.begin(), order.end(), [&](OrderLine l) { return l.moment == moment && l.by == by; });
  return static_cast<int>(line - order.begin()) + 1;
}

int Ruleset::first_line() const {
  const auto line = std::find_if(order.begin(), order.end(), [](OrderLine l) { return l.moment != Moment::set_up; });
  return static_cast<int>(line - order.begin());
}

int Ruleset::part_line() const {
  const auto line = std::find_if(order.begin(), order.end(), [](OrderLine l) { return l.moment == Moment::choose; });
  return static_cast<int>(line - order.begin());
}

int Ruleset::end_line() const {
  const auto line = std::find_if(order.begin(), order.end(), [](OrderLine l) { return l.moment == Moment::turn_ends; });
  return static_cast<int>(line - order.begin());
}

int Ruleset::ending_line() const {
  const auto line = std::find_if(order.begin(), order.end(),
                                 [](OrderLine l) { return l.moment == Moment::ending && l.by != OrderLine::kBase; });
  return static_cast<int>(line - order.begin());
}

bool Ruleset::squares_only() const {
  return std::all_of(kinds.begin(), kinds.end(), [](const TileKind& kind) { return kind.square; });
}

bool Ruleset::last_round() const {
  return std::any_of(piles.begin(), piles.end(), [](const Pile& pile) { return pile.last_round; });
}

bool Ruleset::lasting() const {
  return std::any_of(piles.begin(), piles.end(), [](const Pile& pile) { return pile.lasts; });
}

bool Ruleset::stood_on(FeatureType type) const {
  return std::any_of(figures.begin(), figures.end(), [type](const FigureKind& kind) { return kind.stands(type); });
}

bool Ruleset::plain_turns() const {
  return added.empty() && !exact && stage.empty() && !put_back && start_lies &&
         std::all_of(figures.begin() + 1, figures.end(), [](const FigureKind& kind) { return kind.count == 0; });
}

}  // namespace bastide
