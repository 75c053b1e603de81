// Lines go out by one coroutine while another waits for the other side to go.
#include "server/bot_stream.h"

#include <fmt/format.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <deque>

#include "server/accounts.h"
#include "server/async.h"
#include "server/live_game.h"
#include "server/schema.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr std::size_t kWaitingLines = 8 * 1024 * 1024;           ///< bytes; who reads so slowly may come again
constexpr double kJunkBurst = 64 * 1024, kJunkPerSecond = 1024;  ///< bytes that come in: nobody asks for any
constexpr int kSystemKeeps = 16 * 1024;                          ///< bytes that have been sent and not read
constexpr std::string_view kLines = "application/x-ndjson";
constexpr auto kQuietly = asio::as_tuple(asio::use_awaitable);

class BotStream : public Watcher, public std::enable_shared_from_this<BotStream> {
 public:
  BotStream(Services& services, Connections& connections, Stream stream, ProgramSeat from, bool chunked,
            CountOfEach::Held held)
      : services_(services),
        visit_(std::move(from.visit)),
        chunked_(chunked),
        held_(std::move(held)),
        held_by_account_(std::move(from.held)),
        stream_(std::move(stream)),
        entry_(
            connections, [this] { end(); }, [this] { drop(); }) {
    program = true;
    by_session = std::move(from.by_session);
  }

  void send(Text line) override {
    if (ending_) return;
    queue_.push_back(std::move(line));
    entry_.queue(queue_.back()->size());
    if (entry_.queued() > kWaitingLines) return drop();
    if (visit_.room->live().status() == "over") end();
    news_.cancel_one();
  }

  void dismiss(Text last) override {
    if (ending_) return;
    forget();
    if (last) send(std::make_shared<const std::string>(*last + "\n"));
    end();
  }

  /// Of a coroutine's parameters one is the stream itself, so that it lives as long.
  asio::awaitable<void> run(std::shared_ptr<BotStream> /*self*/) {
    stream_.rate_policy().limit(Bucket(kJunkBurst, kJunkPerSecond), [this] {
      asio::post(stream_.get_executor(), [self = shared_from_this()] { self->drop(); });
    });
    // What waits is counted here, and not kept by the system, which takes megabytes for who reads nothing.
    boost::system::error_code unknown;
    stream_.socket().set_option(asio::socket_base::send_buffer_size(kSystemKeeps), unknown);
    std::exception_ptr failed;
    try {
      services_.lobby.enter(visit_, *this, 0);
      start(stream_.get_executor(), write(shared_from_this()), log_mistake);
      co_await until_gone();
    } catch (...) {
      failed = std::current_exception();
    }
    services_.lobby.leave(visit_.room, *this);
    drop();
    if (failed) std::rethrow_exception(failed);
  }

 private:
  /// Reads what nobody asked for.
  asio::awaitable<void> until_gone() {
    std::array<char, 512> junk{};
    for (;;) {
      stream_.expires_never();  // writing has its own time
      const auto [error, size] = co_await stream_.async_read_some(asio::buffer(junk), kQuietly);
      if (error) co_return;
    }
  }

  /// When what waits has been sent.
  void end() {
    ending_ = true;
    news_.cancel_one();
  }

  /// Gives up what waits to be sent.
  void forget() {
    queue_.clear();
    entry_.sent(entry_.queued());
  }

  /// At once: reader and writer end with an error.
  void drop() {
    end();
    forget();
    stream_.close();
    goodbye_.cancel();
  }

  asio::awaitable<void> write(std::shared_ptr<BotStream> /*self*/) {
    const std::string head = fmt::format(
        "HTTP/1.1 200 OK\r\nServer: bastide\r\nContent-Type: {}\r\nCache-Control: no-store\r\n"
        "X-Content-Type-Options: nosniff\r\nX-Accel-Buffering: no\r\n{}Connection: close\r\n\r\n",
        kLines, chunked_ ? "Transfer-Encoding: chunked\r\n" : "");
    bool there = co_await put("", head, "");
    while (there) {
      if (!queue_.empty()) {
        const Text line = std::move(queue_.front());
        queue_.pop_front();
        there = co_await put_line(*line);
        entry_.sent(line->size());
      } else if (ending_) {
        break;
      } else {
        news_.expires_after(services_.patience.line);
        co_await wait(news_);
        if (queue_.empty() && !ending_) there = co_await put_line("\n");
      }
    }
    if (there && chunked_) there = co_await put("", "0\r\n\r\n", "");
    if (!there) co_return drop();
    boost::system::error_code ended;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ended);
    goodbye_.expires_after(services_.patience.goodbye);
    co_await wait(goodbye_);
    drop();
  }

  /// As a chunk of its own. False: the connection is gone.
  asio::awaitable<bool> put_line(std::string_view line) {
    const std::string size = chunked_ ? fmt::format("{:x}\r\n", line.size()) : "";
    co_return co_await put(size, line, chunked_ ? "\r\n" : "");
  }

  /// REQUIRES: what is given lives as long.
  asio::awaitable<bool> put(std::string_view before, std::string_view text, std::string_view behind) {
    const std::array<asio::const_buffer, 3> bytes{asio::buffer(before), asio::buffer(text), asio::buffer(behind)};
    if (!stream_.socket().is_open()) co_return false;
    stream_.expires_after(services_.patience.answer);
    const auto [error, size] = co_await asio::async_write(stream_, bytes, kQuietly);
    co_return !error;
  }

  Services& services_;
  Visit visit_;
  const bool chunked_;
  CountOfEach::Held held_, held_by_account_;
  Stream stream_;
  Connections::Entry entry_;
  asio::steady_timer news_{stream_.get_executor()}, goodbye_{stream_.get_executor()};
  std::deque<Text> queue_;
  bool ending_ = false;
};

