// Records read at a terminal: `bastide replay` and `bastide score`, what they print and where a record is wrong.
#include <algorithm>
#include <cstdlib>

#include "game/game.h"
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
  for (const std::string& text : texts) {
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"replay", "-"}, {"replay", "--json", "-"}, {"show", "-"}, {"perft", "-"}}) {
      const Outcome run = bastide(command, text);
      EXPECT_EQ(run.status, 1) << command[0] << ": " << text.substr(0, 60);
      EXPECT_GT(run.err.size(), 10u);
    }
  }
  uint64_t random = 1;
  const int times = std::getenv("BASTIDE_SHORT") ? 10 : 100;
  for (int i = 0; i < times; ++i) {  // one byte of a good record changed
    random = random * 6364136223846793005u + 1442695040888963407u;
    std::string text = record.out;
    text[(random >> 33) % text.size()] = "0 -nesw\nx9"[(random >> 20) % 10];
    EXPECT_LE(bastide({"replay", "-"}, text).status, 1) << text;
  }
}

TEST(Score, ComparesTheRulingsWhereHalfTilesPlay) {
  const std::string halves = BASTIDE_SOURCE_DIR "/docs/examples/half-tiles.position";
  EXPECT_THAT(bastide({"score", "--all", halves}).out,
              HasSubstr("By the rulings on half tiles [HALF-7]\n\nJanuary 2021 (as 2014)\n"));
  EXPECT_THAT(bastide({"score", halves}).out, testing::Not(HasSubstr("rulings")));
  EXPECT_THAT(bastide({"score", "--all", "--json", halves}).out, HasSubstr("\"rulings\":[{\"id\":\"2021-01\""));
  EXPECT_THAT(bastide({"score", "--all", scratch_file("game.txt", kShortGame)}).out,
              testing::Not(HasSubstr("rulings")));
}

/// A tile sold with nothing left that fits: the buyer lays it in a turn of its own (HOUSE-BUY).
TEST(Replay, ABoughtTileHasALineOfItsOwn) {
  const std::string sold = read_file(BASTIDE_SOURCE_DIR "/tests/fuzz/corpus/record/sold-and-over");
  const Outcome run = bastide({"replay", "-"}, sold);
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out,
              HasSubstr("\n 15  Pebble 3  C     Pebble 1  bid:3  Pebble 2  bid:2  sell:1  Pebble 1 buys it from "
                        "Pebble 3 for 3 [HOUSE-BUY]\n 16  Pebble 1  =C    -1,-1 n  city\n"));
  EXPECT_THAT(sold, HasSubstr("\n15 C bid:3 bid:2 sell:1\n16 =C -1,-1 n city\n"));
}

// A half tile could be laid in the first two turns and is not; a crop circle in the fourth.
const std::string kHalfTiles = R"(bastide game 1
rules new
set halflings=draft
set half_tiles=1
seat human Red
seat human Blue
seat human Green
pick H1-10 H1-06 H2-04
1 R 0,-1 e city
2 U 1,0 e road
3 H1-10 0,1 s city
4 H2-04 0,1 n field crop:knight:add at:0,1:city at:0,-1:city
5 E 1,-1 w -
)";

TEST(Replay, ASeatHasALineOfItsOwn) {
  const Outcome run = bastide({"replay", "-"}, kHalfTiles);
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr(R"(
  0  Green  pick H1-10
  0  Blue   pick H1-06
  0  Red    pick H2-04
  1  Red    R     0,-1 e  city
  2  Blue   U     1,0 e  road
  3  Green  H1-10 0,1 s  city
  4  Red    H2-04 0,1 n  field  crop:knight:add  Green  at:0,1:city  Red  at:0,-1:city
  5  Blue   E     1,-1 w

)"));
  const Outcome hands = bastide({"replay", "-"}, R"(bastide game 1
rules new
set bag=blind
set draw=hand
set halflings=first
set half_tiles=1
set hand_size=2
seat human Red
seat human Blue
start W
reserve +H1-10
reserve +H1-06
deal +R +V
deal +C +E
1 R 0,-1 n city +U
)");
  ASSERT_EQ(hands.status, 0) << hands.err;
  EXPECT_THAT(hands.out, HasSubstr(R"(
  0         W   
  0  Red    +H1-10
  0  Blue   +H1-06
  0  Red    +R     +V   
  0  Blue   +C     +E   
  1  Red    R 0,-1 n  city  +U   
)"));
}

/// What goes without saying counts as well: as many right plies, and what was legal in that very moment.
TEST(Replay, AFaultyRecordWithHalfTilesIsShownAsFarAsItIsRight) {
  const auto good = lines_of(bastide({"replay", "--json", "-"}, kHalfTiles).out);
  const auto plies_until = [&](const std::string& move) {
    return std::ranges::find_if(
               good, [&](const std::string& ply) { return json::parse(ply).at("move").as_string() == move; }) -
           good.begin();
  };
  for (const auto& [right, wrong] : std::vector<std::pair<std::string, std::string>>{
           {"1,0 e", "7,0 e"}, {"H1-10 0,1 s", "H1-10 0,7 s"}, {"H2-04 0,1 n", "H2-04 0,7 n"}, {"1,-1 w", "1,-7 w"}}) {
    std::string text = kHalfTiles;
    text.replace(text.find(right), right.size(), wrong);
    const Outcome run = bastide({"replay", "--json", "-"}, text);
    EXPECT_EQ(run.status, 1);
    const auto lines = lines_of(run.out);
    const std::size_t plies = plies_until(right);
    ASSERT_EQ(lines.size(), plies + 1) << wrong;
    EXPECT_TRUE(std::equal(lines.begin(), lines.end() - 1, good.begin())) << wrong;
    EXPECT_EQ(json::parse(lines.back()).at("error").at("legal"), json::parse(good[plies]).at("legal")) << wrong;
  }
}

/// A word that cannot be read comes after everything that can.
TEST(Replay, ShowsWhatStandsBeforeAWordThatCannotBeRead) {
  std::string text = kHalfTiles;
  text.replace(text.find("0,1 s city"), 10, "0,1 q city");
  const Outcome run = bastide({"replay", "--json", "-"}, text);
  EXPECT_EQ(run.status, 1);
  const auto lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 12u);
  const json::value error = json::parse(lines.back()).at("error");
  EXPECT_EQ(error.at("line").as_int64(), 11);
  const auto& legal = error.at("legal").as_array();
  EXPECT_NE(std::find(legal.begin(), legal.end(), json::value("H1-10 0,1 s")), legal.end());
  const Outcome result = bastide({"replay", "-"}, kHalfTiles + "score 1\n");
  EXPECT_THAT(result.err, HasSubstr("line 14, column 1: 1 results for 3 seats"));
  EXPECT_THAT(result.out, HasSubstr("  5  Blue "));
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

/// Offers that a seat could not have made by another edition stand all the same (HOUSE-BUY).
TEST(Score, TakesEveryLegalGameWithOffers) {
  for (const char* name : {"026", "033", "054", "072"}) {
    const std::string record = read_file(std::string(BASTIDE_SOURCE_DIR "/tests/old/records/") + name + ".game");
    const Outcome run = bastide({"score", "--all", "--json", "-"}, record);
    ASSERT_EQ(run.status, 0) << name << ": " << run.err;
    const json::value all = json::parse(run.out);
    std::string score = "score";
    for (const json::value& points : all.at("editions").at(0).at("total").as_array())
      score += " " + json::serialize(points);
    EXPECT_THAT(record, testing::EndsWith(score + "\n")) << name;
  }
}

}  // namespace
}  // namespace bastide::cli_test
