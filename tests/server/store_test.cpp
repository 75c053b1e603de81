// The event log by itself, the shuffle, and words for tiles.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <fstream>
#include <limits>

#include "game/place_words.h"
#include "rules/compile.h"
#include "server/client.h"
#include "server/messages.h"
#include "server/secrets.h"
#include "server/shuffle.h"
#include "store/event_store.h"

namespace bastide::test {
namespace {

Append first_append(const std::string& game) {
  return {.game = game,
          .create = GameRow{game, 1, 1, true, "seed", {"playing", "{1}"}, ""},
          .events = {{1, 10, "setup", "a"}, {2, 11, "start", "b"}},
          .tokens = {{"hash-" + game, game, 0}}};
}

Append next_append(const std::string& game, int seq, int64_t at, const std::string& status) {
  return {.game = game, .events = {{seq, at, "move", "c"}}, .note = GameNote{status, "{2}"}};
}

TEST(Store, KeepsWhatWasCommittedInOrder) {
  const Folder folder;
  const std::string file = folder.path() + "/games.sqlite";
  {
    const auto store = open_sqlite_store(file);
    ASSERT_TRUE(store) << store.error().text();
    for (const auto& result : (*store)->commit(std::vector<Append>{first_append("a"), first_append("b")}))
      EXPECT_TRUE(result.kept());
    EXPECT_TRUE((*store)->commit(std::vector<Append>{next_append("a", 3, 20, "over")})[0].kept());
  }
  const auto store = open_sqlite_store(file);
  ASSERT_TRUE(store) << store.error().text();
  const auto log = (*store)->events("a");
  ASSERT_TRUE(log);
  EXPECT_EQ(log->damage, "");
  ASSERT_EQ(log->events.size(), 3u);
  EXPECT_EQ(log->events[2].kind, "move");
  EXPECT_EQ(log->events[2].at, 20);
  EXPECT_EQ((*store)->events("a", 2)->events.size(), 1u);
  const auto row = (*store)->game("a");
  ASSERT_TRUE(row && *row);
  EXPECT_EQ((*row)->note.status, "over");
  EXPECT_EQ((*row)->note.summary, "{2}");
  EXPECT_EQ((*row)->last, "c");
  EXPECT_EQ((*row)->updated, 20);
  EXPECT_EQ((*row)->seed, "seed");
  EXPECT_EQ((*store)->listed(10)->size(), 1u);
  EXPECT_EQ((*store)->with_status("playing")->size(), 1u);
  EXPECT_EQ((*(*store)->seat_of("hash-b"))->game, "b");
  EXPECT_FALSE((*store)->seat_of("hash-c")->has_value());
  EXPECT_FALSE((*store)->game("c")->has_value());
}

TEST(Store, OfTwoWritersOfOneEventTheSecondFailsAlone) {
  const Folder folder;
  const std::string file = folder.path() + "/games.sqlite";
  const auto store = open_sqlite_store(file), other = open_sqlite_store(file);
  ASSERT_TRUE(store && other);
  EXPECT_TRUE((*store)->commit(std::vector<Append>{first_append("a"), first_append("b")})[0].kept());
  const auto results =
      (*other)->commit(std::vector<Append>{next_append("a", 2, 30, "over"), next_append("b", 3, 30, "over")});
  EXPECT_EQ(results[0].fate, Written::Fate::taken);
  EXPECT_TRUE(results[1].kept());
  EXPECT_EQ((*store)->events("a")->events.size(), 2u);
  EXPECT_EQ((*(*store)->game("a"))->note.status, "playing") << "nothing of a refused append is kept";
  EXPECT_EQ((*store)->events("b")->events.size(), 3u);
}

TEST(Store, FilesThatAreNotOursAreRefused) {
  const Folder folder;
  const auto refused = [&](const std::string& file, const std::string& part) {
    const auto store = open_sqlite_store(file);
    ASSERT_FALSE(store) << file;
    EXPECT_NE(store.error().text().find(part), std::string::npos) << store.error().text();
    EXPECT_FALSE(store.error().expected.empty());
  };
  const std::string text_file = folder.path() + "/text";
  std::ofstream(text_file) << std::string(5000, 'x');
  refused(text_file, "cannot be opened");
  const std::string foreign = folder.path() + "/foreign";
  SQLite::Database(foreign, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE other (x)");
  refused(foreign, "not Bastide's");
  const std::string newer = folder.path() + "/newer";
  ASSERT_TRUE(open_sqlite_store(newer));
  SQLite::Database(newer, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
  refused(newer, "newer");
  refused(folder.path() + "/nowhere/games.sqlite", "cannot be opened");
  refused(folder.path(), "cannot be opened");

  const std::string damaged = folder.path() + "/damaged";
  {
    const auto store = open_sqlite_store(damaged);
    ASSERT_TRUE(store);
    std::vector<Append> appends;
    for (int i = 0; i < 300; ++i) appends.push_back(first_append(fmt::format("game{}", i)));
    (*store)->commit(appends);
  }
  std::fstream bytes(damaged, std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekp(3 * 4096);
  bytes << std::string(3 * 4096, 'x');
  bytes.close();
  refused(damaged, "");
}

/// The worked example of docs/protocol.md, "Draws".
TEST(Shuffle, WorkedExample) {
  init_secrets();
  const std::string seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const auto rules = compile(builtin_catalogue(), {.preset = "classic", .options = {}}, 2);
  ASSERT_TRUE(rules);
  Shuffle shuffle(seed, (*rules)->kernel.stack);
  std::string tiles;
  for (int i = 0; i < 8; ++i, shuffle.next()) tiles += (*rules)->kinds[shuffle.peek()].name + " ";
  std::ifstream page(std::string(BASTIDE_SOURCE_DIR) + "/docs/protocol.md");
  const std::string document{std::istreambuf_iterator<char>(page), {}};
  EXPECT_NE(document.find("`" + seed + "`"), std::string::npos);
  EXPECT_NE(document.find("`" + sha256_hex(seed) + "`"), std::string::npos) << sha256_hex(seed);
  EXPECT_NE(document.find("`" + sha256_hex(seed + ":0:0").substr(0, 16) + "`"), std::string::npos)
      << sha256_hex(seed + ":0:0");
  EXPECT_NE(document.find(fmt::format("is {}", draw_number(seed, "0", 71))), std::string::npos)
      << draw_number(seed, "0", 71);
  EXPECT_NE(document.find("`" + tiles.substr(0, tiles.size() - 1) + "`"), std::string::npos) << tiles;
}

/// Ruleset::late
TEST(Shuffle, WhatIsLateComesAfterSoManyOfTheOthers) {
  init_secrets();
  std::vector<KindIndex> tiles(20, 0);
  tiles.insert(tiles.end(), 6, 1);
  std::set<int> first_late;
  for (int round = 0; round < 1000; ++round) {
    Shuffle shuffle(sha256_hex(std::to_string(round)), tiles);
    shuffle.hold_back({0, 1}, 3);
    std::array<int, 2> drawn{};
    for (std::size_t i = 0; i < tiles.size(); ++i, shuffle.next())
      if (++drawn[shuffle.peek()] == 1 && shuffle.peek() == 1) first_late.insert(drawn[0]);
    EXPECT_EQ(drawn, (std::array<int, 2>{20, 6}));
  }
  EXPECT_EQ(first_late, (std::set<int>{17, 18, 19, 20})) << "17 of the 20 come first, then all are alike";
}

TEST(Shuffle, AFixedOrderIsTheSameWhateverIsPutBack) {
  std::vector<KindIndex> tiles(20);
  for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = static_cast<KindIndex>(i);
  for (int round = 0; round < 20; ++round) {
    Shuffle plain(sha256_hex(std::to_string(round)), tiles);
    if (round % 2 == 1) plain.in_stages({1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2});
    Shuffle one = plain, other = plain;
    one.fix_order();
    other.fix_order();
    for (int i = 0; i < 20; ++i) {
      const int next = plain.peek();
      ASSERT_EQ(one.peek(), next);
      ASSERT_EQ(other.peek(), next);
      plain.next();
      one.next();
      other.next();
      if (round % 2 == 0 && i % 5 == round % 5) other.put_back(static_cast<KindIndex>(next));
    }
    EXPECT_TRUE(one.empty());
    for (int n = round % 2 == 0 ? 4 : 0; n > 0; --n) other.next();
    EXPECT_TRUE(other.empty());
  }
}

TEST(Shuffle, DrawsEveryTileOnceAndEvenly) {
  init_secrets();
  std::vector<KindIndex> tiles;
  for (uint8_t i = 0; i < 10; ++i) tiles.push_back(i);
  std::array<std::array<int, 10>, 10> count{};  // tile, draw
  constexpr int kRounds = 2000;
  for (int round = 0; round < kRounds; ++round) {
    Shuffle shuffle(sha256_hex(std::to_string(round)), tiles);
    std::set<int> drawn;
    for (std::size_t i = 0; i < tiles.size(); ++i, shuffle.next()) {
      drawn.insert(shuffle.peek());
      ++count[shuffle.peek()][i];
    }
    EXPECT_TRUE(shuffle.empty());
    EXPECT_EQ(drawn.size(), tiles.size());
  }
  double chi = 0;  // 81 degrees of freedom; over 140 has a chance of 0.0001. The seeds are fixed: this does not flicker
  for (const auto& row : count)
    for (const int n : row) chi += (n - kRounds / 10.0) * (n - kRounds / 10.0) / (kRounds / 10.0);
  EXPECT_LT(chi, 140);
}

std::string words_of_place(const TileSpec& tile, std::size_t feature, int rotation) {
  const bool field = tile.features[feature].type == TileFeatureType::field;
  const bool road = tile.features[feature].type == TileFeatureType::road;
  return place_in_words(builtin_catalogue().phrases, tile, static_cast<int>(feature), rotation,
                        field  ? "farmer"
                        : road ? "highwayman"
                               : "knight")[0];
}

std::string words_of_tile(const TileSpec& tile, std::size_t language = 0) {
  return tile_in_words(builtin_catalogue().phrases, tile)[language];
}

TEST(Words, TilesAndPlaces) {
  const TileSet& set = *builtin_catalogue().find_set("base-c2");
  EXPECT_EQ(words_of_tile(*set.find("A")), "cloister, road to the south ending at the cloister");
  EXPECT_EQ(words_of_tile(*set.find("B")), "cloister");
  EXPECT_EQ(words_of_tile(*set.find("C")), "city on all sides with a shield");
  EXPECT_EQ(words_of_tile(*set.find("D")), "city on the north, road between east and west");
  EXPECT_EQ(words_of_tile(*set.find("X")), "roads to the north, east, south and west ending at a village");
  EXPECT_EQ(words_of_tile(*set.find("A"), 1), "klooster, weg naar de zuidkant met het klooster aan het einde");
  EXPECT_EQ(words_of_tile(*set.find("D"), 2), "Stadt an der Nordseite, Straße zwischen Ostseite und Westseite");
  const TileSpec& crossing = *set.find("X");
  std::set<std::string> places;
  for (std::size_t i = 0; i < crossing.features.size(); ++i) places.insert(words_of_place(crossing, i, 1));
  EXPECT_EQ(places,
            (std::set<std::string>{"Highwayman on the road to the north", "Highwayman on the road to the east",
                                   "Highwayman on the road to the south", "Highwayman on the road to the west",
                                   "Farmer in the field to the north-east", "Farmer in the field to the south-east",
                                   "Farmer in the field to the south-west", "Farmer in the field to the north-west"}));
  // Every place of every tile of the catalogue has words of its own, however it lies.
  for (const TileSet& any : builtin_catalogue().sets)
    for (const TileSpec& tile : any.tiles)
      for (int rotation = 0; rotation < 4; ++rotation) {
        std::set<std::string> words;
        for (std::size_t i = 0; i < tile.features.size(); ++i) words.insert(words_of_place(tile, i, rotation));
        EXPECT_EQ(words.size(), tile.features.size()) << any.id << " " << tile.id << " " << rotation;
      }
}

TEST(Words, TimesOfAllYears) {
  EXPECT_EQ(iso_time(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(iso_time(-1), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(iso_time(10'000'000'000'123), "2286-11-20T17:46:40.123Z") << "nanoseconds of 64 bits end in 2262";
  EXPECT_EQ(iso_time(std::numeric_limits<int64_t>::max()), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(iso_time(std::numeric_limits<int64_t>::min()), "0000-01-01T00:00:00.000Z");
}

}  // namespace
}  // namespace bastide::test
