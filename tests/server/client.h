// What the server's tests stand on: a server on a free port with its own folder, and clients that check everything they
// receive against the schema. Waits are generous: only a hang makes them fail.
#pragma once
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/rng.h"
#include "server/server.h"

namespace bastide::test {

namespace json = boost::json;

/// A folder that goes away with the test.
class Folder {
 public:
  Folder();
  ~Folder();
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// What is logged while it lives. Begins before a server and ends after it.
class LogLines {
 public:
  LogLines();
  ~LogLines();
  std::string text() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// A server in this process, on its own thread.
class RunningServer {
 public:
  explicit RunningServer(const std::string& folder, std::chrono::milliseconds bot_delay = {},
                         std::chrono::seconds keep_idle = std::chrono::seconds(60));
  /// As `settings` say, but for the port.
  explicit RunningServer(ServerSettings settings);
  ~RunningServer() { stop(); }
  uint16_t port() const { return port_; }
  void stop();

 private:
  std::unique_ptr<Server> server_;
  std::thread thread_;
  uint16_t port_ = 0;
};

struct HttpAnswer {
  int status = 0;
  std::string body;
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string header(const std::string& name) const { return headers.contains(name) ? headers.at(name) : ""; }
};

HttpAnswer http(uint16_t port, const std::string& method, const std::string& target, const std::string& body = "",
                const std::map<std::string, std::string>& headers = {});

/// Lists every game of an old database, as its hosts could have: whoever asks may look on.
void list_games(const Folder& folder);

/// A call that must succeed; the body is checked against `definition`. `keys`: seats' tokens, with commas between.
json::value get(uint16_t port, const std::string& target, const std::string& definition, const std::string& keys = "");
json::value post(uint16_t port, const std::string& target, const json::value& body, const std::string& definition);

/// A call that must fail with `status`; returns the error.
json::value get_error(uint16_t port, int status, const std::string& target, const std::string& keys = "");
json::value post_error(uint16_t port, int status, const std::string& target, const std::string& body);

/// A connection that carries bytes as they are.
class RawSocket {
 public:
  /// `from`: an address of this machine, such as 127.0.0.2, from which it comes. `buffer`: bytes that the system keeps
  /// for it unread; 0: as usual.
  explicit RawSocket(uint16_t port, const std::string& from = "127.0.0.1", int buffer = 0);
  ~RawSocket();
  RawSocket(RawSocket&&) noexcept;

  /// False: the other side has gone.
  bool send(const std::string& bytes);
  /// What comes until `wanted` does, the other side closes or is silent for `patience`.
  std::string read(const std::string& wanted, std::chrono::milliseconds patience = std::chrono::milliseconds(20'000));
  /// Reads on until the other side closes; false: it does not within `patience`.
  bool closes(std::chrono::milliseconds patience = std::chrono::milliseconds(20'000));

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The bytes of an upgrade request to a game's WebSocket, and of a frame with `head` (FIN and opcode) as its first
/// byte.
std::string upgrade(const std::string& game, const std::string& more_headers = "");
std::string frame(char head, const std::string& payload);

/// Sends bytes as they are and returns what comes until the other side closes or is silent for `patience`.
std::string raw(uint16_t port, const std::string& bytes,
                std::chrono::milliseconds patience = std::chrono::milliseconds(20'000));

std::string text(const json::value& value);  ///< of a JSON string
int number(const json::value& value);

/// A WebSocket client. read() checks each message against the schema.
class Socket {
 public:
  /// `token` empty: watches, or has the seat of who has the session; `seat`: that one of several.
  Socket(uint16_t port, const std::string& game, const std::string& token = "", int since = 0,
         const std::string& session = "", int seat = -1);
  ~Socket();
  Socket(Socket&&) noexcept;

  bool open() const;                          ///< whether the upgrade succeeded and nothing has closed it
  json::value read();                         ///< the next message; null when the connection has ended
  json::value read(const std::string& type);  ///< the next of that type; others are passed over
  void send(const json::value& message) { send_text(json::serialize(message)); }
  void send_text(const std::string& message, bool binary = false);
  void close();
  int close_code() const;
  const std::string& received() const;  ///< every byte of every message so far

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Somebody who plays: folds messages and chooses at random among what the server asks.
class Person {
 public:
  Person(uint16_t port, std::string game, std::string token, uint64_t seed)
      : socket_(std::make_unique<Socket>(port, game, token)),
        game_(std::move(game)),
        token_(std::move(token)),
        rng_(seed) {
    take(socket_->read("welcome"));
  }

  Socket& socket() { return *socket_; }
  void reconnect(uint16_t port);
  /// Reads until it may move or the game is over; false: the connection has ended.
  bool wait_for_turn();
  bool may_move() const { return !turn_.is_null() && number(turn_.at("ask").at("seat")) == seat_; }
  bool over() const { return over_; }
  int seq() const { return seq_; }
  const std::vector<json::value>& events() const { return events_; }
  const json::value& turn() const { return turn_; }
  /// What is asked now, and what would be asked after some answers; null: they are all.
  const json::value& ask() const { return turn_.at("ask"); }
  json::value try_moves(const std::vector<std::string>& moves);
  /// A legal turn, not sent: any answer to what is asked, then to what a try says is asked next.
  std::vector<std::string> choose();
  void send_play(const std::vector<std::string>& moves, int seq);
  /// Sends a legal turn.
  void play() { send_play(choose(), seq_); }
  /// Plays its turns to the end of the game.
  void play_to_end();
  void take(const json::value& message);

 private:
  std::unique_ptr<Socket> socket_;
  std::string game_, token_;
  Rng rng_;
  int seq_ = 0, ref_ = 0;
  bool over_ = false;
  std::vector<json::value> events_;
  json::value turn_;
  int seat_ = -1;
};

/// Every answer that an ask names.
std::vector<std::string> answers_to(const json::value& ask);
/// The changes in a did that have this member: "piece", "figure", "pile", ...
std::vector<json::value> changes(const json::value& event, const std::string& what);
/// Whether somebody's tile was laid with an event.
bool lays_tile(const json::value& event);

/// A play with a name of its own, as the web client sends it.
json::value play_message(const Person& person, const std::vector<std::string>& moves, const std::string& id);
/// Reads until an answer to a play comes, which it returns; updates are folded. Null: the connection has ended.
json::value answer_to_play(Person& person);

/// A new game; answers what the server answered.
json::value new_game(uint16_t port, const std::string& preset, const std::vector<std::string>& seats,
                     bool listed = true);
std::string token_of(const json::value& created, int seat);
/// Waits until a game has this status.
void wait_for_status(uint16_t port, const std::string& game, const std::string& status);

}  // namespace bastide::test
