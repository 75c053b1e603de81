// Puts the parts together, opens and closes the doors.
#include "server/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

#include "server/accounts.h"
#include "server/async.h"
#include "server/bots.h"
#include "server/http.h"
#include "server/log.h"
#include "server/secrets.h"
#include "store/folder.h"

namespace bastide {
namespace {

using asio::ip::tcp;
constexpr std::chrono::seconds kGrace{3};  ///< for what is under way when the server stops
constexpr std::size_t kWaiting = 2000;     ///< analyses and pictures

tl::unexpected<Error> trouble(std::string message, std::string expected, std::string source = {}) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.source = std::move(source);
  return tl::unexpected<Error>(std::move(error));
}

/// Every connection is an open file: where the system allows fewer, fewer are taken.
ConnectionLimits within_file_limit(ConnectionLimits limits) {
  constexpr std::size_t kOthers = 64;  // the database, the log, what the program has open
  const std::size_t files = raise_file_limit();
  if (files >= limits.all + kOthers) return limits;
  const std::size_t possible = files > 2 * kOthers ? files - kOthers : kOthers;
  log_warning(
      "this process may open {} files, so it takes {} connections, not {}: more need a higher limit (ulimit -n, "
      "LimitNOFILE)",
      files, possible, limits.all);
  limits.all = possible;
  return limits;
}

/// Whether other processes play the same games.
bool shared(const ServerSettings& settings) {
  return settings.shared || !settings.db.empty();
}

class ServerOnAsio : public Server {
 public:
  /// `lock`: where the games are in a folder.
  ServerOnAsio(const Catalogue& catalogue, const ServerSettings& settings, std::optional<FolderLock> lock,
               std::unique_ptr<EventStore> store)
      : lock_(std::move(lock)),
        store_(std::move(store)),
        connections_(within_file_limit(settings.limits)),
        proxies_(settings.proxies),
        origins_(settings.origins),
        patience_(settings.patience),
        workers_(std::max(1u, std::thread::hardware_concurrency() - 1)),
        queue_(std::max(2u, std::thread::hardware_concurrency() - 1), kWaiting),
        acceptor_(io_),
        signals_(io_),
        art_(catalogue),
        art_version_(art_version(catalogue)),
        analysis_(catalogue, art_version_),
        new_games_(settings.new_games_an_hour, std::chrono::hours(1)),
        bots_(settings.engines),
        constants_(catalogue, bots_),
        lobby_(io_, workers_, catalogue, *store_, bots_,
               {.bot_delay = settings.bot_delay,
                .art_version = art_version_,
                .keep_idle = settings.keep_idle,
                .shared = shared(settings),
                .claim_after = settings.claim_after,
                .rehearsed = settings.rehearsed}),
        accounts_(io_, lobby_, *store_, settings.accounts, shared(settings)),
        services_{lobby_,       art_,     analysis_,  reviews_,  accounts_,
                  new_games_,   web_,     constants_, queue_,    connections_.analyses,
                  connections_, proxies_, origins_,   patience_, settings.log_requests} {}

  ~ServerOnAsio() override {
    bots_.stop();
    queue_.end();
    workers_.stop();
    workers_.join();
  }

