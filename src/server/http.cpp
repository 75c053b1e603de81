// Reads requests within limits of size and time, writes answers with the headers that keep browsers safe.
#include "server/http.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <cctype>

#include "server/async.h"
#include "server/bot_stream.h"
#include "server/header_text.h"
#include "server/log.h"
#include "server/secrets.h"
#include "server/websocket.h"

namespace bastide {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

constexpr std::size_t kHeaderBytes = 16 * 1024;  // a list of two hundred tokens is 5 KB
constexpr std::size_t kBodyBytes = 64 * 1024;
constexpr std::size_t kAtOnce = 16 * 1024;        ///< compressed in half a millisecond
constexpr std::size_t kLingerBytes = 256 * 1024;  ///< of a request that was refused: read and thrown away

using Parser = http::request_parser<http::string_body>;
using Response = http::response<http::span_body<const char>>;

std::string_view plain(beast::string_view text) {
  return {text.data(), text.size()};
}

/// How an answer travels to who asked.
Coding coding_of(const Answer& answer, const HttpRequest& request) {
  return answer.body->sent_as(coding_for(plain(request[http::field::accept_encoding])));
}

/// Of the body in a coding: each has its own.
std::string coded_etag(const Answer& answer, Coding coding) {
  if (answer.etag.empty() || coding == Coding::none) return answer.etag;
  return fmt::format("{}-{}\"", std::string_view(answer.etag).substr(0, answer.etag.size() - 1), name_of(coding));
}

/// REQUIRES: `answer` outlives the response.
Response to_response(const Answer& answer, const HttpRequest& request) {
  const Coding coding = coding_of(answer, request);
  const std::string etag = coded_etag(answer, coding);
  const bool unchanged = answer.status == 200 && !etag.empty() && request[http::field::if_none_match] == etag;
  Response response{unchanged ? http::status::not_modified : http::int_to_status(static_cast<unsigned>(answer.status)),
                    request.version()};
  response.set(http::field::server, "bastide");
  response.set(http::field::cache_control, answer.cache);
  if (!etag.empty()) response.set(http::field::etag, etag);
  response.set(http::field::vary, "Accept-Encoding");
  if (!answer.allow.empty()) response.set(http::field::allow, answer.allow);
  if (answer.retry_after > 0) response.set(http::field::retry_after, std::to_string(answer.retry_after));
  if (answer.status == 401) response.set(http::field::www_authenticate, "Bearer");
  response.set("X-Content-Type-Options", "nosniff");
  // What the rest says is for documents, and as long as a small answer.
  if (!answer.type.starts_with("application/json")) {
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("X-Frame-Options", "DENY");
    response.set(
        "Content-Security-Policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
  }
  response.keep_alive(request.keep_alive());
  if (unchanged) return response;
  response.set(http::field::content_type, answer.type);
  if (coding != Coding::none) response.set(http::field::content_encoding, name_of(coding));
  const std::string_view body = answer.body->as(coding);
  response.content_length(body.size());
  if (request.method() != http::verb::head) response.body() = beast::span<const char>(body.data(), body.size());
  return response;
}

/// What went wrong with reading a request, if anybody is there to hear it.
std::optional<Answer> answer_to(beast::error_code error) {
  if (error == http::error::body_limit) return error_answer(413, "This message is too large.", "at most 64 KB");
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return error_answer(431, "These headers are too large.", "at most 16 KB");
  if (error == http::error::end_of_stream || error == http::error::partial_message) return std::nullopt;
  if (error == beast::error::timeout) return std::nullopt;  // the stream is closed
  if (error.category() == http::make_error_code(http::error::bad_method).category())
    return error_answer(400, "This is not HTTP as this server understands it: " + error.message() + ".");
  return std::nullopt;
}

std::size_t count(const HttpRequest& request, http::field name) {
  const auto [begin, end] = request.equal_range(name);
  return std::distance(begin, end);
}

bool expects_continue(const HttpRequest& request) {
  return request.version() >= 11 && beast::iequals(request[http::field::expect], "100-continue");
}

/// What is wrong with a header that can be read.
std::optional<Answer> header_fault(const HttpRequest& request) {
  const std::size_t hosts = count(request, http::field::host);
  if (hosts > 1 || (hosts == 0 && request.version() >= 11))
    return error_answer(400, "A request names the host that it is for, once.", "Host: localhost:8080");
  // Whoever reads another coding as "no body" takes the body for the next request.
  if (const std::size_t codings = count(request, http::field::transfer_encoding); codings > 0) {
    if (codings > 1 || !beast::iequals(request[http::field::transfer_encoding], "chunked"))
      return error_answer(501, "This transfer coding is not understood.",
                          "Transfer-Encoding: chunked, or Content-Length");
    if (request.version() < 11) return error_answer(400, "HTTP/1.0 has no chunks.", "Content-Length");
  }
  if (count(request, http::field::expect) > 0 && request.version() >= 11 && !expects_continue(request))
    return error_answer(417, "This cannot be expected here.", "Expect: 100-continue, or nothing");
  return std::nullopt;
}

bool changes_something(const HttpRequest& request) {
  return request.method() != http::verb::get && request.method() != http::verb::head;
}

/// The token of `Authorization: Bearer TOKEN`; of anything else none.
std::string_view bearer(std::string_view header) {
  constexpr std::string_view kScheme = "Bearer ";
  constexpr std::size_t kLongest = 100;
  if (header.size() < kScheme.size() || !beast::iequals(header.substr(0, kScheme.size()), kScheme)) return {};
  const std::string_view token = trimmed(header.substr(kScheme.size()));
  return token.size() > kLongest ? std::string_view() : token;
}

/// REQUIRES: `request` outlives it.
Request what_counts(const HttpRequest& request) {
  using Method = Request::Method;
  const http::verb verb = request.method();
  const bool get = verb == http::verb::get || verb == http::verb::head;
  return {.method = get                        ? Method::get
                    : verb == http::verb::post ? Method::post
                                               : Method::other,
          .target = plain(request.target()),
          .keys = plain(request["X-Bastide-Keys"]),
          .session = bearer(plain(request[http::field::authorization])),
          .body = request.body()};
}

class HttpConnection {
 public:
  HttpConnection(Services& services, Connections& connections, asio::ip::tcp::socket socket, CountOfEach::Held held)
      : services_(services),
        connections_(connections),
        stream_(std::move(socket)),
        held_(std::move(held)),
        entry_(
            connections, [this] { stream_.cancel(); }, [this] { stream_.close(); }) {
    beast::error_code unknown;
    stream_.socket().set_option(asio::ip::tcp::no_delay(true), unknown);
    const auto peer = stream_.socket().remote_endpoint(unknown);
    if (!unknown) peer_ = peer.address();
    peer_counted_ = counted_peer(services.proxies, peer_);
  }

  // No co_await stands behind || or in ?: here: GCC 12 runs it in any case, or destroys what it gave twice.
  asio::awaitable<void> run() {
    for (;;) {
      auto answer = co_await read_request();
      if (!answer && !whole_) co_return;
      if (!answer && !may_act())
        answer = error_answer(403, "A page of another site may not act here.",
                              "a page of this server; its operator allows others with --origin");
      if (!answer && beast::websocket::is_upgrade(request_)) {
        if (co_await upgrade()) co_return;
        break;
      }
      if (!answer && request_.method() == http::verb::get) {
        const auto target = parse_target(plain(request_.target()));
        if (target && is_bot_stream(*target)) {
          if (co_await stream_lines(*target)) co_return;
          break;
        }
      }
      request_.keep_alive(!answer && request_.keep_alive() && !connections_.closing());
      if (!answer) answer = co_await answer_safely();
      const bool written = co_await write(*answer);
      if (!written || !request_.keep_alive() || connections_.closing()) break;
      const bool more = co_await arrives();
      if (!more) co_return;
    }
    co_await linger();
  }

 private:
  /// The first byte of another request. False: the connection has ended.
  asio::awaitable<bool> arrives() {
    if (buffer_.size() > 0) co_return true;
    stream_.expires_after(services_.patience.idle);
    const auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(kReadBytes), kQuiet);
    buffer_.commit(size);
    co_return !error;
  }

  /// Reads into request_; whole_: all of it has come. An answer: it is refused, and whatever follows it is not read.
  asio::awaitable<std::optional<Answer>> read_request() {
    whole_ = false;
    request_ = {};
    name_request();
    read_ = Lobby::Time::clock::now();
    const auto unfinished = connections_.unfinished.take(peer_counted_);
    if (!unfinished) co_return std::nullopt;
    Parser parser;
    parser.header_limit(kHeaderBytes);
    parser.body_limit(kBodyBytes);
    stream_.expires_after(services_.patience.header);
    auto [error, size] = co_await http::async_read_header(stream_, buffer_, parser, kQuiet);
    if (error) co_return answer_to(error);
    if (auto fault = header_fault(parser.get())) co_return fault;
    stream_.expires_after(services_.patience.body);
    if (!parser.is_done() && expects_continue(parser.get())) {
      constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
      std::tie(error, size) = co_await asio::async_write(stream_, asio::buffer(kContinue), kQuiet);
      if (error) co_return std::nullopt;
    }
    std::tie(error, size) = co_await http::async_read(stream_, buffer_, parser, kQuiet);
    if (error) co_return answer_to(error);
    request_ = parser.release();
    whole_ = true;
    name_request();
    read_ = Lobby::Time::clock::now();
    co_return std::nullopt;
  }

  /// Whether the page that sends this may do what it asks.
  bool may_act() const {
    return (!changes_something(request_) && !beast::websocket::is_upgrade(request_)) ||
           services_.origins.allow(plain(request_[http::field::origin]), plain(request_[http::field::host]));
  }

  /// What the request is called in the log and to who asked: as a trusted proxy calls it, else by chance.
  void name_request() {
    const std::string_view given = plain(request_["X-Request-Id"]);
    const auto good = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.'; };
    named_ =
        !given.empty() && given.size() <= 64 && std::ranges::all_of(given, good) && services_.proxies.trusts(peer_);
    id_ = named_ ? std::string(given) : random_id();
  }

  /// One line for each request, if that is wanted. Without what stands after `?`, nor any header or body.
  void log_request(std::string_view how) const {
    if (!services_.log_requests) return;
    const std::string_view target = plain(request_.target());
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(Lobby::Time::clock::now() - read_);
    log_line(LogLevel::info, about_request(id_),
             fmt::format("{} {} {} in {} ms", plain(request_.method_string()), target.substr(0, target.find('?')), how,
                         ms.count()));
  }

  /// Whom limits count for this request.
  std::string client() const {
    std::vector<std::string_view> lines;
    const auto [begin, end] = request_.equal_range("X-Forwarded-For");
    for (auto line = begin; line != end; ++line) lines.emplace_back(line->value().data(), line->value().size());
    return counted_client(services_.proxies, peer_, lines);
  }

  asio::awaitable<Answer> answer_safely() {
    std::string what;
    const Request request = what_counts(request_);
    try {
      Answer answer = co_await answer_request(services_, request, client());
      // What takes a while to compress is compressed where pictures are drawn, if there is room.
      const Coding coding = coding_of(answer, request_);
      if (answer.body->size() < kAtOnce || answer.body->has(coding)) co_return answer;
      auto compress = [body = answer.body, coding] { return body->as(coding).size(); };
      co_await services_.queue.run(client(), std::move(compress));
      co_return answer;
    } catch (const std::exception& error) {  // a mistake of ours: this request fails, the server stays
      what = error.what();
    }
    co_return mistake_answer(500, what);
  }

  /// False: the connection has ended.
  asio::awaitable<bool> write(const Answer& asked) {
    Answer numbered;
    const bool mistaken = asked.mistake != nullptr;
    if (mistaken) numbered = with_request(asked, id_);
    const Answer& answer = mistaken ? numbered : asked;
    Response response = to_response(answer, request_);
    if (named_ || services_.log_requests) response.set("X-Request-Id", id_);
    http::response_serializer<http::span_body<const char>> serializer{response};
    const bool head = request_.method() == http::verb::head;
    const std::size_t bytes = head || answer.body->lasting() ? 0 : response.body().size();
    stream_.expires_after(services_.patience.answer);
    entry_.queue(bytes);
    beast::error_code error;
    if (head)
      std::tie(error, std::ignore) = co_await http::async_write_header(stream_, serializer, kQuiet);
    else
      std::tie(error, std::ignore) = co_await http::async_write(stream_, serializer, kQuiet);
    entry_.sent(bytes);
    log_request(fmt::format("{}, {} bytes,", response.result_int(), response.body().size()));
    co_return !error;
  }

  /// True: the connection is a WebSocket now, and no more this one's.
  asio::awaitable<bool> upgrade() {
    request_.keep_alive(false);
    const auto target = parse_target(plain(request_.target()));
    if (!target || target->path != "/ws" || !target->query.contains("game")) {
      co_await write(error_answer(404, "There is no such address.", "/ws?game=ID"));
      co_return false;
    }
    if (buffer_.size() > 0) {
      co_await write(error_answer(400, "An upgrade is answered before anything else is sent."));
      co_return false;
    }
    std::string game = target->query.at("game");
    const auto there = co_await services_.lobby.check(game);
    if (!there) {
      co_await write(refusal_answer(there.error()));
      co_return false;
    }
    auto held = hold_for_long();
    if (!held) {
      co_await write(too_many_open());
      co_return false;
    }
    log_request("becomes a WebSocket");
    start_websocket(services_, connections_, std::move(stream_), std::move(request_), std::move(game),
                    std::move(*held));
    co_return true;
  }

  /// True: the connection tells a program of its game now, and is no more this one's.
  asio::awaitable<bool> stream_lines(const Target& target) {
    request_.keep_alive(false);
    const Request request = what_counts(request_);
    auto seat = co_await seat_of_program(services_, target, request);
    auto held = hold_for_long();
    auto of_account = connections_.of_account.take(seat ? seat->account : "");
    Answer refused;
    if (!seat)
      refused = refusal_answer(seat.error());
    else if (!held)
      refused = too_many_open();
    else if (!of_account)
      refused = error_answer(429, "Too many games are open with your account. Please close one.",
                             fmt::format("at most {} games", connections_.of_account.most()));
    ++services_.lobby.totals().answers.at(refused.body ? static_cast<std::size_t>(refused.status / 100 - 1) : 1);
    if (refused.body) {
      co_await write(refused);
      co_return false;
    }
    log_request("becomes a stream");
    seat->held = std::move(*of_account);
    start_bot_stream(services_, connections_, std::move(stream_), std::move(*seat), request_.version() >= 11,
                     std::move(*held));
    co_return true;
  }

  /// A place for a connection that stays: its address is known now, if a proxy stands before it.
  std::optional<CountOfEach::Held> hold_for_long() {
    return peer_counted_.empty() ? connections_.of_address.take(client()) : std::move(held_);
  }

  Answer too_many_open() const {
    return error_answer(429, "Too many games are open from your address. Please close one.",
                        fmt::format("at most {} connections", connections_.of_address.most()));
  }

  /// Sends what was written and reads what comes meanwhile: a reset would take the answer from who has not read it.
  asio::awaitable<void> linger() {
    beast::error_code ended;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ended);
    if (ended || connections_.closing()) co_return;
    stream_.expires_after(services_.patience.goodbye);
    for (std::size_t read = 0; read < kLingerBytes;) {
      buffer_.clear();
      const auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(kReadBytes), kQuiet);
      if (error) co_return;
      read += size;
    }
  }

  static constexpr std::size_t kReadBytes = 4096;

  Services& services_;
  Connections& connections_;
  Stream stream_;
  std::optional<CountOfEach::Held> held_;
  Connections::Entry entry_;
  Address peer_;
  std::string peer_counted_;  ///< empty: a trusted proxy is there, or somebody at this machine
  beast::flat_buffer buffer_{kHeaderBytes + kBodyBytes};
  HttpRequest request_;
  bool whole_ = false;
  std::string id_;      ///< of the request
  bool named_ = false;  ///< so by a trusted proxy
  Lobby::Time read_;    ///< when all of it was
};

}  // namespace

asio::awaitable<void> serve_connection(Services& services, Connections& connections, asio::ip::tcp::socket socket,
                                       CountOfEach::Held held) {
  HttpConnection connection(services, connections, std::move(socket), std::move(held));
  co_await connection.run();
}

}  // namespace bastide
