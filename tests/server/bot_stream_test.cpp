// Programs in seats over HTTP: the lines they are told, the moves they post, and what neither may do.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "game/game.h"
#include "server/account_support.h"
#include "server/bots.h"
#include "server/client.h"
#include "server/lines.h"
#include "server/secrets.h"

namespace bastide::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A game of two seats of one's own, as programs have them.
struct Pair {
  uint16_t port;
  std::string game;
  std::vector<Poster> seats;

  Pair(uint16_t at, const json::object& options = {}, const json::object& more = {}) : port(at) {
    json::object asked{{"preset", "new"},
                       {"options", options},
                       {"public", false},
                       {"seats", {{{"kind", "me"}, {"name", "One"}}, {{"kind", "me"}, {"name", "Two"}}}}};
    for (const auto& [name, value] : more) asked[name] = value;
    const json::value made = post(port, "/api/games", asked, "Created");
    game = text(made.at("game"));
    for (const int seat : {0, 1}) seats.push_back({port, game, token_of(made, seat)});
  }
  std::string stream() const { return "/api/bot/games/" + game + "/stream"; }
};

TEST(BotStream, TwoProgramsPlayAWholeGame) {
  const Folder folder;
  const RunningServer server(folder.path());
  const Pair pair(server.port());
  Socket watcher(server.port(), pair.game, pair.seats[0].key);
  std::vector<Lines> lines;
  for (const Poster& seat : pair.seats) lines.emplace_back(server.port(), pair.game, seat.key);
  Rng rng(7);
  std::vector<json::value> now;
  for (Lines& each : lines) now.push_back(each.read());
  for (const int seat : {0, 1}) {
    EXPECT_EQ(now[seat].at("type"), "welcome");
    EXPECT_EQ(number(now[seat].at("you")), seat);
    EXPECT_EQ(now[seat].at("game").at("options").at("field_scoring"), "third");
    EXPECT_EQ(now[seat].as_object().contains("legal"), number(now[seat].at("toMove")) == seat);
  }
  EXPECT_THAT(lines[0].head(), testing::AllOf(HasSubstr("application/x-ndjson"), HasSubstr("chunked")));
  std::vector<std::string> played, told;
  while (now[0].at("status") != "over" && !HasFatalFailure()) {
    const int seat = number(now[0].at("toMove"));
    const std::vector<std::string> moves = pair.seats[seat].choose(now[seat], rng);
    played.insert(played.end(), moves.begin(), moves.end());
    const int seq = number(
        pair.seats[seat].got("move", {{"seq", now[seat].at("seq")}, {"moves", json::value_from(moves)}}).at("seq"));
    for (const int each : {0, 1}) {
      now[each] = lines[each].read();
      ASSERT_FALSE(now[each].is_null());
      EXPECT_EQ(number(now[each].at("seq")), seq);
    }
    EXPECT_EQ(now[0].at("moves"), now[1].at("moves"));
    for (const json::value& move : now[0].at("moves").as_array()) {
      EXPECT_EQ(number(move.at("seat")), seat);
      told.push_back(text(move.at("move")));
    }
  }
  EXPECT_EQ(told, played);
  EXPECT_THAT(text(now[0].at("outcome")), HasSubstr("win"));
  for (Lines& each : lines) EXPECT_TRUE(each.ends_well());
  const auto record = parse_record(
      builtin_catalogue(),
      http(server.port(), "GET", "/api/games/" + pair.game + "/record", "", {{"X-Bastide-Keys", pair.seats[0].key}})
          .body);
  ASSERT_TRUE(record) << record.error().text();
  EXPECT_TRUE(Game::replay(*record));
  // Who comes when it is over is told so, and that is all.
  const HttpAnswer late = http(server.port(), "GET", pair.stream(), "", {{"X-Bastide-Keys", pair.seats[0].key}});
  EXPECT_EQ(late.status, 200);
  EXPECT_EQ(json::parse(late.body).at("status"), "over");
  EXPECT_EQ(json::parse(late.body).at("score"), now[0].at("score"));
  EXPECT_EQ(pair.seats[0].call("move", {{"seq", now[0].at("seq")}, {"moves", {"0,-1 e"}}}).status, 409);
}

