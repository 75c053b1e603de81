// Where the chance of games comes from.
#include "server/seeds.h"

#include "server/client.h"

namespace bastide::test {
namespace {

TEST(Seeds, AreTheSystemsChanceUnlessRehearsed) {
  Seeds chance;
  const std::string seed = chance.of_game();
  EXPECT_EQ(seed.size(), 64);
  EXPECT_NE(seed, chance.of_game());
  EXPECT_NE(Seeds().of_game(), Seeds().of_game());
  EXPECT_NE(chance.of_turn(seed, 4), chance.of_turn(seed, 4));
}

TEST(Seeds, RehearsedAreTheSameEachTime) {
  Seeds once("lesson"), again("lesson"), other("another");
  const std::string first = once.of_game(), second = once.of_game();
  EXPECT_EQ(first.size(), 64);
  EXPECT_NE(first, second);
  EXPECT_EQ(first, again.of_game());
  EXPECT_EQ(second, again.of_game());
  EXPECT_NE(first, other.of_game());
  EXPECT_EQ(once.of_turn(first, 4), again.of_turn(first, 4));
  EXPECT_NE(once.of_turn(first, 4), once.of_turn(first, 5));
  EXPECT_NE(once.of_turn(first, 4), once.of_turn(second, 4));
}

/// The points at the end of two games that bots play on a server of its own.
std::vector<std::string> ends(const std::string& rehearsed) {
  const Folder folder;
  ServerSettings settings;
  settings.folder = folder.path();
  settings.bot_delay = {};
  settings.rehearsed = rehearsed;
  RunningServer server(settings);
  std::vector<std::string> points;
  for (int i = 0; i < 2; ++i) {
    const json::value made = new_game(server.port(), "classic", {"random", "greedy"}, true);
    Person watcher(server.port(), text(made.at("game")), "", 1);
    while (!watcher.over()) watcher.take(watcher.socket().read());
    points.push_back(json::serialize(watcher.events().back().at("table")));
  }
  return points;
}

TEST(Seeds, RehearsedGamesAreDealtAndPlayedByBotsAlike) {
  const auto first = ends("lesson");
  EXPECT_NE(first[0], first[1]);
  EXPECT_EQ(first, ends("lesson"));
  EXPECT_NE(first, ends("another"));
}

}  // namespace
}  // namespace bastide::test
