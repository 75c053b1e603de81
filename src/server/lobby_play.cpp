// How a change comes about: moves of people and bots, and what other processes have written.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "server/bots.h"
#include "server/clock.h"
#include "server/live_game.h"
#include "server/lobby.h"
#include "server/log.h"
#include "server/ratings.h"
#include "server/unicode.h"

namespace bastide {

namespace json = boost::json;

namespace {

using Kind = Outcome::Kind;
using Fate = Written::Fate;

constexpr std::chrono::milliseconds kListen{20};         ///< between two looks at what other processes have written
constexpr std::chrono::milliseconds kListenAnyway{500};  ///< where a call says that there is something; after a failure
constexpr std::chrono::seconds kLook{2};                 ///< between two looks for processes that have ended

Outcome refused(const Texts& message, std::string expected = {}) {
  Outcome outcome{Kind::refused};
  outcome.error = worded(message, {}, std::move(expected));
  return outcome;
}

Outcome too_late(const LiveGame& live) {
  return refused(say(live.rules().catalogue->phrases, "told.late"), fmt::format("seq {}", live.seq()));
}

/// The seats of those who are told of each turn; -1: of who only watches.
std::set<int> listeners(const Room& room) {
  std::set<int> seats;
  for (const Watcher* watcher : room.watchers)
    if (!watcher->program) seats.insert(watcher->seat);
  return seats;
}

/// With what is said of the turn, as far as anybody is there to hear it: of two players at two servers each has one.
Scene scene_of(std::shared_ptr<const LiveGame> live, const std::set<int>& heard_by) {
  Scene scene{std::move(live), {}, {}};
  const auto turn = [&](bool moves) { return std::make_shared<const std::string>(scene.live->turn(moves)); };
  const int mover = scene.live->to_move();
  const bool moves = mover >= 0 && heard_by.contains(mover);
  if (heard_by.size() > (moves ? 1 : 0)) scene.turn_to_watch = turn(false);
  if (moves && !scene.live->bot_to_move()) scene.turn_to_move = turn(true);
  return scene;
}

/// What the database has beyond a live game.
struct Beyond {
  std::optional<GameRow> row;  ///< the log is the whole one: what came before is another
  StoredLog log;
};

}  // namespace

struct Lobby::Changed {
  Result<void> allowed;
  Scene scene;
  Append append;
};

// No coroutine: GCC 12 destroys a temporary twice that is an argument of one.
asio::awaitable<Outcome> Lobby::change(RoomPtr room, Lock::Guard& guard, Change what, Committer::Late late) {
  Append nothing;
  return change_with(std::move(room), guard, std::move(what), std::move(nothing), std::move(late));
}

/// First on a copy, with all that is to be told, by another thread; then on the disk; then for everybody. `guard` is
/// the room's; it goes on to settle() if the disk fails.
asio::awaitable<Outcome> Lobby::change_with(RoomPtr room, Lock::Guard& guard, Change what, Append beside,
                                            Committer::Late late) {
  auto make = [&, before = room->scene.live, heard_by = listeners(*room)] {
    const auto next = make_spare<LiveGame>(*before);
    Changed changed{what(*next), {}, {}};
    if (!changed.allowed) return changed;
    changed.append = std::move(beside);
    changed.append.game = next->id();
    changed.append.events = next->take_fresh();
    if (before->status() != "over")
      if (auto rating = rating_of(*next)) changed.append.accounts.emplace_back(std::move(*rating));
    // While a game is played, the log's last entry says what changes, but for who has left or is away.
    const auto there = [](const LiveSeat& a, const LiveSeat& b) {
      return a.gone == b.gone && a.stand_in == b.stand_in;
    };
    if (before->status() != "playing" || next->status() != "playing" ||
        before->clock_changes() != next->clock_changes() || !std::ranges::equal(before->seats(), next->seats(), there))
      changed.append.note = next->row().note;
    changed.scene = scene_of(next, heard_by);
    return changed;
  };
  auto changed = co_await run_on(movers_, std::move(make));
  if (!changed.allowed) co_return Outcome{Kind::refused, changed.allowed.error()};
  const Written written = co_await committer_.commit(std::move(changed.append), std::move(late));
  if (!written.kept() && written.fate != Fate::taken)  // that another server was first is no error
    log_error(about_game(room->live().id()), "{}", written.error.text());
  switch (written.fate) {
    case Fate::kept:
      show(room, std::move(changed.scene));
      co_return Outcome{};
    case Fate::taken:
      static_cast<void>(co_await catch_up(room));
      co_return too_late(room->live());
    case Fate::unknown:
      room->uncertain = true;
      start(io_, settle(room, std::move(guard)));
      co_return Outcome{Kind::unknown, refused(say(catalogue().phrases, "told.unknown")).error};
    default:
      co_return refused(say(catalogue().phrases, "told.unwritten"));
  }
}

/// Reads what the log has beyond the live game. `tell_anyway`: also if that is nothing.
asio::awaitable<Result<void>> Lobby::catch_up(RoomPtr room, bool tell_anyway) {
  const auto before = room->scene.live;
  // By a thread of its own: a database far away, or a busy one, shall not keep the moves of others waiting.
  auto read = [&]() -> Result<Beyond> {
    BASTIDE_TRY(auto log, store_.events(before->id(), before->log_size()));
    if (std::ranges::none_of(log.events, [](const StoredEvent& event) { return event.kind == "renamed"; }))
      return Beyond{std::nullopt, std::move(log)};
    // What came before has been rewritten: nobody shall be told the old name any more.
    BASTIDE_TRY(auto row, store_.game(before->id()));
    BASTIDE_TRY(log, store_.events(before->id()));
    return Beyond{std::move(row), std::move(log)};
  };
  const auto kept = co_await run_on(readers_, std::move(read));
  auto make = [&, heard_by = listeners(*room)]() -> Result<Scene> {
    if (!kept) return tl::unexpected<Error>(kept.error());
    const StoredLog& log = kept->log;
    if (!log.damage.empty()) return failure(log.damage);
    if (log.events.empty()) return Scene{before, {}, {}};
    if (kept->row) {
      BASTIDE_TRY(auto anew, LiveGame::load(*rules_, *kept->row, log.events, settings_.art_version));
      return scene_of(make_spare<LiveGame>(std::move(anew)), heard_by);
    }
    auto next = make_spare<LiveGame>(*before);
    BASTIDE_CHECK(next->follow(*rules_, log.events));
    return scene_of(std::move(next), heard_by);
  };
  auto scene = co_await run_on(movers_, std::move(make));
  if (!scene) {
    log_error(about_game(room->live().id()), "{}", scene.error().text());
    co_return tl::unexpected<Error>(scene.error());
  }
  if (scene->live != room->scene.live || tell_anyway) show(room, std::move(*scene), tell_anyway);
  co_return Result<void>{};
}

/// The disk failed with a change: nothing happens in the room until it is known what is kept.
asio::awaitable<void> Lobby::settle(RoomPtr room, Lock::Guard guard) {
  const Lock::Guard held = std::move(guard);
  co_await committer_.settled();
  while (!stopping_ && !co_await catch_up(room, true)) {
    room->pause.expires_after(std::chrono::seconds(1));
    co_await wait(room->pause);
  }
  room->uncertain = false;
  wake_bots(room);
}

asio::awaitable<Outcome> Lobby::play(RoomPtr room, int seat, PlayRequest request) {
  if (seat < 0) co_return refused(say(catalogue().phrases, "told.watching"));
  if (room->uncertain) co_return refused(say(catalogue().phrases, "told.disk"));
  auto guard = co_await room->lock.enter();
  const LiveGame& live = room->live();
  if (live.has_played(seat, request.id)) co_return Outcome{};
  if (!live.asked_by(request.seq)) co_return too_late(live);
  auto what = [seat, &request, used = used_by(*room)](LiveGame& next) {
    return next.play(seat, request.moves, now_ms(), request.id, used);
  };
  co_return co_await change(room, guard, std::move(what), request.late);
}

namespace {

/// Who shares a device sits side by side, and agrees with what is asked or agreed to from there.
bool speaks_for_others(const std::string& answer) {
  return answer == "ask" || answer == "agree";
}

}  // namespace

asio::awaitable<Outcome> Lobby::take_back(RoomPtr room, int seat, std::vector<int> here, int seq, std::string answer) {
  if (seat < 0) co_return refused(say(catalogue().phrases, "told.watching"));
  if (room->uncertain) co_return refused(say(catalogue().phrases, "told.disk"));
  auto guard = co_await room->lock.enter();
  if (!room->live().asked_by(seq)) co_return too_late(room->live());
  Change what = [&, used = used_by(*room)](LiveGame& next) -> Result<void> {
    // Whoever of them plays next holds the device by now.
    const bool own = answer == "ask" || answer == "withdraw";
    const bool friends = own && std::ranges::find(here, next.played_last()) != here.end();
    BASTIDE_CHECK(next.take_back(friends ? next.played_last() : seat, answer, now_ms(), used));
    for (const int other : here)
      if (speaks_for_others(answer) && next.waits_for_back(other))
        BASTIDE_CHECK(next.take_back(other, "agree", now_ms(), used));
    return {};
  };
  co_return co_await change(room, guard, std::move(what));
}

asio::awaitable<Outcome> Lobby::change_clock(RoomPtr room, int seat, std::vector<int> here, ClockRequest request) {
  if (seat < 0) co_return refused(say(catalogue().phrases, "told.watching"));
  if (room->uncertain) co_return refused(say(catalogue().phrases, "told.disk"));
  auto guard = co_await room->lock.enter();
  Change what = [&, used = used_by(*room)](LiveGame& next) -> Result<void> {
    const auto& [seq, answer, wish] = request;
    BASTIDE_CHECK(next.change_clock(seat, answer, wish, seq, now_ms(), used));
    for (const int other : here)
      if (answer == "ready" ? next.waits_to_resume(other, now_ms())
                            : speaks_for_others(answer) && next.waits_for_clock(other))
        BASTIDE_CHECK(next.change_clock(other, answer == "ready" ? answer : "agree", wish, next.seq(), now_ms(), used));
    return {};
  };
  co_return co_await change(room, guard, std::move(what));
}

asio::awaitable<Outcome> Lobby::talk(RoomPtr room, int seat, std::string text) {
  if (seat < 0) co_return refused(say(catalogue().phrases, "told.watching"));
  if (room->uncertain) co_return refused(say(catalogue().phrases, "told.disk"));
  const auto seen = visible_name(text);
  if (!seen) co_return refused(say(catalogue().phrases, "told.unsayable"));
  auto guard = co_await room->lock.enter();
  Change what = [seat, &seen](LiveGame& next) { return next.say_to_all(seat, *seen, now_ms()); };
  co_return co_await change(room, guard, std::move(what));
}

asio::awaitable<Result<std::string>> Lobby::attempt(RoomPtr room, int seat, TryRequest request) {
  const auto live = room->scene.live;
  if (seat < 0) co_return failure(say(catalogue().phrases, "told.watching"));
  if (!live->asked_by(request.seq)) co_return tl::unexpected<Error>(too_late(*live).error);
  co_return co_await run_on(movers_, [&] {
    return request.program ? live->tried_by_program(seat, request.moves) : live->tried(seat, request.moves);
  });
}

// ---------------------------------------------------------------- bots

namespace {

/// Bots wait while people talk about taking a turn back: that would be over with their move.
bool bot_moves(const LiveGame& live) {
  return live.bot_to_move() && !live.asks_back();
}

}  // namespace

void Lobby::wake_bots(const RoomPtr& room) {
  if (room->bots_run || stopping_ || room->uncertain || !bot_moves(room->live())) return;
  room->bots_run = true;
  start(io_, run_bots(room));
}

asio::awaitable<void> Lobby::run_bots(RoomPtr room) {
  constexpr std::chrono::seconds kAfterFailure{5};
  constexpr std::chrono::seconds kOthersThink{1};
  auto pause = settings_.bot_delay;
  while (bot_moves(room->live())) {
    if (pause.count() > 0) {
      room->pause.expires_after(pause);
      co_await wait(room->pause);
    }
    if (stopping_) break;
    const auto live = room->scene.live;
    if (!bot_moves(*live)) continue;
    bool mine = true;
    if (settings_.shared) mine = co_await run_on(readers_, [&] { return store_.take_work(live->id()); });
    if (!mine) {
      if (room->watchers.empty()) break;  // whoever thinks goes on, and who takes over wakes the bots
      room->pause.expires_after(kOthersThink);
      co_await wait(room->pause);
      continue;
    }
    const uint64_t seed = seeds_.of_turn(live->row().seed, live->seq());
    const std::vector<std::string> moves = co_await bots_.choose(workers_, live, seed);
    if (stopping_) break;
    Outcome outcome;
    {
      auto guard = co_await room->lock.enter();
      auto what = [&](LiveGame& next) { return next.play(live->to_move(), moves, now_ms()); };
      if (room->scene.live == live) outcome = co_await change(room, guard, std::move(what));
    }
    auto leave = [&] { return store_.leave_work(live->id()), true; };
    if (settings_.shared) co_await run_on(readers_, leave);
    const bool goes_on = outcome.kind == Kind::accepted || room->scene.live != live;
    if (!goes_on) log_error(about_game(live->id()), "a bot's move was not made: {}", outcome.error.text());
    pause = goes_on ? settings_.bot_delay : std::chrono::milliseconds(kAfterFailure);
  }
  room->bots_run = false;
}

// ---------------------------------------------------------------- other processes

/// One of the others has ended: what it did for games is done here, by whoever takes it first.
asio::awaitable<void> Lobby::take_over() {
  auto found = co_await run_on(workers_, [&] { return unfinished(); });
  if (!found) {
    log_error("{}", found.error().text());
    co_return;
  }
  log_info("another server has ended; bots go on in {} games", found->of_bots);
  co_await load_all(std::move(found->wanted));
}

asio::awaitable<void> Lobby::follow_others() {
  const bool called = store_.call_on_news([this] {
    asio::post(io_, [this] {
      called_ = true;
      listener_.cancel();
    });
  });
  auto look = std::chrono::steady_clock::now() + kLook;
  std::string trouble;  // as it was said
  bool failed = false;
  while (!stopping_) {
    if (!called_) {
      listener_.expires_after(failed || (called && trouble.empty()) ? kListenAnyway : kListen);
      co_await wait(listener_);
    }
    called_ = false;
    if (stopping_) break;
    bool ended = false;
    if (const auto now = std::chrono::steady_clock::now(); now >= look) {
      look = now + kLook;
      ended = co_await run_on(readers_, [&] { return store_.somebody_ended(); });
    }
    if (ended) start(io_, take_over());
    const auto news = co_await run_on(readers_, [&] { return store_.news(); });
    failed = !news;
    const std::string now =
        news ? store_.trouble() : fmt::format("what other servers do cannot be read: {}", news.error().text());
    if (std::exchange(trouble, now) != now) {
      if (now.empty())
        log_info("other servers are heard again");
      else
        log_warning("{}", now);
    }
    if (failed) continue;
    std::map<RoomPtr, int> changed;  // with the last event that there is known to be
    const auto note = [&](const RoomPtr& room, int seq) {
      int& known = changed[room];
      known = std::max(known, seq);
    };
    for (const GameNews& one : *news) {
      if (one.game.empty()) {
        for (const auto& [id, room] : rooms_) note(room, one.seq);
      } else if (const auto found = rooms_.find(one.game); found != rooms_.end()) {
        note(found->second, one.seq);
      }
    }
    for (const auto& [room, seq] : changed) start(io_, follow(room, seq));
  }
}

asio::awaitable<void> Lobby::follow(RoomPtr room, int seq) {
  const auto guard = co_await room->lock.enter();
  if (room->live().log_size() >= seq) co_return;  // heard twice
  static_cast<void>(co_await catch_up(room));
}

}  // namespace bastide
