#include "server/ratings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "game/json.h"
#include "server/clock.h"
#include "server/live_game.h"
#include "server/messages.h"

namespace bastide {

namespace json = boost::json;

int day_of(int64_t ms) {
  return static_cast<int>(ms / kDayMs);
}

std::string category_id(std::string_view preset, int seats) {
  return fmt::format("{}-{}", preset, seats);
}

std::optional<Category> find_category(const Catalogue& catalogue, std::string_view id) {
  const std::size_t dash = id.rfind('-');
  if (dash == std::string_view::npos) return std::nullopt;
  Category category{catalogue.find_preset(id.substr(0, dash)), 0};
  const std::string_view number = id.substr(dash + 1);
  std::from_chars(number.data(), number.data() + number.size(), category.seats);
  // Written in no other way: one category has one address.
  if (category.preset == nullptr || id != category_id(category.preset->id, category.seats)) return std::nullopt;
  if (category.seats < std::max(2, category.preset->min_seats) || category.seats > category.preset->max_seats)
    return std::nullopt;
  return category;
}

std::optional<Texts> unratable(const GameRules& rules, int own, int bots) {
  const Phrases& phrases = rules.catalogue->phrases;
  if (!rules.choice.options.empty()) return say(phrases, "told.rated.rules");
  if (bots > 0) return say(phrases, "told.rated.bots");
  if (own > 1) return say(phrases, "told.rated.once");
  return std::nullopt;
}

std::optional<RateGame> rating_of(const LiveGame& live) {
  if (!live.setup().rated || live.status() != "over") return std::nullopt;
  if (!std::ranges::all_of(live.seats(), [](const LiveSeat& seat) { return seat.kind == "human"; }))
    return std::nullopt;
  const GameRules& rules = live.rules();
  // When it ended, not when that is written: the log alone says what it is rated by.
  return RateGame{live.id(), category_id(rules.preset->id, rules.kernel.seats), day_of(live.row().updated),
                  ranking(*live.game())};
}

// ---------------------------------------------------------------- as JSON

json::object category_json(const Catalogue& catalogue, const std::string& category) {
  const std::size_t dash = std::min(category.rfind('-'), category.size());
  const std::string preset = category.substr(0, dash);
  const PresetSpec* known = catalogue.find_preset(preset);
  json::object told = known == nullptr ? json::object{{"presetName", preset}, {"translations", json::object{}}}
                                       : texts_json(texts_of(known->translations, "name", known->name), "presetName");
  told["category"] = category;
  told["preset"] = preset;
  told["seats"] = std::atoi(category.substr(std::min(dash + 1, category.size())).c_str());
  return told;
}

json::object rating_json(const Glicko& rating) {
  return {{"rating", std::llround(rating.rating)},
          {"deviation", std::llround(rating.deviation)},
          {"provisional", rating.deviation > kSureDeviation}};
}

json::array ratings_json(const Catalogue& catalogue, const std::vector<RatingRow>& rows, int today) {
  json::array ratings;
  for (const RatingRow& row : rows) {
    json::object one = category_json(catalogue, row.category);
    for (auto& member : rating_json(row.on(today))) one[member.key()] = member.value();
    one["games"] = row.games;
    ratings.push_back(std::move(one));
  }
  return ratings;
}

json::object rated_json(const RatedSeat& seat) {
  return {{"category", seat.category},
          {"place", seat.place},
          {"day", iso_time(seat.day * kDayMs).substr(0, 10)},
          {"before", rating_json(seat.before)},
          {"after", rating_json(seat.after)}};
}

json::object game_ratings_json(const LiveGame& live, const std::vector<RatedSeat>& rated,
                               const std::vector<SeatRating>& now, int today) {
  json::array seats;
  const bool over = live.status() == "over";
  for (const RatedSeat& seat : rated)
    seats.push_back({{"seat", seat.seat}, {"before", rating_json(seat.before)}, {"after", rating_json(seat.after)}});
  if (!over)
    for (const SeatRating& seat : now)
      seats.push_back(
          {{"seat", seat.seat}, {"before", rating_json(seat.rating.games > 0 ? seat.rating.on(today) : Glicko{})}});
  return {{"category", category_id(live.rules().preset->id, live.rules().kernel.seats)},
          {"status", !over           ? "open"
                     : rated.empty() ? "void"
                                     : "rated"},
          {"seats", std::move(seats)}};
}

}  // namespace bastide
