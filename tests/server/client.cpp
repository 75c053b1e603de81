#include "server/client.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <random>

#include "server/schema.h"

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

RunningServer::RunningServer(const std::string& folder, std::chrono::milliseconds bot_delay,
                             std::chrono::seconds keep_idle, int new_games_an_hour) {
  spdlog::set_level(spdlog::level::warn);
  ServerSettings settings;
  settings.port = 0;
  settings.folder = folder;
  settings.bot_delay = bot_delay;
  settings.keep_idle = keep_idle;
  settings.new_games_an_hour = new_games_an_hour;
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
  return answer;
}

namespace {

json::value checked(const HttpAnswer& answer, int status, const std::string& definition, const std::string& what) {
  EXPECT_EQ(answer.status, status) << what << ": " << answer.body;
  if (answer.status != status) throw std::runtime_error(what);
  json::value value = json::parse(answer.body);
  check(definition, value, what);
  return value;
}

}  // namespace

json::value get(uint16_t port, const std::string& target, const std::string& definition) {
  return checked(http(port, "GET", target), 200, definition, "GET " + target);
}

json::value post(uint16_t port, const std::string& target, const json::value& body, const std::string& definition) {
  return checked(http(port, "POST", target, json::serialize(body)), 200, definition, "POST " + target);
}

json::value get_error(uint16_t port, int status, const std::string& target) {
  return checked(http(port, "GET", target), status, "ErrorBody", "GET " + target).at("error");
}

json::value post_error(uint16_t port, int status, const std::string& target, const std::string& body) {
  return checked(http(port, "POST", target, body), status, "ErrorBody", "POST " + target).at("error");
}

std::string raw(uint16_t port, const std::string& bytes, std::chrono::milliseconds patience) {
  asio::io_context io;
  tcp::socket socket(io);
  socket.connect({asio::ip::address_v4::loopback(), port});
  beast::error_code error;
  asio::write(socket, asio::buffer(bytes), error);  // the server may close before it has read all
  std::string answer;
  asio::async_read(socket, asio::dynamic_buffer(answer), [](beast::error_code, std::size_t) {});
  io.run_for(patience);
  return answer;
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

Socket::Socket(uint16_t port, const std::string& game, const std::string& token, int since)
    : parts_(std::make_unique<Parts>()) {
  parts_->stream.next_layer().connect({asio::ip::address_v4::loopback(), port});
  parts_->stream.read_message_max(64u << 20);
  std::string target = fmt::format("/ws?game={}&since={}", game, since);
  if (!token.empty()) target += "&token=" + token;
  const auto error = within(parts_->io, [&](auto done) { parts_->stream.async_handshake("localhost", target, done); });
  parts_->open = !error;
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
                                           {"refused", "Refused"},
                                           {"presence", "Presence"},
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
  if (type == "presence" || type == "pong") return;
  turn_ = message.at("turn");
  moves_.clear();
  if (turn_.is_null()) return;
  const json::object& asked = turn_.as_object();
  add_placements(asked);
  for (const char* held : {"hand", "reserve"})
    if (const json::value* tiles = asked.if_contains(held))
      for (const json::value& tile : tiles->as_array()) add_placements(tile.as_object());
  if (const json::value* go_on = asked.if_contains("goOn")) moves_.push_back({text(go_on->at("move"))});
  if (const json::value* pick = asked.if_contains("pick")) add_moves(pick->at("pool").as_array());
  if (const json::value* choice = asked.if_contains("choice")) add_moves(choice->as_array());
  if (const json::value* answer = asked.if_contains("answer")) {
    add_moves(answer->at("followers").as_array());
    if (const json::value* pass = answer->as_object().if_contains("pass")) moves_.push_back({text(*pass)});
  }
}

void Person::add_moves(const json::array& options) {
  for (const json::value& option : options)
    if (const json::value* move = option.as_object().if_contains("move")) moves_.push_back({text(*move)});
}

/// Every turn with the placements of a tile.
void Person::add_placements(const json::object& tile) {
  for (const json::value& space : tile.at("placements").as_array())
    for (const json::value& way : space.at("ways").as_array()) {
      const json::array& places = way.at("places").as_array();
      if (places.empty())
        moves_.push_back({text(way.at("move"))});
      else
        moves_.push_back({text(way.at("move")), "-"});
      for (const json::value& place : places) moves_.push_back({text(way.at("move")), text(place.at("move"))});
    }
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

std::vector<std::string> Person::choose() {
  return moves_.at(rng_.below(static_cast<uint32_t>(moves_.size())));
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
  return text(created.at("seats").at(static_cast<std::size_t>(seat)).at("token"));
}

void wait_for_status(uint16_t port, const std::string& game, const std::string& status) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (get(port, "/api/games/" + game, "GameSummary").at("status").as_string() != std::string_view(status)) {
    ASSERT_LT(std::chrono::steady_clock::now(), until) << game << " never is " << status;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace bastide::test
