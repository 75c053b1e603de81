// Mistakes in the rules of expansions, each of which the comparison with the naive implementation has to see.
#include "property/mistakes.h"

namespace bastide {
namespace {

using Options = std::map<std::string, std::string>;

Options with(Options all, const Options& more) {
  all.insert(more.begin(), more.end());
  return all;
}

TEST(NaiveSeesMistakes, InAbbotsAndOffers) {
  expect_seen({
      {{{"abbots", "on"}}, [](Ruleset& r) { r.figures[0].stands_on |= 1u << 4; }},
      {{{"abbots", "on"}}, [](Ruleset& r) { r.figures[1].may_return = false; }},
      {{{"offers", "on"}}, [](Ruleset& r) { r.order = Ruleset().order; }},
  });
}

TEST(NaiveSeesMistakes, InHalfTiles) {
  const Options halves = {{"halflings", "draft"}, {"half_tiles", "8"}};  // all there are
  expect_seen({
      {halves, [](Ruleset& r) { r.scoring.pieces = true; }},
      {halves, [](Ruleset& r) { r.scoring.pieces_around = true; }},
      {with(halves, {{"half_count", "2014"}}), [](Ruleset& r) { r.scoring.pieces = true; }},
      {with(halves, {{"half_count", "2015-10"}}), [](Ruleset& r) { r.scoring.pieces_around = false; }},
      {with(halves, {{"half_count", "2020"}}), [](Ruleset& r) { r.scoring.pieces = false; }},
      {with(halves, {{"half_count", "2020"}}), [](Ruleset& r) { r.scoring.pieces_around = true; }},
      {halves, [](Ruleset& r) { r.added[0].option[0] = 1; }},
      {halves, [](Ruleset& r) { r.added[0].option[1] = 7; }},
      {{{"halflings", "first"}}, [](Ruleset& r) { r.held.pop_back(); }},
      {halves,
       [](Ruleset& r) {
         change_hooks(
             r, [](Hooks& h) { h.worth = nullptr; }, 1);
       }},
      {halves,
       [](Ruleset& r) {
         change_hooks(
             r, [](Hooks& h) { h.break_tie = nullptr; }, 1);
       }},
      {halves, [](Ruleset& r) { without(r, Moment::placed); }},
      {halves, [](Ruleset& r) { without(r, Moment::part_ends); }},
  });
}

TEST(NaiveSeesMistakes, InHillsAndSheep) {
  const Options sheep = {{"hills_and_sheep", "2018"}};
  expect_seen({
      {with(sheep, {{"abbots", "on"}}), nothing, with(sheep, {{"abbots", "on"}, {"vineyard_garden", "on"}})},
      {sheep, [](Ruleset& r) { without(r, Moment::placed); }},
      {sheep, [](Ruleset& r) { without(r, Moment::acted); }},
      {sheep, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {sheep, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.break_tie = nullptr; }); }},
      {sheep,
       [](Ruleset& r) {
         change_hooks(
             r, [](Hooks& h) { h.allows = nullptr; }, 1);
       }},
      {sheep,
       [](Ruleset& r) {
         change_hooks(
             r, [](Hooks& h) { h.moved = nullptr; }, 1);
       }},
  });
}

TEST(NaiveSeesMistakes, InCropCircles) {
  const Options circles = {{"crop_circles", "both"}};
  expect_seen({
      {circles, nothing, with(circles, {{"crop_deploy", "must"}})},
      {with(circles, {{"crop_deploy", "must"}}), nothing, circles},
      {circles, nothing, with(circles, {{"field_scoring", "none"}})},
      {circles, [](Ruleset& r) { without(r, Moment::part_ends); }},
  });
}

