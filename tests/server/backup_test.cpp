// A copy that is made while the server runs and is played on holds all that was acknowledged before, and can be gone on
// with (docs/operating.md).
#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <thread>

#include "game/game.h"
#include "server/client.h"

namespace bastide::test {
namespace {

/// What `sqlite3 FROM ".backup TO"` does.
void back_up(const std::string& from, const std::string& to) {
  SQLite::Database source(from, SQLite::OPEN_READONLY, 5'000);
  SQLite::Database copy(to, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  SQLite::Backup backup(copy, source);
  while (backup.executeStep(8) != SQLITE_DONE) std::this_thread::yield();
}

TEST(Backup, OfARunningServerHoldsWhatWasAcknowledgedAndGoesOn) {
  const Folder folder, restored;
  std::vector<json::value> acknowledged;
  std::string game, token, bots;
  {
    const RunningServer server(folder.path());
    const json::value created = new_game(server.port(), "new", {"me", "greedy"});
    game = text(created.at("game"));
    token = token_of(created, 0);
    Person person(server.port(), game, token, 1);
    for (int turn = 0; turn < 5 && person.wait_for_turn(); ++turn) person.play();
    person.wait_for_turn();
    acknowledged = person.events();
    bots = text(new_game(server.port(), "classic", {"random", "random"}).at("game"));
    back_up(folder.path() + "/games.sqlite", restored.path() + "/games.sqlite");
    person.play();  // the copy does not know of it
  }
  const RunningServer server(restored.path());
  // A page that has seen more than the copy knows is told everything.
  const json::value told = Socket(server.port(), game, token, 10'000).read();
  EXPECT_EQ(told.at("events").as_array().size(), told.at("seq").to_number<std::size_t>());
  Person person(server.port(), game, token, 2);
  ASSERT_GE(person.events().size(), acknowledged.size());
  for (std::size_t i = 0; i < acknowledged.size(); ++i) ASSERT_EQ(person.events()[i], acknowledged[i]);
  person.play_to_end();
  wait_for_status(server.port(), bots, "over");
  for (const std::string& one : {game, bots}) {
    const auto record =
        parse_record(builtin_catalogue(),
                     http(server.port(), "GET", "/api/games/" + one + "/record", "", {{"X-Bastide-Keys", token}}).body);
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_TRUE(Game::replay(*record));
  }
}

}  // namespace
}  // namespace bastide::test
