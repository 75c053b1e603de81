// Another clock by consent: it stands still for a while, or there are days for each decision from now on.
#include <fmt/format.h>

#include "server/client.h"
#include "server/live_support.h"

namespace bastide::test {
namespace {

constexpr int64_t kMinute = 60'000, kDay = 86'400'000;

LiveGame timed(const RuleShelf& shelf, const TimeControl& time, std::vector<LiveSeat> seats) {
  LiveSetup setup;
  setup.choice = {"classic", {}};
  setup.seats = std::move(seats);
  setup.time = time;
  LiveGame live = *LiveGame::create(shelf, "game", setup, std::string(kLiveSeed), "1", 0);
  EXPECT_TRUE(live.begin_if_full(0));
  return live;
}

std::string state(const LiveGame& live) {
  return text(json::parse(live.event(live.seq(), -1)).at("state"));
}

/// Read again from all that it has logged.
void expect_same_clock(const RuleShelf& shelf, LiveGame& live, std::vector<StoredEvent>& log) {
  for (const StoredEvent& entry : live.take_fresh()) log.push_back(entry);
  const auto again = LiveGame::load(shelf, live.row(), log, "1");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->times(), live.times());
  EXPECT_EQ(again->thinks_from(), live.thinks_from());
  EXPECT_EQ(again->events_since(0, -1), live.events_since(0, -1));
  EXPECT_EQ(json::serialize(again->summary()), json::serialize(live.summary()));
}

class ClockChange : public testing::Test {
 protected:
  RuleShelf shelf_{builtin_catalogue()};
  std::vector<StoredEvent> log_;
  const ClockWish pause_{.pause = 10 * kMinute, .each = 0}, days_{.pause = 0, .each = kDay};
};

TEST_F(ClockChange, APauseKeepsWhatWasUsed) {
  LiveGame live = timed(shelf_, {.stock = 10 * kMinute, .increment = 5000, .each = 0},
                        {{"human", "Mila", ""}, {"human", "Tom", ""}, {"human", "Noor", ""}});
  const int mover = live.to_move(), other = (mover + 1) % 3, third = (mover + 2) % 3;
  ASSERT_TRUE(live.change_clock(other, "ask", pause_, 0, 1000, 1000));
  EXPECT_EQ(state(live), "asked");
  EXPECT_FALSE(live.change_clock(third, "ask", days_, live.seq(), 1000, 1000)) << "one thing at a time";
  EXPECT_FALSE(live.change_clock(other, "agree", {}, live.seq(), 1000, 1000)) << "who asks has agreed";
  EXPECT_FALSE(live.change_clock(mover, "withdraw", {}, live.seq(), 1000, 1000)) << "another's";
  EXPECT_FALSE(live.change_clock(mover, "agree", {}, live.seq() - 1, 1000, 1000)) << "to what it has not seen";
  ASSERT_TRUE(live.change_clock(mover, "agree", {}, live.seq(), 2000, 2000));
  EXPECT_EQ(state(live), "agreed");
  ASSERT_TRUE(live.change_clock(third, "agree", {}, live.seq(), 3000, 3000));
  EXPECT_EQ(state(live), "done");
  EXPECT_EQ(live.times()[mover], 10 * kMinute - 3000);
  EXPECT_EQ(live.thinks_from(), 3000 + 10 * kMinute);
  expect_same_clock(shelf_, live, log_);
  // Who is ready does not wait for the end of it, if the others are, too.
  ASSERT_TRUE(live.change_clock(mover, "ready", {}, 0, 5000, 0));
  EXPECT_FALSE(live.change_clock(mover, "ready", {}, 0, 5000, 0)) << "it has said so";
  ASSERT_TRUE(live.change_clock(other, "ready", {}, 0, 5000, 0));
  EXPECT_EQ(live.thinks_from(), 3000 + 10 * kMinute);
  ASSERT_TRUE(live.change_clock(third, "ready", {}, 0, 6000, 0));
  EXPECT_EQ(state(live), "resumed");
  EXPECT_EQ(live.thinks_from(), 6000);
  EXPECT_FALSE(live.change_clock(third, "ready", {}, 0, 7000, 0)) << "it runs";
  expect_same_clock(shelf_, live, log_);
}

TEST_F(ClockChange, ADecisionHasAsMuchAfterAPauseAsBefore) {
  LiveGame live = timed(shelf_, {.stock = 0, .increment = 0, .each = kDay}, {{"human", "A", ""}, {"human", "B", ""}});
  const int mover = live.to_move();
  ASSERT_TRUE(live.change_clock(mover, "ask", pause_, 0, 100, 100));
  ASSERT_TRUE(live.change_clock(1 - mover, "agree", {}, live.seq(), kMinute, kMinute));
  EXPECT_EQ(live.times()[mover], kDay - kMinute);
  EXPECT_EQ(live.times()[1 - mover], kDay);
  expect_same_clock(shelf_, live, log_);
  Rng rng(1);
  play(live, answers(live, rng), log_);
  EXPECT_EQ(live.times(), std::vector<int64_t>({kDay, kDay})) << "the next decision has a day of its own";
  expect_same_clock(shelf_, live, log_);
}

TEST_F(ClockChange, WhoIsRefusedAsksAgainAfterTheNextMove) {
  LiveGame live =
      timed(shelf_, {.stock = 10 * kMinute, .increment = 0, .each = 0}, {{"human", "A", ""}, {"human", "B", ""}});
  ASSERT_TRUE(live.change_clock(0, "ask", days_, 0, 0, 0));
  ASSERT_TRUE(live.change_clock(1, "refuse", {}, live.seq(), 0, 0));
  EXPECT_EQ(state(live), "refused");
  EXPECT_FALSE(live.change_clock(0, "ask", days_, 0, 0, 0));
  Rng rng(1);
  play(live, answers(live, rng), log_);
  ASSERT_TRUE(live.change_clock(0, "ask", days_, 0, 0, 0));
  ASSERT_TRUE(live.change_clock(0, "withdraw", {}, live.seq(), 0, 0));
  EXPECT_FALSE(live.change_clock(1, "agree", {}, live.seq(), 0, 0)) << "nobody asks any more";
  ASSERT_TRUE(live.change_clock(1, "ask", days_, 0, 0, 0)) << "that was no refusal";
  // A question outlives moves, but not that somebody leaves who was asked.
  play(live, answers(live, rng), log_);
  EXPECT_TRUE(live.waits_for_clock(0));
  ASSERT_TRUE(live.leave(0, "resigned", 0));
  EXPECT_FALSE(live.waits_for_clock(0));
  EXPECT_FALSE(live.change_clock(1, "ask", days_, 0, 0, 0)) << "it is over";
}

TEST_F(ClockChange, WhatCannotBeIsSaid) {
  LiveGame live = timed(shelf_, {}, {{"human", "A", ""}, {"human", "B", ""}});
  const auto refusal = [&](const ClockWish& wish) {
    const auto asked = live.change_clock(0, "ask", wish, 0, 0, 0);
    return asked ? std::string() : asked.error().message;
  };
  EXPECT_NE(refusal(pause_).find("no clock"), std::string::npos);
  EXPECT_NE(refusal({}).find("either"), std::string::npos);
  EXPECT_NE(refusal({.pause = kMinute, .each = kDay}).find("either"), std::string::npos);
  EXPECT_EQ(refusal(days_), "") << "who has no clock may want one";
  ASSERT_TRUE(live.change_clock(1, "agree", {}, live.seq(), 0, 0));
  EXPECT_NE(refusal(days_).find("already"), std::string::npos);
}

TEST_F(ClockChange, BotsAreContent) {
  LiveGame live =
      timed(shelf_, {.stock = 10 * kMinute, .increment = 0, .each = 0}, {{"human", "A", ""}, {"bot", "B", "random"}});
  ASSERT_TRUE(live.change_clock(0, "ask", pause_, 0, 1000, 0));
  EXPECT_EQ(state(live), "done");
  ASSERT_TRUE(live.change_clock(0, "ready", {}, 0, 2000, 0));
  EXPECT_EQ(state(live), "resumed");
}

/// Says it and returns what comes of it: accepted or refused.
json::value change(Person& person, json::object message) {
  message["type"] = "clock";
  message["ref"] = 77;
  message["seq"] = person.seq();
  person.socket().send(message);
  for (;;) {
    json::value got = person.socket().read();
    if (got.is_null() || got.at("type") == "accepted" || got.at("type") == "refused") return got;
    person.take(got);
  }
}

std::string last_clock(const Person& person) {
  std::string last;
  for (const json::value& event : person.events())
    if (event.at("type") == "clock") last = text(event.at("state"));
  return last;
}

void wait_for(Person& person, std::string_view wanted) {
  while (last_clock(person) != wanted) {
    const json::value message = person.socket().read();
    ASSERT_FALSE(message.is_null());
    person.take(message);
  }
}

json::value five_seconds_each() {
  return {{"stock", 5}, {"increment", 0}};
}

json::value five_seconds(uint16_t port) {
  return post(port, "/api/games",
              {{"preset", "classic"},
               {"public", true},
               {"seats", {{{"kind", "me"}}, {{"kind", "me"}}}},
               {"time", five_seconds_each()}},
              "Created");
}

class ClockChangeServed : public testing::Test {
 protected:
  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

TEST_F(ClockChangeServed, NoFlagFallsInAPause) {
  const json::value created = five_seconds(port_);
  const std::string game = text(created.at("game"));
  Person first(port_, game, token_of(created, 0), 1), second(port_, game, token_of(created, 1), 2);
  Person watcher(port_, game, "", 3);
  EXPECT_EQ(change(watcher, {{"answer", "ask"}, {"wish", {{"pause", 60}}}}).at("type"), "refused");
  EXPECT_EQ(change(first, {{"answer", "ask"}, {"wish", {{"pause", 59}}}}).at("type"), "refused");
  EXPECT_EQ(change(first, {{"answer", "ask"}}).at("type"), "refused");
  ASSERT_EQ(change(first, {{"answer", "ask"}, {"wish", {{"pause", 60}}}}).at("type"), "accepted");
  wait_for(second, "asked");
  ASSERT_EQ(change(second, {{"answer", "agree"}}).at("type"), "accepted");
  wait_for(first, "done");
  std::this_thread::sleep_for(std::chrono::milliseconds(5300));
  json::value clock = Socket(port_, game).read("welcome").at("clock");
  EXPECT_EQ(number(clock.at("running")), 0);
  EXPECT_GT(number(clock.at("left").at(0)), 0);
  EXPECT_LE(number(clock.at("paused")), 54'800);
  EXPECT_GT(number(clock.at("paused")), 40'000);
  // It goes on, with whoever moves; nobody loses time.
  first.play();
  ASSERT_TRUE(second.wait_for_turn());
  clock = Socket(port_, game).read("welcome").at("clock");
  EXPECT_EQ(number(clock.at("running")), 1);
  EXPECT_EQ(number(clock.at("left").at(1)), 5000);
  EXPECT_GT(number(clock.at("paused")), 30'000);
  // So it is after a restart.
  server_.stop();
  RunningServer again(folder_.path());
  clock = Socket(again.port(), game).read("welcome").at("clock");
  EXPECT_GT(number(clock.at("paused")), 15'000);
  first.reconnect(again.port());
  second.reconnect(again.port());
  ASSERT_EQ(change(first, {{"answer", "ready"}}).at("type"), "accepted");
  ASSERT_EQ(change(second, {{"answer", "ready"}}).at("type"), "accepted");
  wait_for(first, "resumed");
  EXPECT_FALSE(Socket(again.port(), game).read("welcome").at("clock").as_object().contains("paused"));
  wait_for_status(again.port(), game, "over");  // now it falls
}

TEST_F(ClockChangeServed, ALiveGameBecomesOneByDays) {
  const json::value created = five_seconds(port_);
  const std::string game = text(created.at("game"));
  // Who shares a device sits side by side: one of them says it for both.
  RawSocket device(port_);
  device.send(upgrade(game));
  device.read("\r\n\r\n");
  const auto say = [&](const json::object& message) { device.send(frame('\x81', json::serialize(message))); };
  say({{"type", "hello"},
       {"since", 0},
       {"key", token_of(created, 0)},
       {"also", json::array{token_of(created, 1), "none"}}});
  say({{"type", "clock"}, {"ref", 1}, {"seq", 0}, {"answer", "ask"}, {"wish", {{"each", 86400}}}});
  EXPECT_NE(device.read(R"("accepted")").find(R"("state":"done")"), std::string::npos);
  const json::value now = Socket(port_, game).read("welcome");
  EXPECT_LE(number(now.at("clock").at("left").at(0)), 86'400'000);
  EXPECT_GT(number(now.at("clock").at("left").at(0)), 86'300'000);
  EXPECT_EQ(now.at("game").at("time"), json::value({{"each", 86400}}));
  std::this_thread::sleep_for(std::chrono::milliseconds(5300));
  EXPECT_EQ(get(port_, "/api/games/" + game, "GameSummary").at("status"), "playing");
  // Where games are listed it is told so as well.
  const json::value list = get(port_, "/api/games", "GameList");
  for (const json::value& listed : list.at("games").as_array())
    if (text(listed.at("game")) == game) {
      EXPECT_EQ(listed.at("time"), json::value({{"each", 86400}}));
    }
  // It was agreed on for this game: another one begins as its host had wanted this one.
  const std::string key = token_of(created, 0), path = "/api/games/" + game;
  EXPECT_EQ(http(port_, "POST", path + "/leave", R"({"seat":0})", {{"X-Bastide-Keys", key}}).status, 200);
  const json::value next = json::parse(http(port_, "POST", path + "/rematch", "{}", {{"X-Bastide-Keys", key}}).body);
  EXPECT_EQ(get(port_, "/api/games/" + text(next.at("game")), "GameSummary", key).at("time"), five_seconds_each());
}

}  // namespace
}  // namespace bastide::test
