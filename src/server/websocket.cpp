// Reading plays, writing updates. One coroutine reads, another writes; neither trusts what comes in.
#include "server/websocket.h"

#include <fmt/format.h>

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>

#include "game/json_texts.h"
#include "server/accounts.h"
#include "server/async.h"
#include "server/schema.h"

namespace bastide {

namespace beast = boost::beast;
namespace json = boost::json;
namespace websocket = beast::websocket;

namespace {

constexpr std::size_t kMessageBytes = 8 * 1024;        ///< of one incoming message
constexpr std::size_t kQueuedBytes = 8 * 1024 * 1024;  ///< outgoing; who reads so slowly may reconnect
constexpr int kBadMessages = 20;                       ///< then the connection ends
constexpr double kBurst = 120, kPerSecond = 30;        ///< incoming messages, pings and pongs
constexpr double kBurstBytes = 128 * 1024, kBytesPerSecond = 16 * 1024;

/// A game's messages are alike: a window of 2 KB sends a third of their bytes and takes 30 KB of memory a socket,
/// buffers included; all of zlib's 256 KB would send a tenth.
websocket::permessage_deflate compression() {
  websocket::permessage_deflate how;
  how.server_enable = true;
  how.server_max_window_bits = 11;
  how.client_max_window_bits = 9;  // what comes in is short
  how.compLevel = 6;
  how.memLevel = 3;
  how.msg_size_threshold = 200;
  return how;
}

constexpr double kTalkBurst = 5, kTalkPerSecond = 0.5;  ///< of what is said to all

class Session : public Watcher, public std::enable_shared_from_this<Session> {
 public:
  Session(Services& services, Connections& connections, Stream stream, std::string game, CountOfEach::Held held)
      : services_(services),
        game_(std::move(game)),
        connections_(connections),
        held_(std::move(held)),
        stream_(std::move(stream)),
        entry_(
            connections, [this] { end(websocket::close_code::going_away, "the server stops"); }, [this] { drop(); }) {}

  void dismiss(Text last) override {
    if (!last) return end(websocket::close_code::policy_error, "signed out");
    forget();
    send(std::move(last));
    end(websocket::close_code::policy_error, "taken off", true);
  }

  void send(Text message) override {
    if (ending_) return;
    queue_.push_back(std::move(message));
    entry_.queue(queue_.back()->size());
    if (entry_.queued() > kQueuedBytes) return end(websocket::close_code::try_again_later, "too slow");
    news_.cancel_one();
  }

  /// Of a coroutine's parameters one is the session itself, so that it lives as long.
  asio::awaitable<void> run(std::shared_ptr<Session> /*self*/, std::unique_ptr<HttpRequest> request) {
    stream_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    stream_.read_message_max(0);  // read() looks after that: Beast would hang up without hearing who still writes
    stream_.set_option(compression());
    stream_.auto_fragment(false);
    stream_.control_callback([this](websocket::frame_type kind, std::string_view) {
      if (kind == websocket::frame_type::pong && asked_ != Lobby::Time{})
        lag = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                    std::exchange(asked_, Lobby::Time{}));
      if (kind != websocket::frame_type::close) hear();
    });
    auto& below = beast::get_lowest_layer(stream_);
    below.expires_never();  // the WebSocket has its own
    below.rate_policy().limit(Bucket(kBurstBytes, kBytesPerSecond), [this] {
      asio::post(stream_.get_executor(), [self = shared_from_this()] { self->drop(); });
    });
    const auto [error] = co_await stream_.async_accept(*request, kQuiet);
    request.reset();
    if (error || ending_) co_return;
    expect_hello();
    start(stream_.get_executor(), write(shared_from_this()));
    std::exception_ptr failed;
    try {
      co_await read();
    } catch (...) {
      failed = std::current_exception();
    }
    if (room_) services_.lobby.leave(room_, *this);
    drop();
    if (failed) std::rethrow_exception(failed);
  }

