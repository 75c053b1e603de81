// Who thinks by a clock, and what happens when the time is up. Durations come from the monotonic clock; of the wall
// clock only what passed while no server ran counts, and only by days.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "server/clock.h"
#include "server/live_game.h"
#include "server/lobby.h"
#include "server/log.h"

namespace bastide {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kMostLag{500};           ///< given back for one answer
constexpr milliseconds kAfterStart{3'600'000};  ///< what somebody has left at least when the server was away, by days
constexpr milliseconds kTryAgain{1000};         ///< where a fallen flag could not be written down

int64_t in_ms(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration_cast<milliseconds>(duration).count();
}

milliseconds lag_of(const Room& room, int seat) {
  milliseconds lag{0};
  for (const Watcher* watcher : room.watchers)
    if (watcher->seat == seat) lag = std::max(lag, watcher->lag);
  return std::min(lag, kMostLag);
}

}  // namespace

/// `loaded`: the room comes from the log, and it may be long since its seat was asked.
void Lobby::note_thinking(const Room& room, bool loaded) {
  const LiveGame& live = room.live();
  const auto old = thinking_.find(live.id());
  const auto left = live.time_to_move();
  if (old != thinking_.end() && left && old->second.plies == live.plies() && old->second.asked == live.asked_at() &&
      old->second.changes == live.clock_changes())
    return;
  if (old != thinking_.end()) {
    flags_.erase({old->second.due, live.id()});
    thinking_.erase(old);
  }
  if (!left) return;
  const Time now = std::chrono::steady_clock::now();
  Time since = now;
  const milliseconds ago{now_ms() - live.thinks_from()}, away = std::max(ago, milliseconds{0});
  since += std::max(-ago, milliseconds{0});  // the clock stands still until then
  if (loaded && settings_.shared && live.asked_time() >= started_)
    since -= away;  // nobody was kept from moving: this server was there, though another one asked
  else if (loaded && live.setup().time.each > 0)
    since -= std::min(away, std::max(milliseconds(*left) - kAfterStart, milliseconds{0}));
  const Time due = since + milliseconds(*left) + lag_of(room, live.to_move());
  thinking_[live.id()] = {live.plies(), live.asked_at(), live.clock_changes(), since, due};
  flags_.emplace(due, live.id());
  if (flags_.begin()->second == live.id()) flag_.cancel();  // it is the next one
}

/// What the seat to move has used of its time; 0 where there is no clock.
int64_t Lobby::used_by(const Room& room) const {
  const auto found = thinking_.find(room.live().id());
  if (found == thinking_.end()) return 0;
  const auto used = std::chrono::steady_clock::now() - found->second.since;
  return std::max<int64_t>(0, in_ms(used - lag_of(room, room.live().to_move())));
}

/// When whoever is to move begins to think; the past where no clock runs.
Lobby::Time Lobby::thinks_from(const Room& room) const {
  const auto found = thinking_.find(room.live().id());
  return found == thinking_.end() ? Time{} : found->second.since;
}

/// `,"clock":{...}` for a message; nothing where there is no clock.
std::string Lobby::clock_text(const Room& room) const {
  const LiveGame& live = room.live();
  std::vector<int64_t> left = live.times();
  if (left.empty() || live.game() == nullptr) return {};
  const bool runs = live.time_to_move().has_value();
  if (runs) left[live.to_move()] = std::max<int64_t>(0, left[live.to_move()] - used_by(room));
  const int64_t paused = in_ms(thinks_from(room) - std::chrono::steady_clock::now());
  return fmt::format(R"(,"clock":{{"left":[{}],"running":{}{}}})", fmt::join(left, ","),
                     runs ? std::to_string(live.to_move()) : "null",
                     paused > 0 ? fmt::format(R"(,"paused":{})", paused) : "");
}

asio::awaitable<void> Lobby::watch_flags() {
  while (!stopping_) {
    flag_.expires_at(flags_.empty() ? Time::max() : flags_.begin()->first);
    co_await wait(flag_);
    while (!stopping_ && !flags_.empty() && flags_.begin()->first <= std::chrono::steady_clock::now()) {
      const auto [due, id] = *flags_.begin();
      flags_.erase(flags_.begin());
      start(io_, drop_flag(id));
    }
  }
}

/// The time of whoever is to move is up, unless a move has come meanwhile.
asio::awaitable<void> Lobby::drop_flag(std::string id) {
  const auto here = co_await room(id);
  if (!here) co_return;  // what cannot be read has been said
  const RoomPtr place = *here;
  auto guard = co_await place->lock.enter();
  const auto found = thinking_.find(id);
  if (found == thinking_.end() || found->second.due > std::chrono::steady_clock::now()) co_return;
  const int seat = place->live().to_move();
  const auto plies = found->second.plies;
  if (!place->uncertain) {
    Change what = [seat](LiveGame& next) { return next.leave(seat, "time", now_ms()); };
    const Outcome outcome = co_await change(place, guard, std::move(what));
    totals_.flags += outcome.kind == Outcome::Kind::accepted;
    if (outcome.kind == Outcome::Kind::accepted) co_return;
  }
  if (stopping_) co_return;
  if (const auto again = thinking_.find(id); again != thinking_.end() && again->second.plies == plies) {
    again->second.due = std::chrono::steady_clock::now() + kTryAgain;
    flags_.emplace(again->second.due, id);
    flag_.cancel();
  }
}

}  // namespace bastide
