// Accounts: made, signed in to, left and deleted; whose games they hold; how often they may be guessed.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

#include "game/game.h"
#include "notation/notation.h"
#include "server/account_support.h"
#include "server/forked.h"
#include "server/limit.h"
#include "server/lines.h"
#include "server/schema.h"

namespace bastide::test {
namespace {

json::value sign_in_body(const std::string& name, const std::string& passphrase) {
  return {{"name", name}, {"passphrase", passphrase}};
}

/// Whether bytes stand in any file of a folder.
bool stands_in_files(const std::string& folder, const std::string& bytes) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    if (all.find(bytes) != std::string::npos) return true;
  }
  return false;
}

class Accounts : public testing::Test {
 protected:
  Folder folder_;
  LogLines log_;
  std::optional<RunningServer> server_{weak(folder_.path())};
  Device device_{server_->port()}, other_{server_->port()};

  void restart(const ServerSettings& settings) {
    server_.reset();
    server_.emplace(settings);
    device_.port = other_.port = server_->port();
  }
};

TEST_F(Accounts, LifeOfAnAccount) {
  EXPECT_EQ(device_.call("GET", "/api/account").status, 401);
  EXPECT_EQ(device_.call("GET", "/api/account").header("www-authenticate"), "Bearer");
  const json::value made = device_.sign_up("  Mila \u200b");
  EXPECT_EQ(made.at("name"), "Mila") << "as it is seen";
  ASSERT_EQ(made.at("sessions").as_array().size(), 1u);
  EXPECT_EQ(made.at("sessions").at(0).at("device"), "Firefox");
  EXPECT_EQ(made.at("sessions").at(0).at("current"), true);
  EXPECT_EQ(device_.get("/api/account", "Account"), made);
  EXPECT_EQ(device_.call("PUT", "/api/account").header("allow"), "GET, HEAD, POST");
  EXPECT_EQ(device_.call("GET", "/api/account/sign-in").header("allow"), "POST");
  EXPECT_EQ(device_.call("GET", "/api/account/nothing").status, 404);

  // Nobody else is called so, however it is written.
  for (const char* name : {"Mila", "MILA", "ｍｉｌａ", "mi\u00adla"})
    EXPECT_EQ(other_.status("/api/account", sign_in_body(name, kPhrase)), 409) << name;
  for (const char* name : {"", " ", "\u202e", "a\nb", "1234567890123456789012345678901234567"})
    EXPECT_EQ(other_.status("/api/account", sign_in_body(name, kPhrase)), 400) << name;
  EXPECT_EQ(other_.status("/api/account", sign_in_body("Noor", "1234567")), 400);
  EXPECT_EQ(other_.status("/api/account", sign_in_body("Noor", std::string(201, 'x'))), 400);
  EXPECT_EQ(other_.status("/api/account", sign_in_body("Noor", "12345678\n")), 400);
  EXPECT_EQ(other_.status("/api/account", {{"name", "Noor"}}), 400);

  // Out and in again, under another keyboard's spelling of both.
  EXPECT_EQ(device_.status("/api/account/sign-out", json::object{}), 200);
  EXPECT_EQ(device_.call("GET", "/api/account").status, 401);
  EXPECT_EQ(device_.sign_in("mILA").at("sessions").as_array().size(), 1u);
  device_.post("/api/account/passphrase", {{"old", kPhrase}, {"new", "caf\u00e9 au lait"}}, "Account");
  other_.sign_in("mila", "cafe\u0301\u00a0au lait");

  // Deleted: the name is free, the sessions are none.
  EXPECT_EQ(device_.status("/api/account/delete", {{"passphrase", kPhrase}}), 403);
  EXPECT_EQ(device_.status("/api/account/delete", {{"passphrase", "caf\u00e9 au lait"}}), 200);
  for (const Device& gone : {device_, other_}) EXPECT_EQ(gone.call("GET", "/api/account").status, 401);
  EXPECT_EQ(other_.status("/api/account/sign-in", sign_in_body("Mila", "caf\u00e9 au lait")), 403);
  other_.sign_up("mila");
}

