// The clock on the wall jumps, as when a machine asks the network for the time: nobody's thinking time changes.
#include <gtest/gtest.h>

#include "server/client.h"
#include "server/forked.h"

namespace bastide::test {
namespace {

using std::chrono::hours;

constexpr int kStock = 60'000;  ///< milliseconds

/// What a seat has left, as whoever comes now is told.
int64_t left_to(uint16_t port, const std::string& game, int seat) {
  return number(Socket(port, game).read("welcome").at("clock").at("left").at(seat));
}

TEST(WallClock, ItsJumpsCostNobodyTime) {
  const Folder folder;
  auto server = std::make_unique<ForkedServer>(folder.path());
  const json::object asked{{"preset", "classic"},
                           {"public", true},
                           {"seats", {{{"kind", "me"}}, {{"kind", "me"}}}},
                           {"time", {{"stock", kStock / 1000}, {"increment", 0}}}};
  const json::value made = post(server->port(), "/api/games", asked, "Created");
  const std::string game = text(made.at("game"));
  int turns = 0;
  for (const std::chrono::seconds ahead :
       {std::chrono::seconds(hours(1)), std::chrono::seconds(-hours(24)), std::chrono::seconds(hours(24 * 400))}) {
    set_wall_clock(ahead);
    for (int seat = 0; seat < 2; ++seat) {
      Person person(server->port(), game, token_of(made, seat), 1);
      if (!person.may_move()) continue;
      person.play();
      EXPECT_EQ(answer_to_play(person).at("type"), "accepted") << ahead.count();
      ++turns;
    }
    for (int seat = 0; seat < 2; ++seat) {
      EXPECT_GT(left_to(server->port(), game, seat), kStock - 30'000) << ahead.count();
      EXPECT_LE(left_to(server->port(), game, seat), kStock) << ahead.count();
    }
    server->kill();
    server = std::make_unique<ForkedServer>(folder.path());
    ASSERT_NE(server->port(), 0);
    for (int seat = 0; seat < 2; ++seat) {
      EXPECT_GT(left_to(server->port(), game, seat), kStock - 30'000) << ahead.count() << ", started again";
      EXPECT_LE(left_to(server->port(), game, seat), kStock) << ahead.count() << ", started again";
    }
  }
  set_wall_clock({});
  EXPECT_GE(turns, 3);
  const std::string record = http(server->port(), "GET", "/api/games/" + game + "/record").body;
  EXPECT_NE(record.find("bastide game"), std::string::npos) << record;
}

}  // namespace
}  // namespace bastide::test