TEST(NaiveSeesMistakes, InTheTablesEdge) {
  // As src/expansions/table_edge.cpp reads its options.
  enum Read : std::size_t { table, border, second_side, table_width, table_height, second_width, second_height };
  expect_seen({
      {{{"table", "standard"}}, [](Ruleset& r) { ++r.added[0].option[table_width]; }},
      {{{"table", "shift"}}, [](Ruleset& r) { --r.added[0].option[table_height]; }},
      {{{"table", "extend"}, {"second_width", "2"}}, [](Ruleset& r) { --r.added[0].option[second_height]; }},
      {{{"table", "extend"}, {"table_width", "5"}}, [](Ruleset& r) { ++r.added[0].option[second_side]; }},
      {{{"table", "needed"}, {"table_width", "4"}, {"table_height", "4"}},
       [](Ruleset& r) { r.added[0].option[second_width] = 0; }},
      {{{"table", "needed"}, {"table_width", "4"}}, [](Ruleset& r) { r.added[0].option[table] = 1; }},
      {{{"table", "needed"}, {"table_width", "4"}},
       [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.widen = nullptr; }); }},
      {{{"table", "standard"}}, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.ground = nullptr; }); }},
      {{{"table", "standard"}, {"border", "closes"}}, [](Ruleset& r) { r.added[0].option[border] = 0; }},
  });
}

TEST(NaiveSeesMistakes, InInnsAndCathedrals) {
  const Options inns = {{"inns_and_cathedrals", "2015"}};
  expect_seen({
      {inns, nothing, with(inns, {{"inn_final", "ignore"}})},
      {with(inns, {{"inn_final", "ignore"}}), nothing, inns},
      {inns, nothing, with(inns, {{"inns", "off"}})},
      {inns, nothing, with(inns, {{"cathedrals", "off"}})},
      {inns, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {inns, [](Ruleset& r) { r.figures[1].strength = 1; }},
      {inns, [](Ruleset& r) { r.unequal = false; }},
      {inns,
       [](Ruleset& r) {
         r.figures[1].stands_on |= 1u << 4;
         r.figures[1].stands_on &= 0xfe;
       }},
      {with(inns, {{"field_scoring", "first"}}), [](Ruleset& r) { r.unequal = false; }},
      {with(inns, {{"field_scoring", "second"}}), [](Ruleset& r) { r.unequal = false; }},
  });
}

TEST(NaiveSeesMistakes, InTheFestival) {
  const Options festival = {{"festival", "2016"}};
  expect_seen({
      {festival, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.join = nullptr; }); }},
      {festival, [](Ruleset& r) { r.marks.assign(r.marks.size(), {}); }},
  });
}

TEST(NaiveSeesMistakes, InMonasteries) {
  const Options special = {{"monasteries", "on"}, {"monasteries_lowlands", "on"}, {"monasteries_japanese", "on"}};
  const Options keep = with(special, {{"monasteries_base", "keep"}});
  expect_seen({
      {special, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {special, [](Ruleset& r) { r.figures[0].stands_on &= 0x3f; }},  // no chapters
      {with(special, {{"bridges_castles_bazaars", "2017"}}),
       [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.converted = nullptr; }); }},
      {special, nothing, keep},
  });
}

TEST(NaiveSeesMistakes, InLittleBuildings) {
  const Options equal = {{"little_buildings", "equal"}}, graded = {{"little_buildings", "graded"}};
  expect_seen({
      {equal, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.join = nullptr; }); }},
      {equal, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {equal, [](Ruleset& r) { without(r, Moment::set_up); }},
      {equal, nothing, graded},
  });
}

TEST(NaiveSeesMistakes, InDarmstadt) {
  const Options on = {{"darmstadt", "on"}};
  expect_seen({
      {on, [](Ruleset& r) { without(r, Moment::scored); }},
      {with(on, {{"inns_and_cathedrals", "2015"}}), [](Ruleset& r) { r.figures[1].follower = false; }},
      {on, nothing, with(on, {{"darmstadt_cloisters", "remove"}})},
  });
}