TEST_F(Accounts, GamesAreOnEveryDevice) {
  device_.sign_up("Mila");
  other_.sign_in("Mila");
  const json::value created = device_.create({"Mila", "open"});
  const std::string game = text(created.at("game")), path = "/api/games/" + game;
  const std::string link = text(created.at("invite"));
  EXPECT_EQ(created.at("owned"), true);

  // Another device finds it and opens the seat without its key; nobody else does.
  EXPECT_EQ(other_.get("/api/games", "GameList").at("games").at(0).at("game"), json::value(game));
  EXPECT_EQ(other_.get(path, "GameSummary").at("you"), json::array{0});
  const Device stranger{server_->port()};
  EXPECT_EQ(stranger.call("GET", path).status, 403);
  Device noor{server_->port()};
  noor.sign_up("Noor");
  EXPECT_EQ(noor.call("GET", path).status, 403);
  noor.post(path + "/join", {{"name", "Noor"}, {"invite", link}}, "Joined");
  EXPECT_EQ(noor.get("/api/account/games", "AccountGames").at("games").at(0).at("you"), json::array{1});

  Socket socket(server_->port(), game, "", 0, other_.session);
  const json::value welcome = socket.read("welcome");
  EXPECT_EQ(number(welcome.at("you")), 0);
  ASSERT_EQ(number(welcome.at("game").at("toMove")), 0);
  const std::string move = answers_to(welcome.at("turn").at("ask")).front();
  socket.send({{"type", "play"}, {"ref", 1}, {"seq", welcome.at("seq")}, {"moves", {move, "-"}}});
  socket.read("accepted");
  const json::value games = device_.get("/api/account/games", "AccountGames");
  EXPECT_EQ(games.at("more"), false);
  EXPECT_EQ(games.at("games").at(0).at("toMove"), 1) << "whose turn it is";

  // Under way first, then finished; the rematch keeps the seat for the account.
  const std::string later = text(device_.create({"Mila", "bot"}).at("game"));
  other_.post(path + "/leave", json::object{}, "Seated");
  const json::value both = device_.get("/api/account/games", "AccountGames");
  ASSERT_EQ(both.at("games").as_array().size(), 2u);
  EXPECT_EQ(both.at("games").at(0).at("game"), json::value(later));
  EXPECT_EQ(both.at("games").at(1).at("status"), "over");
  EXPECT_EQ(device_.get("/api/account/games?from=1", "AccountGames").at("games").as_array().size(), 1u);
  EXPECT_EQ(device_.call("GET", "/api/account/games?from=x").status, 400);
  const std::string next = text(other_.post(path + "/rematch", json::object{}, "Rematched").at("game"));
  other_.post("/api/games/" + next + "/join", {{"name", "Mila"}}, "Joined");
  EXPECT_EQ(device_.get("/api/account/games", "AccountGames").at("games").as_array().size(), 3u);
}

TEST_F(Accounts, AGuestBringsSeatsAlong) {
  const json::value mine = device_.create({"Mila", "open"}), foreign = other_.create({"Noor", "open"});
  device_.keys = token_of(mine, 0) + ",unknown," + text(mine.at("invite"));
  device_.sign_up("Mila");
  EXPECT_TRUE(device_.get("/api/account/games", "AccountGames").at("games").as_array().empty()) << "not by itself";
  EXPECT_EQ(number(device_.post("/api/account/seats", json::object{}, "BroughtSeats").at("seats")), 1);
  const json::value games = device_.get("/api/account/games", "AccountGames");
  ASSERT_EQ(games.at("games").as_array().size(), 1u);
  EXPECT_EQ(games.at("games").at(0).at("game"), mine.at("game"));
  // A seat that is somebody's stays so, whoever else has its key.
  other_.keys = device_.keys + "," + token_of(foreign, 0);
  other_.sign_up("Noor");
  EXPECT_EQ(number(other_.post("/api/account/seats", json::object{}, "BroughtSeats").at("seats")), 2);
  const json::value others = other_.get("/api/account/games", "AccountGames");
  ASSERT_EQ(others.at("games").as_array().size(), 1u);
  EXPECT_EQ(others.at("games").at(0).at("game"), foreign.at("game"));
  // Who is not signed in plays as ever, and is told whose the seats are.
  const Device guest{server_->port(), "rubbish", token_of(mine, 0)};
  EXPECT_EQ(guest.get("/api/games/" + text(mine.at("game")), "GameSummary").at("you"), json::array{0});
  EXPECT_FALSE(guest.create({"Guest", "open"}).as_object().contains("owned"));
  EXPECT_EQ(guest.status("/api/account/seats", json::object{}), 401);
}

