// Making, joining and listing games.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "server/ask_json.h"
#include "server/bots.h"
#include "server/clock.h"
#include "server/live_game.h"
#include "server/lobby.h"
#include "server/log.h"
#include "server/names.h"
#include "server/ratings.h"
#include "server/secrets.h"
#include "server/summary.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr int kListed = 60;  ///< public games shown at once

Reply<std::string> good_name(std::string_view text, const std::vector<LiveSeat>& seats) {
  const auto name = player_name(text);
  if (!name) return refuse(400, name.error());
  return unlike_others(*name, seats);
}

Reply<const Bots::Info*> bot_named(const Bots& bots, const std::string& id) {
  if (const Bots::Info* bot = bots.find(id); bot != nullptr) return bot;
  std::string known;
  for (const Bots::Info& other : bots.all()) known += (known.empty() ? "" : ", ") + other.id;
  return refuse(400, fmt::format("There is no bot '{}'.", id), "one of " + known);
}

/// The open seat that the request names, or the first one. `kept`: also one that is kept for somebody.
Reply<int> open_seat(const Phrases& phrases, const LiveGame& live, const json::object& request, bool kept) {
  const std::vector<LiveSeat>& seats = live.seats();
  const auto is_open = [kept](const LiveSeat& s) { return s.kind == "open" && (kept || s.kept_for < 0); };
  auto place = std::find_if(seats.begin(), seats.end(), is_open);
  if (place == seats.end()) {
    const int host = live.setup().host;
    return refuse(409,
                  host < 0 ? say(phrases, "told.full") : say(phrases, "told.full.host", {{"name", seats[host].name}}));
  }
  if (request.contains("seat")) {
    const auto wanted = request.at("seat").to_number<int64_t>();
    if (wanted >= static_cast<int64_t>(seats.size()))
      return refuse(400, "There is no such seat.", fmt::format("a number from 0 to {}", seats.size() - 1));
    place = seats.begin() + wanted;
    if (!is_open(*place)) return refuse(409, say(phrases, "told.seat", {{"name", place->name}}), "another seat");
  }
  return static_cast<int>(place - seats.begin());
}

/// Seats just taken, as those of an account if there is one.
std::vector<AccountChange> owned(const std::string& account, const std::vector<SeatToken>& tokens) {
  std::vector<AccountChange> changes;
  if (account.empty()) return changes;
  for (const SeatToken& token : tokens) changes.emplace_back(OwnSeat{account, {token.game, token.seat}});
  return changes;
}

/// The rows of a log that call a seat by name, without it.
std::vector<StoredEvent> rows_without_name(const std::vector<StoredEvent>& log, int seat) {
  std::vector<StoredEvent> rows;
  for (const StoredEvent& entry : log) {
    if (entry.kind != "setup" && entry.kind != "join") continue;
    json::value body = json::parse(entry.body);
    if (entry.kind == "join" && body.at("seat") != seat) continue;
    json::value& named = entry.kind == "join" ? body : body.at("seats").at(seat);
    if (named.at("name").as_string().empty()) continue;
    named.as_object()["name"] = "";
    rows.push_back(entry);
    rows.back().body = json::serialize(body);
  }
  return rows;
}

constexpr std::string_view kNotTaken = "The seat could not be taken just now.";
constexpr std::string_view kLookAgain = "to look at the seats, and to try again";

/// Seats as the request asks for them. `together`: people may promise shares of the seed.
Reply<std::vector<LiveSeat>> seats_asked_for(const Bots& bots, const json::array& asked, bool together) {
  std::vector<LiveSeat> seats;
  for (const json::value& one : asked) {
    const json::object& seat = one.as_object();
    const auto kind = json::value_to<std::string>(seat.at("kind"));
    const auto text = [&](const char* key) {
      return seat.contains(key) ? json::value_to<std::string>(seat.at(key)) : "";
    };
    if (kind == "open") {
      seats.push_back({"open", "", ""});
      continue;
    }
    const Bots::Info* bot = nullptr;
    if (kind == "bot") {
      BASTIDE_TRY(bot, bot_named(bots, text("bot")));
    }
    const std::string fallback = bot != nullptr ? bot->name : neutral_name(static_cast<int>(seats.size()));
    const bool named = text("name").find_first_not_of(' ') != std::string::npos;
    BASTIDE_TRY(const auto name, good_name(named ? text("name") : fallback, seats));
    seats.push_back({kind == "bot" ? "bot" : "human", name, bot != nullptr ? bot->id : ""});
    if (together && bot == nullptr) seats.back().promise = text("promise");
  }
  return seats;
}

}  // namespace

