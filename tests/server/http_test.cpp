// HTTP to the letter, who may act, and what is told of the server's own mistakes.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "server/client.h"

namespace bastide::test {
namespace {

class Http : public testing::Test {
 protected:
  std::string answer(const std::string& request) { return raw(server_.port(), request); }
  std::string status(const std::string& request) {
    const std::string whole = answer(request);
    return whole.starts_with("HTTP/1.") ? whole.substr(9, 3) : whole.substr(0, 100);
  }

  Folder folder_;
  LogLines log_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
  std::string close_ = "Connection: close\r\n\r\n";
  std::string game_ = R"({"preset":"new","seats":[{"kind":"me"},{"kind":"me"}]})";
};

int count(const std::string& text, const std::string& part) {
  int number = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++number;
  return number;
}

TEST_F(Http, ATransferCodingThatIsNotUnderstoodEndsTheConnection) {
  const std::string hidden = "GET /api/setup HTTP/1.1\r\nHost: localhost\r\n" + close_;
  for (const char* coding : {"xchunked", "gzip", "gzip, chunked", "chunked, identity",
                             "chunked\r\nTransfer-Encoding: chunked", "identity"}) {
    const std::string all = answer(
        fmt::format("POST /api/check HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: {}\r\n\r\n{}", coding, hidden));
    EXPECT_EQ(count(all, "HTTP/1.1 "), 1) << coding << ": the body was read as a request\n" << all;
    EXPECT_TRUE(all.starts_with("HTTP/1.1 501") || all.starts_with("HTTP/1.1 400")) << coding << "\n" << all;
  }
  EXPECT_EQ(status("POST /api/check HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), "400");
  EXPECT_EQ(
      status("POST /api/check HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n" + close_),
      "400");
  EXPECT_EQ(
      status(fmt::format("POST /api/check HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\nConnection: close\r\n"
                         "\r\n{:x}\r\n{}\r\n0\r\n\r\n",
                         game_.size(), game_)),
      "200");
}

TEST_F(Http, ARequestNamesItsHostOnce) {
  EXPECT_EQ(status("GET /api/setup HTTP/1.1\r\n" + close_), "400");
  EXPECT_EQ(status("GET /api/setup HTTP/1.1\r\nHost: a\r\nHost: b\r\n" + close_), "400");
  EXPECT_EQ(status("GET /api/setup HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"), "400");
  EXPECT_EQ(status("GET /api/setup HTTP/1.1\r\nHost: a\r\n" + close_), "200");
  EXPECT_EQ(status("GET /api/setup HTTP/1.0\r\n\r\n"), "200");
}

TEST_F(Http, ABodyThatWaitsToBeWantedIsAskedFor) {
  const std::string head = fmt::format(
      "POST /api/check HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: {}\r\n", game_.size());
  RawSocket socket(port_);
  socket.send(head + close_);
  EXPECT_EQ(socket.read("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  socket.send(game_);
  EXPECT_TRUE(socket.read("").starts_with("HTTP/1.1 200"));
  EXPECT_EQ(status("POST /api/check HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nContent-Length: 2\r\n\r\n{}"), "417");
  EXPECT_EQ(status("POST /api/check HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 999999\r\n\r\n"),
            "413")
      << "it is not wanted";
  EXPECT_EQ(status("POST /api/check HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}"), "400")
      << "a body that is no game; HTTP/1.0 knows no expectations";
}

TEST_F(Http, WhatComesBackInErrorsIsJson) {
  for (const char* path : {"/caf%e9.js", "/%ff%fe", "/api/games/%c3", "/api/games/%C0%AF", "/art/%ed%a0%80/defs.json",
                           "/x.js?a=%e9", "/x.js?%e9=a"})
    get_error(port_, 400, path);
  EXPECT_NE(text(get_error(port_, 404, "/caf%c3%a9.js").at("message")), "");
}

TEST_F(Http, PagesOfOtherSitesMayNotAct) {
  const auto post_from = [&](const std::string& origin) {
    return http(port_, "POST", "/api/games", game_, {{"Origin", origin}}).status;
  };
  EXPECT_EQ(post_from("https://evil.example"), 403);
  EXPECT_EQ(post_from("null"), 403);
  EXPECT_EQ(post_from("http://localhost:1"), 403);
  EXPECT_EQ(post_from("http://localhost"), 200) << "the Host of these requests";
  EXPECT_EQ(
      http(port_, "POST", "/api/games", game_, {{"Origin", "http://rebound.example"}, {"Host", "rebound.example"}})
          .status,
      403);
  EXPECT_EQ(http(port_, "POST", "/api/analysis", "{}", {{"Origin", "https://evil.example"}}).status, 403);
  EXPECT_EQ(http(port_, "GET", "/api/games", "", {{"Origin", "https://evil.example"}}).status, 200)
      << "reading is not acting";
  const std::string game = text(json::parse(http(port_, "POST", "/api/games", game_).body).at("game"));
  EXPECT_EQ(status(upgrade(game, "Origin: https://evil.example\r\n")), "403");
  RawSocket own(port_);
  own.send(upgrade(game, "Origin: http://localhost\r\n"));
  EXPECT_TRUE(own.read("\r\n\r\n").starts_with("HTTP/1.1 101"));
}

TEST_F(Http, PagesThatTheOperatorNamesMayAct) {
  ServerSettings settings;
  settings.folder = folder_.path() + "/public";
  settings.origins = *AllowedOrigins::parse({"https://bastide.example"});
  RunningServer server(settings);
  EXPECT_EQ(http(server.port(), "POST", "/api/games", game_, {{"Origin", "https://bastide.example"}}).status, 200);
  EXPECT_EQ(http(server.port(), "POST", "/api/games", game_, {{"Origin", "https://evil.example"}}).status, 403);
}

TEST_F(Http, OurOwnMistakesAreLoggedAndNotTold) {
  SQLite::Database(folder_.path() + "/games.sqlite", SQLite::OPEN_READWRITE).exec("DROP TABLE tokens");
  const HttpAnswer answer = http(port_, "GET", "/api/games", "", {{"X-Bastide-Keys", "sometoken"}});
  EXPECT_GE(answer.status, 500);
  const json::value error = json::parse(answer.body).at("error");
  const std::string id = text(error.at("request"));
  EXPECT_GE(id.size(), 8u);
  EXPECT_EQ(error.as_object().size(), 2u) << answer.body;
  for (const std::string& hidden : {folder_.path(), std::string("sqlite"), std::string("tokens"), std::string(".cpp")})
    EXPECT_EQ(answer.body.find(hidden), std::string::npos) << answer.body;
  const std::string log = log_.text();
  EXPECT_NE(log.find(id), std::string::npos) << log;
  EXPECT_NE(log.find("tokens"), std::string::npos) << log;
}

TEST_F(Http, ARequestIsCalledAsTheProxyCallsIt) {
  const auto called = [&](const std::string& name) {
    const HttpAnswer answer = http(port_, "GET", "/healthz", "", {{"X-Request-Id", name}});
    EXPECT_EQ(answer.status, 200);
    return answer.header("x-request-id");
  };
  EXPECT_EQ(called("abc-1.2_Z"), "abc-1.2_Z");
  EXPECT_EQ(called(""), "") << "nobody has called it";
  EXPECT_EQ(called("two words"), "");
  EXPECT_EQ(called(std::string(65, 'a')), "");
  SQLite::Database(folder_.path() + "/games.sqlite", SQLite::OPEN_READWRITE).exec("DROP TABLE tokens");
  const HttpAnswer wrong =
      http(port_, "GET", "/api/games", "", {{"X-Bastide-Keys", "sometoken"}, {"X-Request-Id", "from-the-proxy"}});
  EXPECT_EQ(text(json::parse(wrong.body).at("error").at("request")), "from-the-proxy");
  EXPECT_NE(log_.text().find("from-the-proxy"), std::string::npos);
}

TEST(HttpLog, ALineForEachRequestHoldsNoSecrets) {
  const Folder folder;
  const LogLines log;
  ServerSettings settings;
  settings.folder = folder.path();
  settings.log_requests = true;
  const RunningServer server(settings);
  spdlog::set_level(spdlog::level::info);
  const std::string tiles = "/art/summer/tiles.json";
  const HttpAnswer answer =
      http(server.port(), "GET", tiles + "?of=secret~1~0~0~1~full", "", {{"X-Bastide-Keys", "sometoken"}});
  const std::string id = answer.header("x-request-id");
  EXPECT_GE(id.size(), 8u);
  const json::value created = new_game(server.port(), "classic", {"me", "me"});
  Socket(server.port(), text(created.at("game")), token_of(created, 0)).read("welcome");
  const auto is_said = [&](const std::string& what) {
    for (int i = 0; i < 100 && log.text().find(what) == std::string::npos; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_NE(log.text().find(what), std::string::npos) << what << " in " << log.text();
  };
  is_said(fmt::format("request {}: GET {} {}, {} bytes, in ", id, tiles, answer.status, answer.body.size()));
  is_said("POST /api/games 200");
  is_said("GET /ws becomes a WebSocket");
  const std::string said = log.text();
  spdlog::set_level(spdlog::level::warn);
  for (const std::string& secret : {std::string("secret"), std::string("sometoken"), token_of(created, 0)})
    EXPECT_EQ(said.find(secret), std::string::npos) << said;
}

TEST_F(Http, NamesAreWhatIsSeenOfThem) {
  const auto named = [&](const std::string& name) {
    return http(port_, "POST", "/api/games",
                json::serialize(
                    json::value{{"preset", "new"},
                                {"public", true},
                                {"seats", {{{"kind", "me"}, {"name", name}}, {{"kind", "me"}, {"name", "Mila"}}}}}));
  };
  EXPECT_EQ(named("\u200b").status, 400);
  EXPECT_EQ(named("\u202e\u2066").status, 400);
  const HttpAnswer made = named("\u202eMi\u200bla");
  ASSERT_EQ(made.status, 200) << made.body;
  const json::value seats =
      get(port_, "/api/games/" + text(json::parse(made.body).at("game")), "GameSummary").at("seats");
  EXPECT_EQ(seats.at(0).at("name"), "Mila");
  EXPECT_EQ(seats.at(1).at("name"), "Mila 2") << "two that look the same are told apart";
}

}  // namespace
}  // namespace bastide::test
