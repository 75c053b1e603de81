// `bastide bridge` as a program: an engine in a seat of a server, with all that can become of either.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <signal.h>

#include <boost/asio.hpp>
#include <filesystem>
#include <fstream>

#include "server/bridge_support.h"
#include "server/databases.h"
#include "server/program.h"

namespace bastide::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Bridge, TheSampleBotPlaysAWholeGameAgainstABot) {
  const Folder folder;
  const RunningServer server(folder.path());
  const std::string link = invitation(server.port(), {"open", "greedy"});
  const Ended ended = bridge(fmt::format("--join '{}/join/{}' --name Sample -- {}", url(server.port()), link, kSample));
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, AllOf(HasSubstr("seat 1 is Sample"), HasSubstr("\nSample: "), HasSubstr("\nCobble: "),
                                HasSubstr("\nover: "), Not(HasSubstr("bastide:"))));
  expect_played(server.port(), link);
}

/// Behind a proxy that has a certificate which nobody but this test trusts.
TEST(Bridge, ItPlaysThroughTls) {
  const Folder folder;
  const RunningServer server(folder.path());
  const std::string certificate = folder.path() + "/certificate", key = folder.path() + "/key";
  const std::string made = fmt::format(
      "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost "
      "-keyout {} -out {} 2>/dev/null",
      key, certificate);
  ASSERT_EQ(std::system(made.c_str()), 0);
  const uint16_t port = free_port();
  Child proxy;
  proxy.start({"socat", fmt::format("OPENSSL-LISTEN:{},reuseaddr,fork,verify=0,cert={},key={}", port, certificate, key),
               fmt::format("TCP:127.0.0.1:{}", server.port())},
              folder.path() + "/proxy");
  while (!answers(port)) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const std::string link = invitation(server.port(), {"open", "greedy"});
  const std::string arguments = fmt::format("--join 'https://localhost:{}/join/{}' -- {}", port, link, kGreedy);
  const Ended stranger = bridge(arguments);
  EXPECT_NE(stranger.status, 0);
  EXPECT_THAT(stranger.said, HasSubstr("certificate verify failed"));
  const Ended named = bridge(fmt::format("--join 'https://127.0.0.1:{}/join/{}' -- {}", port, link, kGreedy),
                             "SSL_CERT_FILE=" + certificate);
  EXPECT_THAT(named.said, HasSubstr("certificate verify failed")) << "it is for another name";
  const Ended ended = bridge(arguments, "SSL_CERT_FILE=" + certificate);
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("\nover: "));
  expect_played(server.port(), link);
}

/// Kills the server again and again.
TEST(Bridge, ItOutlivesTheServer) {
  const Folder folder;
  auto program = std::make_unique<Program>(folder.path());
  const uint16_t port = program->port();
  ASSERT_NE(port, 0) << program->said();
  const std::string link = invitation(port, {"open", "greedy"}), key = folder.path() + "/key";
  auto ended = begun(fmt::format("--server {} --join '{}' --key-file {} -- {}", url(port), link, key, kSample));
  const std::string opens = link.substr(link.find('#') + 1);
  const auto plays = [&] {
    return http(port, "GET", "/api/games/" + game_of(link), "", {{"X-Bastide-Keys", opens}}).body;
  };
  for (int kill = 0; kill < 3; ++kill) {
    const std::string before = plays();
    for (int i = 0; i < 3000 && plays() == before; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    program->end(SIGKILL);
    program = std::make_unique<Program>(folder.path(), port);
    ASSERT_EQ(program->port(), port) << program->said();
  }
  const Ended done = ended.get();
  EXPECT_EQ(done.status, 0) << done.said;
  EXPECT_THAT(done.said, AllOf(HasSubstr("once more in"), HasSubstr("over: ")));
  expect_played(port, link);
  EXPECT_EQ(std::filesystem::status(key).permissions() & std::filesystem::perms::all,
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  // The key that it kept goes on with the seat.
  const Ended again = bridge(fmt::format("--server {} --key-file {} -- {}", url(port), key, kSample));
  EXPECT_EQ(again.status, 0) << again.said;
  EXPECT_THAT(again.said, HasSubstr("over: "));
}

TEST(Bridge, AnEngineThatDiesResigns) {
  const Folder folder;
  const RunningServer server(folder.path());
  const std::string link = invitation(server.port(), {"open", "greedy"});
  const Ended ended = bridge(
      fmt::format("--server {} --join '{}' -- 'echo ready; while read -r a b; do test $a = ping && echo pong $b; "
                  "test $a = go && kill -9 $$; done'",
                  url(server.port()), link));
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, AllOf(HasSubstr("it was ended by signal 9"), HasSubstr("is started again"),
                                HasSubstr("the engine does not play: Engine resigns")));
  const json::value game = json::parse(http(server.port(), "GET", "/api/games/" + game_of(link), "",
                                            {{"X-Bastide-Keys", link.substr(link.find('#') + 1)}})
                                           .body);
  EXPECT_EQ(game.at("seats").at(0).at("gone"), "resigned");
  EXPECT_EQ(game.at("status"), "over");
}

/// The milliseconds that the engine is first given in a game with this clock.
int first_time(const RunningServer& server, const json::object& clock, const std::string& limit = "") {
  const Folder folder;
  const std::string heard = folder.path() + "/heard";
  const json::value made = post(server.port(), "/api/games",
                                {{"preset", "new"},
                                 {"public", true},
                                 {"time", clock},
                                 {"seats", {{{"kind", "me"}}, {{"kind", "bot"}, {"bot", "random"}}}}},
                                "Created");
  const Ended ended = bridge(fmt::format("--server {} --game {} --key {} -- '{}tee {} | {}'", url(server.port()),
                                         text(made.at("game")), token_of(made, 0), limit, heard, kSample));
  EXPECT_EQ(ended.status, 0) << ended.said;
  std::ifstream file(heard);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("go time ")) return std::stoi(line.substr(8));
  return -1;
}