TEST(NaiveSeesMistakes, InWatchtowers) {
  const Options on = {{"watchtowers", "on"}};
  expect_seen({
      {on, [](Ruleset& r) { without(r, Moment::scoring); }},
      {on, [](Ruleset& r) { std::rotate(r.marks.begin(), r.marks.begin() + 1, r.marks.end()); }},
      {on,
       [](Ruleset& r) {  // nobody is home yet
         const auto score = std::find_if(r.order.begin(), r.order.end(),
                                         [](OrderLine line) { return line.moment == Moment::go_home; });
         const auto towers = std::find_if(r.order.begin(), r.order.end(),
                                          [](OrderLine line) { return line.moment == Moment::scoring; });
         std::rotate(towers, towers + 1, score + 1);
       }},
      {with(on, {{"inns_and_cathedrals", "2015"}}), [](Ruleset& r) { r.figures[1].follower = false; }},
  });
}

TEST(NaiveSeesMistakes, UnderTheBigTop) {
  const Options tent = {{"big_top", "on"}}, masters = {{"ringmasters", "on"}}, acrobats = {{"acrobats", "on"}};
  expect_seen({
      {tent, [](Ruleset& r) { without(r, Moment::part_ends); }},
      {tent, nothing, with(tent, {{"big_top_final", "off"}})},
      {with(tent, {{"big_top_final", "off"}}), nothing, tent},
      {with(tent, masters), nothing, tent},
      {masters, [](Ruleset& r) { without(r, Moment::scored); }},
      {masters, [](Ruleset& r) { without(r, Moment::final_scored); }},
      {acrobats, [](Ruleset& r) { r.figures[0].stands_on &= 0x7f; }},  // no pyramids
      {acrobats, [](Ruleset& r) { without(r, Moment::final_scored); }},
      {with(masters, acrobats), nothing, acrobats},
  });
}

TEST(NaiveSeesMistakes, InShrines) {
  const Options cult = {{"cult", "2008"}};
  const Options own = with(cult, {{"cult_restrict", "own"}});
  expect_seen({
      {cult, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.rotations = nullptr; }); }},
      {cult,
       [](Ruleset& r) {
         for (TileKind& kind : r.kinds) kind.filtered = false;
       }},
      {cult, [](Ruleset& r) { without(r, Moment::scored); }},
      {cult, nothing, own},
      {own, nothing, cult},
  });
}

TEST(NaiveSeesMistakes, InTheRiver) {
  const Options river = {{"river", "two"}};
  expect_seen({
      {river, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.rotations = nullptr; }); }},
      {river, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.allows = nullptr; }); }},
      {river, [](Ruleset& r) { r.stage.clear(); }},
      {river, [](Ruleset& r) { r.exact = false; }},
      {river, [](Ruleset& r) { without(r, Moment::placed); }},
      {river, nothing, with(river, {{"river_turns", "safe"}})},
      {with(river, {{"halflings", "draft"}, {"half_tiles", "8"}}), [](Ruleset& r) { r.instead_waits = false; }},
  });
}

TEST(NaiveSeesMistakes, InFlier) {
  const Options flier = {{"flier", "second"}};
  expect_seen({
      {flier, nothing, with(flier, {{"flier_die", "choice"}})},
      {with(flier, {{"flier_die", "choice"}}), nothing, flier},
      {with(flier, {{"abbots", "on"}}), nothing, with(flier, {{"abbots", "on"}, {"flier_who", "plain"}})},
      {flier, [](Ruleset& r) { without(r, Moment::acted); }},
      {flier, [](Ruleset& r) { without(r, Moment::placed); }},
      {flier, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.join = nullptr; }); }},
  });
}

TEST(NaiveSeesMistakes, InPrincessAndDragon) {
  const Options dragon = {{"princess_and_dragon", "2016"}};
  expect_seen({
      {dragon, nothing, with(dragon, {{"princess", "must"}})},
      {dragon, nothing, with(dragon, {{"fairy", "tile"}})},
      {dragon, nothing, with(dragon, {{"dragon", "after"}})},
      {with(dragon, {{"princess", "must"}}), nothing, dragon},
      {with(dragon, {{"fairy", "tile"}}), nothing, dragon},
      {with(dragon, {{"dragon", "after"}}), nothing, dragon},
      {dragon, [](Ruleset& r) { without(r, Moment::placed); }},
      {dragon, [](Ruleset& r) { without(r, Moment::drawn); }},
      {dragon, [](Ruleset& r) { without(r, Moment::turn_begins); }},
  });
}

