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
      {halves, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {halves, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.break_tie = nullptr; }); }},
      {halves, [](Ruleset& r) { without(r, Moment::placed); }},
      {halves, [](Ruleset& r) { without(r, Moment::part_ends); }},
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

}  // namespace
}  // namespace bastide
