// Reads requests within limits of size and time, writes answers with the headers that keep browsers safe.
#include "server/http.h"

#include <spdlog/spdlog.h>

#include <charconv>

#include "core/version.h"

namespace bastide {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

constexpr std::size_t kHeaderBytes = 16 * 1024;  // a list of two hundred tokens is 5 KB
constexpr std::size_t kBodyBytes = 64 * 1024;
constexpr std::chrono::seconds kIdle{60};  ///< for a request to come whole, and for an answer to go

constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);

using Response = http::response<http::span_body<const char>>;

/// REQUIRES: `answer` outlives the response.
Response to_response(const Answer& answer, const HttpRequest& request) {
  const bool unchanged =
      answer.status == 200 && !answer.etag.empty() && request[http::field::if_none_match] == answer.etag;
  Response response{unchanged ? http::status::not_modified : http::int_to_status(static_cast<unsigned>(answer.status)),
                    request.version()};
  response.set(http::field::server, "bastide");
  response.set(http::field::cache_control, answer.cache);
  if (!answer.etag.empty()) response.set(http::field::etag, answer.etag);
  if (!answer.allow.empty()) response.set(http::field::allow, answer.allow);
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");  // addresses hold invites
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("X-Frame-Options", "DENY");
  response.set(
      "Content-Security-Policy",
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
      "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
  response.keep_alive(request.keep_alive());
  if (unchanged) return response;
  response.set(http::field::content_type, answer.type);
  response.content_length(answer.body().size());
  if (request.method() != http::verb::head)
    response.body() = beast::span<const char>(answer.body().data(), answer.body().size());
  return response;
}

/// What went wrong with reading a request, if anybody is there to hear it.
std::optional<Answer> answer_to(beast::error_code error) {
  if (error == http::error::body_limit) return error_answer(413, "This message is too large.", "at most 64 KB");
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return error_answer(431, "These headers are too large.", "at most 16 KB");
  if (error == http::error::end_of_stream || error == http::error::partial_message) return std::nullopt;
  if (error.category() == http::make_error_code(http::error::bad_method).category())
    return error_answer(400, "This is not HTTP as this server understands it: " + error.message() + ".");
  return std::nullopt;
}

int number_in(const std::map<std::string, std::string>& query, const char* key) {
  int number = 0;
  if (const auto found = query.find(key); found != query.end())
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
  return number;
}

asio::awaitable<void> write(beast::tcp_stream& stream, const Answer& answer, const HttpRequest& request,
                            beast::error_code& error) {
  Response response = to_response(answer, request);
  http::response_serializer<http::span_body<const char>> serializer{response};
  stream.expires_after(kIdle);
  if (request.method() == http::verb::head)
    std::tie(error, std::ignore) = co_await http::async_write_header(stream, serializer, kQuiet);
  else
    std::tie(error, std::ignore) = co_await http::async_write(stream, serializer, kQuiet);
}

asio::awaitable<Answer> answer_safely(Services& services, const HttpRequest& request, const std::string& address) {
  std::string what;
  try {
    co_return co_await answer_request(services, request, address);
  } catch (const std::exception& error) {  // a mistake of ours: this request fails, the server stays
    what = error.what();
  }
  spdlog::error("a request failed: {}", what);
  co_return error_answer(500, "The server made a mistake. Your games are safe; please try again.");
}

/// Requests one after another. True: the last one asks for a WebSocket.
asio::awaitable<bool> serve_requests(Services& services, Connections& connections, beast::tcp_stream& stream,
                                     beast::flat_buffer& buffer, HttpRequest& request) {
  beast::error_code unknown;
  const auto peer = stream.socket().remote_endpoint(unknown);
  const std::string address = unknown ? "unknown" : peer.address().to_string();
  for (;;) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(kHeaderBytes);
    parser.body_limit(kBodyBytes);
    stream.expires_after(kIdle);
    auto [error, size] = co_await http::async_read(stream, buffer, parser, kQuiet);
    if (error) {
      if (const auto answer = answer_to(error)) {
        request = {};
        request.keep_alive(false);
        beast::error_code ignored;
        co_await write(stream, *answer, request, ignored);
      }
      co_return false;
    }
    request = parser.release();
    if (beast::websocket::is_upgrade(request)) co_return true;
    if (connections.closing()) request.keep_alive(false);
    const Answer answer = co_await answer_safely(services, request, address);
    co_await write(stream, answer, request, error);
    if (error || !request.keep_alive()) co_return false;
  }
}

}  // namespace

asio::awaitable<void> serve_connection(Services& services, Connections& connections, asio::ip::tcp::socket socket) {
  beast::tcp_stream stream(std::move(socket));
  beast::error_code ignored;
  stream.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
  beast::flat_buffer buffer(kHeaderBytes + kBodyBytes);
  HttpRequest request;
  auto entry = std::make_unique<Connections::Entry>(connections, [&stream] { stream.cancel(); });
  const bool upgrade = co_await serve_requests(services, connections, stream, buffer, request);
  entry.reset();  // a WebSocket has its own
  if (!upgrade || connections.closing()) {
    stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    co_return;
  }
  const auto target = parse_target({request.target().data(), request.target().size()});
  Answer refusal = error_answer(404, "There is no such address.", "/ws?game=ID&since=SEQ&token=TOKEN");
  if (target && target->path == "/ws" && target->query.contains("game")) {
    const std::string& id = target->query.at("game");
    auto room = services.lobby.room(id);
    if (room) {
      const auto token = target->query.find("token");
      const int seat = token == target->query.end() ? -1 : services.lobby.seat_of(id, token->second);
      const int since = number_in(target->query, "since");
      co_return co_await serve_websocket(services, connections, std::move(stream), std::move(request), *room, seat,
                                         since);
    }
    refusal = error_answer(room.error().status, room.error().error);
  }
  request.keep_alive(false);
  co_await write(stream, refusal, request, ignored);
  stream.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

}  // namespace bastide
