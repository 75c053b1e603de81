// Offers: what is at stake, and what is refused.
#include <gtest/gtest.h>

#include "game/features.h"
#include "unit/played_support.h"
#include "unit/record_support.h"

namespace bastide {
namespace {

TEST(Offers, WhatIsAtStakeCanBeCompletedByTheTileThatIsOffered) {
  int offers = 0;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    Game game = game_with("new", {{"offers", "on"}, {"abbots", "on"}});
    std::vector<FeatureView> stake;
    play(game, seed, [&](const Game& now) {
      if (const Pending* asked = question(now.state()); asked && now.rules().question(*asked).rule == "HOUSE-BUY") {
        stake = features_at_stake(now);
        EXPECT_FALSE(stake.empty());
        ++offers;
        return;
      }
      EXPECT_TRUE(features_at_stake(now).empty());
      if (now.state().phase == Phase::tile && !stake.empty()) {  // it was kept
        for (const FeatureView& feature : stake) {
          EXPECT_FALSE(feature.completed);
          bool possible = false;
          for (const Move& move : now.legal()) {
            Game tried = now;
            ASSERT_TRUE(tried.play(move));
            const Segment part = feature.extent.segments.front();
            possible = possible || is_completed(tried.state(), root_at(tried.state(), part.piece, part.feature));
          }
          EXPECT_TRUE(possible) << feature.title;
        }
      }
      stake.clear();
    });
  }
  EXPECT_GT(offers, 10);
}

TEST(Offers, ABidThatIsNoneIsRefused) {
  const Error error = record_error("bastide game 1\nrules new\nseat human Mila\nseat greedy Big Cobble\n1 V bid:x");
  EXPECT_EQ(error.line, 5);
  EXPECT_EQ(error.column, 5);
  EXPECT_NE(error.message.find("'bid:x' cannot stand here"), std::string::npos) << error.text();
  EXPECT_NE(error.expected.find("bid:N"), std::string::npos) << error.text();
}

TEST(Offers, AreRefusedWithTilesDrawnAhead) {
  const auto rules = compile(builtin_catalogue(), {"classic", {{"offers", "on"}, {"draw", "ahead"}}}, 2);
  ASSERT_FALSE(rules);
  const Texts texts = texts_of(rules.error().translations, "message", rules.error().message);
  EXPECT_NE(texts[0], texts[1]);
  EXPECT_NE(texts[1], texts[2]);
}

}  // namespace
}  // namespace bastide