TEST(NaiveSeesMistakes, InTheTower) {
  const Options tower = {{"tower", "second"}};
  expect_seen({
      {tower, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.join = nullptr; }); }},
      {tower, [](Ruleset& r) { r.marks.assign(r.marks.size(), {}); }},
      {tower, [](Ruleset& r) { without(r, Moment::set_up); }},     // nobody has floors
      {tower, [](Ruleset& r) { without(r, Moment::acted); }},      // nobody is captured
      {tower, [](Ruleset& r) { without(r, Moment::part_ends); }},  // no late ransom
      {tower,
       [](Ruleset& r) {  // a second ransom in the next turn: never again
         without(r, Moment::turn_begins);
         without(r, Moment::placed);
       }},
      {with(tower, {{"inns_and_cathedrals", "2015"}}), [](Ruleset& r) { r.figures[1].climbs = false; }},
      {with(tower, {{"abbots", "on"}}), [](Ruleset& r) { r.figures[1].climbs = true; }},
  });
}

TEST(NaiveSeesMistakes, InBathhouses) {
  const Options baths = {{"barber_surgeons", "on"}};
  const Options debt = with(baths, {{"bathhouse_debt", "allowed"}});
  expect_seen({
      {baths, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.join = nullptr; }); }},
      {baths, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {baths, [](Ruleset& r) { without(r, Moment::scored); }},     // nobody was alone
      {baths, [](Ruleset& r) { without(r, Moment::part_ends); }},  // nobody goes
      {baths, nothing, debt},
      {debt, nothing, baths},
  });
}

TEST(NaiveSeesMistakes, InHutsAndTraps) {
  const Options promos = {{"russian_promos", "both"}}, traps = {{"russian_promos", "2016"}};
  expect_seen({
      {promos, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {traps, [](Ruleset& r) { r.settles = false; }},
      {traps, [](Ruleset& r) { without(r, Moment::final_scored); }},
  });
}

TEST(NaiveSeesMistakes, InThePlague) {
  const Options plague = {{"plague", "on"}};
  expect_seen({
      {plague, [](Ruleset& r) { ++r.others_left; }},
      {plague, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.join = nullptr; }); }},
      {plague, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.allows = nullptr; }); }},
      {plague, [](Ruleset& r) { without(r, Moment::turn_begins); }},
      {plague, [](Ruleset& r) { without(r, Moment::placed); }},
      {plague, [](Ruleset& r) { without(r, Moment::part_ends); }},
      {plague, nothing, with(plague, {{"plague_delay", "scaled"}})},
      {plague, nothing, with(plague, {{"plague_spread", "may"}})},
  });
}

TEST(NaiveSeesMistakes, InCastlesOnDoubleTiles) {
  const Options castles = {{"german_castles", "deal"}};
  expect_seen({
      // of castles when nothing else is left there are gca-13-must and gca-13-may: random games lay them early
      {castles, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.rotations = nullptr; }); }},
      {castles, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {castles, [](Ruleset& r) { r.figures[0].stands_on &= 0x7f; }},
      {castles, [](Ruleset& r) { r.scoring.pieces = true; }},
      {castles, [](Ruleset& r) { r.scoring.pieces_around = true; }},
      {castles, [](Ruleset& r) { without(r, Moment::set_up); }},
      {castles, [](Ruleset& r) { r.piles[0].laid = Laid::played; }},
      {castles, nothing, {{"german_castles", "pick"}}},
      {{{"german_castles", "pick"}}, nothing, castles},
  });
}

