// Rooms: how they come and go, who watches, what watchers are told.
#include "server/lobby.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "server/clock.h"
#include "server/live_game.h"
#include "server/log.h"
#include "server/secrets.h"
#include "server/summary.h"

namespace bastide {

namespace json = boost::json;

namespace {

/// Which seats somebody sits at: bots always do.
std::vector<bool> online(const Room& room) {
  std::vector<bool> on;
  for (const LiveSeat& seat : room.live().seats()) on.push_back(seat.kind == "bot");
  for (const Watcher* watcher : room.watchers)
    for (const int seat : watcher->here) on[seat] = true;
  return on;
}

void mark_online(json::object& summary, const Room& room) {
  const std::vector<bool> on = online(room);
  for (json::value& seat : summary.at("seats").as_array())
    seat.as_object()["online"] = static_cast<bool>(on[seat.at("seat").to_number<std::size_t>()]);
}

/// `{"type":"update", ...}` from parts that are text already.
Text update_text(const LiveGame& live, int since, int viewer, const Text& turn, const std::string& beside) {
  return std::make_shared<const std::string>(fmt::format(R"({{"type":"update","seq":{},"events":[{}],"turn":{}{}}})",
                                                         live.seq(), live.events_since(since, viewer), *turn, beside));
}

}  // namespace

tl::unexpected<Refusal> refuse(int status, Error error) {
  return tl::unexpected<Refusal>(Refusal{status, std::move(error)});
}

tl::unexpected<Refusal> refuse(int status, const Texts& message, std::string expected) {
  return refuse(status, worded(message, {}, std::move(expected)));
}

tl::unexpected<Refusal> refuse(int status, std::string message, std::string expected) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  return refuse(status, std::move(error));
}

Lobby::Lobby(asio::io_context& io, asio::thread_pool& workers, const Catalogue& catalogue, EventStore& store,
             Bots& bots, LobbySettings settings)
    : io_(io),
      workers_(workers),
      rules_(std::make_unique<RuleShelf>(catalogue)),
      store_(store),
      bots_(bots),
      settings_(std::move(settings)),
      seeds_(settings_.rehearsed),
      committer_(store, io.get_executor()),
      sweeper_(io),
      listener_(io),
      flag_(io),
      forgetting_(std::make_shared<Lock>(io.get_executor())),
      started_(now_ms()) {
  start(io_, sweep());
  start(io_, watch_flags());
  if (settings_.shared) start(io_, follow_others());
}

Lobby::~Lobby() {
  store_.call_on_news({});
}

const Catalogue& Lobby::catalogue() const {
  return rules_->catalogue();
}

Result<Lobby::Unfinished> Lobby::unfinished() const {
  BASTIDE_TRY(const auto rows, store_.with_status("playing"));
  Unfinished found;
  found.games = rows.size();
  for (const GameRow& row : rows) {
    const auto summary = read_summary(row);
    const bool bots = summary && bot_to_move(*summary), clock = summary && summary->contains("time");
    if (!summary || bots || clock) found.wanted.push_back(row.id);  // loading says what is wrong with it
    found.of_bots += bots;
  }
  return found;
}

Result<void> Lobby::resume() {
  BASTIDE_TRY(auto found, unfinished());
  log_info("{} games under way, bots go on in {}", found.games, found.of_bots);
  start(io_, load_all(std::move(found.wanted)));
  start(io_, forget_names());
  return {};
}

asio::awaitable<void> Lobby::load_all(std::vector<std::string> ids) {
  for (const std::string& id : ids) {
    if (stopping_) co_return;
    const auto here = co_await room(id);  // what cannot be read has been said
    if (here) wake_bots(*here);
  }
}

void Lobby::stop() {
  stopping_ = true;
  sweeper_.cancel();
  listener_.cancel();
  flag_.cancel();
  for (auto& [id, room] : rooms_) room->pause.cancel();
}

asio::awaitable<bool> Lobby::ready() {
  if (stopping_) co_return false;
  const auto read = co_await run_on(workers_, [&] { return store_.listed(1); });
  if (!read) log_error("{}", read.error().text());
  co_return read.has_value();
}

Levels Lobby::levels() const {
  Levels levels{.rooms = rooms_.size(), .thinking = thinking_.size()};
  for (const auto& [id, room] : rooms_) levels.watchers += room->watchers.size();
  return levels;
}

