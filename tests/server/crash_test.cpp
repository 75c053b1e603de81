// The program killed in the middle of play, and started again: no acknowledged event is lost, bots go on.
#include <fmt/format.h>
#include <signal.h>

#include <random>

#include "game/game.h"
#include "server/client.h"
#include "server/program.h"

namespace bastide::test {
namespace {

TEST(Crash, KilledInTheMiddleOfPlayLosesNothingThatWasAcknowledged) {
  const Folder folder;
  auto program = std::make_unique<Program>(folder.path());
  ASSERT_NE(program->port(), 0) << program->said();
  const json::value created = new_game(program->port(), "classic", {"me", "greedy"});
  const std::string game = text(created.at("game")), token = token_of(created, 0);
  std::vector<json::value> acknowledged;
  std::vector<std::string> bots;
  std::mt19937 random(20261120);
  int lost_connections = 0;
  for (int round = 0; round < 10; ++round) {
    // A game that was begun is there, whatever came next.
    bots.push_back(text(new_game(program->port(), "new", {"random", "random"}).at("game")));
    Person person(program->port(), game, token, static_cast<uint64_t>(round));
    ASSERT_GE(person.events().size(), acknowledged.size()) << "round " << round;
    for (std::size_t i = 0; i < acknowledged.size(); ++i)
      ASSERT_EQ(person.events()[i], acknowledged[i]) << "round " << round;
    std::thread killer([&, pause = std::chrono::microseconds(random() % 40'000)] {
      std::this_thread::sleep_for(pause);
      program->signal(SIGKILL);
    });
    while (!person.over() && person.wait_for_turn() && !person.over()) {
      person.play();
      const int before = person.seq();
      while (person.seq() == before && person.socket().open()) person.take(person.socket().read());
    }
    lost_connections += person.socket().open() ? 0 : 1;
    killer.join();
    EXPECT_EQ(program->wait(), -SIGKILL);
    acknowledged = person.events();
    program = std::make_unique<Program>(folder.path());
    ASSERT_NE(program->port(), 0) << program->said();
  }
  EXPECT_GE(lost_connections, 1);
  Person person(program->port(), game, token, 99);
  for (std::size_t i = 0; i < acknowledged.size(); ++i) ASSERT_EQ(person.events()[i], acknowledged[i]);
  person.play_to_end();
  for (const std::string& one : bots) wait_for_status(program->port(), one, "over");
  for (const std::string& one : bots) {
    const auto record =
        parse_record(builtin_catalogue(), http(program->port(), "GET", "/api/games/" + one + "/record").body);
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_TRUE(Game::replay(*record));
  }
}

TEST(Crash, EndsGracefullyAndGoesOn) {
  const Folder folder;
  for (const int number : {SIGTERM, SIGINT}) {
    Program program(folder.path());
    ASSERT_NE(program.port(), 0) << program.said();
    const json::value created = new_game(program.port(), "new", {"me", "random"});
    Person person(program.port(), text(created.at("game")), token_of(created, 0), 1);
    ASSERT_TRUE(person.wait_for_turn());
    program.signal(number);
    while (!person.socket().read().is_null()) {
    }
    EXPECT_EQ(person.socket().close_code(), 1001) << "going away";
    EXPECT_EQ(program.wait(), 0) << program.said();
    Program again(folder.path());
    EXPECT_EQ(get(again.port(), "/api/games/" + text(created.at("game")), "GameSummary").at("status"), "playing");
  }
}

TEST(Crash, WhatPreventsAStartIsSaid) {
  const Folder folder, other;
  Program program(folder.path());
  ASSERT_NE(program.port(), 0) << program.said();
  const auto says = [](Program& failed, const std::string& part) {
    EXPECT_EQ(failed.port(), 0);
    EXPECT_EQ(failed.wait(), 1) << failed.said();
    EXPECT_NE(failed.said().find(part), std::string::npos) << failed.said();
  };
  Program same_folder(folder.path());
  says(same_folder, "another server uses this folder");
  Program same_port(other.path(), program.port());
  says(same_port, fmt::format("port {} is taken", program.port()));
  Program no_folder("/proc/nowhere");
  says(no_folder, "/proc/nowhere");
}

TEST(Crash, ServerInThisProcessStoppedAndStarted) {
  const Folder folder;
  std::string game, bots, token;
  std::vector<json::value> events;
  {
    RunningServer server(folder.path(), std::chrono::milliseconds(5));
    const json::value created = new_game(server.port(), "winter", {"me", "greedy"});
    bots = text(new_game(server.port(), "bigbox5", {"random", "greedy"}).at("game"));
    game = text(created.at("game"));
    token = token_of(created, 0);
    Person person(server.port(), game, token, 1);
    for (int i = 0; i < 5; ++i) {
      ASSERT_TRUE(person.wait_for_turn());
      person.play();
      const int before = person.seq();
      while (person.seq() == before) person.take(person.socket().read());
    }
    ASSERT_TRUE(person.wait_for_turn());
    events = person.events();
  }
  // A short stay in memory: the games are read from the log again and again.
  RunningServer server(folder.path(), {}, std::chrono::seconds(0));
  wait_for_status(server.port(), bots, "over");
  Person person(server.port(), game, token, 2);
  EXPECT_EQ(person.events(), events);
  person.play_to_end();
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  Person later(server.port(), game, "", 2);
  EXPECT_EQ(later.events(), person.events());
}

}  // namespace
}  // namespace bastide::test
