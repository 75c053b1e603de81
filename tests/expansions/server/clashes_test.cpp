// What does not go together: whoever asks hears why, and which setting would mend it; that setting does.
#include <gtest/gtest.h>

#include "server/client.h"

namespace bastide::test {
namespace {

struct Clash {
  json::object options;
  std::string rule, mends, value;  ///< "draw", "turn": what would be right
};

json::object game_of(const json::object& options) {
  return {{"preset", "new"}, {"options", options}, {"seats", {{{"kind", "me"}}, {{"kind", "open"}}}}};
}

std::vector<Clash> clashing() {
  return {{{{"river", "one"}, {"draw", "hand"}}, "RIVER-3", "draw", "turn"},
          {{{"river", "two"}, {"start_tile", "bag"}}, "RIVER-1", "start_tile", "middle"},
          {{{"offers", "on"}, {"draw", "ahead"}}, "HOUSE-BUY", "draw", "turn"}};
}

TEST(Clashes, AreToldWithTheirReasonAndCure) {
  const Folder folder;
  const RunningServer server(folder.path());
  for (const Clash& clash : clashing()) {
    SCOPED_TRACE(json::serialize(clash.options));
    const json::value error = post_error(server.port(), 400, "/api/check", json::serialize(game_of(clash.options)));
    EXPECT_EQ(error.at("rule"), json::value(clash.rule));
    EXPECT_EQ(error.at("expected"), json::value(clash.mends + "=" + clash.value));
    EXPECT_FALSE(text(error.at("message")).empty());
    for (const char* language : {"nl", "de"})
      EXPECT_NE(error.at("translations").at(language).at("message"), error.at("message")) << language;
    EXPECT_EQ(post_error(server.port(), 400, "/api/games", json::serialize(game_of(clash.options))), error);
    json::object mended = clash.options;
    mended[clash.mends] = clash.value;
    post(server.port(), "/api/check", game_of(mended), "Checked");
  }
}

// Of what could be added to these rules, what could not is named before anybody adds it.
TEST(Clashes, AreKnownBeforeTheCardIsAdded) {
  const Folder folder;
  const RunningServer server(folder.path());
  const json::value checked = post(server.port(), "/api/check", game_of({{"draw", "hand"}}), "Checked");
  const json::value alone = post(server.port(), "/api/check", game_of({}), "Checked");
  EXPECT_TRUE(alone.at("clashes").as_array().empty());
  bool told = false;
  for (const json::value& clash : checked.at("clashes").as_array()) {
    if (clash.at("card") != "river") continue;
    told = true;
    EXPECT_EQ(clash.at("error").at("rule"), "RIVER-3");
    EXPECT_EQ(clash.at("error").at("expected"), "draw=turn");
  }
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace bastide::test
