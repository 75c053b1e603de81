// The server: a folder with the games, a port, and everything between. One thread for the network and the games, one
// that writes the log, some for bots, some for analyses and pictures.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/client.h"
#include "rules/catalogue.h"
#include "rules/error.h"
#include "server/account_limits.h"
#include "server/address.h"
#include "server/connections.h"
#include "server/origin.h"

namespace bastide {

struct ServerSettings {
  std::string host = "127.0.0.1";  ///< an address of this machine; 0.0.0.0: all of them
  uint16_t port = 8080;            ///< 0: any that is free
  std::string folder;              ///< where the games are kept; made if it is not there
  std::chrono::milliseconds bot_delay{600};
  ConnectionLimits limits;
  AccountLimits accounts;
  int new_games_an_hour = 200;  ///< from one address that is not this machine, and with one account; 0: no limit
  TrustedProxies proxies = *TrustedProxies::parse("loopback");
  AllowedOrigins origins;  ///< of pages that may act here, beside the server's own
  Patience patience;
  bool log_requests = false;             ///< a line in the log for each
  std::chrono::seconds keep_idle{60};    ///< how long a game that nobody looks at stays in memory
  std::vector<NamedEngine> engines;      ///< programs that may be seated, as bots engine:NAME
  std::chrono::seconds claim_after{60};  ///< LobbySettings
  bool shared = false;                   ///< other servers on this machine may use the folder, and play the same games
  std::string db;  ///< open_postgresql_store: the games are there, not in the folder, and other servers play them, too
  std::string nats;       ///< by which those servers tell each other at once what they have written; empty: none
  std::string rehearsed;  ///< Seeds
};

class Server {
 public:
  /// Opens the folder, or the database, and the port and begins to listen; run() answers. Errors: folder not writable
  /// or used by another server, database broken or not reachable, address unknown, port taken; each with what to do.
  /// REQUIRES: `catalogue` outlives the server.
  static Result<std::unique_ptr<Server>> open(const Catalogue& catalogue, ServerSettings settings);
  virtual ~Server() = default;

  virtual uint16_t port() const = 0;
  /// Serves until stop(); everything acknowledged is on the disk then.
  virtual void run() = 0;
  /// From any thread: ends the run gracefully.
  virtual void stop() = 0;
  /// Lets SIGINT and SIGTERM do the same.
  virtual void stop_on_signals() = 0;
};

}  // namespace bastide
