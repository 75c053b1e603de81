// Rooms: who watches, what they are told, how a move becomes durable.
#include "server/lobby.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>

#include "server/bots.h"
#include "server/clock.h"
#include "server/secrets.h"

namespace bastide {

namespace json = boost::json;

namespace {

/// Which seats somebody sits at: bots always do.
std::vector<bool> online(const Room& room) {
  std::vector<bool> on;
  for (const TableSeat& seat : room.table->seats()) on.push_back(seat.kind == "bot");
  for (const Watcher* watcher : room.watchers)
    if (watcher->seat >= 0) on[static_cast<std::size_t>(watcher->seat)] = true;
  return on;
}

void mark_online(json::object& summary, const Room& room) {
  const std::vector<bool> on = online(room);
  for (json::value& seat : summary.at("seats").as_array())
    seat.as_object()["online"] = static_cast<bool>(on[seat.at("seat").to_number<std::size_t>()]);
}

/// `{"type":"update", ...}` from parts that are text already.
Text update_text(const Table& table, int since, int viewer, const Text& turn) {
  std::string events;
  for (int i = since; i < table.seq(); ++i) events += (i == since ? "" : ",") + table.event(i + 1, viewer);
  return std::make_shared<const std::string>(
      fmt::format(R"({{"type":"update","seq":{},"events":[{}],"turn":{}}})", table.seq(), events, *turn));
}

}  // namespace

tl::unexpected<Refusal> refuse(int status, Error error) {
  return tl::unexpected<Refusal>(Refusal{status, std::move(error)});
}

tl::unexpected<Refusal> refuse(int status, std::string message, std::string expected) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  return refuse(status, std::move(error));
}

Lobby::Lobby(asio::io_context& io, asio::thread_pool& workers, const Catalogue& catalogue, EventStore& store,
             LobbySettings settings)
    : io_(io),
      workers_(workers),
      catalogue_(catalogue),
      store_(store),
      committer_(store),
      settings_(std::move(settings)),
      sweeper_(io) {
  asio::co_spawn(io_, sweep(), asio::detached);
}

Lobby::~Lobby() = default;

Result<void> Lobby::resume() {
  const auto rows = store_.with_status("playing");
  if (!rows) return tl::unexpected<Error>(rows.error());
  int waiting_bots = 0;
  for (const GameRow& row : *rows) {
    const json::value summary = json::parse(row.summary);
    const json::value& to_move = summary.at("toMove");
    if (to_move.is_null() || summary.at("seats").at(to_move.to_number<std::size_t>()).at("kind") != "bot") continue;
    ++waiting_bots;
    if (const auto found = room(row.id); !found) spdlog::error("{}", found.error().error.text());
  }
  spdlog::info("{} games under way, bots go on in {}", rows->size(), waiting_bots);
  return {};
}

void Lobby::stop() {
  stopping_ = true;
  sweeper_.cancel();
  for (auto& [id, room] : rooms_) room->pause.cancel();
}

Reply<RoomPtr> Lobby::room(const std::string& id) {
  if (const auto found = rooms_.find(id); found != rooms_.end()) {
    found->second->used = std::chrono::steady_clock::now();
    return found->second;
  }
  const auto row = store_.game(id);
  if (!row) return refuse(500, row.error());
  if (!*row) return refuse(404, "We do not know this game.", "the address of a game that exists");
  const auto log = store_.events(id);
  if (!log) return refuse(500, log.error());
  auto table = Table::load(catalogue_, **row, *log, settings_.art_version);
  if (!table) return refuse(500, table.error());
  auto room = std::make_shared<Room>(io_.get_executor(), std::move(*table));
  rooms_[id] = room;
  wake_bots(room);
  return room;
}

asio::awaitable<void> Lobby::sweep() {
  while (!stopping_) {
    sweeper_.expires_after(std::max(settings_.keep_idle / 2, std::chrono::seconds(1)));
    boost::system::error_code cancelled;
    co_await sweeper_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    const auto before = std::chrono::steady_clock::now() - settings_.keep_idle;
    std::erase_if(rooms_, [&](const auto& entry) {
      const Room& r = *entry.second;
      return r.watchers.empty() && !r.lock.held() && !r.bots_run && r.used < before;
    });
  }
}

// ---------------------------------------------------------------- watching

int Lobby::seat_of(const std::string& id, const std::string& token) {
  if (token.empty()) return -1;
  const auto found = store_.seat_of(token_hash(token));
  return found && *found && (*found)->game == id ? (*found)->seat : -1;
}

Text Lobby::turn_text(Room& room, int seat) {
  const bool moves = seat >= 0 && seat == room.table->to_move();
  Text& text = moves ? room.turn_to_move : room.turn_to_watch;
  if (!text) text = std::make_shared<const std::string>(json::serialize(room.table->turn(moves)));
  return text;
}

