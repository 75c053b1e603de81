#include "cli/load_client.h"

#include <fmt/core.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/rate_policy.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/json.hpp>
#include <deque>
#include <limits>
#include <stdexcept>
#include <utility>

#include "server/async.h"

namespace bastide::cli {

namespace beast = boost::beast;
namespace http = beast::http;
namespace json = boost::json;
namespace websocket = beast::websocket;

namespace {

constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);

/// Counts what travels, as it travels.
class Counter {
 public:
  void count_in(LoadTally& tally) { tally_ = &tally; }

 private:
  friend class beast::rate_policy_access;
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  std::size_t available_read_bytes() const noexcept { return kAll; }
  std::size_t available_write_bytes() const noexcept { return kAll; }
  void transfer_read_bytes(std::size_t count) noexcept {
    if (tally_ != nullptr) tally_->received += static_cast<int64_t>(count);
  }
  void transfer_write_bytes(std::size_t count) noexcept {
    if (tally_ != nullptr) tally_->sent += static_cast<int64_t>(count);
  }
  void on_timer() const noexcept {}

  LoadTally* tally_ = nullptr;
};

using CountedStream = beast::basic_stream<asio::ip::tcp, asio::any_io_executor, Counter>;

class BeastSocket : public LoadSocket, public std::enable_shared_from_this<BeastSocket> {
 public:
  BeastSocket(const asio::any_io_executor& executor, LoadTally& tally) : stream_(executor), tally_(tally) {}

  asio::awaitable<void> open(asio::ip::tcp::endpoint server, std::string game, std::string token,
                             OnMessage on_message) override {
    on_message_ = std::move(on_message);
    auto& below = stream_.next_layer();
    below.expires_never();
    co_await below.async_connect(server, asio::use_awaitable);
    below.socket().set_option(asio::ip::tcp::no_delay(true));
    websocket::permessage_deflate as_browsers_do;
    as_browsers_do.client_enable = true;
    as_browsers_do.msg_size_threshold = 200;
    stream_.set_option(as_browsers_do);
    stream_.read_message_max(16u << 20);
    stream_.auto_fragment(false);
    co_await stream_.async_handshake(fmt::format("localhost:{}", server.port()), "/ws?game=" + game,
                                     asio::use_awaitable);
    below.rate_policy().count_in(tally_);
    send(fmt::format(R"({{"type":"hello","since":0,"key":"{}"}})", token));
    start(stream_.get_executor(), listen(shared_from_this()));
  }

  void send(std::string text) override {
    outbox_.push_back(std::move(text));
    if (outbox_.size() > 1) return;  // the writer is at work
    start(stream_.get_executor(), write(shared_from_this()));
  }

  void close() override {
    closing_ = true;
    stream_.next_layer().close();
  }

 private:
  // Their parameter is the socket itself, so that it lives as long.

  asio::awaitable<void> listen(std::shared_ptr<BeastSocket> /*self*/) {
    beast::flat_buffer buffer;
    for (;;) {
      const auto [error, size] = co_await stream_.async_read(buffer, kQuiet);
      if (error) {
        if (closing_) co_return;
        ++tally_.lost;
        tally_.reason = fmt::format("closed with {} {}", stream_.reason().code, stream_.reason().reason.c_str());
        co_return;
      }
      ++tally_.messages;
      on_message_({static_cast<const char*>(buffer.data().data()), buffer.data().size()});
      buffer.clear();
      buffer.shrink_to_fit();  // thousands of these are open
    }
  }

  asio::awaitable<void> write(std::shared_ptr<BeastSocket> /*self*/) {
    while (!outbox_.empty()) {
      const auto [error, size] = co_await stream_.async_write(asio::buffer(outbox_.front()), kQuiet);
      if (error) co_return;  // the reader tells
      outbox_.pop_front();
    }
  }

  websocket::stream<CountedStream> stream_;
  LoadTally& tally_;
  OnMessage on_message_;
  std::deque<std::string> outbox_;
  bool closing_ = false;
};

class BeastMaker : public GameMaker {
 public:
  BeastMaker(const asio::any_io_executor& executor, asio::ip::tcp::endpoint server, std::string preset)
      : socket_(executor), server_(std::move(server)), preset_(std::move(preset)) {}

  asio::awaitable<MadeGame> game() override {
    if (!socket_.is_open()) co_await socket_.async_connect(server_, asio::use_awaitable);
    http::request<http::string_body> request(http::verb::post, "/api/games", 11);
    request.set(http::field::host, fmt::format("localhost:{}", server_.port()));
    request.set(http::field::content_type, "application/json");
    request.body() = fmt::format(R"({{"preset":"{}","seats":[{{"kind":"me"}},{{"kind":"me"}}]}})", preset_);
    request.prepare_payload();
    co_await http::async_write(socket_, request, asio::use_awaitable);
    http::response<http::string_body> response;
    co_await http::async_read(socket_, buffer_, response, asio::use_awaitable);
    if (!response.keep_alive()) socket_.close();
    if (response.result() != http::status::ok)
      throw std::runtime_error(fmt::format("the server makes no game: {}", response.body().substr(0, 300)));
    const json::value made = json::parse(response.body());
    MadeGame game{json::value_to<std::string>(made.at("game")), {}};
    for (const json::value& seat : made.at("seats").as_array())
      game.tokens.push_back(json::value_to<std::string>(seat.at("token")));
    co_return game;
  }

 private:
  asio::ip::tcp::socket socket_;
  beast::flat_buffer buffer_;
  const asio::ip::tcp::endpoint server_;
  const std::string preset_;
};

}  // namespace

std::shared_ptr<LoadSocket> LoadSocket::make(const asio::any_io_executor& executor, LoadTally& tally) {
  return std::make_shared<BeastSocket>(executor, tally);
}

std::unique_ptr<GameMaker> GameMaker::make(const asio::any_io_executor& executor, asio::ip::tcp::endpoint server,
                                           std::string preset) {
  return std::make_unique<BeastMaker>(executor, std::move(server), std::move(preset));
}

}  // namespace bastide::cli