TEST_F(Accounts, SessionsAreRevoked) {
  device_.sign_up("Mila");
  other_.sign_in("Mila");
  const std::string game = text(device_.create({"Mila", "Noor"}).at("game"));
  Socket open(server_->port(), game, "", 0, other_.session);
  open.read("welcome");
  const json::value account = device_.get("/api/account", "Account");
  ASSERT_EQ(account.at("sessions").as_array().size(), 2u);
  std::string id;
  for (const json::value& session : account.at("sessions").as_array())
    if (session.at("device") == "Safari") id = text(session.at("id"));
  // Somebody else's session is not there to be ended.
  Device noor{server_->port()};
  noor.sign_up("Noor");
  noor.post("/api/account/sessions", {{"session", id}}, "Account");
  EXPECT_EQ(other_.call("GET", "/api/account").status, 200);

  const json::value left = device_.post("/api/account/sessions", {{"session", id}}, "Account");
  EXPECT_EQ(left.at("sessions").as_array().size(), 1u);
  EXPECT_EQ(other_.call("GET", "/api/account").status, 401);
  while (!open.read().is_null()) {
  }
  EXPECT_EQ(open.close_code(), 1008) << "what it had open is closed";

  // All others, by word or by a new passphrase, for which the old one is needed.
  for (const bool by_passphrase : {false, true}) {
    other_.sign_in("Mila");
    EXPECT_EQ(device_.status("/api/account/passphrase", {{"old", "wrong one"}, {"new", "another one"}}), 403);
    EXPECT_EQ(other_.call("GET", "/api/account").status, 200);
    if (by_passphrase)
      device_.post("/api/account/passphrase", {{"old", kPhrase}, {"new", "another one"}}, "Account");
    else
      device_.post("/api/account/sessions", json::object{}, "Account");
    EXPECT_EQ(other_.call("GET", "/api/account").status, 401);
    EXPECT_EQ(device_.call("GET", "/api/account").status, 200);
  }
  EXPECT_EQ(other_.status("/api/account/sign-in", sign_in_body("Mila", kPhrase)), 403);
  other_.sign_in("Mila", "another one");
}