TEST(Bridge, TheEngineGetsItsShareOfTheClock) {
  const Folder folder;
  const RunningServer server(folder.path());
  EXPECT_GT(first_time(server, {{"stock", 3600}}), 30'000);
  EXPECT_LT(first_time(server, {{"stock", 3600}}), 50'000) << "36 turns of a tile and a figure, and some more";
  EXPECT_LT(first_time(server, {{"stock", 60}}), 800);
  EXPECT_EQ(first_time(server, {{"stock", 3600}}, "time=0.2:"), 200) << "no more than it was told to take";
  EXPECT_EQ(first_time(server, {{"each", 86400}}), 1000) << "a day for each decision is for people";
}

/// Says the same to whoever connects.
class Impostor {
 public:
  explicit Impostor(std::string said) : said_(std::move(said)), thread_([this] { run(); }) {}
  ~Impostor() {
    io_.stop();
    thread_.join();
  }
  uint16_t port() const { return acceptor_.local_endpoint().port(); }

 private:
  using tcp = boost::asio::ip::tcp;
  void run() {
    accept();
    io_.run();
  }
  void accept() {
    acceptor_.async_accept([this](boost::system::error_code error, tcp::socket socket) {
      if (error) return;
      std::array<char, 4096> request{};
      socket.read_some(boost::asio::buffer(request), error);
      boost::asio::write(socket, boost::asio::buffer(said_), error);
      accept();
    });
  }
  const std::string said_;
  boost::asio::io_context io_;
  tcp::acceptor acceptor_{io_, {boost::asio::ip::address_v4::loopback(), 0}};
  std::thread thread_;
};

TEST(Bridge, AServerThatIsNoneIsLeft) {
  const std::string head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
  const auto says = [](const std::string& answer, const std::string& what) {
    const Impostor server(answer);
    const Ended ended = bridge(fmt::format("--server {} --game abc --key k -- '{}'", url(server.port()), kGreedy));
    EXPECT_EQ(ended.status, 1) << ended.said;
    EXPECT_THAT(ended.said, AllOf(HasSubstr(what), Not(HasSubstr("\x1b"))));
  };
  says(head + "\x1b[31mnonsense\n", "no line of its protocol");
  says(head + "{\"type\":\"state\"}\n", "no line of its protocol");
  says(head + R"({"type":"state","seq":1,"status":"playing","position":"\u001b[31m"})" + "\n",
       "the position cannot be read");
  says("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n<html>", "the server answers 404");
}

TEST(Bridge, WhatIsWrongIsSaidBeforeASeatIsTaken) {
  const Folder folder;
  const RunningServer server(folder.path());
  const std::string link = invitation(server.port(), {"open", "greedy"}), to = "--server " + url(server.port());
  const auto says = [](const std::string& arguments, const std::string& what, int status = 1) {
    const Ended ended = bridge(arguments);
    EXPECT_EQ(ended.status, status) << ended.said;
    EXPECT_THAT(ended.said, HasSubstr(what)) << arguments;
  };
  says("--help", "http://HOST:PORT", 0);
  says(to + " --join '" + link + "'", "required", 2);
  says(to + " -- true", "no game is named");
  says(to + " --game abc -- " + kGreedy, "no key says which");
  says("--server ftp://example.org --join '" + link + "' -- " + kGreedy, "no address of a server");
  says("--server https://localhost:" + std::to_string(server.port()) + " --join '" + link + "' -- '" + kGreedy + "'",
       "wrong version number");
  says("--server example.org --join '" + link + "' -- " + kGreedy, "is no address of a server");
  says("--server http://localhost:0 --join '" + link + "' -- " + kGreedy, "is no port");
  says(to + " --join '" + link + "' -- no-such-engine", "no-such-engine");
  says(to + " --join 'nosuchgame#x' -- '" + kGreedy + "'", "404");
  says(to + " --join '" + game_of(link) + "#wrong' -- '" + kGreedy + "'", "403");
  says(to + " --game " + game_of(link) + " --key wrong -- '" + kGreedy + "'", "403");
  says("--server http://localhost:1 --join '" + link + "' -- '" + kGreedy + "'", "Connection refused");
  // Nobody sits there yet.
  EXPECT_THAT(http(server.port(), "GET", "/api/games/" + game_of(link), "",
                   {{"X-Bastide-Keys", link.substr(link.find('#') + 1)}})
                  .body,
              HasSubstr("waiting"));
}

}  // namespace
}  // namespace bastide::test
