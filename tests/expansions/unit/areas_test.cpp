// Points for areas: which spaces are outlined, and where the numbers stand.
#include <gtest/gtest.h>

#include "game/scenario.h"
#include "unit/catalogue_support.h"

namespace bastide {
namespace {

/// The awards of the last ply of a scenario.
std::vector<ExplainedAward> awards_of(const std::string& scenario) {
  const auto game = run_scenario(catalogue(), builtin_scenarios().at(scenario));
  EXPECT_TRUE(game) << game.error().text();
  return game->plies().back().awards;
}

std::string told(const ExplainedAward& award) {
  std::string text;
  for (const auto& [space, label] : award.labels)
    text += (text.empty() ? "" : " ") + std::to_string(space.x) + "," + std::to_string(space.y) + ":" + label;
  return text;
}

TEST(Areas, AnAbbotsRowsAreOutlined) {
  const auto awards = awards_of("mon-7-gap.scn");
  ASSERT_EQ(awards.size(), 1u);
  EXPECT_EQ(told(awards[0]), "-1,1:1 0,-1:1 0,0:1 0,1:1 0,2:1 0,3:1");
  EXPECT_EQ(awards[0].extent.spaces.size(), 6u);
  EXPECT_EQ(awards[0].extent.segments.size(), 1u);
}

TEST(Areas, AChurchsNineSpacesAreOutlined) {
  const auto awards = awards_of("dar-5-alone.scn");
  ASSERT_EQ(awards.size(), 2u);
  EXPECT_EQ(awards[1].extent.spaces.size(), 9u);
  EXPECT_EQ(told(awards[1]), "0,1:3");
}

}  // namespace
}  // namespace bastide
