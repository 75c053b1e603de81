// Nothing of the seed or of the order of the stack leaves the server before the end.
#include <fmt/format.h>

#include "server/bots.h"
#include "server/client.h"
#include "server/secrets.h"
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
    for (const char* what : {"", "/record", "/layer/summer/0.json"})
      sent += http(port, "GET", "/api/games/" + game + what).body;
    sent += http(port, "GET", "/api/games?mine=" + token_of(created, 0)).body;
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
  for (const StoredEvent& entry : *log) EXPECT_EQ(entry.body.find(token_of(created, 0)), std::string::npos);
  EXPECT_FALSE((*(*store)->seat_of(token_of(created, 0))).has_value());
  EXPECT_TRUE((*(*store)->seat_of(token_hash(token_of(created, 0)))).has_value());
}

/// A table whose first draws are made, with one legal turn after another.
Table table_with(const std::string& seed, int turns) {
  TableSetup setup;
  setup.choice.preset = "new";
  setup.seats = {{"bot", "A", "random"}, {"bot", "B", "random"}};
  Table table = Table::create(builtin_catalogue(), "thesame1", setup, seed, "v", 1000).value();
  EXPECT_TRUE(table.begin_if_full(1000));
  for (int i = 0; i < turns; ++i)
    EXPECT_TRUE(table.play(table.to_move(), choose_turn(table, static_cast<uint64_t>(i)), 1000));
  return table;
}

/// Everything a table tells, without the commitment.
std::string told(const Table& table, const std::string& seed) {
  std::string all;
  for (const auto& event : table.events()) all += *event + "\n";
  all += json::serialize(table.summary()) + json::serialize(table.turn(true)) + json::serialize(table.turn(false)) +
         table.record();
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
  EXPECT_EQ(told(table_with(pair.first, kAlike - 1), pair.first),
            told(table_with(pair.second, kAlike - 1), pair.second));
  EXPECT_NE(told(table_with(pair.first, kAlike), pair.first), told(table_with(pair.second, kAlike), pair.second));
}

}  // namespace
}  // namespace bastide::test