TEST_F(Accounts, OldSessionsEnd) {
  ServerSettings few = weak(folder_.path());
  few.accounts.sessions = 3;
  restart(few);
  device_.sign_up("Mila");
  for (int i = 0; i < 3; ++i) other_.sign_in("Mila");
  EXPECT_EQ(other_.get("/api/account", "Account").at("sessions").as_array().size(), 3u);
  EXPECT_EQ(device_.call("GET", "/api/account").status, 401) << "of more, the oldest ends";
  // And whatever was not used for a year.
  SQLite::Database(folder_.path() + "/games.sqlite", SQLite::OPEN_READWRITE)
      .exec("UPDATE sessions SET seen = seen - 366");
  EXPECT_EQ(other_.call("GET", "/api/account").status, 401);
  SQLite::Database(folder_.path() + "/games.sqlite", SQLite::OPEN_READWRITE)
      .exec("UPDATE sessions SET seen = seen + 300");
  const json::value account = other_.get("/api/account", "Account");
  for (int i = 0; i < 100; ++i) {  // nobody waits for it to be written
    const json::value now = other_.get("/api/account", "Account");
    const json::value& current = now.at("sessions").at(0);
    if (current.at("current") == true && current.at("seen") != now.at("sessions").at(1).at("seen")) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  FAIL() << "using a session does not make it used";
}

TEST_F(Accounts, GuessingIsBounded) {
  ServerSettings strict = weak(folder_.path());
  strict.accounts.tries_an_account = 3;
  strict.accounts.tries_an_address = 5;
  restart(strict);
  device_.sign_up("Mila");
  device_.address = "192.0.2.1";
  other_.address = "192.0.2.2";
  // Three for the account, whoever tries; the right one does not count, but is not looked at any more either.
  for (int i = 0; i < 4; ++i) other_.sign_in("Mila");
  EXPECT_EQ(device_.status("/api/account/sign-in", sign_in_body("Mila", "wrong one")), 403);
  EXPECT_EQ(other_.status("/api/account/sign-in", sign_in_body("MILA", "wrong one")), 403);
  EXPECT_EQ(device_.status("/api/account/delete", {{"passphrase", "wrong one"}}), 403);
  const HttpAnswer refused =
      other_.call("POST", "/api/account/sign-in", json::serialize(sign_in_body("Mila", kPhrase)));
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(text(json::parse(refused.body).at("error").at("message")),
            "Too many wrong passphrases for this account. You can try again in 15 min.");
  EXPECT_NEAR(std::stoi(refused.header("retry-after")), 900, 10);
  EXPECT_EQ(device_.call("GET", "/api/account").status, 200) << "who is signed in stays so";
  // Five for an address, whatever names it tries.
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(device_.status("/api/account/sign-in", sign_in_body(fmt::format("Nobody {}", i), kPhrase)), 403);
  const HttpAnswer address =
      device_.call("POST", "/api/account/sign-in", json::serialize(sign_in_body("Noor", kPhrase)));
  EXPECT_EQ(address.status, 429);
  EXPECT_NE(address.body.find("your address"), std::string::npos);
  EXPECT_EQ(other_.status("/api/account/sign-in", sign_in_body("Noor", kPhrase)), 403);
}

TEST_F(Accounts, NobodyMakesThemByTheHundred) {
  ServerSettings strict = weak(folder_.path());
  strict.accounts.new_an_hour = 2;
  restart(strict);
  device_.address = "192.0.2.1";
  int n = 0;
  for (const int status : {200, 200, 429})
    EXPECT_EQ(device_.status("/api/account", sign_in_body(fmt::format("Mila {}", ++n), kPhrase)), status);
  other_.address = "192.0.2.2";
  EXPECT_EQ(other_.status("/api/account", sign_in_body("Noor", kPhrase)), 200);
}

TEST_F(Accounts, OneMakesAndOpensSoManyGamesFromWherever) {
  ServerSettings strict = weak(folder_.path());
  strict.new_games_an_hour = 2;
  strict.limits.an_account = 2;
  restart(strict);
  device_.sign_up("Mila");
  other_.sign_up("Noor");
  const std::string body = R"({"preset":"new","public":true,"seats":[{"kind":"me"},{"kind":"me"}]})";
  std::string game;
  for (int i = 0; i < 3; ++i) {
    device_.address = fmt::format("192.0.2.{}", i);
    const HttpAnswer made = device_.call("POST", "/api/games", body);
    EXPECT_EQ(made.status, i < 2 ? 200 : 429);
    if (i == 0) game = text(json::parse(made.body).at("game"));
    EXPECT_EQ(made.body.find("with your account") != std::string::npos, i == 2) << made.body;
  }
  other_.address = "192.0.2.0";
  EXPECT_EQ(other_.call("POST", "/api/games", body).status, 200);
  const auto stream = [&](const std::string& address) {
    return Lines(server_->port(), game, "",
                 fmt::format("Authorization: Bearer {}\r\nX-Forwarded-For: {}\r\n", device_.session, address));
  };
  auto first = std::make_unique<Socket>(server_->port(), game, "", 0, device_.session);
  first->read("welcome");
  Lines second = stream("192.0.2.1"), third = stream("192.0.2.2");
  EXPECT_THAT(second.head(), testing::HasSubstr(" 200 "));
  EXPECT_THAT(third.head(), testing::HasSubstr(" 429 "));
  Socket fourth(server_->port(), game, "", 0, device_.session);
  while (!fourth.read().is_null()) {
  }
  EXPECT_EQ(fourth.close_code(), 1013);
  Socket guest(server_->port(), game);
  EXPECT_TRUE(guest.open()) << "who is nobody is counted by the address";
  first.reset();
  bool room = false;
  for (int i = 0; i < 1000 && !room; ++i)  // as soon as the server has noticed
    room = stream("192.0.2.3").head().find(" 200 ") != std::string::npos;
  EXPECT_TRUE(room) << "there is room when one has ended";
}

TEST(Limits, WhoTriesTooOftenIsToldHowLongToWait) {
  using std::chrono::seconds;
  TryLimit limit(2, seconds(60));
  const TryLimit::Time now{};
  EXPECT_EQ(limit.take("a", now), seconds(0));
  EXPECT_EQ(limit.take("a", now + seconds(10)), seconds(0));
  EXPECT_EQ(limit.take("a", now + seconds(20)), seconds(40));
  EXPECT_EQ(limit.take("b", now + seconds(20)), seconds(0));
  EXPECT_EQ(limit.take("a", now + seconds(60)), seconds(0));
  limit.give_back("a");
  EXPECT_EQ(limit.take("a", now + seconds(61)), seconds(0));
  EXPECT_EQ(limit.take("a", now + seconds(62)), seconds(8));
  for (int i = 0; i < 9; ++i) EXPECT_EQ(limit.take("", now), seconds(0)) << "who has no address has no limit";
}

/// A name that nobody has costs what a wrong passphrase costs, and says the same.
TEST_F(Accounts, NamesThatNobodyHasAreNotToldApart) {
  ServerSettings slow = weak(folder_.path());
  slow.accounts.cost = {.passes = 2, .memory = 4 << 20};
  slow.accounts.tries_an_account = 0;
  restart(slow);
  device_.sign_up("Mila");
  // The least that each takes, by turns, so that whatever else runs meets all alike; again while it met one of them.
  const std::array<std::string, 3> names = {"Mila", "Noor", "\u202e"};
  std::array<double, 3> least;
  least.fill(std::numeric_limits<double>::infinity());
  const auto alike = [&] { return *std::ranges::max_element(least) < 3 * *std::ranges::min_element(least); };
  std::set<std::string> said;
  for (int i = 0; i < 70 && !(i >= 7 && alike()); ++i)
    for (std::size_t n = 0; n < names.size(); ++n) {
      const auto since = std::chrono::steady_clock::now();
      const HttpAnswer answer =
          other_.call("POST", "/api/account/sign-in", json::serialize(sign_in_body(names[n], "wrong one")));
      least[n] = std::min(least[n], std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count());
      EXPECT_EQ(answer.status, 403);
      said.insert(answer.body);
    }
  EXPECT_TRUE(alike()) << testing::PrintToString(least);
  EXPECT_EQ(said.size(), 1u);
}

TEST_F(Accounts, HashesGrowWithTheCost) {
  device_.sign_up("Mila");
  const auto hash = [&] {
    return SQLite::Database(folder_.path() + "/games.sqlite").execAndGet("SELECT passphrase FROM accounts").getString();
  };
  EXPECT_TRUE(hash().starts_with("$argon2id$v=19$m=8,t=1,p=1$")) << hash();
  ServerSettings more = weak(folder_.path());
  more.accounts.cost.passes = 3;
  restart(more);
  EXPECT_EQ(device_.call("GET", "/api/account").status, 200) << "sessions outlive a restart";
  EXPECT_TRUE(hash().starts_with("$argon2id$v=19$m=8,t=1,p=1$"));
  other_.sign_in("Mila");
  EXPECT_TRUE(hash().starts_with("$argon2id$v=19$m=8,t=3,p=1$")) << hash();
  other_.sign_in("Mila");
  EXPECT_EQ(AccountLimits().cost.passes, 2u);  // as libsodium advises where somebody waits
  EXPECT_EQ(AccountLimits().cost.memory, 64u << 20);
}

TEST_F(Accounts, DeletionLeavesGamesWhole) {
  device_.sign_up("Zacharias");
  const json::value created = device_.create({"Zacharias", "open", "open"}, true);
  const std::string game = text(created.at("game")), path = "/api/games/" + game;
  // Another name that says the same, and somebody who goes on.
  other_.sign_up("Noor");
  const json::value noor = other_.post(path + "/join", {{"name", "Player 1"}}, "Joined");
  const json::value tom = Device{server_->port()}.post(path + "/join", {{"name", "Tom"}}, "Joined");
  const std::string mine = token_of(created, 0);
  Person person(server_->port(), game, mine, 1);
  ASSERT_TRUE(person.wait_for_turn());
  person.play();
  const int before = person.seq();
  while (person.seq() == before) person.take(person.socket().read());
  // One that is over, with its rematch, and one that waits.
  const json::value short_one = device_.create({"Zacharias", "Ann"});
  const std::string over = text(short_one.at("game"));
  Device ann{server_->port(), "", token_of(short_one, 1)};
  ann.post("/api/games/" + over + "/leave", json::object{}, "Seated");
  const std::string next = text(ann.post("/api/games/" + over + "/rematch", json::object{}, "Rematched").at("game"));
  const json::value waiting = device_.create({"Zacharias", "open"});
  const std::string row = "SELECT group_concat(seq || kind || at) FROM events WHERE game = '" + game + "' AND seq <= ";
  const auto rows = [&](int most) {
    return SQLite::Database(folder_.path() + "/games.sqlite").execAndGet(row + std::to_string(most)).getString();
  };
  const std::string kept = rows(6);

  Socket watcher(server_->port(), game);
  watcher.read("welcome");
  EXPECT_EQ(device_.status("/api/account/delete", {{"passphrase", kPhrase}}), 200);
  const json::value event = watcher.read("update").at("events").at(0);
  EXPECT_EQ(event.at("type"), "renamed");
  EXPECT_EQ(event.at("name"), "Player 1 2") << "one that nobody else has";
  EXPECT_EQ(rows(6), kept);
  watcher.close();  // a server waits a while for goodbyes
  person.socket().close();

  for (const bool again : {false, true}) {
    if (again) restart(weak(folder_.path()));
    const uint16_t port = server_->port();
    const json::value seats = get(port, path, "GameSummary").at("seats");
    EXPECT_EQ(seats.at(0).at("name"), "Player 1 2");
    EXPECT_EQ(seats.at(1).at("name"), "Player 1");
    EXPECT_EQ(seats.at(2).at("name"), "Tom");
    Person reader(port, game, text(tom.at("token")), 2);
    EXPECT_EQ(reader.events().front().at("seats").at(0).at("name"), "Player 1 2") << "what was, is told so too";
    EXPECT_EQ(reader.socket().received().find("Zacharias"), std::string::npos);
    EXPECT_EQ(http(port, "GET", path + "/record").body.find("Zacharias"), std::string::npos);
    ann.port = port;
    const auto ended = parse_record(builtin_catalogue(), ann.call("GET", "/api/games/" + over + "/record").body);
    ASSERT_TRUE(ended) << ended.error().text();
    EXPECT_TRUE(Game::replay(*ended));
    EXPECT_EQ(ended->seats[0].name, "Player 1");
    const json::value kept_seats = get(port, "/api/games/" + next, "GameSummary", ann.keys).at("seats");
    EXPECT_EQ(json::serialize(kept_seats).find("Zacharias"), std::string::npos);
    EXPECT_EQ(get(port, "/api/games/" + text(waiting.at("game")), "GameSummary", token_of(waiting, 0))
                  .at("seats")
                  .at(0)
                  .at("name"),
              "Player 1");
  }
  // It goes on, also by the key of the seat, which this browser still has.
  Person first(server_->port(), game, mine, 1), second(server_->port(), game, text(noor.at("token")), 2),
      third(server_->port(), game, text(tom.at("token")), 3);
  for (Person* mover : {&second, &third, &first}) {
    ASSERT_TRUE(mover->wait_for_turn());
    mover->play();
    mover->socket().read("accepted");
  }
  for (Person* mover : {&second, &third, &first}) mover->socket().close();
  server_.reset();
  EXPECT_FALSE(stands_in_files(folder_.path(), "Zacharias")) << "nor is the name anywhere on the disk";
  EXPECT_TRUE(stands_in_files(folder_.path(), "Noor"));
  EXPECT_EQ(log_.text().find("Zacharias"), std::string::npos);
}

TEST_F(Accounts, TheExportHoldsEverythingAndNothingOfOthers) {
  device_.sign_up("Mila");
  const json::value created = device_.create({"Mila", "Noor"});
  const std::string game = text(created.at("game"));
  const json::value waiting = device_.create({"Mila", "open"});
  other_.sign_up("Ludmila");
  other_.create({"Ludmila", "bot"});
  for (const int seat : {0, 1}) {
    Socket socket(server_->port(), game, token_of(created, seat));
    socket.read("welcome");
    socket.send({{"type", "say"}, {"ref", 1}, {"text", seat == 0 ? "Good luck" : "To you too"}});
    socket.read("accepted");
  }
  const json::value all = device_.get("/api/account/export", "AccountExport");
  EXPECT_EQ(all.at("account"), device_.get("/api/account", "Account"));
  ASSERT_EQ(all.at("games").as_array().size(), 3u) << "a game on one device has two seats of mine";
  int records = 0;
  for (const json::value& one : all.at("games").as_array()) {
    if (one.at("game") == waiting.at("game")) {
      EXPECT_TRUE(one.at("record").is_null());
      continue;
    }
    ASSERT_EQ(one.at("game"), json::value(game));
    const auto record = parse_record(builtin_catalogue(), one.at("record").as_string());
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_TRUE(record->seed.empty());
    ++records;
    const int seat = number(one.at("seat"));
    EXPECT_EQ(one.at("name"), seat == 0 ? "Mila" : "Noor");
    ASSERT_EQ(one.at("said").as_array().size(), 1u);
    EXPECT_EQ(one.at("said").at(0).at("text"), seat == 0 ? "Good luck" : "To you too");
  }
  EXPECT_EQ(records, 2);
  const std::string text_of_all = json::serialize(all);
  for (const std::string& hidden :
       {std::string("Ludmila"), device_.session, token_of(created, 0), std::string("argon"), std::string("hash")})
    EXPECT_EQ(text_of_all.find(hidden), std::string::npos) << hidden;
  EXPECT_EQ(Device{server_->port()}.call("GET", "/api/account/export").status, 401);
}

TEST_F(Accounts, SecretsAreNowhere) {
  device_.sign_up("Mila");
  const std::string first = device_.session;
  EXPECT_EQ(other_.status("/api/account/sign-in", sign_in_body("Mila", "not my passphrase")), 403);
  EXPECT_EQ(other_.status("/api/account", sign_in_body("Mila", "not my passphrase")), 409);
  EXPECT_EQ(other_.call("POST", "/api/account/sign-in", R"({"name":"Mila","passphrase":"not my passphrase"x)")
                .body.find("not my passphrase"),
            std::string::npos);
  EXPECT_EQ(other_.call("POST", "/api/account/sign-in", R"({"name":5,"passphrase":"not my passphrase"})")
                .body.find("not my passphrase"),
            std::string::npos);
  // Also where the database fails.
  SQLite::Database(folder_.path() + "/games.sqlite", SQLite::OPEN_READWRITE).exec("DROP TABLE account_seats");
  EXPECT_EQ(device_.status("/api/account/delete", {{"passphrase", kPhrase}}), 503);
  EXPECT_EQ(device_.call("GET", "/api/account/games").status, 503);
  SQLite::Database(folder_.path() + "/games.sqlite", SQLite::OPEN_READWRITE).exec("DROP TABLE sessions");
  const HttpAnswer answer = device_.call("GET", "/api/account");
  EXPECT_EQ(answer.status, 503);
  server_.reset();
  for (const std::string& secret : {std::string(kPhrase), std::string("not my passphrase"), first}) {
    EXPECT_EQ(log_.text().find(secret), std::string::npos);
    EXPECT_EQ(answer.body.find(secret), std::string::npos);
    EXPECT_FALSE(stands_in_files(folder_.path(), secret));
  }
}

TEST(AccountsKilled, WhatWasAnsweredIsKept) {
  const Folder folder;
  std::string session, second, game, deleted_game, deleted_key;
  for (const bool dying : {false, true}) {
    auto server = std::make_unique<ForkedServer>(weak(folder.path()));
    ASSERT_NE(server->port(), 0);
    Device device{server->port(), session}, other{server->port()};
    if (!dying) {
      device.sign_up("Mila");
      session = device.session;
      const json::value created = device.create({"Mila", "open"});
      game = text(created.at("game"));
      Device leaver{server->port()};
      leaver.sign_up("Zacharias");
      const json::value left = leaver.create({"Zacharias", "open"});
      deleted_game = text(left.at("game"));
      deleted_key = token_of(left, 0);
      leaver.post("/api/account/delete", {{"passphrase", kPhrase}}, "Done");
    } else {
      EXPECT_EQ(device.get("/api/account/games", "AccountGames").at("games").at(0).at("game"), json::value(game));
      EXPECT_EQ(
          get(server->port(), "/api/games/" + deleted_game, "GameSummary", deleted_key).at("seats").at(0).at("name"),
          "Player 1");
      EXPECT_EQ(other.status("/api/account/sign-in", sign_in_body("Zacharias", kPhrase)), 403);
      other.sign_in("Mila");
      device.post("/api/account/passphrase", {{"old", kPhrase}, {"new", "another one"}}, "Account");
      second = other.session;
    }
    server->kill();
  }
  // Killed in the middle of being deleted: what it had answered before is all there, what not is whole or not at all.
  {
    ForkedServer server(weak(folder.path()));
    Device device{server.port(), session};
    EXPECT_EQ((Device{server.port(), second}.call("GET", "/api/account").status), 401);
    EXPECT_EQ(device.call("GET", "/api/account").status, 200);
    set_disk(DiskIs::deadly);
    EXPECT_THROW(device.call("POST", "/api/account/delete", R"({"passphrase":"another one"})"), std::exception);
    set_disk(DiskIs::fine);
  }
  ForkedServer server(weak(folder.path()));
  Device device{server.port(), session};
  if (device.call("GET", "/api/account").status == 401) {  // the bytes had come as far as the file
    EXPECT_EQ(device.status("/api/account/sign-in", sign_in_body("Mila", "another one")), 403);
  } else {
    device.post("/api/account/delete", {{"passphrase", "another one"}}, "Done");
  }
}

/// Names whose forgetting was interrupted are forgotten at the next start.
TEST_F(Accounts, ForgettingGoesOnAfterARestart) {
  const json::value created = device_.create({"Zacharias", "open"}, true);
  server_.reset();
  SQLite::Database(folder_.path() + "/games.sqlite", SQLite::OPEN_READWRITE)
      .exec("INSERT INTO names_to_forget VALUES ('" + text(created.at("game")) + "', 0), ('nowhere', 1)");
  restart(weak(folder_.path()));
  for (int i = 0; i < 200; ++i) {
    const json::value seats = get(server_->port(), "/api/games/" + text(created.at("game")), "GameSummary").at("seats");
    if (seats.at(0).at("name") == "Player 1") {
      for (; i < 200; ++i) {
        const int left = SQLite::Database(folder_.path() + "/games.sqlite")
                             .execAndGet("SELECT count(*) FROM names_to_forget")
                             .getInt();
        if (left <= 1) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  FAIL() << "it is still there";
}

/// Two servers of one folder: what one signs out, the other does not let in; a name forgotten by one is gone from both.
TEST(AccountsShared, OfTwoServersBothKnow) {
  const Folder folder;
  ServerSettings settings = weak(folder.path());
  settings.shared = true;
  RunningServer one(settings), two(settings);
  Device here{one.port()}, there{two.port()};
  here.sign_up("Zacharias");
  there.sign_in("Zacharias");
  const json::value created = here.create({"Zacharias", "Noor"});
  const std::string game = text(created.at("game")), keys = token_of(created, 1);
  Socket watcher(two.port(), game, keys);
  EXPECT_NE(json::serialize(watcher.read("welcome")).find("Zacharias"), std::string::npos);
  Socket mine(two.port(), game, "", 0, there.session);
  mine.read("welcome");
  here.post("/api/account/delete", {{"passphrase", kPhrase}}, "Done");
  while (!mine.read().is_null()) {
  }
  EXPECT_EQ(mine.close_code(), 1008);
  EXPECT_EQ(there.call("GET", "/api/account").status, 401);
  EXPECT_EQ(watcher.read("update").at("events").at(0).at("type"), "renamed");
  Socket later(two.port(), game, keys);
  EXPECT_EQ(json::serialize(later.read("welcome")).find("Zacharias"), std::string::npos);
}

}  // namespace
}  // namespace bastide::test