TEST(BotStream, WhoShowsNoKeyOfASeatIsToldNothing) {
  const Folder folder;
  const RunningServer server(folder.path());
  const Pair pair(server.port()), other(server.port());
  const std::string play = json::serialize(json::object{{"seq", 1}, {"moves", {"0,-1 e"}}});
  for (const auto& [method, what] : {std::pair("GET", "stream"), std::pair("POST", "move"), std::pair("POST", "try")}) {
    const auto status = [&](const std::string& key, const std::string& game, const std::string& query = "") {
      return http(server.port(), method, fmt::format("/api/bot/games/{}/{}{}", game, what, query),
                  std::string(method) == "GET" ? "" : play, {{"X-Bastide-Keys", key}})
          .status;
    };
    EXPECT_EQ(status("", pair.game), 401) << what;
    EXPECT_EQ(status("nonsense", pair.game), 403) << what;
    EXPECT_EQ(status(other.seats[0].key, pair.game), 403) << what;
    EXPECT_EQ(status(pair.seats[0].key, "nosuchgame"), 404) << what;
    EXPECT_EQ(status(pair.seats[0].key, pair.game, "?seat=1"), 403) << what;
    EXPECT_EQ(status(pair.seats[0].key, pair.game, "?seat=first"), 400) << what;
  }
  // A game that all may look at tells who only looks on nothing of this either.
  const json::value made = new_game(server.port(), "new", {"me", "open"});
  const std::string open = "/api/bot/games/" + text(made.at("game")) + "/stream";
  EXPECT_EQ(http(server.port(), "GET", open).status, 401);
  EXPECT_EQ(http(server.port(), "GET", open, "", {{"X-Bastide-Keys", "nonsense"}}).status, 403);
  EXPECT_EQ(http(server.port(), "HEAD", open, "", {{"X-Bastide-Keys", token_of(made, 0)}}).status, 200);
  EXPECT_EQ(http(server.port(), "POST", open, "{}").status, 405);
}

TEST(BotStream, OneOfSeveralSeatsIsNamed) {
  const Folder folder;
  const RunningServer server(folder.path());
  const Pair pair(server.port());
  const std::string both = pair.seats[0].key + "," + pair.seats[1].key;
  Lines first(server.port(), pair.game, both);
  EXPECT_EQ(number(first.read().at("you")), 0);
  RawSocket second(server.port());
  second.send(fmt::format("GET {}?seat=1 HTTP/1.0\r\nX-Bastide-Keys: {}\r\n\r\n", pair.stream(), both));
  const std::string said = second.read("\n\n", std::chrono::milliseconds(1500));
  EXPECT_THAT(said, testing::AllOf(HasSubstr(R"("you":1)"), Not(HasSubstr("chunked")))) << "HTTP/1.0 has no chunks";
}

TEST(BotStream, WhatIsPostedWronglyChangesNothing) {
  const Folder folder;
  const RunningServer server(folder.path());
  const Pair pair(server.port());
  Lines lines(server.port(), pair.game, pair.seats[0].key);
  const json::value now = lines.read();
  const int seat = number(now.at("toMove"));
  ASSERT_EQ(seat, 0);
  const Poster& asked = pair.seats[0];
  const auto answer = [&](const Poster& who, const json::value& seq, const json::array& moves) {
    const HttpAnswer got = who.call("move", {{"seq", seq}, {"moves", moves}});
    return std::pair(got.status, got.body);
  };
  Rng rng(1);
  const json::array turn = json::value_from(asked.choose(now, rng)).as_array();
  const auto [status, body] = answer(asked, now.at("seq"), {"0,0 n"});
  EXPECT_EQ(status, 400);
  EXPECT_THAT(body, testing::AllOf(HasSubstr("PLACE-1"), HasSubstr("expected")));
  EXPECT_EQ(answer(asked, now.at("seq"), {}).first, 400);
  EXPECT_EQ(answer(asked, now.at("seq"), {turn.at(0), "nowhere"}).first, 400);
  EXPECT_EQ(answer(asked, 0, turn).first, 409) << "it has seen nothing yet";
  EXPECT_EQ(answer(pair.seats[1], now.at("seq"), turn).first, 409) << "another one is asked";
  EXPECT_EQ(pair.seats[1].call("try", {{"seq", now.at("seq")}, {"moves", turn}}).status, 409);
  EXPECT_EQ(asked.call("try", {{"seq", now.at("seq")}, {"moves", {"0,0 n"}}}).status, 400);
  for (const char* bad : {"", "[]", "{}", R"({"seq":1})", R"({"seq":1,"moves":["x"],"more":1})"})
    EXPECT_EQ(http(server.port(), "POST", "/api/bot/games/" + pair.game + "/move", bad, {{"X-Bastide-Keys", asked.key}})
                  .status,
              400)
        << bad;
  const json::value played = asked.got("move", {{"seq", now.at("seq")}, {"moves", turn}});
  EXPECT_EQ(lines.read().at("seq"), played.at("seq"));
}

