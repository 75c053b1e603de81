// A finished game looked at again.
#include <atomic>
#include <thread>

#include "ai/match.h"
#include "game/game.h"
#include "server/account_support.h"
#include "server/client.h"
#include "short_form.h"

namespace bastide::test {
namespace {

class Review : public testing::Test {
 protected:
  /// Of a game that bots play to its end, by its address.
  std::string played(const std::string& preset) {
    const json::value made = new_game(port_, preset, {"greedy", "random"}, true);
    const std::string game = text(made.at("game"));
    wait_for_status(port_, game, "over");
    return "/api/games/" + game;
  }
  /// All decisions, as they come piece by piece; those of three pieces in the short form.
  json::array all(const std::string& game) {
    json::array decisions;
    json::value next = 0;
    for (int piece = 0; !next.is_null() && (!in_short_form() || piece < 3); ++piece) {
      const int from = number(next);
      const json::value answer = get(port_, fmt::format("{}/review?from={}", game, from), "Review");
      for (const json::value& one : answer.at("decisions").as_array()) decisions.push_back(one);
      next = answer.at("next");
      EXPECT_TRUE(next.is_null() || number(next) > from);
    }
    return decisions;
  }

  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

TEST_F(Review, JudgesEachDecisionOfAGamePieceByPiece) {
  const std::string game = played("classic");
  const json::array decisions = all(game);
  EXPECT_EQ(get(port_, game + "/review?from=0", "Review").at("decisions").as_array(), decisions)
      << "what is known is told at once, and waits for nothing else";
  const auto record = parse_record(builtin_catalogue(), http(port_, "GET", game + "/record").body);
  ASSERT_TRUE(record) << record.error().text();
  const auto replayed = Game::replay(*record);
  ASSERT_TRUE(replayed) << replayed.error().text();
  const auto& plies = replayed->plies();

  std::array<double, 2> lost{};
  int last = -1;
  for (const json::value& one : decisions) {
    const int ply = number(one.at("ply"));
    EXPECT_GT(ply, last);
    last = ply;
    ASSERT_LT(ply, static_cast<int>(plies.size()));
    EXPECT_EQ(one.at("of"), "tile") << "a tile and its follower are one decision here";
    EXPECT_EQ(number(one.at("seat")), plies[ply].seat);
    EXPECT_EQ(number(one.at("turn")), plies[ply].turn);
    EXPECT_EQ(text(one.at("played").at("move")), plies[ply].text);
    EXPECT_EQ(number(one.at("played").at("space").at("x")), plies[ply].move.x);
    EXPECT_EQ(one.at("best").at("tile"), one.at("played").at("tile")) << "the one that was drawn, as it looks";
    EXPECT_FALSE(text(one.at("played").at("tile").at("seed")).empty());
    if (one.at("played").as_object().contains("then")) {
      EXPECT_EQ(text(one.at("played").at("then")), plies[ply + 1].text);
    }
    const double better = one.at("best").at("margin").to_number<double>();
    EXPECT_NEAR(one.at("lost").to_number<double>(),
                std::max(0.0, better - one.at("played").at("margin").to_number<double>()), 1e-9);
    EXPECT_LE(one.at("others").as_array().size(), 2u);
    lost.at(number(one.at("seat"))) += one.at("lost").to_number<double>();
  }
  if (!in_short_form()) {
    EXPECT_GT(decisions.size(), 50u);
    EXPECT_GT(lost[1], lost[0] + 30) << "who plays at random loses more than the greedy one";
    EXPECT_EQ(all(game), decisions) << "whoever asks again is told the same";
  }

  // What it calls a follower's place, in all languages.
  const auto named = std::ranges::find_if(decisions, [](const json::value& one) {
    const auto& best = one.at("best").as_object();
    return best.contains("then") && best.at("then") != "-";
  });
  ASSERT_NE(named, decisions.end());
  const json::value& best = named->at("best");
  EXPECT_FALSE(text(best.at("thenLabel")).empty());
  EXPECT_EQ(best.at("place").at("segment").at("piece"), -1) << "on the tile that it lays";
  EXPECT_FALSE(text(best.at("picture").at("figure")).empty());
  EXPECT_NE(text(best.at("translations").at("nl").at("thenLabel")), text(best.at("thenLabel")));
}

TEST_F(Review, IsOfGamesThatAreOver) {
  const json::value waiting = new_game(port_, "classic", {"me", "open"}, true);
  get_error(port_, 409, "/api/games/" + text(waiting.at("game")) + "/review");
  const json::value running = new_game(port_, "classic", {"me", "random"}, true);
  get_error(port_, 409, "/api/games/" + text(running.at("game")) + "/review");
  get_error(port_, 404, "/api/games/nowhere/review");
  const json::value closed = new_game(port_, "classic", {"me", "random"}, false);
  get_error(port_, 403, "/api/games/" + text(closed.at("game")) + "/review");
  const std::string game = played("classic");
  for (const char* from : {"x", "-1", "100000", "1.5", ""})
    get_error(port_, 400, fmt::format("{}/review?from={}", game, from));
  const int plies = number(get(port_, game + "/review", "Review").at("plies"));
  const json::value end = get(port_, fmt::format("{}/review?from={}", game, plies), "Review");
  EXPECT_TRUE(end.at("decisions").as_array().empty());
  EXPECT_TRUE(end.at("next").is_null());
}

/// One analysis at a time: while one goes on, each other operation that is counted with it is refused.
TEST(Analyses, AreCountedForEachAddress) {
  const Folder folder;
  ServerSettings settings = weak(folder.path());
  settings.limits.analyses_an_address = 1;
  const RunningServer server(settings);
  Device device{server.port()};
  device.sign_up("Mila");
  device.address = "192.0.2.1";  // this machine's own has no limit
  const json::value made = new_game(server.port(), "classic", {"greedy", "random"}, true);
  const std::string game = "/api/games/" + text(made.at("game"));
  wait_for_status(server.port(), game.substr(game.rfind('/') + 1), "over");

  std::atomic<bool> enough = false;
  std::thread busy([&] {  // a piece of a review that nobody has asked for yet takes a second
    for (int from = 0; !enough;) {
      const HttpAnswer answer = device.call("GET", fmt::format("{}/review?from={}", game, from));
      if (answer.status != 200) continue;
      const json::value next = json::parse(answer.body).at("next");
      from = next.is_null() ? 0 : number(next);
    }
  });
  const std::string box = R"({"preset":"new"})", table = R"({"preset":"new","seats":["A","B"],"tiles":[]})";
  const std::string record = json::serialize(json::value{{"text", http(server.port(), "GET", game + "/record").body}});
  const auto refused = [&](const char* method, const std::string& target, const std::string& body) {
    for (int i = 0; i < 2000; ++i)
      if (device.call(method, target, body).status == 429) return true;
    return false;
  };
  EXPECT_TRUE(refused("GET", game + "/review?from=0", ""));
  EXPECT_TRUE(refused("GET", game + "/compare", ""));
  EXPECT_TRUE(refused("POST", "/api/compare", record));
  EXPECT_TRUE(refused("POST", "/api/analysis", table));
  EXPECT_TRUE(refused("POST", "/api/analysis/box", box));
  EXPECT_TRUE(refused("POST", "/api/analysis/layer/summer", table));
  EXPECT_TRUE(refused("GET", "/api/account/export", ""));
  enough = true;
  busy.join();
}

}  // namespace
}  // namespace bastide::test