TEST(NaiveSeesMistakes, InMarkets) {
  const Options markets = {{"markets_of_leipzig", "on"}};
  expect_seen({
      {markets, [](Ruleset& r) { without(r, Moment::acted); }},         // nobody is asked
      {markets, [](Ruleset& r) { without(r, Moment::final_scored); }},  // tanners
      {markets, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.forgoes = nullptr; }); }},
      {markets, [](Ruleset& r) { r.scoring.long_roads = true; }},
  });
}

TEST(NaiveSeesMistakes, InTradersAndBuilders) {
  enum Read : std::size_t {
    edition,
    goods,
    part_must,
    complete_too,
    builders,
    pigs,
    herds
  };  // as it reads its options
  const Options traders = {{"traders_and_builders", "2015"}};
  expect_seen({
      {traders, [](Ruleset& r) { r.added[0].option[goods] = 0; }},
      {traders, [](Ruleset& r) { r.added[0].option[part_must] = 1; }},
      {traders, [](Ruleset& r) { r.figures[1].needs_own = false; }},
      {traders, [](Ruleset& r) { r.figures[2].needs_own = false; }},
      {traders, [](Ruleset& r) { r.figures[1].follower = true; }},
      {traders, [](Ruleset& r) { r.figures[2].stands_on |= 1u; }},
      {with(traders, {{"second_part", "must"}}), nothing, traders},
      {with(traders, {{"builders", "2"}}), [](Ruleset& r) { r.figures[1].count = 1; }},
      {traders, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {traders, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.allows = nullptr; }); }},
      {traders, [](Ruleset& r) { without(r, Moment::placed); }},
      {traders, [](Ruleset& r) { without(r, Moment::scored); }},
      {traders, [](Ruleset& r) { without(r, Moment::part_ends); }},
      {traders, [](Ruleset& r) { without(r, Moment::final_scored); }},
  });
}

TEST(NaiveSeesMistakes, InAbbeyAndMayor) {
  const Options abbey = {{"abbey_and_mayor", "2016"}};
  expect_seen({
      {abbey, nothing, with(abbey, {{"wagon_range", "connected"}})},
      {abbey, nothing, with(abbey, {{"barn_field", "any"}})},
      {abbey, nothing, with(abbey, {{"last_abbeys", "none"}})},
      {with(abbey, {{"wagon_range", "connected"}}), nothing, abbey},
      {with(abbey, {{"last_abbeys", "none"}}), nothing, abbey},
      {with(abbey, {{"wagon_range", "connected"}}), [](Ruleset& r) { r.leads.assign(r.leads.size(), {}); }},
      {abbey, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.strength = nullptr; }); }},
      {abbey, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.allows = nullptr; }); }},
      {abbey, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.join = nullptr; }); }},
      {abbey, [](Ruleset& r) { without(r, Moment::part_ends); }},
      {abbey, [](Ruleset& r) { without(r, Moment::final_scored); }},
  });
}

TEST(NaiveSeesMistakes, InBridgesCastlesAndBazaars) {
  const Options with_all = {{"bridges_castles_bazaars", "2017"}};
  const Options picked = with(with_all, {{"bazaar_auction", "pick"}});
  expect_seen({
      {with_all, nothing, with(with_all, {{"bridge_where", "needed"}})},
      {with_all, nothing, picked},
      {picked, nothing, with_all},
      {with_all, nothing, with(with_all, {{"bazaar_debt", "none"}})},
      {with_all, [](Ruleset& r) { r.mending = false; }},
      {with_all, [](Ruleset& r) { r.outlines.assign(r.outlines.size(), {}); }},
      {with_all, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.converted = nullptr; }); }},
      {with_all, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {with_all, [](Ruleset& r) { without(r, Moment::placed); }},
      {with_all, [](Ruleset& r) { without(r, Moment::acted); }},
      {with_all, [](Ruleset& r) { without(r, Moment::scored); }},
      {with_all, [](Ruleset& r) { without(r, Moment::turn_begins); }},
      {with_all, [](Ruleset& r) { without(r, Moment::turn_ends); }},
  });
}

}  // namespace
}  // namespace bastide
