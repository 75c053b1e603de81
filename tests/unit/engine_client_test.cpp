// Programs as players: a whole game against the sample bot, and programs that misbehave in every way we know. Whatever
// they do takes a bounded time and is said with what was sent and what came.
#include <fmt/format.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

#include "core/kernel.h"
#include "engine/client.h"
#include "game/worlds.h"
#include "unit/cli_support.h"

namespace bastide::cli_test {
namespace {

using Clock = std::chrono::steady_clock;
using testing::AllOf;

const std::string kSampleBot = "python3 " + (fs::path(BASTIDE_SOURCE_DIR) / "docs/examples/bot.py").string();
const std::string kOurs = std::string(BASTIDE_BINARY) + " engine";

struct Decision {
  GameRulesPtr rules = *compile(builtin_catalogue(), {"new", {}}, 2);
  State<Full> state;
  Decision() {
    start(rules->kernel, state);
    apply(rules->kernel, state, *parse_move(*rules, state, "draw U"));
  }
};

/// A client that is patient for so long, and what comes of a question.
std::string said_of(const std::string& command, int milliseconds = 2000, double seconds = 0.05) {
  const Decision asked;
  EngineSpec spec;
  spec.command = command;
  spec.limits.seconds = seconds;
  spec.patience = std::chrono::milliseconds(milliseconds);
  EngineClient client(spec);
  const auto begin = Clock::now();
  const auto move = client.choose(*asked.rules, asked.state);
  EXPECT_LT(Clock::now() - begin, std::chrono::milliseconds(2 * milliseconds + 3000)) << command;
  return move ? move_text(*asked.rules, asked.state, *move) : move.error().text();
}

/// A program that greets, and then does this to each `go`, in the words of a shell.
std::string that_does(const std::string& what) {
  return "echo name x; echo ready; while read -r a b; do if [ \"$a\" = ping ]; then echo pong $b; fi; "
         "if [ \"$a\" = go ]; then " +
         what + "; fi; done";
}

TEST(EngineClient, AnswersOfAGoodOne) {
  EXPECT_THAT(said_of(that_does("echo bestmove 1,0 e")), "1,0 e");
  EXPECT_THAT(said_of(that_does("echo info some words; echo; echo 'bestmove  1,0 e '")), "1,0 e");
  EXPECT_THAT(said_of(kOurs + " --player greedy", 10'000), HasSubstr(",0 e"));
  EXPECT_THAT(said_of(kSampleBot, 10'000), testing::MatchesRegex("-?[01],[01] e"));
}

TEST(EngineClient, SilenceEndsAfterAWhile) {
  EXPECT_THAT(said_of("sleep 60", 300), AllOf(HasSubstr("it is silent"), HasSubstr("'hello 1'")));
  EXPECT_THAT(said_of(that_does("sleep 60"), 300), AllOf(HasSubstr("it is silent"), HasSubstr("'go time 50'")));
  EXPECT_THAT(said_of(that_does("echo info 1; sleep 60"), 300), HasSubstr("had said 'info 1'"));
  EXPECT_THAT(said_of("echo ready; sleep 60", 300), HasSubstr("is silent"));
}

TEST(EngineClient, AnEndIsTold) {
  EXPECT_THAT(said_of("exit 3"), HasSubstr("it ended with status 3"));
  EXPECT_THAT(said_of("no-such-program-here 2>/dev/null"), HasSubstr("no such command"));
  EXPECT_THAT(said_of(that_does("exit 4")), AllOf(HasSubstr("status 4"), HasSubstr("'go time 50'")));
  EXPECT_THAT(said_of(that_does("kill -9 $$")), HasSubstr("signal 9"));
  EXPECT_THAT(said_of("exec <&-; echo ready; sleep 60", 500), HasSubstr("engine '"));
  EXPECT_THAT(said_of("exec >&-; sleep 60", 500), HasSubstr("closed its output"));
}

TEST(EngineClient, GarbageIsNoAnswer) {
  EXPECT_THAT(said_of("cat /dev/urandom"), HasSubstr("engine '"));
  EXPECT_THAT(said_of("echo hi; cat"), AllOf(HasSubstr("had said 'hi'"), HasSubstr("then ready")));
  EXPECT_THAT(said_of(that_does("echo what")), AllOf(HasSubstr("something else than a move"), HasSubstr("'what'")));
  EXPECT_THAT(said_of(that_does("echo error position: no")), HasSubstr("had said 'error position: no'"));
  EXPECT_THAT(said_of(that_does("echo bestmove")), HasSubstr("engine '"));
  EXPECT_THAT(said_of(that_does("echo bestmove xyz")), AllOf(HasSubstr("'xyz'"), HasSubstr("'go time 50'")));
  EXPECT_THAT(said_of("tr '\\0' x < /dev/zero"), HasSubstr("a line of more than 10000 bytes"));
}

// What was said too late or twice is no answer to the next question.
TEST(EngineClient, WhatNobodyAskedForIsNoAnswer) {
  const Decision asked;
  EngineSpec spec;
  spec.command = that_does("echo bestmove 1,0 e; echo bestmove 0,1 e");
  EngineClient client(spec);
  ASSERT_TRUE(client.choose(*asked.rules, asked.state));
  const auto second = client.choose(*asked.rules, asked.state);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().text(), AllOf(HasSubstr("unasked"), HasSubstr("had said 'bestmove 0,1 e'")));
}

TEST(EngineClient, ALyingOneIsToldTheRule) {
  EXPECT_THAT(said_of(that_does("echo bestmove 0,0 n")),
              AllOf(HasSubstr("its move '0,0 n' is illegal"), HasSubstr("[PLACE-1]"), HasSubstr("expected one of")));
  EXPECT_THAT(said_of(that_does("echo bestmove 5,5 n")), HasSubstr("[PLACE-1]"));
}

TEST(EngineClient, EndlessOutputEndsAfterAWhile) {
  EXPECT_THAT(said_of("yes name x", 500), HasSubstr("engine '"));
  EXPECT_THAT(said_of(that_does("yes info"), 500), HasSubstr("engine '"));
  EXPECT_THAT(said_of("echo ready; yes info", 500), HasSubstr("engine '")) << "and it does not read";
}

TEST(EngineClient, IsStartedAgainAndRestsAfterThreeFailures) {
  const Decision asked;
  const fs::path count = scratch() / "started";
  EngineSpec spec;
  spec.command = "echo x >> " + count.string() + "; exit 1";
  EngineClient client(spec);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(client.choose(*asked.rules, asked.state));
  const auto rests = client.choose(*asked.rules, asked.state);
  ASSERT_FALSE(rests);
  EXPECT_THAT(rests.error().text(), HasSubstr("3 times in a row"));
  EXPECT_EQ(read_file(count), "x\nx\nx\n");
}

TEST(EngineClient, WhatItHasStartedEndsWithIt) {
  const fs::path pid = scratch() / "grandchild";
  {
    EngineSpec spec;
    spec.command = "sleep 600 & echo $! > " + pid.string() + "; echo ready; cat > /dev/null; wait";
    EngineClient client(spec);
    ASSERT_TRUE(client.start());
  }
  const pid_t grandchild = std::stoi(read_file(pid));
  for (int i = 0; i < 100 && kill(grandchild, 0) == 0; ++i) {
    std::ifstream stat("/proc/" + std::to_string(grandchild) + "/stat");
    std::string number, name, state;
    if (stat >> number >> name >> state && state == "Z") break;  // nobody has collected it yet
    usleep(20'000);
    ASSERT_LT(i, 99);
  }
}

TEST(EngineClient, AStopIsPassedOn) {
  const Decision asked;
  std::atomic<bool> stop = false;
  EngineSpec spec;
  spec.command = that_does("read -r word; [ \"$word\" = stop ] && echo bestmove 1,0 e");
  EngineClient client(spec);
  ASSERT_TRUE(client.start());
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop = true;
  });
  Limits limits;
  limits.seconds = 100;
  limits.stop = &stop;
  const auto move = client.choose(*asked.rules, asked.state, limits);
  later.join();
  ASSERT_TRUE(move) << move.error().text();
}

TEST(EngineClient, NobodyWaitsWhenItIsCancelled) {
  const Decision asked;
  const std::atomic<bool> cancelled = true;
  EngineSpec spec;
  spec.command = "sleep 600";
  EngineClient client(spec);
  const auto begin = Clock::now();
  EXPECT_FALSE(client.choose(*asked.rules, asked.state, {}, &cancelled));
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(2));
}

TEST(EngineClient, WhatItComparedIsKept) {
  const Decision asked;
  EngineSpec spec;
  spec.command = that_does("echo info move 1,0 e margin 2.5 nodes 7; echo info move 9 margin; echo bestmove 1,0 e");
  EnginePlayer player(asked.rules, std::make_shared<EngineClient>(spec));
  Rng rng(1);
  player.choose(asked.rules->kernel, asked.state, rng);
  EXPECT_EQ(player.failures(), 0) << player.trouble().text();
  ASSERT_EQ(player.considered().size(), 1u);
  EXPECT_EQ(player.considered()[0].margin, 2.5);
  EXPECT_EQ(player.considered()[0].nodes, 7);
}

// Two worlds that differ only in what the seat to move may not know: it is sent the same bytes, and answers the same.
TEST(EngineClient, IsSentNothingThatItsSeatMayNotKnow) {
  const auto rules = *compile(builtin_catalogue(), {"new", {{"draw", "hand"}, {"hand_view", "hidden"}}}, 3);
  Game game = *Game::create(rules, {{"Mila"}, {"Noor"}, {"Tom"}});
  Rng rng(8);
  for (int ply = 0; ply < 60; ++ply) {
    const auto moves = game.legal();
    const Move any = moves[rng.below(static_cast<uint32_t>(moves.size()))];
    ASSERT_TRUE(game.play(game.state().phase == Phase::draw ? random_draw(rules->kernel, game.state(), rng) : any));
  }
  while (game.state().phase == Phase::draw) ASSERT_TRUE(game.play(random_draw(rules->kernel, game.state(), rng)));
  std::vector<std::string> sent, chosen;
  std::set<std::string> worlds;
  for (int world = 0; world < 3; ++world) {
    const State<Full> state = imagined(game, game.state().seat, rng);
    worlds.insert(write_position({rules->choice, game.seats(), rules, state}));
    const fs::path heard = scratch() / fmt::format("heard-{}", world);
    EngineSpec spec;
    spec.command = "tee " + heard.string() + " | " + kOurs;
    spec.limits.nodes = 40;  // no clock decides
    {
      EngineClient client(spec);
      const auto move = client.choose(*rules, state);
      ASSERT_TRUE(move) << move.error().text();
      chosen.push_back(move_text(*rules, state, *move));
    }
    sent.push_back(read_file(heard));
  }
  EXPECT_GT(worlds.size(), 1u);
  EXPECT_THAT(sent[0], HasSubstr(" ? ? ?"));
  EXPECT_EQ(sent[0], sent[1]);
  EXPECT_EQ(sent[0], sent[2]);
  EXPECT_THAT(chosen, testing::Each(chosen[0]));
}

TEST(EngineClient, SpecsAreRead) {
  const auto spec = parse_engine("time=0.25:nodes=40:python3 a:b.py --x");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->command, "python3 a:b.py --x");
  EXPECT_EQ(spec->limits.seconds, 0.25);
  EXPECT_EQ(spec->limits.nodes, 40);
  EXPECT_EQ(parse_engine("time=0.25")->command, "time=0.25") << "a command may be called anything";
  for (const char* bad : {"", "  ", "time=x:cat", "time=-1:cat", "nodes=0:cat", "time=1:"})
    EXPECT_FALSE(parse_engine(bad)) << bad;
  EXPECT_EQ(parse_named_engine("a-1=time=1:cat")->name, "a-1");
  for (const char* bad : {"cat", "=cat", "a b=cat", "a=", "abcdefghijklmnopqrstuvwxyz=cat"})
    EXPECT_FALSE(parse_named_engine(bad)) << bad;
  const Decision asked;
  EXPECT_TRUE(make_player_for("greedy", asked.rules));
  EXPECT_FALSE(make_player_for("nobody", asked.rules));
  EXPECT_FALSE(make_player_for("engine:exit 1", asked.rules));
}

// ---------------------------------------------------------------- bastide engine and bastide play

TEST(EngineProgram, SpeaksFromItsInput) {
  const Outcome run = bastide({"engine", "--player", "greedy"}, "hello 1\nrules new seats=2\ndraw E\ngo time 100\n" +
                                                                    std::string(20'000, 'x') + "\nscore\n");
  EXPECT_EQ(run.status, 0);
  const auto lines = lines_of(run.out);
  ASSERT_GE(lines.size(), 9u);
  EXPECT_EQ(lines[0], "name Bastide");
  EXPECT_EQ(lines[5], "ready");
  EXPECT_THAT(lines[6], testing::StartsWith("info move 0,-1 s margin ")) << "best first";
  const auto best = std::find(lines.begin(), lines.end(), "bestmove 0,-1 s");
  ASSERT_NE(best, lines.end());
  EXPECT_THAT(best[1], HasSubstr("more than 10000 bytes"));
  EXPECT_EQ(lines.back(), "score 0 0 end 0 0");
  EXPECT_EQ(bastide({"engine"}, "rules classic\ndraw\ngo infinite\nquit\nscore\n").status, 0);
  EXPECT_EQ(bastide({"engine", "--player", "nobody"}).status, 1);
}

TEST(EngineProgram, GreedyPlaysTheSampleBot) {
  const fs::path record = scratch() / "game.txt";
  const Outcome run = bastide({"play", "--seat", "greedy", "--engine", kSampleBot, "--set", "field_scoring=none",
                               "--seed", "4", "--record", record.string()});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, AllOf(HasSubstr("Sample: "), HasSubstr("(0 tiles left)")));
  EXPECT_EQ(bastide({"replay", record.string()}).status, 0);
  EXPECT_THAT(read_file(record), AllOf(HasSubstr("seat greedy Cobble"), HasSubstr("seat engine Sample")));
}

TEST(EngineProgram, APersonPlaysABrokenEngine) {
  const Outcome run =
      bastide({"play", "--engine", that_does("exit 5"), "--seed", "1"}, "?\nwhat\n9,9 n\n0,1 e\n-\nquit\n");
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("'what' is no space"), HasSubstr("[PLACE-1]"), HasSubstr("The game is not over")));
  EXPECT_THAT(run.err, AllOf(HasSubstr("it ended with status 5"), HasSubstr("moves instead")));
  EXPECT_EQ(bastide({"play", "--engine", "exit 5"}).status, 1);
  EXPECT_EQ(bastide({"play", "--seat", "nobody"}).status, 1);
  EXPECT_EQ(bastide({"play"}, "").status, 1) << "nobody is at the keyboard";
}

}  // namespace
}  // namespace bastide::cli_test
