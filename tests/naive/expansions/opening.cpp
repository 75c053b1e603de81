// Who begins, in the naive implementation (START-1): what a lot is worth, and who draws again.
#include "naive/expansions/opening.h"

#include <algorithm>
#include <cstddef>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {

int roads_on(const TileSpec& tile) {
  int roads = 0;
  for (const TileTerrain terrain : tile.sides) roads += terrain == TileTerrain::road ? 1 : 0;
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.type == TileFeatureType::road && feature.sides.size() == 2) --roads;
  return roads;
}

std::vector<int> most_roads(const std::vector<Lot>& lots) {
  std::vector<int> seats;
  for (const Lot& lot : lots)
    if (std::none_of(lots.begin(), lots.end(), [&](const Lot& o) { return roads_on(*o.tile) > roads_on(*lot.tile); }))
      seats.push_back(lot.seat);
  return seats;
}

int first_to_stand(const std::vector<int>& rolls, int seats) {
  for (std::size_t i = 0; i < rolls.size(); ++i)
    if (rolls[i] > 0) return static_cast<int>(i) % seats;
  return -1;
}

namespace {

/// Who rolled a standing follower says who begins, before anything is given out.
class RolledStart : public Expansion {
 public:
  bool at(Game& game, Moment moment) override {
    if (moment != Moment::set_up) return false;
    game.ask(*this, game.turn_seat());
    return true;
  }

  std::vector<Option> options(const Game& game) override {
    std::vector<Option> all;
    for (int seat = 0; seat < game.seats(); ++seat)
      all.push_back({"begins:" + std::to_string(seat + 1), [seat](Game& g) {
                       g.begin_with(seat);
                       g.go_on();
                     }});
    return all;
  }
};

}  // namespace

std::unique_ptr<Expansion> rolled_start(const GameRules& rules) {
  if (!rules.is("first", "rolled")) return nullptr;
  return std::make_unique<RolledStart>();
}

}  // namespace bastide::naive
