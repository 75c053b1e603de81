// The analysis board: what is impossible is named with its place and rule, and what is there is scored all the same.
#include "game/analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <sstream>

#include "game/editions.h"

namespace bastide {
namespace {

/// A table of the new edition (tiles A to X) from lines of a position; rules first if they are others.
Sheet sheet(const std::string& lines, const std::string& rules = "rules new\n") {
  const auto read =
      parse_sheet(builtin_catalogue(), "bastide position 1\n" + rules + "seat human Mila\nseat human Tom\n" + lines);
  EXPECT_TRUE(read) << read.error().text();
  return read.value_or(Sheet{});
}

std::string all(const SheetAnalysis& analysis) {
  std::string text;
  for (const SheetProblem& problem : analysis.problems) text += problem.rule + ": " + problem.sentence + "\n";
  return text;
}

std::vector<int> totals(const SheetAnalysis& analysis) {
  return compare_editions(analysis.position)->editions.front().total;
}

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
  EXPECT_EQ(problem.sentence, "At 0,-1 the south side of tile U is a field, but tile D at 0,0 has a city there.");
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
  EXPECT_EQ(analysis.problems[0].sentence, "No side of tile D at 9,9 touches another tile.");
  EXPECT_EQ(analysis.problems[0].rule, "PLACE-1");
  EXPECT_EQ(analysis.problems[1].tiles, (std::vector<int>{5}));
  EXPECT_EQ(analysis.problems[2].sentence, "There are 5 of tile B; the box holds 4.");
  EXPECT_EQ(analysis.problems[3].sentence, "There are 5 of tile D; the box holds 4.");
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
  const SheetAnalysis abbot = analyse(sheet("tile D 0,0 n abbot@road:1\n", "rules new\nset abbots=on\n"));
  ASSERT_EQ(abbot.problems.size(), 1u) << all(abbot);
  EXPECT_EQ(abbot.problems[0].rule, "ABBOT-1");
  const SheetAnalysis none = analyse(sheet("tile D 0,0 n abbot@road:1\n"));
  ASSERT_EQ(none.problems.size(), 1u) << all(none);
  EXPECT_EQ(none.problems[0].rule, "SET-4");
  const SheetAnalysis farmer = analyse(sheet("tile D 0,0 n fieldENE:1\n", "rules new\nset field_scoring=none\n"));
  ASSERT_EQ(farmer.problems.size(), 1u) << all(farmer);
  EXPECT_EQ(farmer.problems[0].rule, "FIELD-0");
  for (const SheetAnalysis* analysis : {&abbot, &none, &farmer}) {
    EXPECT_FALSE(analysis->problems[0].counted);
    EXPECT_EQ(totals(*analysis), (std::vector<int>{0, 0}));
  }
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
  EXPECT_EQ(supply->sentence, "Mila has 8 followers on the table; each player has 7.");
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
  EXPECT_EQ(error("tile D 0,0 n river:1\n").column, 14);
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
  EXPECT_FALSE(add_figure(table, 0, 0, "river", 0, Figure::follower));
  EXPECT_FALSE(add_figure(table, 0, 0, "road", 2, Figure::follower));
}

// ---------------------------------------------------------------- half tiles

Sheet halves(const std::string& lines, const std::string& more = "") {
  return sheet(lines, "rules new\nset halflings=draft\n" + more);
}

TEST(AnalysisBoard, TwoHalfTilesShareASpaceAlongTheirLongSides) {
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
  EXPECT_EQ(differs.problems[0].sentence,
            "At 0,-1 the long side of tile H1-06 is a field, but tile H2-11 beside it has a city there.");
  EXPECT_TRUE(differs.problems[0].counted);
}

TEST(AnalysisBoard, HalfTilesFitWhereAQuarterIsFree) {
  const SheetAnalysis analysis = analyse(halves("tile D 0,0 n\ntile H2-11 0,-1 n\n"));
  const auto fits = fitting_spaces(analysis, analysis.position.rules->kind_by_name("H2-12"));
  const auto beside = std::find_if(fits.begin(), fits.end(), [](const Fit& fit) { return fit.space == Space{0, -1}; });
  ASSERT_NE(beside, fits.end());
  EXPECT_EQ(beside->rotations, 1u << 2);
  for (const Fit& fit : fitting_spaces(analysis, analysis.position.rules->kind_by_name("C")))
    EXPECT_NE(fit.space, (Space{0, -1})) << "a whole tile needs a whole space";
}

TEST(AnalysisBoard, MoreHalfTilesThanTheSeatsGot) {
  const std::string lines = "tile D 0,0 n\ntile H2-11 0,-1 n\ntile H2-12 0,-1 s\ntile H1-04 0,1 e\n";
  EXPECT_EQ(all(analyse(halves(lines, "set half_tiles=2\n"))), "");
  const SheetAnalysis analysis = analyse(halves(lines, "set half_tiles=1\n"));
  ASSERT_EQ(analysis.problems.size(), 1u) << all(analysis);
  EXPECT_EQ(analysis.problems[0].rule, "HALF-2");
  EXPECT_EQ(analysis.problems[0].sentence, "There are 3 half tiles on the table; 2 players with 1 each have 2.");
}

TEST(AnalysisBoard, TwoFollowersOnOnePlaceNeedACropCircle) {
  const std::string two = "tile D 0,0 n city:1 city:1\ntile H1-04 0,1 e\n";
  const SheetAnalysis analysis = analyse(halves(two));
  ASSERT_EQ(analysis.problems.size(), 1u) << all(analysis);
  EXPECT_EQ(analysis.problems[0].rule, "FOLLOWER-1");
  EXPECT_EQ(all(analyse(halves(two + "tile H2-04 0,1 w\n"))), "");
  EXPECT_NE(all(analyse(halves("tile D 0,0 n city:1 road:1\ntile H2-04 0,1 e\n"))), "") << "two places";
}

TEST(AnalysisBoard, WhatAPositionSaysOfHalfTilesIsRead) {
  const Sheet read = halves("tile D 0,0 n\nreserve 1 H1-01 H1-02\nburied V\nmove 1\nwent-on\n");
  EXPECT_EQ(read.aside.size(), 3u);
  EXPECT_EQ(halves("tile D 0,0 n\npicking\n").tiles.size(), 1u);
  EXPECT_EQ(halves("tile D 0,0 n\ncrop:knight:add\n").tiles.size(), 1u);
}

}  // namespace
}  // namespace bastide
