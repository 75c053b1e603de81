// Records read at a terminal: `bastide replay` and `bastide score`, what they print and where a record is wrong.
#include <algorithm>

#include "game/game.h"
#include "short_form.h"
#include "unit/cli_support.h"

namespace bastide::cli_test {
namespace {

TEST(Replay, SaysWhatEveryTurnDidAndWhy) {
  const Outcome run = bastide({"replay", scratch_file("game.txt", kShortGame)});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("+4 Noor"));
  EXPECT_THAT(run.out, HasSubstr("CITY-2"));
  EXPECT_THAT(run.out, testing::ContainsRegex("total +0 +4"));
}

TEST(Replay, ReadsStandardInput) {
  const Outcome run = bastide({"replay", "-"}, kShortGame);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("+4 Noor"));
}

TEST(Replay, JsonHasALineForEveryPly) {
  const Outcome run = bastide({"replay", "--json", scratch_file("game.txt", kShortGame)});
  EXPECT_EQ(run.status, 0) << run.err;
  const auto lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 9u);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const json::value ply = json::parse(lines[i]);
    EXPECT_EQ(ply.at("ply").as_int64(), static_cast<int64_t>(i) + 1);
    const auto& legal = ply.at("legal").as_array();
    EXPECT_NE(std::find(legal.begin(), legal.end(), ply.at("move")), legal.end()) << lines[i];
    EXPECT_EQ(ply.at("totals").as_array().size(), 2u);
  }
  const json::value scored = json::parse(lines[5]);
  EXPECT_EQ(scored.at("kind").as_string(), "follower");
  ASSERT_EQ(scored.at("awards").as_array().size(), 1u);
  const json::value& award = scored.at("awards").at(0);
  EXPECT_EQ(award.at("type").as_string(), "city");
  EXPECT_EQ(json::serialize(award.at("points")), "[0,4]");
  EXPECT_EQ(json::serialize(award.at("followers")), "[0,1]");
  EXPECT_EQ(json::serialize(award.at("owners")), "[1]");
  EXPECT_EQ(json::serialize(award.at("segments")), R"(["0:city","2:city"])");
  EXPECT_EQ(json::serialize(award.at("spaces")), "[[0,-1],[0,0]]");
  EXPECT_EQ(award.at("rules").at(0).as_string(), "CITY-2");
  EXPECT_EQ(json::serialize(scored.at("totals")), "[0,4]");
}

TEST(Replay, AWrongMoveStopsWithItsLineTheRuleAndWhatIsLegal) {
  std::string text = kShortGame;
  text.replace(text.find("2 E 0,-1 s"), 10, "2 E 0,-1 n");
  const std::string file = scratch_file("wrong.txt", text);
  const Outcome run = bastide({"replay", file});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr(file + ", line 6"));
  EXPECT_THAT(run.err, HasSubstr("[PLACE-2]"));
  EXPECT_THAT(run.err, HasSubstr("0,-1 s"));
  EXPECT_THAT(run.out, HasSubstr("Mila"));

  const Outcome as_json = bastide({"replay", "--json", file});
  EXPECT_EQ(as_json.status, 1);
  const auto lines = lines_of(as_json.out);
  ASSERT_EQ(lines.size(), 5u);  // draw, tile, follower, draw, the error
  const json::value error = json::parse(lines.back()).at("error");
  EXPECT_EQ(error.at("line").as_int64(), 6);
  EXPECT_EQ(error.at("rule").as_string(), "PLACE-2");
  const auto& legal = error.at("legal").as_array();
  EXPECT_NE(std::find(legal.begin(), legal.end(), json::value("0,-1 s")), legal.end());
}

TEST(Replay, AWrongResultIsRefused) {
  const Outcome record = bastide({"sim", "--players", "greedy,random", "--record", "0", "--preset", "classic"});
  ASSERT_EQ(record.status, 0);
  EXPECT_EQ(bastide({"replay", "-"}, record.out).status, 0);
  const std::string wrong = record.out.substr(0, record.out.rfind("score")) + "score 1 1\n";
  const Outcome run = bastide({"replay", "--json", "-"}, wrong);
  EXPECT_EQ(run.status, 1);
  EXPECT_NO_THROW(json::parse(lines_of(run.out).back()).at("error").at("message"));
}

TEST(Replay, NoTextHoweverBrokenCrashes) {
  const Outcome record = bastide({"sim", "--players", "greedy,random", "--record", "1"});
  ASSERT_EQ(record.status, 0);
  const std::vector<std::string> texts = {
      "",
      "\n\n#\n",
      "bastide",
      "bastide game 2\n",
      "bastide position 1\nrules new\n",
      std::string(100000, 'x'),
      std::string("bastide game 1\n\0rules new\n", 26),
      "bastide game 1\nrules new\nseat human A\n",
      "bastide game 1\nrules new\nseat human A\nseat human B\n1 U 99999999999,0 e\n",
      "bastide game 1\nrules new\nseat human A\nseat human B\n2 U 1,0 e\n",
      "bastide game 1\nrules new\nseat human \xff\xfe\nseat human B\n1\n"};
  std::size_t runs = 0;
  for (const std::string& text : texts) {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"replay", "-"}, {"replay", "--json", "-"}, {"show", "-"}, {"perft", "-"}}) {
      if (runs++ % every(5) != 0) continue;  // another command for each text
      const Outcome run = bastide(command, text);
      EXPECT_EQ(run.status, 1) << command[0] << ": " << text.substr(0, 60);
      EXPECT_GT(run.err.size(), 10u);
    }
  }
  uint64_t random = 1;
  const int times = in_short_form() ? 4 : 100;
  for (int i = 0; i < times; ++i) {  // one byte of a good record changed
    random = random * 6364136223846793005u + 1442695040888963407u;
    std::string text = record.out;
    text[(random >> 33) % text.size()] = "0 -nesw\nx9"[(random >> 20) % 10];
    EXPECT_LE(bastide({"replay", "-"}, text).status, 1) << text;
  }
}

/// What the game itself counts is the first column, whatever was changed on top of its preset.
TEST(Score, TheGamesOwnRulesComeFirst) {
  std::string text = kShortGame;
  text.insert(text.find("seat"), "set small_city=half\n");
  const Outcome own = bastide({"score", "-"}, text);
  EXPECT_EQ(own.status, 0) << own.err;
  EXPECT_THAT(own.out, testing::StartsWith("These rules\n  City, 2 tiles: Noor 2  [CITY-3"));
  EXPECT_THAT(own.out, Not(HasSubstr("Classic")));
  const json::value all = json::parse(bastide({"score", "--all", "--json", "-"}, text).out);
  const json::array& editions = all.at("editions").as_array();
  ASSERT_EQ(editions.size(), 4u);
  for (std::size_t i = 0; i < editions.size(); ++i) EXPECT_EQ(editions[i].at("own"), i == 0);
  EXPECT_EQ(json::serialize(editions[0].at("total")), "[0,2]");
  EXPECT_EQ(json::serialize(editions[1].at("total")), "[0,4]");
  EXPECT_THAT(bastide({"score", "-"}, kShortGame).out,
              testing::StartsWith("New edition (as Classic, Winter, Big Box 5)\n"));
}

}  // namespace
}  // namespace bastide::cli_test
