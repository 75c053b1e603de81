// Games that decide together: who has won how many, when that is decided, who begins the next one, and that all of it
// is in the log.
#include "server/best_of.h"

#include <gtest/gtest.h>

#include "server/client.h"
#include "server/live_support.h"

namespace bastide::test {
namespace {

BestOf standing(int of, int game, std::vector<int> halves) {
  BestOf best_of;
  best_of.of = of;
  best_of.game = game;
  best_of.halves = std::move(halves);
  return best_of;
}

TEST(BestOf, AWinIsAPointAndASharedFirstPlaceHalfAOne) {
  EXPECT_EQ(with_result(standing(3, 1, {}), {1, 2}).halves, (std::vector{2, 0}));
  EXPECT_EQ(with_result(standing(3, 2, {2, 0}), {1, 1}).halves, (std::vector{3, 1}));
  EXPECT_EQ(with_result(standing(5, 2, {0, 2, 0}), {2, 1, 3}).halves, (std::vector{0, 4, 0}));
  EXPECT_EQ(with_result(standing(3, 1, {}), {1, 1, 3}).halves, (std::vector{1, 1, 0}));
}

TEST(BestOf, ItIsDecidedWhenNobodyCatchesUpAnyMore) {
  EXPECT_FALSE(decided(standing(3, 1, {2, 0})));
  EXPECT_TRUE(decided(standing(3, 2, {4, 0})));
  EXPECT_FALSE(decided(standing(3, 2, {3, 1}))) << "the other one can still share it";
  EXPECT_FALSE(decided(standing(5, 3, {4, 2})));
  EXPECT_TRUE(decided(standing(5, 3, {6, 0})));
  EXPECT_TRUE(decided(standing(3, 3, {3, 3}))) << "there is no game left";
  EXPECT_FALSE(decided(standing(3, 2, {2, 2, 0})));
  EXPECT_TRUE(decided(standing(1, 1, {2, 0})));
}

TEST(BestOf, PointsGoOnWithWhoHasThem) {
  const BestOf next = next_game(standing(3, 1, {2, 0, 0}), {1, 2, 0});
  EXPECT_EQ(next.game, 2);
  EXPECT_EQ(next.halves, (std::vector{0, 0, 2}));
  const BestOf anew = next_game(standing(3, 2, {4, 0}), {1, 0});
  EXPECT_EQ(anew.of, 3);
  EXPECT_EQ(anew.game, 1);
  EXPECT_TRUE(anew.halves.empty());
}

TEST(BestOf, ItSaysHowItStands) {
  const Phrases& phrases = builtin_catalogue().phrases;
  const auto said = [&](const BestOf& best_of) { return standing_in_words(phrases, best_of, {"Mila", "Tom"})[0]; };
  EXPECT_EQ(said(standing(3, 1, {0, 2})), "Tom leads after game 1 of at most 3. Tom 1, Mila 0");
  EXPECT_EQ(said(standing(3, 2, {2, 2})), "Level after game 2 of at most 3. Mila 1, Tom 1");
  EXPECT_EQ(said(standing(5, 4, {1, 7})), "Tom wins the match, best of 5. Tom 3½, Mila ½");
  EXPECT_EQ(said(standing(3, 3, {3, 3})), "The match, best of 3, is shared. Mila 1½, Tom 1½");
}

/// Two people over the net, one of whom resigns each game.
class Matches : public testing::Test {
 protected:
  json::value call(const std::string& target, const std::string& key, const json::value& body = json::object()) {
    const HttpAnswer answer =
        http(port_, "POST", "/api/games/" + target, json::serialize(body), {{"X-Bastide-Keys", key}});
    EXPECT_EQ(answer.status, 200) << target << answer.body;
    return json::parse(answer.body);
  }
  json::value summary(const std::string& game, const std::string& key) {
    return get(port_, "/api/games/" + game, "GameSummary", key);
  }
  Folder folder_;
  std::unique_ptr<RunningServer> server_ = std::make_unique<RunningServer>(folder_.path());
  uint16_t port_ = server_->port();
};

TEST_F(Matches, GoOnWithRematchesUntilTheyAreDecided) {
  const json::value created = post(port_, "/api/games",
                                   {{"preset", "new"},
                                    {"bestOf", 3},
                                    {"options", {{"first", "random"}}},
                                    {"seats", {{{"kind", "me"}, {"name", "Mila"}}, {{"kind", "me"}, {"name", "Tom"}}}}},
                                   "Created");
  std::string game = text(created.at("game")), mila = token_of(created, 0), tom = token_of(created, 1);
  EXPECT_EQ(summary(game, mila).at("bestOf"),
            (json::value{{"of", 3}, {"game", 1}, {"points", json::array{}}, {"decided", false}}));
  std::vector<std::string> began;
  // Mila loses the first, wins the second, loses the third.
  const std::vector<std::pair<std::string, std::vector<double>>> expected = {
      {"Tom leads after game 1 of at most 3. Tom 1, Mila 0", {0, 1}},
      {"Level after game 2 of at most 3. Tom 1, Mila 1", {1, 1}},
      {"Tom wins the match, best of 3. Tom 2, Mila 1", {1, 2}}};
  for (int n = 0; n < 3; ++n) {
    Person watcher(port_, game, mila, 1);
    const json::value& started = watcher.events().front();
    const auto first = number(started.at("firstSeat"));
    began.push_back(text(started.at("seats").at(first).at("name")));
    if (n > 0) {
      EXPECT_EQ(text(started.at("opening")), began.back() + " begins: they take turns at that.");
    }
    call(game + "/leave", n == 1 ? tom : mila);
    while (!watcher.over()) watcher.take(watcher.socket().read());
    const json::value over = watcher.events().back();
    const json::value& told = over.at("bestOf");
    EXPECT_EQ(number(told.at("game")), n + 1);
    EXPECT_EQ(text(told.at("text")), expected[n].first);
    EXPECT_EQ(told.at("decided").as_bool(), n == 2);
    // By seat: they move on by one.
    std::vector<double> points = expected[n].second;
    const json::value kept = summary(game, mila);
    if (text(kept.at("seats").at(0).at("name")) == "Tom") std::swap(points[0], points[1]);
    EXPECT_EQ(json::value_to<std::vector<double>>(told.at("points")), points);
    EXPECT_EQ(json::value_to<std::vector<double>>(kept.at("bestOf").at("points")), points);
    // A server that starts again tells the same.
    const std::vector<json::value> events = watcher.events();
    server_->stop();
    server_ = std::make_unique<RunningServer>(folder_.path());
    port_ = server_->port();
    EXPECT_EQ(Person(port_, game, mila, 2).events(), events);
    const std::string next = text(call(game + "/rematch", tom).at("game"));
    mila = text(call(next + "/join", mila, {{"name", "Mila"}}).at("token"));
    tom = text(call(next + "/join", tom, {{"name", "Tom"}}).at("token"));
    game = next;
  }
  EXPECT_NE(began[0], began[1]);
  EXPECT_EQ(began[0], began[2]);
  const json::value anew = summary(game, mila).at("bestOf");
  EXPECT_EQ(number(anew.at("game")), 1) << "a match that is decided is followed by a new one";
  EXPECT_EQ(number(anew.at("of")), 3);
}

TEST_F(Matches, HaveOneThreeOrFiveGames) {
  post_error(port_, 400, "/api/games", R"({"preset":"new","bestOf":2,"seats":[{"kind":"me"},{"kind":"me"}]})");
}

}  // namespace
}  // namespace bastide::test
