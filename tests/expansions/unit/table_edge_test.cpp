// What is told of the edge of a table: what lies beyond it in a position or on the analysis board, and rules that make
// no sense. What may lie where: tests/scenarios.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "game/analysis.h"
#include "notation/notation.h"

namespace bastide {
namespace {

const std::string kThreeTiles = "tile D 0,0 n\ntile U 1,0 e\ntile U 2,0 e\n";

std::string three_tiles(const std::string& options) {
  return "bastide position 1\nrules new\nset table_width=3\n" + options + "seat human Red\nseat human Blue\n" +
         kThreeTiles;
}

TEST(TableEdge, PositionsSayByWhichRuleASpaceIsOffTheTable) {
  for (const auto& [options, rule] : std::map<std::string, std::string>{
           {"set table=standard\n", "TABLE-STANDARD"},
           {"set table=standard\nset border=closes\n", "TABLE-STANDARD"},
           {"set table=extend\nset second_side=west\n", "TABLE-EXTEND"},
           {"set table=needed\n", "TABLE-EXTEND"},
       }) {
    const auto read = parse_position(builtin_catalogue(), three_tiles(options));
    ASSERT_FALSE(read) << options;
    EXPECT_EQ(read.error().message, "this space is off the table") << options;
    EXPECT_EQ(read.error().rule, rule) << options;
  }
  EXPECT_TRUE(parse_position(builtin_catalogue(), three_tiles("set table=shift\n")));
  const auto wide = parse_position(builtin_catalogue(), three_tiles("set table=shift\n") + "tile U 3,0 e\n");
  ASSERT_FALSE(wide);
  EXPECT_EQ(wide.error().rule, "TABLE-SHIFT");
}

TEST(TableEdge, TheAnalysisBoardSaysWhatLiesBeyond) {
  const auto problems = [](const std::string& text) {
    std::vector<std::string> said;
    for (const SheetProblem& problem : analyse(parse_sheet(builtin_catalogue(), text).value()).problems)
      said.push_back(problem.rule + ": " + problem.sentence[0]);
    return said;
  };
  using Said = std::vector<std::string>;
  EXPECT_EQ(problems(three_tiles("set table=standard\n")), Said{"TABLE-STANDARD: Tile U at 2,0 is off the table."});
  EXPECT_EQ(problems(three_tiles("set table=extend\nset second_side=west\n")),
            Said{"TABLE-EXTEND: Tile U at 2,0 is off the table."});
  EXPECT_EQ(problems(three_tiles("set table=standard\nset border=closes\n")),
            Said{"HOUSE-BORDER: Tile U at 2,0 lies beyond the edge of the table, which closes what it touches: it is "
                 "left out."});
  EXPECT_EQ(problems(three_tiles("set table=shift\n")), Said{});
  EXPECT_EQ(problems(three_tiles("set table=shift\n") + "tile U 3,0 e\n"),
            Said{"TABLE-SHIFT: The landscape is 4 by 1 spaces; the table has 3 by 9."});
}

TEST(TableEdge, CompletesNothingWhereItDoesNotStay) {
  for (const auto& [table, message] : std::map<std::string, std::string>{
           {"floor", "the table's edge cannot complete anything on an endless floor"},
           {"shift", "the table's edge cannot complete anything while the landscape may be shifted away from it"},
           {"needed", "the table's edge cannot complete anything while a second table may still be put against it"},
       }) {
    const auto rules = compile(builtin_catalogue(), {"new", {{"table", table}, {"border", "closes"}}}, 2);
    ASSERT_FALSE(rules) << table;
    EXPECT_EQ(rules.error().message, message);
    EXPECT_EQ(rules.error().rule, "HOUSE-BORDER");
  }
}

// One line stands for what it remembers, and no other.
TEST(TableEdge, RemembersNothingByAnotherName) {
  EXPECT_FALSE(parse_position(builtin_catalogue(), three_tiles("set table=extend\n") + "memory table-edge 1\n"));
  EXPECT_FALSE(parse_position(builtin_catalogue(), three_tiles("set table=extend\n") + "extended\n"));
  EXPECT_TRUE(parse_position(builtin_catalogue(), three_tiles("set table=needed\n") + "extended\n"));
}

}  // namespace
}  // namespace bastide
