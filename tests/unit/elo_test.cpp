// What results say about strength, against values worked out by hand or by others.
#include "ai/elo.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bastide {
namespace {

TEST(Elo, IsTheLogarithmOfOdds) {
  EXPECT_EQ(elo_of_score(0.5), 0);
  EXPECT_NEAR(elo_of_score(10.0 / 11), 400, 1e-9);
  EXPECT_NEAR(elo_of_score(0.75), 190.848501887865, 1e-9);  // 400 log10(3)
  EXPECT_NEAR(expected_score(-400), 1.0 / 11, 1e-12);
  EXPECT_EQ(elo_of_score(1), INFINITY);
  EXPECT_EQ(elo_of_score(0), -INFINITY);
}

// Seven of ten decks won outright: where -2 log likelihood of a binomial is 3.8415 more than at 0.7.
TEST(Elo, ScoresHaveTheIntervalOfTheLikelihoodRatio) {
  const Interval score = score_interval({3, 0, 0, 0, 7});
  EXPECT_EQ(score.value, 0.7);
  EXPECT_NEAR(score.low, 0.39346, 1e-3);
  EXPECT_NEAR(score.high, 0.91544, 1e-3);
  const Interval other = score_interval({7, 0, 0, 0, 3});
  EXPECT_NEAR(other.low, 1 - score.high, 1e-9);
  EXPECT_NEAR(other.high, 1 - score.low, 1e-9);
}

// Where there are many decks it is the usual one: stat_util.get_elo of Stockfish's test server gives 6.2049 +- 6.2358.
TEST(Elo, ManyDecksGiveTheNormalInterval) {
  const Interval elo = elo_interval({50, 400, 1000, 450, 60});
  EXPECT_NEAR(elo.value, 6.204866471299, 1e-9);
  EXPECT_NEAR((elo.high - elo.low) / 2, 6.2358, 0.05);
}

TEST(Elo, ADeckLostByNobodyLeavesSomeDoubt) {
  const Interval all = score_interval({0, 0, 0, 0, 100});
  EXPECT_EQ(all.value, 1);
  EXPECT_EQ(all.high, 1);
  EXPECT_NEAR(all.low, std::exp(-3.8415 / 200), 1e-3);
  const Interval one = score_interval({0, 0, 1, 0, 0});
  EXPECT_EQ(one.value, 0.5);
  EXPECT_LT(one.low, 0.2);
  EXPECT_GT(one.high, 0.8);
}

TEST(Elo, MeansHaveTheirStandardErrors) {
  const Interval mean = mean_interval(4, 1 + 2 + 3 + 4, 1 + 4 + 9 + 16);
  EXPECT_EQ(mean.value, 2.5);
  EXPECT_NEAR(mean.high - mean.value, 1.959964 * std::sqrt(5.0 / 3 / 4), 1e-6);
  EXPECT_EQ(mean_interval(1, 7, 49).low, 7);
}

// LLRcalc.LLR_logistic of Stockfish's test server.
TEST(Sprt, IsThatOfStockfishsTestServer) {
  EXPECT_NEAR(log_likelihood_ratio({10789, 19328, 33806, 19402, 10543}, -3, 1), 2.1310678117855, 1e-7);
  EXPECT_NEAR(log_likelihood_ratio({39, 2226, 31451, 2412, 40}, 0.2, 0.9), 2.162542580049, 1e-7);
  EXPECT_NEAR(log_likelihood_ratio({0, 10, 20, 50, 20}, 0, 5), 1.42868610647, 1e-4);  // with an empty class
  EXPECT_NEAR(log_likelihood_ratio({3, 20, 45, 25, 7}, 0, 10), 0.69597260649, 1e-7);
  EXPECT_EQ(log_likelihood_ratio({0, 0, 0, 0, 0}, 0, 10), 0);
  const Sprt sprt{0, 5, 0.05, 0.1};
  EXPECT_NEAR(sprt.lower(), -2.251291798606495, 1e-12);  // log(0.1 / 0.95)
  EXPECT_NEAR(sprt.upper(), 2.890371757896165, 1e-12);   // log(0.9 / 0.05)
}

TEST(Ratings, OfTwoAreHalfTheirDifferenceEach) {
  std::vector<DeckScore> scores;
  const Frequencies decks = {50, 400, 1000, 450, 60};
  int64_t deck = 0;
  for (std::size_t k = 0; k < decks.size(); ++k)
    for (int64_t i = 0; i < decks[k]; ++i) scores.push_back({0, 1, static_cast<double>(k) / 4, deck++});
  const auto ratings = fit_ratings(2, scores);
  EXPECT_NEAR(ratings[0].elo, 6.2049 / 2, 1e-3);
  EXPECT_NEAR(ratings[1].elo, -6.2049 / 2, 1e-3);
  EXPECT_NEAR(ratings[0].error, 6.2358 / 2, 2e-3);
}

TEST(Ratings, OfThreeAreThoseThatTheScoresWereMadeOf) {
  const std::vector<double> elo = {150, 30, -180};
  std::vector<DeckScore> scores;
  for (int64_t deck = 0; deck < 2000; ++deck)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j) scores.push_back({i, j, expected_score(elo[i] - elo[j]), deck});
  const auto ratings = fit_ratings(3, scores);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(ratings[i].elo, elo[i], 0.05);
}

TEST(Ratings, SayThatTheyDoNotKnowWhereOneAlwaysWon) {
  std::vector<DeckScore> scores;
  for (int64_t deck = 0; deck < 50; ++deck) scores.push_back({0, 1, 1, deck});
  const auto ratings = fit_ratings(2, scores);
  EXPECT_GT(ratings[0].elo, 300);
  EXPECT_TRUE(std::isfinite(ratings[0].elo));
  EXPECT_GT(ratings[0].error, 300);
}

}  // namespace
}  // namespace bastide
