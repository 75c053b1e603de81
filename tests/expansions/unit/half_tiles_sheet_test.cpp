// Half tiles on the analysis board: what fits, what is impossible, and what each seat can have.
#include <algorithm>

#include "unit/sheet_support.h"

namespace bastide::sheet_test {
namespace {

Sheet halves(const std::string& lines, const std::string& more = "") {
  return sheet(lines, "rules new\nset halflings=draft\n" + more);
}

TEST(HalfTilesOnTheBoard, TwoHalfTilesShareASpaceAlongTheirLongSides) {
  const std::string one = "tile D 0,0 n\ntile H2-11 0,-1 n city:1\n";
  const SheetAnalysis analysis = analyse(halves(one + "tile H2-12 0,-1 s\n"));
  EXPECT_EQ(all(analysis), "");
  EXPECT_TRUE(analysis.exact);
  EXPECT_EQ(totals(analysis), (std::vector<int>{3, 0})) << "two spaces and a shield";
  const auto& rules = *analysis.position.rules;
  EXPECT_EQ(analysis.left[rules.kind_by_name("H2-12")], 0);
  EXPECT_EQ(analysis.left[rules.kind_by_name("H2-10")], 1);

  const SheetAnalysis across = analyse(halves(one + "tile H2-12 0,-1 e\n"));
  ASSERT_EQ(across.problems.size(), 1u) << all(across);
  EXPECT_EQ(across.problems[0].rule, "HALF-1");
  EXPECT_EQ(across.problems[0].tiles, (std::vector<int>{2, 1}));
  EXPECT_FALSE(across.problems[0].counted);

  const SheetAnalysis under = analyse(halves(one + "tile U 0,-1 n\n"));
  ASSERT_EQ(under.problems.size(), 1u) << all(under);
  EXPECT_EQ(under.problems[0].rule, "PLACE-1");

  const SheetAnalysis differs = analyse(halves(one + "tile H1-06 0,-1 s\n"));
  ASSERT_EQ(differs.problems.size(), 1u) << all(differs);
  EXPECT_EQ(differs.problems[0].side, "diagonal");
  EXPECT_EQ(differs.problems[0].sentence[0],
            "At 0,-1 the long side of tile H1-06 is a field, but tile H2-11 beside it has a city there.");
  EXPECT_TRUE(differs.problems[0].counted);
}

TEST(HalfTilesOnTheBoard, HalfTilesFitWhereAQuarterIsFree) {
  const SheetAnalysis analysis = analyse(halves("tile D 0,0 n\ntile H2-11 0,-1 n\n"));
  const auto fits = fitting_spaces(analysis, analysis.position.rules->kind_by_name("H2-12"));
  const auto beside = std::find_if(fits.begin(), fits.end(), [](const Fit& fit) { return fit.space == Space{0, -1}; });
  ASSERT_NE(beside, fits.end());
  EXPECT_EQ(beside->rotations, 1u << 2);
  for (const Fit& fit : fitting_spaces(analysis, analysis.position.rules->kind_by_name("C")))
    EXPECT_NE(fit.space, (Space{0, -1})) << "a whole tile needs a whole space";
}

TEST(HalfTilesOnTheBoard, MoreHalfTilesThanTheSeatsGot) {
  const std::string lines = "tile D 0,0 n\ntile H2-11 0,-1 n\ntile H2-12 0,-1 s\ntile H1-04 0,1 e\n";
  EXPECT_EQ(all(analyse(halves(lines, "set half_tiles=2\n"))), "");
  const SheetAnalysis analysis = analyse(halves(lines, "set half_tiles=1\n"));
  ASSERT_EQ(analysis.problems.size(), 1u) << all(analysis);
  EXPECT_EQ(analysis.problems[0].rule, "HALF-2");
  EXPECT_EQ(analysis.problems[0].sentence[0], "There are 3 half tiles on the table; 2 players with 1 each have 2.");
}

TEST(HalfTilesOnTheBoard, TwoFollowersOnOnePlaceNeedACropCircle) {
  const std::string two = "tile D 0,0 n city:1 city:1\ntile H1-04 0,1 e\n";
  const SheetAnalysis analysis = analyse(halves(two));
  ASSERT_EQ(analysis.problems.size(), 1u) << all(analysis);
  EXPECT_EQ(analysis.problems[0].rule, "FOLLOWER-1");
  EXPECT_EQ(all(analyse(halves(two + "tile H2-04 0,1 w\n"))), "");
  EXPECT_NE(all(analyse(halves("tile D 0,0 n city:1 road:1\ntile H2-04 0,1 e\n"))), "") << "two places";
}

TEST(HalfTilesOnTheBoard, WhatAPositionSaysOfHalfTilesIsRead) {
  const Sheet read = halves("tile D 0,0 n\nreserve 1 H1-01 H1-02\nburied V\nmove 1\nwent-on\n");
  EXPECT_EQ(read.aside.size(), 1u);
  ASSERT_EQ(read.held.size(), 2u);
  for (const SheetHeld& tile : read.held) EXPECT_EQ(tile.seat, 0);
  EXPECT_EQ(halves("tile D 0,0 n\npicking\n").tiles.size(), 1u);
  EXPECT_EQ(halves("tile D 0,0 n\ncrop:knight:add\n").tiles.size(), 1u);
}

}  // namespace
}  // namespace bastide::sheet_test