asio::awaitable<Reply<json::object>> Lobby::create(json::value request, std::string account) {
  const json::object& body = request.as_object();
  LiveSetup setup;
  setup.choice.preset = json::value_to<std::string>(body.at("preset"));
  if (body.contains("options"))
    setup.choice.options = json::value_to<std::map<std::string, std::string>>(body.at("options"));
  setup.listed = body.contains("public") && body.at("public").as_bool();
  if (const json::value* first = body.if_contains("firstSeat")) setup.first_seat = first->to_number<int>();
  if (const json::value* rated = body.if_contains("rated")) setup.rated = rated->as_bool();
  if (setup.rated && account.empty()) co_return refuse(403, say(catalogue().phrases, "told.rated.account"));
  if (const json::value* allowed = body.if_contains("aids")) {
    const auto aids = Aids::named(json::value_to<std::vector<std::string>>(*allowed));
    if (!aids) co_return refuse(400, aids.error());
    setup.aids = *aids;
  }
  if (const json::value* time = body.if_contains("time")) {
    setup.time = time_control_from(time->as_object());
    if (!setup.time.any()) co_return refuse(400, "This clock gives no time.", "stock or each, in seconds");
  }
  if (const json::value* of = body.if_contains("bestOf")) setup.best_of.of = of->to_number<int>();
  if (const json::value* together = body.if_contains("together")) setup.together = together->as_bool();
  auto seats = seats_asked_for(bots_, body.at("seats").as_array(), setup.together);
  if (!seats) co_return tl::unexpected<Refusal>(seats.error());
  setup.seats = std::move(*seats);
  if (setup.first_seat > 0 && setup.first_seat >= static_cast<int>(setup.seats.size()))
    co_return refuse(400, fmt::format("Seat {} cannot begin: there is no such seat.", setup.first_seat),
                     "the number of a seat, from 0");

  const std::string id = random_id();
  if (const json::value* games = body.if_contains("duplicate")) {
    if (setup.listed || setup.together || setup.best_of.several())
      co_return refuse(400, say(catalogue().phrases, "told.duplicate.alone"));
    setup.duplicate.push_back(id);
    for (int i = 1; i < games->to_number<int>(); ++i) setup.duplicate.push_back(random_id());
  }
  const std::string seed = seeds_.of_game();
  const std::string invite = random_token();
  setup.invite_hash = token_hash(invite);
  std::vector<SeatToken> tokens;
  json::array answer;
  for (std::size_t i = 0; i < setup.seats.size(); ++i) {
    json::object seat{{"seat", i}};
    if (setup.seats[i].kind == "open") seat["link"] = invite;
    if (setup.seats[i].kind == "human") {
      const std::string token = random_token();
      tokens.push_back({token_hash(token), id, static_cast<int>(i)});
      seat["token"] = token;
    }
    answer.push_back(std::move(seat));
  }
  const auto beside = co_await found_duplicates(setup, id, seed);
  if (!beside) co_return tl::unexpected<Refusal>(beside.error());
  const auto made = co_await found(id, std::move(setup), std::move(tokens), account, seed);
  if (!made) co_return tl::unexpected<Refusal>(made.error());
  json::object created{{"game", id}, {"invite", invite}, {"seats", std::move(answer)}};
  if (!account.empty()) created["owned"] = true;
  co_return created;
}

