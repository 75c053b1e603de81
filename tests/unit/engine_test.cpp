// The engine's side of the protocol: the session of docs/engine-protocol.md line by line, what is wrong, being stopped,
// and every expansion's questions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/desk.h"
#include "engine/lines.h"
#include "engine/session.h"
#include "expansions/registry.h"
#include "short_form.h"

namespace bastide {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A session whose answers are kept.
class Talk {
 public:
  Talk() : session_(builtin_catalogue(), [this](std::string_view line) { said_.emplace_back(line); }) {}

  /// What is said to these lines.
  std::vector<std::string> operator()(const std::vector<std::string>& lines) {
    said_.clear();
    for (const std::string& line : lines) goes_on_ = session_.take(line, &stop_);
    return said_;
  }
  std::string one(const std::string& line) {
    const auto said = (*this)({line});
    return said.size() == 1 ? said[0] : "lines: " + std::to_string(said.size());
  }
  bool goes_on() const { return goes_on_; }

 private:
  std::vector<std::string> said_;
  std::atomic<bool> stop_ = false;
  bool goes_on_ = true;
  EngineSession session_;
};

std::vector<std::string> lines_of_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(EngineProtocol, TheSessionInTheDocumentation) {
  const auto lines = lines_of_file(std::filesystem::path(BASTIDE_SOURCE_DIR) / "docs" / "engine-protocol.md");
  Talk talk;
  std::vector<std::string> said;
  std::size_t next = 0;
  int sent = 0;
  for (const std::string& line : lines) {
    if (line.starts_with("> ")) {
      EXPECT_EQ(next, said.size()) << "before '" << line
                                   << "' it said more: " << said.at(std::min(next, said.size() - 1));
      said = talk({line.substr(2)});
      next = 0;
      ++sent;
    } else if (line.starts_with("< ")) {
      ASSERT_LT(next, said.size()) << line;
      const std::string wanted = line.substr(2);
      if (wanted.ends_with(" ..."))
        EXPECT_THAT(said[next], StartsWith(wanted.substr(0, wanted.size() - 4)));
      else
        EXPECT_EQ(said[next], wanted);
      ++next;
    }
  }
  EXPECT_GT(sent, 20);
  EXPECT_FALSE(talk.goes_on()) << "it ends with quit";
}

TEST(EngineProtocol, WhatIsWrongIsSaidAndChangesNothing) {
  Talk talk;
  EXPECT_THAT(talk.one("go"), AllOf(StartsWith("error go: no game"), HasSubstr("rules or position")));
  for (const char* line : {"move 0,1 n", "draw", "legalmoves", "score", "eval", "perft 1", "show", "analyse"})
    EXPECT_THAT(talk.one(line), StartsWith("error ")) << line;
  EXPECT_THAT(talk.one("hello 2"), HasSubstr("expected hello 1"));
  EXPECT_THAT(talk.one("option player nobody"), HasSubstr("there is no player 'nobody'"));
  EXPECT_THAT(talk.one("option seed -1"), StartsWith("error option: "));
  EXPECT_THAT(talk.one("option seed 18446744073709551616"), StartsWith("error option: "));
  EXPECT_THAT(talk.one("option threads 0"), HasSubstr("a number from 1 to 256"));
  EXPECT_THAT(talk.one("option threads 257"), HasSubstr("a number from 1 to 256"));
  EXPECT_THAT(talk.one("option colour red"), HasSubstr("player, seed or threads"));
  EXPECT_THAT(talk.one("rules"), HasSubstr("the preset is missing"));
  EXPECT_THAT(talk.one("rules nosuch"), StartsWith("error rules: "));
  EXPECT_THAT(talk.one("rules classic seats=1"), StartsWith("error rules: "));
  EXPECT_THAT(talk.one("rules classic seats=99"), StartsWith("error rules: "));
  EXPECT_THAT(talk.one("rules classic x"), StartsWith("error rules: "));
  EXPECT_THAT(talk({"rules new", "draw U"}), ElementsAre());
  const auto before = talk({"show"});
  EXPECT_THAT(talk.one("go fast"), HasSubstr("'fast' is no limit"));
  EXPECT_THAT(talk.one("go time"), HasSubstr("needs a whole number"));
  EXPECT_THAT(talk.one("go time 0"), HasSubstr("needs a whole number"));
  EXPECT_THAT(talk.one("go nodes 1e3"), HasSubstr("needs a whole number"));
  EXPECT_THAT(talk.one("move"), HasSubstr("the move is missing"));
  EXPECT_THAT(talk.one("move 9,9 n"), HasSubstr("[PLACE-1]"));
  EXPECT_THAT(talk.one("draw U"), StartsWith("error draw: "));
  EXPECT_THAT(talk.one("perft 99"), StartsWith("error perft: "));
  EXPECT_THAT(talk.one("position now"), StartsWith("error position: "));
  EXPECT_THAT(talk.one("bad\tline \x01\x02\xff"), StartsWith("error bad: there is no such command"));
  EXPECT_THAT(talk.one(std::string(kLongestLine + 1, 'x')), HasSubstr("more than 10000 bytes"));
  EXPECT_THAT(talk({"position", "bastide position 1", "rules new", "end"}),
              ElementsAre(AllOf(StartsWith("error position: line "), HasSubstr("no seat is named"))));
  EXPECT_THAT(talk({"position", "nonsense", std::string(kLongestLine + 1, 'x'), "end"}),
              ElementsAre(HasSubstr("or a line of more than 10000")));
  EXPECT_THAT(talk({"", "  ", "# a word", "stop"}), ElementsAre());
  EXPECT_EQ(talk({"show"}), before);
  EXPECT_THAT(talk.one("ping"), "pong");
}

TEST(EngineProtocol, ThreadsChangeNothingButTheTime) {
  const auto moves = [](std::vector<std::string> options) {
    Talk talk;
    for (const char* line : {"option player mason", "rules new seats=2", "draw U", "go nodes 60"})
      options.push_back(line);
    auto said = talk(options);
    std::erase_if(said, [](const std::string& line) { return line.starts_with("info nodes"); });  // with the time
    return said;
  };
  const auto one = moves({});
  EXPECT_THAT(one.back(), StartsWith("bestmove "));
  EXPECT_EQ(moves({"option threads 3"}), one);
}

TEST(EngineProtocol, TheSameLinesGiveTheSameMove) {
  const std::vector<std::string> lines = {"option player random", "option seed 5", "rules classic seats=3", "draw",
                                          "go time 50"};
  Talk one, other;
  const auto said = one(lines);
  EXPECT_THAT(said.back(), StartsWith("bestmove "));
  EXPECT_EQ(other(lines).back(), said.back());
  EXPECT_EQ(one(lines).back(), said.back()) << "what was asked before does not matter";
}

TEST(EngineProtocol, AGameIsAPosition) {
  Talk talk;
  EXPECT_THAT(talk({"position", "bastide game 1", "rules new", "seat human Mila", "seat human Noor", "1 U 1,0 e road",
                    "2 E 0,-1 s city", "end", "score"}),
              ElementsAre("score 0 4 end 2 4"));
  EXPECT_THAT(talk.one("go"), HasSubstr("chance is to move"));
}

/// Plays a game, asking for every decision with the position alone.
void play_by_positions(const GameRulesPtr& rules, int plies, uint64_t seed) {
  std::vector<SeatSpec> seats;
  for (int seat = 0; seat < rules->kernel.seats; ++seat) seats.push_back({"Seat " + std::to_string(seat + 1)});
  Rng rng(seed);
  auto opening = make_opening(*rules, 0, [&](int n) { return static_cast<int>(rng.below(static_cast<uint32_t>(n))); });
  Game game = *Game::create(rules, seats, opening);
  Talk talk;
  talk({"option player random"});
  for (int ply = 0; ply < plies && !game.over(); ++ply) {
    if (game.state().phase == Phase::draw) {
      ASSERT_TRUE(game.play(random_draw(rules->kernel, game.state(), rng)));
      continue;
    }
    const std::string text = write_position({rules->choice, seats, rules, game.state()}, game.state().seat);
    std::vector<std::string> lines = {"position"};
    for (std::size_t from = 0, end = 0; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
      lines.push_back(text.substr(from, end - from));
    lines.insert(lines.end(), {"end", "go"});
    const auto said = talk(lines);
    ASSERT_FALSE(said.empty());
    ASSERT_THAT(said.back(), StartsWith("bestmove ")) << text;
    const auto played = game.play(said.back().substr(9));
    ASSERT_TRUE(played) << text << played.error().text();
    if (ply % 40 == 0) {
      const auto more = talk({"eval", "score", "analyse", "legalmoves", "perft 1"});
      for (const std::string& line : more) ASSERT_FALSE(line.starts_with("error ")) << text << line;
    }
  }
}

TEST(EngineProtocol, EveryExpansionIsPlayed) {
  std::size_t options = 0;
  for (const Expansion* expansion : expansions())
    for (const OptionRead& read : expansion->options) {
      if (options++ % every(4) != 0) continue;
      const OptionSpec& option = *builtin_catalogue().find_option(read.id);
      const std::string value = option.values.empty() ? std::to_string(option.maximum) : option.values.back().id;
      const auto rules = compile(builtin_catalogue(), {"new", {{option.id, value}}}, 3);
      if (rules) play_by_positions(*rules, 150, 3);
      ASSERT_FALSE(testing::Test::HasFatalFailure()) << option.id;
    }
}

// ---------------------------------------------------------------- the thread

/// A desk whose answers can be waited for.
class Spoken {
 public:
  EngineSession::Say say() {
    return [this](std::string_view line) {
      const std::lock_guard lock(mutex_);
      said_.emplace_back(line);
      changed_.notify_all();
    };
  }
  /// Whether so many lines come that begin so.
  bool hears(const std::string& begin, int times = 1) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] {
      return std::count_if(said_.begin(), said_.end(), [&](const auto& line) { return line.starts_with(begin); }) >=
             times;
    });
  }
  std::vector<std::string> said() {
    const std::lock_guard lock(mutex_);
    return said_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> said_;
};