 private:
  /// The writer says goodbye when it has sent what waits; the other side is not waited for for long.
  void end(websocket::close_code code, const char* reason, bool last_words = false) {
    if (ending_) return;
    ending_ = true;
    goodbye_ = {code, reason};
    if (code != websocket::close_code::going_away && !last_words) forget();
    news_.cancel_one();
    deadline_.expires_after(services_.patience.goodbye);
    deadline_.async_wait([self = weak_from_this()](boost::system::error_code ended) {
      const auto session = self.lock();
      if (session && !ended) session->drop();
    });
  }

  /// Gives up what waits to be sent.
  void forget() {
    queue_.clear();
    entry_.sent(entry_.queued());
  }

  /// At once: reader and writer end with an error.
  void drop() {
    ending_ = true;
    forget();
    beast::get_lowest_layer(stream_).close();
    news_.cancel_one();
    deadline_.cancel();
  }

  asio::awaitable<void> write(std::shared_ptr<Session> /*self*/) {
    for (;;) {
      while (!queue_.empty()) {
        const Text message = queue_.front();
        queue_.pop_front();
        stream_.text(true);
        const auto [error, size] = co_await stream_.async_write(asio::buffer(*message), kQuiet);
        entry_.sent(message->size());
        if (error) co_return;
      }
      if (!ending_ && !co_await measure_lag()) co_return;
      if (!queue_.empty()) continue;
      if (ending_) break;
      co_await wait(news_);
    }
    co_await stream_.async_close(goodbye_, kQuiet);
  }

  /// How long it takes there and back, for who plays by a clock. False: the connection is gone.
  asio::awaitable<bool> measure_lag() {
    constexpr std::chrono::seconds kApart{5};
    const Lobby::Time now = std::chrono::steady_clock::now();
    if (!timed || now < measured_ + kApart) co_return true;
    measured_ = asked_ = now;
    const auto [error] = co_await stream_.async_ping({}, kQuiet);
    co_return !error;
  }

  asio::awaitable<void> read() {
    beast::flat_buffer buffer;
    for (;;) {
      const auto [error, size] = co_await stream_.async_read_some(buffer, kMessageBytes + 1 - buffer.size(), kQuiet);
      if (error) co_return;
      if (buffer.size() > kMessageBytes) end(websocket::close_code::too_big, "too large");
      if (ending_) {  // only the other side's goodbye is still of interest
        buffer.clear();
        continue;
      }
      if (!stream_.is_message_done()) continue;
      if (!hear()) continue;
      const std::string text = beast::buffers_to_string(buffer.data());
      const bool is_text = stream_.got_text();
      buffer.clear();
      co_await take(text, is_text);
    }
  }

  /// Counts a message or a control frame. False: the connection ends, as they are too many.
  bool hear() {
    if (ending_ || allowance_.take(1)) return !ending_;
    end(websocket::close_code::policy_error, "too many messages");
    return false;
  }

  /// Who says nothing is not waited for.
  void expect_hello() {
    deadline_.expires_after(services_.patience.header);
    deadline_.async_wait([self = weak_from_this()](boost::system::error_code said) {
      const auto session = self.lock();
      if (session && !said && !session->room_) session->end(websocket::close_code::policy_error, "no hello");
    });
  }

  asio::awaitable<void> take(const std::string& text, bool is_text) {
    if (text == R"({"type":"ping"})" && is_text) {  // the most frequent one
      static const auto pong = std::make_shared<const std::string>(R"({"type":"pong"})");
      send(pong);
      co_return;
    }
    const auto message = is_text ? read_message("ClientMessage", text) : failure("this is no text");
    if (!message) co_return refuse_bad(message.error());
    const auto& type = message->at("type").as_string();
    if (type == "hello") co_return co_await greet(*message);
    if (!room_) {
      Error error;
      error.message = "The first message has to be a hello.";
      error.expected = R"({"type":"hello","since":0,"key":"a seat's token, or none"})";
      co_return refuse_bad(error);
    }
    if (type == "try") co_return co_await attempt(*message);
    if (type == "say") co_return co_await talk(*message);
    if (type == "takeback") co_return co_await take_back(*message);
    if (type == "clock") co_return co_await change_clock(*message);
    if (type == "claim") co_return co_await claim(*message);
    co_await play(*message);
  }

