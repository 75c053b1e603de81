// Watchtowers in words and on the board: which comes first, what is outlined, and where the numbers stand.
#include <gtest/gtest.h>

#include "unit/record_support.h"

namespace bastide {
namespace {

const std::string kHead = "bastide game 1\nrules new\nset watchtowers=on\nseat human Mila\nseat human Noor\n";

std::vector<ExplainedAward> awards_of(const std::string& turns) {
  const Game game = replayed(kHead + turns);
  return game.plies().back().awards;
}

/// The spaces with their labels.
std::string told(const ExplainedAward& award) {
  std::string text;
  for (const auto& [space, label] : award.labels)
    text += (text.empty() ? "" : " ") + std::to_string(space.x) + "," + std::to_string(space.y) + ":" + label;
  return text;
}

TEST(Watchtowers, AllComeBeforeWhatIsCompletedAndWhoseTurnItIsFirst) {
  const std::string towers =
      "1 WT-01 1,0 e road\n2 B 0,1 n -\n3 B -1,1 n -\n4 E -2,1 s -\n5 E -3,1 s -\n6 WT-08 -2,0 w roadS\n";
  const auto mila = awards_of(towers + "7 U -1,0 e -\n");
  ASSERT_EQ(mila.size(), 3u);
  EXPECT_EQ(mila[0].owners, std::vector<int>{0});
  EXPECT_EQ(mila[0].sum, "1 follower around the watchtower × 2 = 2");
  EXPECT_EQ(mila[1].owners, std::vector<int>{1});
  EXPECT_EQ(mila[1].sum, "2 spaces with a road around the watchtower = 2");
  EXPECT_EQ(mila[2].title, "Road, 4 tiles");
  const auto noor = awards_of(towers + "7 B -1,2 n -\n8 U -1,0 e -\n");
  ASSERT_EQ(noor.size(), 3u);
  EXPECT_EQ(noor[0].owners, std::vector<int>{1});
  EXPECT_EQ(noor[1].owners, std::vector<int>{0});
}

TEST(Watchtowers, FollowersAreCountedWhereTheyStoodAlsoThoseThatWentHome) {
  const auto awards =
      awards_of("1 WT-01 1,0 e road\n2 B 1,1 n cloister\n3 B 2,1 n -\n4 B 0,1 n cloister\n5 A -1,0 w -\n");
  ASSERT_EQ(awards.size(), 2u);
  EXPECT_EQ(told(awards[0]), "0,1:2 1,0:2 1,1:2");
  EXPECT_TRUE(awards[0].extent.segments.empty());
  const std::vector<Space> spaces = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 1}};
  EXPECT_EQ(std::set<Space>(awards[0].extent.spaces.begin(), awards[0].extent.spaces.end()),
            std::set<Space>(spaces.begin(), spaces.end()));
  EXPECT_EQ(awards[0].rules, std::vector<std::string>{"WAT-8"});
}

TEST(Watchtowers, ShieldsAndRoadsAreLabelledWhereTheyLie) {
  const auto shields = awards_of("1 WT-05 1,0 e road\n2 M 1,1 n -\n3 F 2,1 n -\n4 F 2,0 n -\n5 A -1,0 w -\n");
  ASSERT_EQ(shields.size(), 2u);
  EXPECT_EQ(told(shields[0]), "1,1:2 2,0:2 2,1:2");
  const auto roads = awards_of("1 A -1,0 w -\n2 WT-08 1,0 e roadS\n");
  ASSERT_EQ(roads.size(), 2u);
  EXPECT_EQ(told(roads[0]), "0,0:1 1,0:1");
}

}  // namespace
}  // namespace bastide