/// A new game on the disk and in memory.
asio::awaitable<Reply<std::shared_ptr<LiveGame>>> Lobby::found(std::string id, LiveSetup setup,
                                                               std::vector<SeatToken> tokens,
                                                               const std::string& account, std::string seed) {
  const int64_t at = now_ms();
  auto make = [&]() -> Result<std::shared_ptr<LiveGame>> {
    BASTIDE_TRY(auto made, LiveGame::create(*rules_, id, std::move(setup), seed, settings_.art_version, at));
    const auto of_kind = [&](const char* kind) {
      return static_cast<int>(std::ranges::count(made.seats(), kind, &LiveSeat::kind));
    };
    if (made.setup().rated)
      if (const auto why = unratable(made.rules(), of_kind("human"), of_kind("bot"))) return failure(*why);
    BASTIDE_CHECK(made.begin_if_full(at));
    return make_spare<LiveGame>(std::move(made));
  };
  auto made = co_await run_on(movers_, std::move(make));
  if (!made) co_return refuse(400, made.error());
  LiveGame& live = **made;
  Append append{.game = id,
                .create = live.row(),
                .events = live.take_fresh(),
                .tokens = tokens,
                .accounts = owned(account, tokens)};
  const Written written = co_await committer_.commit(std::move(append));
  if (!written.kept()) {
    log_error(about_game(id), "{}", written.error.text());
    co_return refuse(503, "The server cannot write at the moment, so there is no new game.", "to try again later");
  }
  // Somebody who guessed the id may have loaded it from the log already.
  auto& place = rooms_[id];
  if (!place) place = std::make_shared<Room>(io_.get_executor(), Scene{*made, {}, {}});
  ++totals_.games;
  note_thinking(*place);
  wake_bots(place);
  co_return *made;
}

asio::awaitable<Reply<json::object>> Lobby::join(std::string id, json::value request, Keys keys) {
  const json::object& body = request.as_object();
  const auto found = co_await room(id);
  if (!found) co_return tl::unexpected<Refusal>(found.error());
  const RoomPtr here = *found;
  if (here->uncertain) co_return refuse(503, "The server cannot write at the moment.", "to try again later");
  auto guard = co_await here->lock.enter();

  const auto before = here->scene.live;
  const auto mine = co_await kept_seat(*before, keys);
  if (!mine) co_return tl::unexpected<Refusal>(mine.error());
  const bool invited = body.contains("invite") &&
                       token_hash(json::value_to<std::string>(body.at("invite"))) == before->setup().invite_hash;
  if (!invited && body.contains("invite") && !body.at("invite").as_string().empty())
    co_return refuse(403, say(catalogue().phrases, "told.unknown-link"));
  if (!invited && !before->setup().listed && *mine < 0) co_return refuse(403, say(catalogue().phrases, "told.private"));
  // Whoever was taken off, and not whoever made the game and has another seat.
  const auto was_off = [&](const std::string& hash) { return before->was_taken_off(hash); };
  if (*mine < 0 && std::ranges::any_of(hashes_of(keys), was_off)) co_return refuse(403, before->taken_off_in_words());

  const auto beside_it = co_await sits_beside(*before, keys);
  if (!beside_it) co_return tl::unexpected<Refusal>(beside_it.error());
  if (*beside_it) co_return refuse(409, say(catalogue().phrases, "told.duplicate.sits"));
  if (const auto may = co_await may_sit(*before, keys.account); !may) co_return tl::unexpected<Refusal>(may.error());
  const auto seat = *mine >= 0 ? Reply<int>(*mine) : open_seat(catalogue().phrases, *before, body, invited);
  if (!seat) co_return tl::unexpected<Refusal>(seat.error());
  std::vector<LiveSeat> others = before->seats();
  others[*seat].name.clear();  // a kept seat has the name of whom it waits for
  const auto name = good_name(json::value_to<std::string>(body.at("name")), others);
  if (!name) co_return tl::unexpected<Refusal>(name.error());

  const std::string token = random_token();
  Append beside;
  beside.tokens.push_back({token_hash(token), id, *seat});
  beside.accounts = owned(keys.account, beside.tokens);
  std::string promise;
  if (const json::value* given = body.if_contains("promise"); given != nullptr && before->setup().together)
    promise = json::value_to<std::string>(*given);
  auto what = [&, hashes = hashes_of({{token}, keys.account})](LiveGame& next) -> Result<void> {
    BASTIDE_CHECK(next.join(*seat, *name, now_ms(), {}, hashes, promise));
    return next.begin_if_full(now_ms());
  };
  const Outcome outcome = co_await change_with(here, guard, std::move(what), std::move(beside));
  if (outcome.kind != Outcome::Kind::accepted) co_return refuse(503, std::string(kNotTaken), std::string(kLookAgain));
  tell_presence(*here);
  json::object joined{{"seat", *seat}, {"token", token}};
  if (!keys.account.empty()) joined["owned"] = true;
  co_return joined;
}

