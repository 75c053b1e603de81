// Duplicate: games with the same draws, which tell each other nothing until all are over.
#include <fmt/format.h>

#include "game/game.h"
#include "notation/notation.h"
#include "server/client.h"
#include "server/secrets.h"

namespace bastide::test {
namespace {

class DuplicateGames : public testing::Test {
 protected:
  json::value make(int games, json::array seats = {{{"kind", "me"}}, {{"kind", "open"}}}) {
    return post(port_, "/api/games",
                {{"preset", "classic"}, {"options", {{"first", "agreed"}}}, {"duplicate", games}, {"seats", seats}},
                "Created");
  }
  std::vector<std::string> games_of(const json::value& created) {
    const json::value summary =
        get(port_, "/api/games/" + text(created.at("game")), "GameSummary", token_of(created, 0));
    return json::value_to<std::vector<std::string>>(summary.at("duplicate"));
  }
  std::string join(const std::string& game, const json::value& created, const std::string& name) {
    return text(post(port_, fmt::format("/api/games/{}/join", game), {{"name", name}, {"invite", created.at("invite")}},
                     "Joined")
                    .at("token"));
  }
  json::value compared(const std::string& game, const std::string& key) {
    return get(port_, fmt::format("/api/games/{}/duplicate", game), "Duplicate", key);
  }
  void play_out(const std::string& game, const std::array<std::string, 2>& keys) {
    Person first(port_, game, keys[0], 1), second(port_, game, keys[1], 2);
    std::thread other([&] { second.play_to_end(); });
    first.play_to_end();
    other.join();
  }

  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

/// What was drawn, ply by ply.
std::vector<int> draws(const std::string& record) {
  const auto read = parse_record(builtin_catalogue(), record);
  EXPECT_TRUE(read) << read.error().text();
  std::vector<int> drawn;
  for (const RecordedMove& move : read->moves)
    if (move.move.kind == MoveKind::draw) drawn.push_back(move.move.tile);
  return drawn;
}

TEST_F(DuplicateGames, EverySeatIsComparedWithItsLikes) {
  const json::value created = make(2);
  const std::vector<std::string> games = games_of(created);
  ASSERT_EQ(games.size(), 2u);
  ASSERT_EQ(games[0], text(created.at("game")));
  const std::string invite = text(created.at("invite")), a = token_of(created, 0);
  const std::string b = join(games[0], created, "B"), c = join(games[1], created, "C");
  // Whoever sits here would know the tiles there.
  const HttpAnswer again =
      http(port_, "POST", fmt::format("/api/games/{}/join", games[1]),
           json::serialize(json::object{{"name", "A"}, {"invite", invite}}), {{"X-Bastide-Keys", a}});
  EXPECT_EQ(again.status, 409);
  // Somebody looks on while seats are open, and no more when it begins.
  Socket onlooker(port_, games[1], invite);
  EXPECT_EQ(onlooker.read("welcome").at("you"), nullptr);
  const std::string d = join(games[1], created, "D");
  while (!onlooker.read().is_null()) {
  }
  EXPECT_EQ(onlooker.received().find("started"), std::string::npos);
  for (const std::string& key : {invite, a, b}) {
    get_error(port_, 403, "/api/games/" + games[1], key);
    get_error(port_, 403, "/api/games/" + games[1] + "/record", key);
    get_error(port_, 403, "/api/games/" + games[1] + "/duplicate", key);
    Socket refused(port_, games[1], key);
    EXPECT_TRUE(refused.read().is_null());
  }
  play_out(games[0], {a, b});
  // One is over: its points are told to whom they belong, and neither the seed nor those of the other one.
  const json::value half = compared(games[0], a);
  EXPECT_EQ(half.at("over"), false);
  EXPECT_FALSE(half.as_object().contains("seed"));
  EXPECT_TRUE(half.at("games").at(0).at("seats").at(0).as_object().contains("points"));
  EXPECT_FALSE(half.at("games").at(1).at("seats").at(0).as_object().contains("points"));
  EXPECT_FALSE(compared(games[1], c).at("games").at(0).at("seats").at(0).as_object().contains("points"));
  const std::string early =
      http(port_, "GET", fmt::format("/api/games/{}/record", games[0]), "", {{"X-Bastide-Keys", a}}).body;
  EXPECT_EQ(early.find("seed"), std::string::npos);
  Person reader(port_, games[0], a, 3);
  EXPECT_FALSE(reader.events().back().as_object().contains("seed"));
  get_error(port_, 403, "/api/games/" + games[0] + "/record", c);

  play_out(games[1], {c, d});
  const json::value whole = compared(games[1], c);
  EXPECT_EQ(whole.at("over"), true);
  EXPECT_EQ(sha256_hex(text(whole.at("seed"))), text(reader.events().front().at("commitment")));
  int points[2][2];
  for (int game = 0; game < 2; ++game)
    for (int seat = 0; seat < 2; ++seat)
      points[game][seat] = number(whole.at("games").at(game).at("seats").at(seat).at("points"));
  const int better = (points[0][0] - points[0][1]) - (points[1][0] - points[1][1]);
  EXPECT_EQ(whole.at("games").at(0).at("seats").at(0).at("better").to_number<double>(), better);
  EXPECT_EQ(whole.at("games").at(0).at("seats").at(1).at("better").to_number<double>(), -better);
  EXPECT_EQ(whole.at("games").at(1).at("seats").at(1).at("better").to_number<double>(), better);
  // Now they may look at each other's game: the same tiles came in the same order, whatever fitted.
  const std::string other =
      http(port_, "GET", fmt::format("/api/games/{}/record", games[1]), "", {{"X-Bastide-Keys", a}}).body;
  std::vector<int> here = draws(early), there = draws(other);
  ASSERT_GE(std::min(here.size(), there.size()), 71u);
  here.resize(71);  // what was put back comes after all the others
  there.resize(71);
  EXPECT_EQ(here, there);
  // A rematch is a game by itself.
  const json::value next = json::parse(
      http(port_, "POST", fmt::format("/api/games/{}/rematch", games[0]), "{}", {{"X-Bastide-Keys", a}}).body);
  const json::value summary = get(port_, "/api/games/" + text(next.at("game")), "GameSummary", a);
  EXPECT_FALSE(summary.as_object().contains("duplicate"));
  get_error(port_, 404, "/api/games/" + text(next.at("game")) + "/duplicate", a);
}

TEST_F(DuplicateGames, ThreeAgainstTheSameBot) {
  const json::value created = make(3, {{{"kind", "me"}}, {{"kind", "bot"}, {"bot", "random"}}});
  const std::vector<std::string> games = games_of(created);
  std::vector<std::string> keys{token_of(created, 0)};
  for (int i = 1; i < 3; ++i) keys.push_back(join(games[i], created, "X"));
  for (int i = 0; i < 3; ++i) Person(port_, games[i], keys[i], 1).play_to_end();
  const json::value whole = compared(games[2], keys[2]);
  double sum = 0;
  for (const json::value& game : whole.at("games").as_array())
    sum += game.at("seats").at(0).at("better").to_number<double>();
  EXPECT_NEAR(sum, 0, 1e-9) << "what one has done better the others have done worse";
  // Restarted it is the same.
  server_.stop();
  RunningServer again(folder_.path());
  EXPECT_EQ(get(again.port(), fmt::format("/api/games/{}/duplicate", games[0]), "Duplicate", keys[0]), whole);
}

/// Nobody made the games beside the first: who comes first is host there.
TEST_F(DuplicateGames, WhoComesFirstSeatsBots) {
  const json::value created = make(2, {{{"kind", "me"}}, {{"kind", "open"}}, {{"kind", "open"}}});
  const std::vector<std::string> games = games_of(created);
  const std::string first = join(games[1], created, "B"), second = join(games[1], created, "C");
  const std::string bot = fmt::format("/api/games/{}/bot", games[1]);
  const json::object random{{"bot", "random"}};
  EXPECT_EQ(http(port_, "POST", bot, json::serialize(random), {{"X-Bastide-Keys", token_of(created, 0)}}).status, 403);
  EXPECT_EQ(http(port_, "POST", bot, json::serialize(random), {{"X-Bastide-Keys", second}}).status, 403);
  EXPECT_EQ(http(port_, "POST", bot, json::serialize(random), {{"X-Bastide-Keys", first}}).status, 200);
  EXPECT_EQ(get(port_, "/api/games/" + games[1], "GameSummary", first).at("status"), "playing");
}

TEST_F(DuplicateGames, WhatDoesNotGoTogetherIsRefused) {
  for (const char* more : {R"("public":true)", R"("bestOf":3)", R"("together":true)"})
    post_error(
        port_, 400, "/api/games",
        fmt::format(R"({{"preset":"classic","duplicate":2,{},"seats":[{{"kind":"me"}},{{"kind":"open"}}]}})", more));
  for (const char* games : {"1", "17", "\"2\""})
    post_error(
        port_, 400, "/api/games",
        fmt::format(R"({{"preset":"classic","duplicate":{},"seats":[{{"kind":"me"}},{{"kind":"open"}}]}})", games));
}

}  // namespace
}  // namespace bastide::test
