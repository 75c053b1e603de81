#include "cli/load_game.h"

#include <fmt/format.h>
#include <string.h>  // memmem

#include <algorithm>
#include <array>
#include <charconv>

#include "server/async.h"

namespace bastide::cli {

namespace {

constexpr uint32_t kFollowerIn = 3;  ///< one turn of so many takes a follower's place where there is one

/// Position of `part` from `from` on. Faster than find(), whose first letter, a quote, is everywhere.
std::size_t find_part(std::string_view text, std::string_view part, std::size_t from) {
  const void* found =
      from >= text.size() ? nullptr : memmem(text.data() + from, text.size() - from, part.data(), part.size());
  return found == nullptr ? std::string_view::npos
                          : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

int number_after(std::string_view text, std::string_view key) {
  int number = 0;
  if (const std::size_t at = find_part(text, key, 0); at != std::string_view::npos)
    std::from_chars(text.data() + at + key.size(), text.data() + text.size(), number);
  return number;
}

/// A place for the drawn tile, of those that `"spots":[[x,y,rotations],...]` names: "0,-1 e". Empty: none is asked for.
std::string choose_placement(std::string_view message, Rng& rng) {
  constexpr std::string_view kKey = R"("spots":[)";
  std::size_t at = find_part(message, kKey, 0);
  if (at == std::string_view::npos) return {};
  at += kKey.size();
  std::string chosen;
  for (uint32_t seen = 0; at < message.size() && message[at] == '[';) {
    std::array<int, 3> spot{};
    for (int& number : spot) {
      const auto read = std::from_chars(message.data() + at + 1, message.data() + message.size(), number);
      at = static_cast<std::size_t>(read.ptr - message.data());
    }
    for (std::size_t r = 0; r < 4; ++r)
      if (((spot[2] >> r) & 1) != 0 && rng.below(++seen) == 0)
        chosen = fmt::format("{},{} {}", spot[0], spot[1], "nesw"[r]);
    at += message.substr(at, 2) == "]," ? 2 : 1;
  }
  return chosen;
}

/// One of the answers to what a try says is asked next; now and then a figure's place. Empty: nothing is.
std::string choose_figure(std::string_view message, Rng& rng) {
  constexpr std::string_view kKey = R"("move":")";
  std::string_view place;
  uint32_t places = 0;
  for (std::size_t at = find_part(message, kKey, find_part(message, R"("ask":{)", 0)); at != std::string_view::npos;
       at = find_part(message, kKey, at)) {
    at += kKey.size();
    const std::string_view move = message.substr(at, message.find('"', at) - at);
    if (move != "-" && rng.below(++places) == 0) place = move;
  }
  return std::string(places == 0 || rng.below(kFollowerIn) != 0 ? "-" : place);
}

}  // namespace

Heard hear(std::string_view message, Rng& rng) {
  Heard heard;
  if (message.starts_with(R"({"type":"tried")")) {
    heard.kind = Heard::Kind::tried;
    if (find_part(message, R"("ask":{)", 0) != std::string_view::npos) heard.move = choose_figure(message, rng);
    return heard;
  }
  const bool refused = message.starts_with(R"({"type":"refused")");
  if (!refused && !message.starts_with(R"({"type":"update")") && !message.starts_with(R"({"type":"welcome")"))
    return heard;
  heard.kind = refused ? Heard::Kind::refused : Heard::Kind::news;
  heard.seq = number_after(message, R"("seq":)");
  heard.over = message.ends_with(R"("turn":null})");
  heard.move = choose_placement(message, rng);
  if (refused) heard.reason = message.substr(0, 300);
  return heard;
}

LoadGame::LoadGame(const asio::any_io_executor& executor, LoadTally& tally, uint64_t seed)
    : tally_(tally), rng_(seed), settled_(executor, LoadClock::time_point::max()) {
  for (int seat = 0; seat < 2; ++seat) sockets_.push_back(LoadSocket::make(executor, tally));
  heard_.resize(sockets_.size());
}

asio::awaitable<void> LoadGame::open(std::vector<asio::ip::tcp::endpoint> servers, std::string game,
                                     std::vector<std::string> tokens) {
  for (std::size_t seat = 0; seat < sockets_.size(); ++seat)
    co_await sockets_[seat]->open(servers[seat % servers.size()], game, tokens[seat],
                                  [this, seat](std::string_view message) { take(seat, message); });
}

asio::awaitable<void> LoadGame::play_to(int moves) {
  wanted_ = moves;
  go_on();
  while (!over_ && moves_ < wanted_) co_await wait(settled_);
}

void LoadGame::arrive(LoadClock::time_point due) {
  due_.push_back(due);
  go_on();
}

void LoadGame::ping() {
  for (const auto& socket : sockets_) socket->send(R"({"type":"ping"})");
}

void LoadGame::close() {
  for (const auto& socket : sockets_) socket->close();
}

void LoadGame::take(std::size_t seat, std::string_view message) {
  Heard heard = hear(message, rng_);
  if (heard.kind == Heard::Kind::other) return;
  if (heard.kind == Heard::Kind::tried) {
    next_ =
        heard.move.empty() ? fmt::format(R"(["{}"])", drafted_) : fmt::format(R"(["{}","{}"])", drafted_, heard.move);
    if (!in_flight_) go_on();
    return;
  }
  heard_[seat] = std::max(heard_[seat], heard.seq);
  if (!heard.move.empty()) {
    to_move_ = seat;
    drafted_ = std::move(heard.move);
    next_.clear();
    sockets_[seat]->send(fmt::format(R"({{"type":"try","ref":0,"seq":{},"moves":["{}"]}})", heard_[seat], drafted_));
  }
  if (heard.kind == Heard::Kind::refused) {
    ++tally_.refused;
    tally_.reason = heard.reason;
    in_flight_ = false;
    go_on();
    return;
  }
  over_ = heard.over;
  if (in_flight_ && *std::min_element(heard_.begin(), heard_.end()) > sent_at_seq_) {
    in_flight_ = false;
    ++moves_;
    if (measured_ && on_received) on_received(flying_due_, sent_, LoadClock::now());
  }
  if (!in_flight_) go_on();
  if (over_ && !in_flight_ && on_over) std::exchange(on_over, nullptr)();
}

/// Sends the next move if one is wanted and nothing is on its way.
void LoadGame::go_on() {
  if (over_ || moves_ >= wanted_) settled_.cancel();
  if (in_flight_ || over_ || next_.empty()) return;
  measured_ = !due_.empty();
  if (measured_) {
    flying_due_ = due_.front();
    due_.pop_front();
  }
  if (measured_ || moves_ < wanted_) send();
}

void LoadGame::send() {
  in_flight_ = true;
  sent_at_seq_ = heard_[to_move_];
  sent_ = LoadClock::now();
  sockets_[to_move_]->send(
      fmt::format(R"({{"type":"play","ref":{},"seq":{},"moves":{}}})", moves_ + 1, sent_at_seq_, next_));
  next_.clear();
}

}  // namespace bastide::cli
