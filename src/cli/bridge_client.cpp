#include "cli/bridge_client.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/ssl/impl/src.hpp>  // here, as all of Asio is compiled once (BOOST_ASIO_SEPARATE_COMPILATION)
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <charconv>
#include <type_traits>
#include <utility>

namespace bastide::cli {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

namespace {

constexpr std::chrono::seconds kServerPatience{30};  ///< for an answer; the server sends an empty line each 7 s
constexpr std::size_t kLongestAnswer = 1 << 20, kLongestStateLine = 1 << 20;

constexpr uint16_t kTlsPort = 443;

std::string host_text(const ServerAddress& server) {
  const bool is_v6 = server.host.find(':') != std::string::npos;
  const bool usual = server.port == (server.tls ? kTlsPort : ServerAddress().port);
  return fmt::format("{}{}{}{}", is_v6 ? "[" : "", server.host, is_v6 ? "]" : "",
                     usual ? std::string() : fmt::format(":{}", server.port));
}

using Plain = beast::tcp_stream;
using Tls = beast::ssl_stream<beast::tcp_stream>;  // certificates as the system trusts them, or SSL_CERT_FILE

/// A connection, and the answer that is read from it.
template <class Stream>
struct Exchange {
  explicit Exchange(Stream connected) : stream(std::move(connected)) {}

  Stream stream;
  beast::flat_buffer buffer;
  std::optional<http::response_parser<http::buffer_body>> answer;
};

template <class Stream>
class BeastClient : public ServerClient {
 public:
  explicit BeastClient(ServerAddress server) : server_(std::move(server)) {
    if (server_.tls) tls_.set_default_verify_paths();
  }

  Result<ServerAnswer> post(const std::string& target, const std::string& body) override {
    // The server may have closed a connection that was kept: then it is asked by a new one, which is no other question.
    const bool kept = posts_.has_value();
    auto answer = ask(target, body);
    if (!answer && kept) answer = ask(target, body);
    return answer;
  }

  Result<ServerAnswer> open_lines(const std::string& target) override {
    text_.clear();
    if (const auto error = connect(lines_)) return lost(error);
    if (const auto error = send(*lines_, request_for(http::verb::get, target, ""))) return lost(error);
    ServerAnswer answer;
    answer.status = static_cast<int>(lines_->answer->get().result_int());
    if (answer.status == 200) return answer;
    read_all(*lines_, answer.body);
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
      if (!lines_ || lines_->answer->is_done() || text_.size() > kLongestStateLine || read_more(*lines_, text_)) {
        lines_.reset();
        return std::nullopt;
      }
    }
  }

 private:
  /// Told how an operation ended. One type for all of them: Beast is compiled anew for each.
  struct Done {
    beast::error_code* result;
    template <class... Other>
    void operator()(beast::error_code error, Other&&...) const {
      *result = error;
    }
  };

  /// Runs one asynchronous operation, for as long as is waited.
  template <class Begin>
  beast::error_code within(Stream& stream, Begin&& begin) {
    beast::error_code result = beast::error::timeout;
    beast::get_lowest_layer(stream).expires_after(kServerPatience);
    begin(Done{&result});
    io_.restart();
    io_.run();
    return result;
  }

  tl::unexpected<Error> lost(const beast::error_code& error) const {
    Error lost;
    lost.message = fmt::format("{}: {}", host_text(server_), error.message());
    return tl::unexpected<Error>(std::move(lost));
  }