/// The seat of a rematch that is kept for who has one of the keys; -1: none.
asio::awaitable<Reply<int>> Lobby::kept_seat(const LiveGame& live, const Keys& keys) const {
  const LiveSetup& setup = live.setup();
  if (setup.after.empty()) co_return -1;
  const auto mine = co_await run_on(readers_, [&] { return seats_of(keys, setup.after); });
  if (!mine) co_return refuse(503, std::string(kNotTaken), std::string(kLookAgain));
  for (const SeatToken& token : *mine)
    for (std::size_t seat = 0; seat < setup.seats.size(); ++seat)
      if (setup.seats[seat].kept_for == token.seat) co_return static_cast<int>(seat);
  co_return -1;
}

asio::awaitable<Reply<json::object>> Lobby::resign(std::string id, json::value request, Keys keys) {
  const auto here = co_await visit(id, std::move(keys));
  if (!here) co_return tl::unexpected<Refusal>(here.error());
  const RoomPtr place = here->room;
  if (place->uncertain) co_return refuse(503, "The server cannot write at the moment.", "to try again later");
  const json::value* named = request.as_object().if_contains("seat");
  const int seat = named != nullptr ? named->to_number<int>() : here->seats.empty() ? -1 : here->seats.front();
  if (std::ranges::find(here->seats, seat) == here->seats.end())
    co_return refuse(403, say(catalogue().phrases, "told.watching"));
  auto guard = co_await place->lock.enter();
  Change what = [seat](LiveGame& next) { return next.leave(seat, "resigned", now_ms()); };
  json::object left{{"seat", seat}};
  co_return co_await changed(place, guard, std::move(what), std::move(left));
}

asio::awaitable<Reply<json::object>> Lobby::changed(RoomPtr room, Lock::Guard& guard, Change what,
                                                    json::object answer) {
  const Outcome outcome = co_await change(room, guard, std::move(what));
  if (outcome.kind == Outcome::Kind::refused) co_return refuse(409, outcome.error);
  if (outcome.kind == Outcome::Kind::unknown) co_return refuse(503, outcome.error);
  tell_presence(*room);
  co_return answer;
}

asio::awaitable<Reply<json::object>> Lobby::rematch(std::string id, Keys keys) {
  const auto here = co_await visit(id, std::move(keys));
  if (!here) co_return tl::unexpected<Refusal>(here.error());
  const RoomPtr place = here->room;
  if (here->seat < 0) co_return refuse(403, say(catalogue().phrases, "told.watching"));
  if (place->uncertain) co_return refuse(503, "The server cannot write at the moment.", "to try again later");
  auto guard = co_await place->lock.enter();
  const auto over = place->scene.live;
  if (over->status() != "over") co_return refuse(409, say(catalogue().phrases, "told.not-over"));
  if (!over->rematch().empty()) co_return json::object{{"game", over->rematch()}};
  LiveSetup setup;
  setup.choice = over->setup().choice;
  setup.listed = over->setup().listed;
  setup.time = over->first_time();  // that it went over to another was agreed on for that game
  setup.rated = over->setup().rated;
  setup.aids = over->setup().aids;
  setup.together = over->setup().together;
  setup.after = id;
  setup.invite_hash = over->setup().invite_hash;
  // Whoever sat second sits first now, and so on round.
  const int seats = static_cast<int>(over->seats().size());
  std::vector<int> was;
  for (int i = 0; i < seats; ++i) was.push_back((i + 1) % seats);
  setup.best_of = next_game(over->best_of(), was);
  // Among games that decide together the one after who began last time begins, who sits there now.
  if (setup.best_of.game > 1) setup.first_seat = over->game()->opening().first;
  for (int i = 0; i < seats; ++i) {
    const int before = was[i];
    const LiveSeat& seat = over->seats()[before];
    const bool bot = seat.kind == "bot";
    setup.seats.push_back({bot ? "bot" : "open", seat.name, seat.bot, {}, bot ? -1 : before});
    if (before == here->seat) setup.host = i;
  }
  const std::string next = random_id();
  const auto made = co_await found(next, std::move(setup), {}, {}, seeds_.of_game());
  if (!made) co_return tl::unexpected<Refusal>(made.error());
  Change what = [&](LiveGame& game) { return game.follow_with(next, here->seat, now_ms()); };
  const Outcome told = co_await change(place, guard, std::move(what));
  if (told.kind == Outcome::Kind::refused) co_return refuse(409, told.error);
  if (told.kind == Outcome::Kind::unknown) co_return refuse(503, told.error);
  co_return json::object{{"game", next}};
}

