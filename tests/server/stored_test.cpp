// What is kept: files of older versions, rows that were altered, files that only their owner may read.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "game/game.h"
#include "server/client.h"
#include "server/secrets.h"
#include "store/event_store.h"

namespace bastide::test {
namespace {

void sql(const std::string& folder, const std::string& text) {
  SQLite::Database(folder + "/games.sqlite", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(text);
}

std::string ask(const std::string& folder, const std::string& text) {
  return SQLite::Database(folder + "/games.sqlite").execAndGet(text).getString();
}

/// What is logged while this lives.
class Logged {
 public:
  Logged() {
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text_);
    before_ = spdlog::default_logger();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", sink));
    spdlog::set_level(spdlog::level::warn);
  }
  ~Logged() { spdlog::set_default_logger(before_); }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::shared_ptr<spdlog::logger> before_;
};

// ---------------------------------------------------------------- version 1

class FirstVersion : public testing::Test {
 protected:
  void SetUp() override {
    std::ifstream file(std::string(BASTIDE_SOURCE_DIR) + "/tests/server/stored/version1.sql");
    sql(folder_.path(), {std::istreambuf_iterator<char>(file), {}});
  }
  Folder folder_;
};

/// Games that the first version of the store holds are listed as they stood, and played to their ends.
TEST_F(FirstVersion, GamesGoOn) {
  {
    const RunningServer server(folder_.path());
    const json::value list = get(server.port(), "/api/games", "GameList");
    ASSERT_EQ(list.at("games").as_array().size(), 4u) << "all but the one that is over";
    for (const json::value& game : list.at("games").as_array())
      if (game.at("game") == "88zrkpmh") {
        EXPECT_EQ(number(game.at("turn")), 13);
        EXPECT_EQ(game.at("status"), "playing");
      }
    const auto over = parse_record(builtin_catalogue(), http(server.port(), "GET", "/api/games/8eznw4s6/record").body);
    ASSERT_TRUE(over) << over.error().text();
    EXPECT_TRUE(Game::replay(*over));
    wait_for_status(server.port(), "v5pvmze3", "over");
    const std::map<std::string, std::array<std::string, 2>> games = {
        {"88zrkpmh", {"m42gb34cr8ga72s9xugnetn3ny", "gbg9pdbjqhar4w24fk6btac6x9"}},
        {"mgrju2ww", {"akgbeeuydxyd9c5a66c6hrnahv", "qcrxh2emtfmxh6nbjn8g6bdv4s"}}};
    for (const auto& [game, tokens] : games) {
      Person first(server.port(), game, tokens[0], 1), second(server.port(), game, tokens[1], 2);
      std::thread other([&] { second.play_to_end(); });
      first.play_to_end();
      other.join();
      EXPECT_EQ(first.events().size(), second.events().size());
    }
    EXPECT_EQ(number(post(server.port(), "/api/games/trf5hrfb/join",
                          {{"name", "Noor"}, {"invite", "5e9shc8m78xb9msbhrsh4n3fxn"}}, "Joined")
                         .at("seat")),
              1);
  }
  EXPECT_EQ(ask(folder_.path(), "PRAGMA user_version"), "4");
  // Rows from before have no hash, all that follow have; an altered one is found.
  EXPECT_EQ(ask(folder_.path(), "SELECT count(*) FROM events WHERE game = '88zrkpmh' AND seq <= 39 AND hash IS NULL"),
            "39");
  EXPECT_EQ(ask(folder_.path(), "SELECT count(*) FROM events WHERE game = '88zrkpmh' AND seq > 39 AND hash IS NULL"),
            "0");
  sql(folder_.path(), "UPDATE events SET at = at + 1 WHERE game = '88zrkpmh' AND seq = 45");
  const auto store = open_sqlite_store(folder_.path() + "/games.sqlite");
  ASSERT_TRUE(store);
  const auto log = (*store)->events("88zrkpmh");
  ASSERT_TRUE(log);
  EXPECT_EQ(log->damage, "entry 45 of its log is not as it was written");
  EXPECT_EQ(log->events.size(), 44u);
}

/// Whoever has seats there can take them into an account, and out of it again.
TEST_F(FirstVersion, AccountsComeToIt) {
  const std::string token = "m42gb34cr8ga72s9xugnetn3ny", phrase = R"("passphrase":"four words of mine")";
  const std::string path = "/api/games/88zrkpmh";
  ServerSettings settings;
  settings.folder = folder_.path();
  settings.accounts.cost = {.passes = 1, .memory = 8192};
  RunningServer server(settings);
  const std::string before = text(get(server.port(), path, "GameSummary").at("seats").at(0).at("name"));
  const HttpAnswer made = http(server.port(), "POST", "/api/account", R"({"name":"Mila",)" + phrase + "}");
  ASSERT_EQ(made.status, 200) << made.body;
  const std::map<std::string, std::string> mine = {
      {"Authorization", "Bearer " + text(json::parse(made.body).at("session"))}, {"X-Bastide-Keys", token}};
  EXPECT_EQ(http(server.port(), "POST", "/api/account/seats", "{}", mine).body, R"({"seats":1})");
  const Person person(server.port(), "88zrkpmh", token, 1);
  ASSERT_EQ(http(server.port(), "POST", "/api/account/delete", "{" + phrase + "}", mine).status, 200);
  EXPECT_NE(before, "Player 1");
  EXPECT_EQ(get(server.port(), path, "GameSummary").at("seats").at(0).at("name"), "Player 1");
  const Person again(server.port(), "88zrkpmh", token, 1);
  EXPECT_EQ(again.events().size(), person.events().size() + 1) << "all that happened, and the other name";
  EXPECT_EQ(ask(folder_.path(), "SELECT count(*) FROM events WHERE game = '88zrkpmh' AND hash IS NULL"), "39");
}

// ---------------------------------------------------------------- damage

/// Each game of a folder is damaged in its own way; the server starts, says which and why, and plays the others.
TEST(Damage, AGameThatCannotBeReadFailsAlone) {
  const Folder folder;
  const std::vector<std::pair<std::string, std::string>> ways = {
      {"UPDATE events SET body = replace(body, 'seat', 'sear') WHERE game = '{}' AND seq = 4", "entry 4"},
      {"UPDATE events SET body = 'rubbish' WHERE game = '{}' AND seq = (SELECT max(seq) FROM events WHERE game = '{}')",
       "entry"},
      {"UPDATE events SET hash = x'00112233445566778899aabbccddeeff' WHERE game = '{}' AND seq = 3", "entry 3"},
      {"UPDATE events SET kind = 'move' WHERE game = '{}' AND seq = 2", "entry 2"},
      {"DELETE FROM events WHERE game = '{}' AND seq = 5", "entry 6"},
      {"DELETE FROM events WHERE game = '{}'", "empty"},
      {"UPDATE games SET seed = '{}' WHERE id = '{}'", "seed"}};
  std::vector<std::string> damaged;
  std::string whole, garbled, token, bots;
  {
    RunningServer server(folder.path(), std::chrono::hours(1));
    const auto begin = [&](const std::vector<std::string>& seats) {
      const json::value created = new_game(server.port(), "new", seats);
      token = token_of(created, 0);
      Person person(server.port(), text(created.at("game")), token, 1);
      person.play();
      person.socket().read("accepted");
      return text(created.at("game"));
    };
    for (std::size_t i = 0; i < ways.size(); ++i) damaged.push_back(begin({"me", "me"}));
    garbled = begin({"me", "me"});
    whole = begin({"me", "random"});
  }
  for (std::size_t i = 0; i < ways.size(); ++i)
    sql(folder.path(), fmt::format(fmt::runtime(ways[i].first), damaged[i], damaged[i]));
  const Logged logged;
  // A summary alone is no loss: it is written anew from the log.
  for (const char* summary : {"{", "[]", "{}", "", R"({\"game\":\"other\"})"}) {
    sql(folder.path(), fmt::format("UPDATE games SET summary = '{}' WHERE id = '{}'", summary, garbled));
    const RunningServer server(folder.path());
    EXPECT_EQ(get(server.port(), "/api/games/" + garbled, "GameSummary").at("presetName"), "New edition") << summary;
    EXPECT_EQ(get(server.port(), "/api/games/" + garbled, "GameSummary").at("status"), "playing");
  }
  EXPECT_NE(ask(folder.path(), fmt::format("SELECT summary FROM games WHERE id = '{}'", garbled)).find("New edition"),
            std::string::npos);

  const std::string before = logged.text();
  RunningServer server(folder.path());
  Person person(server.port(), whole, token, 2);
  person.play_to_end();
  std::size_t shown = 0;
  const json::value list = get(server.port(), "/api/games", "GameList");
  for (const json::value& game : list.at("games").as_array()) shown += game.at("status") == "damaged" ? 1 : 0;
  EXPECT_GE(shown, 2u) << "those whose last entry does not say how they stand";
  for (std::size_t i = 0; i < ways.size(); ++i) {
    SCOPED_TRACE(ways[i].first);
    for (const char* what : {"/record", "/features", "/compare", "/layer/summer/0.json"}) {
      const json::value error = get_error(server.port(), 500, "/api/games/" + damaged[i] + what);
      EXPECT_NE(text(error.at("message")).find("damaged"), std::string::npos);
      EXPECT_EQ(json::serialize(error).find(folder.path()), std::string::npos) << "paths are nobody's business";
    }
    EXPECT_FALSE(Socket(server.port(), damaged[i]).open());
    const std::string log = logged.text().substr(before.size());
    const std::size_t at = log.find("game " + damaged[i] + ": damaged");
    ASSERT_NE(at, std::string::npos) << log;
    const std::string line = log.substr(log.rfind('\n', at) + 1, log.find('\n', at) - log.rfind('\n', at));
    EXPECT_NE(line.find(folder.path() + "/games.sqlite"), std::string::npos) << line;
    EXPECT_NE(line.find(ways[i].second), std::string::npos) << line;
    EXPECT_EQ(log.find("game " + damaged[i] + ": damaged", at + 1), std::string::npos) << "said once";
  }
  // Once it is known, the list says so too.
  const json::value again = get(server.port(), "/api/games", "GameList");
  for (const json::value& game : again.at("games").as_array())
    for (const std::string& id : damaged)
      if (text(game.at("game")) == id) {
        EXPECT_EQ(game.at("status"), "damaged");
      }
}

// ---------------------------------------------------------------- rights

unsigned rights(const std::string& path) {
  struct stat found {};
  EXPECT_EQ(::stat(path.c_str(), &found), 0) << path;
  return found.st_mode & 0777;
}

TEST(Rights, NobodyElseReadsTheGames) {
  const mode_t before = ::umask(0);
  const Folder outer;
  const std::string folder = outer.path() + "/new/games";
  const auto all_private = [&] {
    EXPECT_EQ(rights(folder), 0700u);
    for (const char* file : {"/games.sqlite", "/games.sqlite-wal", "/games.sqlite-shm", "/lock"})
      EXPECT_EQ(rights(folder + file), 0600u) << file;
  };
  {
    const RunningServer server(folder);
    new_game(server.port(), "new", {"me", "me"});
    all_private();
  }
  // As an older server left it, in the middle of play.
  for (const char* file : {"/games.sqlite", "/games.sqlite-wal", "/games.sqlite-shm", "/lock"}) {
    std::ofstream(folder + file, std::ios::app);
    ::chmod((folder + file).c_str(), 0644);
  }
  ::chmod(folder.c_str(), 0755);
  {
    const RunningServer server(folder);
    new_game(server.port(), "new", {"me", "me"});
    all_private();
  }
  // A folder that holds other things is left as it is.
  std::ofstream(folder + "/letter") << "x";
  ::chmod(folder.c_str(), 0755);
  const RunningServer server(folder);
  EXPECT_EQ(rights(folder), 0755u);
  EXPECT_EQ(rights(folder + "/games.sqlite"), 0600u);
  ::umask(before);
}

}  // namespace
}  // namespace bastide::test
