// TABLE-EXTEND, a second table when it is needed: when it comes, and that positions and the analysis board know of it.
#include <gtest/gtest.h>

#include "game/analysis.h"
#include "game/extent.h"
#include "game/game.h"

namespace bastide {
namespace {

const std::string kSecondTable =
    "rules new\nset second_height=3\nset second_width=2\nset table=needed\nset table_height=3\nset table_width=3\n"
    "seat human Red\nseat human Blue\n";

/// The only open city runs off the table to the east; then C, all city, is drawn.
Game game() {
  const auto record = parse_record(
      builtin_catalogue(), "bastide game 1\n" + kSecondTable + "1 N 0,-1 e -\n2 F 1,-1 n -\n3 E 0,1 s -\n4 C\n");
  EXPECT_TRUE(record) << record.error().text();
  return Game::replay(*record).value();
}

std::string position_text(const Game& game) {
  return write_position({game.rules().choice, game.seats(), game.rules_ptr(), game.state()});
}

TEST(SecondTable, ComesWithTheDrawThatNeedsIt) {
  const Game now = game(), before = now.at(static_cast<int>(now.plies().size()) - 1);
  ASSERT_EQ(now.plies().back().widened.size(), 1u);
  EXPECT_EQ(now.rules().added[now.plies().back().widened[0]]->id, "table-edge");
  EXPECT_TRUE(before.plies().back().widened.empty());
  EXPECT_EQ(edge_of(before.rules(), before.state()).areas.size(), 1u);
  EXPECT_EQ(edge_of(now.rules(), now.state()).areas.size(), 2u);
  EXPECT_EQ(now.legal(), (std::vector<Move>{Move::place(now.state().drawn, 2, -1, 0)}));
}

TEST(SecondTable, PositionsSayThatItIsThere) {
  const Game now = game();
  const std::string text = position_text(now);
  EXPECT_NE(text.find("\nextended\n"), std::string::npos) << text;
  EXPECT_EQ(position_text(now.at(3)).find("extended"), std::string::npos);
  const auto read = parse_position(builtin_catalogue(), text);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(write_position(*read), text);
  EXPECT_TRUE(std::ranges::equal(memory_of_all(read->state), memory_of_all(now.state())));
  EXPECT_EQ(edge_of(*read->rules, read->state).areas.size(), 2u);

  Game later = now;
  ASSERT_TRUE(later.play(now.legal().front()));
  ASSERT_TRUE(parse_position(builtin_catalogue(), position_text(later)));

  const std::string head = "bastide position 1\n" + kSecondTable;
  const std::string tiles = "tile D 0,0 n\ntile N 0,-1 e\ntile F 1,-1 n\ntile C 2,-1 n\n";
  EXPECT_TRUE(parse_position(builtin_catalogue(), head + tiles + "extended\n"));
  const auto off = parse_position(builtin_catalogue(), head + tiles);
  ASSERT_FALSE(off);
  EXPECT_EQ(off.error().message, "this space is off the table");
  EXPECT_EQ(off.error().line, 13);
  const auto other = parse_position(
      builtin_catalogue(), "bastide position 1\nrules new\nseat human Red\nseat human Blue\ntile D 0,0 n\nextended\n");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().rule, "TABLE-EXTEND");
  EXPECT_EQ(other.error().message, "by these rules no second table is put there later");
  EXPECT_EQ(other.error().expected, "set table=needed");
}

TEST(SecondTable, OnTheAnalysisBoardIsThereWhereSomethingLiesOnIt) {
  const auto analysed = [](const std::string& tiles) {
    return analyse(parse_sheet(builtin_catalogue(), "bastide position 1\n" + kSecondTable + tiles).value());
  };
  const SheetAnalysis one = analysed("tile D 0,0 n\ntile N 0,-1 e\n");
  EXPECT_EQ(one.text.find("extended"), std::string::npos);
  EXPECT_TRUE(one.exact);
  const SheetAnalysis two = analysed("tile D 0,0 n\ntile N 0,-1 e\ntile F 1,-1 n\ntile C 2,-1 n\n");
  EXPECT_NE(two.text.find("extended"), std::string::npos);
  EXPECT_TRUE(two.problems.empty());
  EXPECT_TRUE(two.exact);
}

TEST(SecondTable, ThatMayComeLeavesNoEdgeToCompleteAnything) {
  const auto rules = compile(builtin_catalogue(), {"new", {{"table", "needed"}, {"border", "closes"}}}, 2);
  ASSERT_FALSE(rules);
  EXPECT_EQ(rules.error().rule, "HOUSE-BORDER");
  EXPECT_EQ(rules.error().expected, "table=standard or table=extend");
}

}  // namespace
}  // namespace bastide