  asio::awaitable<void> talk(const json::value& message) {
    const auto ref = message.at("ref").to_number<int64_t>();
    if (!talk_.take(1)) co_return refuse_message(worded(say(services_.lobby.catalogue().phrases, "told.talk")), ref);
    const Outcome outcome = co_await services_.lobby.talk(room_, seat, json::value_to<std::string>(message.at("text")));
    answer_to_wish(outcome, ref);
  }

  asio::awaitable<void> take_back(const json::value& message) {
    const auto ref = message.at("ref").to_number<int64_t>();
    const Outcome outcome = co_await services_.lobby.take_back(room_, seat, here, message.at("seq").to_number<int>(),
                                                               json::value_to<std::string>(message.at("answer")));
    answer_to_wish(outcome, ref);
  }

  asio::awaitable<void> change_clock(const json::value& message) {
    const auto ref = message.at("ref").to_number<int64_t>();
    ClockRequest request;
    request.seq = message.at("seq").to_number<int>();
    request.answer = message.at("answer").as_string();
    if (const json::value* wish = message.as_object().if_contains("wish"))
      request.wish = clock_wish_from(wish->as_object());
    const Outcome outcome = co_await services_.lobby.change_clock(room_, seat, here, std::move(request));
    answer_to_wish(outcome, ref);
  }

  asio::awaitable<void> claim(const json::value& message) {
    const auto ref = message.at("ref").to_number<int64_t>();
    const Outcome outcome = co_await services_.lobby.claim(room_, seat, message.at("seat").to_number<int>(),
                                                           json::value_to<std::string>(message.at("choice")));
    answer_to_wish(outcome, ref);
  }

  /// To what is no play.
  void answer_to_wish(const Outcome& outcome, int64_t ref) {
    if (outcome.kind == Outcome::Kind::accepted) return answer("accepted", ref);
    refuse_message(outcome.error, ref);
  }

  asio::awaitable<void> attempt(const json::value& message) {
    const auto ref = message.at("ref").to_number<int64_t>();
    const TryRequest request{message.at("seq").to_number<int>(), moves_of(message)};
    const auto tried = co_await services_.lobby.attempt(room_, seat, request);
    if (!tried) co_return refuse_message(tried.error(), ref);
    send(std::make_shared<const std::string>(fmt::format(R"({{"type":"tried","ref":{},{})", ref, tried->substr(1))));
  }

  static std::vector<std::string> moves_of(const json::value& message) {
    std::vector<std::string> moves;
    for (const json::value& move : message.at("moves").as_array()) moves.emplace_back(move.as_string());
    return moves;
  }

  asio::awaitable<void> play(const json::value& message) {
    const auto ref = message.at("ref").to_number<int64_t>();
    PlayRequest request;
    request.seq = message.at("seq").to_number<int>();
    request.moves = moves_of(message);
    if (const json::value* id = message.as_object().if_contains("id")) request.id = id->as_string();
    request.late = [self = shared_from_this(), ref] { self->answer("waiting", ref); };
    const Lobby::Time since = std::chrono::steady_clock::now();
    const Outcome outcome = co_await services_.lobby.play(room_, seat, std::move(request));
    Totals& totals = services_.lobby.totals();
    totals.plays.add(std::chrono::steady_clock::now() - since);
    switch (outcome.kind) {
      case Outcome::Kind::accepted:
        ++totals.plays_accepted;
        answer("accepted", ref);
        break;
      case Outcome::Kind::refused:
        ++totals.plays_refused;
        refuse_message(outcome.error, ref);
        break;
      case Outcome::Kind::unknown:
        ++totals.plays_unknown;
        answer("unknown", ref, &outcome.error);
        break;
    }
  }

