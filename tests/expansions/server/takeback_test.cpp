// Turns taken back where the next tile is drawn later, or by nobody: the game is as it was, in every way that leads
// out.
#include <fmt/format.h>

#include <algorithm>

#include "game/game.h"
#include "notation/notation.h"
#include "server/bots.h"
#include "server/client.h"
#include "server/secrets.h"
#include "short_form.h"

namespace bastide::test {
namespace {

using Options = std::map<std::string, std::string>;

LiveGame two_people(const std::string& seed, const Options& options, const std::string& preset = "new") {
  init_secrets();
  LiveSetup setup;
  setup.choice = {preset, options};
  setup.time = {.stock = 600'000, .increment = 5'000, .each = 0};
  for (const char* name : {"A", "B"}) setup.seats.push_back({"human", name, ""});
  auto made = LiveGame::create(builtin_catalogue(), "thesame1", setup, seed, "v", 1000);
  EXPECT_TRUE(made) << made.error().text();
  EXPECT_TRUE(made->begin_if_full(1000));
  return std::move(*made);
}

/// What a game tells by every way that leads out, but for its events and the time.
std::string outside(const LiveGame& live) {
  json::object summary = live.summary();
  summary.erase("updated");
  std::string all = json::serialize(summary) + live.turn(true) + live.turn(false);
  all += json::serialize(live.features().at("features"));
  for (int viewer = -1; viewer < 2; ++viewer) all += live.record(viewer);
  for (const Picture& picture : live.pictures()) all += picture.seed + picture.illustration;
  return all;
}

/// Events after the n-th, without their numbers and times.
std::vector<std::string> events_after(const LiveGame& live, int n) {
  std::vector<std::string> events;
  for (int i = n + 1; i <= live.seq(); ++i) {
    json::object event = json::parse(live.event(i, -1)).as_object();
    for (const char* other : {"seq", "at"}) event.erase(other);
    events.push_back(json::serialize(event));
  }
  return events;
}

json::object last_event(const LiveGame& live) {
  return json::parse(live.event(live.seq(), -1)).as_object();
}

/// Plays to the end. What can be taken back is, once, and played again; everything is then as it was.
int play_and_take_back(LiveGame live) {
  std::vector<StoredEvent> log = live.take_fresh();
  const auto keep = [&] {
    for (StoredEvent& entry : live.take_fresh()) log.push_back(std::move(entry));
  };
  int taken = 0;
  for (int n = 0; live.status() == "playing" && n < 400; ++n) {
    const int seat = live.to_move();
    const LiveGame before = live;
    const std::vector<std::string> moves = choose_turn(live, static_cast<uint64_t>(n));
    EXPECT_TRUE(live.play(seat, moves, 1000, {}, 100));
    const auto told = events_after(live, before.seq());
    const std::string after = outside(live);
    keep();
    if (live.may_take_back() < 0) {
      LiveGame copy = live;
      EXPECT_FALSE(copy.take_back(seat, "ask", 2000, 0));
      continue;
    }
    EXPECT_EQ(live.may_take_back(), seat);
    EXPECT_TRUE(live.say_to_all(1 - seat, "Oh", 1500));
    EXPECT_TRUE(live.take_back(seat, "ask", 2000, 0));
    const int mover = live.to_move();
    EXPECT_TRUE(live.take_back(1 - seat, "agree", 2000, 300));
    EXPECT_EQ(last_event(live).at("state"), "done");
    EXPECT_EQ(number(last_event(live).at("to")), before.seq());
    EXPECT_EQ(outside(live), outside(before)) << moves.front();
    std::vector<int64_t> left = before.times();
    left[seat] -= 100;
    left[mover] -= 300;
    EXPECT_EQ(live.times(), left) << "what was used stays used, what the turn brought is gone";
    const int seq = live.seq();
    EXPECT_TRUE(live.play(seat, moves, 1000));
    EXPECT_EQ(events_after(live, seq), told);
    EXPECT_EQ(outside(live), after);
    keep();
    if (taken++ % static_cast<int>(every(4)) != 0) continue;  // each time the whole game
    const auto again = LiveGame::load(builtin_catalogue(), live.row(), log, "v");
    EXPECT_TRUE(again) << again.error().text();
    if (!again || testing::Test::HasFailure()) return taken;
    EXPECT_EQ(outside(*again), after);
    EXPECT_EQ(events_after(*again, 0), events_after(live, 0));
    EXPECT_EQ(again->may_take_back(), live.may_take_back());
  }
  EXPECT_EQ(live.status(), "over");
  return taken;
}

TEST(TakingBack, PlayedAgainEverythingIsAsItWas) {
  const std::vector<std::pair<Options, int>> ways = {
      {{}, 0},  // every turn ends with a tile that all see
      {{{"draw", "hand"}, {"hand_view", "hidden"}}, 0},
      {{{"halflings", "draft"}, {"half_tiles", "6"}}, 20},
      {{{"halflings", "draft"}, {"half_tiles", "6"}, {"half_sets", "two"}}, 20},
      {{{"halflings", "first"}, {"half_tiles", "3"}}, 4},
      {{{"abbey_and_mayor", "2016"}}, 4},
      {{{"princess_and_dragon", "2016"}}, 4},
      {{{"flier", "second"}, {"tower", "second"}}, 0},
      {{{"bridges_castles_bazaars", "2017"}, {"crop_circles", "2017"}}, 2},
  };
  for (std::size_t way = 0; way < ways.size(); way += every(3)) {
    const auto& [options, least] = ways[way];
    const int taken = play_and_take_back(two_people(sha256_hex("taken back"), options));
    EXPECT_GE(taken, least) << (options.empty() ? "" : options.begin()->second);
    if (testing::Test::HasFailure()) return;
  }
}

/// Whether and how a turn goes back tells nothing of what others hold unseen.
TEST(TakingBack, DependsOnNothingHidden) {
  LiveGame live = two_people(sha256_hex("hidden half tiles"), {{"halflings", "first"}, {"half_tiles", "3"}});
  std::vector<StoredEvent> log = live.take_fresh();
  const GameRules& rules = live.rules();
  int nobodys = -1;
  for_each_held(live.game()->state(), rules.pile("pool"), kNobody, [&](int kind) { nobodys = kind; });
  ASSERT_GE(nobodys, 0);
  // The second seat's last half tile is another one.
  std::size_t at = 0;
  for (std::size_t i = 0; i < log.size(); ++i)
    if (log[i].kind == "draw" && log[i].body.find("draw H") != std::string::npos) at = i;
  json::object body = json::parse(log.at(at).body).as_object();
  ASSERT_EQ(body.at("seat"), 1);
  body["move"] = "draw " + rules.kinds[nobodys].name;
  log[at].body = json::serialize(body);
  auto other = LiveGame::load(builtin_catalogue(), live.row(), log, "v");
  ASSERT_TRUE(other) << other.error().text();
  ASSERT_EQ(live.to_move(), 0);
  std::string lay;
  for (const Move& move : live.game()->legal())
    if (move.kind == MoveKind::tile) lay = move_text(rules, live.game()->state(), move);
  std::vector<std::string> told[2];
  int n = 0;
  for (LiveGame* game : {&live, &*other}) {
    const int seq = game->seq();
    std::vector<std::string> moves = {lay};
    if (const auto tried = json::parse(*game->tried(0, moves)); !tried.at("ask").is_null()) moves.emplace_back("-");
    ASSERT_TRUE(game->play(0, moves, 2000));
    told[n].push_back(std::to_string(game->may_take_back()));
    ASSERT_TRUE(game->take_back(0, "ask", 2000, 0));
    ASSERT_TRUE(game->take_back(1, "agree", 2000, 0));
    for (const int viewer : {0, -1}) {
      told[n].push_back(game->events_since(seq, viewer) + game->record(viewer));
      told[n].push_back(game->turn(viewer == 0) + json::serialize(game->summary()));
    }
    ++n;
  }
  EXPECT_EQ(told[0].front(), "0");
  EXPECT_EQ(told[0], told[1]);
}

// ---------------------------------------------------------------- over the network

class TakingBackTogether : public testing::Test {
 protected:
  json::value make(const std::vector<std::string>& seats, const json::object& options) {
    json::array asked;
    for (const std::string& seat : seats)
      asked.push_back(seat == "me" ? json::object{{"kind", "me"}} : json::object{{"kind", "bot"}, {"bot", seat}});
    return post(server_->port(), "/api/games",
                {{"preset", "new"}, {"public", true}, {"options", options}, {"seats", std::move(asked)}}, "Created");
  }
  json::value draft(const std::vector<std::string>& seats) {
    return make(seats, {{"halflings", "draft"}, {"half_tiles", "6"}});
  }

