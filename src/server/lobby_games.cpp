// Making, joining and listing games.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ai/player.h"
#include "notation/words.h"
#include "server/clock.h"
#include "server/lobby.h"
#include "server/secrets.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr int kListed = 60;           ///< public games shown at once
constexpr std::size_t kTokens = 200;  ///< tokens looked at in one call

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? ""
                                         : std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

/// A name that no other seat has: "Cobble", then "Cobble 2".
std::string unlike_others(const std::string& name, const std::vector<TableSeat>& seats) {
  std::string result = name;
  const auto taken = [&] {
    return std::any_of(seats.begin(), seats.end(), [&](const TableSeat& s) { return s.name == result; });
  };
  for (int n = 2; taken(); ++n) result = fmt::format("{} {}", name, n);
  return result;
}

Reply<std::string> good_name(std::string_view text, const std::vector<TableSeat>& seats) {
  const std::string name = trimmed(text);
  // Room for a number that tells it from another of the same name.
  if (name.size() > 36)
    return refuse(400, "This name is too long.", "at most 36 letters, fewer if they are not plain ones");
  if (const std::string bad = bad_name(name); !bad.empty())
    return refuse(400, fmt::format("This name cannot be used: {}.", bad),
                  "a name of letters, digits and single blanks");
  return unlike_others(name, seats);
}

/// Seats as the request asks for them.
Reply<std::vector<TableSeat>> seats_asked_for(const json::array& asked) {
  std::vector<TableSeat> seats;
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
    const PlayerInfo* bot = nullptr;
    if (kind == "bot") {
      const std::string id = text("bot");
      bot = find_player(id);
      std::string known;
      for (const PlayerInfo& player : players()) known += (known.empty() ? "" : ", ") + std::string(player.id);
      if (bot == nullptr) return refuse(400, fmt::format("There is no bot '{}'.", id), "one of " + known);
    }
    const std::string fallback = bot != nullptr ? std::string(bot->name) : fmt::format("Player {}", seats.size() + 1);
    const auto name = good_name(trimmed(text("name")).empty() ? fallback : text("name"), seats);
    if (!name) return tl::unexpected<Refusal>(name.error());
    seats.push_back({kind == "bot" ? "bot" : "human", *name, bot != nullptr ? std::string(bot->id) : ""});
  }
  return seats;
}

}  // namespace

asio::awaitable<Reply<json::object>> Lobby::create(json::value request) {
  const json::object& body = request.as_object();
  TableSetup setup;
  setup.choice.preset = json::value_to<std::string>(body.at("preset"));
  if (body.contains("options"))
    setup.choice.options = json::value_to<std::map<std::string, std::string>>(body.at("options"));
  setup.listed = body.contains("public") && body.at("public").as_bool();
  if (const json::value* first = body.if_contains("firstSeat")) setup.first_seat = first->to_number<int>();
  auto seats = seats_asked_for(body.at("seats").as_array());
  if (!seats) co_return tl::unexpected<Refusal>(seats.error());
  setup.seats = std::move(*seats);
  if (setup.first_seat > 0 && setup.first_seat >= static_cast<int>(setup.seats.size()))
    co_return refuse(400, fmt::format("Seat {} cannot begin: there is no such seat.", setup.first_seat),
                     "the number of a seat, from 0");

  const int64_t at = now_ms();
  const std::string id = random_id();
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
  auto made = Table::create(catalogue_, id, std::move(setup), random_seed(), settings_.art_version, at);
  if (!made) co_return refuse(400, made.error());
  if (auto begun = made->begin_if_full(at); !begun) co_return refuse(400, begun.error());

  const GameRow row = made->row();
  Append append{.game = id,
                .create = row,
                .events = made->take_fresh(),
                .tokens = std::move(tokens),
                .updated = at,
                .status = row.status,
                .summary = row.summary};
  const auto committed = co_await committer_.commit(std::move(append));
  if (!committed) co_return refuse(500, committed.error());
  // Somebody who guessed the id may have loaded it from the log already.
  auto& place = rooms_[id];
  if (!place) place = std::make_shared<Room>(io_.get_executor(), std::move(*made));
  wake_bots(place);
  co_return json::object{{"game", id}, {"seats", std::move(answer)}};
}