asio::awaitable<Reply<json::object>> Lobby::seat_bot(std::string id, json::value request, Keys keys) {
  const json::object& body = request.as_object();
  const auto visitor = co_await visit(id, std::move(keys));
  if (!visitor) co_return tl::unexpected<Refusal>(visitor.error());
  const RoomPtr here = visitor->room;
  if (here->uncertain) co_return refuse(503, "The server cannot write at the moment.", "to try again later");
  auto guard = co_await here->lock.enter();

  const auto before = here->scene.live;
  if (visitor->seat < 0 || visitor->seat != before->setup().host)
    co_return refuse(403, say(catalogue().phrases, "told.host"));
  if (before->setup().rated) co_return refuse(409, say(catalogue().phrases, "told.rated.bots"));
  const auto seat = open_seat(catalogue().phrases, *before, body, true);
  if (!seat) co_return tl::unexpected<Refusal>(seat.error());
  const auto bot = bot_named(bots_, json::value_to<std::string>(body.at("bot")));
  if (!bot) co_return tl::unexpected<Refusal>(bot.error());
  auto what = [&](LiveGame& next) -> Result<void> {
    BASTIDE_CHECK(next.join(*seat, unlike_others((*bot)->name, before->seats()), now_ms(), (*bot)->id, {}));
    return next.begin_if_full(now_ms());
  };
  const Outcome outcome = co_await change(here, guard, std::move(what));
  if (outcome.kind != Outcome::Kind::accepted) co_return refuse(503, std::string(kNotTaken), std::string(kLookAgain));
  tell_presence(*here);
  co_return json::object{{"seat", *seat}};
}

asio::awaitable<Reply<json::object>> Lobby::give_share(std::string id, json::value request, Keys keys) {
  const json::object& body = request.as_object();
  const auto here = co_await visit(id, std::move(keys));
  if (!here) co_return tl::unexpected<Refusal>(here.error());
  const int seat = body.at("seat").to_number<int>();
  const auto share = json::value_to<std::string>(body.at("share"));
  if (std::ranges::find(here->seats, seat) == here->seats.end())
    co_return refuse(403, say(catalogue().phrases, "told.watching"));
  if (here->room->uncertain) co_return refuse(503, "The server cannot write at the moment.", "to try again later");
  auto guard = co_await here->room->lock.enter();
  json::object given{{"seat", seat}};
  if (here->room->live().seats().at(seat).share == share) co_return given;  // by another page of the same person
  Change what = [&](LiveGame& next) { return next.give_share(seat, share, now_ms()); };
  co_return co_await changed(here->room, guard, std::move(what), std::move(given));
}

asio::awaitable<Reply<json::object>> Lobby::begin_without(std::string id, Keys keys) {
  const auto here = co_await visit(id, std::move(keys));
  if (!here) co_return tl::unexpected<Refusal>(here.error());
  if (here->seat < 0) co_return refuse(403, say(catalogue().phrases, "told.watching"));
  if (here->room->uncertain) co_return refuse(503, "The server cannot write at the moment.", "to try again later");
  auto guard = co_await here->room->lock.enter();
  Change what = [](LiveGame& next) { return next.begin_without(now_ms()); };
  json::object by{{"seat", here->seat}};
  co_return co_await changed(here->room, guard, std::move(what), std::move(by));
}

std::vector<std::string> Lobby::hashes_of(const Keys& keys) const {
  std::vector<std::string> hashes;
  for (const std::string& token : keys.tokens) hashes.push_back(token_hash(token));
  if (!keys.account.empty()) hashes.push_back(token_hash("account " + keys.account));
  return hashes;
}