  /// The answer; what comes before it is folded.
  static json::value say(Person& person, const std::string& answer, int seq = -1) {
    person.socket().send(
        {{"type", "takeback"}, {"ref", 99}, {"seq", seq < 0 ? person.seq() : seq}, {"answer", answer}});
    for (;;) {
      json::value message = person.socket().read();
      const json::value* ref = message.is_null() ? nullptr : message.as_object().if_contains("ref");
      if (message.is_null() || (ref != nullptr && *ref == 99)) return message;
      person.take(message);
    }
  }
  static std::string refusal(const json::value& answer) {
    EXPECT_EQ(answer.at("type"), "refused") << json::serialize(answer);
    return answer.at("type") == "refused" ? text(answer.at("error").at("message")) : "";
  }
  /// Reads until the last thing that was said about it is this.
  static void see(Person& person, const std::string& state) {
    const auto last = [&]() -> std::string {
      const auto& events = person.events();
      const auto told = std::find_if(events.rbegin(), events.rend(),
                                     [](const json::value& event) { return event.at("type") == "takeback"; });
      return told == events.rend() ? "" : text(told->at("state"));
    };
    while (last() != state) {
      const json::value message = person.socket().read("update");
      ASSERT_FALSE(message.is_null());
      person.take(message);
    }
  }
  static void play(Person& mover, Person& other) {
    ASSERT_TRUE(mover.wait_for_turn());
    const int before = mover.seq();
    mover.play();
    while (mover.seq() == before) mover.take(mover.socket().read("update"));
    while (other.seq() < mover.seq()) other.take(other.socket().read("update"));
  }
  /// Whoever is asked first, and the other one.
  std::pair<Person, Person> two(const json::value& created) {
    const std::string game = text(created.at("game"));
    Person a(server_->port(), game, token_of(created, 0), 1), b(server_->port(), game, token_of(created, 1), 2);
    return a.may_move() ? std::pair(std::move(a), std::move(b)) : std::pair(std::move(b), std::move(a));
  }