TEST(BotStream, AMoveThatIsSentAgainCountsOnce) {
  const Folder folder;
  const RunningServer server(folder.path());
  const Pair pair(server.port());
  Lines lines(server.port(), pair.game, pair.seats[0].key);
  const json::value now = lines.read();
  Rng rng(1);
  const json::object play{
      {"seq", now.at("seq")}, {"moves", json::value_from(pair.seats[0].choose(now, rng))}, {"id", "firstplay"}};
  const int seq = number(pair.seats[0].got("move", play).at("seq"));
  EXPECT_EQ(number(pair.seats[0].got("move", play).at("seq")), seq);
  EXPECT_EQ(number(lines.read().at("seq")), seq);
  json::object another = play;
  another["id"] = "anotherplay";
  EXPECT_EQ(pair.seats[0].call("move", another).status, 409);
}

/// A hand that is hidden is no line of another seat, whatever is in it.
TEST(BotStream, HiddenHandsStayHidden) {
  const Folder folder;
  const RunningServer server(folder.path());
  const Pair pair(server.port(), {{"draw", "hand"}, {"hand_view", "hidden"}});
  std::vector<Lines> lines;
  for (const Poster& seat : pair.seats) lines.emplace_back(server.port(), pair.game, seat.key);
  Rng rng(3);
  std::vector<json::value> now{lines[0].read(), lines[1].read()};
  for (int turn = 0; turn < 12; ++turn) {
    const int mover = number(now[0].at("toMove"));
    for (const int seat : {0, 1}) {
      const std::string position = text(now[seat].at("position"));
      EXPECT_THAT(position, HasSubstr(fmt::format("hand {} ? ? ?", 2 - seat)));
      EXPECT_THAT(position, Not(HasSubstr(fmt::format("hand {} ?", seat + 1))));
    }
    const auto moves = pair.seats[mover].choose(now[mover], rng);
    pair.seats[mover].got("move", {{"seq", now[mover].at("seq")}, {"moves", json::value_from(moves)}});
    for (const int seat : {0, 1}) now[seat] = lines[seat].read();
  }
}

LiveGame hidden_hands(const std::string& seed) {
  LiveSetup setup;
  setup.choice.preset = "new";
  setup.choice.options = {{"draw", "hand"}, {"hand_view", "hidden"}};
  setup.seats = {{"human", "A", ""}, {"human", "B", ""}};
  LiveGame live = LiveGame::create(builtin_catalogue(), "thesame1", setup, seed, "v", 1000).value();
  EXPECT_TRUE(live.begin_if_full(1000));
  return live;
}

/// Two games that differ in what the other seat holds cannot be told apart.
TEST(BotStream, TwoWorldsAreToldAlike) {
  init_secrets();
  std::map<std::string, std::string> by_hand;  // what seat 1 is told: what seat 0 is
  int pairs = 0;
  for (int n = 0; n < 4000 && pairs == 0; ++n) {
    const LiveGame live = hidden_hands(sha256_hex(fmt::format("worlds {}", n)));
    const std::string one = json::serialize(live.told_to_program(0, 0)),
                      two = json::serialize(live.told_to_program(1, 0));
    const auto hand = two.substr(two.find("hand 2"));
    const auto [place, fresh] = by_hand.emplace(hand.substr(0, hand.find("\\n")), two + "|" + one);
    if (fresh || place->second == two + "|" + one) continue;
    ++pairs;
    EXPECT_EQ(place->second.substr(0, place->second.find('|')), two);
  }
  EXPECT_GT(pairs, 0) << "no two games gave seat 1 the same hand";
}