std::vector<std::string> moves_in(const json::value& body) {
  std::vector<std::string> moves;
  for (const json::value& move : body.at("moves").as_array()) moves.emplace_back(move.as_string());
  return moves;
}

/// The seat that an address or a body names; -1: none, nothing: no number.
std::optional<int> named_seat(const Target& target) {
  const auto found = target.query.find("seat");
  if (found == target.query.end()) return -1;
  int seat = -1;
  const std::string& text = found->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seat);
  if (error != std::errc{} || end != text.data() + text.size() || seat < 0) return std::nullopt;
  return seat;
}

asio::awaitable<Answer> play_by_program(Services& services, Visit visit, const json::value& body) {
  PlayRequest request;
  request.seq = body.at("seq").to_number<int>();
  request.moves = moves_in(body);
  if (const json::value* id = body.as_object().if_contains("id")) request.id = id->as_string();
  const int seq = request.seq, seat = visit.seat;
  if (visit.room->uncertain) co_return error_answer(503, worded(say(services.lobby.catalogue().phrases, "told.disk")));
  const Lobby::Time since = std::chrono::steady_clock::now();
  const Outcome outcome = co_await services.lobby.play(visit.room, seat, std::move(request));
  Totals& totals = services.lobby.totals();
  totals.plays.add(std::chrono::steady_clock::now() - since);
  const LiveGame& live = visit.room->live();
  switch (outcome.kind) {
    case Outcome::Kind::accepted:
      ++totals.plays_accepted;
      co_return text_answer(fmt::format(R"({{"seq":{}}})", live.seq()));
    case Outcome::Kind::refused:
      ++totals.plays_refused;
      co_return error_answer(live.to_move() == seat && live.asked_by(seq) ? 400 : 409, outcome.error);
    default:
      ++totals.plays_unknown;
      co_return error_answer(503, outcome.error);
  }
}

asio::awaitable<Answer> try_by_program(Services& services, Visit visit, const json::value& body) {
  const int seq = body.at("seq").to_number<int>(), seat = visit.seat;
  TryRequest request;
  request.seq = seq;
  request.moves = moves_in(body);
  request.program = true;
  const auto tried = co_await services.lobby.attempt(visit.room, seat, request);
  if (tried) co_return text_answer(*tried);
  const LiveGame& live = visit.room->live();
  co_return error_answer(live.to_move() == seat && live.asked_by(seq) ? 400 : 409, tried.error());
}

}  // namespace

bool is_bot_stream(const Target& target) {
  const auto& path = target.segments;
  return path.size() == 5 && path[0] == "api" && path[1] == "bot" && path[2] == "games" && path[4] == "stream";
}

asio::awaitable<Reply<ProgramSeat>> seat_of_program(Services& services, const Target& target, const Request& request) {
  const auto wanted = named_seat(target);
  if (!wanted) co_return refuse(400, "A seat is a number.", "?seat=0, counted from 0");
  Keys keys{keys_of(request)};
  SignedIn who;
  if (!request.session.empty()) {
    const auto found = co_await services.accounts.who(std::string(request.session));
    if (!found) co_return tl::unexpected<Refusal>(found.error());
    who = *found;
    keys.account = who.account;
  }
  if (keys.tokens.empty() && keys.account.empty())
    co_return refuse(401, "Whose seat this is for has to be shown.",
                     "the header X-Bastide-Keys: TOKEN, or Authorization: Bearer SESSION");
  auto visit = co_await services.lobby.visit(target.segments[3], std::move(keys));
  if (!visit) co_return tl::unexpected<Refusal>(visit.error());
  if (*wanted >= 0) visit->sit(*wanted);
  if (visit->seat < 0 || (*wanted >= 0 && visit->seat != *wanted))
    co_return refuse(403, say(services.lobby.catalogue().phrases, "told.watching"));
  ProgramSeat seat;
  seat.visit = std::move(*visit);
  if (seat.visit.by_session) seat.by_session = who.session;
  seat.account = who.account;
  co_return seat;
}

asio::awaitable<Answer> answer_bot(Services& services, const Target& target, const Request& request) {
  const bool stream = is_bot_stream(target), tries = target.segments.back() == "try";
  auto body = stream ? Result<json::value>() : read_message(tries ? "BotTry" : "BotPlay", request.body);
  if (!body) co_return error_answer(400, body.error());
  auto seat = co_await seat_of_program(services, target, request);
  if (!seat) co_return refusal_answer(seat.error());
  if (stream) co_return text_answer("", std::string(kLines));
  if (tries) co_return co_await try_by_program(services, std::move(seat->visit), *body);
  co_return co_await play_by_program(services, std::move(seat->visit), *body);
}

void start_bot_stream(Services& services, Connections& connections, Stream stream, ProgramSeat seat, bool chunked,
                      CountOfEach::Held held) {
  const auto& executor = stream.get_executor();
  const auto lines =
      std::make_shared<BotStream>(services, connections, std::move(stream), std::move(seat), chunked, std::move(held));
  start(executor, lines->run(lines), log_mistake);
}

}  // namespace bastide
