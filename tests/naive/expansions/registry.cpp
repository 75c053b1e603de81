// The expansions that the naive implementation knows, in the order in which they act.
#include "naive/expansions/registry.h"

namespace bastide::naive {

std::vector<std::unique_ptr<Expansion>> expansions_of(const GameRules& rules) {
  std::vector<std::unique_ptr<Expansion>> all;
  for (const auto make : {russian_promos,
                          little_buildings,
                          abbot,
                          abbey_and_mayor,
                          barber_surgeons,
                          under_the_big_top,
                          tower,
                          flier,
                          shepherds,
                          princess_and_dragon,
                          festival,
                          inns_and_cathedrals,
                          rolled_start,
                          halflings,
                          german_castles,
                          crop_circles,
                          plague,
                          offers,
                          cult,
                          bridges_castles_and_bazaars,
                          traders_and_builders,
                          river,
                          hills,
                          monasteries,
                          darmstadt,
                          watchtowers,
                          markets_of_leipzig})  // after all that act before points
    if (auto expansion = make(rules)) all.push_back(std::move(expansion));
  return all;
}

}  // namespace bastide::naive