TEST(BotStream, SeatsThatAreOpenAreWaitedFor) {
  const Folder folder;
  const RunningServer server(folder.path());
  const json::value made = post(server.port(), "/api/games",
                                {{"preset", "new"},
                                 {"public", true},
                                 {"time", {{"stock", 600}, {"increment", 5}}},
                                 {"seats", {{{"kind", "me"}}, {{"kind", "open"}}}}},
                                "Created");
  const std::string game = text(made.at("game"));
  Lines lines(server.port(), game, token_of(made, 0));
  const json::value first = lines.read();
  EXPECT_EQ(first.at("status"), "waiting");
  EXPECT_FALSE(first.as_object().contains("position"));
  post(server.port(), "/api/games/" + game + "/join", {{"name", "Guest"}}, "Joined");
  const json::value begun = lines.read();
  EXPECT_EQ(begun.at("status"), "playing");
  EXPECT_THAT(text(begun.at("position")), HasSubstr("seat human Guest"));
  EXPECT_GT(number(begun.at("clock").at("left").at(0)), 500'000);
  EXPECT_TRUE(get(server.port(), "/api/games/" + game, "GameSummary").at("seats").at(0).at("online").as_bool());
}

TEST(BotStream, WhoIsTakenOffOrSignsOutIsToldNoMore) {
  const Folder folder;
  const RunningServer server(weak(folder.path()));
  const json::value made = new_game(server.port(), "new", {"me", "open", "open"});
  const std::string game = text(made.at("game"));
  const json::value joined = post(server.port(), "/api/games/" + game + "/join", {{"name", "Guest"}}, "Joined");
  Lines guest(server.port(), game, text(joined.at("token")));
  EXPECT_EQ(guest.read().at("status"), "waiting");
  const HttpAnswer freed =
      http(server.port(), "POST", "/api/games/" + game + "/free",
           json::serialize(json::object{{"seat", joined.at("seat")}}), {{"X-Bastide-Keys", token_of(made, 0)}});
  EXPECT_EQ(freed.status, 200) << freed.body;
  EXPECT_EQ(guest.read().at("type"), "freed");
  EXPECT_TRUE(guest.ends_well());

  Device mila{server.port()};
  mila.sign_up("Mila");
  const json::value hers = mila.create({"Mila", "open"});
  Lines signed_in(server.port(), text(hers.at("game")), "", "Authorization: Bearer " + mila.session + "\r\n");
  EXPECT_EQ(signed_in.read().at("type"), "welcome");
  EXPECT_EQ(mila.status("/api/account/sign-out", json::object{}), 200);
  EXPECT_TRUE(signed_in.read().is_null());
}

TEST(BotStream, ItEndsWithTheServer) {
  const Folder folder;
  RunningServer server(folder.path());
  const Pair pair(server.port());
  Lines lines(server.port(), pair.game, pair.seats[0].key);
  EXPECT_EQ(lines.read().at("status"), "playing");
  server.stop();
  EXPECT_TRUE(lines.read().is_null());
  EXPECT_TRUE(lines.ends_well());
}

TEST(BotStream, AnEmptyLineSaysThatItLives) {
  const Folder folder;
  ServerSettings settings;
  settings.folder = folder.path();
  settings.patience.line = std::chrono::seconds(1);
  RunningServer server(settings);
  const Pair pair(server.port());
  Lines lines(server.port(), pair.game, pair.seats[0].key);
  lines.read();
  EXPECT_THAT(lines.socket().read("1\r\n\n\r\n"), HasSubstr("1\r\n\n\r\n"));
  EXPECT_THAT(lines.socket().read("1\r\n\n\r\n"), HasSubstr("1\r\n\n\r\n"));
}

TEST(BotStream, StreamsCountAmongTheConnectionsOfAnAddress) {
  const Folder folder;
  ServerSettings settings;
  settings.folder = folder.path();
  settings.limits.an_address = 2;
  RunningServer server(settings);
  const Pair pair(server.port());
  const std::string from = "X-Forwarded-For: 192.0.2.1\r\n";
  std::vector<Lines> lines;
  for (int i = 0; i < 3; ++i) lines.emplace_back(server.port(), pair.game, pair.seats[0].key, from);
  EXPECT_THAT(lines[0].head(), HasSubstr(" 200 "));
  EXPECT_THAT(lines[1].head(), HasSubstr(" 200 "));
  EXPECT_THAT(lines[2].head(), HasSubstr(" 429 "));
  lines.pop_back();
  lines.pop_back();
  for (int i = 0; i < 1000 && lines.size() < 2; ++i) {  // as soon as the server has noticed
    lines.emplace_back(server.port(), pair.game, pair.seats[0].key, from);
    if (lines.back().head().find(" 200 ") == std::string::npos) lines.pop_back();
  }
  EXPECT_EQ(lines.size(), 2u) << "there is room when one has ended";
}

TEST(BotStream, WhoDoesNotReadIsCutOff) {
  const Folder folder;
  ServerSettings settings;
  settings.folder = folder.path();
  settings.bot_delay = {};
  settings.limits.queued = 400'000;
  const LogLines log;
  RunningServer server(settings);
  const json::value made = new_game(server.port(), "new", {"me", "greedy"});
  const std::string game = text(made.at("game")), key = token_of(made, 0);
  std::vector<Lines> deaf;
  for (int i = 0; i < 40; ++i) deaf.emplace_back(server.port(), game, key, "", 4096);
  Person person(server.port(), game, key, 1);
  person.play_to_end();
  EXPECT_TRUE(person.over()) << "who reads is told everything";
  EXPECT_THAT(log.text(), HasSubstr("the slowest"));
  int cut = 0;
  for (Lines& each : deaf) cut += each.ends_well() ? 0 : 1;
  EXPECT_GT(cut, 0);
  EXPECT_EQ(http(server.port(), "GET", "/api/games/" + game).status, 200);
}

TEST(BotStream, WhoSendsMoreThanARequestGoes) {
  const Folder folder;
  RunningServer server(folder.path());
  const Pair pair(server.port());
  Lines lines(server.port(), pair.game, pair.seats[0].key);
  lines.read();
  int blocks = 0;
  while (blocks < 1000 && lines.socket().send(std::string(10'000, 'x'))) ++blocks;
  EXPECT_LT(blocks, 1000);
}

}  // namespace
}  // namespace bastide::test
