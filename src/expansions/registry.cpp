#include "expansions/registry.h"

#include <algorithm>
#include <array>

#include "expansions/abbey_and_mayor.h"
#include "expansions/abbot.h"
#include "expansions/bag.h"
#include "expansions/barber_surgeons.h"
#include "expansions/bridges_castles_and_bazaars.h"
#include "expansions/crop_circles.h"
#include "expansions/cult.h"
#include "expansions/darmstadt.h"
#include "expansions/festival.h"
#include "expansions/flier.h"
#include "expansions/german_castles.h"
#include "expansions/halflings.h"
#include "expansions/hands.h"
#include "expansions/hills_and_sheep.h"
#include "expansions/holes.h"
#include "expansions/inns_and_cathedrals.h"
#include "expansions/little_buildings.h"
#include "expansions/markets_of_leipzig.h"
#include "expansions/monasteries.h"
#include "expansions/offers.h"
#include "expansions/opening.h"
#include "expansions/plague.h"
#include "expansions/princess_and_dragon.h"
#include "expansions/river.h"
#include "expansions/russian_promos.h"
#include "expansions/table_edge.h"
#include "expansions/tower.h"
#include "expansions/traders_and_builders.h"
#include "expansions/under_the_big_top.h"
#include "expansions/watchtowers.h"

namespace bastide {
namespace {

struct Line {
  Moment moment;
  const Expansion* who = nullptr;  ///< null: the base game
  int option = -1;                 ///< holds only where this option of the expansion has that value
  int16_t value = 0;
};

/// As the rules tell it.
constexpr std::array<Line, 74> kOrder = {{
    {Moment::set_up, &kMarketsOfLeipzig},  // before anybody is asked anything
    {Moment::set_up, &kAbbeyAndMayor},
    {Moment::set_up, &kTower},
    {Moment::set_up, &kLittleBuildings},
    {Moment::set_up, &kBag},
    {Moment::set_up, &kPrincessAndDragon},
    {Moment::set_up, &kUnderTheBigTop},
    {Moment::set_up, &kOpening},
    {Moment::set_up, &kHalflings},
    {Moment::set_up, &kGermanCastles},
    {Moment::set_up, &kHands},
    {Moment::turn_begins, &kPrincessAndDragon},
    {Moment::turn_begins, &kPlague},  // before a tile may be laid at once
    {Moment::turn_begins, &kBridgesCastlesAndBazaars},
    {Moment::turn_begins, &kTower},
    {Moment::choose, &kOffers},
    {Moment::choose},
    {Moment::draw, &kHands},
    {Moment::draw},
    {Moment::drawn, &kPrincessAndDragon},
    {Moment::drawn},
    {Moment::drawn, &kOffers},
    {Moment::tile},
    {Moment::placed, &kRussianPromos},  // straight after laying
    {Moment::placed, &kPrincessAndDragon},
    {Moment::placed, &kTower},
    {Moment::placed, &kFlier},
    {Moment::placed, &kHoles},
    {Moment::placed, &kBridgesCastlesAndBazaars},
    {Moment::placed, &kTradersAndBuilders},
    {Moment::placed, &kRiver},
    {Moment::placed, &kHills},
    {Moment::placed, &kPlague},  // the last before the figure
    {Moment::figure},
    {Moment::acted, &kTower},
    {Moment::acted, &kFlier},
    {Moment::acted, &kHillsAndSheep},
    {Moment::acted, &kPrincessAndDragon, 3, 0},
    {Moment::acted, &kBridgesCastlesAndBazaars},
    {Moment::acted, &kMarketsOfLeipzig},  // the last before points
    {Moment::scoring, &kWatchtowers},
    {Moment::score},
    {Moment::scored, &kDarmstadt},
    {Moment::scored, &kBarberSurgeons},  // before anybody goes home
    {Moment::scored, &kUnderTheBigTop},
    {Moment::scored, &kPrincessAndDragon},
    {Moment::scored, &kCult},
    {Moment::scored, &kBridgesCastlesAndBazaars},
    {Moment::scored, &kTradersAndBuilders},
    {Moment::scored, &kMarketsOfLeipzig},  // when all others have seen who was scored
    {Moment::scored, &kAbbeyAndMayor},
    {Moment::go_home},
    {Moment::go_home, &kAbbeyAndMayor},
    {Moment::go_home, &kBarberSurgeons},
    {Moment::part_ends, &kAbbeyAndMayor},
    {Moment::part_ends, &kBarberSurgeons},
    {Moment::part_ends, &kUnderTheBigTop},
    {Moment::part_ends, &kTower},
    {Moment::part_ends, &kPrincessAndDragon, 3, 1},
    {Moment::part_ends, &kCropCircles},
    {Moment::part_ends, &kPlague},
    {Moment::part_ends, &kBridgesCastlesAndBazaars, 4, 1},
    {Moment::part_ends, &kTradersAndBuilders},  // the last: a second part may follow
    {Moment::turn_ends, &kHands},
    {Moment::turn_ends, &kBridgesCastlesAndBazaars},
    {Moment::turn_ends},
    {Moment::ending, &kUnderTheBigTop},
    {Moment::ending},
    {Moment::final_scored, &kUnderTheBigTop},
    {Moment::final_scored, &kPrincessAndDragon},
    {Moment::final_scored, &kTradersAndBuilders},
    {Moment::final_scored, &kAbbeyAndMayor},
    {Moment::final_scored, &kMarketsOfLeipzig},
    {Moment::final_scored, &kRussianPromos},
}};

}  // namespace

std::span<const Expansion* const> expansions() {
  static constexpr std::array<const Expansion*, 31> list = {&kAbbot,
                                                            &kBag,
                                                            &kOpening,
                                                            &kHands,
                                                            &kOffers,
                                                            &kHalflings,
                                                            &kHills,
                                                            &kHillsAndSheep,
                                                            &kCropCircles,
                                                            &kHoles,
                                                            &kPlague,  // beside what others make the only choice
                                                            &kPrincessAndDragon,
                                                            &kInnsAndCathedrals,
                                                            &kFestival,
                                                            &kTableEdge,
                                                            &kCult,
                                                            &kTradersAndBuilders,
                                                            &kFlier,
                                                            &kAbbeyAndMayor,
                                                            &kRiver,
                                                            &kTower,
                                                            &kBridgesCastlesAndBazaars,
                                                            &kMonasteries,
                                                            &kLittleBuildings,
                                                            &kDarmstadt,
                                                            &kBarberSurgeons,
                                                            &kWatchtowers,
                                                            &kUnderTheBigTop,
                                                            &kGermanCastles,
                                                            &kMarketsOfLeipzig,
                                                            &kRussianPromos};
  return list;
}

std::vector<OrderLine> order_of_play(std::span<const Expansion* const> expansions, std::span<const Added> added) {
  std::vector<OrderLine> order;
  for (const Line& line : kOrder) {
    const auto by =
        static_cast<std::size_t>(std::find(expansions.begin(), expansions.end(), line.who) - expansions.begin());
    if (line.who == nullptr)
      order.push_back({line.moment});
    else if (by < added.size() && (line.option < 0 || added[by].option[line.option] == line.value))
      order.push_back({line.moment, static_cast<uint8_t>(by)});
  }
  return order;
}

}  // namespace bastide