  Folder folder_;
  std::unique_ptr<RunningServer> server_ = std::make_unique<RunningServer>(folder_.path());
};

/// Who played next holds the device by now, and asks for the one before.
TEST_F(TakingBackTogether, ByWhoeverHoldsTheDevice) {
  const json::value created = draft({"me", "me"});
  auto [first, second] = two(created);
  play(first, second);
  const int holder = number(second.turn().at("ask").at("seat"));
  RawSocket device(server_->port());
  device.send(upgrade(text(created.at("game"))));
  device.read("\r\n\r\n");
  const auto say = [&](const json::object& message) { device.send(frame('\x81', json::serialize(message))); };
  say({{"type", "hello"},
       {"since", 0},
       {"key", token_of(created, 0)},
       {"also", json::array{token_of(created, 1)}},
       {"seat", holder}});
  say({{"type", "takeback"}, {"ref", 1}, {"seq", first.seq()}, {"answer", "ask"}});
  EXPECT_NE(device.read(R"("accepted")").find(R"("state":"done")"), std::string::npos);
  see(first, "done");
  EXPECT_TRUE(first.may_move());
}

TEST_F(TakingBackTogether, WhenEverybodyAgrees) {
  const json::value created = draft({"me", "me"});
  const std::string game = text(created.at("game"));
  auto [first, second] = two(created);
  Person watcher(server_->port(), game, "", 3);
  const json::value turn = first.turn();
  play(first, second);
  EXPECT_NE(refusal(say(second, "ask")).find("played last"), std::string::npos);
  EXPECT_EQ(say(watcher, "ask").at("type"), "refused");
  EXPECT_EQ(say(first, "agree").at("type"), "refused") << "nobody asks";
  EXPECT_EQ(say(first, "ask", 0).at("type"), "refused") << "that was another turn";
  ASSERT_EQ(say(first, "ask").at("type"), "accepted");
  see(first, "asked");
  see(second, "asked");
  EXPECT_EQ(say(first, "ask").at("type"), "refused") << "once is enough";
  EXPECT_EQ(say(first, "agree").at("type"), "refused") << "its own";
  EXPECT_EQ(say(watcher, "refuse").at("type"), "refused");
  // The server is killed while the others think about it.
  server_->stop();
  server_ = std::make_unique<RunningServer>(folder_.path());
  for (Person* person : {&first, &second, &watcher}) person->reconnect(server_->port());
  ASSERT_EQ(say(second, "agree").at("type"), "accepted");
  for (Person* person : {&first, &second, &watcher}) see(*person, "done");
  EXPECT_TRUE(first.may_move());
  EXPECT_EQ(first.turn(), turn);
  EXPECT_FALSE(second.may_move());
  EXPECT_EQ(http(server_->port(), "GET", "/api/games/" + game + "/record").body.find("pick"), std::string::npos);
  EXPECT_EQ(say(second, "agree").at("type"), "refused") << "it is done";
  std::thread other([&second = second] { second.play_to_end(); });
  first.play_to_end();
  other.join();
  const auto record =
      parse_record(builtin_catalogue(), http(server_->port(), "GET", "/api/games/" + game + "/record").body);
  ASSERT_TRUE(record) << record.error().text();
  EXPECT_TRUE(Game::replay(*record));
}

TEST_F(TakingBackTogether, WhenSomebodyDoesNot) {
  auto [first, second] = two(draft({"me", "me"}));
  play(first, second);
  ASSERT_EQ(say(first, "ask").at("type"), "accepted");
  see(second, "asked");
  ASSERT_EQ(say(first, "withdraw").at("type"), "accepted");
  see(second, "withdrawn");
  EXPECT_EQ(say(second, "agree").at("type"), "refused") << "nobody asks any more";
  ASSERT_EQ(say(first, "ask").at("type"), "accepted");
  see(second, "asked");
  ASSERT_EQ(say(second, "refuse").at("type"), "accepted");
  see(first, "refused");
  EXPECT_EQ(say(first, "ask").at("type"), "refused") << "that was the answer";
  play(second, first);
  EXPECT_NE(refusal(say(first, "ask")).find("played last"), std::string::npos);
  ASSERT_EQ(say(second, "ask").at("type"), "accepted");
  see(first, "asked");
  first.play();
  see(second, "ended");
  EXPECT_EQ(say(first, "agree").at("type"), "refused");
}

TEST_F(TakingBackTogether, BotsAgree) {
  const json::value created = draft({"me", "greedy"});
  Person person(server_->port(), text(created.at("game")), token_of(created, 0), 1);
  ASSERT_TRUE(person.wait_for_turn());
  const int before = person.seq();
  person.play();
  while (person.seq() == before) person.take(person.socket().read("update"));
  ASSERT_TRUE(person.wait_for_turn()) << "the bot has answered";
  ASSERT_EQ(say(person, "ask").at("type"), "accepted");
  see(person, "done");
  EXPECT_EQ(number(person.events().back().at("to")), before);
  ASSERT_TRUE(person.may_move());
  person.play_to_end();
}

TEST_F(TakingBackTogether, NotPastATileThatWasShown) {
  auto [first, second] = two(make({"me", "me"}, {}));
  play(first, second);
  EXPECT_NE(refusal(say(first, "ask")).find("shown"), std::string::npos);
  for (const char* wrong : {R"({"type":"takeback","ref":1,"seq":9})", R"({"type":"takeback","ref":1,"answer":"ask"})",
                            R"({"type":"takeback","ref":1,"seq":9,"answer":"please"})"}) {
    first.socket().send_text(wrong);
    EXPECT_EQ(first.socket().read("refused").at("type"), "refused");
  }
}

}  // namespace
}  // namespace bastide::test
