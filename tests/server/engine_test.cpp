// Programs seated on the server: they play like other bots, and whatever becomes of them, games go on and others do not
// wait.
#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>

#include "server/client.h"
#include "server/server.h"

namespace bastide::test {
namespace {

using Clock = std::chrono::steady_clock;
using testing::AllOf;
using testing::HasSubstr;

ServerSettings with_engine(const Folder& folder, const std::string& command, int patience_ms = 10'000) {
  ServerSettings settings;
  settings.folder = folder.path();
  settings.bot_delay = {};
  NamedEngine engine{"guest", {}};
  engine.spec.command = command;
  engine.spec.limits.seconds = 0.01;
  engine.spec.patience = std::chrono::milliseconds(patience_ms);
  settings.engines = {engine};
  return settings;
}

std::string record_of(uint16_t port, const std::string& game) {
  return http(port, "GET", "/api/games/" + game + "/record").body;
}

std::string that_does(const std::string& what) {
  return "echo ready; while read -r a b; do if [ \"$a\" = ping ]; then echo pong $b; fi; "
         "if [ \"$a\" = go ]; then " +
         what + "; fi; done";
}

TEST(ServerEngine, PlaysAWholeGame) {
  const Folder folder;
  const std::string bot = (std::filesystem::path(BASTIDE_SOURCE_DIR) / "docs/examples/bot.py").string();
  LogLines log;
  const RunningServer server(with_engine(folder, "python3 " + bot));
  const json::array bots = get(server.port(), "/api/start", "Start").at("bots").as_array();
  EXPECT_EQ(text(bots.back().at("id")), "engine:guest");
  EXPECT_EQ(text(bots.back().at("name")), "guest");
  const std::string game = text(new_game(server.port(), "new", {"engine:guest", "greedy"}).at("game"));
  wait_for_status(server.port(), game, "over");
  EXPECT_THAT(record_of(server.port(), game), AllOf(HasSubstr("seat engine:guest guest"), HasSubstr("\nscore ")));
  EXPECT_THAT(log.text(), testing::Not(HasSubstr("moves instead")));
  const json::value error = post_error(server.port(), 400, "/api/games",
                                       R"({"preset": "new", "seats": [{"kind": "bot", "bot": "engine:other"},
                                                   {"kind": "bot", "bot": "greedy"}]})");
  EXPECT_THAT(text(error.at("expected")), HasSubstr("engine:guest"));
}

TEST(ServerEngine, WhereOneEndsTheWeakestMoves) {
  const Folder folder;
  LogLines log;
  const RunningServer server(with_engine(folder, that_does("kill -9 $$")));
  const std::string game = text(new_game(server.port(), "new", {"engine:guest", "greedy"}).at("game"));
  wait_for_status(server.port(), game, "over");
  EXPECT_THAT(log.text(), AllOf(HasSubstr(game), HasSubstr("it was ended by signal 9"), HasSubstr("'go time 10'"),
                                HasSubstr("random moves instead"), HasSubstr("rests for a minute")));
  const std::string lines = log.text();
  EXPECT_EQ(lines.find("rests for a minute"), lines.rfind("rests for a minute")) << "once";
}

TEST(ServerEngine, OneThatLiesIsRefused) {
  const Folder folder;
  LogLines log;
  const RunningServer server(with_engine(folder, that_does("echo bestmove 0,0 n")));
  const std::string game = text(new_game(server.port(), "new", {"greedy", "engine:guest"}).at("game"));
  wait_for_status(server.port(), game, "over");
  EXPECT_THAT(log.text(), AllOf(HasSubstr("its move '0,0 n' is illegal"), HasSubstr("[PLACE-1]")));
}

TEST(ServerEngine, NobodyWaitsForASilentOne) {
  const Folder folder;
  RunningServer server(with_engine(folder, that_does("sleep 600"), 600'000));
  const std::string hangs = text(new_game(server.port(), "new", {"engine:guest", "greedy"}).at("game"));
  for (int i = 0; i < 3; ++i)
    wait_for_status(server.port(), text(new_game(server.port(), "new", {"greedy", "random"}).at("game")), "over");
  EXPECT_EQ(get(server.port(), "/api/games/" + hangs, "GameSummary").at("status"), json::value("playing"));
  const auto begin = Clock::now();
  server.stop();
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
  // It goes on where the program is not known, by the weakest player.
  const RunningServer without(folder.path());
  wait_for_status(without.port(), hangs, "over");
}

}  // namespace
}  // namespace bastide::test
