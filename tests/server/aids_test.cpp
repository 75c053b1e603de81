// What a table forbids is in nothing that the server sends while the game runs, and is there when it is over.
#include <gmock/gmock.h>

#include "expansions/ways.h"
#include "game/editions.h"
#include "notation/notation.h"
#include "server/bots.h"
#include "server/client.h"
#include "server/live_support.h"
#include "server/secrets.h"
#include "short_form.h"

namespace bastide::test {
namespace {

const std::vector<std::string> kEverything(kAidNames.begin(), kAidNames.end());

json::value game_with(uint16_t port, const json::value& aids, const json::object& options = {}) {
  const json::value me{{"kind", "me"}};
  return post(
      port, "/api/games",
      {{"preset", "new"}, {"options", options}, {"public", true}, {"seats", json::array{me, me}}, {"aids", aids}},
      "Created");
}

/// Every value of this name, however deep.
void find_all(const json::value& in, std::string_view name, std::vector<json::value>& found) {
  if (const auto* array = in.if_array())
    for (const json::value& one : *array) find_all(one, name, found);
  if (const auto* object = in.if_object())
    for (const auto& [key, value] : *object) {
      if (key == name) found.push_back(value);
      find_all(value, name, found);
    }
}

std::vector<json::value> all(const json::value& in, std::string_view name) {
  std::vector<json::value> found;
  find_all(in, name, found);
  return found;
}

/// Every message that a socket has had from its beginning.
std::vector<json::value> asks_in(const std::string& received) {
  std::vector<json::value> asks;
  json::stream_parser parser;
  std::string_view rest = received;
  while (!rest.empty()) {
    const std::size_t read = parser.write_some(rest.data(), rest.size());
    if (!parser.done()) break;
    find_all(parser.release(), "ask", asks);
    parser.reset();
    rest.remove_prefix(read);
  }
  return asks;
}

class AidsTest : public testing::Test {
 protected:
  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

TEST_F(AidsTest, NothingThatIsForbiddenIsSentBeforeTheEnd) {
  const json::value created = post(port_, "/api/games",
                                   {{"preset", "new"},
                                    {"public", true},
                                    {"seats", {{{"kind", "me"}}, {{"kind", "bot"}, {"bot", "random"}}}},
                                    {"aids", json::array{}}},
                                   "Created");
  const std::string game = text(created.at("game")), path = "/api/games/" + game, key = token_of(created, 0);
  Person person(port_, game, key, 1);
  Socket watcher(port_, game);
  ASSERT_TRUE(person.wait_for_turn());
  for (const char* what : {"/features", "/compare"})
    for (const std::string& who : {std::string(), key}) {
      const json::value error = get_error(port_, 403, path + what, who);
      EXPECT_EQ(error.at("message"), "This table plays without that aid. You can see it when the game is over.");
      EXPECT_TRUE(error.as_object().contains("translations"));
    }
  EXPECT_EQ(get(port_, path + "/aids", "GameAids", key).as_object().size(), 1u) << "only what event it would be of";
  person.play_to_end();
  ASSERT_TRUE(person.over());
  while (watcher.received().find(R"("type":"over")") == std::string::npos) ASSERT_FALSE(watcher.read().is_null());
  int asked = 0;
  for (const std::string& received : {person.socket().received(), watcher.received()}) {
    EXPECT_EQ(received.find(R"("effect":)"), std::string::npos);
    EXPECT_EQ(received.find(R"("completes":[{)"), std::string::npos);
    for (const json::value& ask : asks_in(received)) {
      asked += ask.is_null() ? 0 : 1;
      EXPECT_THAT(all(ask, "segments"), testing::IsEmpty());
      EXPECT_THAT(all(ask, "owners"), testing::IsEmpty());
      EXPECT_THAT(all(ask, "points"), testing::IsEmpty());
    }
  }
  EXPECT_GT(asked, 100);

  // It is over: everything may be seen, and the table is still known as it was.
  EXPECT_FALSE(get(port_, path + "/features", "FeatureList").at("features").as_array().empty());
  EXPECT_EQ(get(port_, path + "/compare", "Comparison").at("over"), true);
  EXPECT_TRUE(get(port_, path + "/aids", "GameAids").as_object().contains("tiles"));
  EXPECT_EQ(get(port_, path, "GameSummary").at("aids"), json::array{});
  const std::string record = http(port_, "GET", path + "/record").body;
  EXPECT_NE(record.find("\naids -\n"), std::string::npos) << record;
  const auto read = parse_record(builtin_catalogue(), record);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->aids, Aids::none());
  EXPECT_EQ(write_record(*read), record);
}

TEST_F(AidsTest, EachStandsForItself) {
  for (const std::string& only : kEverything) {
    const json::value created = game_with(port_, json::array{json::string(only)});
    const std::string path = "/api/games/" + text(created.at("game"));
    EXPECT_EQ(http(port_, "GET", path + "/features").status, only == "owners" ? 200 : 403) << only;
    EXPECT_EQ(http(port_, "GET", path + "/compare").status, 403) << "it tells what would be scored, too";
    const json::value aids = get(port_, path + "/aids", "GameAids");
    EXPECT_EQ(aids.as_object().contains("tiles"), only == "tiles");
    EXPECT_EQ(aids.as_object().contains("spaces"), only == "odds");
    EXPECT_EQ(aids.as_object().contains("projection"), only == "projection");
    Person first(port_, text(created.at("game")), token_of(created, 0), 1);
    Person second(port_, text(created.at("game")), token_of(created, 1), 1);
    Person& mover = first.may_move() ? first : second;
    const json::value tried = mover.try_moves({mover.choose().front()});
    EXPECT_EQ(!all(tried, "segments").empty(), only == "effects") << only << " " << tried;
  }
  const json::value created = game_with(port_, {"owners", "projection", "analysis"});
  const std::string path = "/api/games/" + text(created.at("game"));
  EXPECT_FALSE(all(get(port_, path + "/features", "FeatureList"), "points").empty());
  get(port_, path + "/compare", "Comparison");
  const json::value whose = game_with(port_, {"owners"});
  const json::value told = get(port_, "/api/games/" + text(whose.at("game")) + "/features", "FeatureList");
  EXPECT_FALSE(all(told, "owners").empty());
  EXPECT_TRUE(all(told, "points").empty());
}

TEST_F(AidsTest, WithoutAPolicyItIsEverything) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  const std::string path = "/api/games/" + text(created.at("game"));
  EXPECT_FALSE(get(port_, path, "GameSummary").as_object().contains("aids"));
  EXPECT_EQ(http(port_, "GET", path + "/record").body.find("aids"), std::string::npos);
  const json::value all_named = game_with(port_, json::value_from(kEverything));
  EXPECT_FALSE(get(port_, "/api/games/" + text(all_named.at("game")), "GameSummary").as_object().contains("aids"));
}

TEST_F(AidsTest, WhatIsNoAidIsRefused) {
  const std::string head = R"({"preset":"new","seats":[{"kind":"me"},{"kind":"me"}],"aids":)";
  EXPECT_THAT(json::serialize(post_error(port_, 400, "/api/games", head + R"(["hints"]})")),
              testing::HasSubstr("[aids][0]"));
  EXPECT_THAT(json::serialize(post_error(port_, 400, "/api/games", head + R"("none"})")), testing::HasSubstr("aids"));
  const json::value twice = post_error(port_, 400, "/api/games", head + R"(["odds","odds"]})");
  EXPECT_EQ(twice.at("message"), "the aid 'odds' is named twice");
  EXPECT_EQ(twice.at("expected"), "any of owners, effects, tiles, odds, projection, analysis, each once");
}

TEST_F(AidsTest, AGameThatHasNotBegunReckonsNothing) {
  const json::value created = new_game(port_, "new", {"me", "open"});
  get_error(port_, 409, "/api/games/" + text(created.at("game")) + "/aids");
  get_error(port_, 404, "/api/games/nosuchgame/aids");
  const json::value closed = new_game(port_, "new", {"me", "me"}, false);
  get_error(port_, 403, "/api/games/" + text(closed.at("game")) + "/aids");
}

TEST_F(AidsTest, ARematchAndARestartKeepThem) {
  const json::value created = game_with(port_, {"owners", "tiles"});
  const std::string game = text(created.at("game")), key = token_of(created, 0);
  const std::map<std::string, std::string> mine{{"X-Bastide-Keys", key}};
  ASSERT_EQ(http(port_, "POST", "/api/games/" + game + "/leave", "{}", mine).status, 200);
  const HttpAnswer made = http(port_, "POST", "/api/games/" + game + "/rematch", "{}", mine);
  const std::string next = text(json::parse(made.body).at("game"));
  server_.stop();
  RunningServer later(folder_.path());
  for (const std::string& id : {game, next})
    EXPECT_EQ(get(later.port(), "/api/games/" + id, "GameSummary").at("aids"), (json::array{"owners", "tiles"})) << id;
}

/// Whatever expansions ask: neither the question nor a try says what an answer would bring.
TEST(AidsReckoned, NoExpansionSaysWhatAnAnswerBrings) {
  init_secrets();
  const RuleShelf shelf(builtin_catalogue());
  const auto ways = ways_of_expansions();
  int effects = 0;
  for (std::size_t way = 0; way < ways.size(); way += 2 * every(3)) {
    LiveSetup setup;
    setup.choice = {"new", ways[way]};
    setup.seats = {{"bot", "A", "random"}, {"bot", "B", "random"}};
    LiveGame open = *LiveGame::create(shelf, "game", setup, std::string(kLiveSeed), "1", 0);
    setup.aids = Aids::none();
    LiveGame closed = *LiveGame::create(shelf, "game", setup, std::string(kLiveSeed), "1", 0);
    ASSERT_TRUE(open.begin_if_full(0));
    ASSERT_TRUE(closed.begin_if_full(0));
    for (int plays = 0; plays < 30 && closed.status() == "playing"; ++plays) {
      const std::vector<std::string> moves = choose_turn(closed, way + static_cast<uint64_t>(plays));
      std::string told = closed.turn(true) + closed.turn(false);
      for (std::size_t n = 1; n <= moves.size(); ++n)
        told += *closed.tried(closed.to_move(), {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(n)});
      EXPECT_EQ(told.find(R"("effect":)"), std::string::npos) << told;
      EXPECT_EQ(told.find(R"("owners":)"), std::string::npos) << told;
      EXPECT_EQ(told.find(R"("completes":[{)"), std::string::npos) << told;
      effects += open.turn(true).find(R"("effect":)") != std::string::npos ? 1 : 0;
      ASSERT_TRUE(open.play(open.to_move(), moves, 0));
      ASSERT_TRUE(closed.play(closed.to_move(), moves, 0));
    }
  }
  EXPECT_GT(effects, 0) << "there were some to tell";
}

/// What is reckoned is what the game's own parts say.
TEST(AidsReckoned, IsWhatTheGameSays) {
  const RuleShelf shelf(builtin_catalogue());
  LiveGame live = begun(shelf, {});
  Rng rng(5);
  std::vector<StoredEvent> log;
  for (int turn = 0; turn < 30; ++turn) play(live, answers(live, rng), log);
  const json::object told = live.reckoned(0);
  int left = 0;
  for (const json::value& tile : told.at("tiles").as_array()) left += number(tile.at("left"));
  EXPECT_EQ(left, live.game()->state().left);
  EXPECT_EQ(number(told.at("unseen")), left);
  const auto compared = compare_editions(*live.game(), true);
  ASSERT_TRUE(compared);
  EXPECT_EQ(told.at("projection"), json::value_from(compared->editions.front().total));
  // The spaces of the tile in hand are among those where something fits.
  const auto& spaces = told.at("spaces").as_array();
  for (const Move& move : live.game()->legal())
    EXPECT_TRUE(std::ranges::any_of(spaces, [&](const json::value& space) {
      return number(space.at("x")) == move.x && number(space.at("y")) == move.y;
    }));
  for (const json::value& space : spaces) EXPECT_LE(number(space.at("tiles")), left);
}

/// A tile in a hidden hand has not been seen by the other seat, nor by those who watch.
TEST(AidsReckoned, HiddenHandsAreAmongWhatIsLeft) {
  const RuleShelf shelf(builtin_catalogue());
  const LiveGame live = begun(shelf, {{"draw", "hand"}, {"hand_view", "hidden"}});
  const auto unseen = [&](int viewer) { return number(live.reckoned(viewer).at("unseen")); };
  const int stack = live.game()->state().left, hands = 71 - stack;
  EXPECT_EQ(unseen(-1), stack + hands);
  EXPECT_LT(unseen(0), unseen(-1));
  EXPECT_EQ(unseen(0) + unseen(1), 2 * stack + hands);
}

}  // namespace
}  // namespace bastide::test
