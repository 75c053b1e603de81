// The life of games over HTTP: made, listed, joined, read; what is refused and how; the client's files and the
// pictures.
#include <fmt/format.h>

#include <set>

#include "notation/notation.h"
#include "server/client.h"

namespace bastide::test {
namespace {

class Rest : public testing::Test {
 protected:
  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

TEST_F(Rest, SetupAndRulesComeFromTheCatalogue) {
  const json::value setup = get(port_, "/api/setup", "Setup");
  EXPECT_EQ(setup.at("presets").as_array().size(), builtin_catalogue().presets.size());
  for (const json::value& preset : setup.at("presets").as_array()) {
    EXPECT_EQ(preset.at("options").as_object().size(), builtin_catalogue().options.size());
    if (preset.at("id") == "winter") {
      EXPECT_EQ(number(preset.at("tiles")), 84);
    }
    if (preset.at("id") == "bigbox5") {
      EXPECT_EQ(number(preset.at("tiles")), 73);
      EXPECT_EQ(number(preset.at("maxSeats")), 8);
    }
  }
  EXPECT_GE(setup.at("bots").as_array().size(), 2u);
  const json::value names = get(port_, "/api/names/nl", "Names");
  EXPECT_EQ(names.at("tiles").at("base-c2 B").as_string(), "klooster");
  EXPECT_EQ(names.at("figures").at("knight").as_string(), "Ridder");
  const json::value rules = get(port_, "/api/rules", "RuleList");
  EXPECT_EQ(rules.at("rules").as_array().size(), builtin_catalogue().rules.size());
}

TEST_F(Rest, SaysWhatGoesWithWhat) {
  const json::value all = get(port_, "/api/combinations", "Combinations");
  EXPECT_GE(all.at("things").as_array().size(), builtin_catalogue().presets.size() + builtin_catalogue().cards.size());
  std::set<std::string> things, rules;
  for (const json::value& thing : all.at("things").as_array()) things.insert(text(thing.at("id")));
  for (const json::value& rule : all.at("rules").as_array()) {
    rules.insert(text(rule.at("rule").at("id")));
    EXPECT_FALSE(rule.at("sources").as_array().empty());
  }
  for (const json::value& pair : all.at("pairs").as_array()) {
    EXPECT_TRUE(things.contains(text(pair.at("one"))) && things.contains(text(pair.at("other"))));
    for (const json::value& rule : pair.at("rules").as_array()) EXPECT_TRUE(rules.contains(text(rule)));
  }
}

TEST_F(Rest, LifeOfAGameWithAnInvitation) {
  const json::value created = post(
      port_, "/api/games",
      {{"preset", "new"}, {"seats", {{{"kind", "me"}, {"name", " Mila "}}, {{"kind", "open"}}, {{"kind", "open"}}}}},
      "Created");
  const std::string game = text(created.at("game")), path = "/api/games/" + game, mine = token_of(created, 0);
  const std::string link = text(created.at("seats").at(1).at("link"));
  EXPECT_EQ(text(created.at("invite")), link);
  EXPECT_FALSE(created.at("seats").at(1).as_object().contains("token"));

  json::value summary = get(port_, path, "GameSummary", link);
  EXPECT_EQ(summary.at("status"), "waiting");
  EXPECT_TRUE(summary.at("toMove").is_null());
  EXPECT_EQ(summary.at("seats").at(0).at("name"), "Mila");
  EXPECT_TRUE(summary.at("you").as_array().empty());
  EXPECT_TRUE(get(port_, "/api/games", "GameList").at("games").as_array().empty()) << "a private game is listed";
  const json::value list = get(port_, "/api/games", "GameList", "unknown," + mine);
  ASSERT_EQ(list.at("games").as_array().size(), 1u);
  EXPECT_EQ(list.at("games").at(0).at("you"), json::array{0});

  EXPECT_NE(text(get_error(port_, 409, path + "/record", mine).at("message")).find("not begun"), std::string::npos);
  const auto join = [&](const json::object& body) { return json::serialize(body); };
  post_error(port_, 403, path + "/join", join({{"name", "Noor"}}));
  EXPECT_NE(text(post_error(port_, 403, path + "/join", join({{"name", "Noor"}, {"invite", "wrong"}})).at("message"))
                .find("We do not know this link"),
            std::string::npos);
  post_error(port_, 400, path + "/join", join({{"name", "   "}, {"invite", link}}));
  post_error(port_, 400, path + "/join", join({{"name", "a\nb"}, {"invite", link}}));
  post_error(port_, 400, path + "/join", join({{"name", std::string(60, 'x')}, {"invite", link}}));
  post_error(port_, 400, path + "/join", join({{"name", "Noor"}, {"invite", link}, {"seat", 3}}));
  post_error(port_, 400, path + "/join", R"({"name":"Noor","seat":99999999999999999999})");
  post_error(port_, 400, path + "/join", R"({"name":"Noor","seat":-1})");
  post_error(port_, 409, path + "/join", join({{"name", "Noor"}, {"invite", link}, {"seat", 0}}));

  Socket watcher(port_, game, link);
  EXPECT_EQ(watcher.read("welcome").at("game").at("status"), "waiting");
  const json::value third = post(port_, path + "/join", {{"name", "Mila"}, {"invite", link}, {"seat", 2}}, "Joined");
  EXPECT_EQ(number(third.at("seat")), 2);
  EXPECT_EQ(watcher.read("presence").at("seats").at(2).at("name"), "Mila 2") << "two of one name are told apart";
  const json::value second = post(port_, path + "/join", {{"name", "Noor"}, {"invite", link}}, "Joined");
  EXPECT_EQ(number(second.at("seat")), 1);
  const json::value begun = watcher.read("update");
  EXPECT_EQ(begun.at("events").at(0).at("type"), "started") << "begins by itself when the last seat is taken";
  EXPECT_EQ(number(begun.at("events").at(0).at("tiles")), 72);
  const json::value late = post_error(port_, 409, path + "/join", join({{"name", "Late"}, {"invite", link}}));
  EXPECT_EQ(text(late.at("message")), "All seats are taken. You can watch, or ask Mila for a seat next time.");
  summary = get(port_, path, "GameSummary", mine + "," + text(third.at("token")));
  EXPECT_EQ(summary.at("status"), "playing");
  EXPECT_EQ(summary.at("you"), (json::array{0, 2}));
  EXPECT_EQ(number(summary.at("turns")), 71);
  const auto record =
      parse_record(builtin_catalogue(), http(port_, "GET", path + "/record", "", {{"X-Bastide-Keys", link}}).body);
  ASSERT_TRUE(record) << record.error().text();
  EXPECT_TRUE(record->seed.empty());
  EXPECT_EQ(record->moves.size(), 1u);
}

TEST_F(Rest, WhoMadeAGameGivesOpenSeatsToBots) {
  const json::value created = new_game(port_, "classic", {"open", "me", "open", "open"});
  const std::string game = text(created.at("game")), path = "/api/games/" + game, mine = token_of(created, 1);
  const std::string link = text(created.at("seats").at(0).at("link"));
  const json::value friends = post(port_, path + "/join", {{"name", "Greedy"}, {"invite", link}}, "Joined");
  ASSERT_EQ(number(friends.at("seat")), 0);
  const auto give = [&](const json::object& body, const std::string& keys) {
    return http(port_, "POST", path + "/bot", json::serialize(body), {{"X-Bastide-Keys", keys}});
  };
  // Neither who watches, nor who was invited, though that seat comes first.
  for (const std::string& keys : {link, text(friends.at("token"))}) {
    const auto answer = give({{"bot", "greedy"}}, keys);
    EXPECT_EQ(answer.status, 403);
    EXPECT_NE(answer.body.find("Only whoever made this game"), std::string::npos) << answer.body;
  }
  EXPECT_EQ(give({{"bot", "greedy"}}, "").status, 403);
  EXPECT_EQ(give({{"bot", "nobody"}}, mine).status, 400);
  EXPECT_EQ(give({{"bot", "greedy"}, {"seat", 0}}, mine).status, 409) << "somebody sits there";
  EXPECT_EQ(give({{"bot", "greedy"}, {"seat", 4}}, mine).status, 400);
  EXPECT_EQ(give({{"seat", 2}}, mine).status, 400);

  Socket watcher(port_, game, mine);
  watcher.read("welcome");
  EXPECT_EQ(json::parse(give({{"bot", "greedy"}, {"seat", 3}}, mine).body), (json::object{{"seat", 3}}));
  const json::value seats = watcher.read("presence").at("seats");
  EXPECT_EQ(seats.at(3).at("kind"), "bot");
  EXPECT_EQ(seats.at(3).at("bot"), "greedy");
  EXPECT_NE(seats.at(3).at("name"), seats.at(0).at("name"));
  EXPECT_EQ(get(port_, path, "GameSummary", mine).at("status"), "waiting");
  EXPECT_EQ(json::parse(give({{"bot", "random"}}, mine).body), (json::object{{"seat", 2}}));
  EXPECT_EQ(get(port_, path, "GameSummary", mine).at("status"), "playing") << "begins with the last seat";
  EXPECT_EQ(give({{"bot", "random"}}, mine).status, 409);
}

TEST_F(Rest, PublicGamesAreListedAndOpenToAll) {
  const json::value created = new_game(port_, "classic", {"me", "open"}, true);
  const std::string game = text(created.at("game"));
  const json::value list = get(port_, "/api/games", "GameList");
  ASSERT_EQ(list.at("games").as_array().size(), 1u);
  EXPECT_EQ(list.at("games").at(0).at("game"), created.at("game"));
  post(port_, "/api/games/" + game + "/join", {{"name", "Stranger"}}, "Joined");
  EXPECT_EQ(get(port_, "/api/games/" + game, "GameSummary").at("status"), "playing");
}

TEST_F(Rest, GamesThatCannotBeMadeSayWhy) {
  const auto refused = [&](const std::string& body, const std::string& part) {
    const json::value error = post_error(port_, 400, "/api/games", body);
    EXPECT_NE(json::serialize(error).find(part), std::string::npos) << body << "\n" << json::serialize(error);
  };
  const std::string seats = R"("seats":[{"kind":"me"},{"kind":"bot","bot":"random"}])";
  refused(R"({"preset":"nonsense",)" + seats + "}", "nonsense");
  refused(R"({"preset":"new","options":{"nonsense":"x"},)" + seats + "}", "nonsense");
  refused(R"({"preset":"new","options":{"field_scoring":"nonsense"},)" + seats + "}", "nonsense");
  refused(R"({"preset":"new","seats":[{"kind":"me"}]})", "1 seat is too few");
  refused(R"({"preset":"new","seats":[{"kind":"me"}]})", "1 Platz ist zu wenig");
  refused(R"({"preset":"new","seats":[]})", "seats");
  refused(R"({"preset":"new","seats":[{"kind":"me"},{"kind":"bot","bot":"nobody"}]})", "nobody");
  refused(R"({"preset":"new","seats":[{"kind":"me"},{"kind":"bot"}]})", "random");
  refused(R"({"preset":"new","seats":[{"kind":"me","name":"a#b"},{"kind":"me"}]})", "name");
  refused(R"({"preset":"new","seats":[{"kind":"guest"},{"kind":"me"}]})", "kind");
  refused(R"({"preset":"new","typo":1,)" + seats + "}", "typo");
  refused(R"({"preset":7,)" + seats + "}", "preset");
  refused("{", "JSON");
  refused("", "JSON");
  refused("[]", "NewGame");
  std::string many = R"({"preset":"new","seats":[{"kind":"open"})";
  for (int i = 0; i < 1000; ++i) many += R"(,{"kind":"open"})";
  refused(many + "]}", "seats");
}

TEST_F(Rest, WhatIsNotThereSaysSo) {
  for (const char* path :
       {"/api/games/nowhere", "/api/games/nowhere/record", "/api/games/nowhere/layer/summer/0.json", "/api/nonsense",
        "/api", "/art", "/art/summer", "/art/nonsense/defs.json", "/art/summer/tile/base-c2/nonsense/0/1.json",
        "/art/summer/tile/base-c2/D/4/1.json", "/art/summer/tile/base-c2/D/-1/1.json", "/art/summer/tile/base-c2/D/0/1",
        "/art/summer/tile/base-c2/D/0/1.json?illustration=nonsense", "/missing.js", "/assets/missing.css",
        "/../../etc/passwd.txt", "/%2e%2e/%2e%2e/etc/passwd.txt"})
    get_error(port_, 404, path);
  get_error(port_, 400, "/api/games/%zz");
  get_error(port_, 400, "/%00.js");
  get_error(port_, 426, "/ws?game=x");
  post_error(port_, 404, "/api/games/nowhere/join", R"({"name":"Noor"})");
  for (const char* method : {"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"}) {
    EXPECT_EQ(http(port_, method, "/api/games").status, 405);
    EXPECT_EQ(http(port_, method, "/").status, 405);
  }
  EXPECT_EQ(http(port_, "GET", "/api/games/nowhere/join").header("allow"), "POST");
  EXPECT_EQ(http(port_, "POST", "/api/games", std::string(70'000, ' ')).status, 413);
  EXPECT_EQ(http(port_, "GET", "/", "", {{"X-Long", std::string(20'000, 'x')}}).status, 431);
}

TEST_F(Rest, ClientAndHeaders) {
  const HttpAnswer page = http(port_, "GET", "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.header("cache-control"), "no-cache");
  EXPECT_EQ(page.header("x-content-type-options"), "nosniff");
  EXPECT_NE(page.header("content-security-policy").find("default-src 'self'"), std::string::npos);
  const HttpAnswer data = http(port_, "GET", "/api/setup");
  EXPECT_EQ(data.header("x-content-type-options"), "nosniff");
  EXPECT_EQ(data.header("content-security-policy"), "") << "of a document";
  EXPECT_EQ(http(port_, "GET", "/play/abc").body, page.body) << "paths of the client's own answer its page";
  const HttpAnswer head = http(port_, "HEAD", "/");
  EXPECT_EQ(head.status, 200);
  EXPECT_TRUE(head.body.empty());
  EXPECT_EQ(head.header("content-length"), std::to_string(page.body.size()));
  if (const std::string etag = page.header("etag"); !etag.empty()) {
    const HttpAnswer again = http(port_, "GET", "/", "", {{"If-None-Match", etag}});
    EXPECT_EQ(again.status, 304);
    EXPECT_TRUE(again.body.empty());
  }
  EXPECT_EQ(http(port_, "GET", "/api/games").header("cache-control"), "no-store") << "whose games they are";
  EXPECT_EQ(http(port_, "GET", "/api/setup").header("cache-control"), "no-cache") << "the same for everybody";
}

TEST_F(Rest, PicturesOfEveryTileAGameNames) {
  for (const char* theme : {"summer", "winter", "parchment"}) {
    const std::string root = fmt::format("/art/{}/", theme);
    get(port_, root + "defs.json", "Art");
    get(port_, root + "followers.json", "FollowerArt");
    EXPECT_EQ(http(port_, "GET", root + "defs.json", "",
                   {{"If-None-Match", http(port_, "GET", root + "defs.json").header("etag")}})
                  .status,
              304);
  }
  const json::value created = new_game(port_, "winter", {"random", "random"});
  const std::string game = text(created.at("game"));
  wait_for_status(port_, game, "over");
  Person watcher(port_, game, "", 1);
  int pieces = 0;
  for (const json::value& event : watcher.events()) {
    const auto laid = changes(event, "piece");
    if (laid.empty()) continue;
    const json::value& piece = laid.front().at("piece");
    const std::string target =
        fmt::format("/art/winter/tile/{}/{}/{}/{}.json?illustration={}", text(piece.at("set")), text(piece.at("id")),
                    number(piece.at("rotation")), text(piece.at("seed")), text(piece.at("illustration")));
    const json::value art = get(port_, target, "TileArt");
    EXPECT_FALSE(art.at("spots").as_object().empty());
    EXPECT_NE(http(port_, "GET", target).header("cache-control").find("immutable"), std::string::npos);
    if (pieces % 8 == 0)
      get(port_, fmt::format("/api/games/{}/layer/winter/{}.json", game, number(piece.at("piece"))), "LayerArt");
    ++pieces;
  }
  EXPECT_GT(pieces, 70);
  get_error(port_, 404, fmt::format("/api/games/{}/layer/winter/{}.json", game, pieces));
  const json::value both = get(port_, fmt::format("/api/games/{}/layers/winter?of=5,{},0", game, pieces), "Layers");
  const json::array& layers = both.at("layers").as_array();
  ASSERT_EQ(layers.size(), 3u);
  EXPECT_EQ(layers[0], get(port_, fmt::format("/api/games/{}/layer/winter/5.json", game), "LayerArt"));
  EXPECT_TRUE(layers[1].is_null() && layers[2].is_object());
  const json::value small = get(port_, fmt::format("/api/games/{}/layers/winter?of=5,0&detail=small", game), "Layers");
  EXPECT_EQ(small.at("layers").at(0),
            get(port_, fmt::format("/api/games/{}/layer/winter/5.json?detail=small", game), "LayerArt"));
  EXPECT_NE(json::serialize(small).find("a-s-tower"), std::string::npos);
  get_error(port_, 404, fmt::format("/api/games/{}/layer/winter/5.json?detail=tiny", game));
  const json::value none = get(port_, fmt::format("/api/games/{}/layers/winter?of=5&detail=tiny", game), "Layers");
  EXPECT_TRUE(none.at("layers").at(0).is_null());
}

TEST_F(Rest, ManyNewGamesFromOneAddressAreRefused) {
  ServerSettings settings;
  settings.folder = folder_.path() + "/limited";
  settings.new_games_an_hour = 3;
  RunningServer server(settings);
  const std::string body = R"({"preset":"new","seats":[{"kind":"me"},{"kind":"me"}]})";
  const auto make = [&](const std::string& from) {
    return http(server.port(), "POST", "/api/games", body, {{"X-Forwarded-For", from}}).status;
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(make("203.0.113.7"), 200);
  const HttpAnswer refused = http(server.port(), "POST", "/api/games", body, {{"X-Forwarded-For", "203.0.113.7"}});
  EXPECT_EQ(refused.status, 429);
  EXPECT_NE(refused.body.find("at most 3 new games an hour"), std::string::npos) << refused.body;
  EXPECT_EQ(make("1.2.3.4, 203.0.113.7"), 429) << "only what the proxy itself adds counts";
  EXPECT_EQ(make("203.0.113.7,"), 429) << "a trailing comma hides nobody";
  EXPECT_EQ(make("203.0.113.7:4711"), 429);
  EXPECT_EQ(make("203.0.113.8"), 200);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(http(server.port(), "POST", "/api/games", body).status, 200) << "this machine";
}

TEST_F(Rest, WhoWatchesOverItIsToldHowItIs) {
  EXPECT_EQ(http(port_, "GET", "/healthz").body, "ok\n");
  EXPECT_EQ(http(port_, "GET", "/readyz").body, "ok\n");
  EXPECT_EQ(http(port_, "POST", "/healthz").status, 405);
  new_game(port_, "new", {"me", "me"});
  get_error(port_, 404, "/api/games/nothing");
  const HttpAnswer metrics = http(port_, "GET", "/metrics");
  EXPECT_EQ(metrics.status, 200);
  EXPECT_TRUE(metrics.header("content-type").starts_with("text/plain; version=0.0.4"));
  std::map<std::string, double> values;
  std::istringstream lines(metrics.body);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) continue;
    const std::size_t blank = line.rfind(' ');
    ASSERT_NE(blank, std::string::npos) << line;
    EXPECT_TRUE(values.emplace(line.substr(0, blank), std::stod(line.substr(blank + 1))).second) << line;
  }
  EXPECT_EQ(values.at("bastide_games_total"), 1);
  EXPECT_EQ(values.at("bastide_rooms"), 1);
  EXPECT_EQ(values.at("bastide_answers_total{status=\"4xx\"}"), 2);
  EXPECT_EQ(values.at("bastide_play_seconds_count"), 0);
  EXPECT_GT(values.at("bastide_resident_bytes"), 1e6);
  // Not for those whom a proxy lets in.
  EXPECT_EQ(http(port_, "GET", "/metrics", "", {{"X-Forwarded-For", "192.0.2.1"}}).status, 404);
}

TEST_F(Rest, WhatIsNotPublicIsOpenedByAKeyAlone) {
  const json::value created = new_game(port_, "new", {"me", "me"}, false);
  const std::string game = text(created.at("game")), path = "/api/games/" + game;
  const std::string other = token_of(new_game(port_, "new", {"me", "me"}, false), 0);
  for (const std::string& keys : {std::string(), std::string("wrong"), other}) {
    for (const char* what : {"", "/record", "/features", "/compare", "/layers/summer?of=0", "/layer/summer/0.json"})
      get_error(port_, 403, path + what, keys);
    Socket stranger(port_, game, keys);
    EXPECT_TRUE(stranger.read().is_null());
    EXPECT_EQ(stranger.close_code(), 1008);
    EXPECT_TRUE(stranger.received().empty());
    const json::value list = get(port_, "/api/games", "GameList", keys);
    for (const json::value& listed : list.at("games").as_array()) EXPECT_NE(text(listed.at("game")), game);
  }
  get(port_, path, "GameSummary", token_of(created, 1));
}

TEST_F(Rest, WhatPlayersWriteIsNoSql) {
  const std::string trap = "x'); DROP TABLE games;--";
  const json::value created =
      post(port_, "/api/games",
           {{"preset", "new"}, {"public", true}, {"seats", {{{"kind", "me"}, {"name", trap}}, {{"kind", "open"}}}}},
           "Created");
  const std::string path = "/api/games/" + text(created.at("game"));
  EXPECT_EQ(get(port_, path, "GameSummary").at("seats").at(0).at("name"), json::value(trap));
  get(port_, "/api/games", "GameList", "' OR '1'='1,\" OR 1=1");
  get_error(port_, 404, "/api/games/%27%20OR%20%271%27%3D%271");
  post(port_, path + "/join", {{"name", "\"; DELETE FROM events; --"}}, "Joined");
  EXPECT_EQ(get(port_, path, "GameSummary").at("status"), "playing");
  EXPECT_EQ(get(port_, "/api/games", "GameList").at("games").as_array().size(), 1u);
}

}  // namespace
}  // namespace bastide::test
