// Games with offers, counted by every edition.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "game/editions.h"

namespace bastide {
namespace {

Game record_of(const std::string& name) {
  std::ifstream file(BASTIDE_SOURCE_DIR "/tests/old/records/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return *Game::replay(*parse_record(builtin_catalogue(), text.str()));
}

/// HOUSE-BUY: moves and offers stand, also those that a seat could not have made with what another edition gives.
TEST(Editions, OffersStandAsTheyWereMade) {
  int below = 0;
  for (const char* name : {"026.game", "033.game", "054.game", "055.game", "072.game"}) {
    const Game game = record_of(name);
    const auto comparison = compare_editions(game);
    ASSERT_TRUE(comparison) << name << ": " << comparison.error().text();
    for (const EditionScore& edition : comparison->editions) {
      // What is booked is what was scored, and the points that went from hand to hand.
      std::vector<int> sum(game.seats().size());
      for (const ExplainedAward& award : edition.awards)
        for (std::size_t seat = 0; seat < sum.size(); ++seat) sum[seat] += award.award.points[seat];
      for (const Ply& ply : game.plies())
        for (const Payment& payment : ply.payments) {
          sum[payment.to] += payment.points;
          sum[payment.from] -= payment.points;
        }
      EXPECT_EQ(edition.total, sum) << name << " by " << edition.id;
      if (edition.own) {
        EXPECT_EQ(edition.total, game.plies().back().score) << name;
      }
      RuleChoice choice = game.rules().choice;
      for (const auto& [id, value] : edition.options) choice.options[id] = value;
      const auto counted = Game::counted_by(*compile(builtin_catalogue(), choice, game.rules().kernel.seats), game);
      ASSERT_TRUE(counted) << name << ": " << counted.error().text();
      ASSERT_EQ(counted->plies().size(), game.plies().size());
      for (const Ply& ply : counted->plies())
        below += std::ranges::any_of(ply.score, [](int points) { return points < 0; });
    }
  }
  EXPECT_GT(below, 0) << "somebody gets below what was offered";
}

}  // namespace
}  // namespace bastide
