#include "cli/bridge_client.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <charconv>
#include <utility>

namespace bastide::cli {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

namespace {

constexpr std::chrono::seconds kServerPatience{30};  ///< for an answer; the server sends an empty line each 7 s
constexpr std::size_t kLongestAnswer = 1 << 20, kLongestStateLine = 1 << 20;

std::string host_text(const ServerAddress& server) {
  const bool is_v6 = server.host.find(':') != std::string::npos;
  return fmt::format("{0}{1}{2}:{3}", is_v6 ? "[" : "", server.host, is_v6 ? "]" : "", server.port);
}

class BeastClient : public ServerClient {
 public:
  explicit BeastClient(ServerAddress server) : server_(std::move(server)) {}

  Result<ServerAnswer> post(const std::string& target, const std::string& body) override {
    // The server may have closed a connection that was kept: then it is asked by a new one, which is no other question.
    const bool kept = posts_.has_value();
    auto answer = ask(target, body);
    if (!answer && kept) answer = ask(target, body);
    return answer;
  }

  Result<ServerAnswer> open_lines(const std::string& target) override {
    lines_.reset();
    parser_.reset();
    text_.clear();
    auto stream = connected();
    if (!stream) return tl::unexpected<Error>(stream.error());
    lines_.emplace(std::move(*stream));
    const auto request = request_for(http::verb::get, target, "");
    buffer_.clear();
    parser_.emplace();
    parser_->body_limit(boost::none);
    const auto sent = within(*lines_, [&](auto done) { http::async_write(*lines_, request, done); });
    if (sent) return lost(sent);
    const auto read = within(*lines_, [&](auto done) { http::async_read_header(*lines_, buffer_, *parser_, done); });
    if (read) return lost(read);
    ServerAnswer answer;
    answer.status = static_cast<int>(parser_->get().result_int());
    if (answer.status == 200) return answer;
    while (auto part = more()) {
      answer.body += *part;
      if (answer.body.size() > kLongestAnswer) break;
    }
    lines_.reset();
    return answer;
  }

  std::optional<std::string> line() override {
    for (;;) {
      const std::size_t end = text_.find('\n');
      if (end != std::string::npos) {
        std::string line = text_.substr(0, end);
        text_.erase(0, end + 1);
        return line;
      }
      auto part = lines_ && text_.size() <= kLongestStateLine ? more() : std::nullopt;
      if (!part) {
        lines_.reset();
        return std::nullopt;
      }
      text_ += *part;
    }
  }

 private:
  using Lines = http::response_parser<http::buffer_body>;

  /// Runs one asynchronous operation, for as long as is waited.
  template <class Begin>
  beast::error_code within(beast::tcp_stream& stream, Begin&& begin) {
    beast::error_code result = beast::error::timeout;
    stream.expires_after(kServerPatience);
    begin([&](beast::error_code error, auto&&...) { result = error; });
    io_.restart();
    io_.run();
    return result;
  }

  tl::unexpected<Error> lost(const beast::error_code& error) const {
    Error lost;
    lost.message = fmt::format("{}: {}", host_text(server_), error.message());
    return tl::unexpected<Error>(std::move(lost));
  }

  Result<beast::tcp_stream> connected() {
    beast::error_code error;
    asio::ip::tcp::resolver resolver(io_);
    const auto found = resolver.resolve(server_.host, std::to_string(server_.port), error);
    if (error) return lost(error);
    beast::tcp_stream stream(io_);
    error = within(stream, [&](auto done) { stream.async_connect(found, done); });
    if (error) return lost(error);
    stream.socket().set_option(asio::ip::tcp::no_delay(true), error);
    return stream;
  }

  http::request<http::string_body> request_for(http::verb verb, const std::string& target,
                                               const std::string& body) const {
    http::request<http::string_body> request(verb, target, 11);
    request.set(http::field::host, host_text(server_));
    request.set(http::field::user_agent, "bastide bridge");
    if (!key.empty()) request.set("X-Bastide-Keys", key);
    if (verb == http::verb::post) {
      request.set(http::field::content_type, "application/json");
      request.body() = body;
      request.prepare_payload();
    }
    return request;
  }

  Result<ServerAnswer> ask(const std::string& target, const std::string& body) {
    if (!posts_) {
      auto stream = connected();
      if (!stream) return tl::unexpected<Error>(stream.error());
      posts_.emplace(std::move(*stream));
    }
    const auto request = request_for(http::verb::post, target, body);
    http::response_parser<http::string_body> parser;
    parser.body_limit(kLongestAnswer);
    beast::flat_buffer buffer;
    auto error = within(*posts_, [&](auto done) { http::async_write(*posts_, request, done); });
    if (!error) error = within(*posts_, [&](auto done) { http::async_read(*posts_, buffer, parser, done); });
    if (error || !parser.get().keep_alive()) posts_.reset();
    if (error) return lost(error);
    return ServerAnswer{static_cast<int>(parser.get().result_int()), std::move(parser.get().body())};
  }

  /// Some more of the body that is read. Nothing: it has ended, or the connection has.
  std::optional<std::string> more() {
    while (!parser_->is_done()) {
      auto& body = parser_->get().body();
      body.data = part_.data();
      body.size = part_.size();
      auto error = within(*lines_, [&](auto done) { http::async_read_some(*lines_, buffer_, *parser_, done); });
      if (error == http::error::need_buffer) error = {};
      const std::size_t size = part_.size() - body.size;
      if (error && size == 0) return std::nullopt;
      if (size > 0) return std::string(part_.data(), size);
    }
    return std::nullopt;
  }

  const ServerAddress server_;
  asio::io_context io_{1};
  std::optional<beast::tcp_stream> posts_, lines_;
  std::optional<Lines> parser_;
  beast::flat_buffer buffer_;
  std::array<char, 1 << 14> part_{};
  std::string text_;  ///< of lines that have not been taken
};

}  // namespace

Result<ServerAddress> parse_server(std::string_view url) {
  constexpr std::string_view kScheme = "http://";
  const auto wrong = [&](std::string message) -> tl::unexpected<Error> {
    Error error;
    error.message = std::move(message);
    error.expected = "http://HOST or http://HOST:PORT, such as http://localhost:8080";
    return tl::unexpected<Error>(std::move(error));
  };
  if (url.starts_with("https://"))
    return wrong("this program speaks no TLS: a server behind https:// is reached by a tunnel to it (ssh -L, stunnel)");
  if (!url.starts_with(kScheme)) return wrong(fmt::format("'{}' is no address of a server", url));
  std::string_view rest = url.substr(kScheme.size());
  rest = rest.substr(0, rest.find_first_of("/?#"));
  ServerAddress server;
  const std::size_t bracket = rest.find(']');
  const std::size_t colon = rest.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    const std::string_view port = rest.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), server.port);
    if (error != std::errc{} || end != port.data() + port.size() || server.port == 0)
      return wrong(fmt::format("'{}' is no port", port));
  }
  rest = rest.substr(0, colon);
  if (rest.starts_with('[') && rest.ends_with(']')) rest = rest.substr(1, rest.size() - 2);
  if (rest.empty()) return wrong(fmt::format("'{}' names no host", url));
  server.host = rest;
  return server;
}

std::unique_ptr<ServerClient> ServerClient::make(ServerAddress server) {
  return std::make_unique<BeastClient>(std::move(server));
}

}  // namespace bastide::cli
