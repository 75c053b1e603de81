// What people do beside moving: resign, run out of time, play again.
#include <fmt/format.h>

#include "game/game.h"
#include "server/client.h"
#include "server/live_support.h"

namespace bastide::test {
namespace {

HttpAnswer call(uint16_t port, const std::string& target, const std::string& keys, const std::string& body = "{}") {
  return http(port, "POST", target, body, {{"X-Bastide-Keys", keys}});
}

json::value timed_game(uint16_t port, const std::vector<std::string>& seats, const json::object& time) {
  json::array kinds;
  for (const std::string& kind : seats) {
    json::object seat{{"kind", kind}};
    if (kind == "bot") seat["bot"] = "random";
    kinds.push_back(std::move(seat));
  }
  return post(port, "/api/games",
              {{"preset", "classic"}, {"public", true}, {"seats", std::move(kinds)}, {"time", time}}, "Created");
}

/// The did that says that a seat plays no more; null: there is none.
json::value leaving(const Person& person) {
  for (const json::value& event : person.events())
    if (event.at("type") == "did" && event.at("of") == "left") return event;
  return nullptr;
}

/// Reads until the game is over.
void wait_for_end(Person& person) {
  while (!person.over()) {
    const json::value message = person.socket().read();
    ASSERT_FALSE(message.is_null());
    person.take(message);
  }
}

class People : public testing::Test {
 protected:
  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

TEST_F(People, WhoResignsAgainstOneLoses) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  const std::string game = text(created.at("game")), leave = "/api/games/" + game + "/leave";
  Person first(port_, game, token_of(created, 0), 1);
  EXPECT_EQ(call(port_, leave, "").status, 403);
  EXPECT_EQ(call(port_, leave, token_of(created, 0), R"({"seat":1})").status, 403) << "another's seat";
  EXPECT_EQ(call(port_, leave, token_of(created, 0), R"({"seat":"x"})").status, 400);
  // It need not be one's turn.
  ASSERT_EQ(call(port_, leave, token_of(created, 1)).status, 200);
  wait_for_end(first);
  EXPECT_EQ(changes(leaving(first), "gone").front().at("gone"), "resigned");
  const json::value& over = first.events().back();
  EXPECT_EQ(number(over.at("ranking").at(0).at("seat")), 0);
  EXPECT_TRUE(over.at("returned").as_array().empty()) << "the landscape stays as it was";
  EXPECT_EQ(call(port_, leave, token_of(created, 0)).status, 409) << "it is over";
  const json::value summary = get(port_, "/api/games/" + game, "GameSummary");
  EXPECT_EQ(summary.at("status"), "over");
  EXPECT_EQ(summary.at("seats").at(1).at("gone"), "resigned");
  const auto record = parse_record(builtin_catalogue(), http(port_, "GET", "/api/games/" + game + "/record").body);
  ASSERT_TRUE(record) << record.error().text();
  EXPECT_EQ(record->seed, text(over.at("seed")));
  EXPECT_TRUE(Game::replay(*record));
}

TEST_F(People, TheOthersGoOnWithoutWhoResigns) {
  const json::value created = new_game(port_, "new", {"me", "me", "me"});
  const std::string game = text(created.at("game"));
  Person first(port_, game, token_of(created, 0), 1), second(port_, game, token_of(created, 1), 2);
  for (Person* mover : {&first, &second}) {
    ASSERT_TRUE(mover->wait_for_turn());
    mover->play();
    const int before = mover->seq();
    while (mover->seq() == before) mover->take(mover->socket().read("update"));
  }
  // In its own turn: that is played to its end for it.
  ASSERT_EQ(call(port_, "/api/games/" + game + "/leave", token_of(created, 2)).status, 200);
  EXPECT_EQ(call(port_, "/api/games/" + game + "/leave", token_of(created, 2)).status, 409) << "once is enough";
  std::thread other([&] { second.play_to_end(); });
  first.play_to_end();
  other.join();
  bool left = false;
  for (const json::value& event : first.events()) {
    left |= event.at("type") == "did" && event.at("of") == "left";
    for (const json::value& figure : left ? changes(event, "figure") : std::vector<json::value>())
      EXPECT_FALSE(figure.at("seat") == 2 && !figure.at("at").is_null()) << "it puts no figure any more";
    if (left && event.at("type") == "turn") {
      EXPECT_NE(number(event.at("seat")), 2);
    }
  }
  EXPECT_TRUE(left);
  ASSERT_TRUE(first.over());
  const json::value& over = first.events().back();
  for (const json::value& rank : over.at("ranking").as_array())
    if (rank.at("seat") == 2) {
      EXPECT_EQ(number(rank.at("place")), 3);
    }
  // Read again from the log it is the same game.
  server_.stop();
  RunningServer again(folder_.path());
  Person reader(again.port(), game, token_of(created, 0), 3);
  EXPECT_EQ(reader.events(), first.events());
}

TEST_F(People, AFlagFalls) {
  const json::value created = timed_game(port_, {"me", "me"}, {{"stock", 1}, {"increment", 0}});
  const std::string game = text(created.at("game"));
  Person first(port_, game, token_of(created, 0), 1);
  EXPECT_TRUE(first.may_move());
  wait_for_end(first);
  EXPECT_EQ(changes(leaving(first), "gone").front().at("gone"), "time");
  EXPECT_EQ(number(leaving(first).at("seat")), 0);
}

TEST_F(People, AFlagFallsWhereNobodyLooks) {
  const json::value created = timed_game(port_, {"me", "me"}, {{"each", 1}});
  wait_for_status(port_, text(created.at("game")), "over");
}

TEST_F(People, ABotHasNoClock) {
  const json::value created = timed_game(port_, {"bot", "me"}, {{"stock", 60}, {"increment", 0}});
  Person person(port_, text(created.at("game")), token_of(created, 1), 1);
  ASSERT_TRUE(person.wait_for_turn());
  const json::value clock = Socket(port_, text(created.at("game"))).read("welcome").at("clock");
  EXPECT_EQ(number(clock.at("running")), 1);
  EXPECT_EQ(number(clock.at("left").at(0)), 60'000);
}

TEST_F(People, TimeIsSpentAndATurnBringsSome) {
  const json::value created = timed_game(port_, {"me", "me"}, {{"stock", 3600}, {"increment", 100}});
  const std::string game = text(created.at("game"));
  Person first(port_, game, token_of(created, 0), 1);
  const auto thought = std::chrono::milliseconds(900);  // half a second may be taken for a slow line
  std::this_thread::sleep_for(thought);
  const json::value now = Socket(port_, game).read("welcome").at("clock");
  EXPECT_EQ(number(now.at("running")), 0);
  EXPECT_LE(number(now.at("left").at(0)), 3'600'000 - 300);
  EXPECT_EQ(number(now.at("left").at(1)), 3'600'000);
  first.play();
  const json::value clock = first.socket().read("update").at("clock");
  EXPECT_EQ(number(clock.at("running")), 1);
  EXPECT_LE(number(clock.at("left").at(0)), 3'700'000 - 300);
  EXPECT_GT(number(clock.at("left").at(0)), 3'600'000);
  // After a restart nobody has lost time by it, and what was spent is spent.
  server_.stop();
  RunningServer again(folder_.path());
  const json::value later = Socket(again.port(), game).read("welcome").at("clock");
  EXPECT_EQ(later.at("left").at(0), clock.at("left").at(0));
  EXPECT_EQ(number(later.at("running")), 1);
  EXPECT_GT(number(later.at("left").at(1)), 3'590'000);
}

TEST_F(People, AFlagFallsAfterARestart) {
  const json::value created = timed_game(port_, {"me", "me"}, {{"stock", 2}, {"increment", 0}});
  server_.stop();
  RunningServer again(folder_.path());
  wait_for_status(again.port(), text(created.at("game")), "over");
}

TEST_F(People, AClockThatGivesNothingIsRefused) {
  for (const char* time : {R"({})", R"({"increment":5})", R"({"stock":0})", R"({"each":-1})"})
    post_error(port_, 400, "/api/games",
               fmt::format(R"({{"preset":"classic","seats":[{{"kind":"me"}},{{"kind":"me"}}],"time":{}}})", time));
}

TEST_F(People, TheyPlayAgainOneSeatOn) {
  const json::value created = new_game(port_, "new", {"me", "open", "random"}, false);
  const std::string game = text(created.at("game")), rematch = "/api/games/" + game + "/rematch";
  const json::value joined =
      post(port_, "/api/games/" + game + "/join", {{"name", "Noor"}, {"invite", created.at("invite")}}, "Joined");
  const std::string mine = token_of(created, 0), hers = text(joined.at("token"));
  EXPECT_EQ(call(port_, rematch, mine).status, 409) << "it is not over";
  Person noor(port_, game, hers, 1);
  ASSERT_EQ(call(port_, "/api/games/" + game + "/leave", mine).status, 200);
  ASSERT_EQ(call(port_, "/api/games/" + game + "/leave", hers).status, 200);
  EXPECT_EQ(call(port_, rematch, "").status, 403);
  const std::string next = text(json::parse(call(port_, rematch, mine).body).at("game"));
  EXPECT_EQ(text(json::parse(call(port_, rematch, hers).body).at("game")), next) << "one for all";
  while (noor.events().empty() || noor.events().back().at("type") != "rematch") noor.take(noor.socket().read("update"));
  EXPECT_EQ(text(noor.events().back().at("game")), next);
  // Nobody else comes in, and each gets the seat before the one that was theirs.
  get_error(port_, 403, "/api/games/" + next);
  const json::value summary = get(port_, "/api/games/" + next, "GameSummary", hers);
  EXPECT_EQ(summary.at("seats").at(0).at("name"), "Noor");
  EXPECT_EQ(summary.at("seats").at(0).at("kind"), "open");
  EXPECT_EQ(summary.at("seats").at(1).at("kind"), "bot");
  EXPECT_EQ(http(port_, "POST", "/api/games/" + next + "/join", R"({"name":"Eve"})").status, 403);
  const json::value taken = json::parse(call(port_, "/api/games/" + next + "/join", hers, R"({"name":"Noor"})").body);
  EXPECT_EQ(number(taken.at("seat")), 0);
  const json::value me = json::parse(call(port_, "/api/games/" + next + "/join", mine, R"({"name":"Me"})").body);
  EXPECT_EQ(number(me.at("seat")), 2);
  Person again(port_, next, text(taken.at("token")), 2);
  const std::vector<json::value> told = noor.events();
  server_.stop();
  RunningServer later(folder_.path());
  EXPECT_EQ(Person(later.port(), game, hers, 3).events(), told) << "the log says the same";
  EXPECT_EQ(get(later.port(), "/api/games/" + next, "GameSummary", text(me.at("token"))).at("status"), "playing");
  get_error(later.port(), 403, "/api/games/" + next, hers);  // that was good for the seat, and is no longer
}

TEST_F(People, TheyTalk) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  const std::string game = text(created.at("game"));
  Person first(port_, game, token_of(created, 0), 1), second(port_, game, token_of(created, 1), 2);
  Socket watcher(port_, game);
  watcher.read("welcome");
  const auto say = [&](Socket& socket, const std::string& what) {
    socket.send({{"type", "say"}, {"ref", 7}, {"text", what}});
    for (;;)
      if (json::value message = socket.read(); message.at("type") != "update") return message;
  };
  ASSERT_TRUE(first.wait_for_turn());
  const std::vector<std::string> moves = first.choose();
  EXPECT_EQ(say(second.socket(), "Well <b>played</b>\u202e").at("type"), "accepted");
  const json::value heard = watcher.read("update").at("events").at(0);
  EXPECT_EQ(heard.at("type"), "said");
  EXPECT_EQ(heard.at("text"), "Well <b>played</b>") << "as text; what turns the line round is left out";
  EXPECT_EQ(number(heard.at("seat")), 1);
  EXPECT_EQ(say(watcher, "me too").at("type"), "refused");
  EXPECT_EQ(say(second.socket(), "\u200b").at("type"), "refused");
  // A turn that was thought about meanwhile is good.
  first.send_play(moves, first.seq());
  while (first.seq() < number(heard.at("seq")) + 1) first.take(first.socket().read("update"));
  for (int i = 0; i < 6; ++i) {
    const json::value answer = say(second.socket(), "again");
    if (answer.at("type") == "refused") break;
    EXPECT_LT(i, 5) << "who says too much is stopped";
  }
  server_.stop();
  RunningServer again(folder_.path());
  const json::value later = Socket(again.port(), game).read("welcome").at("events");
  const auto said = [](const json::value& event) { return event.at("type") == "said"; };
  EXPECT_GE(std::ranges::count_if(later.as_array(), said), 3);
}

TEST(Asked, IsNotAnewBySomethingThatIsSaid) {
  const RuleShelf shelf(builtin_catalogue());
  LiveGame live = begun(shelf, {});
  Rng rng(1);
  ASSERT_TRUE(live.play(live.to_move(), answers(live, rng), 1000));
  ASSERT_TRUE(live.say_to_all(0, "Hello", 5000));
  EXPECT_EQ(live.asked_time(), 1000);
}

}  // namespace
}  // namespace bastide::test