asio::awaitable<Reply<json::object>> Lobby::join(std::string id, json::value request) {
  const json::object& body = request.as_object();
  const auto found = room(id);
  if (!found) co_return tl::unexpected<Refusal>(found.error());
  const RoomPtr here = *found;
  const auto guard = co_await here->lock.enter();

  const std::vector<TableSeat>& seats = here->table->seats();
  const bool invited = body.contains("invite") &&
                       token_hash(json::value_to<std::string>(body.at("invite"))) == here->table->setup().invite_hash;
  if (!invited && body.contains("invite") && !body.at("invite").as_string().empty())
    co_return refuse(403, "We do not know this link. Check the last word, or ask for it again.");
  if (!invited && !here->table->setup().listed)
    co_return refuse(403, "This game is for those who have its link. Ask its host for it.");

  const auto is_open = [](const TableSeat& s) { return s.kind == "open"; };
  auto place = std::find_if(seats.begin(), seats.end(), is_open);
  if (place == seats.end()) {
    const auto host = std::find_if(seats.begin(), seats.end(), [](const TableSeat& s) { return s.kind == "human"; });
    co_return refuse(
        409, host == seats.end()
                 ? "All seats are taken. You can watch."
                 : fmt::format("All seats are taken. You can watch, or ask {} for a seat next time.", host->name));
  }
  if (body.contains("seat")) {
    const auto wanted = body.at("seat").to_number<int64_t>();
    if (wanted >= static_cast<int64_t>(seats.size()))
      co_return refuse(400, "There is no such seat.", fmt::format("a number from 0 to {}", seats.size() - 1));
    place = seats.begin() + wanted;
    if (!is_open(*place)) co_return refuse(409, fmt::format("{} has this seat.", place->name), "another seat");
  }
  const int seat = static_cast<int>(place - seats.begin());
  const auto name = good_name(json::value_to<std::string>(body.at("name")), seats);
  if (!name) co_return tl::unexpected<Refusal>(name.error());

  const std::string token = random_token();
  const int64_t at = now_ms();
  Table next = *here->table;
  if (auto joined = next.join(seat, *name, at); !joined) co_return refuse(400, joined.error());
  if (auto begun = next.begin_if_full(at); !begun) co_return refuse(400, begun.error());
  std::vector<SeatToken> tokens;
  tokens.push_back({token_hash(token), id, seat});
  const auto committed = co_await commit(here, std::move(next), std::move(tokens));
  if (!committed) co_return refuse(500, committed.error());
  tell_presence(*here);
  co_return json::object{{"seat", seat}, {"token", token}};
}

Reply<std::vector<SeatToken>> Lobby::seats_of(const std::vector<std::string>& tokens) {
  std::vector<SeatToken> seats;
  for (std::size_t i = 0; i < tokens.size() && i < kTokens; ++i) {
    const auto found = store_.seat_of(token_hash(tokens[i]));
    if (!found) return refuse(500, found.error());
    if (*found) seats.push_back(**found);
  }
  return seats;
}

json::object Lobby::summary_of(const GameRow& row, const std::vector<SeatToken>& tokens) {
  json::object summary = json::parse(row.summary).as_object();
  if (const auto found = rooms_.find(row.id); found != rooms_.end()) {
    for (const Watcher* watcher : found->second->watchers)
      if (watcher->seat >= 0)
        summary.at("seats").at(static_cast<std::size_t>(watcher->seat)).as_object()["online"] = true;
  }
  std::set<int> you;
  for (const SeatToken& token : tokens)
    if (token.game == row.id) you.insert(token.seat);
  summary["you"] = json::value_from(you);
  return summary;
}

Reply<json::object> Lobby::list(const std::vector<std::string>& tokens) {
  const auto seats = seats_of(tokens);
  if (!seats) return tl::unexpected<Refusal>(seats.error());
  const auto listed = store_.listed(kListed);
  if (!listed) return refuse(500, listed.error());
  std::map<std::string, GameRow> rows;
  for (const GameRow& row : *listed) rows.emplace(row.id, row);
  for (const SeatToken& token : *seats) {
    if (rows.contains(token.game)) continue;
    const auto row = store_.game(token.game);
    if (!row) return refuse(500, row.error());
    if (*row) rows.emplace(token.game, **row);
  }
  std::vector<const GameRow*> order;
  for (const auto& [id, row] : rows) order.push_back(&row);
  std::sort(order.begin(), order.end(), [](const GameRow* a, const GameRow* b) { return a->updated > b->updated; });
  json::array games;
  for (const GameRow* row : order) games.push_back(summary_of(*row, *seats));
  return json::object{{"games", std::move(games)}};
}

Reply<json::object> Lobby::summary(const std::string& id, const std::vector<std::string>& tokens) {
  const auto seats = seats_of(tokens);
  if (!seats) return tl::unexpected<Refusal>(seats.error());
  const auto row = store_.game(id);
  if (!row) return refuse(500, row.error());
  if (!*row) return refuse(404, "We do not know this game.", "the address of a game that exists");
  return summary_of(**row, *seats);
}

Reply<std::string> Lobby::record(const std::string& id) {
  const auto here = room(id);
  if (!here) return tl::unexpected<Refusal>(here.error());
  if ((*here)->table->game() == nullptr)
    return refuse(409, "This game has not begun: seats are still open.", "a game under way");
  return (*here)->table->record(-1);
}

}  // namespace bastide
