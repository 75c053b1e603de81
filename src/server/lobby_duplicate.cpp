// Duplicate: several games with the same draws, each with people of its own, who are compared with whoever sat in the
// same seat. Until the last of them is over nobody learns of a game what would tell the draws of another one: who has
// no seat in it does not look on, and the seed is told when all are over.
#include <algorithm>
#include <numeric>

#include "server/live_game.h"
#include "server/lobby.h"
#include "server/log.h"
#include "server/messages.h"
#include "server/summary.h"

namespace bastide {

namespace json = boost::json;

namespace {

/// Points of a seat above what the others have on average.
double margin(const std::vector<int>& points, std::size_t seat) {
  const double all = std::accumulate(points.begin(), points.end(), 0.0), own = points[seat];
  return own - (all - own) / static_cast<double>(points.size() - 1);
}

/// {game, status, turn, turns, seats} of one of them; points only where `shown`.
json::object told(const json::object& summary, bool shown) {
  json::object one;
  for (const char* name : {"game", "status", "turn", "turns"}) one[name] = summary.at(name);
  json::array seats;
  for (const json::value& seat : summary.at("seats").as_array()) {
    json::object person;
    for (const char* name : {"seat", "name", "kind"}) person[name] = seat.at(name);
    if (const json::value* gone = seat.as_object().if_contains("gone")) person["gone"] = *gone;
    if (shown) person["points"] = seat.at("score");
    seats.push_back(std::move(person));
  }
  one["seats"] = std::move(seats);
  return one;
}

/// How much better each seat did than the same seat of the other games. REQUIRES: points are shown in all of them.
void compare(json::array& games) {
  std::vector<std::vector<int>> points;
  for (const json::value& game : games) {
    std::vector<int> seats;
    for (const json::value& seat : game.at("seats").as_array()) seats.push_back(seat.at("points").to_number<int>());
    points.push_back(std::move(seats));
  }
  const double others = static_cast<double>(points.size() - 1);
  for (std::size_t seat = 0; seat < points.front().size(); ++seat) {
    double all = 0;
    for (const auto& game : points) all += margin(game, seat);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double own = margin(points[i], seat);
      games[i].at("seats").at(seat).as_object()["better"] = own - (all - own) / others;
    }
  }
}

}  // namespace

/// The games beside the one that is asked for: everybody's seats are open there.
asio::awaitable<Reply<void>> Lobby::found_duplicates(const LiveSetup& setup, std::string id, std::string seed) {
  for (const std::string& other : setup.duplicate) {
    if (other == id) continue;
    LiveSetup same = setup;
    for (LiveSeat& seat : same.seats)
      if (seat.kind == "human") seat = {"open", "", ""};
    const auto made = co_await found(other, std::move(same), {}, {}, seed);
    if (!made) co_return tl::unexpected<Refusal>(made.error());
  }
  co_return Reply<void>{};
}

asio::awaitable<Reply<std::vector<json::object>>> Lobby::summaries_of(std::vector<std::string> games) {
  auto read = [&]() -> Result<std::vector<json::object>> {
    std::vector<json::object> found;
    for (const std::string& game : games) {
      BASTIDE_TRY(const auto row, store_.game(game));
      if (!row) return failure("there is no game " + game);
      BASTIDE_TRY(auto summary, read_summary(*row));
      found.push_back(std::move(summary));
    }
    return found;
  };
  auto found = co_await run_on(workers_, std::move(read));
  if (found) co_return std::move(*found);
  log_error("{}", found.error().text());
  co_return refuse(503, "The games cannot be read at the moment.", "to try again later");
}

namespace {

bool all_over(const std::vector<json::object>& games) {
  return std::ranges::all_of(games, [](const json::object& game) { return game.at("status") == "over"; });
}

}  // namespace

/// Whether who has no seat may look at one of several games with the same draws.
asio::awaitable<Reply<void>> Lobby::may_watch(const LiveGame& live) {
  const std::vector<std::string> games = live.setup().duplicate;
  if (games.empty() || live.game() == nullptr) co_return Reply<void>{};
  const auto found = co_await summaries_of(games);
  if (!found) co_return tl::unexpected<Refusal>(found.error());
  if (!all_over(*found)) co_return refuse(403, say(catalogue().phrases, "told.duplicate.watch"));
  co_return Reply<void>{};
}

/// Whether one of the keys gives a seat in another one of several games with the same draws.
asio::awaitable<Reply<bool>> Lobby::sits_beside(const LiveGame& live, const Keys& keys) const {
  if (live.setup().duplicate.empty()) co_return false;
  auto look = [&]() -> Result<bool> {
    for (const std::string& game : live.setup().duplicate) {
      if (game == live.id()) continue;
      BASTIDE_TRY(const auto seats, seats_of(keys, game));
      if (!seats.empty()) return true;
    }
    return false;
  };
  const auto found = co_await run_on(readers_, std::move(look));
  if (!found) co_return refuse(503, "The games cannot be read at the moment.", "to try again later");
  co_return *found;
}

asio::awaitable<Reply<json::object>> Lobby::duplicate(std::shared_ptr<const LiveGame> live) {
  const auto found = co_await summaries_of(live->setup().duplicate);
  if (!found) co_return tl::unexpected<Refusal>(found.error());
  if (found->empty()) co_return refuse(404, "No other game has the draws of this one.", "a game made with 'duplicate'");
  const bool over = all_over(*found);
  json::array games;
  for (const json::object& game : *found)
    games.push_back(told(game, over || (game.at("game").as_string() == live->id() && live->status() == "over")));
  if (over) compare(games);
  json::object answer{{"games", std::move(games)}, {"over", over}};
  if (over) answer["seed"] = live->draws();
  co_return answer;
}

}  // namespace bastide