// ---------------------------------------------------------------- rooms

asio::awaitable<Reply<RoomPtr>> Lobby::room(std::string id) {
  const auto known = [&]() -> RoomPtr {
    const auto found = rooms_.find(id);
    if (found == rooms_.end()) return nullptr;
    found->second->used = std::chrono::steady_clock::now();
    return found->second;
  };
  if (auto here = known()) co_return here;
  auto& loading = loading_[id];
  if (!loading) loading = std::make_shared<Lock>(io_.get_executor());
  const auto lock = loading;
  const auto guard = co_await lock->enter();
  if (auto here = known()) co_return here;  // somebody else has loaded it meanwhile
  auto loaded = co_await load(id);
  loading_.erase(id);
  co_return loaded;
}

asio::awaitable<Reply<RoomPtr>> Lobby::load(std::string id) {
  struct Loaded {
    Result<std::optional<GameRow>> row;
    Result<StoredLog> log;
    Result<std::shared_ptr<const LiveGame>> live;
  };
  auto read = [&]() -> Loaded {
    Loaded loaded{store_.game(id), {}, {}};
    if (!loaded.row || !*loaded.row) return loaded;
    loaded.log = store_.events(id);
    if (!loaded.log || !loaded.log->damage.empty()) return loaded;
    auto live = LiveGame::load(*rules_, **loaded.row, loaded.log->events, settings_.art_version);
    if (live)
      loaded.live = make_spare<LiveGame>(std::move(*live));
    else
      loaded.live = tl::unexpected<Error>(live.error());
    return loaded;
  };
  auto loaded = co_await run_on(workers_, std::move(read));
  if (!loaded.row || !loaded.log) {
    log_error(about_game(id), "{}", (loaded.row ? loaded.log.error() : loaded.row.error()).text());
    co_return refuse(503, "This game cannot be read at the moment.", "to try again later");
  }
  if (!*loaded.row)
    co_return refuse(404, say(catalogue().phrases, "told.no-game"), "the address of a game that exists");
  if (!loaded.log->damage.empty()) co_return damaged(id, loaded.log->damage);
  if (!loaded.live) co_return damaged(id, loaded.live.error().text());
  damaged_.erase(id);
  auto room = std::make_shared<Room>(io_.get_executor(), Scene{std::move(*loaded.live), {}, {}});
  rooms_[id] = room;
  if (!read_summary(**loaded.row)) {
    log_warning(about_game(id), "its summary in {} was damaged; it is written anew", store_.name());
    Append note{.game = id, .events = {}, .note = room->live().row().note};
    static_cast<void>(co_await committer_.commit(std::move(note)));
  }
  note_thinking(*room, true);
  wake_bots(room);
  co_return room;
}

tl::unexpected<Refusal> Lobby::damaged(const std::string& id, const std::string& why) {
  std::string& said = damaged_[id];
  if (said != why) log_error(about_game(id), "damaged in {}, the others go on: {}", store_.name(), why);
  said = why;
  return refuse(500, "This game is damaged: what the server kept of it cannot be read.",
                "to ask whoever runs the server, whose log says more");
}

asio::awaitable<void> Lobby::sweep() {
  while (!stopping_) {
    sweeper_.expires_after(std::max(settings_.keep_idle / 2, std::chrono::seconds(1)));
    co_await wait(sweeper_);
    const auto before = std::chrono::steady_clock::now() - settings_.keep_idle;
    // Whoever waits for something in a room holds it.
    std::erase_if(rooms_,
                  [&](const auto& entry) { return entry.second.use_count() == 1 && entry.second->used < before; });
  }
}

// ---------------------------------------------------------------- watching

Result<std::vector<SeatToken>> Lobby::seats_of_tokens(const std::vector<std::string>& tokens) const {
  constexpr std::size_t kKeys = 200;  // looked at in one call
  std::vector<SeatToken> seats;
  for (std::size_t i = 0; i < tokens.size() && i < kKeys; ++i) {
    BASTIDE_TRY(const auto found, store_.seat_of(token_hash(tokens[i])));
    if (found) seats.push_back(*found);
  }
  return seats;
}

