#include "server/client.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <fmt/format.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <array>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <mutex>
#include <random>

#include "server/databases.h"
#include "server/held.h"
#include "server/schema.h"
#include "short_form.h"

namespace bastide::test {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;

namespace {

constexpr std::chrono::seconds kPatience{60};

/// Runs one asynchronous operation; a hang ends in an error instead of the test's time limit.
template <class F>
beast::error_code within(asio::io_context& io, F&& begin) {
  beast::error_code result = asio::error::timed_out;
  begin([&](beast::error_code error, auto&&...) { result = error; });
  io.restart();
  io.run_for(kPatience);
  return result;
}

void check(const std::string& definition, const json::value& value, const std::string& where) {
  if (!one_of(8)) return;  // to hold a message to the schema takes as long as to make it
  const auto fits = check_message(definition, value);
  EXPECT_TRUE(fits) << where << ": " << fits.error().text() << "\n" << json::serialize(value).substr(0, 2000);
}

}  // namespace

Folder::Folder() {
  path_ = fmt::format("{}/bastide-test-{:x}", std::filesystem::temp_directory_path().string(),
                      std::random_device{}() * 0x100000001ull + static_cast<uint64_t>(getpid()));
  std::filesystem::create_directories(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

struct LogLines::Parts {
  class Sink : public spdlog::sinks::base_sink<std::mutex> {
   public:
    std::string text() {
      const std::scoped_lock lock(mutex_);
      return text_;
    }

   private:
    void sink_it_(const spdlog::details::log_msg& line) override {
      text_.append(line.payload.data(), line.payload.size()) += '\n';
    }
    void flush_() override {}
    std::string text_;
  };
  std::shared_ptr<Sink> sink = std::make_shared<Sink>();
};

LogLines::LogLines() : parts_(std::make_unique<Parts>()) {
  spdlog::default_logger()->sinks().push_back(parts_->sink);
}

LogLines::~LogLines() {
  std::erase(spdlog::default_logger()->sinks(), parts_->sink);
}

std::string LogLines::text() const {
  return parts_->sink->text();
}

namespace {

ServerSettings usual(const std::string& folder, std::chrono::milliseconds bot_delay, std::chrono::seconds keep_idle) {
  ServerSettings settings;
  settings.folder = folder;
  settings.bot_delay = bot_delay;
  settings.keep_idle = keep_idle;
  return settings;
}

}  // namespace

RunningServer::RunningServer(const std::string& folder, std::chrono::milliseconds bot_delay,
                             std::chrono::seconds keep_idle)
    : RunningServer(usual(folder, bot_delay, keep_idle)) {}

RunningServer::RunningServer(ServerSettings settings) {
  spdlog::set_level(spdlog::level::warn);
  settings.port = 0;
  if (settings.db.empty()) settings.db = database_instead_of(settings.folder);
  auto server = Server::open(builtin_catalogue(), settings);
  if (!server) throw std::runtime_error(server.error().text());
  server_ = std::move(*server);
  port_ = server_->port();
  thread_ = std::thread([this] { server_->run(); });
}

void RunningServer::stop() {
  if (!server_) return;
  server_->stop();
  thread_.join();
  server_.reset();
}

// ---------------------------------------------------------------- HTTP

HttpAnswer http(uint16_t port, const std::string& method, const std::string& target, const std::string& body,
                const std::map<std::string, std::string>& headers) {
  namespace http = beast::http;
  asio::io_context io;
  tcp::socket socket(io);
  socket.connect({asio::ip::address_v4::loopback(), port});
  http::request<http::string_body> request;
  request.method_string(method);
  request.target(target);
  request.version(11);
  request.set(http::field::host, "localhost");
  request.keep_alive(false);
  for (const auto& [name, value] : headers) request.set(name, value);
  request.body() = body;
  request.prepare_payload();
  http::write(socket, request);
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(64u << 20);
  parser.skip(method == "HEAD");
  const auto error = within(io, [&](auto done) { http::async_read(socket, buffer, parser, done); });
  if (error) throw std::runtime_error("no answer to " + method + " " + target + ": " + error.message());
  HttpAnswer answer{static_cast<int>(parser.get().result_int()), parser.get().body(), {}};
  for (const auto& field : parser.get()) {
    std::string name(field.name_string());
    for (char& c : name) c = static_cast<char>(std::tolower(c));
    answer.headers[name] = field.value();
  }
  hold_to_document(method, target, body, answer);
  return answer;
}

namespace {

/// The body has been held to what the document says of it: that has to be what the test takes it for.
json::value checked(const HttpAnswer& answer, int status, const std::string& definition, const std::string& method,
                    const std::string& target) {
  const std::string what = method + " " + target;
  EXPECT_EQ(answer.status, status) << what << ": " << answer.body;
  if (answer.status != status) throw std::runtime_error(what);
  EXPECT_EQ(described_body(method, target, status), definition) << what;
  return json::parse(answer.body);
}

}  // namespace

void list_games(const Folder& folder) {
  SQLite::Database database(folder.path() + "/games.sqlite", SQLite::OPEN_READWRITE);
  database.exec("UPDATE games SET listed = 1");
  database.exec("UPDATE events SET body = json_set(body, '$.public', json('true')) WHERE kind = 'setup'");
}

json::value get(uint16_t port, const std::string& target, const std::string& definition, const std::string& keys) {
  return checked(http(port, "GET", target, "", {{"X-Bastide-Keys", keys}}), 200, definition, "GET", target);
}

json::value post(uint16_t port, const std::string& target, const json::value& body, const std::string& definition) {
  return checked(http(port, "POST", target, json::serialize(body)), 200, definition, "POST", target);
}

json::value get_error(uint16_t port, int status, const std::string& target, const std::string& keys) {
  return checked(http(port, "GET", target, "", {{"X-Bastide-Keys", keys}}), status, "ErrorBody", "GET", target)
      .at("error");
}

json::value post_error(uint16_t port, int status, const std::string& target, const std::string& body) {
  return checked(http(port, "POST", target, body), status, "ErrorBody", "POST", target).at("error");
}

struct RawSocket::Parts {
  asio::io_context io;
  tcp::socket socket{io};
};

RawSocket::RawSocket(uint16_t port, const std::string& from, int buffer) : parts_(std::make_unique<Parts>()) {
  tcp::socket& socket = parts_->socket;
  socket.open(tcp::v4());
  if (buffer > 0) socket.set_option(asio::socket_base::receive_buffer_size(buffer));
  socket.bind({asio::ip::make_address(from), 0});
  socket.connect({asio::ip::address_v4::loopback(), port});
}

RawSocket::~RawSocket() = default;
RawSocket::RawSocket(RawSocket&&) noexcept = default;

bool RawSocket::send(const std::string& bytes) {
  const auto error =
      within(parts_->io, [&](auto done) { asio::async_write(parts_->socket, asio::buffer(bytes), done); });
  return !error;
}

std::string RawSocket::read(const std::string& wanted, std::chrono::milliseconds patience) {
  std::string answer;
  std::array<char, 65536> block;
  while (wanted.empty() || answer.find(wanted) == std::string::npos) {
    bool more = false;
    parts_->socket.async_read_some(asio::buffer(block), [&](beast::error_code error, std::size_t size) {
      more = !error;
      answer.append(block.data(), size);
    });
    parts_->io.restart();
    parts_->io.run_for(patience);
    if (!parts_->io.stopped()) {  // silence
      parts_->socket.cancel();
      parts_->io.restart();
      parts_->io.run();
    }
    if (!more) break;
  }
  return answer;
}

bool RawSocket::closes(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  std::array<char, 65536> block;
  for (beast::error_code error; !error && std::chrono::steady_clock::now() < until;) {
    parts_->socket.async_read_some(asio::buffer(block), [&](beast::error_code e, std::size_t) { error = e; });
    parts_->io.restart();
    parts_->io.run_until(until);
    if (!parts_->io.stopped()) {
      parts_->socket.cancel();
      parts_->io.restart();
      parts_->io.run();
      return false;
    }
    if (error) return true;
  }
  return false;
}

std::string upgrade(const std::string& game, const std::string& more_headers) {
  return fmt::format(
      "GET /ws?game={} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{}\r\n",
      game, more_headers);
}

std::string frame(char head, const std::string& payload) {
  constexpr std::size_t kShort = 125;
  EXPECT_LE(payload.size(), kShort);
  const std::string mask(4, '\0');
  return std::string(1, head) + static_cast<char>(0x80 | payload.size()) + mask + payload;
}

std::string raw(uint16_t port, const std::string& bytes, std::chrono::milliseconds patience) {
  RawSocket socket(port);
  socket.send(bytes);  // the server may close before it has read all
  return socket.read("", patience);
}

std::string text(const json::value& value) {
  return std::string(value.as_string());
}
int number(const json::value& value) {
  return value.to_number<int>();
}

// ---------------------------------------------------------------- WebSocket

struct Socket::Parts {
  asio::io_context io;
  beast::websocket::stream<tcp::socket> stream{io};
  bool open = false;
  std::string received;
};

Socket::Socket(uint16_t port, const std::string& game, const std::string& token, int since, const std::string& session,
               int seat)
    : parts_(std::make_unique<Parts>()) {
  parts_->stream.next_layer().connect({asio::ip::address_v4::loopback(), port});
  parts_->stream.read_message_max(64u << 20);
  const auto error =
      within(parts_->io, [&](auto done) { parts_->stream.async_handshake("localhost", "/ws?game=" + game, done); });
  parts_->open = !error;
  if (!parts_->open) return;
  json::object hello{{"type", "hello"}, {"since", since}};
  if (!token.empty()) hello["key"] = token;
  if (!session.empty()) hello["session"] = session;
  if (seat >= 0) hello["seat"] = seat;
  send(hello);
}

Socket::~Socket() = default;
Socket::Socket(Socket&&) noexcept = default;

bool Socket::open() const {
  return parts_->open;
}

json::value Socket::read() {
  if (!parts_->open) return nullptr;
  beast::flat_buffer buffer;
  const auto error = within(parts_->io, [&](auto done) { parts_->stream.async_read(buffer, done); });
  if (error) {
    EXPECT_NE(error, beast::error_code(asio::error::timed_out)) << "the server is silent";
    parts_->open = false;
    return nullptr;
  }
  const std::string message = beast::buffers_to_string(buffer.data());
  parts_->received += message;
  json::value value = json::parse(message);
  check("ServerMessage", value, "WebSocket");
  check(std::map<std::string, std::string>{{"welcome", "Welcome"},
                                           {"update", "Update"},
                                           {"accepted", "Accepted"},
                                           {"refused", "Refused"},
                                           {"unknown", "Unknown"},
                                           {"waiting", "Waiting"},
                                           {"presence", "Presence"},
                                           {"tried", "Tried"},
                                           {"freed", "Freed"},
                                           {"pong", "Pong"}}
            .at(text(value.at("type"))),
        value, "WebSocket");  // names what is wrong, which the choice above cannot
  return value;
}

json::value Socket::read(const std::string& type) {
  for (;;) {
    json::value message = read();
    if (message.is_null() || text(message.at("type")) == type) return message;
  }
}

void Socket::send_text(const std::string& message, bool binary) {
  parts_->stream.binary(binary);
  const auto error = within(parts_->io, [&](auto done) { parts_->stream.async_write(asio::buffer(message), done); });
  if (error) parts_->open = false;
}

void Socket::close() {
  within(parts_->io, [&](auto done) { parts_->stream.async_close(beast::websocket::close_code::normal, done); });
  parts_->open = false;
}

int Socket::close_code() const {
  return parts_->stream.reason().code;
}
const std::string& Socket::received() const {
  return parts_->received;
}

// ---------------------------------------------------------------- playing

void Person::take(const json::value& message) {
  if (message.is_null()) return;
  const std::string type = text(message.at("type"));
  if (type == "welcome" || type == "update") {
    for (const json::value& event : message.at("events").as_array()) {
      EXPECT_EQ(number(event.at("seq")), seq_ + 1) << "an event is missing or comes twice";
      seq_ = number(event.at("seq"));
      over_ = over_ || event.at("type") == "over";
      events_.push_back(event);
    }
    EXPECT_EQ(number(message.at("seq")), seq_);
  }
  if (type == "welcome" && !message.at("you").is_null()) seat_ = number(message.at("you"));
  if (type == "welcome" || type == "update" || type == "refused") turn_ = message.at("turn");
}

std::vector<std::string> answers_to(const json::value& ask) {
  std::vector<std::string> answers;
  const json::object& asked = ask.as_object();
  const auto filled = [](std::string move, const std::string& gap, const std::string& with) {
    return move.replace(move.find(gap), gap.size(), with);
  };
  for (const json::value& option : asked.at("options").as_array()) {
    const std::string move = text(option.at("move"));
    const json::value* spots = option.as_object().if_contains("spots");
    if (spots == nullptr) answers.push_back(move);
    if (spots == nullptr) continue;
    for (const json::value& spot : spots->as_array())
      for (std::size_t r = 0; r < 4; ++r)
        if (((number(spot.at(2)) >> r) & 1) != 0)
          answers.push_back(filled(filled(filled(move, "{x}", std::to_string(number(spot.at(0)))), "{y}",
                                          std::to_string(number(spot.at(1)))),
                                   "{r}", std::string(1, "nesw"[r])));
  }
  if (const json::value* count = asked.if_contains("number"))
    for (int n = number(count->at("min")); n <= number(count->at("max")); ++n)
      answers.push_back(filled(text(count->at("move")), "{n}", std::to_string(n)));
  if (const json::value* pass = asked.if_contains("pass")) answers.push_back(text(pass->at("move")));
  return answers;
}

std::vector<json::value> changes(const json::value& event, const std::string& what) {
  std::vector<json::value> found;
  if (event.at("type") != "did") return found;
  for (const json::value& change : event.at("changes").as_array())
    if (change.as_object().contains(what)) found.push_back(change);
  return found;
}

bool lays_tile(const json::value& event) {
  return !changes(event, "piece").empty() && !event.at("seat").is_null();
}

void Person::reconnect(uint16_t port) {
  socket_ = std::make_unique<Socket>(port, game_, token_, seq_);
  take(socket_->read("welcome"));
}

bool Person::wait_for_turn() {
  while (!over_ && (!may_move() || !socket_->open())) {
    const json::value message = socket_->read();
    if (message.is_null()) return false;
    take(message);
  }
  return true;
}

json::value Person::try_moves(const std::vector<std::string>& moves) {
  socket_->send({{"type", "try"}, {"ref", ++ref_}, {"seq", seq_}, {"moves", json::value_from(moves)}});
  for (;;) {
    json::value message = socket_->read();
    if (message.is_null() || message.at("type") == "tried" || message.at("type") == "refused") return message;
    take(message);
  }
}

std::vector<std::string> Person::choose() {
  std::vector<std::string> moves;
  json::value asked = ask();
  while (!asked.is_null()) {
    const std::vector<std::string> answers = answers_to(asked);
    moves.push_back(answers.at(rng_.below(static_cast<uint32_t>(answers.size()))));
    if (asked.as_object().contains("final")) break;
    const json::value tried = try_moves(moves);
    if (tried.is_null() || tried.at("type") == "refused") break;
    asked = tried.at("ask");
  }
  return moves;
}

void Person::send_play(const std::vector<std::string>& moves, int seq) {
  socket_->send({{"type", "play"}, {"ref", ++ref_}, {"seq", seq}, {"moves", json::value_from(moves)}});
}

void Person::play_to_end() {
  while (wait_for_turn() && !over_) {
    const int before = seq_;
    play();
    while (seq_ == before && socket_->open()) {
      const json::value message = socket_->read();
      if (!message.is_null() && message.at("type") == "refused") FAIL() << json::serialize(message.at("error"));
      take(message);
    }
  }
  EXPECT_TRUE(over_) << "the connection ended before the game";
}

json::value play_message(const Person& person, const std::vector<std::string>& moves, const std::string& id) {
  return {{"type", "play"}, {"ref", 7}, {"id", id}, {"seq", person.seq()}, {"moves", json::value_from(moves)}};
}

json::value answer_to_play(Person& person) {
  for (;;) {
    json::value message = person.socket().read();
    if (message.is_null()) return message;
    person.take(message);
    const std::string type = text(message.at("type"));
    if (type == "accepted" || type == "refused" || type == "unknown") return message;
  }
}

json::value new_game(uint16_t port, const std::string& preset, const std::vector<std::string>& seats, bool listed) {
  json::array asked;
  for (const std::string& seat : seats) {
    if (seat == "me" || seat == "open")
      asked.push_back(json::object{{"kind", seat}});
    else
      asked.push_back(json::object{{"kind", "bot"}, {"bot", seat}});
  }
  return post(port, "/api/games", {{"preset", preset}, {"public", listed}, {"seats", std::move(asked)}}, "Created");
}

std::string token_of(const json::value& created, int seat) {
  return text(created.at("seats").at(seat).at("token"));
}

void wait_for_status(uint16_t port, const std::string& game, const std::string& status) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (get(port, "/api/games/" + game, "GameSummary").at("status").as_string() != std::string_view(status)) {
    ASSERT_LT(std::chrono::steady_clock::now(), until) << game << " never is " << status;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace bastide::test