  /// In place of a connection that is there.
  beast::error_code connect(std::optional<Exchange<Stream>>& connection) {
    connection.reset();
    beast::error_code error;
    asio::ip::tcp::resolver resolver(io_);
    const auto found = resolver.resolve(server_.host, std::to_string(server_.port), error);
    if (error) return error;
    Stream stream = unconnected();
    auto& below = beast::get_lowest_layer(stream);
    error = within(stream, [&](Done done) { below.async_connect(found, done); });
    if (error) return error;
    below.socket().set_option(asio::ip::tcp::no_delay(true), error);
    if constexpr (std::is_same_v<Stream, Tls>) {
      stream.set_verify_mode(asio::ssl::verify_peer);
      stream.set_verify_callback(asio::ssl::host_name_verification(server_.host));
      SSL_set_tlsext_host_name(stream.native_handle(), server_.host.c_str());
      error = within(stream, [&](Done done) { stream.async_handshake(asio::ssl::stream_base::client, done); });
      if (error) return error;
    }
    connection.emplace(std::move(stream));
    return {};
  }

  Stream unconnected() {
    if constexpr (std::is_same_v<Stream, Tls>)
      return Stream(io_, tls_);
    else
      return Stream(io_);
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

  /// And reads the head of the answer.
  beast::error_code send(Exchange<Stream>& to, const http::request<http::string_body>& request) {
    to.answer.emplace();
    to.answer->body_limit(boost::none);
    const auto error = within(to.stream, [&](Done done) { http::async_write(to.stream, request, done); });
    if (error) return error;
    return within(to.stream, [&](Done done) { http::async_read_header(to.stream, to.buffer, *to.answer, done); });
  }

  Result<ServerAnswer> ask(const std::string& target, const std::string& body) {
    beast::error_code error;
    if (!posts_) error = connect(posts_);
    if (!error) error = send(*posts_, request_for(http::verb::post, target, body));
    ServerAnswer answer;
    if (!error) error = read_all(*posts_, answer.body);
    if (error) {
      posts_.reset();
      return lost(error);
    }
    answer.status = static_cast<int>(posts_->answer->get().result_int());
    if (!posts_->answer->get().keep_alive()) posts_.reset();
    return answer;
  }

  beast::error_code read_all(Exchange<Stream>& from, std::string& body) {
    while (!from.answer->is_done()) {
      if (const auto error = read_more(from, body)) return error;
      if (body.size() > kLongestAnswer) return http::error::body_limit;
    }
    return {};
  }

  /// Some more of the body, if it has not ended.
  beast::error_code read_more(Exchange<Stream>& from, std::string& text) {
    while (!from.answer->is_done()) {
      auto& body = from.answer->get().body();
      body.data = part_.data();
      body.size = part_.size();
      const auto error =
          within(from.stream, [&](Done done) { http::async_read_some(from.stream, from.buffer, *from.answer, done); });
      const std::size_t size = part_.size() - body.size;
      text.append(part_.data(), size);
      if (size > 0) return {};
      if (error && error != http::error::need_buffer) return error;
    }
    return {};
  }

  const ServerAddress server_;
  asio::io_context io_{1};
  asio::ssl::context tls_{asio::ssl::context::tls_client};
  std::optional<Exchange<Stream>> posts_, lines_;
  std::array<char, 1 << 14> part_{};
  std::string text_;  ///< of lines that have not been taken
};

}  // namespace

Result<ServerAddress> parse_server(std::string_view url) {
  constexpr std::string_view kPlain = "http://", kTls = "https://";
  const auto wrong = [&](std::string message) -> tl::unexpected<Error> {
    Error error;
    error.message = std::move(message);
    error.expected = "http://HOST:PORT or https://HOST, such as http://localhost:8080";
    return tl::unexpected<Error>(std::move(error));
  };
  ServerAddress server;
  server.tls = url.starts_with(kTls);
  if (server.tls) server.port = kTlsPort;
  if (!server.tls && !url.starts_with(kPlain)) return wrong(fmt::format("'{}' is no address of a server", url));
  std::string_view rest = url.substr(server.tls ? kTls.size() : kPlain.size());
  rest = rest.substr(0, rest.find_first_of("/?#"));
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
  if (server.tls) return std::make_unique<BeastClient<Tls>>(std::move(server));
  return std::make_unique<BeastClient<Plain>>(std::move(server));
}

}  // namespace bastide::cli