Text Lobby::taken_off_text(const LiveGame& live) const {
  json::object freed{{"type", "freed"}};
  put_text(freed, "text", live.taken_off_in_words());
  return std::make_shared<const std::string>(json::serialize(freed));
}

asio::awaitable<Text> Lobby::told_taken_off(std::string id, std::string key) {
  const auto here = co_await room(std::move(id));
  if (!here || !(*here)->live().was_taken_off(token_hash(key))) co_return nullptr;
  co_return taken_off_text((*here)->live());
}

/// The seat's tokens and owner go with it, and so does the name: nothing says any more whose it was.
asio::awaitable<Reply<json::object>> Lobby::free_seat(std::string id, json::value request, Keys keys) {
  const auto visitor = co_await visit(id, std::move(keys));
  if (!visitor) co_return tl::unexpected<Refusal>(visitor.error());
  const RoomPtr here = visitor->room;
  if (here->uncertain) co_return refuse(503, "The server cannot write at the moment.", "to try again later");
  auto guard = co_await here->lock.enter();

  const auto before = here->scene.live;
  const int host = before->setup().host;
  if (host < 0 || std::ranges::find(visitor->seats, host) == visitor->seats.end())
    co_return refuse(403, say(catalogue().phrases, "told.host.frees"));
  const auto wanted = request.at("seat").to_number<int64_t>();
  if (wanted >= static_cast<int64_t>(before->seats().size()))
    co_return refuse(400, "There is no such seat.", fmt::format("a number from 0 to {}", before->seats().size() - 1));
  const int seat = static_cast<int>(wanted);
  if (before->game() == nullptr && seat == host) co_return refuse(409, say(catalogue().phrases, "told.host.stays"));
  const auto log = co_await run_on(workers_, [&] { return store_.events(id); });
  if (!log || !log->damage.empty()) co_return refuse(503, std::string(kNotTaken), std::string(kLookAgain));
  Append beside;
  beside.freed = seat;
  beside.rewritten = rows_without_name(log->events, seat);
  Change what = [seat](LiveGame& next) { return next.free_seat(seat, now_ms()); };
  const Outcome outcome = co_await change_with(here, guard, std::move(what), std::move(beside));
  if (outcome.kind == Outcome::Kind::refused) co_return refuse(409, outcome.error);
  if (outcome.kind == Outcome::Kind::unknown) co_return refuse(503, outcome.error);
  tell_presence(*here);
  co_return json::object{{"seat", seat}};
}

// ---------------------------------------------------------------- lists

/// Brings together what is kept of a game, who is there, and which seats are whose. `kept`: if it could be read.
asio::awaitable<json::object> Lobby::summary_of(GameRow row, std::optional<json::object> kept,
                                                std::vector<SeatToken> seats) {
  json::object summary;
  if (damaged_.contains(row.id)) {  // as long as nobody who asks for it finds it mended
    summary = damaged_summary(row);
  } else if (kept) {
    summary = std::move(*kept);
  } else {
    const auto here = co_await room(row.id);  // the log may be whole
    summary = here ? (*here)->live().summary() : damaged_summary(row);
  }
  if (const auto found = rooms_.find(row.id); found != rooms_.end()) {
    // What is not told at the table is not told here; but other servers may have written more.
    if (!settings_.shared) summary = found->second->live().summary();
    for (const Watcher* watcher : found->second->watchers)
      for (const int seat : watcher->here) summary.at("seats").at(seat).as_object()["online"] = true;
  }
  std::set<int> you;
  for (const SeatToken& token : seats)
    if (token.game == row.id) you.insert(token.seat);
  summary["you"] = json::value_from(you);
  co_return summary;
}

namespace {

constexpr int kGamesAtOnce = 50;  ///< of an account, in one answer

/// What the store keeps of a game, with its summary if that can be read.
struct Kept {
  GameRow row;
  std::optional<json::object> summary;
};

Kept kept(GameRow row) {
  auto summary = read_summary(row);
  return {std::move(row), summary ? std::optional(std::move(*summary)) : std::nullopt};
}

tl::unexpected<Refusal> unreadable(const Error& error) {
  log_error("{}", error.text());
  return refuse(503, "The games cannot be read at the moment.", "to try again later");
}

}  // namespace