Result<std::vector<SeatToken>> Lobby::seats_of(const Keys& keys, const std::string& game) const {
  BASTIDE_TRY(auto seats, seats_of_tokens(keys.tokens));
  std::erase_if(seats, [&](const SeatToken& seat) { return seat.game != game; });
  if (keys.account.empty()) return seats;
  BASTIDE_TRY(const auto owned, store_.accounts().seats_of_account(keys.account, game));
  for (const SeatOfGame& seat : owned) seats.push_back({{}, seat.game, seat.seat});
  return seats;
}

void Visit::sit(int wanted) {
  const auto place = std::ranges::find(seats, wanted);
  if (place == seats.end()) return;
  seat = wanted;
  by_session = place - seats.begin() >= by_token;
}

asio::awaitable<Reply<Visit>> Lobby::visit(std::string id, Keys keys) {
  Visit visit;
  if (!keys.tokens.empty() || !keys.account.empty()) {
    const auto seats = co_await run_on(readers_, [&] { return seats_of(keys, id); });
    if (!seats) co_return refuse(503, "This game cannot be read at the moment.", "to try again later");
    for (const SeatToken& seat : *seats) {
      visit.seats.push_back(seat.seat);
      visit.by_token += seat.hash.empty() ? 0 : 1;
    }
    if (!visit.seats.empty()) visit.sit(visit.seats.front());
  }
  auto here = co_await room(id);
  if (!here) co_return tl::unexpected<Refusal>(here.error());
  visit.room = std::move(*here);
  const LiveSetup& setup = visit.room->live().setup();
  const bool invited = std::any_of(keys.tokens.begin(), keys.tokens.end(),
                                   [&](const std::string& key) { return token_hash(key) == setup.invite_hash; });
  if (visit.seat < 0)
    if (const auto may = co_await may_watch(visit.room->live()); !may) co_return tl::unexpected<Refusal>(may.error());
  if (setup.listed || visit.seat >= 0 || invited) co_return visit;
  const auto beside = co_await sits_beside(visit.room->live(), keys);
  if (beside && *beside) co_return visit;
  const auto kept = co_await kept_seat(visit.room->live(), keys);  // those whom a rematch waits for
  if (kept && *kept >= 0) co_return visit;
  const auto was_off = [&](const std::string& hash) { return visit.room->live().was_taken_off(hash); };
  if (std::ranges::any_of(hashes_of(keys), was_off)) co_return refuse(403, visit.room->live().taken_off_in_words());
  co_return refuse(403, say(catalogue().phrases, "told.private"));
}

asio::awaitable<Reply<void>> Lobby::check(std::string id) {
  const auto here = co_await room(std::move(id));
  if (!here) co_return tl::unexpected<Refusal>(here.error());
  co_return Reply<void>{};
}

Text Lobby::turn_text(Room& room, int seat) {
  const bool moves = seat >= 0 && seat == room.live().to_move();
  Text& text = moves ? room.scene.turn_to_move : room.scene.turn_to_watch;
  if (!text) text = std::make_shared<const std::string>(room.live().turn(moves));
  return text;
}

void Lobby::enter(const Visit& visit, Watcher& watcher, int since) {
  Room& room = *visit.room;
  const LiveGame& live = room.live();
  const std::vector<bool> before = online(room);
  watcher.seat = visit.seat;
  watcher.here = visit.seats;
  watcher.timed = visit.seat >= 0 && live.setup().time.any();
  room.watchers.push_back(&watcher);
  note_away(room);
  json::object summary = live.summary();
  mark_online(summary, room);
  if (watcher.seat >= 0) summary["you"] = json::array{watcher.seat};
  if (watcher.program) {
    json::object told = live.told_to_program(watcher.seat, live.seq());
    told["type"] = "welcome";
    told["you"] = watcher.seat;
    told["game"] = std::move(summary);
    watcher.send(line_text(room, std::move(told)));
  } else {
    watcher.send(std::make_shared<const std::string>(
        fmt::format(R"({{"type":"welcome","game":{},"you":{},"seq":{},"events":[{}],"turn":{}{}}})",
                    json::serialize(summary), watcher.seat < 0 ? "null" : std::to_string(watcher.seat), live.seq(),
                    live.events_since(since > live.seq() ? 0 : std::max(since, 0), watcher.seat),
                    *turn_text(room, watcher.seat), beside_text(room))));
  }
  if (online(room) != before) tell_presence(room, &watcher);  // who enters has just been told
  for (const int seat : watcher.here)
    if (!live.seats()[seat].stand_in.empty()) start(io_, come_back(visit.room, seat));
}