TEST(EngineDesk, PingAndStopAreHeardWhileItThinks) {
  Spoken spoken;
  EngineDesk desk(builtin_catalogue(), spoken.say());
  for (const char* line : {"rules classic", "draw 24", "go infinite", "eval"}) EXPECT_TRUE(desk.take(line));
  EXPECT_TRUE(desk.take("ping while"));
  EXPECT_TRUE(spoken.hears("pong while"));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  for (const std::string& line : spoken.said()) EXPECT_FALSE(line.starts_with("bestmove")) << "nobody said stop";
  desk.take("stop");
  EXPECT_TRUE(spoken.hears("bestmove "));
  EXPECT_TRUE(spoken.hears("eval ")) << "what was asked meanwhile comes after it";
}

TEST(EngineDesk, APingIsAnsweredAfterWhatCameBeforeIt) {
  Spoken spoken;
  EngineDesk desk(builtin_catalogue(), spoken.say());
  for (int i = 0; i < 20; ++i)
    for (const char* line : {"rules classic", "fly", "ping here"}) desk.take(line);
  desk.finish();
  const auto said = spoken.said();
  ASSERT_EQ(said.size(), 40u);
  for (std::size_t i = 0; i < said.size(); i += 2) {
    EXPECT_THAT(said[i], StartsWith("error fly"));
    EXPECT_EQ(said[i + 1], "pong here");
  }
}

