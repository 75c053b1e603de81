// Goods and herds at the end, as the fact sheet counts them; positions in a second part of a turn.
#include <gtest/gtest.h>

#include <memory>

#include "core/by_hand.h"
#include "core/kernel.h"
#include "notation/notation.h"
#include "unit/sheet_support.h"

namespace bastide {
namespace {

using sheet_test::all;
using sheet_test::totals;

const std::string kTradersAndBuilders = "rules new\nset traders_and_builders=2015\n";

GameRulesPtr rules_for(int seats) {
  const auto rules = compile(builtin_catalogue(), {"new", {{"traders_and_builders", "2015"}}}, seats);
  EXPECT_TRUE(rules);
  return *rules;
}

/// GOODS-5, example 4: 4, 3 and 2 wine, 2, 2 and 1 grain, no cloth.
TEST(TradersAndBuilders, TheMostOfEachSortOfGoods) {
  const GameRulesPtr rules = rules_for(3);
  const auto state = std::make_unique<State<Full>>();
  start(rules->kernel, *state, 0);
  const std::array<std::array<int16_t, 3>, 3> held = {{{4, 3, 2}, {2, 2, 1}, {0, 0, 0}}};
  for (int sort = 0; sort < 3; ++sort)
    std::copy(held[sort].begin(), held[sort].end(), tokens_of(rules->kernel, *state, sort));
  EventLog log;
  score_as_the_end(rules->kernel, *state, &log);
  EXPECT_EQ(std::vector<int>(state->score.begin(), state->score.begin() + 3), (std::vector<int>{20, 10, 0}));
  EXPECT_EQ(log.awards.size(), 3u);
  for (const Award& award : log.awards) EXPECT_EQ(award.node, -1);
}

/// PIG-5, example 10: with a herd in the field a city is worth 4, with a pig of one's own 5.
TEST(TradersAndBuilders, AHerdMakesCitiesWorthMore) {
  const auto points = [](const std::string& pig, bool herd) {
    auto rules = std::make_shared<GameRules>(*rules_for(2));
    if (herd) {
      const int kind = rules->kind_by_name("B");
      rules->kernel.marks[kind].count[rules->kernel.added[0].mark + 3u] = 1;
      rules->kernel.marks[kind].feature[rules->kernel.added[0].mark + 3u] = 1;
    }
    const Sheet sheet = sheet_test::sheet(
        "tile D 0,0 n\ntile E 0,-1 s field:1\ntile E 1,-1 n" + pig + "\ntile E 1,-2 s\ntile B -1,-1 n\n",
        kTradersAndBuilders);
    const auto state = std::make_unique<State<Full>>(analyse(sheet).position.state);
    score_as_the_end(rules->kernel, *state);
    return std::vector<int>(state->score.begin(), state->score.begin() + 2);
  };
  EXPECT_EQ(points("", false), (std::vector<int>{6, 0}));
  EXPECT_EQ(points(" pig@field:1", false), (std::vector<int>{8, 0}));
  EXPECT_EQ(points("", true), (std::vector<int>{8, 0}));
  EXPECT_EQ(points(" pig@field:1", true), (std::vector<int>{10, 0}));
}

TEST(TradersAndBuilders, ASheetKnowsItsGoods) {
  const std::string table = "tile D 0,0 n\ntile TB-17 0,-1 e\ntile E 0,-2 s\n";
  const SheetAnalysis analysis = analyse(sheet_test::sheet(table + "token wine 0 1\n", kTradersAndBuilders));
  EXPECT_EQ(all(analysis), "");
  EXPECT_TRUE(analysis.exact);
  EXPECT_EQ(totals(analysis), (std::vector<int>{0, 10}));
  EXPECT_NE(analysis.text.find("token wine 0 1\n"), std::string::npos) << analysis.text;
  EXPECT_NE(all(analyse(sheet_test::sheet(table + "token wine 1 1\n", kTradersAndBuilders))), "")
      << "more than there can be";
  EXPECT_FALSE(parse_sheet(builtin_catalogue(), "bastide position 1\n" + kTradersAndBuilders +
                                                    "seat human A\nseat human B\ntile D 0,0 n\ntoken beer 1 0\n"));
}

TEST(TradersAndBuilders, PositionsInBothParts) {
  const std::string head = "bastide position 1\n" + kTradersAndBuilders + "seat human A\nseat human B\n";
  const std::string table = "tile D 0,0 n\ntile U 1,0 e road:1\ntile U 2,0 e builder@road:1\ntile U 3,0 e\n";
  for (const std::string end : {"score 0 0\nmove 1\npart 2\n", "score 0 0\nmove 1\npart-due\nsecond\n",
                                "score 0 0\nmove 1\npart-due\nfollower\n"}) {
    const auto position = parse_position(builtin_catalogue(), head + table + end);
    ASSERT_TRUE(position) << position.error().text();
    EXPECT_EQ(write_position(*position).substr(head.size() + table.size()), end);
  }
  EXPECT_FALSE(parse_position(builtin_catalogue(),
                              "bastide position 1\nrules new\nseat human A\nseat human B\ntile D 0,0 n\npart 2\n"));
}

}  // namespace
}  // namespace bastide
