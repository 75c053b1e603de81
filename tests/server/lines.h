// A stream of lines for a program, as a test reads it: taken out of its chunks, each line held to the schema.
#pragma once
#include <fmt/format.h>

#include <map>
#include <string>

#include "core/rng.h"
#include "server/client.h"
#include "server/schema.h"

namespace bastide::test {

class Lines {
 public:
  /// `buffer`: as of RawSocket; `more`: header lines.
  Lines(uint16_t port, const std::string& game, const std::string& key, const std::string& more = "", int buffer = 0)
      : socket_(port, "127.0.0.1", buffer) {
    socket_.send(fmt::format("GET /api/bot/games/{}/stream HTTP/1.1\r\nHost: localhost\r\nX-Bastide-Keys: {}\r\n{}\r\n",
                             game, key, more));
  }

  /// The next line with something in it; null: the stream has ended.
  json::value read() {
    while (!ended_) {
      const std::string line = next();
      if (line == "\n") ++empty_;
      if (line.size() < 2) continue;
      EXPECT_EQ(line.back(), '\n');
      json::value told = json::parse(line);
      const auto fits = check_message("BotLine", told);
      EXPECT_TRUE(fits) << fits.error().text() << "\n" << line.substr(0, 1000);
      return told;
    }
    return nullptr;
  }

  /// The next one in which its seat is asked, or which says that the game is over; null: the stream has ended.
  json::value read_asked() {
    for (;;) {
      json::value told = read();
      if (told.is_null() || told.as_object().contains("legal") || told.at("status") == "over") return told;
    }
  }

  /// Reads to the end. False: the stream did not end as it should, but in the middle.
  bool ends_well() {
    while (!ended_) next();
    return well_;
  }

  std::string head() {
    while (head_.empty() && !ended_) fill();
    return head_;
  }
  int empty() const { return empty_; }
  const std::string& received() const { return received_; }  ///< all bytes
  RawSocket& socket() { return socket_; }

 private:
  bool fill() {
    const std::string came = socket_.read("\n");
    received_ += came;
    buffer_ += came;
    ended_ = ended_ || came.empty();
    const std::size_t end = buffer_.find("\r\n\r\n");
    if (head_.empty() && end != std::string::npos) {
      head_ = buffer_.substr(0, end + 4);
      buffer_.erase(0, end + 4);
    }
    return !came.empty();
  }

  /// A chunk; nothing at the end.
  std::string next() {
    if (head().find(" 200 ") == std::string::npos) ended_ = true;
    for (;;) {
      const std::size_t end = buffer_.find("\r\n");
      if (end != std::string::npos) {
        const std::size_t size = std::stoul(buffer_.substr(0, end), nullptr, 16);
        if (buffer_.size() >= end + 2 + size + 2) {
          std::string chunk = buffer_.substr(end + 2, size);
          buffer_.erase(0, end + 2 + size + 2);
          if (size == 0) ended_ = well_ = true;
          return chunk;
        }
      }
      if (ended_ || !fill()) return {};
    }
  }

  RawSocket socket_;
  std::string head_, buffer_, received_;
  int empty_ = 0;
  bool ended_ = false, well_ = false;
};

/// A program in a seat: what it posts.
struct Poster {
  uint16_t port = 0;
  std::string game, key;

  HttpAnswer call(const std::string& what, const json::value& body, const std::string& target = "") const {
    return http(port, "POST", target.empty() ? fmt::format("/api/bot/games/{}/{}", game, what) : target,
                json::serialize(body), {{"X-Bastide-Keys", key}});
  }
  json::value got(const std::string& what, const json::value& body) const {
    const HttpAnswer answer = call(what, body);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return json::parse(answer.body);
  }

  /// A legal turn by chance, answer by answer.
  std::vector<std::string> choose(const json::value& line, Rng& rng) const {
    std::vector<std::string> moves;
    json::value legal = line.at("legal");
    while (!legal.is_null()) {
      const json::array& choices = legal.as_array();
      moves.push_back(text(choices.at(rng.below(static_cast<uint32_t>(choices.size())))));
      const json::value tried = got("try", {{"seq", line.at("seq")}, {"moves", json::value_from(moves)}});
      legal = tried.as_object().contains("legal") ? tried.at("legal") : nullptr;
    }
    return moves;
  }
};

}  // namespace bastide::test