  Result<void> listen(const std::string& host, uint16_t port) {
    boost::system::error_code error;
    tcp::resolver resolver(io_);
    const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::passive, error);
    if (error || found.empty())
      return trouble(fmt::format("'{}' is no address of this machine", host),
                     "--host 127.0.0.1, or --host 0.0.0.0 for all addresses");
    const tcp::endpoint endpoint = found.begin()->endpoint();
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error == asio::error::address_in_use)
      return trouble(
          fmt::format("port {} is taken: another program, or another bastide, listens there", port),
          fmt::format("to end that program, or another port: bastide serve --port {}", port < 65535 ? port + 1 : 8080));
    if (error == asio::error::access_denied)
      return trouble(fmt::format("this user may not use port {}", port), "a port from 1024 on, such as --port 8080");
    if (error)
      return trouble(fmt::format("{} port {} cannot be used: {}", host, port, error.message()),
                     "an address of this machine and a free port");
    return lobby_.resume();
  }

  uint16_t port() const override { return acceptor_.local_endpoint().port(); }

  void run() override {
    start(io_, accept());
    io_.run();
    // Closed: what is under way (commits, goodbyes) ends by itself; connections that hang are not waited for.
    io_.restart();
    io_.run_for(kGrace);
    if (connections_.size() > 0) log_warning("{} connections did not end in time", connections_.size());
  }

  void stop() override {
    asio::post(io_, [this] { close(); });
  }

  void stop_on_signals() override {
    signals_.add(SIGINT);
    signals_.add(SIGTERM);
    signals_.async_wait([this](boost::system::error_code error, int) {
      if (error) return;
      log_info("stopping; every game is on the disk");
      close();
    });
  }

 private:
  asio::awaitable<void> accept() {
    for (;;) {
      auto [error, socket] = co_await acceptor_.async_accept(asio::as_tuple(asio::use_awaitable));
      if (!acceptor_.is_open()) co_return;
      if (error) {  // such as no file descriptors left: that passes
        log_warning("a connection could not be taken: {}", error.message());
        asio::steady_timer pause(io_, std::chrono::milliseconds(200));
        co_await wait(pause);
        continue;
      }
      take(std::move(socket));
    }
  }

  /// Serves a connection, or closes it where it is one too many.
  void take(tcp::socket socket) {
    boost::system::error_code unknown;
    const auto peer = socket.remote_endpoint(unknown);
    if (unknown) return;
    if (connections_.full()) return tell_of_refusals("all connections are taken");
    const std::string address = counted_peer(proxies_, peer.address());
    auto held = connections_.of_address.take(address);
    if (!held) return tell_of_refusals(address + " has as many connections as one address may have");
    auto serve = serve_connection(services_, connections_, std::move(socket), std::move(*held));
    start(io_, std::move(serve), log_mistake);
  }

  /// Once a minute: who floods the server shall not flood the log.
  void tell_of_refusals(const std::string& why) {
    const auto now = std::chrono::steady_clock::now();
    if (now < tell_again_) return;
    tell_again_ = now + std::chrono::minutes(1);
    log_warning("a connection is refused: {}; others may be, without a word here for a minute", why);
  }

  void close() {
    if (connections_.closing()) return;
    boost::system::error_code ignored;
    signals_.cancel(ignored);
    acceptor_.close(ignored);
    lobby_.stop();
    accounts_.stop();
    connections_.close_all();
    io_.stop();
  }

  const std::optional<FolderLock> lock_;
  std::unique_ptr<EventStore> store_;
  Connections connections_;  // before io_: connections that hang end with it
  const TrustedProxies proxies_;
  const AllowedOrigins origins_;
  const Patience patience_;
  asio::io_context io_{1};
  asio::thread_pool workers_;  ///< of the bots
  FairQueue queue_;            ///< of requests
  tcp::acceptor acceptor_;
  asio::signal_set signals_;
  std::chrono::steady_clock::time_point tell_again_;
  ArtPages art_;
  std::string art_version_;
  AnalysisPages analysis_;
  ReviewPages reviews_;
  TryLimit new_games_;
  WebFiles web_;
  Bots bots_;
  Constants constants_;
  Lobby lobby_;
  Accounts accounts_;
  Services services_;
};

}  // namespace

Result<std::unique_ptr<Server>> Server::open(const Catalogue& catalogue, ServerSettings settings) {
  init_secrets();
  std::optional<FolderLock> lock;
  std::unique_ptr<EventStore> store;
  if (settings.db.empty()) {
    BASTIDE_TRY(auto taken, FolderLock::take(settings.folder, settings.shared));
    lock.emplace(std::move(taken));
    BASTIDE_TRY(store, open_sqlite_store(settings.folder + "/games.sqlite", {.shared = settings.shared}));
  } else {
    BASTIDE_TRY(store, open_postgresql_store(settings.db, settings.nats));
  }
  auto server = std::make_unique<ServerOnAsio>(catalogue, settings, std::move(lock), std::move(store));
  BASTIDE_CHECK(server->listen(settings.host, settings.port));
  return server;
}

}  // namespace bastide
