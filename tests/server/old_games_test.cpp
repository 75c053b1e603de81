// Databases of earlier programs: their games are read, told as they were, and go on.
#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>
#include <sstream>

#include "game/game.h"
#include "server/client.h"

namespace bastide::test {
namespace {

std::string file_of(const std::string& name) {
  std::ifstream file(std::string(BASTIDE_SOURCE_DIR) + "/tests/server/old/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_FALSE(text.str().empty()) << name;
  return text.str();
}

void make_old_database(const Folder& folder) {
  SQLite::Database database(folder.path() + "/games.sqlite", SQLite::OPEN_CREATE | SQLite::OPEN_READWRITE);
  database.exec("PRAGMA journal_mode = WAL");
  database.exec(file_of("games.sql"));
  list_games(folder);
}

struct OldGame {
  std::string id, token;  ///< none: it is over
  int events = 0;         ///< that clients had been told
};
const std::vector<OldGame> kGames = {{"x2ch29vw", "", 262},
                                     {"5mfytvf7", "zgrebuqcmg79txcrnzy6u8m4fs", 12},
                                     {"ah7b8j4k", "hrzew6r57y97fmysz8s6ug2ujs", 13},
                                     {"ecy35e4m", "974542we95zfbn2ew95zrmym37", 8}};

TEST(OldGames, AreToldAsTheyWere) {
  const Folder folder;
  make_old_database(folder);
  const RunningServer server(folder.path());
  for (const OldGame& game : kGames) {
    EXPECT_EQ(http(server.port(), "GET", "/api/games/" + game.id + "/record").body, file_of(game.id + ".game"));
    const json::value features = get(server.port(), "/api/games/" + game.id + "/features", "FeatureList");
    EXPECT_EQ(number(features.at("seq")), game.events) << "a client that comes back finds the events it knows";
  }
}

TEST(OldGames, GoOnToTheirEnd) {
  const Folder folder;
  make_old_database(folder);
  const RunningServer server(folder.path());
  for (const OldGame& game : kGames) {
    if (!game.token.empty()) {
      Person person(server.port(), game.id, game.token, 1);
      person.play_to_end();
      EXPECT_TRUE(person.over());
    }
    const std::string text = http(server.port(), "GET", "/api/games/" + game.id + "/record").body;
    const auto record = parse_record(builtin_catalogue(), text);
    ASSERT_TRUE(record) << text << record.error().text();
    const auto replayed = Game::replay(*record);
    ASSERT_TRUE(replayed) << text << replayed.error().text();
    EXPECT_TRUE(replayed->over());
  }
}

}  // namespace
}  // namespace bastide::test
