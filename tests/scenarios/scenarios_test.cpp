// Every scenario is played by the core and, ply by ply, by the naive implementation; every rule of the catalogue has
// one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <string>

#include "compare/compare.h"
#include "game/ask.h"
#include "game/scenario.h"

namespace bastide {
namespace {

class ScenarioFile : public testing::TestWithParam<std::string> {
 protected:
  std::string text() const { return std::string(builtin_scenarios().at(GetParam())); }
};

TEST_P(ScenarioFile, IsFulfilled) {
  const auto game = run_scenario(builtin_catalogue(), text());
  ASSERT_TRUE(game) << GetParam() << ": " << game.error().text();
  for (const Ply& ply : game->plies())
    for (const ExplainedAward& award : ply.awards)
      for (const std::string& text : texts_of(award.translations, "sentence", award.sentence))
        EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << "a gap is left open: " << text;
}

TEST_P(ScenarioFile, AsksInWholeSentences) {
  const auto game = run_scenario(builtin_catalogue(), text());
  ASSERT_TRUE(game) << game.error().text();
  const auto whole = [](const Texts& texts) {
    for (const std::string& text : texts) {
      EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << "a gap is left open: " << text;
      static const std::regex id("(^|[ (])(a|ask|figure|place|verb)[.][a-z]");
      EXPECT_FALSE(std::regex_search(text, id)) << "there are no words for " << text;
    }
  };
  for (int ply = 0; ply <= static_cast<int>(game->plies().size()); ++ply) {
    const Game now = game->at(ply);
    if (now.over() || now.state().phase == Phase::draw || asks_outcome(now.state())) continue;
    // Where the scenario ends as whoever is asked sees it, with what each answer would bring.
    const bool last = ply == static_cast<int>(game->plies().size());
    const Ask asked = ask(now, last ? &now.state() : nullptr);
    for (const Texts& texts : {asked.title, asked.text, asked.confirm, asked.final}) whole(texts);
    for (const AskOption& option : asked.options)
      for (const Texts& texts : {option.label, option.note, option.group}) whole(texts);
    if (asked.pass) whole(asked.pass->label);
  }
}

TEST_P(ScenarioFile, AgreesWithTheNaiveImplementation) {
  const auto game = run_scenario(builtin_catalogue(), text());
  ASSERT_TRUE(game) << game.error().text();
  compare::Comparison comparison(game->rules(), game->opening().first);
  auto wrong = comparison.check();
  for (std::size_t i = 0; !wrong && i < game->plies().size(); ++i) {
    wrong = comparison.play(game->plies()[i].move);
    if (!wrong) wrong = comparison.check();
    EXPECT_FALSE(wrong) << "after " << game->plies()[i].text << ": " << *wrong;
  }
}

TEST_P(ScenarioFile, SurvivesBeingWrittenAsAGame) {
  const auto game = run_scenario(builtin_catalogue(), text());
  ASSERT_TRUE(game) << game.error().text();
  const Record record = game->record();
  const std::string written = write_record(record);
  const auto read = parse_record(builtin_catalogue(), written, game->rules_ptr());
  ASSERT_TRUE(read) << read.error().text() << '\n' << written;
  EXPECT_TRUE(*read == record) << written;
  EXPECT_EQ(write_record(*read), written);
}

TEST_P(ScenarioFile, SaysWhereItComesFrom) {
  EXPECT_TRUE(text().starts_with("# ")) << "the first line names the document and place";
}

INSTANTIATE_TEST_SUITE_P(All, ScenarioFile, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const auto& [name, text] : builtin_scenarios()) names.push_back(name);
                           return names;
                         }()),
                         [](const auto& file) {
                           std::string name = file.param.substr(0, file.param.size() - 4);
                           std::replace_if(
                               name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

TEST(Scenarios, EveryRuleHasOne) {
  const auto by_rule = scenarios_by_rule();
  for (const RuleSpec& rule : builtin_catalogue().rules)
    EXPECT_TRUE(by_rule.contains(rule.id)) << "no scenario proves " << rule.id;
}

// ---------------------------------------------------------------- a scenario can fail

constexpr std::string_view kHead =
    "bastide scenario 1\nname A test\nproves CITY-2\nrules new\nseat human Red\nseat human Blue\n";

std::string failure_of(const std::string& body) {
  const auto game = run_scenario(builtin_catalogue(), std::string(kHead) + body);
  return game ? "" : game.error().text();
}

TEST(Scenarios, AnExpectationThatIsNotSoFails) {
  const std::string city = "1 E 0,-1 s city\n";
  EXPECT_EQ(failure_of(city + "expect points 4 0\nexpect award city 4 to Red tiles 2 shields 0 by CITY-2\n"), "");
  for (const char* wrong : {"points 5 0",
                            "points 4 1",
                            "score 0 4",
                            "supply 6 7",
                            "left 71",
                            "turn Red",
                            "over",
                            "box E 4",
                            "tile 0,-1 E n",
                            "tile 0,-1 none",
                            "tile 5,5 E n",
                            "award city 4 to Blue",
                            "award city 6 to Red",
                            "award road 4 to Red",
                            "award city 4 to Red Blue",
                            "award city 4 to Red tiles 3",
                            "award city 4 to Red shields 1",
                            "award city 4 to Red unfinished",
                            "award city 4 to Red by FIELD-3",
                            "no award",
                            "complete field",
                            "open city",
                            "on city Red",
                            "on field Blue",
                            "aside C",
                            "illegal draw B because SET-1",
                            "winner Red",
                            "outcome won",
                            "asked Blue",
                            "abbots 1 1",
                            "holds Red E",
                            "track Red 3",
                            "track Red 4 lying",
                            "award city 4 to Red home",
                            "followers city"})
    EXPECT_THAT(failure_of(city + "expect " + wrong + "\n"), testing::HasSubstr("line 8, column 1")) << wrong;
  const std::string drawn = "1 E\n";
  EXPECT_EQ(failure_of(drawn + "expect legal 0,-1 s\nexpect illegal 0,-1 n because PLACE-2\n"), "");
  for (const char* wrong :
       {"legal 0,-1 n", "illegal 0,-1 s because PLACE-2", "illegal 0,-1 n because PLACE-1", "placements 0,-1 s"})
    EXPECT_THAT(failure_of(drawn + "expect " + wrong + "\n"), testing::HasSubstr("line 8, column 1")) << wrong;
  const std::string laid = "1 E 0,-1 s\n";
  EXPECT_EQ(failure_of(laid + "expect followers city field\n1 E 0,-1 s -\n"), "");
  for (const char* wrong :
       {"followers city", "followers none", "followers city field abbot-home",
        "illegal follower city because FOLLOWER-2", "legal abbot-home", "illegal abbot-home because ABBOT-1"})
    EXPECT_THAT(failure_of(laid + "expect " + wrong + "\n"), testing::HasSubstr("line 8, column 1")) << wrong;
}

TEST(Scenarios, MalformedOnesSayWhere) {
  const std::string expect = "expect left 71\n";
  EXPECT_EQ(failure_of(expect), "");
  EXPECT_THAT(failure_of(""), testing::HasSubstr("expects nothing"));
  EXPECT_THAT(failure_of("expect\n"), testing::HasSubstr("line 7, column 7"));
  EXPECT_THAT(failure_of("expect sunshine\n"), testing::HasSubstr("line 7, column 8: 'sunshine'"));
  EXPECT_THAT(failure_of("expect points 0 0\n"), testing::HasSubstr("nothing has been played"));
  EXPECT_THAT(failure_of("expect left\n"), testing::HasSubstr("a number is missing"));
  EXPECT_THAT(failure_of("expect left 71 2\n"), testing::HasSubstr("column 16: '2' is too much"));
  EXPECT_THAT(failure_of("expect turn Green\n"), testing::HasSubstr("expected Red Blue"));
  EXPECT_THAT(failure_of("2 E 0,-1 s -\n"), testing::HasSubstr("expected turn 1"));
  EXPECT_THAT(failure_of("1\n"), testing::HasSubstr("the tile is missing"));
  EXPECT_THAT(failure_of("1 E 0,-1\n"), testing::HasSubstr("the rotation is missing"));
  EXPECT_THAT(failure_of("1 E 0,-1 s city road\n"), testing::HasSubstr("column 17: 'road' is too much"));
  EXPECT_THAT(failure_of("1 E aside\n"), testing::HasSubstr("DRAW-2"));
  EXPECT_THAT(failure_of("1 E 1,1 s city\n"), testing::HasSubstr("PLACE-1"));
  EXPECT_THAT(failure_of("1 E\n1 V 1,0 n -\n"), testing::HasSubstr("line 8, column 3: turn 1 was told otherwise"));
  EXPECT_THAT(failure_of("1 E 0,-1 s\n1 E 0,-1 n -\n"),
              testing::HasSubstr("line 8, column 10: turn 1 was told otherwise"));
  EXPECT_THAT(failure_of("1 E\n1 E aside\n"), testing::HasSubstr("line 8, column 5: the tile can be placed"));
  EXPECT_THAT(failure_of("1 E back\n"), testing::HasSubstr("DRAW-2"));
  EXPECT_THAT(failure_of("1 E bid:1\n"), testing::HasSubstr("line 7, column 5"));
  EXPECT_THAT(failure_of("1 =E 0,-1 s -\n"), testing::HasSubstr("'=E' cannot stand here"));
  EXPECT_THAT(failure_of("1 +E E 0,-1 s -\n"), testing::HasSubstr("line 7, column 3"));
  EXPECT_THAT(failure_of("start E\n"), testing::HasSubstr("expected turn 1"));
  EXPECT_THAT(failure_of("first 3\nexpect left 71\n"), testing::HasSubstr("line 7, column 7"));
  EXPECT_THAT(failure_of("roll 0 1\nexpect left 71\n"), testing::HasSubstr("START-1"));
  EXPECT_THAT(failure_of("set draw=hand\ndeal +E +E +E\ndeal +U +U +V\n1 E 0,-1 s - +B\n1 E 0,-1 s - +V\n"),
              testing::HasSubstr("line 11, column 1: '1' cannot stand here"));
  EXPECT_THAT(failure_of("1 E\n1\n"), testing::HasSubstr("the tile is missing"));
  EXPECT_THAT(failure_of("1 E 0,-1 s\nexpect score 0 0\n"), testing::HasSubstr("not told to its end"));
  EXPECT_THAT(failure_of("proves\nexpect left 71\n"), testing::HasSubstr("nothing follows 'proves'"));
  EXPECT_THAT(failure_of("proves SUN-1\nexpect left 71\n"), testing::HasSubstr("there is no rule 'SUN-1'"));
  EXPECT_THAT(failure_of("stack E Y\nexpect left 2\n"), testing::HasSubstr("line 7, column 9: there is no tile 'Y'"));
  EXPECT_THAT(failure_of("rain\nexpect left 71\n"), testing::HasSubstr("'rain' cannot stand here"));
}

constexpr std::string_view kHalfHead =
    "bastide scenario 1\nname A test\nproves HALF-3\nrules new\nset halflings=draft\nset half_tiles=1\n"
    "seat human Red\nseat human Blue\n";

std::string half_failure_of(const std::string& body) {
  const auto game = run_scenario(builtin_catalogue(), std::string(kHalfHead) + body);
  return game ? "" : game.error().text();
}

TEST(Scenarios, ExpectationsOfHalfTilesThatAreNotSoFail) {
  const std::string hill = "reserve Red H2-03\nreserve Blue H2-04\n1 H2-03 1,0 n under:V road\n";
  EXPECT_EQ(
      half_failure_of(hill + "expect reserve Blue H2-04\nexpect reserve Red none\nexpect buried V\nexpect asked Blue\n"
                             "expect tile 1,0 H2-03 n\nexpect on at:1,0:road Red\nexpect open at:0,0:city\n"
                             "expect placements H2-04 0,1 e H2-04 0,1 s H2-04 1,1 e H2-04 1,1 s\n"),
      "");
  for (const char* wrong : {"reserve Blue none", "reserve Red H2-04", "buried none", "buried U", "asked Red",
                            "asked nobody", "placements H2-04 0,1 e", "on at:1,0:road Blue", "complete at:0,0:city",
                            "legal H2-04 0,0 n", "illegal H2-04 0,1 e because PLACE-2", "legal H1-01 0,1 n"})
    EXPECT_THAT(half_failure_of(hill + "expect " + wrong + "\n"), testing::HasSubstr("line 12, column 1")) << wrong;
  const std::string crop = "reserve Red H1-01\nreserve Blue H2-04\n1 U 1,0 e road\n2 H2-04 0,1 e -";
  EXPECT_EQ(half_failure_of(crop + " crop:highwayman:add\nexpect answers at:1,0:road -\n2 H2-04 0,1 e - "
                                   "crop:highwayman:add -\n"),
            "");
  for (const char* wrong : {"answers -", "answers at:1,0:road", "asked Blue", "illegal - because HALF-CROP"})
    EXPECT_THAT(
        half_failure_of(crop + " crop:highwayman:add\nexpect " + wrong + "\n2 H2-04 0,1 e - crop:highwayman:add -\n"),
        testing::HasSubstr("line 13, column 1"))
        << wrong;
}

TEST(Scenarios, MalformedHalfTilesSayWhere) {
  const auto check = [](const std::string& body, const std::string& part) {
    EXPECT_THAT(half_failure_of(body), testing::HasSubstr(part)) << body;
  };
  check("reserve Green H1-04\nexpect left 71\n", "line 9, column 9: there is no seat 'Green'");
  check("reserve Red V\nexpect left 71\n", "line 9, column 13: seats do not get this tile");
  check("reserve Red H1-04 H1-05\nexpect left 71\n", "a seat gets 1 such tiles");
  check("reserve Red H1-04\nreserve Blue H1-04\nexpect left 71\n", "line 10, column 14: this tile is given twice");
  check("reserve Red\nexpect left 71\n", "line 9, column 12: the tile is missing");
  check("stack V H1-04\nexpect left 71\n", "line 9, column 9: this tile is not in the stack");
  check("1 V 0,1 n -\nexpect left 71\n", "expected pick");
  check("pick H1-04 V\nexpect left 71\n", "HALF-2");
  const std::string head = "reserve Red H2-03\nreserve Blue H2-04\n";
  check(head + "1 H2-03\nexpect left 71\n", "line 11, column 8: the space is missing");
  check(head + "1 H2-04 0,1 e -\nexpect left 71\n", "HALF-3");
  check(head + "1 - 0,1\nexpect left 71\n", "line 11, column 5");
  check(head + "1 H2-03 1,0 n road\nexpect left 71\n", "HALF-HILL");
  check(head + "1 U 1,0 e under:V -\nexpect left 71\n", "line 11, column 11: 'under:V' cannot stand here");
  check(head + "1 U 1,0 e - crop:knight:add\nexpect left 71\n", "line 11, column 13");
  check(head + "1 H2-03 1,0 n\nexpect left 71\n", "not told to its end");
  check(head + "1 V 0,1 n -\n2 H2-04 1,0 n -\nexpect left 71\n", "line 12, column 9");
}

}  // namespace
}  // namespace bastide
