// Rated games: which games can be, what a category is called, and ratings as they are told. Reckoned they are where
// they are kept (store/ratings.h).
#pragma once
#include <boost/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/compile.h"
#include "store/ratings.h"

namespace bastide {

class LiveGame;

/// Games that are compared: of a preset as it stands, with so many seats.
struct Category {
  const PresetSpec* preset = nullptr;
  int seats = 0;
};
/// "new-2": what it is called in addresses and in the store.
std::string category_id(std::string_view preset, int seats);
/// Nothing: there is no such preset, or not with so many seats.
std::optional<Category> find_category(const Catalogue& catalogue, std::string_view id);

/// Why a game of these rules and seats is not one to be rated; nothing: it is. `own`: of whoever makes it.
std::optional<Texts> unratable(const GameRules& rules, int own, int bots);

/// What rates the game when it is over; nothing: it is not rated, or not over, or has a bot in a seat.
std::optional<RateGame> rating_of(const LiveGame& live);

/// The day of a time in milliseconds, counted from 1970.
int day_of(int64_t ms);

/// {category, preset, presetName, translations, seats}; the id for a name where the data knows the preset no more.
boost::json::object category_json(const Catalogue& catalogue, const std::string& category);
/// {rating, deviation, provisional}, in whole numbers.
boost::json::object rating_json(const Glicko& rating);
/// GET /api/account: what an account has in each category, today.
boost::json::array ratings_json(const Catalogue& catalogue, const std::vector<RatingRow>& rows, int today);
/// {category, place, day, before, after}: what a game made of a seat's rating.
boost::json::object rated_json(const RatedSeat& seat);
/// GET /api/games/ID/ratings. `rated`: once the game is over; `now`: before.
boost::json::object game_ratings_json(const LiveGame& live, const std::vector<RatedSeat>& rated,
                                      const std::vector<SeatRating>& now, int today);

}  // namespace bastide
