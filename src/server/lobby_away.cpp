// Somebody is waited for and not connected: after a while the others may go on. Nothing runs meanwhile: clients count
// down what they are told, and a claim is judged when it comes, by the monotonic clock. After a restart the time begins
// anew.
#include <fmt/format.h>

#include <algorithm>

#include "server/clock.h"
#include "server/live_game.h"
#include "server/lobby.h"

namespace bastide {

namespace {

using std::chrono::milliseconds;

constexpr int64_t kCorrespondence = 3'600'000;  ///< a decision with so much time is not waited for at the table
constexpr int kWithoutClock = 5;                ///< times as long
constexpr const char* kStandIn = "greedy";      ///< fast, and known everywhere

Outcome declined(const Texts& message) {
  return {Outcome::Kind::refused, worded(message)};
}

bool connected(const Room& room, int seat) {
  return std::ranges::any_of(room.watchers, [seat](const Watcher* watcher) {
    return std::ranges::find(watcher->here, seat) != watcher->here.end();
  });
}

}  // namespace

/// 0: never. Of a folder that is shared, no server knows who is connected to the others.
milliseconds Lobby::claim_after(const LiveGame& live) const {
  const TimeControl& time = live.setup().time;
  if (settings_.shared || time.each >= kCorrespondence) return milliseconds(0);
  return settings_.claim_after * (time.any() ? 1 : kWithoutClock);
}

void Lobby::note_away(Room& room) const {
  const LiveGame& live = room.live();
  const int seat = live.to_move();
  const bool waited = seat >= 0 && !live.bot_to_move() && !connected(room, seat) && claim_after(live).count() > 0;
  if (!waited)
    room.away.reset();
  else if (!room.away || room.away->seat != seat)
    room.away = {seat, std::chrono::steady_clock::now()};
  if (room.away) room.away->since = std::max(room.away->since, thinks_from(room));
}

/// In whole seconds, rounded up. Nothing: nobody is waited for who is away.
std::optional<milliseconds> Lobby::may_claim_in(const Room& room) const {
  if (!room.away) return std::nullopt;
  const auto since = std::chrono::steady_clock::now() - room.away->since;
  const auto left = claim_after(room.live()) - since;
  return std::max<milliseconds>(milliseconds(0), std::chrono::ceil<std::chrono::seconds>(left));
}

asio::awaitable<Outcome> Lobby::claim(RoomPtr room, int by, int seat, std::string choice) {
  const Phrases& phrases = catalogue().phrases;
  if (by < 0) co_return declined(say(phrases, "told.watching"));
  if (room->uncertain) co_return declined(say(phrases, "told.disk"));
  auto guard = co_await room->lock.enter();
  const LiveGame& live = room->live();
  if (live.game() == nullptr) co_return declined(say(phrases, "told.waiting"));
  if (const LiveSeat& claimer = live.seats().at(by); !claimer.gone.empty())
    co_return declined(say(phrases, "told.left", {{"name", claimer.name}}));
  if (choice == "bot" && live.setup().rated) co_return declined(say(phrases, "told.rated.bots"));
  note_away(*room);
  if (!room->away || room->away->seat != seat) co_return declined(say(phrases, "told.claim.there"));
  if (const auto left = *may_claim_in(*room); left.count() > 0)
    co_return declined(say(phrases, "told.claim.early", {{"n", static_cast<int>(left.count() / 1000)}}));
  Change what = [&, used = used_by(*room)](LiveGame& next) {
    return choice == "bot" ? next.stand_in(seat, by, kStandIn, now_ms(), used) : next.leave(seat, "away", now_ms());
  };
  const Outcome outcome = co_await change(room, guard, std::move(what));
  if (outcome.kind == Outcome::Kind::accepted) tell_presence(*room);
  co_return outcome;
}

/// The person is here again: the bot plays no more for them.
asio::awaitable<void> Lobby::come_back(RoomPtr room, int seat) {
  auto guard = co_await room->lock.enter();
  if (stopping_ || room->uncertain || !connected(*room, seat)) co_return;
  if (room->live().status() != "playing" || room->live().seats().at(seat).stand_in.empty()) co_return;
  Change what = [seat](LiveGame& next) { return next.come_back(seat, now_ms()); };
  const Outcome outcome = co_await change(room, guard, std::move(what));
  if (outcome.kind == Outcome::Kind::accepted) tell_presence(*room);
}

}  // namespace bastide
