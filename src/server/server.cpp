// Puts the parts together, opens and closes the doors.
#include "server/server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

#include "server/http.h"
#include "server/secrets.h"

namespace bastide {
namespace {

using asio::ip::tcp;
constexpr std::chrono::seconds kGrace{3};  ///< for connections to say goodbye

tl::unexpected<Error> trouble(std::string message, std::string expected, std::string source = {}) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.source = std::move(source);
  return tl::unexpected<Error>(std::move(error));
}

/// Holds the folder for this process until it ends, however it ends.
class FolderLock {
 public:
  static Result<FolderLock> take(const std::string& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
      return trouble(fmt::format("the folder for the games cannot be made: {}", failed.message()),
                     "a folder that this user may write: --games DIR", folder);
    FolderLock lock;
    const std::string file = folder + "/lock";
    lock.file_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock.file_ < 0)
      return trouble(fmt::format("the folder for the games cannot be written: {}", std::strerror(errno)),
                     "a folder that this user may write: --games DIR", folder);
    if (::flock(lock.file_, LOCK_EX | LOCK_NB) != 0)
      return trouble("another server uses this folder", "to end that one, or another folder: --games DIR", folder);
    return lock;
  }
  FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock() {
    if (file_ >= 0) ::close(file_);
  }

 private:
  FolderLock() = default;
  int file_ = -1;
};

class ServerOnAsio : public Server {
 public:
  ServerOnAsio(const Catalogue& catalogue, const ServerSettings& settings, FolderLock lock,
               std::unique_ptr<EventStore> store)
      : lock_(std::move(lock)),
        store_(std::move(store)),
        connections_(settings.most_connections),
        workers_(std::max(1u, std::thread::hardware_concurrency() - 1)),
        acceptor_(io_),
        signals_(io_),
        art_(catalogue),
        art_version_(art_version(catalogue)),
        analysis_(catalogue, art_version_),
        new_games_(settings.new_games_an_hour),
        lobby_(io_, workers_, catalogue, *store_,
               {.bot_delay = settings.bot_delay, .art_version = art_version_, .keep_idle = settings.keep_idle}),
        services_{lobby_, art_, analysis_, new_games_, web_, workers_} {}

  ~ServerOnAsio() override {
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
    asio::co_spawn(io_, accept(), asio::detached);
    io_.run();
    // Closed: what is under way (commits, goodbyes) ends by itself; connections that hang are not waited for.
    io_.restart();
    io_.run_for(kGrace);
  }

  void stop() override {
    asio::post(io_, [this] { close(); });
  }

  void stop_on_signals() override {
    signals_.add(SIGINT);
    signals_.add(SIGTERM);
    signals_.async_wait([this](boost::system::error_code error, int) {
      if (error) return;
      spdlog::info("stopping; every game is on the disk");
      close();
    });
  }

 private:
  asio::awaitable<void> accept() {
    for (;;) {
      auto [error, socket] = co_await acceptor_.async_accept(asio::as_tuple(asio::use_awaitable));
      if (!acceptor_.is_open()) co_return;
      if (error) {  // such as no file descriptors left: that passes
        spdlog::warn("a connection could not be taken: {}", error.message());
        asio::steady_timer pause(io_, std::chrono::milliseconds(200));
        co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
        continue;
      }
      if (connections_.full()) continue;  // and closes it
      asio::co_spawn(io_, serve_connection(services_, connections_, std::move(socket)),
                     [](const std::exception_ptr& failed) {
                       try {
                         if (failed) std::rethrow_exception(failed);
                       } catch (const std::exception& mistake) {
                         spdlog::error("a connection failed: {}", mistake.what());
                       }
                     });
    }
  }

  void close() {
    if (connections_.closing()) return;
    boost::system::error_code ignored;
    signals_.cancel(ignored);
    acceptor_.close(ignored);
    lobby_.stop();
    connections_.close_all();
    io_.stop();
  }

  FolderLock lock_;
  std::unique_ptr<EventStore> store_;
  Connections connections_;  // before io_: connections that hang end with it
  asio::io_context io_{1};
  asio::thread_pool workers_;
  tcp::acceptor acceptor_;
  asio::signal_set signals_;
  ArtPages art_;
  std::string art_version_;
  AnalysisPages analysis_;
  NewGameLimit new_games_;
  WebFiles web_;
  Lobby lobby_;
  Services services_;
};

}  // namespace

Result<std::unique_ptr<Server>> Server::open(const Catalogue& catalogue, ServerSettings settings) {
  init_secrets();
  auto lock = FolderLock::take(settings.folder);
  if (!lock) return tl::unexpected<Error>(lock.error());
  auto store = open_sqlite_store(settings.folder + "/games.sqlite");
  if (!store) return tl::unexpected<Error>(store.error());
  auto server = std::make_unique<ServerOnAsio>(catalogue, settings, std::move(*lock), std::move(*store));
  if (auto listening = server->listen(settings.host, settings.port); !listening)
    return tl::unexpected<Error>(listening.error());
  return server;
}

}  // namespace bastide
