// What the first page needs of the catalogue.
#include <gtest/gtest.h>

#include "ai/player.h"
#include "rules/catalogue.h"
#include "server/client.h"

namespace bastide::test {
namespace {

TEST(Start, HasWhatTheFirstPageNeedsAndNoMore) {
  const Folder folder;
  const RunningServer server(folder.path());
  const json::value start = get(server.port(), "/api/start", "Start");
  const json::array& presets = start.at("presets").as_array();
  ASSERT_EQ(presets.size(), builtin_catalogue().presets.size());
  for (std::size_t i = 0; i < presets.size(); ++i) {
    EXPECT_EQ(presets[i].at("id"), json::value(builtin_catalogue().presets[i].id));
    EXPECT_EQ(presets[i].at("theme"), json::value(builtin_catalogue().presets[i].theme));
    EXPECT_EQ(presets[i].as_object().size(), 2u) << "the rest comes with /api/setup";
  }
  EXPECT_EQ(start.at("bots").as_array().size(), players().size());
  for (std::size_t i = 0; i < players().size(); ++i) {
    const json::object& bot = start.at("bots").as_array()[i].as_object();
    EXPECT_EQ(bot.at("id"), json::value(players()[i].id));
    EXPECT_EQ(bot.contains("elo"), players()[i].measured.elo_error > 0) << "no figure that nobody measured";
    EXPECT_EQ(bot.contains("elo_error"), bot.contains("elo"));
    EXPECT_EQ(bot.contains("think"), players()[i].measured.think > 0);
  }
  EXPECT_EQ(start.at("bots"), get(server.port(), "/api/setup", "Setup").at("bots"));
  EXPECT_EQ(http(server.port(), "POST", "/api/start", "{}").status, 405);
}

}  // namespace
}  // namespace bastide::test
