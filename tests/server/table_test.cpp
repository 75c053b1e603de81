// What the people at a table decide about each other: who sits there, and how they go on without who is away.
#include <fmt/format.h>

#include "server/client.h"
#include "server/live_support.h"

namespace bastide::test {
namespace {

HttpAnswer post_as(uint16_t port, const std::string& target, const std::string& keys, const json::value& body) {
  return http(port, "POST", target, json::serialize(body), {{"X-Bastide-Keys", keys}});
}

/// Every body of a game's log.
std::string log_of(const Folder& folder, const std::string& game) {
  const auto store = open_sqlite_store(folder.path() + "/games.sqlite");
  std::string all;
  const auto log = (*store)->events(game);
  for (const StoredEvent& event : log->events) all += event.kind + " " + event.body + "\n";
  return all;
}

class Table : public testing::Test {
 protected:
  json::value join(const json::value& created, const std::string& name, const std::string& keys = "") {
    const HttpAnswer answer = post_as(port_, "/api/games/" + text(created.at("game")) + "/join", keys,
                                      {{"name", name}, {"invite", created.at("invite")}});
    EXPECT_EQ(answer.status, 200) << answer.body;
    return json::parse(answer.body);
  }

  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

TEST_F(Table, WhoMadeAGameTakesSomebodyOff) {
  const json::value created = new_game(port_, "new", {"me", "open", "open"}, false);
  const std::string game = text(created.at("game")), free = "/api/games/" + game + "/free";
  const std::string host = token_of(created, 0), hers = text(join(created, "Noor").at("token"));
  Socket mila(port_, game, host), noor(port_, game, hers);
  EXPECT_EQ(number(mila.read("welcome").at("game").at("host")), 0);
  noor.read("welcome");
  EXPECT_EQ(post_as(port_, free, hers, {{"seat", 0}}).status, 403);
  EXPECT_EQ(post_as(port_, free, text(created.at("invite")), {{"seat", 1}}).status, 403) << "only watches";
  EXPECT_EQ(post_as(port_, free, "", {{"seat", 1}}).status, 403);
  EXPECT_EQ(post_as(port_, free, host, {{"seat", 0}}).status, 409) << "its own";
  EXPECT_EQ(post_as(port_, free, host, {{"seat", 2}}).status, 409) << "nobody sits there";
  EXPECT_EQ(post_as(port_, free, host, {{"seat", 3}}).status, 400);
  EXPECT_EQ(post_as(port_, free, host, json::object{}).status, 400);
  EXPECT_EQ(post_as(port_, "/api/games/nosuchgame/free", host, {{"seat", 1}}).status, 404);
  ASSERT_EQ(post_as(port_, free, host, {{"seat", 1}}).status, 200);

  const json::value last = noor.read("freed");
  EXPECT_NE(text(last.at("text")), text(last.at("translations").at("de").at("text")));
  EXPECT_TRUE(noor.read().is_null()) << "the connection ends";
  EXPECT_EQ(noor.close_code(), 1008);
  for (;;) {
    const json::value seat = mila.read("presence").at("seats").at(1);
    if (seat.at("kind") != "open") continue;
    EXPECT_EQ(seat.at("name"), "");
    break;
  }
  // The key opens nothing, and says why; nor does it take a seat again.
  EXPECT_EQ(Socket(port_, game, hers).read().at("type"), "freed");
  const json::value refused = get_error(port_, 403, "/api/games/" + game, hers);
  EXPECT_EQ(refused.at("message"), last.at("text"));
  const json::value again = {{"name", "Noor"}, {"invite", created.at("invite")}};
  EXPECT_EQ(post_as(port_, "/api/games/" + game + "/join", hers, again).status, 403);
  EXPECT_EQ(log_of(folder_, game).find("Noor"), std::string::npos) << "nobody will ever forget the name";

  server_.stop();
  RunningServer later(folder_.path());
  port_ = later.port();
  EXPECT_EQ(Socket(port_, game, hers).read().at("type"), "freed");
  const json::value tom = join(created, "Tom"), lena = join(created, "Lena");
  EXPECT_EQ(number(tom.at("seat")), 1) << "the seat is anybody's";
  EXPECT_EQ(post_as(port_, free, host, {{"seat", 1}}).status, 409) << "it has begun";
  Person other(port_, game, text(tom.at("token")), 1);
  EXPECT_EQ(other.events().front().at("seats").at(1).at("name"), "Tom");
  Socket mine(port_, game, host);
  EXPECT_FALSE(mine.read("welcome").at("game").as_object().contains("host"));
}

TEST_F(Table, WhoIsTakenOffByAnAccountLosesItThere) {
  const json::value created = new_game(port_, "new", {"me", "open", "random"});
  const std::string game = text(created.at("game")), host = token_of(created, 0);
  const json::value account =
      post(port_, "/api/account", {{"name", "Noor"}, {"passphrase", "twelve small stones"}}, "SignedIn");
  const std::map<std::string, std::string> signed_in = {{"Authorization", "Bearer " + text(account.at("session"))}};
  const std::string join = "/api/games/" + game + "/join";
  const std::string body = json::serialize(json::object{{"name", "Noor"}, {"seat", 1}});
  // Bots go, too: the game has not begun.
  ASSERT_EQ(post_as(port_, "/api/games/" + game + "/free", host, {{"seat", 2}}).status, 200);
  ASSERT_EQ(http(port_, "POST", join, body, signed_in).status, 200);
  Socket noor(port_, game, "", 0, text(account.at("session")));
  EXPECT_EQ(noor.read("welcome").at("you"), 1);
  ASSERT_EQ(post_as(port_, "/api/games/" + game + "/free", host, {{"seat", 1}}).status, 200);
  EXPECT_EQ(noor.read("freed").at("type"), "freed");
  const HttpAnswer games = http(port_, "GET", "/api/account/games", "", signed_in);
  EXPECT_TRUE(json::parse(games.body).at("games").as_array().empty()) << games.body;
  EXPECT_EQ(http(port_, "POST", join, body, signed_in).status, 403);
  // Who watches a public game may go on to.
  Socket watcher(port_, game, "", 0, text(account.at("session")));
  EXPECT_TRUE(watcher.read("welcome").at("you").is_null());
}

/// People who share a device: each has a connection with its seat.
TEST_F(Table, OfSeveralSeatsOneIsChosen) {
  const json::value account =
      post(port_, "/api/account", {{"name", "Mila"}, {"passphrase", "twelve small stones"}}, "SignedIn");
  const std::string session = text(account.at("session"));
  const json::object game{{"preset", "new"},
                          {"seats", {{{"kind", "me"}}, {{"kind", "me"}}, {{"kind", "bot"}, {"bot", "random"}}}}};
  const json::value created = json::parse(
      http(port_, "POST", "/api/games", json::serialize(game), {{"Authorization", "Bearer " + session}}).body);
  const std::string id = text(created.at("game"));
  const auto seat = [&](const std::string& token, const std::string& by, int wanted) {
    return Socket(port_, id, token, 0, by, wanted).read("welcome").at("you");
  };
  {
    Socket watcher(port_, id, "", 0, "", 1);
    const json::value answer = watcher.read();
    EXPECT_TRUE(answer.is_null()) << "without a key it is none's";
  }
  EXPECT_EQ(seat("", session, -1), 0);
  EXPECT_EQ(seat("", session, 1), 1);
  EXPECT_EQ(seat("", session, 2), 0) << "that is a bot's";
  EXPECT_EQ(seat(token_of(created, 1), "", 0), 1) << "another's key does not give it";
  EXPECT_EQ(seat(token_of(created, 1), session, 0), 0);
}

/// Both are there, whoever of them plays.
TEST_F(Table, WhoSharesADeviceIsThere) {
  const json::value created = new_game(port_, "new", {"me", "me", "me"});
  const std::string id = text(created.at("game"));
  Socket watcher(port_, id);
  EXPECT_EQ(number(watcher.read("welcome").at("away").at("seat")), 0);
  RawSocket raw(port_);
  raw.send(upgrade(id));
  raw.read("\r\n\r\n");
  raw.send(frame('\x81', json::serialize(json::object{{"type", "hello"},
                                                      {"since", 0},
                                                      {"key", token_of(created, 1)},
                                                      {"also", json::array{token_of(created, 0), "none"}}})));
  const json::value told = watcher.read("presence");
  EXPECT_FALSE(told.as_object().contains("away"));
  EXPECT_EQ(told.at("seats").at(0).at("online"), true);
  EXPECT_EQ(told.at("seats").at(1).at("online"), true);
  EXPECT_EQ(told.at("seats").at(2).at("online"), false);
}

// ---------------------------------------------------------------- who is away

json::value claim(Person& person, int seat, const std::string& choice) {
  person.socket().send({{"type", "claim"}, {"ref", 99}, {"seat", seat}, {"choice", choice}});
  for (;;) {
    json::value message = person.socket().read();
    const json::value* ref = message.is_null() ? nullptr : message.as_object().if_contains("ref");
    if (message.is_null() || (ref != nullptr && *ref == 99)) return message;
    person.take(message);
  }
}

class Away : public testing::Test {
 protected:
  static ServerSettings settings(const Folder& folder, int after) {
    ServerSettings settings;
    settings.folder = folder.path();
    settings.bot_delay = {};
    settings.claim_after = std::chrono::seconds(after);
    return settings;
  }
  void start(int after) {
    server_.reset();
    server_ = std::make_unique<RunningServer>(settings(folder_, after));
  }
  json::value make(int seats, const json::object& time) {
    json::array all;
    for (int i = 0; i < seats; ++i) all.push_back(json::object{{"kind", "me"}});
    return post(server_->port(), "/api/games",
                {{"preset", "classic"}, {"public", true}, {"seats", std::move(all)}, {"time", time}}, "Created");
  }
  Person sit(const json::value& created, int seat) {
    return Person(server_->port(), text(created.at("game")), token_of(created, seat), static_cast<uint64_t>(seat) + 1);
  }