/// What a program is told, with the clock.
Text Lobby::line_text(const Room& room, json::object told) const {
  std::string line = json::serialize(told);
  line.pop_back();
  return std::make_shared<const std::string>(line + clock_text(room) + "}\n");
}

/// What a welcome and an update say beside the turn.
std::string Lobby::beside_text(const Room& room) const {
  std::string text = clock_text(room);
  if (const int seat = room.live().may_take_back(); seat >= 0) text += fmt::format(R"(,"back":{})", seat);
  if (const auto left = may_claim_in(room))
    text += fmt::format(R"(,"away":{{"seat":{},"ms":{}}})", room.away->seat, left->count());
  return text;
}

void Lobby::leave(const RoomPtr& room, Watcher& watcher) {
  const std::vector<bool> before = online(*room);
  std::erase(room->watchers, &watcher);
  room->used = std::chrono::steady_clock::now();
  note_away(*room);
  if (online(*room) != before && !stopping_) tell_presence(*room);
}

/// Whoever had it, by whatever key: it is open, or another's.
void Lobby::dismiss_seat(const Room& room, int seat) {
  const std::vector<Watcher*> watchers = room.watchers;
  for (Watcher* watcher : watchers) {
    std::erase(watcher->here, seat);
    if (watcher->seat == seat) {
      watcher->seat = -1;
      watcher->dismiss(taken_off_text(room.live()));
    }
  }
}

/// Who has no seat sees no more of it.
void Lobby::dismiss_onlookers(Room& room) {
  const std::vector<Watcher*> watchers = room.watchers;
  for (Watcher* watcher : watchers)
    if (watcher->seat < 0) {
      std::erase(room.watchers, watcher);
      watcher->dismiss();
    }
}

void Lobby::tell_presence(Room& room, const Watcher* except) {
  json::object summary = room.live().summary();
  mark_online(summary, room);
  json::object presence{{"type", "presence"}, {"seats", summary.at("seats")}};
  if (const auto left = may_claim_in(room)) presence["away"] = {{"seat", room.away->seat}, {"ms", left->count()}};
  const auto text = std::make_shared<const std::string>(json::serialize(presence));
  for (Watcher* watcher : room.watchers)
    if (watcher != except && !watcher->program) watcher->send(text);
}

void Lobby::show(const RoomPtr& room, Scene next, bool tell_anyway) {
  const int since = room->live().seq();
  // Told also where nothing happened that is an event, such as a question that was passed: the turn is another.
  const bool tell = tell_anyway || next.live != room->scene.live;
  const auto before = std::exchange(room->scene, std::move(next)).live;
  for (std::size_t seat = 0; seat < before->seats().size(); ++seat)
    if (room->live().seats()[seat].freed != before->seats()[seat].freed) dismiss_seat(*room, static_cast<int>(seat));
  if (before->game() == nullptr && room->live().game() != nullptr && !room->live().setup().duplicate.empty())
    dismiss_onlookers(*room);
  room->used = std::chrono::steady_clock::now();
  const LiveGame& live = room->live();
  note_thinking(*room);
  note_away(*room);
  if (tell) {
    const std::string beside = beside_text(*room);
    // One text for whoever moves and one for all others, unless the events hold what only some may see.
    const bool open = live.all_open_since(since);
    std::map<int, Text> texts, lines;
    for (Watcher* watcher : room->watchers) {
      if (watcher->program) {
        Text& line = lines[watcher->seat];
        if (!line) line = line_text(*room, live.told_to_program(watcher->seat, since));
        watcher->send(line);
        continue;
      }
      const bool moves = watcher->seat >= 0 && watcher->seat == live.to_move();
      Text& text = texts[moves || !open ? watcher->seat : -1];
      if (!text) text = update_text(live, since, watcher->seat, turn_text(*room, watcher->seat), beside);
      watcher->send(text);
    }
  }
  wake_bots(room);
}

}  // namespace bastide
