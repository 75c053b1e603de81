// A database that an earlier program wrote: every game of it is there, tells the same, and can be played on.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "game/game.h"
#include "server/client.h"
#include "short_form.h"

namespace bastide::test {
namespace {

const std::string kFolder = BASTIDE_SOURCE_DIR "/tests/old/";

json::array old_games() {
  std::ifstream file(kFolder + "games.json");
  std::stringstream text;
  text << file.rdbuf();
  return json::parse(text.str()).as_array();
}

json::value summary(uint16_t port, const std::string& game) {
  return get(port, "/api/games/" + game, "GameSummary");
}

std::string record(uint16_t port, const std::string& game) {
  return http(port, "GET", "/api/games/" + game + "/record").body;
}

void check_told(uint16_t port, const json::object& old) {
  const std::string game = text(old.at("game"));
  const json::value told = summary(port, game);
  EXPECT_EQ(told.at("status"), old.at("status"));
  EXPECT_EQ(told.at("turn"), old.at("turn"));
  EXPECT_EQ(told.at("toMove"), old.at("toMove"));
  json::array scores;
  for (const json::value& seat : told.at("seats").as_array()) scores.push_back(seat.at("score"));
  EXPECT_EQ(scores, old.at("scores").as_array());
  if (const json::value* written = old.if_contains("record")) {
    EXPECT_EQ(record(port, game), text(*written));
  }
}

/// Those who hold the seats, from their tokens; an open seat is taken.
std::map<int, Person> persons_of(uint16_t port, const json::object& old) {
  const std::string game = text(old.at("game"));
  std::map<int, Person> persons;
  const json::array& tokens = old.at("tokens").as_array();
  std::vector<std::string> held(tokens.size());
  for (std::size_t seat = 0; seat < tokens.size(); ++seat) {
    if (tokens[seat].is_string()) held[seat] = text(tokens[seat]);
    if (!tokens[seat].is_object()) continue;
    const json::object join{{"name", "Late"}, {"invite", tokens[seat].at("invite")}, {"seat", seat}};
    held[seat] = text(post(port, "/api/games/" + game + "/join", join, "Joined").at("token"));
  }
  for (std::size_t seat = 0; seat < held.size(); ++seat)
    if (!held[seat].empty()) persons.try_emplace(static_cast<int>(seat), port, game, held[seat], seat + 1);
  return persons;
}

/// What a question is called now, if it has another name since.
json::value name_now(const json::value& phase) {
  std::ifstream file(kFolder + "renamed.json");
  const std::string names{std::istreambuf_iterator<char>(file), {}};
  const json::value renamed = json::parse(names);
  const json::value* name = renamed.as_object().if_contains(phase.as_string());
  return name == nullptr ? phase : *name;
}

/// Plays on until the game is over; what was asked first is told.
void play_on(uint16_t port, const json::object& old) {
  std::map<int, Person> persons = persons_of(port, old);
  for (bool first = true;; first = false) {
    const json::value now = summary(port, text(old.at("game")));
    if (now.at("status") == "over") return;
    const auto person = persons.find(number(now.at("toMove")));
    if (person == persons.end()) {  // a bot
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      continue;
    }
    ASSERT_TRUE(person->second.wait_for_turn());
    if (first && old.at("status") == "playing") {
      EXPECT_EQ(person->second.ask().at("of"), name_now(old.at("phase")));
    }
    person->second.play();
    for (json::value answer; answer.is_null() || answer.at("type") != "update";) {
      answer = person->second.socket().read();
      ASSERT_FALSE(answer.is_null());
      ASSERT_NE(answer.at("type"), "refused") << json::serialize(answer);
      person->second.take(answer);
    }
  }
}

TEST(OldDatabase, ItsGamesAreToldAsTheyWereAndPlayOn) {
  const Folder folder;
  std::filesystem::copy_file(kFolder + "games.sqlite", folder.path() + "/games.sqlite");
  list_games(folder);
  const RunningServer server(folder.path());
  const json::array games = old_games();
  EXPECT_EQ(games.size(), 20u);
  const std::size_t step = every(3);  // under sanitizers a third of them is played on
  for (std::size_t i = 0; i < games.size(); ++i) {
    const json::object& old = games[i].as_object();
    SCOPED_TRACE(text(old.at("name")));
    check_told(server.port(), old);
    if (i % step != 0) continue;
    play_on(server.port(), old);
    if (HasFatalFailure()) return;
    const auto ended = parse_record(builtin_catalogue(), record(server.port(), text(old.at("game"))));
    ASSERT_TRUE(ended) << ended.error().text();
    const auto game = Game::replay(*ended);
    ASSERT_TRUE(game) << game.error().text();
    EXPECT_TRUE(game->over());
  }
}

/// A tile that its seat may keep and place: whoever looks on is told that it is kept, and where it lies.
TEST(OldDatabase, WhatIsAnsweredBeforeATileIsLaidIsToldWithIt) {
  const Folder folder;
  std::filesystem::copy_file(kFolder + "games.sqlite", folder.path() + "/games.sqlite");
  list_games(folder);
  const RunningServer server(folder.path());
  for (const json::value& old : old_games()) {
    if (text(old.at("phase")).find('.') == std::string::npos) continue;
    std::map<int, Person> persons = persons_of(server.port(), old.as_object());
    Person& asked = persons.at(number(old.at("toMove")));
    ASSERT_TRUE(asked.wait_for_turn());
    const std::vector<std::string> answers = answers_to(asked.ask());
    if (std::find(answers.begin(), answers.end(), "keep") == answers.end()) continue;
    Socket watcher(server.port(), text(old.at("game")));
    watcher.read("welcome");
    const json::value of = asked.ask().at("of");
    ASSERT_EQ(of, old.at("phase"));
    const json::value tried = asked.try_moves({"keep"});
    ASSERT_EQ(tried.at("ask").at("of"), "tile");
    asked.send_play({"keep"}, asked.seq());
    EXPECT_NE(text(asked.socket().read("refused").at("error").at("message")).find("not complete"), std::string::npos);
    std::vector<std::string> moves = {"keep", answers_to(tried.at("ask")).front(), "-"};
    asked.send_play(moves, asked.seq());
    const json::value update = watcher.read("update");
    EXPECT_EQ(update.at("events").at(0).at("of"), of);
    EXPECT_EQ(update.at("events").at(0).at("move"), "keep");
    EXPECT_TRUE(lays_tile(update.at("events").at(1)));
    return;
  }
  FAIL() << "there is no such game";
}

}  // namespace
}  // namespace bastide::test