  Folder folder_;
  std::unique_ptr<RunningServer> server_;
  const json::object clock_{{"stock", 3600}, {"increment", 0}};
};

TEST_F(Away, ABotPlaysUntilTheyAreBack) {
  start(1);
  const json::value created = make(2, clock_);
  Person second = sit(created, 1);
  Socket watcher(server_->port(), text(created.at("game")));
  const json::value told = watcher.read("welcome").at("away");
  EXPECT_EQ(number(told.at("seat")), 0);
  EXPECT_LE(number(told.at("ms")), 1000);
  const json::value early = claim(second, 0, "bot");
  ASSERT_EQ(early.at("type"), "refused");
  EXPECT_NE(text(early.at("error").at("message")).find("second"), std::string::npos);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_EQ(claim(second, 1, "bot").at("type"), "refused") << "its own seat";
  ASSERT_EQ(claim(second, 0, "bot").at("type"), "accepted");
  ASSERT_TRUE(second.wait_for_turn()) << "the bot has moved";
  bool stands_in = false;
  for (const json::value& event : second.events())
    stands_in |= event.at("type") == "standin" && event.at("seat") == 0 && event.at("bot").is_string();
  EXPECT_TRUE(stands_in);
  // So it does after a restart.
  start(1);
  second.reconnect(server_->port());
  ASSERT_TRUE(second.wait_for_turn());
  const int before = second.seq();
  second.play();
  while (second.seq() == before || !second.may_move()) second.take(second.socket().read("update"));
  const json::value summary = get(server_->port(), "/api/games/" + text(created.at("game")), "GameSummary");
  EXPECT_TRUE(summary.at("seats").at(0).at("standIn").is_string());

  Person first = sit(created, 0);
  while (first.events().back().at("type") != "standin") first.take(first.socket().read("update"));
  EXPECT_TRUE(first.events().back().at("bot").is_null());
  second.play();
  ASSERT_TRUE(first.wait_for_turn()) << "and nobody plays for it";
  EXPECT_EQ(claim(second, 0, "bot").at("type"), "refused") << "it is there";
  EXPECT_FALSE(first.over());
}

TEST_F(Away, OrTheyHaveGivenUp) {
  start(1);
  const json::value created = make(3, clock_);
  Person second = sit(created, 1), third = sit(created, 2);
  Person watcher(server_->port(), text(created.at("game")), "", 4);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_EQ(claim(watcher, 0, "resign").at("type"), "refused");
  EXPECT_EQ(claim(second, 2, "resign").at("type"), "refused") << "nobody waits for that seat";
  ASSERT_EQ(claim(second, 0, "resign").at("type"), "accepted");
  for (;;) {
    const json::value& last = third.events().back();
    if (last.at("type") == "did" && last.at("of") == "left") break;
    third.take(third.socket().read("update"));
  }
  EXPECT_EQ(changes(third.events().back(), "gone").front().at("gone"), "away");
  ASSERT_TRUE(second.wait_for_turn()) << "its tile was laid for it";
  EXPECT_EQ(claim(third, 1, "bot").at("type"), "refused");
  for (const char* wrong :
       {R"({"type":"claim","ref":1,"seat":9,"choice":"bot"})", R"({"type":"claim","ref":1,"seat":0})"}) {
    third.socket().send_text(wrong);
    EXPECT_EQ(third.socket().read("refused").at("type"), "refused");
  }
}

TEST_F(Away, WhoLeavesIsCountedFromThenOnAndAnewAfterARestart) {
  start(2);
  const json::value created = make(2, clock_);
  Person second = sit(created, 1);
  {
    Person first = sit(created, 0);
    const json::value here = second.socket().read("presence");
    EXPECT_FALSE(here.as_object().contains("away"));
  }
  const json::value gone = second.socket().read("presence");
  EXPECT_GT(number(gone.at("away").at("ms")), 1000);
  start(2);
  second.reconnect(server_->port());
  EXPECT_EQ(claim(second, 0, "bot").at("type"), "refused");
  Socket watcher(server_->port(), text(created.at("game")));
  EXPECT_GT(number(watcher.read("welcome").at("away").at("ms")), 1000);
}

TEST_F(Away, NobodyIsHurriedByCorrespondence) {
  start(1);
  const json::value created = make(2, {{"each", 86'400}});
  Person second = sit(created, 1);
  Socket watcher(server_->port(), text(created.at("game")));
  EXPECT_FALSE(watcher.read("welcome").as_object().contains("away"));
  EXPECT_EQ(claim(second, 0, "resign").at("type"), "refused");
  // Without a clock one waits longer.
  const json::value free = new_game(server_->port(), "new", {"me", "me"});
  Socket other(server_->port(), text(free.at("game")));
  EXPECT_GT(number(other.read("welcome").at("away").at("ms")), 4000);
}

}  // namespace
}  // namespace bastide::test