asio::awaitable<Reply<json::object>> Lobby::list(Keys keys) {
  struct Found {
    std::vector<SeatToken> seats;
    std::vector<Kept> games;
  };
  auto find = [&]() -> Result<Found> {
    Found found;
    BASTIDE_TRY(auto seats, seats_of_tokens(keys.tokens));
    BASTIDE_TRY(auto listed, store_.listed(kListed));
    std::map<std::string, GameRow> rows;
    for (GameRow& row : listed) rows.emplace(row.id, std::move(row));
    if (!keys.account.empty()) {
      BASTIDE_TRY(auto mine, store_.accounts().games_of_account(keys.account, kListed, 0));
      for (GameRow& row : mine) {
        BASTIDE_TRY(const auto owned, seats_of({{}, keys.account}, row.id));
        seats.insert(seats.end(), owned.begin(), owned.end());
        rows.emplace(row.id, std::move(row));
      }
    }
    for (const SeatToken& token : seats) {
      if (rows.contains(token.game)) continue;
      BASTIDE_TRY(auto row, store_.game(token.game));
      if (row) rows.emplace(token.game, std::move(*row));
    }
    found.seats = std::move(seats);
    for (auto& [id, row] : rows) found.games.push_back(kept(std::move(row)));
    std::sort(found.games.begin(), found.games.end(),
              [](const Kept& a, const Kept& b) { return a.row.updated > b.row.updated; });
    return found;
  };
  auto found = co_await run_on(workers_, std::move(find));
  if (!found) co_return unreadable(found.error());
  json::array games;
  for (Kept& game : found->games)
    games.push_back(co_await summary_of(std::move(game.row), std::move(game.summary), found->seats));
  co_return json::object{{"games", std::move(games)}};
}

asio::awaitable<Reply<json::object>> Lobby::games_of(std::string account, int from) {
  struct Found {
    std::vector<SeatToken> seats;
    std::vector<Kept> games;
    bool more = false;
  };
  auto find = [&]() -> Result<Found> {
    Found found;
    BASTIDE_TRY(auto rows, store_.accounts().games_of_account(account, kGamesAtOnce + 1, from));
    found.more = rows.size() > kGamesAtOnce;
    if (found.more) rows.pop_back();
    for (GameRow& row : rows) {
      BASTIDE_TRY(const auto owned, seats_of({{}, account}, row.id));
      found.seats.insert(found.seats.end(), owned.begin(), owned.end());
      found.games.push_back(kept(std::move(row)));
    }
    return found;
  };
  auto found = co_await run_on(workers_, std::move(find));
  if (!found) co_return unreadable(found.error());
  json::array games;
  for (Kept& game : found->games)
    games.push_back(co_await summary_of(std::move(game.row), std::move(game.summary), found->seats));
  co_return json::object{{"games", std::move(games)}, {"more", found->more}};
}

asio::awaitable<Reply<std::vector<AccountChange>>> Lobby::owned_by(std::string account,
                                                                   std::vector<std::string> tokens) {
  const auto seats = co_await run_on(readers_, [&] { return seats_of_tokens(tokens); });
  if (!seats) co_return unreadable(seats.error());
  co_return owned(account, *seats);
}

asio::awaitable<Reply<json::object>> Lobby::summary(std::string id, Keys keys) {
  struct Found {
    std::vector<SeatToken> seats;
    std::optional<Kept> game;
  };
  auto find = [&]() -> Result<Found> {
    BASTIDE_TRY(auto seats, seats_of(keys, id));
    BASTIDE_TRY(auto row, store_.game(id));
    return Found{std::move(seats), row ? std::optional(kept(std::move(*row))) : std::nullopt};
  };
  auto found = co_await run_on(workers_, std::move(find));
  if (!found) co_return unreadable(found.error());
  if (!found->game) co_return refuse(404, "We do not know this game.", "the address of a game that exists");
  if (!found->game->row.listed && found->seats.empty())  // an invite, perhaps
    if (const auto allowed = co_await visit(id, keys); !allowed) co_return tl::unexpected<Refusal>(allowed.error());
  co_return co_await summary_of(std::move(found->game->row), std::move(found->game->summary), std::move(found->seats));
}

}  // namespace bastide
