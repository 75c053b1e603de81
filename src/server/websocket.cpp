// Reading plays, writing updates. One coroutine reads, another writes; neither trusts what comes in.
#include "server/websocket.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <deque>

#include "server/schema.h"

namespace bastide {

namespace beast = boost::beast;
namespace json = boost::json;
namespace websocket = beast::websocket;

namespace {

constexpr std::size_t kMessageBytes = 8 * 1024;        ///< of one incoming message
constexpr std::size_t kQueuedBytes = 8 * 1024 * 1024;  ///< outgoing; who reads so slowly may reconnect
constexpr int kBadMessages = 20;                       ///< then the connection ends
constexpr double kBurst = 60, kPerSecond = 15;         ///< incoming messages

constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);

class Session : public Watcher, public std::enable_shared_from_this<Session> {
 public:
  Session(Services& services, beast::tcp_stream stream, RoomPtr room)
      : services_(services), room_(std::move(room)), stream_(std::move(stream)), news_(stream_.get_executor()) {}

  void send(Text message) override {
    if (ending_) return;
    queued_bytes_ += message->size();
    queue_.push_back(std::move(message));
    if (queued_bytes_ > kQueuedBytes) return end(websocket::close_code::try_again_later, "too slow");
    news_.cancel_one();
  }

  /// The writer says goodbye when it has sent what waits.
  void end(websocket::close_code code, const char* reason) {
    if (ending_) return;
    ending_ = true;
    goodbye_ = {code, reason};
    news_.cancel_one();
  }

  asio::awaitable<void> run(HttpRequest request, int since) {
    stream_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    stream_.read_message_max(kMessageBytes);
    stream_.auto_fragment(false);
    beast::get_lowest_layer(stream_).expires_never();  // the WebSocket has its own
    const auto [error] = co_await stream_.async_accept(request, kQuiet);
    if (error) co_return;
    services_.lobby.enter(room_, *this, since);
    asio::co_spawn(
        stream_.get_executor(), [self = shared_from_this()] { return self->write(); }, asio::detached);
    std::exception_ptr failed;
    try {
      co_await read();
    } catch (...) {
      failed = std::current_exception();
    }
    services_.lobby.leave(room_, *this);
    ending_ = true;
    news_.cancel_one();
    if (failed) std::rethrow_exception(failed);
  }

 private:
  asio::awaitable<void> write() {
    for (;;) {
      while (!queue_.empty()) {
        const Text message = queue_.front();
        queue_.pop_front();
        queued_bytes_ -= message->size();
        stream_.text(true);
        const auto [error, size] = co_await stream_.async_write(asio::buffer(*message), kQuiet);
        if (error) co_return;
      }
      if (ending_) break;
      co_await news_.async_wait(kQuiet);
    }
    co_await stream_.async_close(goodbye_, kQuiet);
  }

  asio::awaitable<void> read() {
    beast::flat_buffer buffer;
    for (;;) {
      const auto [error, size] = co_await stream_.async_read(buffer, kQuiet);
      if (error) co_return;
      if (ending_) {  // only the other side's goodbye is still of interest
        buffer.clear();
        continue;
      }
      if (!may_speak()) {
        end(websocket::close_code::policy_error, "too many messages");
        continue;
      }
      const std::string text = beast::buffers_to_string(buffer.data());
      const bool is_text = stream_.got_text();
      buffer.clear();
      co_await take(text, is_text);
    }
  }

  /// A bucket of messages that fills with time.
  bool may_speak() {
    const auto now = std::chrono::steady_clock::now();
    allowance_ = std::min(kBurst, allowance_ + kPerSecond * std::chrono::duration<double>(now - heard_).count());
    heard_ = now;
    if (allowance_ < 1) return false;
    allowance_ -= 1;
    return true;
  }

  asio::awaitable<void> take(const std::string& text, bool is_text) {
    const auto message = is_text ? read_message("ClientMessage", text) : failure("this is no text");
    if (!message) {
      refuse_message(message.error(), std::nullopt);
      if (++bad_ >= kBadMessages) end(websocket::close_code::policy_error, "too many bad messages");
      co_return;
    }
    if (message->at("type").as_string() == "ping") {
      static const auto pong = std::make_shared<const std::string>(R"({"type":"pong"})");
      send(pong);
      co_return;
    }
    const auto ref = message->at("ref").to_number<int64_t>();
    const auto seq = message->at("seq").to_number<int>();
    std::vector<std::string> moves;
    for (const json::value& move : message->at("moves").as_array()) moves.emplace_back(move.as_string());
    const auto refused = co_await services_.lobby.play(room_, seat, seq, std::move(moves));
    if (refused) refuse_message(*refused, ref);
  }

  void refuse_message(const Error& error, std::optional<int64_t> ref) {
    json::object o{{"type", "refused"}, {"error", error_json(error)}};
    if (ref) o["ref"] = *ref;
    std::string message = json::serialize(o);
    message.pop_back();
    message += ",\"turn\":" + *services_.lobby.turn_text(*room_, seat) + "}";
    send(std::make_shared<const std::string>(std::move(message)));
  }

  Services& services_;
  RoomPtr room_;
  websocket::stream<beast::tcp_stream> stream_;
  asio::steady_timer news_{stream_.get_executor(), asio::steady_timer::time_point::max()};
  std::deque<Text> queue_;
  std::size_t queued_bytes_ = 0;
  bool ending_ = false;
  websocket::close_reason goodbye_{websocket::close_code::normal};
  int bad_ = 0;
  double allowance_ = kBurst;
  std::chrono::steady_clock::time_point heard_ = std::chrono::steady_clock::now();
};

}  // namespace

asio::awaitable<void> serve_websocket(Services& services, Connections& connections, beast::tcp_stream stream,
                                      HttpRequest request, RoomPtr room, int seat, int since) {
  const auto session = std::make_shared<Session>(services, std::move(stream), std::move(room));
  session->seat = seat;
  const Connections::Entry entry(connections,
                                 [session] { session->end(websocket::close_code::going_away, "the server stops"); });
  co_await session->run(std::move(request), since);
}

}  // namespace bastide