  asio::awaitable<void> greet(const json::value& hello) {
    if (room_) co_return refuse_bad(failure("Hello has been said already.").value());
    deadline_.cancel();
    Keys keys;
    if (const json::value* key = hello.as_object().if_contains("key")) keys.tokens.emplace_back(key->as_string());
    if (const json::value* others = hello.as_object().if_contains("also"))
      for (const json::value& key : others->as_array()) keys.tokens.emplace_back(key.as_string());
    SignedIn who;
    if (const json::value* token = hello.as_object().if_contains("session")) {
      const auto found = co_await services_.accounts.who(json::value_to<std::string>(*token));
      if (ending_) co_return;
      if (!found) co_return end(websocket::close_code::try_again_later, "this game cannot be read now");
      who = *found;
      auto held = connections_.of_account.take(who.account);
      if (!held) co_return end(websocket::close_code::try_again_later, "this account has too many games open");
      held_by_account_ = std::move(*held);
    }
    keys.account = who.account;
    const std::string key = keys.tokens.empty() ? "" : keys.tokens.front();
    auto visit = co_await services_.lobby.visit(game_, std::move(keys));
    if (ending_) co_return;
    if (!key.empty() && (visit ? visit->seat < 0 : visit.error().status == 403))
      if (Text last = co_await services_.lobby.told_taken_off(game_, key)) co_return dismiss(std::move(last));
    if (ending_) co_return;
    if (!visit && visit.error().status < 500)
      co_return end(websocket::close_code::policy_error, "this game is for those who have its link");
    if (!visit) co_return end(websocket::close_code::try_again_later, "this game cannot be read now");
    if (const json::value* wanted = hello.as_object().if_contains("seat")) visit->sit(wanted->to_number<int>());
    room_ = visit->room;
    if (visit->by_session) by_session = who.session;
    services_.lobby.enter(*visit, *this, hello.at("since").to_number<int>());
  }

  /// To a play, but for refusals.
  void answer(std::string_view type, int64_t ref, const Error* error = nullptr) {
    json::object o{{"type", type}, {"ref", ref}};
    if (error != nullptr) o["error"] = error_json(*error);
    send(std::make_shared<const std::string>(json::serialize(o)));
  }

  void refuse_bad(const Error& error) {
    refuse_message(error, std::nullopt);
    if (++bad_ >= kBadMessages) end(websocket::close_code::policy_error, "too many bad messages");
  }

  void refuse_message(const Error& error, std::optional<int64_t> ref) {
    json::object o{{"type", "refused"}, {"error", error_json(error)}};
    if (ref) o["ref"] = *ref;
    std::string message = json::serialize(o);
    message.pop_back();
    message += ",\"turn\":" + (room_ ? *services_.lobby.turn_text(*room_, seat) : "null") + "}";
    send(std::make_shared<const std::string>(std::move(message)));
  }

  Services& services_;
  std::string game_;
  Connections& connections_;
  CountOfEach::Held held_, held_by_account_;
  RoomPtr room_;  ///< none before the hello
  websocket::stream<Stream> stream_;
  Connections::Entry entry_;
  asio::steady_timer news_{stream_.get_executor(), asio::steady_timer::time_point::max()};
  asio::steady_timer deadline_{stream_.get_executor()};  ///< for the hello, for the end
  std::deque<Text> queue_;
  bool ending_ = false;
  websocket::close_reason goodbye_{websocket::close_code::normal};
  int bad_ = 0;
  Lobby::Time measured_{}, asked_{};  ///< when a ping went out; and which is not answered yet
  Bucket allowance_{kBurst, kPerSecond}, talk_{kTalkBurst, kTalkPerSecond};
};

}  // namespace

void start_websocket(Services& services, Connections& connections, Stream stream, HttpRequest request, std::string game,
                     CountOfEach::Held held) {
  const auto& executor = stream.get_executor();
  const auto session =
      std::make_shared<Session>(services, connections, std::move(stream), std::move(game), std::move(held));
  start(executor, session->run(session, std::make_unique<HttpRequest>(std::move(request))), log_mistake);
}

}  // namespace bastide
