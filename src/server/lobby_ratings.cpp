// What rated games ask of the lobby: who may sit at one, and what it does to the ratings of its seats.
#include "server/clock.h"
#include "server/live_game.h"
#include "server/lobby.h"
#include "server/log.h"
#include "server/ratings.h"

namespace bastide {

namespace json = boost::json;

/// Whether somebody may take a seat: in a rated game each is an account's, and none has two.
asio::awaitable<Reply<void>> Lobby::may_sit(const LiveGame& live, const std::string& account) const {
  if (!live.setup().rated) co_return Reply<void>{};
  if (account.empty()) co_return refuse(403, say(catalogue().phrases, "told.rated.account"));
  const auto mine = co_await run_on(readers_, [&] { return store_.accounts().seats_of_account(account, live.id()); });
  if (!mine) co_return refuse(503, "The seat could not be taken just now.", "to try again later");
  if (!mine->empty()) co_return refuse(403, say(catalogue().phrases, "told.rated.once"));
  co_return Reply<void>{};
}

asio::awaitable<Reply<json::object>> Lobby::ratings(std::shared_ptr<const LiveGame> live) {
  if (!live->setup().rated) co_return refuse(404, say(catalogue().phrases, "told.rated.not"));
  auto read = [&]() -> Result<json::object> {
    const GameRules& rules = live->rules();
    BASTIDE_TRY(const auto rated, store_.accounts().rated_seats(live->id()));
    BASTIDE_TRY(const auto now,
                store_.accounts().seat_ratings(live->id(), category_id(rules.preset->id, rules.kernel.seats)));
    return game_ratings_json(*live, rated, now, day_of(now_ms()));
  };
  auto told = co_await run_on(workers_, std::move(read));
  if (told) co_return std::move(*told);
  log_error(about_game(live->id()), "{}", told.error().text());
  co_return refuse(503, "The ratings cannot be read at the moment.", "to try again later");
}

}  // namespace bastide