TEST(EngineDesk, WhoHearsAMoveFindsItDone) {
  Spoken spoken;
  EngineDesk desk(builtin_catalogue(), spoken.say());
  for (const char* line : {"option player greedy", "rules classic", "draw 24"}) desk.take(line);
  for (int i = 1; i <= 50; ++i) {
    desk.take("go");
    ASSERT_TRUE(spoken.hears("bestmove ", i));
    desk.take("fly");
    desk.take("ping here");
    ASSERT_TRUE(spoken.hears("pong here", i));
    EXPECT_EQ(spoken.said()[spoken.said().size() - 2].substr(0, 9), "error fly");
  }
}

TEST(EngineDesk, AStopEndsOnlyWhatCameBeforeIt) {
  Spoken spoken;
  EngineDesk desk(builtin_catalogue(), spoken.say());
  for (const char* line : {"stop", "rules classic", "draw 24", "go infinite", "stop"}) desk.take(line);
  EXPECT_TRUE(spoken.hears("bestmove "));
  desk.take("stop");
  desk.take("ping idle");
  desk.take("go infinite");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const auto said = spoken.said();
  EXPECT_EQ(std::count_if(said.begin(), said.end(), [](const auto& line) { return line.starts_with("bestmove"); }), 1);
}

TEST(EngineDesk, TheEndOfTheInputFinishesWhatCanBe) {
  Spoken spoken;
  EngineDesk desk(builtin_catalogue(), spoken.say());
  for (const char* line : {"rules classic", "draw 24", "go time 5", "go infinite", "score"}) desk.take(line);
  desk.finish();
  EXPECT_EQ(spoken.said().back(), "score 0 0 end 0 0");
}

TEST(EngineDesk, LinesOfABlockAreNoCommands) {
  Spoken spoken;
  EngineDesk desk(builtin_catalogue(), spoken.say());
  for (const char* line : {"position", "ping no", "end", "ping yes"}) EXPECT_TRUE(desk.take(line));
  desk.finish();
  EXPECT_THAT(spoken.said(), testing::UnorderedElementsAre(StartsWith("error position: "), "pong yes"));
}

TEST(EngineLines, AreCutAndBounded) {
  std::vector<std::string> texts;
  int long_ones = 0;
  const auto take = [&](const LineCutter::Cut& cut) {
    texts.push_back(cut.text.substr(0, 5));
    long_ones += cut.too_long ? 1 : 0;
  };
  LineCutter cutter;
  for (const char* bytes : {"on", "e\r\n", "\ntwo\nthr", "ee"}) cutter.add(bytes, take);
  EXPECT_THAT(texts, ElementsAre("one", "", "two"));
  cutter.rest(take);
  EXPECT_EQ(texts.back(), "three");
  for (int i = 0; i < 100; ++i) cutter.add(std::string(1000, 'x'), take);
  cutter.add("\nnext\n", take);
  EXPECT_EQ(long_ones, 1);
  EXPECT_EQ(texts.back(), "next");
  EXPECT_EQ(behind_first_word("  move   V 0,-1 e  "), "V 0,-1 e");
  EXPECT_EQ(behind_first_word("move"), "");
  EXPECT_EQ(shown_line("a\tb\n"), "a?b?");
}

}  // namespace
}  // namespace bastide
