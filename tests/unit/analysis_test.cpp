// The analysis board: what is impossible is named with its place and rule, and what is there is scored all the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <sstream>

#include "unit/sheet_support.h"

namespace bastide::sheet_test {
namespace {

TEST(AnalysisBoard, AnEmptyTableHasNoProblemsAndAFullBox) {
  const SheetAnalysis analysis = analyse(sheet(""));
  EXPECT_EQ(all(analysis), "");
  EXPECT_EQ(std::accumulate(analysis.left.begin(), analysis.left.end(), 0), 72);
  EXPECT_FALSE(analysis.exact);
  EXPECT_EQ(analyse(*parse_sheet(builtin_catalogue(), analysis.text)).text, analysis.text);
  const auto fits = fitting_spaces(analysis, analysis.position.rules->kind_by_name("D"));
  ASSERT_EQ(fits.size(), 1u);
  EXPECT_EQ(fits[0].rotations, 15u);
}

TEST(AnalysisBoard, APossiblePositionIsScoredAsEverywhereElse) {
  std::ifstream file(BASTIDE_SOURCE_DIR "/docs/examples/three-farms.position");
  std::stringstream text;
  text << file.rdbuf();
  const auto read = parse_sheet(builtin_catalogue(), text.str());
  ASSERT_TRUE(read) << read.error().text();
  const SheetAnalysis analysis = analyse(*read);
  EXPECT_TRUE(analysis.exact);
  EXPECT_TRUE(std::none_of(analysis.problems.begin(), analysis.problems.end(), [](const SheetProblem& problem) {
    return problem.impossible;
  })) << all(analysis);
  const auto comparison = compare_editions(analysis.position);
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->editions[0].total, (std::vector<int>{4, 0}));
  EXPECT_EQ(comparison->editions[1].total, (std::vector<int>{3, 3}));
  EXPECT_EQ(comparison->editions[2].total, (std::vector<int>{6, 3}));
  EXPECT_TRUE(comparison->editions[0].own);
  EXPECT_FALSE(comparison->editions[1].own);
  EXPECT_EQ(totals(analysis), (std::vector<int>{4, 0}));
}

TEST(AnalysisBoard, ASideThatDoesNotContinueIsNamedAndStaysOpen) {
  // The city north of D meets the field of U turned east; the road of D goes on in the other U.
  const SheetAnalysis analysis = analyse(sheet("tile D 0,0 n city:1\ntile U 0,-1 e\ntile U 1,0 e road:2\n"));
  ASSERT_EQ(analysis.problems.size(), 1u) << all(analysis);
  const SheetProblem& problem = analysis.problems[0];
  EXPECT_EQ(problem.rule, "PLACE-2");
  EXPECT_EQ(problem.sentence[0], "At 0,-1 the south side of tile U is a field, but tile D at 0,0 has a city there.");
  EXPECT_EQ(problem.tiles, (std::vector<int>{1, 0}));
  EXPECT_EQ(problem.space, (Space{0, -1}));
  EXPECT_EQ(problem.side, "south");
  EXPECT_TRUE(problem.impossible && problem.counted);
  EXPECT_FALSE(analysis.exact);
  EXPECT_EQ(totals(analysis), (std::vector<int>{1, 2})) << "an open city of one tile, an open road of two";

  // The other way round: a road is the offence, and the tile entered later is the offender.
  const SheetAnalysis road = analyse(sheet("tile U 0,-1 n\ntile D 0,0 n\n"));
  ASSERT_EQ(road.problems.size(), 1u) << all(road);
  EXPECT_EQ(road.problems[0].rule, "PLACE-3");
  EXPECT_EQ(road.problems[0].side, "north");
  EXPECT_EQ(road.problems[0].tiles, (std::vector<int>{1, 0}));
}

TEST(AnalysisBoard, TheOrderOfTheTilesDoesNotMatter) {
  // A city of two tiles, its road beside it; the middle comes last.
  const SheetAnalysis analysis =
      analyse(sheet("tile U 1,0 e\ntile U -1,0 e road:2\ntile E 0,-1 s city:1\ntile D 0,0 n\nscore 7 5\n"));
  ASSERT_EQ(analysis.problems.size(), 1u) << all(analysis);
  EXPECT_FALSE(analysis.problems[0].impossible);
  EXPECT_EQ(analysis.problems[0].rule, "RETURN-1");
  EXPECT_EQ(totals(analysis), (std::vector<int>{7 + 4, 5 + 3})) << "the city counts as completed";
  EXPECT_EQ(analysis.tile_of_piece, (std::vector<int>{0, 1, 2, 3}));
}

TEST(AnalysisBoard, TilesApartAndTooMany) {
  const SheetAnalysis analysis =
      analyse(sheet("tile D 0,0 n\ntile D 1,0 n\ntile D 2,0 n\ntile D 3,0 n\n"
                    "tile D 9,9 n road:1\ntile B -1,5 n\naside B\naside B\naside B\naside B\n"));
  ASSERT_EQ(analysis.problems.size(), 4u) << all(analysis);
  EXPECT_EQ(analysis.problems[0].sentence[0], "No side of tile D at 9,9 touches another tile.");
  EXPECT_EQ(analysis.problems[0].rule, "PLACE-1");
  EXPECT_EQ(analysis.problems[1].tiles, (std::vector<int>{5}));
  EXPECT_EQ(analysis.problems[2].sentence[0], "There are 5 of tile B; the box holds 4.");
  EXPECT_EQ(analysis.problems[3].sentence[0], "There are 5 of tile D; the box holds 4.");
  EXPECT_EQ(analysis.problems[3].rule, "SET-1");
  EXPECT_EQ(analysis.problems[3].tiles.size(), 5u);
  EXPECT_EQ(analysis.left[analysis.position.rules->kind_by_name("D")], -1);
  EXPECT_EQ(totals(analysis), (std::vector<int>{1, 0}));
}

TEST(AnalysisBoard, ASecondTileInASpaceIsLeftOutWithItsFollower) {
  const SheetAnalysis analysis = analyse(sheet("tile D 0,0 n road:1\ntile U 0,0 n road:2\n"));
  ASSERT_EQ(analysis.problems.size(), 2u) << all(analysis);
  EXPECT_FALSE(analysis.problems[0].counted || analysis.problems[1].counted);
  EXPECT_EQ(analysis.problems[0].tiles, (std::vector<int>{1, 0}));
  EXPECT_EQ(analysis.problems[1].figures, (std::vector<int>{1}));
  EXPECT_EQ(analysis.piece_of_tile, (std::vector<int>{0, -1}));
  EXPECT_EQ(totals(analysis), (std::vector<int>{1, 0}));
}

TEST(AnalysisBoard, FiguresThatCannotStandThereAreLeftOut) {
  const SheetAnalysis farmer = analyse(sheet("tile D 0,0 n fieldENE:1\n", "rules new\nset field_scoring=none\n"));
  ASSERT_EQ(farmer.problems.size(), 1u) << all(farmer);
  EXPECT_EQ(farmer.problems[0].rule, "FIELD-0");
  EXPECT_FALSE(farmer.problems[0].counted);
  EXPECT_EQ(totals(farmer), (std::vector<int>{0, 0}));
}

TEST(AnalysisBoard, FollowersThatCannotHaveComeThereAreSaidAndCounted) {
  const SheetAnalysis two = analyse(sheet("tile D 0,0 n city:1 road:2\n"));
  ASSERT_EQ(two.problems.size(), 1u) << all(two);
  EXPECT_EQ(two.problems[0].rule, "FOLLOWER-1");
  EXPECT_EQ(totals(two), (std::vector<int>{1, 1}));

  const SheetAnalysis beside = analyse(sheet("tile D 0,0 n road:1\ntile U 1,0 e road:2\n"));
  ASSERT_EQ(beside.problems.size(), 1u) << all(beside);
  EXPECT_EQ(beside.problems[0].rule, "FOLLOWER-2");
  EXPECT_EQ(totals(beside), (std::vector<int>{2, 2}));
  const SheetAnalysis joined = analyse(sheet("tile D 0,0 n road:1\ntile U 1,0 e\ntile U 2,0 e road:2\n"));
  EXPECT_EQ(all(joined), "") << "a road that was joined later has both";

  std::string row;
  for (int x = 0; x < 8; ++x) row += "tile U " + std::to_string(2 * x) + ",0 n road:1\n";
  const SheetAnalysis many = analyse(sheet(row));
  const auto supply = std::find_if(many.problems.begin(), many.problems.end(),
                                   [](const SheetProblem& problem) { return problem.rule == "SET-2"; });
  ASSERT_NE(supply, many.problems.end());
  EXPECT_EQ(supply->sentence[0], "Mila has 8 followers on the table; each player has 7.");
  EXPECT_EQ(totals(many), (std::vector<int>{8, 0}));
}

TEST(AnalysisBoard, FollowersOnTwoFeaturesThatNoOneTileCompletedAreSaid) {
  const SheetAnalysis analysis =
      analyse(sheet("tile D 0,0 n city:1\ntile E 0,-1 s\ntile U 1,0 e\ntile U 2,0 e\n"
                    "tile D 3,0 n city:2\ntile E 3,-1 s\n"));
  ASSERT_EQ(analysis.problems.size(), 2u) << all(analysis);
  for (const SheetProblem& problem : analysis.problems) {
    EXPECT_EQ(problem.rule, "RETURN-1");
    EXPECT_TRUE(problem.impossible);
  }
  EXPECT_EQ(totals(analysis), (std::vector<int>{4, 4}));
}

TEST(AnalysisBoard, APartWithoutStartTileIsOnlyNoted) {
  const SheetAnalysis analysis = analyse(sheet("tile U 0,0 n\n"));
  ASSERT_EQ(analysis.problems.size(), 1u);
  EXPECT_EQ(analysis.problems[0].rule, "SET-3");
  EXPECT_FALSE(analysis.problems[0].impossible);
  EXPECT_TRUE(analysis.exact);
}

TEST(AnalysisBoard, WhatCannotBeReadIsPointedAt) {
  const auto error = [](const std::string& lines) {
    const auto read =
        parse_sheet(builtin_catalogue(), "bastide position 1\nrules new\nseat human A\nseat human B\n" + lines);
    EXPECT_FALSE(read) << lines;
    return read ? Error{} : read.error();
  };
  EXPECT_EQ(error("tile D 0,0 n\ntile Q9 1,0 n\n").line, 6);
  EXPECT_EQ(error("tile D 0,0 n\ntile Q9 1,0 n\n").column, 6);
  EXPECT_EQ(error("tile D 0,0 n brook:1\n").column, 14);
  EXPECT_EQ(error("tile D 0,0 n road:3\n").column, 14);
  EXPECT_EQ(error("tile D 1000,0 n\n").column, 8);
  EXPECT_EQ(error("score 1 99999\n").column, 9);
  EXPECT_EQ(error("aside\n").line, 5);
  EXPECT_EQ(error("nonsense\n").line, 5);
}

TEST(AnalysisBoard, PlacesAreThoseOfTheRotationThatIsGiven) {
  // U turned south looks as turned north: its fields change names.
  Sheet table = sheet("");
  ASSERT_TRUE(add_tile(table, "U", {0, 0}, 2));
  ASSERT_TRUE(add_tile(table, "U", {1, 0}, 0));
  const auto& features = table.rules->kinds[table.tiles[0].kind].tile->features;
  std::vector<std::string> fields;
  for (const TileFeatureSpec& feature : features)
    if (feature.type == TileFeatureType::field) fields.push_back(feature.place);
  ASSERT_EQ(fields.size(), 2u);
  ASSERT_TRUE(add_figure(table, 0, 2, fields[0], 0, Figure::follower));
  ASSERT_TRUE(add_figure(table, 1, 0, fields[0], 1, Figure::follower));
  EXPECT_EQ(table.tiles[0].rotation, 0);
  EXPECT_NE(table.figures[0].feature, table.figures[1].feature);
  EXPECT_FALSE(add_tile(table, "Q9", {0, 0}, 0));
  EXPECT_FALSE(add_figure(table, 7, 0, "road", 0, Figure::follower));
  EXPECT_FALSE(add_figure(table, 0, 0, "brook", 0, Figure::follower));
  EXPECT_FALSE(add_figure(table, 0, 0, "road", 2, Figure::follower));
}

}  // namespace
}  // namespace bastide::sheet_test
