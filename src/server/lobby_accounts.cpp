// What accounts want of games: names forgotten, seats exported, connections ended.
#include <fmt/format.h>

#include <algorithm>

#include "server/live_game.h"
#include "server/lobby.h"
#include "server/log.h"
#include "server/messages.h"
#include "server/names.h"
#include "server/ratings.h"

namespace bastide {

namespace json = boost::json;

namespace {

/// The rows of a log that call a seat by name, with another name. `kept`: the seat is one that a rematch keeps for the
/// seat of that number in the game before.
struct Renaming {
  int seat = -1;     ///< in this game; -1: none
  std::string name;  ///< from now on
  std::vector<StoredEvent> rows;
};

Renaming without_name(const LiveGame& live, const std::vector<StoredEvent>& log, int seat, bool kept) {
  Renaming renaming;
  const auto choose = [&](int chosen) {
    std::vector<LiveSeat> others = live.seats();
    others.at(chosen).name.clear();
    renaming.seat = chosen;
    renaming.name = unlike_others(neutral_name(chosen), others);
  };
  if (!kept) choose(seat);
  for (const StoredEvent& entry : log) {
    if (entry.kind != "setup" && entry.kind != "join" && entry.kind != "renamed") continue;
    json::value body = json::parse(entry.body);
    json::value* named = nullptr;
    if (entry.kind == "setup") {
      json::array& seats = body.at("seats").as_array();
      for (std::size_t i = 0; kept && i < seats.size(); ++i)
        if (const json::value* before = seats[i].as_object().if_contains("for"); before != nullptr && *before == seat)
          choose(static_cast<int>(i));
      if (renaming.seat < 0) break;
      named = &seats.at(renaming.seat);
    } else if (!kept && body.at("seat") == seat) {
      named = &body;
    }
    if (named == nullptr || named->at("name").as_string().empty()) continue;
    named->as_object()["name"] = renaming.name;
    StoredEvent row = entry;
    row.body = json::serialize(body);
    if (row.body != entry.body) renaming.rows.push_back(std::move(row));
  }
  return renaming;
}

}  // namespace

/// A name in one game, or in the rematch that keeps a seat for who had it. False: it cannot be done now.
asio::awaitable<bool> Lobby::forget_name(std::string game, int seat, bool kept) {
  const auto found = co_await room(game);
  if (!found) co_return found.error().status == 404;
  const RoomPtr& place = *found;
  if (place->uncertain) co_return false;
  auto guard = co_await place->lock.enter();
  const auto before = place->scene.live;
  auto make = [&]() -> Result<Append> {
    BASTIDE_TRY(const auto log, store_.events(before->id()));
    if (!log.damage.empty()) return failure(log.damage);
    Append append;
    append.game = before->id();
    Renaming renaming = without_name(*before, log.events, seat, kept);
    append.rewritten = std::move(renaming.rows);
    if (renaming.seat >= 0 && (!kept || before->seats().at(renaming.seat).kept_for == seat)) {
      auto next = make_spare<LiveGame>(*before);
      // At the time of the last change: it is none of the game.
      if (before->seats()[renaming.seat].name != renaming.name)
        BASTIDE_CHECK(next->rename(renaming.seat, renaming.name, before->row().updated));
      append.events = next->take_fresh();
      append.note = next->row().note;
    }
    if (!kept) append.accounts.emplace_back(NameForgotten{{game, seat}});
    return append;
  };
  auto append = co_await run_on(workers_, std::move(make));
  if (!append) {
    log_error(about_game(game), "a name could not be taken out of it: {}", append.error().text());
    co_return false;
  }
  const Written written = co_await committer_.commit(std::move(*append));
  if (!written.kept()) log_error(about_game(game), "{}", written.error.text());
  if (written.fate == Written::Fate::unknown) {
    place->uncertain = true;
    start(io_, settle(place, std::move(guard)));
    co_return false;
  }
  static_cast<void>(co_await catch_up(place));  // also what another server has written meanwhile
  if (written.kept()) tell_presence(*place);
  co_return written.kept();
}

asio::awaitable<bool> Lobby::forget_seat(SeatOfGame seat) {
  constexpr int kTries = 3;  // against other servers
  std::string next;
  if (const auto here = co_await room(seat.game); here) next = (*here)->live().rematch();
  bool done = next.empty();
  for (int i = 0; i < kTries && !done && !stopping_; ++i) done = co_await forget_name(next, seat.seat, true);
  if (!done) co_return false;
  done = false;
  for (int i = 0; i < kTries && !done && !stopping_; ++i) done = co_await forget_name(seat.game, seat.seat, false);
  // Whoever had played for years would fill the memory.
  const auto drop = [&](const std::string& id) {
    const auto here = rooms_.find(id);
    if (here != rooms_.end() && here->second.use_count() == 1 && here->second->watchers.empty() &&
        !here->second->live().bot_to_move())
      rooms_.erase(here);
  };
  drop(seat.game);
  drop(next);
  co_return done;
}

asio::awaitable<void> Lobby::forget_names() {
  const auto lock = forgetting_;
  const auto guard = co_await lock->enter();
  const auto seats = co_await run_on(workers_, [&] { return store_.accounts().to_forget(); });
  if (!seats) {
    log_error("names to be forgotten cannot be read: {}", seats.error().text());
    co_return;
  }
  std::size_t left = 0;
  for (const SeatOfGame& seat : *seats) {
    if (stopping_) co_return;
    const bool done = co_await forget_seat(seat);
    left += done ? 0 : 1;
  }
  if (left > 0)
    log_warning("{} names of closed accounts are still to be forgotten: tried again at the next start", left);
}

Result<json::object> Lobby::exported(const SeatOfGame& seat) const {
  BASTIDE_TRY(const auto row, store_.game(seat.game));
  if (!row) return failure("there is no such game");
  BASTIDE_TRY(const auto log, store_.events(seat.game));
  if (!log.damage.empty()) return failure(log.damage);
  BASTIDE_TRY(const auto live, LiveGame::load(*rules_, *row, log.events, settings_.art_version));
  json::array said;
  for (const StoredEvent& entry : log.events) {
    if (entry.kind != "say") continue;
    const json::value body = json::parse(entry.body);
    if (body.at("seat") == seat.seat) said.push_back({{"at", iso_time(entry.at)}, {"text", body.at("text")}});
  }
  json::object game{{"game", seat.game},
                    {"seat", seat.seat},
                    {"name", live.seats().at(seat.seat).name},
                    {"status", live.status()},
                    {"created", iso_time(row->created)},
                    {"updated", iso_time(row->updated)},
                    {"said", std::move(said)}};
  BASTIDE_TRY(const auto rated, store_.accounts().rated_seats(seat.game));
  for (const RatedSeat& one : rated)
    if (one.seat == seat.seat) game["rated"] = rated_json(one);
  game["record"] = live.game() == nullptr ? json::value(nullptr) : json::value(live.record(seat.seat));
  return game;
}

void Lobby::dismiss(const std::function<bool(const std::string& session)>& ended) {
  for (const auto& [id, room] : rooms_) {
    const std::vector<Watcher*> watchers = room->watchers;
    for (Watcher* watcher : watchers)
      if (!watcher->by_session.empty() && ended(watcher->by_session)) watcher->dismiss();
  }
}

}  // namespace bastide
