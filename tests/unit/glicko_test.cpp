// Glicko-2 (store/glicko.h): the worked example of its paper, and what holds of any game.
#include "store/glicko.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bastide {
namespace {

TEST(Glicko, ExampleOfThePaper) {
  const Glicko player{1500, 200, 0.06};
  const GlickoResult results[] = {{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
  const Glicko after = rated(player, results);
  EXPECT_NEAR(after.rating, 1464.06, 0.01);
  EXPECT_NEAR(after.deviation, 151.52, 0.01);
  EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

TEST(Glicko, WithoutAGameOnlyTheDeviationGrows) {
  const Glicko player{1700, 60, 0.06};
  const Glicko period = rated(player, {});
  EXPECT_EQ(period.rating, 1700);
  EXPECT_EQ(period.volatility, 0.06);
  EXPECT_NEAR(period.deviation, std::hypot(60, 0.06 * kGlickoScale), 1e-9) << "step 6 of the paper alone";
  EXPECT_NEAR(aged(player, kDaysOfPeriod).deviation, period.deviation, 1e-9);
  EXPECT_EQ(aged(player, 0), player);
  EXPECT_EQ(aged(player, -3), player) << "a clock that was set back";
  EXPECT_NEAR(aged(player, 365).deviation, 107.5, 1);
  EXPECT_EQ(aged(player, 1'000'000).deviation, 350);
  EXPECT_NEAR(aged(aged(player, 40), 2).deviation, aged(player, 42).deviation, 1e-9);
}

TEST(Glicko, PlacesAreResultsAgainstEachOther) {
  const Glicko fresh;
  const Glicko pair[] = {fresh, fresh};
  const int won[] = {1, 2}, drawn[] = {1, 1};
  const auto after = rated_by_places(pair, won);
  EXPECT_NEAR(after[0].rating - 1500, 1500 - after[1].rating, 1e-6) << "what one gains the other loses";
  EXPECT_NEAR(after[0].rating, 1662, 1);
  EXPECT_NEAR(after[0].deviation, 290, 1);
  EXPECT_NEAR(rated_by_places(pair, drawn)[0].rating, 1500, 1e-9);

  // Four seats, two of them level: the order is that of the places, the sum stays, and more was learned than from two.
  const Glicko four[] = {fresh, fresh, fresh, fresh};
  const int places[] = {2, 1, 2, 4};
  const auto table = rated_by_places(four, places);
  EXPECT_GT(table[1].rating, table[0].rating);
  EXPECT_NEAR(table[0].rating, table[2].rating, 1e-9);
  EXPECT_NEAR(table[0].rating, 1500, 1e-6) << "one won, one drawn, one lost";
  EXPECT_LT(table[3].rating, table[0].rating);
  EXPECT_NEAR(table[1].rating + table[3].rating, 3000, 1e-6);
  EXPECT_LT(table[0].deviation, after[0].deviation);

  // The order of the seats is of no matter.
  const Glicko mixed[] = {{1800, 60, 0.06}, {1500, 350, 0.06}, {1400, 90, 0.05}};
  const Glicko turned[] = {mixed[2], mixed[0], mixed[1]};
  const int first[] = {3, 1, 2}, second[] = {2, 3, 1};
  const auto one = rated_by_places(mixed, first), other = rated_by_places(turned, second);
  EXPECT_EQ(one[0], other[1]);
  EXPECT_EQ(one[1], other[2]);
  EXPECT_EQ(one[2], other[0]);
}

/// Whatever is played: numbers stay numbers, and nobody is ever quite sure or quite unknown.
TEST(Glicko, StaysWithinBounds) {
  Glicko strong, weak{100, 30, 0.2};
  for (int i = 0; i < 3000; ++i) {
    const Glicko pair[] = {strong, weak};
    const int places[] = {i % 7 == 0 ? 2 : 1, i % 7 == 0 ? 1 : 2};
    const auto after = rated_by_places(pair, places);
    strong = after[0];
    weak = after[1];
    for (const Glicko& one : after) {
      ASSERT_TRUE(std::isfinite(one.rating) && std::isfinite(one.volatility)) << i;
      ASSERT_GT(one.deviation, 20) << i;
      ASSERT_LE(one.deviation, 350) << i;
      ASSERT_GT(one.volatility, 0) << i;
      ASSERT_LT(one.volatility, 0.5) << i;
    }
  }
  EXPECT_NEAR(strong.rating - weak.rating, 311, 120) << "six of seven";
}

/// How many games make a rating sure, of two who win by turns.
TEST(Glicko, SomeGamesMakeItSure) {
  Glicko one, other;
  int games = 0;
  for (; one.deviation > kSureDeviation; ++games) {
    const Glicko pair[] = {one, other};
    const int places[] = {1 + games % 2, 2 - games % 2};
    const auto after = rated_by_places(pair, places);
    one = after[0];
    other = after[1];
    ASSERT_LT(games, 100);
  }
  EXPECT_GE(games, 8);
  EXPECT_LE(games, 20);
}

}  // namespace
}  // namespace bastide
