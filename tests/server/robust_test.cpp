// Whatever is sent, the server answers the next one.
#include <fmt/format.h>

#include "server/client.h"

namespace bastide::test {
namespace {

class Robust : public testing::Test {
 protected:
  void TearDown() override { get(port_, "/api/setup", "Setup"); }
  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

TEST_F(Robust, BytesThatAreNoHttp) {
  const std::string zeros(300, '\0');
  const std::vector<std::string> bad = {
      "\r\n\r\n",
      "GET\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "rubbish rubbish rubbish\r\n\r\n",
      zeros,
      "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
      "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "POST /api/games HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "POST /api/games HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
      "POST /api/games HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\n12345",
      "GET " + std::string(50'000, '/') + " HTTP/1.1\r\n\r\n",
      "GET /%ff%fe HTTP/1.1\r\nConnection: close\r\n\r\n",
      "GET * HTTP/1.1\r\nConnection: close\r\n\r\n",
      "GET http://x/ HTTP/1.1\r\nConnection: close\r\n\r\n",
      "GET /api/games?x=%zz HTTP/1.1\r\nConnection: close\r\n\r\n",
      "GET /?&&==&a=&=b HTTP/1.1\r\nConnection: close\r\n\r\n",
      "GET //// HTTP/1.0\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"};
  for (const std::string& bytes : bad) {
    raw(port_, bytes, std::chrono::milliseconds(300));
    EXPECT_EQ(http(port_, "GET", "/api/setup").status, 200) << bytes.substr(0, 60);
  }
  EXPECT_NE(raw(port_, "rubbish\r\n\r\n").find("400"), std::string::npos);
}

TEST_F(Robust, ConnectionsThatStopHalfWay) {
  for (int i = 0; i < 20; ++i)
    raw(port_, std::string("POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{").substr(0, 3 * i + 1),
        std::chrono::milliseconds(1));
}

TEST_F(Robust, SeveralRequestsOnOneConnection) {
  const std::string one = "GET /api/rules HTTP/1.1\r\nHost: x\r\n\r\n";
  const std::string answers = raw(port_, one + one + "GET /api/rules HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  std::size_t count = 0;
  for (std::size_t at = 0; (at = answers.find("HTTP/1.1 200", at)) != std::string::npos; ++at) ++count;
  EXPECT_EQ(count, 3u);
}

TEST_F(Robust, BytesThatAreNoWebSocket) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  const std::string game = text(created.at("game"));
  const std::vector<std::string> frames = {
      "\x81\x05hello",                             // not masked
      std::string("\x81\xfe\xff\xff\0\0\0\0", 8),  // announces more than is allowed
      std::string("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14),
      std::string("\xf1\x80\0\0\0\0", 6),          // reserved bits
      std::string("\x83\x80\0\0\0\0", 6),          // unknown opcode
      std::string("\x80\x80\0\0\0\0", 6),          // continues nothing
      std::string("\x09\x80\0\0\0\0", 6),          // a ping in parts
      std::string("\x88\x81\0\0\0\0\x01", 7),      // a goodbye too short
      std::string("\x81\x82\0\0\0\0\xff\xfe", 8),  // no UTF-8
      std::string(4000, '\xff')};
  for (const std::string& bytes : frames) {
    RawSocket socket(port_);
    socket.send(upgrade(game));
    EXPECT_NE(socket.read("\r\n\r\n").find("101"), std::string::npos);
    socket.send(bytes);
    EXPECT_TRUE(socket.closes()) << bytes.substr(0, 20);
  }
  EXPECT_NE(raw(port_, upgrade("nowhere")).find("404"), std::string::npos);
  EXPECT_NE(raw(port_, upgrade(game) + "too early").find("400"), std::string::npos);
  std::string elsewhere = upgrade(game);
  elsewhere.replace(0, elsewhere.find(' ', 5), "GET /nowhere");
  EXPECT_NE(raw(port_, elsewhere).find("404"), std::string::npos);
  EXPECT_NE(
      raw(port_,
          fmt::format("GET /ws?game={} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", game),
          std::chrono::milliseconds(500))
          .find("400"),
      std::string::npos)
      << "an upgrade without a key";
}

TEST_F(Robust, MessagesThatAreNone) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += "[";
  const std::vector<std::string> bad = {"",
                                        "{",
                                        "null",
                                        "7",
                                        "[]",
                                        "{}",
                                        R"({"type":"play"})",
                                        R"({"type":"unknown"})",
                                        R"({"type":7})",
                                        R"({"type":"play","ref":"x","seq":1,"moves":[]})",
                                        R"({"type":"play","ref":1,"seq":1e300,"moves":[]})",
                                        R"({"type":"play","ref":1,"seq":99999999999999999999,"moves":[]})",
                                        R"({"type":"play","ref":-1,"seq":1,"moves":["a"]})",
                                        R"({"type":"play","ref":1,"seq":1,"moves":[7]})",
                                        R"({"type":"play","ref":1,"seq":1,"moves":"0,-1 e"})",
                                        R"({"type":"play","ref":1,"seq":1,"moves":["a"],"more":1})",
                                        deep,
                                        "{\"type\":\"ping\"} {\"type\":\"ping\"}"};
  Socket socket(port_, text(created.at("game")), token_of(created, 0));
  const json::value welcome = socket.read("welcome");
  for (const std::string& message : bad) {
    socket.send_text(message);
    EXPECT_EQ(socket.read().at("type"), "refused") << message.substr(0, 80);
  }
  // Well formed, but no move: refused with a reason, and not counted against the connection.
  const std::vector<std::string> moves = {"",
                                          " ",
                                          "0,-1",
                                          "0,-1 e e e",
                                          "99999999999,0 n",
                                          "-0,-0 n",
                                          "0,-1 n\n0,-1 n",
                                          std::string(80, '9'),
                                          "\u00fc\u0000x",
                                          "draw",
                                          "draw draw"};
  for (const std::string& move : moves) {
    socket.send({{"type", "play"}, {"ref", 5}, {"seq", welcome.at("seq")}, {"moves", json::array{json::string(move)}}});
    const json::value refused = socket.read("refused");
    EXPECT_EQ(number(refused.at("ref")), 5);
    EXPECT_FALSE(text(refused.at("error").at("message")).empty());
  }
  socket.send({{"type", "ping"}});
  EXPECT_EQ(socket.read().at("type"), "pong");
}

TEST_F(Robust, WhoSendsTooMuchIsSentAway) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  const std::string game = text(created.at("game"));
  Socket bad(port_, game);
  for (int i = 0; i < 20; ++i) bad.send_text("rubbish");
  while (!bad.read().is_null()) {
  }
  EXPECT_EQ(bad.close_code(), 1008);
  Socket flood(port_, game);
  for (int i = 0; i < 2000 && flood.open(); ++i) flood.send_text(R"({"type":"ping"})");
  while (!flood.read().is_null()) {
  }
  EXPECT_FALSE(flood.open());
  Socket large(port_, game);
  large.send_text(std::string(20'000, 'x'));
  while (!large.read().is_null()) {
  }
  EXPECT_EQ(large.close_code(), 1009);
  Socket binary(port_, game);
  binary.read("welcome");
  binary.send_text("{\"type\":\"ping\"}", true);
  EXPECT_EQ(binary.read().at("type"), "refused");
}

TEST_F(Robust, RandomBytes) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  Rng rng(1);
  const std::string seed = R"({"type":"play","ref":1,"seq":4,"moves":["0,-1 e","road"]})";
  for (int round = 0; round < 6; ++round) {
    Socket socket(port_, text(created.at("game")), token_of(created, 0));
    socket.read("welcome");
    for (int i = 0; i < 15 && socket.open(); ++i) {
      std::string message = seed;
      for (int changes = 0; changes < 4; ++changes) {
        const std::size_t at = rng.below(static_cast<uint32_t>(message.size()));
        switch (rng.below(3)) {
          case 0:
            message[at] = static_cast<char>(32 + rng.below(95));
            break;
          case 1:
            message.erase(at, 1 + rng.below(4));
            break;
          default:
            message.insert(at, 1, static_cast<char>(32 + rng.below(95)));
        }
        if (message.empty()) message = "x";
      }
      socket.send_text(message);
    }
    for (int i = 0; i < 15; ++i)
      if (socket.read().is_null()) break;
  }
}

}  // namespace
}  // namespace bastide::test
