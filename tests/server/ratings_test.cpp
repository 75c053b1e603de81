// Rated games: which ones there are, that each is rated once whatever happens, leaderboards, and what goes with an
// account.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>

#include "rules/catalogue.h"
#include "server/account_support.h"
#include "server/clock.h"
#include "server/forked.h"
#include "server/live_game.h"
#include "server/ratings.h"
#include "server/rule_shelf.h"
#include "store/event_store.h"

namespace bastide::test {
namespace {

/// What is asked for a rated game of so many seats.
json::object rated_game(int seats, const std::string& preset = "new") {
  json::array kinds;
  kinds.push_back(json::object{{"kind", "me"}, {"name", "Host"}});
  for (int seat = 1; seat < seats; ++seat) kinds.push_back(json::object{{"kind", "open"}});
  return {{"preset", preset}, {"rated", true}, {"seats", std::move(kinds)}};
}

/// A rated game of these people, the first of whom makes it.
struct Rated {
  Rated(const Device& host, const std::vector<const Device*>& others, const std::string& preset = "new") {
    const json::value made =
        host.post("/api/games", rated_game(static_cast<int>(others.size()) + 1, preset), "Created");
    game = text(made.at("game"));
    invite = text(made.at("invite"));
    tokens.push_back(token_of(made, 0));
    for (const Device* other : others)
      tokens.push_back(text(other->post(path("/join"), {{"name", "Guest"}, {"invite", invite}}, "Joined").at("token")));
  }
  std::string path(const std::string& what = "") const { return "/api/games/" + game + what; }
  json::value ratings(const Device& device) const { return device.get(path("/ratings"), "GameRatings"); }
  void leave(const Device& device) const { device.post(path("/leave"), json::object{}, "Seated"); }

  std::string game, invite;
  std::vector<std::string> tokens;
};

/// What an account has in a category; null: nothing.
json::value rating(const Device& device, const std::string& category) {
  const json::value account = device.get("/api/account", "Account");
  for (const json::value& one : account.at("ratings").as_array())
    if (one.at("category") == json::value(category)) return one;
  return nullptr;
}

std::string message(const HttpAnswer& answer) {
  return text(json::parse(answer.body).at("error").at("message"));
}

class Ratings : public testing::Test {
 protected:
  void SetUp() override {
    mila_.sign_up("Mila");
    noor_.sign_up("Noor");
    tom_.sign_up("Tom");
  }
  void restart() {
    server_.reset();
    server_.emplace(weak(folder_.path()));
    mila_.port = noor_.port = tom_.port = server_->port();
  }
  void sql(const std::string& text) const {
    SQLite::Database database(folder_.path() + "/games.sqlite", SQLite::OPEN_READWRITE);
    database.setBusyTimeout(5000);
    database.exec(text);
  }
  HttpAnswer refused(const Device& device, int status, const json::value& game, const std::string& to = "/api/games") {
    const HttpAnswer answer = device.call("POST", to, json::serialize(game));
    EXPECT_EQ(answer.status, status) << answer.body;
    return answer;
  }

