// Nothing of the seed or of the order of the stack leaves the server before the end.
#include <fmt/format.h>

#include "expansions/ways.h"
#include "server/bots.h"
#include "server/client.h"
#include "server/secrets.h"
#include "short_form.h"
#include "store/event_store.h"

namespace bastide::test {
namespace {

TEST(Secrecy, SeedIsInNoByteBeforeTheEnd) {
  const Folder folder;
  RunningServer server(folder.path());
  const uint16_t port = server.port();
  const json::value created = new_game(port, "new", {"me", "random"}, true);
  const std::string game = text(created.at("game"));
  Person person(port, game, token_of(created, 0), 3);
  Socket watcher(port, game);
  std::string sent;
  while (person.wait_for_turn() && !person.over()) {
    person.play();
    const int before = person.seq();
    while (person.seq() == before) person.take(person.socket().read());
    if (person.over()) break;
    for (const char* what : {"", "/record", "/layer/summer/0.json", "/layers/summer?of=0"})
      sent += http(port, "GET", "/api/games/" + game + what).body;
    sent += http(port, "GET", "/api/games", "", {{"X-Bastide-Keys", token_of(created, 0)}}).body;
    ASSERT_EQ(person.socket().received().find("\"type\":\"over\""), std::string::npos);
  }
  const std::string received = person.socket().received();
  sent += received.substr(0, received.find("\"seed\":\"" + text(person.events().back().at("seed"))));
  const std::string seed = text(person.events().back().at("seed"));
  ASSERT_EQ(seed.size(), 64u);
  for (std::size_t part = 0; part + 16 <= seed.size(); part += 8)
    EXPECT_EQ(sent.find(seed.substr(part, 16)), std::string::npos) << "a part of the seed was sent";
  EXPECT_NE(sent.find(sha256_hex(seed)), std::string::npos) << "the commitment was sent";
  // Tokens and invites are kept as hashes only.
  const auto store = open_sqlite_store(folder.path() + "/games.sqlite");
  ASSERT_TRUE(store);
  const auto log = (*store)->events(game);
  ASSERT_TRUE(log);
  for (const StoredEvent& entry : log->events) EXPECT_EQ(entry.body.find(token_of(created, 0)), std::string::npos);
  EXPECT_FALSE((*(*store)->seat_of(token_of(created, 0))).has_value());
  EXPECT_TRUE((*(*store)->seat_of(token_hash(token_of(created, 0)))).has_value());
}

/// A game whose first draws are made, with one legal turn after another.
LiveGame live_game_with(const std::string& seed, int turns, const std::map<std::string, std::string>& options = {}) {
  LiveSetup setup;
  setup.choice.preset = "new";
  setup.choice.options = options;
  setup.seats = {{"bot", "A", "random"}, {"bot", "B", "random"}};
  LiveGame live = LiveGame::create(builtin_catalogue(), "thesame1", setup, seed, "v", 1000).value();
  EXPECT_TRUE(live.begin_if_full(1000));
  for (int i = 0; i < turns; ++i)
    EXPECT_TRUE(live.play(live.to_move(), choose_turn(live, static_cast<uint64_t>(i)), 1000));
  return live;
}

/// Everything a game tells, without the commitment.
std::string told(const LiveGame& live, const std::string& seed) {
  std::string all;
  for (int n = 1; n <= live.seq(); ++n) all += live.event(n, 0) + "\n";
  all += json::serialize(live.summary()) + live.turn(true) + live.turn(false) + live.record(0);
  const std::string commitment = sha256_hex(seed);
  for (std::size_t at = all.find(commitment); at != std::string::npos; at = all.find(commitment))
    all.erase(at, commitment.size());
  return all;
}

/// Two stacks that begin alike and go on differently cannot be told apart while they are alike.
TEST(Secrecy, WhatIsToldDependsOnTheTilesDrawnAlone) {
  init_secrets();
  const auto rules = compile(builtin_catalogue(), {.preset = "new", .options = {}}, 2);
  ASSERT_TRUE(rules);
  const auto first_draws = [&](const std::string& seed, int count) {
    Shuffle shuffle(seed, (*rules)->kernel.stack);
    std::vector<int> kinds;
    for (int i = 0; i < count; ++i, shuffle.next()) kinds.push_back(shuffle.peek());
    return kinds;
  };
  constexpr int kAlike = 3;
  std::map<std::vector<int>, std::string> seen;
  std::pair<std::string, std::string> pair;
  for (int n = 0; pair.first.empty(); ++n) {
    const std::string seed = sha256_hex(fmt::format("a seed for a test {}", n));
    const auto [place, fresh] = seen.emplace(first_draws(seed, kAlike), seed);
    if (!fresh && first_draws(seed, kAlike + 1) != first_draws(place->second, kAlike + 1)) pair = {place->second, seed};
  }
  EXPECT_EQ(told(live_game_with(pair.first, kAlike - 1), pair.first),
            told(live_game_with(pair.second, kAlike - 1), pair.second));
  EXPECT_NE(told(live_game_with(pair.first, kAlike), pair.first),
            told(live_game_with(pair.second, kAlike), pair.second));
}

/// HOUSE-HAND3 with hidden hands: a draw is told to its seat alone, and the record hides it, until the game is over.
TEST(Secrecy, AHiddenHandIsToldToItsSeatAlone) {
  init_secrets();
  const std::string seed = sha256_hex("a seed for hidden hands");
  const std::map<std::string, std::string> hidden = {{"draw", "hand"}, {"hand_view", "hidden"}};
  const auto draws = [](const LiveGame& live, int viewer) {
    std::pair<int, int> seen{0, 0};  // tiles shown, tiles hidden
    for (int n = 1; n <= live.seq(); ++n) {
      const json::value event = json::parse(live.event(n, viewer));
      if (event.at("type") != "did" || event.at("of") != "draw") continue;
      const json::value drawn = changes(event, "pile").at(0).at("tiles").as_array().back();
      ++(drawn.is_null() ? seen.second : seen.first);
    }
    return seen;
  };
  const LiveGame live = live_game_with(seed, 4, hidden);
  EXPECT_EQ(draws(live, 0), (std::pair<int, int>{5, 5}));
  EXPECT_EQ(draws(live, 1), (std::pair<int, int>{5, 5}));
  EXPECT_EQ(draws(live, -1), (std::pair<int, int>{0, 10}));
  EXPECT_NE(live.record(-1).find("deal +? +? +?"), std::string::npos) << live.record(-1);
  EXPECT_FALSE(live.all_open_since(0));
  EXPECT_TRUE(json::parse(live.turn(false)).at("ask").at("options").as_array().empty());

  const LiveGame over = live_game_with(seed, 71, hidden);
  ASSERT_EQ(over.status(), "over");
  EXPECT_EQ(draws(over, -1), (std::pair<int, int>{71, 0}));
  EXPECT_EQ(over.record(-1).find('?'), std::string::npos);
}

/// Every way to draw and trade and whatever else expansions bring, played by bots to the end and replayed from the log.
TEST(Secrecy, BotsPlayEveryWayToDraw) {
  init_secrets();
  std::vector<std::map<std::string, std::string>> ways = {{{"draw", "hand"}, {"hand_size", "5"}},
                                                          {{"bag", "back"}},
                                                          {{"bag", "blind"}, {"first", "lots"}},
                                                          {{"draw", "hand"}, {"bag", "blind"}}};
  for (const auto& way : ways_of_expansions()) {
    ways.push_back(way);
    if (ways.back().try_emplace("first", "roll").second) ways.push_back(way);  // with a former value, and without
  }
  for (std::size_t way = 0; way < ways.size(); way += every(3)) {
    const auto& options = ways[way];
    LiveGame live = live_game_with(sha256_hex("every way"), 0, options);
    for (int i = 0; i < 400 && live.status() != "over"; ++i)
      ASSERT_TRUE(live.play(live.to_move(), choose_turn(live, static_cast<uint64_t>(i)), 1000));
    EXPECT_EQ(live.status(), "over");
    const auto again = LiveGame::load(builtin_catalogue(), live.row(), live.take_fresh(), "v");
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(again->seq(), live.seq());
    for (int n = 1; n <= live.seq(); ++n) EXPECT_EQ(again->event(n, 1), live.event(n, 1));
    EXPECT_EQ(again->record(-1), live.record(-1));
  }
}

}  // namespace
}  // namespace bastide::test
