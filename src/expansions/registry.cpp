#include "expansions/registry.h"

#include <algorithm>
#include <array>

#include "expansions/abbot.h"
#include "expansions/bag.h"
#include "expansions/halflings.h"
#include "expansions/hands.h"
#include "expansions/holes.h"
#include "expansions/offers.h"
#include "expansions/opening.h"
#include "expansions/princess_and_dragon.h"

namespace bastide {
namespace {

struct Line {
  Moment moment;
  const Expansion* who = nullptr;  ///< null: the base game
};

/// As the rules tell it.
constexpr std::array<Line, 17> kOrder = {{
    {Moment::set_up, &kBag},
    {Moment::set_up, &kOpening},
    {Moment::set_up, &kHalflings},
    {Moment::set_up, &kHands},
    {Moment::turn_begins, &kOffers},
    {Moment::choose},
    {Moment::draw, &kHands},
    {Moment::draw},
    {Moment::drawn, &kOffers},
    {Moment::tile},
    {Moment::placed, &kHoles},
    {Moment::placed, &kHalflings},
    {Moment::figure},
    {Moment::score},
    {Moment::part_ends, &kHalflings},
    {Moment::turn_ends, &kHands},
    {Moment::turn_ends},
}};

}  // namespace

std::span<const Expansion* const> expansions() {
  static constexpr std::array<const Expansion*, 8> list = {&kAbbot,  &kBag,       &kOpening, &kHands,
                                                           &kOffers, &kHalflings, &kHoles,   &kPrincessAndDragon};
  return list;
}

std::vector<OrderLine> order_of_play(std::span<const Expansion* const> added) {
  std::vector<OrderLine> order;
  for (const Line& line : kOrder) {
    const auto by = std::find(added.begin(), added.end(), line.who);
    if (line.who == nullptr)
      order.push_back({line.moment});
    else if (by != added.end())
      order.push_back({line.moment, static_cast<uint8_t>(by - added.begin())});
  }
  return order;
}

}  // namespace bastide