  Folder folder_;
  std::optional<RunningServer> server_{weak(folder_.path())};
  Device mila_{server_->port()}, noor_{server_->port()}, tom_{server_->port()};
};

TEST_F(Ratings, OnlyGamesOfDifferentAccountsByTheEditionAlone) {
  const Device guest{server_->port()};
  EXPECT_NE(message(refused(guest, 403, rated_game(2))).find("account"), std::string::npos);
  json::object changed = rated_game(2);
  changed["options"] = json::object{{"small_city", "half"}};
  json::object with_bot = rated_game(3);
  with_bot["seats"].as_array()[2] = {{"kind", "bot"}, {"bot", "random"}};
  json::object two_seats = rated_game(3);
  two_seats["seats"].as_array()[1] = {{"kind", "me"}};
  for (const std::string to : {"/api/games", "/api/check"}) {
    EXPECT_NE(message(refused(mila_, 400, changed, to)).find("house rules"), std::string::npos);
    EXPECT_NE(message(refused(mila_, 400, with_bot, to)).find("Bots"), std::string::npos);
    EXPECT_NE(message(refused(mila_, 400, two_seats, to)).find("one seat"), std::string::npos);
  }
  // What stands as the preset has it changes nothing.
  changed["options"] = json::object{{"small_city", "full"}};
  EXPECT_EQ(mila_.call("POST", "/api/check", json::serialize(changed)).status, 200);
}

TEST_F(Ratings, NoGuestNoBotAndNobodyTwiceComesIn) {
  const json::value made = mila_.post("/api/games", rated_game(2), "Created");
  const std::string path = "/api/games/" + text(made.at("game"));
  const json::object join{{"name", "Noor"}, {"invite", made.at("invite")}};
  EXPECT_EQ(mila_.get(path, "GameSummary").at("rated"), "new-2");
  const Device guest{server_->port()};
  EXPECT_NE(message(refused(guest, 403, join, path + "/join")).find("account"), std::string::npos);
  EXPECT_NE(message(refused(mila_, 403, join, path + "/join")).find("one seat"), std::string::npos);
  EXPECT_EQ(message(refused(mila_, 409, {{"bot", "random"}}, path + "/bot")), "Bots do not play in rated games.");
  // Who waits sees with whom; others see nothing of a game that is not theirs.
  json::value now = mila_.get(path + "/ratings", "GameRatings");
  EXPECT_EQ(now.at("status"), "open");
  ASSERT_EQ(now.at("seats").as_array().size(), 1u);
  EXPECT_EQ(now.at("seats").at(0).at("before"),
            (json::value{{"rating", 1500}, {"deviation", 350}, {"provisional", true}}));
  EXPECT_EQ(noor_.call("GET", path + "/ratings").status, 403);
  noor_.post(path + "/join", join, "Joined");
  EXPECT_EQ(noor_.get(path + "/ratings", "GameRatings").at("seats").as_array().size(), 2u);

  const json::value plain = mila_.create({"Mila", "open"});
  const std::string other = "/api/games/" + text(plain.at("game"));
  EXPECT_FALSE(mila_.get(other, "GameSummary").as_object().contains("rated"));
  EXPECT_EQ(mila_.call("GET", other + "/ratings").status, 404);
  noor_.post(other + "/join", {{"name", "Noor"}, {"invite", plain.at("invite")}}, "Joined");
  noor_.post(other + "/leave", json::object{}, "Seated");
  EXPECT_TRUE(mila_.get("/api/account", "Account").at("ratings").as_array().empty()) << "nobody had chosen so";
}

TEST_F(Ratings, NoBotStandsInForWhoeverIsAway) {
  const Rated rated(mila_, {&noor_});
  Person mila(server_->port(), rated.game, rated.tokens[0], 1);
  mila.socket().send({{"type", "claim"}, {"ref", 7}, {"seat", 1}, {"choice", "bot"}});
  const json::value told = mila.socket().read("refused");
  EXPECT_NE(text(told.at("error").at("message")).find("Bots"), std::string::npos);
}

TEST_F(Ratings, WhoeverIsTakenOffIsNotRated) {
  Device lena{server_->port()};
  lena.sign_up("Lena");
  const json::value made = mila_.post("/api/games", rated_game(3), "Created");
  const std::string game = "/api/games/" + text(made.at("game"));
  const auto join = [&](const Device& device, int seat) {
    return device.post(game + "/join", {{"name", "Guest"}, {"invite", made.at("invite")}, {"seat", seat}}, "Joined");
  };
  join(noor_, 1);
  mila_.post(game + "/free", {{"seat", 1}}, "Seated");
  join(tom_, 1);
  join(lena, 2);
  tom_.post(game + "/leave", json::object{}, "Seated");
  lena.post(game + "/leave", json::object{}, "Seated");
  EXPECT_TRUE(rating(noor_, "new-3").is_null());
  for (const Device* player : {&mila_, &tom_, &lena}) EXPECT_FALSE(rating(*player, "new-3").is_null());
}

TEST_F(Ratings, AGameIsRatedByItsPlaces) {
  const Rated game(mila_, {&noor_});
  game.leave(mila_);
  const json::value told = game.ratings(noor_);
  EXPECT_EQ(told.at("category"), "new-2");
  EXPECT_EQ(told.at("status"), "rated");
  const std::vector<Glicko> fresh(2);
  const auto after = rated_by_places(fresh, std::vector{2, 1});
  for (const int seat : {0, 1}) {
    EXPECT_EQ(told.at("seats").at(seat).at("before"), json::value(rating_json({})));
    EXPECT_EQ(told.at("seats").at(seat).at("after"), json::value(rating_json(after[seat])));
  }
  EXPECT_EQ(number(rating(mila_, "new-2").at("rating")), 1338);
  EXPECT_EQ(number(rating(noor_, "new-2").at("rating")), 1662);
  EXPECT_EQ(rating(noor_, "new-2").at("presetName"), "New edition");
  EXPECT_EQ(rating(noor_, "new-2").at("provisional"), true);
  EXPECT_EQ(message(refused(mila_, 409, json::object{}, game.path("/leave"))).empty(), false) << "it is over";

  // Three seats, each against both others; another category begins anew.
  const Rated three(noor_, {&mila_, &tom_});
  three.leave(tom_);
  EXPECT_EQ(three.ratings(tom_).at("status"), "open");
  three.leave(noor_);
  const auto table = rated_by_places(std::vector<Glicko>(3), std::vector{2, 1, 2});
  EXPECT_EQ(three.ratings(tom_).at("seats").at(1).at("after"), json::value(rating_json(table[1])));
  EXPECT_EQ(number(rating(noor_, "new-3").at("rating")), std::lround(table[0].rating));
  EXPECT_EQ(number(rating(noor_, "new-2").at("rating")), 1662);

  // The rematch is rated, too, and goes on from there. A restart changes nothing.
  restart();
  const std::string next = text(mila_.post(game.path("/rematch"), json::object{}, "Rematched").at("game"));
  const std::string path = "/api/games/" + next;
  EXPECT_EQ(Device{server_->port()}.call("POST", path + "/join", R"({"name":"Guest"})").status, 403);
  for (const Device* device : {&mila_, &noor_}) device->post(path + "/join", {{"name", "X"}}, "Joined");
  const json::value before = mila_.get(path + "/ratings", "GameRatings");
  EXPECT_EQ(before.at("seats").at(0).at("before").at("rating"), 1662) << "who sat second sits first";
  noor_.post(path + "/leave", json::object{}, "Seated");
  EXPECT_EQ(number(rating(noor_, "new-2").at("games")), 2);
  EXPECT_GT(number(rating(mila_, "new-2").at("rating")), 1500) << "a surprise counts more";
}

TEST_F(Ratings, PointsDecideAGameThatIsPlayedToItsEnd) {
  const Rated game(mila_, {&noor_}, "classic");
  Person first(server_->port(), game.game, game.tokens[0], 1), second(server_->port(), game.game, game.tokens[1], 2);
  std::thread other([&] { second.play_to_end(); });
  first.play_to_end();
  other.join();
  const json::value over =
      *std::ranges::find_if(first.events(), [](const json::value& e) { return e.at("type") == "over"; });
  std::vector<int> places(2);
  for (const json::value& row : over.at("ranking").as_array()) places[number(row.at("seat"))] = number(row.at("place"));
  const auto after = rated_by_places(std::vector<Glicko>(2), places);
  const json::value told = game.ratings(mila_);
  ASSERT_EQ(told.at("status"), "rated");
  for (const int seat : {0, 1}) EXPECT_EQ(told.at("seats").at(seat).at("after"), json::value(rating_json(after[seat])));
}

TEST_F(Ratings, WhoseTimeIsUpHasLost) {
  json::object timed = rated_game(2);
  timed["time"] = json::object{{"each", 1}};
  const json::value made = mila_.post("/api/games", timed, "Created");
  const std::string path = "/api/games/" + text(made.at("game"));
  noor_.post(path + "/join", {{"name", "Noor"}, {"invite", made.at("invite")}}, "Joined");
  for (int i = 0; i < 600 && mila_.get(path + "/ratings", "GameRatings").at("status") == "open"; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(mila_.get(path + "/ratings", "GameRatings").at("status"), "rated");
  EXPECT_EQ(number(rating(mila_, "new-2").at("rating")), 1338) << "who was asked first";
}

TEST_F(Ratings, ADeviationGrowsWithTheDays) {
  Rated(mila_, {&noor_}).leave(mila_);
  const int before = number(rating(noor_, "new-2").at("deviation"));
  sql("UPDATE ratings SET day = day - 500, deviation = 60");
  const json::value now = rating(noor_, "new-2");
  EXPECT_EQ(number(now.at("deviation")), std::lround(aged({1500, 60, 0.06}, 500).deviation));
  EXPECT_LT(number(now.at("deviation")), before);
  EXPECT_EQ(now.at("provisional"), true) << "as nobody knows any more";
  // From what has grown the next game is reckoned.
  const Rated again(mila_, {&noor_});
  again.leave(mila_);
  EXPECT_EQ(again.ratings(noor_).at("seats").at(1).at("before").at("deviation"), now.at("deviation"));
}

/// Every number follows from the logs of games, in the order in which they were rated.
TEST_F(Ratings, TheyAreWhatTheLogsGive) {
  const std::vector<const Device*> all = {&mila_, &noor_, &tom_};
  for (int i = 0; i < 9; ++i) {
    const Device *one = all[i % 3], *other = all[(i + 1 + i % 2) % 3];
    const Rated game(*one, {other}, i % 4 == 0 ? "classic" : "new");
    game.leave(i % 3 == 0 ? *other : *one);
  }
  const Rated three(mila_, {&noor_, &tom_});
  three.leave(noor_);
  three.leave(mila_);
  server_.reset();
  const auto store = open_sqlite_store(folder_.path() + "/games.sqlite");
  ASSERT_TRUE(store);
  const RuleShelf shelf(builtin_catalogue());
  SQLite::Database database(folder_.path() + "/games.sqlite");
  SQLite::Statement games(database, "SELECT DISTINCT number, game FROM rated_seats ORDER BY number");
  struct Standing {
    Glicko rating;
    int day = -1;
  };
  std::map<std::string, Standing> standings;
  int count = 0;
  while (games.executeStep()) {
    EXPECT_EQ(games.getColumn(0).getInt(), ++count) << "one after the other";
    const std::string id = games.getColumn(1).getString();
    const auto live = LiveGame::load(shelf, **(*store)->game(id), (*store)->events(id)->events, "1");
    ASSERT_TRUE(live);
    const auto result = rating_of(*live);
    ASSERT_TRUE(result);
    std::vector<std::string> keys;
    std::vector<Glicko> before;
    SQLite::Statement owners(database, "SELECT account FROM account_seats WHERE game = ? ORDER BY seat");
    owners.bind(1, id);
    while (owners.executeStep()) {
      keys.push_back(result->category + owners.getColumn(0).getString());
      const Standing& standing = standings[keys.back()];
      before.push_back(standing.day < 0 ? Glicko{} : aged(standing.rating, result->day - standing.day));
    }
    const auto after = rated_by_places(before, result->places);
    const auto rows = (*store)->accounts().rated_seats(id);
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), after.size());
    for (std::size_t seat = 0; seat < after.size(); ++seat) {
      EXPECT_EQ((*rows)[seat].before, before[seat]);
      EXPECT_EQ((*rows)[seat].after, after[seat]);
      EXPECT_EQ((*rows)[seat].place, result->places[seat]);
      standings[keys[seat]] = {after[seat], result->day};
    }
  }
  EXPECT_EQ(count, 10);
  SQLite::Statement now(database, "SELECT category || account, rating, deviation, volatility FROM ratings");
  while (now.executeStep())
    EXPECT_EQ(standings.at(now.getColumn(0).getString()).rating,
              (Glicko{now.getColumn(1).getDouble(), now.getColumn(2).getDouble(), now.getColumn(3).getDouble()}));
}

/// A server that dies while it writes the end of a game has rated it, or has not ended it.
TEST(RatingsKilled, OnceOrNotAtAll) {
  const Folder folder;
  std::string path;
  Device mila, noor;
  {
    ForkedServer server(weak(folder.path()));
    mila.port = noor.port = server.port();
    mila.sign_up("Mila");
    noor.sign_up("Noor");
    const Rated first(mila, {&noor});
    first.leave(noor);
    EXPECT_EQ(first.ratings(noor).at("status"), "rated");
    server.kill();  // what was answered is kept
  }
  {
    ForkedServer server(weak(folder.path()));
    mila.port = noor.port = server.port();
    EXPECT_EQ(number(rating(mila, "new-2").at("rating")), 1662);
    const Rated game(mila, {&noor});
    path = game.path();
    set_disk(DiskIs::deadly);
    EXPECT_THROW(noor.call("POST", path + "/leave", "{}"), std::exception);
    set_disk(DiskIs::fine);
  }
  for (const bool again : {false, true}) {
    ForkedServer server(weak(folder.path()));
    mila.port = noor.port = server.port();
    const bool over = mila.get(path, "GameSummary").at("status") == "over";
    const json::value told = mila.get(path + "/ratings", "GameRatings");
    EXPECT_EQ(told.at("status"), over ? "rated" : "open");
    EXPECT_EQ(number(rating(mila, "new-2").at("games")), over ? 2 : 1);
    if (!again && !over) noor.post(path + "/leave", json::object{}, "Seated");
    EXPECT_TRUE(over || !again);
    server.kill();
  }
}

/// The row of a disk that fails: neither the end nor the rating is there, and both come together later.
TEST(RatingsKilled, AFailingDiskKeepsBothOrNeither) {
  const Folder folder;
  const LogLines log;
  Device mila, noor;
  ForkedServer server(weak(folder.path()));
  mila.port = noor.port = server.port();
  mila.sign_up("Mila");
  noor.sign_up("Noor");
  const Rated game(mila, {&noor});
  set_disk(DiskIs::failing);
  EXPECT_EQ(noor.call("POST", game.path("/leave"), "{}").status, 503);
  set_disk(DiskIs::fine);
  for (int i = 0; i < 500; ++i) {
    const HttpAnswer answer = noor.call("POST", game.path("/leave"), "{}");
    if (answer.status != 503) break;  // settled: it counts after all, or is done now
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(mila.get(game.path(), "GameSummary").at("status"), "over");
  EXPECT_EQ(game.ratings(mila).at("status"), "rated");
  EXPECT_EQ(number(rating(mila, "new-2").at("games")), 1);
}

/// Two servers of one folder end games of the same people at once: one is rated after the other.
TEST(RatingsShared, GamesThatEndTogetherFollowEachOther) {
  const Folder folder;
  ServerSettings settings = weak(folder.path());
  settings.shared = true;
  RunningServer one(settings), two(settings);
  Device mila{one.port()}, noor{two.port()};
  mila.sign_up("Mila");
  noor.sign_up("Noor");
  std::vector<Rated> games;
  const Device noor_here{one.port(), noor.session};  // the other server reads each game when it is asked for it
  for (int i = 0; i < 6; ++i) games.emplace_back(mila, std::vector<const Device*>{&noor_here});
  std::thread other([&] {
    for (int i = 0; i < 3; ++i) games[i].leave(noor);
  });
  for (int i = 3; i < 6; ++i) games[i].leave(mila);
  other.join();
  EXPECT_EQ(number(rating(mila, "new-2").at("games")), 6);
  const auto store = open_sqlite_store(folder.path() + "/games.sqlite", {.shared = true});
  ASSERT_TRUE(store);
  std::map<int, RatedSeat> by_number;
  for (const Rated& game : games) {
    const auto rows = (*store)->accounts().rated_seats(game.game);
    ASSERT_EQ(rows->size(), 2u);
    EXPECT_TRUE(by_number.emplace(rows->front().number, rows->front()).second);
  }
  Glicko before;
  for (const auto& [number, row] : by_number) {
    EXPECT_EQ(row.before, before) << number;
    before = row.after;
  }
}

TEST_F(Ratings, DeletionTakesThemOutAndLeavesThoseOfOthers) {
  const Rated game(mila_, {&noor_});
  game.leave(noor_);
  const Rated open(mila_, {&noor_});
  sql("UPDATE ratings SET deviation = 80");
  EXPECT_EQ(noor_.get("/api/leaderboards/new-2", "Leaderboard").at("rows").as_array().size(), 2u);
  const json::value before = rating(noor_, "new-2");
  EXPECT_EQ(mila_.status("/api/account/delete", {{"passphrase", kPhrase}}), 200);
  const json::value board = noor_.get("/api/leaderboards/new-2", "Leaderboard");
  ASSERT_EQ(board.at("rows").as_array().size(), 1u);
  EXPECT_EQ(board.at("rows").at(0).at("name"), "Noor");
  EXPECT_EQ(rating(noor_, "new-2"), before) << "what others have lost stays lost";
  const json::value told = game.ratings(noor_);
  ASSERT_EQ(told.at("seats").as_array().size(), 1u);
  EXPECT_EQ(told.at("seats").at(0).at("seat"), 1);
  // A game whose seat is nobody's any more is rated for nobody.
  noor_.post(open.path("/leave"), json::object{}, "Seated");
  EXPECT_EQ(open.ratings(noor_).at("status"), "void");
  EXPECT_EQ(rating(noor_, "new-2"), before);
  server_.reset();
  SQLite::Database database(folder_.path() + "/games.sqlite");
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM ratings").getInt(), 1);
  EXPECT_EQ(database.execAndGet("SELECT count(*) FROM rated_seats").getInt(), 1);
}

TEST_F(Ratings, TheExportHoldsThemAndNothingOfOthers) {
  const Rated game(mila_, {&noor_});
  game.leave(noor_);
  const json::value all = mila_.get("/api/account/export", "AccountExport");
  EXPECT_EQ(all.at("account").at("ratings").at(0).at("rating"), 1662);
  EXPECT_EQ(all.at("account").at("shown"), true);
  ASSERT_EQ(all.at("games").as_array().size(), 1u);
  const json::value& rated = all.at("games").at(0).at("rated");
  EXPECT_EQ(rated.at("category"), "new-2");
  EXPECT_EQ(number(rated.at("place")), 1);
  EXPECT_EQ(number(rated.at("before").at("rating")), 1500);
  EXPECT_EQ(number(rated.at("after").at("rating")), 1662);
  EXPECT_EQ(json::serialize(all).find("1338"), std::string::npos);
}

TEST_F(Ratings, LeaderboardsAreInOrderAndInPages) {
  EXPECT_TRUE(mila_.get("/api/leaderboards", "Leaderboards").at("categories").as_array().empty());
  EXPECT_TRUE(mila_.get("/api/leaderboards/winter-5", "Leaderboard").at("rows").as_array().empty());
  const Rated game(mila_, {&noor_});
  game.leave(noor_);
  // Nobody is known well enough yet.
  EXPECT_TRUE(mila_.get("/api/leaderboards/new-2", "Leaderboard").at("rows").as_array().empty());
  EXPECT_EQ(mila_.get("/api/leaderboards", "Leaderboards").at("categories").at(0).at("accounts"), 0);

  const int today = day_of(now_ms());
  std::string rows;
  for (int i = 0; i < 60; ++i) {
    rows += fmt::format("INSERT INTO accounts VALUES ('a{0}', 'Anna {0}', 'anna {0}', '', 0, 1);", i);
    rows += fmt::format("INSERT INTO ratings VALUES ('new-2', 'a{}', {}, 90, 0.06, 20, {});", i,
                        1400 + (i == 7 ? 6 : i), today);
  }
  rows += "INSERT INTO accounts VALUES ('b', 'Unsure', 'unsure', '', 0, 1), ('c', 'Long ago', 'long ago', '', 0, 1);";
  rows += fmt::format("INSERT INTO ratings VALUES ('new-2', 'b', 2000, 111, 0.06, 5, {0});", today);
  rows += fmt::format("INSERT INTO ratings VALUES ('new-2', 'c', 2000, 90, 0.06, 50, {0});", today - 400);
  sql(rows + "UPDATE ratings SET deviation = 100 WHERE account IN (SELECT id FROM accounts WHERE name = 'Mila')");
  const json::value first = mila_.get("/api/leaderboards/new-2", "Leaderboard");
  ASSERT_EQ(first.at("rows").as_array().size(), 50u);
  EXPECT_EQ(first.at("more"), true);
  EXPECT_EQ(first.at("presetName"), "New edition");
  EXPECT_EQ(first.at("seats"), 2);
  EXPECT_EQ(
      first.at("rows").at(0),
      (json::value{{"rank", 1}, {"name", "Mila"}, {"rating", 1662}, {"deviation", 100}, {"games", 1}, {"you", true}}));
  EXPECT_FALSE(noor_.get("/api/leaderboards/new-2", "Leaderboard").at("rows").at(0).as_object().contains("you"));
  EXPECT_EQ(first.at("rows").at(1).at("name"), "Anna 59");
  EXPECT_EQ(first.at("rows").at(49).at("rank"), 50);
  const json::value second = Device{server_->port()}.get("/api/leaderboards/new-2?from=50", "Leaderboard");
  ASSERT_EQ(second.at("rows").as_array().size(), 11u) << "also for who is nobody";
  EXPECT_EQ(second.at("more"), false);
  EXPECT_EQ(second.at("rows").at(0).at("rank"), 51);
  EXPECT_EQ(second.at("rows").at(3).at("name"), "Anna 6");
  EXPECT_EQ(second.at("rows").at(4).at("name"), "Anna 7");
  EXPECT_EQ(second.at("rows").at(4).at("rank"), second.at("rows").at(3).at("rank")) << "equal";
  EXPECT_EQ(mila_.get("/api/leaderboards", "Leaderboards").at("categories").at(0).at("accounts"), 61);

  // Whoever does not want to is not shown, and is again.
  EXPECT_EQ(mila_.get("/api/account", "Account").at("shown"), true);
  EXPECT_EQ(mila_.post("/api/account/board", {{"shown", false}}, "Account").at("shown"), false);
  EXPECT_EQ(noor_.get("/api/leaderboards/new-2", "Leaderboard").at("rows").at(0).at("name"), "Anna 59");
  EXPECT_EQ(mila_.get("/api/account", "Account").at("ratings").at(0).at("rating"), 1662);
  mila_.post("/api/account/board", {{"shown", true}}, "Account");
  EXPECT_EQ(noor_.get("/api/leaderboards/new-2", "Leaderboard").at("rows").at(0).at("name"), "Mila");
  EXPECT_EQ((Device{server_->port()}.status("/api/account/board", {{"shown", false}})), 401);
  EXPECT_EQ(mila_.status("/api/account/board", {{"shown", 1}}), 400);

  for (const char* none : {"new", "new-", "new-1", "new-6", "new-02", "new-x", "nothing-2", "-2", "new-2-2"}) {
    const HttpAnswer answer = mila_.call("GET", std::string("/api/leaderboards/") + none);
    EXPECT_EQ(answer.status, 404) << none;
    EXPECT_EQ(message(answer), "There is no such leaderboard.") << none;
    EXPECT_NE(answer.body.find("such as new-2"), std::string::npos);
  }
  EXPECT_EQ(mila_.call("GET", "/api/leaderboards/new-2/more").status, 404);
  for (const char* from : {"-1", "x", "1x", "99999999999"})
    EXPECT_EQ(mila_.call("GET", std::string("/api/leaderboards/new-2?from=") + from).status, 400) << from;
  EXPECT_EQ(mila_.call("POST", "/api/leaderboards/new-2", "{}").header("allow"), "GET, HEAD");
}

/// A database of the version before: accounts and games are as they were, and what comes is rated.
TEST(RatingsStored, AVersionWithoutThemIsBroughtUp) {
  const Folder folder;
  {
    std::ifstream file(std::string(BASTIDE_SOURCE_DIR) + "/tests/server/stored/version3.sql");
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    SQLite::Database(folder.path() + "/games.sqlite", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(all);
  }
  for (const bool again : {false, true}) {
    ServerSettings settings;  // its passphrases have cost what they cost
    settings.folder = folder.path();
    const RunningServer server(settings);
    Device mila{server.port()}, noor{server.port()};
    const json::value account = mila.sign_in("Mila");
    noor.sign_in("Noor");
    EXPECT_EQ(account.at("ratings").as_array().size(), again ? 1u : 0u);
    EXPECT_EQ(account.at("shown"), true);
    EXPECT_EQ(mila.get("/api/account/games", "AccountGames").at("games").as_array().size(), again ? 3u : 2u);
    EXPECT_EQ(mila.call("GET", "/api/games/dcpupeaq/ratings").status, 404);
    if (again) return;
    noor.post("/api/games/rgbyzhvv/leave", json::object{}, "Seated");
    EXPECT_TRUE(mila.get("/api/account", "Account").at("ratings").as_array().empty()) << "it was no rated game";
    Rated(mila, {&noor}).leave(noor);
    EXPECT_EQ(number(rating(mila, "new-2").at("rating")), 1662);
  }
}

}  // namespace
}  // namespace bastide::test
