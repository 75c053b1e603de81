// What open connections cost, what bounds them, and what ends them.
#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <cstdio>

#include "server/client.h"

namespace bastide::test {
namespace {

constexpr const char* kThere = "127.0.0.2";  // another address of this machine
constexpr char kText = '\x81', kUnfinishedText = '\x01', kContinuation = '\x00', kPing = '\x89';
const std::string kRequest = "GET /api/rules HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// A server to which this machine is an address like any other.
ServerSettings limited(const Folder& folder) {
  ServerSettings settings;
  settings.folder = folder.path();
  settings.proxies = *TrustedProxies::parse("none");
  return settings;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string game_of(uint16_t port) {
  return text(new_game(port, "new", {"me", "me"}).at("game"));
}

/// Open, and greeted where `since` is given.
RawSocket raw_websocket(uint16_t port, const std::string& game, bool greeted) {
  RawSocket socket(port);
  socket.send(upgrade(game));
  EXPECT_NE(socket.read("\r\n\r\n").find(" 101 "), std::string::npos);
  if (greeted) {
    socket.send(frame(kText, R"({"type":"hello","since":0})"));
    EXPECT_NE(socket.read("welcome").find("welcome"), std::string::npos);
  }
  return socket;
}

/// Whatever of an earlier answer comes before this one's first line.
bool answered(RawSocket& socket) {
  const std::string ok = "HTTP/1.1 200";
  return socket.send(kRequest) && socket.read(ok).find(ok) != std::string::npos;
}

TEST(Connections, OpenSocketsWithoutNewsCostNothing) {
  const Folder folder;
  RunningServer server(folder.path());
  const std::string game = game_of(server.port());
  std::vector<RawSocket> sockets;
  for (int i = 0; i < 300; ++i) sockets.push_back(raw_websocket(server.port(), game, true));
  const double before = cpu_seconds();
  std::this_thread::sleep_for(std::chrono::seconds(2));
  EXPECT_LT(cpu_seconds() - before, 0.4) << "one socket that spins takes a core, 2 s";
}

TEST(Connections, HalfSentRequestsOfOneAddressKeepNobodyElseOut) {
  const Folder folder;
  ServerSettings settings = limited(folder);
  settings.limits.all = 120;
  settings.limits.unfinished_an_address = 20;
  RunningServer server(settings);
  std::vector<RawSocket> half;
  for (int i = 0; i < 200; ++i) {
    half.emplace_back(server.port());
    half.back().send(i % 2 == 0 ? "GET /api/setup HTT"
                                : "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{");
  }
  int refused = 0;
  for (std::size_t i = 20; i < half.size(); ++i) refused += half[i].closes() ? 1 : 0;
  EXPECT_EQ(refused, 180) << "those above the limit";
  RawSocket other(server.port(), kThere);
  EXPECT_TRUE(answered(other));
  while (half.size() > 10) half.pop_back();
  RawSocket again(server.port());
  EXPECT_TRUE(answered(again)) << "there is room when others have ended";
}

TEST(Connections, AnAddressHasSoManyConnections) {
  const Folder folder;
  ServerSettings settings = limited(folder);
  settings.limits.an_address = 5;
  const LogLines log;
  RunningServer server(settings);
  std::vector<RawSocket> sockets;
  for (int i = 0; i < 5; ++i) {
    sockets.emplace_back(server.port());
    EXPECT_TRUE(answered(sockets.back()));
  }
  RawSocket sixth(server.port());
  EXPECT_TRUE(sixth.closes());
  EXPECT_NE(log.text().find("127.0.0.1 has as many connections"), std::string::npos) << log.text();
  RawSocket other(server.port(), kThere);
  EXPECT_TRUE(answered(other));
  for (RawSocket& socket : sockets) EXPECT_TRUE(answered(socket)) << "those that are open go on";
}

TEST(Connections, BehindAProxyItsClientsAreCounted) {
  const Folder folder;
  ServerSettings settings = limited(folder);
  settings.proxies = *TrustedProxies::parse("loopback");
  settings.limits.an_address = 3;
  RunningServer server(settings);
  const std::string game = game_of(server.port());
  const auto open = [&](const std::string& forwarded) {
    auto socket = std::make_unique<RawSocket>(server.port());
    socket->send(upgrade(game, forwarded));
    const std::string answer = socket->read("\r\n\r\n");
    return std::pair(std::move(socket), answer.substr(9, 3));
  };
  std::vector<std::unique_ptr<RawSocket>> sockets;
  const auto status = [&](const std::string& forwarded) {
    auto [socket, code] = open(forwarded);
    sockets.push_back(std::move(socket));
    return code;
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(status("X-Forwarded-For: 192.0.2.1\r\n"), "101");
  EXPECT_EQ(status("X-Forwarded-For: 192.0.2.1\r\n"), "429");
  EXPECT_EQ(status("X-Forwarded-For: 8.8.8.8, 192.0.2.1:1234,\r\n"), "429");
  EXPECT_EQ(status("X-Forwarded-For: 8.8.8.8\r\nX-Forwarded-For: 192.0.2.1\r\n"), "429");
  EXPECT_EQ(status("X-Forwarded-For: 192.0.2.2\r\n"), "101");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(status(""), "101") << "this machine itself";
}

TEST(Connections, AHeaderComesWithinItsTime) {
  const Folder folder;
  ServerSettings settings = limited(folder);
  settings.patience.header = std::chrono::seconds(1);
  RunningServer server(settings);
  RawSocket silent(server.port());
  EXPECT_TRUE(silent.closes());
  RawSocket slow(server.port());
  const std::string header = "GET /api/setup HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + std::string(400, 'x');
  std::size_t sent = 0;  // of 40 s of bytes that come one by one, each in time
  while (sent < header.size() && slow.send(header.substr(sent, 1)) &&
         slow.read("", std::chrono::milliseconds(100)).empty()) {
    ++sent;
    if (slow.closes(std::chrono::milliseconds(1))) break;
  }
  EXPECT_LT(sent, header.size());
}

TEST(Connections, ABodyHasATimeOfItsOwn) {
  const Folder folder;
  ServerSettings settings = limited(folder);
  settings.patience.header = std::chrono::seconds(1);
  settings.patience.body = std::chrono::seconds(2);
  RunningServer server(settings);
  RawSocket socket(server.port());
  socket.send("POST /api/compare HTTP/1.1\r\nHost: localhost\r\nContent-Length: 13\r\n\r\n{");
  EXPECT_FALSE(socket.closes(std::chrono::milliseconds(1300))) << "as long as a header";
  EXPECT_TRUE(socket.closes());
}

TEST(Connections, TheSlowestIsCutOffWhenTooMuchWaits) {
  const Folder folder;
  ServerSettings settings = limited(folder);
  settings.limits.queued = 1'000'000;
  RunningServer server(settings);
  std::string many;  // more than a system keeps for two that do not read
  for (int i = 0; i < 200; ++i) many += kRequest;
  std::vector<RawSocket> slow;
  for (int i = 0; i < 20; ++i) {
    slow.emplace_back(server.port(), "127.0.0.1", 4096);
    slow.back().send(many);
  }
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  int cut = 0;
  while (cut == 0 && std::chrono::steady_clock::now() < until)
    for (RawSocket& socket : slow) cut += socket.send(kRequest) ? 0 : 1;
  EXPECT_GT(cut, 0);
  RawSocket other(server.port(), kThere);
  EXPECT_TRUE(answered(other));
}

TEST(Connections, PingsAndFramesWithoutContentCount) {
  const Folder folder;
  RunningServer server(folder.path());
  const std::string game = game_of(server.port());
  RawSocket pings = raw_websocket(server.port(), game, true);
  std::string many;
  for (int i = 0; i < 200; ++i) many += frame(kPing, "");
  pings.send(many);
  const std::string goodbye = pings.read("too many messages");
  EXPECT_NE(goodbye.find("too many messages"), std::string::npos);
  EXPECT_TRUE(pings.closes());

  RawSocket empty = raw_websocket(server.port(), game, true);
  empty.send(frame(kUnfinishedText, "x"));
  many.clear();
  for (int i = 0; i < 1000; ++i) many += frame(kContinuation, "");
  int blocks = 0;
  while (blocks < 1000 && empty.send(many)) ++blocks;
  EXPECT_LT(blocks, 1000) << "a message that never ends was read for ever";
}

TEST(Connections, WhoSaysNoHelloGoes) {
  const Folder folder;
  ServerSettings settings = limited(folder);
  settings.patience.header = std::chrono::seconds(1);
  RunningServer server(settings);
  const std::string game = game_of(server.port());
  RawSocket silent = raw_websocket(server.port(), game, false);
  EXPECT_NE(silent.read("no hello").find("no hello"), std::string::npos);
  EXPECT_TRUE(silent.closes());
  RawSocket greeted = raw_websocket(server.port(), game, true);
  EXPECT_FALSE(greeted.closes(std::chrono::milliseconds(1500)));
}

TEST(Connections, HelloComesFirstAndOnce) {
  const Folder folder;
  RunningServer server(folder.path());
  const std::string game = game_of(server.port());
  RawSocket socket = raw_websocket(server.port(), game, false);
  socket.send(frame(kText, R"({"type":"play","ref":1,"seq":1,"moves":["0,-1 e"]})"));
  EXPECT_NE(socket.read("null}").find("The first message has to be a hello."), std::string::npos);
  socket.send(frame(kText, R"({"type":"hello","since":0})"));
  EXPECT_NE(socket.read("welcome").find("welcome"), std::string::npos);
  socket.send(frame(kText, R"({"type":"hello","since":0})"));
  EXPECT_NE(socket.read("Hello has been said").find("Hello has been said already"), std::string::npos);
}

TEST(Connections, StoppingDoesNotWaitForTheDead) {
  const Folder folder;
  const LogLines log;
  auto server = std::make_unique<RunningServer>(folder.path());
  const std::string game = game_of(server->port());
  std::vector<RawSocket> dead;  // they never answer the goodbye
  for (int i = 0; i < 300; ++i) dead.push_back(raw_websocket(server->port(), game, true));
  server.reset();
  EXPECT_EQ(log.text().find("did not end"), std::string::npos) << log.text();
}

/// What a command of the shell prints.
std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  std::string output;
  std::array<char, 4096> block;
  while (const std::size_t size = fread(block.data(), 1, block.size(), pipe)) output.append(block.data(), size);
  pclose(pipe);
  return output;
}

TEST(Connections, FewerFilesMeanFewerConnectionsAndItIsSaid) {
  const Folder folder;
  const std::string said = output_of(
      fmt::format("ulimit -n 300; timeout -s INT 3 {} serve --port 0 --games {} 2>&1", BASTIDE_BINARY, folder.path()));
  EXPECT_NE(said.find("may open 300 files, so it takes 236 connections, not 10000"), std::string::npos) << said;
}

TEST(Load, PlaysAndMeasures) {
  const Folder folder;
  RunningServer server(folder.path());
  const std::string said = output_of(
      fmt::format("{} load --port {} --sockets 20 --from 3 --to 8 --rate 40 --seconds 2 --ping 1 --json 2>/dev/null",
                  BASTIDE_BINARY, server.port()));
  const json::value figures = json::parse(said);
  EXPECT_EQ(number(figures.at("sockets")), 20);
  EXPECT_EQ(number(figures.at("games")), 10);
  EXPECT_GT(number(figures.at("moves")), 20);
  for (const char* none : {"refused", "unanswered", "socketsLost"}) EXPECT_EQ(number(figures.at(none)), 0) << said;
  EXPECT_GT(figures.at("latencyMs").at("p50").to_number<double>(), 0);
  EXPECT_GT(figures.at("bytesAMove").at("toClients").to_number<double>(), 1000);
  EXPECT_GT(figures.at("resident").at("before").to_number<double>(), 1e6);
}

TEST(Load, HoldsIdleSockets) {
  const Folder folder;
  RunningServer server(folder.path());
  const std::string said = output_of(
      fmt::format("{} load --port {} --idle 100 --seconds 1 --json 2>/dev/null", BASTIDE_BINARY, server.port()));
  const json::value figures = json::parse(said);
  EXPECT_EQ(number(figures.at("sockets")), 100);
  EXPECT_EQ(number(figures.at("moves")), 0);
  EXPECT_EQ(number(figures.at("socketsLost")), 0);
}

}  // namespace
}  // namespace bastide::test
