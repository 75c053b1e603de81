// The dragon and the fairy, and what waits for them, on a table that is entered by hand.
#include <gtest/gtest.h>

#include "unit/sheet_support.h"

namespace bastide {
namespace {

using sheet_test::all;
using sheet_test::totals;

const std::string kPrincessAndDragon = "rules new\nset princess_and_dragon=2016\n";
const std::string kTable = "tile D 0,0 n\ntile U 1,0 e road:1\ntile U -1,0 e\ntile E 0,-1 s\n";

SheetAnalysis table(const std::string& lines, const std::string& rules = kPrincessAndDragon) {
  return analyse(sheet_test::sheet(kTable + lines, rules));
}

TEST(PrincessAndDragonSheet, TheFairyCountsAtTheEnd) {
  EXPECT_EQ(totals(table("")), (std::vector<int>{3, 0}));
  const SheetAnalysis analysis = table("figure fairy 1,0:road\nfigure dragon 0,-1\n");
  EXPECT_EQ(all(analysis), "");
  EXPECT_EQ(totals(analysis), (std::vector<int>{6, 0}));
  EXPECT_TRUE(analysis.exact);
  EXPECT_NE(analysis.text.find("figure fairy 1,0:road\n"), std::string::npos) << analysis.text;
  EXPECT_NE(analysis.text.find("figure dragon 0,-1\n"), std::string::npos) << analysis.text;
  const auto again = parse_sheet(builtin_catalogue(), analysis.text);
  ASSERT_TRUE(again);
  EXPECT_EQ(analyse(*again).text, analysis.text);
  EXPECT_EQ(totals(table("figure fairy 1,0\n")), (std::vector<int>{3, 0})) << "alone on the tile she guards nobody";
}

TEST(PrincessAndDragonSheet, OfSeveralAtAPlaceSheGuardsTheOneThatIsNamed) {
  const auto fairy = [](const std::string& beside) {
    const auto both = sheet_test::sheet(
        "tile D 0,0 n\ntile U 1,0 e road:1 road:2\nfigure fairy 1,0:road" + beside + "\n", kPrincessAndDragon);
    return analyse(both);
  };
  const auto first = totals(fairy("")), second = totals(fairy(":2"));
  EXPECT_EQ(totals(fairy(":1")), first);
  EXPECT_EQ(first[0] - second[0], 3);
  EXPECT_EQ(second[1] - first[1], 3);
  EXPECT_NE(fairy(":2").text.find("figure fairy 1,0:road:2\n"), std::string::npos) << fairy(":2").text;
}

TEST(PrincessAndDragonSheet, MayBeNamedBeforeTheTiles) {
  const auto sheet = sheet_test::sheet("figure fairy 1,0:road\n" + kTable, kPrincessAndDragon);
  EXPECT_EQ(totals(analyse(sheet)), (std::vector<int>{6, 0}));
}

TEST(PrincessAndDragonSheet, WhatIsLeftOutIsSaid) {
  const auto only = [](const SheetAnalysis& analysis, const std::string& sentence) {
    ASSERT_EQ(analysis.problems.size(), 1u) << all(analysis);
    EXPECT_EQ(analysis.problems[0].sentence[0], sentence);
    EXPECT_FALSE(analysis.problems[0].counted);
    EXPECT_TRUE(analysis.problems[0].space);
    EXPECT_EQ(totals(analysis), (std::vector<int>{3, 0}));
  };
  only(table("figure fairy 0,0:city\n"),
       "Fairy at 0,0 is left out: nobody stands at the place beside which it is put.");
  only(table("figure dragon 0,0\nfigure dragon -1,0\n"), "Dragon at -1,0 is left out: there is only one in the box.");
  only(table("figure dragon 0,0\n", "rules new\n"), "Dragon at 0,0 is left out: by these rules it does not play.");
  const SheetAnalysis covered = table("tile U 1,0 n\nfigure fairy 1,0/2\n");
  EXPECT_NE(all(covered).find("Fairy at 1,0 stands on a tile that is left out, so it is left out too."),
            std::string::npos)
      << all(covered);
}

TEST(PrincessAndDragonSheet, WhatCannotBeIsSaidAndCounted) {
  const SheetAnalysis eaten = table("figure fairy 0,0\nfigure dragon 1,0\n");
  ASSERT_EQ(eaten.problems.size(), 1u) << all(eaten);
  EXPECT_EQ(eaten.problems[0].rule, "VOLC-3");
  EXPECT_EQ(eaten.problems[0].sentence[0], "Dragon: nobody stands where the dragon is.");
  EXPECT_EQ(eaten.problems[0].tiles, std::vector<int>{1});
  EXPECT_TRUE(eaten.problems[0].counted);
  EXPECT_FALSE(eaten.exact);
  const SheetAnalysis by_tile = table("figure fairy 1,0:road\n", kPrincessAndDragon + "set fairy=tile\n");
  ASSERT_EQ(by_tile.problems.size(), 1u) << all(by_tile);
  EXPECT_EQ(by_tile.problems[0].rule, "FAIRY-9");
  EXPECT_EQ(by_tile.problems[0].sentence[0], "Fairy: by these rules the fairy stands on a tile, beside nobody.");
  EXPECT_EQ(totals(by_tile), (std::vector<int>{6, 0}));
}

TEST(PrincessAndDragonSheet, WhatCannotBeReadIsRefused) {
  for (const char* line : {"figure nobody 0,0\n", "figure dragon\n", "figure dragon 5,5\n", "figure dragon 0,0:city\n",
                           "figure fairy 0,0/2\n", "figure fairy 0,0:tower\n"})
    EXPECT_FALSE(parse_sheet(builtin_catalogue(), "bastide position 1\n" + kPrincessAndDragon +
                                                      "seat human Mila\nseat human Tom\n" + kTable + line))
        << line;
}

TEST(PrincessAndDragonSheet, TilesWait) {
  const SheetAnalysis analysis = table("waiting PD-08\n");
  EXPECT_EQ(all(analysis), "");
  EXPECT_NE(analysis.text.find("waiting PD-08\n"), std::string::npos) << analysis.text;
  EXPECT_TRUE(analysis.exact);
  const int kind = analysis.position.rules->kind_by_name("PD-08");
  EXPECT_EQ(analysis.left[kind], 0);
  for (const char* wrong : {"waiting PD-08\nfigure dragon 0,0\n", "waiting PD-06\n"}) {
    const SheetAnalysis late = table(wrong);
    ASSERT_EQ(late.problems.size(), 1u) << all(late);
    EXPECT_EQ(late.problems[0].rule, "DRAGON-2");
    EXPECT_NE(all(late).find("Waiting for the volcano: tiles are set aside for the dragon only"), std::string::npos)
        << all(late);
  }
}

}  // namespace
}  // namespace bastide
