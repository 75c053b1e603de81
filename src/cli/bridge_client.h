// What `bastide bridge` says to a server, over HTTP or HTTPS. Each call waits, and nothing is waited for without end.
// Only bridge_client.cpp knows Boost.Beast.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "rules/error.h"

namespace bastide::cli {

struct ServerAddress {
  std::string host;
  uint16_t port = 80;
  bool tls = false;
};

/// Reads http://HOST[:PORT] or https://HOST[:PORT] with whatever path behind it. Errors: another scheme, no host, no
/// port.
Result<ServerAddress> parse_server(std::string_view url);

struct ServerAnswer {
  int status = 0;
  std::string body;
};

class ServerClient {
 public:
  static std::unique_ptr<ServerClient> make(ServerAddress server);
  virtual ~ServerClient() = default;

  std::string key;  ///< a seat's token, sent with each request

  /// Errors: the server is not reached, or does not answer within half a minute. It may have heard what was asked.
  virtual Result<ServerAnswer> post(const std::string& target, const std::string& body) = 0;

  /// Begins to read lines instead of those that were read before. With another status than 200 there are none.
  virtual Result<ServerAnswer> open_lines(const std::string& target) = 0;

  /// The next line, which may be empty. Nothing: they have ended, or nothing comes any more.
  virtual std::optional<std::string> line() = 0;
};

}  // namespace bastide::cli
