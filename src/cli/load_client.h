// What `bastide load` says to the server: games made over HTTP, moves over WebSockets. Only load_client.cpp knows
// Boost.Beast.
#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::cli {

namespace asio = boost::asio;

/// Counts bytes of frames as they travel, and what the games of a run have in common.
struct LoadTally {
  int64_t received = 0, sent = 0;  ///< bytes as they travel, with the frames' heads
  int64_t messages = 0;
  int refused = 0, lost = 0;  ///< plays refused; sockets that the server closed
  std::string reason;         ///< of the last refusal or loss
};

/// A seat's line to the server. Messages go out one after another.
class LoadSocket {
 public:
  using OnMessage = std::function<void(std::string_view)>;
  static std::shared_ptr<LoadSocket> make(const asio::any_io_executor& executor, LoadTally& tally);
  virtual ~LoadSocket() = default;

  /// Throws what went wrong. `on_message` hears everything until close().
  virtual asio::awaitable<void> open(asio::ip::tcp::endpoint server, std::string game, std::string token,
                                     OnMessage on_message) = 0;
  virtual void send(std::string text) = 0;
  virtual void close() = 0;
};

struct MadeGame {
  std::string id;
  std::vector<std::string> tokens;
};

/// Makes games over one HTTP connection.
class GameMaker {
 public:
  static std::unique_ptr<GameMaker> make(const asio::any_io_executor& executor, asio::ip::tcp::endpoint server,
                                         std::string preset);
  virtual ~GameMaker() = default;

  /// Throws what went wrong.
  virtual asio::awaitable<MadeGame> game() = 0;
};

}  // namespace bastide::cli
