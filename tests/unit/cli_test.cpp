// The program as somebody at a terminal meets it: what it prints, what it refuses, with which exit status. Runs the
// binary.
//
// tests/golden/signatures.txt holds the signatures of fixed simulations. They change when rules, random numbers or
// players change; after a change that is meant:  BASTIDE_RENEW=1 build/release/test_unit --gtest_filter='Signatures.*'
#include <cstdlib>

#include "core/version.h"
#include "unit/cli_support.h"

namespace bastide::cli_test {
namespace {

TEST(Arguments, VersionIsTheProjects) {
  const Outcome run = bastide({"--version"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, std::string("bastide ") + bastide::kVersion + "\n");
  EXPECT_THAT(read_file(fs::path(BASTIDE_SOURCE_DIR) / "CMakeLists.txt"),
              HasSubstr(std::string("project(bastide VERSION ") + bastide::kVersion));
}

TEST(Arguments, HelpNamesEveryCommandAndEachHasItsOwn) {
  const Outcome run = bastide({"--help"});
  EXPECT_EQ(run.status, 0);
  for (const char* command : {"serve", "play", "engine", "replay", "analyse", "show", "rules", "sim", "perft", "bench",
                              "load", "arena", "art", "import", "export", "copy"}) {
    EXPECT_THAT(run.out, HasSubstr(command));
    const Outcome own = bastide({command, "--help"});
    EXPECT_EQ(own.status, 0) << command;
    EXPECT_THAT(own.out, HasSubstr("--help")) << command;
  }
}

TEST(Arguments, WrongOnesGiveStatus2AndSaySo) {
  const std::string game = scratch_file("game.txt", kShortGame);
  const std::vector<std::vector<std::string>> all = {
      {},
      {"fly"},
      {"sim", "--gmaes", "3"},
      {"sim", "--games"},
      {"sim", "--games", "0"},
      {"sim", "--games", "-1"},
      {"sim", "--games", "1e3"},
      {"sim", "--games", "99999999999999999999"},
      {"sim", "--seed", "-1"},
      {"sim", "--seed", "18446744073709551616"},
      {"sim", "--seed", "x"},
      {"sim", "--threads", "0"},
      {"sim", "--threads", "1000000"},
      {"sim", "--kernel", "slow"},
      {"sim", "stray"},
      {"sim", "--json", "--record", "1"},
      {"replay"},
      {"replay", game, game},
      {"show"},
      {"show", game, "--theme", "neon"},
      {"show", game, "--size", "-5"},
      {"show", game, "--ply", "x"},
      {"show", game, "--tile", "D"},
      {"show", "--svg", game},  // the game would be taken for the picture's file
      {"bench", "--only", "nothing"},
      {"bench", "--growth", "--json"},
      {"perft", "--depth", "-1"},
      {"perft", "--depth", "1000"},
      {"perft", game, "--seats", "3"},
      {"rules", "--presets", "--coverage"},
      {"art", "--columns", "0"},
      {"art", "--detail", "tiny"},
      {"load", "--sockets", "1"},
      {"load", "--sockets", "1000000"},
      {"load", "--rate", "0"},
      {"load", "--seconds", "1000000"},
      {"serve", "--connections", "0"},
      {"serve", "--unread", "1"},
  };
  for (const auto& arguments : all) {
    const Outcome run = bastide(arguments);
    EXPECT_EQ(run.status, 2) << testing::PrintToString(arguments);
    EXPECT_EQ(run.out, "") << testing::PrintToString(arguments);
    EXPECT_GT(run.err.size(), 10u) << testing::PrintToString(arguments);
  }
  EXPECT_EQ(read_file(game), kShortGame);
}

TEST(Arguments, WhatCannotBeDoneGivesStatus1AndTheReason) {
  const std::string game = scratch_file("game.txt", kShortGame);
  const std::vector<std::pair<std::vector<std::string>, std::string>> all = {
      {{"sim", "--preset", "klassik"}, "klassik"},
      {{"sim", "--players", "random"}, "1"},
      {{"sim", "--players", "random,stockfish"}, "stockfish"},
      {{"sim", "--players", "random,,random"}, "there is no player ''"},
      {{"sim", "--players", ""}, "1"},
      {{"sim", "--players", "random,random,random,random,random,random"}, "6"},
      {{"sim", "--set", "field_scoring"}, "option=value"},
      {{"sim", "--set", "fields=none"}, "fields"},
      {{"sim", "--set", "field_scoring=many"}, "many"},
      {{"sim", "--set", "field_scoring=none", "--set", "field_scoring=third"}, "twice"},
      {{"replay", "/nowhere/game.txt"}, "No such file"},
      {{"replay", "/"}, "folder"},
      {{"replay", "/dev/zero"}, "16 MiB"},
      {{"analyse", "/nowhere/game.txt"}, "No such file"},
      {{"analyse", scratch_file("wrong.txt", "bastide game 1\nrules none\n")}, "none"},
      {{"show", "/nowhere/game.txt"}, "No such file"},
      {{"show", game, "--ply", "99"}, "9 plies"},
      {{"show", game, "--svg", "/nowhere/board.svg"}, "/nowhere/board.svg"},
      {{"show", "--tile", "ZZ"}, "ZZ"},
      {{"show", "--tile", "D", "--preset", "none"}, "none"},
      {{"rules", "CITY-99"}, "CITY-99"},
      {{"perft", "--draws", "ZZ"}, "ZZ"},
      {{"perft", "--draws", "C C", "--depth", "8"}, "draw 2"},
      {{"perft", "--draws", "U", "--depth", "8"}, "too few"},
      {{"art", "--preset", "none"}, "none"},
      {{"load", "--host", "192.0.2.1"}, "127.0.0.1"},
      {{"load", "--host", "example.org"}, "127.0.0.1"},
      {{"load", "--host", "0.0.0.0"}, "127.0.0.1"},
      {{"load", "--from", "9", "--to", "3"}, "--from 3 --to 9"},
      {{"load", "--port", "1"}, "nothing listens at port 1"},
      {{"load", "--and", "many"}, "'many' is no port"},
      {{"copy", "/nowhere", "/proc/nowhere"}, "no games are kept there"},
      {{"copy", "postgresql://somebody:secret@127.0.0.1:1/games", "/proc/nowhere"}, "postgresql://127.0.0.1:1/games"},
      {{"serve", "--nats", "nats://127.0.0.1"}, "--db postgresql://HOST/NAME as well"},
      {{"serve", "--db", "postgresql://127.0.0.1:1/games"}, "this database cannot be used"},
      {{"serve", "--trust-proxy", "localhost", "--games", "/proc/nowhere"}, "'localhost' is no address of a proxy"},
      {{"serve", "--origin", "bastide.example", "--games", "/proc/nowhere"}, "https://bastide.example"},
      {{"--data", "/nowhere", "rules"}, "/nowhere"},
  };
  for (const auto& [arguments, reason] : all) {
    const Outcome run = bastide(arguments);
    EXPECT_EQ(run.status, 1) << testing::PrintToString(arguments);
    EXPECT_THAT(run.err, HasSubstr(reason)) << testing::PrintToString(arguments);
    EXPECT_THAT(run.err, testing::StartsWith("bastide: ")) << testing::PrintToString(arguments);
  }
}

TEST(Language, IsThatOfTheOption) {
  const std::string game = scratch_file("game.txt", kShortGame);
  const Outcome dutch = bastide({"replay", "--language", "nl", game});
  EXPECT_EQ(dutch.status, 0) << dutch.err;
  EXPECT_THAT(dutch.out, HasSubstr("+4 Noor; Stad, 2 tegels: 2 tegels × 2 = 4. Alleen Noor heeft hier een volgeling en "
                                   "krijgt 4 punten. [CITY-2"));
  EXPECT_THAT(dutch.out, testing::ContainsRegex("totaal +0 +4"));
  EXPECT_THAT(bastide({"score", "--all", "--language", "de", game}).out,
              HasSubstr("Städte nach „Original“ (CITY-3): Mila 0, Noor 2; Städte nach „Zweite Ausgabe“"));
  EXPECT_THAT(bastide({"rules", "CITY-2", "--language", "de"}).out, HasSubstr("Punkte für eine Stadt"));
  const Outcome french = bastide({"rules", "--language", "fr"});
  EXPECT_EQ(french.status, 2);
  EXPECT_THAT(french.err, HasSubstr("fr"));
}

TEST(Show, DrawsTheBoardAsText) {
  const Outcome run = bastide({"show", scratch_file("game.txt", kShortGame)});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("──────────1"));  // Mila's highwayman on the road
  EXPECT_THAT(run.out, HasSubstr("Noor"));
  EXPECT_THAT(run.out, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(bastide({"show", scratch_file("game.txt", kShortGame), "--color", "always"}).out, HasSubstr("\x1b["));
  const Outcome early = bastide({"show", scratch_file("game.txt", kShortGame), "--ply", "0"});
  EXPECT_EQ(early.status, 0);
  EXPECT_THAT(early.out, HasSubstr("71 tiles in the stack"));
}

TEST(Show, DrawsTheBoardAsAPicture) {
  const fs::path picture = scratch() / "board.svg";
  const std::string game = scratch_file("game.txt", kShortGame);
  ASSERT_EQ(bastide({"show", game, "--svg", picture.string(), "--theme", "winter", "--size", "800"}).status, 0);
  const std::string svg = read_file(picture);
  EXPECT_THAT(svg, HasSubstr("<svg"));
  EXPECT_THAT(svg, HasSubstr("</svg>"));
  EXPECT_THAT(bastide({"show", game, "--svg"}).out, HasSubstr("</svg>"));
}

TEST(Show, TakesPositionsAndTiles) {
  const Outcome position =
      bastide({"show", "-"}, "bastide position 1\nrules new\nseat human A\nseat human B\ntile D 0,0 n road:2\n");
  EXPECT_EQ(position.status, 0) << position.err;
  EXPECT_THAT(position.out, HasSubstr("2"));
  const Outcome tile = bastide({"show", "--tile", "D"});
  EXPECT_EQ(tile.status, 0);
  EXPECT_THAT(tile.out, HasSubstr("fieldENE"));
}

TEST(Rules, JsonNamesTheScenariosOfEveryRule) {
  const Outcome run = bastide({"rules", "--coverage", "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const json::value all = json::parse(run.out);
  ASSERT_GT(all.at("rules").as_array().size(), 20u);
  for (const json::value& rule : all.at("rules").as_array())
    EXPECT_GT(rule.at("scenarios").as_array().size(), 0u) << rule.at("id");
  EXPECT_THAT(bastide({"rules", "CITY-2"}).out, HasSubstr("shield"));
  EXPECT_THAT(bastide({"rules", "--presets"}).out, HasSubstr("bigbox5"));
  EXPECT_THAT(bastide({"rules", "--options"}).out, HasSubstr("field_scoring=none"));
  for (const char* list : {"--presets", "--options"})
    EXPECT_NO_THROW(json::parse(bastide({"rules", "--json", list}).out)) << list;
}

TEST(Rules, DataCanComeFromAFolder) {
  const Outcome run = bastide({"--data", (fs::path(BASTIDE_SOURCE_DIR) / "data").string(), "rules", "--presets"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, bastide({"rules", "--presets"}).out);
}

TEST(Sim, JsonIsOneObjectWithWhatTheTableSays) {
  const Outcome run = bastide({"sim", "--json", "--preset", "winter", "--players", "random,greedy", "--games", "10",
                               "--seed", "3", "--set", "field_scoring=none"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const json::value sim = json::parse(run.out);
  EXPECT_EQ(sim.at("games").as_int64(), 10);
  EXPECT_GT(sim.at("games_per_cpu_second").as_int64(), 0);
  EXPECT_EQ(sim.at("signature").as_string().size(), 16u);
  EXPECT_EQ(sim.at("options").at("field_scoring").as_string(), "none");
  EXPECT_EQ(sim.at("wins").as_array().size(), 2u);
  EXPECT_EQ(sim.at("wins").at(1).as_int64(), 10);
  EXPECT_GT(sim.at("means").at(1).as_double(), sim.at("means").at(0).as_double());
  EXPECT_EQ(sim.at("players").at(1).at("player").as_string(), "greedy");
}

TEST(Sim, ThreadsAndRunsDoNotChangeTheSignature) {
  const auto signature = [](const std::string& threads) {
    const Outcome run =
        bastide({"sim", "--json", "--players", "greedy,random", "--games", "40", "--rotate", "--threads", threads});
    return std::string(json::parse(run.out).at("signature").as_string());
  };
  const std::string once = signature("1");
  EXPECT_EQ(signature("1"), once);
  EXPECT_EQ(signature("2"), once);
  EXPECT_EQ(signature("7"), once);
}

TEST(Analyse, JudgesEveryDecisionTheSameEachTime) {
  const std::string plain = bastide({"sim", "--players", "random,greedy", "--record", "0"}).out;
  const std::string game = scratch_file("analysed.txt", plain);
  const Outcome run = bastide({"analyse", game, "--json", "--nodes", "60"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(bastide({"analyse", game, "--json", "--nodes", "60"}).out, run.out);
  std::istringstream lines(run.out);
  std::array<double, 2> lost{};
  int decisions = 0;
  for (std::string line; std::getline(lines, line); ++decisions) {
    const json::value decision = json::parse(line);
    const double loss = decision.at("lost").as_double(), best = decision.at("best").at("margin").as_double(),
                 played = decision.at("played").at("margin").as_double();
    EXPECT_GE(loss, 0);
    EXPECT_NEAR(loss, std::max(0.0, best - played), 1e-9);
    lost[decision.at("seat").as_int64()] += loss;
  }
  EXPECT_GT(decisions, 60);
  EXPECT_GT(lost[0], 3 * lost[1]) << "random against greedy";
  const Outcome table = bastide({"analyse", game, "--nodes", "60"});
  EXPECT_THAT(table.out, HasSubstr("points lost in 36 decisions"));
}

TEST(Sim, ProgressGoesToStandardErrorWhenAskedFor) {
  const Outcome run = bastide({"sim", "--progress", "--players", "greedy,greedy", "--games", "4000"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.err, HasSubstr("of 4,000 games"));
  EXPECT_THAT(run.out, HasSubstr("games per CPU second"));
}

TEST(Bench, PrintsSpeedsAndSignatures) {
  const Outcome run = bastide({"bench", "--json", "--only", "replay"});
  ASSERT_EQ(run.status, 0) << run.err;
  const json::value bench = json::parse(run.out);
  const json::value& replay = bench.at("benchmarks").at(0);
  EXPECT_EQ(replay.at("name").as_string(), "replay");
  EXPECT_GT(replay.at("per_cpu_second").as_int64(), 0);
  EXPECT_EQ(replay.at("signature").as_string().size(), 16u);
  EXPECT_GT(bench.at("state_bytes").at("fast").as_int64(), 0);
}

TEST(Perft, CountsARecordAsItWentAndANewGame) {
  const std::string game = scratch_file("game.txt", kShortGame);
  const Outcome run = bastide({"perft", game, "--depth", "1"});
  EXPECT_EQ(run.status, 0) << run.err;
  const auto legal = json::parse(lines_of(bastide({"replay", "--json", game}).out)[1]).at("legal").as_array().size();
  EXPECT_EQ(run.out, "count 0 1\ncount 1 " + std::to_string(legal) + "\n");
  EXPECT_EQ(bastide({"perft", "--depth", "3", "--kernel", "fast"}).out,
            bastide({"perft", "--depth", "3", "--kernel", "full"}).out);
}

TEST(Art, DrawsASheet) {
  const Outcome run = bastide({"art", "--preset", "winter"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("</svg>"));
  // The detail is the one that the width asks for, unless one is named.
  const std::string small = "\"a-n a-s-wall\"";
  EXPECT_EQ(run.out.find(small), std::string::npos);
  EXPECT_THAT(bastide({"art", "--preset", "winter", "--size", "44"}).out, HasSubstr(small));
  EXPECT_THAT(bastide({"art", "--preset", "winter", "--detail", "small"}).out, HasSubstr(small));
}

TEST(Sim, TakesTheKernelThatTakesTheRules) {
  EXPECT_THAT(bastide({"sim", "--games", "2", "--json"}).out, testing::HasSubstr("\"kernel\":\"fast\""));
  EXPECT_THAT(bastide({"sim", "--games", "2", "--json", "--set", "draw=hand"}).out,
              testing::HasSubstr("\"kernel\":\"full\""));
  const auto refused = bastide({"sim", "--games", "2", "--set", "draw=hand", "--kernel", "fast"});
  EXPECT_NE(refused.status, 0);
  EXPECT_THAT(refused.err, testing::HasSubstr("take only whole tiles"));
}

TEST(Signatures, AreThoseOfTheGoldenFile) {
  const fs::path golden = fs::path(BASTIDE_SOURCE_DIR) / "tests/golden/signatures.txt";
  std::string text = "# preset, players, games, signature: see tests/unit/cli_test.cpp\n";
  for (const std::string preset : {"classic", "new", "winter", "bigbox5"})
    for (const auto& [players, games] :
         {std::pair<std::string, std::string>{"random,random", "300"}, {"greedy,greedy,random", "5"}}) {
      const Outcome run =
          bastide({"sim", "--json", "--preset", preset, "--players", players, "--games", games, "--seed", "1"});
      ASSERT_EQ(run.status, 0) << run.err;
      text += preset + " " + players + " " + games + " " +
              std::string(json::parse(run.out).at("signature").as_string()) + "\n";
    }
  if (std::getenv("BASTIDE_RENEW")) write_file(golden, text);
  EXPECT_EQ(read_file(golden), text);
}

}  // namespace
}  // namespace bastide::cli_test
