// One position with half tiles by every ruling on how they count.
#include <gtest/gtest.h>

#include <cstring>

#include "game/editions.h"
#include "unit/edition_support.h"

namespace bastide {
namespace {

using edition_test::example;

/// HALF-7: an open city of three tiles in two spaces, and a cloister with four tiles in three.
TEST(Editions, FourRulingsOnHalfTilesGiveThreeResults) {
  const auto position = parse_position(builtin_catalogue(), example("half-tiles"));
  ASSERT_TRUE(position) << position.error().text();
  const auto comparison = compare_editions(*position);
  ASSERT_TRUE(comparison) << comparison.error().text();
  const auto& rulings = comparison->rulings;
  ASSERT_EQ(rulings.size(), 3u);
  EXPECT_EQ(rulings[0].id, "2021-01") << "the game's own comes first";
  EXPECT_EQ(rulings[0].same_as, (std::vector<std::string>{"2014"}));
  EXPECT_EQ(rulings[0].total, (std::vector<int>{3, 3}));
  EXPECT_EQ(rulings[1].name, "October 2015");
  EXPECT_EQ(translated(rulings[1].translations, "nl", "name", "?"), "Oktober 2015");
  EXPECT_EQ(rulings[1].total, (std::vector<int>{4, 4}));
  EXPECT_EQ(rulings[2].id, "2020");
  EXPECT_EQ(rulings[2].total, (std::vector<int>{4, 3}));
  EXPECT_TRUE(rulings[0].own);
  EXPECT_FALSE(rulings[1].own);
  ASSERT_EQ(comparison->ruling_differences.size(), 1u);
  EXPECT_EQ(comparison->ruling_differences[0].category, "unfinished");
  EXPECT_EQ(comparison->ruling_differences[0].rules, (std::vector<std::string>{"HALF-7", "HALF-7", "HALF-7"}));
  EXPECT_NE(comparison->ruling_differences[0].sentence.find("by October 2015 (HALF-7): Red 4, Blue 4"),
            std::string::npos)
      << comparison->ruling_differences[0].sentence;
  EXPECT_TRUE(comparison->differences.empty()) << "all editions agree, each by the game's own ruling";

  // Without the second half tiles they agree, and are told as one.
  std::string alone = example("half-tiles");
  for (const char* line : {"tile H2-12 0,-1 s\n", "tile H2-04 -1,1 n\n"}) alone.erase(alone.find(line), strlen(line));
  const auto same = compare_editions(*parse_position(builtin_catalogue(), alone));
  ASSERT_TRUE(same);
  ASSERT_EQ(same->rulings.size(), 1u);
  EXPECT_EQ(same->rulings[0].same_as, (std::vector<std::string>{"2014", "October 2015", "2020"}));
  EXPECT_TRUE(same->ruling_differences.empty());
  EXPECT_TRUE(compare_editions(*parse_position(builtin_catalogue(), example()))->rulings.empty());
}

}  // namespace
}  // namespace bastide