void Lobby::enter(const RoomPtr& room, Watcher& watcher, int since) {
  const Table& table = *room->table;
  const std::vector<bool> before = online(*room);
  room->watchers.push_back(&watcher);
  json::object summary = table.summary();
  mark_online(summary, *room);
  if (watcher.seat >= 0) summary["you"] = json::array{watcher.seat};
  std::string events;
  const int first = std::clamp(since, 0, table.seq());
  for (int i = first; i < table.seq(); ++i) events += (i == first ? "" : ",") + table.event(i + 1, watcher.seat);
  watcher.send(std::make_shared<const std::string>(fmt::format(
      R"({{"type":"welcome","game":{},"you":{},"seq":{},"events":[{}],"turn":{}}})", json::serialize(summary),
      watcher.seat < 0 ? "null" : std::to_string(watcher.seat), table.seq(), events, *turn_text(*room, watcher.seat))));
  if (online(*room) != before) tell_presence(*room, &watcher);  // who enters has just been told
}

void Lobby::leave(const RoomPtr& room, Watcher& watcher) {
  const std::vector<bool> before = online(*room);
  std::erase(room->watchers, &watcher);
  room->used = std::chrono::steady_clock::now();
  if (online(*room) != before && !stopping_) tell_presence(*room);
}

void Lobby::tell_presence(Room& room, const Watcher* except) {
  json::object summary = room.table->summary();
  mark_online(summary, room);
  const auto text = std::make_shared<const std::string>(
      json::serialize(json::object{{"type", "presence"}, {"seats", summary.at("seats")}}));
  for (Watcher* watcher : room.watchers)
    if (watcher != except) watcher->send(text);
}

// ---------------------------------------------------------------- playing

asio::awaitable<Result<void>> Lobby::commit(RoomPtr room, Table next, std::vector<SeatToken> tokens) {
  const GameRow row = next.row();
  Append append{.game = row.id,
                .create = std::nullopt,
                .events = next.take_fresh(),
                .tokens = std::move(tokens),
                .updated = row.updated,
                .status = row.status,
                .summary = row.summary};
  auto committed = co_await committer_.commit(std::move(append));
  if (!committed) {
    spdlog::error("game {}: {}", row.id, committed.error().text());
    co_return committed;
  }
  const int since = room->table->seq();
  room->table = std::make_shared<const Table>(std::move(next));
  room->turn_to_move = room->turn_to_watch = nullptr;
  room->used = std::chrono::steady_clock::now();
  if (room->table->seq() > since) {
    // One text for whoever moves and one for all others, unless the events hold what only some may see.
    const bool open = room->table->all_open_since(since);
    std::map<int, Text> texts;
    for (Watcher* watcher : room->watchers) {
      const bool moves = watcher->seat >= 0 && watcher->seat == room->table->to_move();
      Text& text = texts[moves || !open ? watcher->seat : -1];
      if (!text) text = update_text(*room->table, since, watcher->seat, turn_text(*room, watcher->seat));
      watcher->send(text);
    }
  }
  wake_bots(room);
  co_return Result<void>{};
}

asio::awaitable<std::optional<Error>> Lobby::play(RoomPtr room, int seat, int seq, std::vector<std::string> moves) {
  Error error;
  if (seat < 0) {
    error.message = "You are watching this game; only its players can move.";
    co_return error;
  }
  const auto guard = co_await room->lock.enter();
  if (seq != room->table->seq()) {
    error.message = "Someone else's move arrived first. The board is up to date: please choose again.";
    error.expected = fmt::format("seq {}", room->table->seq());
    co_return error;
  }
  Table next = *room->table;
  if (auto played = next.play(seat, moves, now_ms()); !played) co_return played.error();
  const auto committed = co_await commit(room, std::move(next), {});
  if (committed) co_return std::nullopt;
  error.message = "The server could not write this move down, so it does not count. Please try again in a moment.";
  co_return error;
}

void Lobby::wake_bots(const RoomPtr& room) {
  if (room->bots_run || stopping_ || !room->table->bot_to_move()) return;
  room->bots_run = true;
  asio::co_spawn(io_, run_bots(room), asio::detached);
}

asio::awaitable<void> Lobby::run_bots(RoomPtr room) {
  constexpr std::chrono::seconds kAfterFailure{5};
  auto pause = settings_.bot_delay;
  while (room->table->bot_to_move()) {
    if (pause.count() > 0) {
      boost::system::error_code cancelled;
      room->pause.expires_after(pause);
      co_await room->pause.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
    if (stopping_) break;
    const auto table = room->table;
    auto think = [table] { return choose_turn(*table, random_bits()); };
    const std::vector<std::string> moves = co_await run_on(workers_, std::move(think));
    const auto guard = co_await room->lock.enter();
    if (room->table != table) continue;
    Table next = *table;
    auto played = next.play(table->to_move(), moves, now_ms());
    if (!played) spdlog::error("game {}: a bot's move was refused: {}", table->id(), played.error().text());
    if (played) played = co_await commit(room, std::move(next), {});
    pause = played ? settings_.bot_delay : std::chrono::milliseconds(kAfterFailure);
  }
  room->bots_run = false;
}

}  // namespace bastide
