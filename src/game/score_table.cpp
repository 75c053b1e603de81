// The final table, the ranking, and words for figures.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "game/game.h"

namespace bastide {

std::string_view category_of(FeatureType type) {
  constexpr std::array<std::string_view, kFeatureTypes> names{"city",     "road",    "cloister", "field",
                                                              "garden",   "water",   "chapter",  "pyramid",
                                                              "building", "quarter", "hut",      "trap"};
  return names[static_cast<int>(type)];
}

std::string figure_name(const GameRules& rules, FeatureType type, Figure figure) {
  if (figure != Figure::follower) return std::string(rules.figure(figure).name);
  switch (type) {
    case FeatureType::city:
      return "knight";
    case FeatureType::road:
      return "highwayman";
    case FeatureType::cloister:
      return "monk";
    case FeatureType::building:
      return "lord";
    case FeatureType::chapter:
      return "canon";
    case FeatureType::pyramid:
      return "tumbler";
    case FeatureType::hut:
      return "lodger";
    case FeatureType::trap:
      return "captive";
    case FeatureType::field:
      return "farmer";
    case FeatureType::garden:
    case FeatureType::water:
      break;
    case FeatureType::quarter:
      return "follower";
  }
  const FigureSpec* other = rules.figure_standing_on(type);
  return std::string(other != nullptr ? other->name : rules.figure(figure).name);
}

namespace {

/// The row an award belongs to. What a figure that was taken back brings is its feature's.
std::string_view row_of(const Award& award) {
  if (award.reason == Reason::unfinished) return "unfinished";
  if (award.reason == Reason::bonus) return "bonus";
  return category_of(award.type);
}

}  // namespace

std::vector<CategoryRow> score_table(const GameRules& rules, const std::vector<ExplainedAward>& awards,
                                     const std::vector<Payment>& payments) {
  const std::size_t seats = rules.kernel.seats;
  std::vector<CategoryRow> table;
  const auto add_row = [&](const std::string& id) {
    CategoryRow& row = table.emplace_back();
    row.category = id;
    row.points.resize(seats);
    row.awards.resize(seats);
    keep(say(rules.catalogue->phrases, "row." + id), "name", row.name, row.translations);
  };
  add_row("road");
  add_row("city");
  add_row("cloister");
  if (rules.kernel.stood_on(FeatureType::garden)) add_row("garden");
  if (rules.kernel.stood_on(FeatureType::building)) add_row("building");
  if (rules.kernel.stood_on(FeatureType::hut)) add_row("hut");
  if (rules.kernel.scoring.unfinished) add_row("unfinished");
  if (rules.kernel.scoring.fields != FieldScoring::none) add_row("field");
  const auto gives = [](const Expansion* expansion) {
    return std::any_of(expansion->terms.begin(), expansion->terms.end(),
                       [](const TermSpec& term) { return term.bonus; });
  };
  if (std::any_of(rules.added.begin(), rules.added.end(), gives)) add_row("bonus");
  std::vector<std::size_t> paid;  // by number of the expansion: its row
  for (const Expansion* expansion : rules.added) {
    paid.push_back(table.size());
    if (!expansion->payments.row.empty()) add_row(std::string(expansion->payments.row));
  }
  for (const ExplainedAward& award : awards) {
    const auto row = std::find_if(table.begin(), table.end(),
                                  [&](const CategoryRow& r) { return r.category == row_of(award.award); });
    for (const int seat : award.owners) {
      row->points[seat] += award.points_of(seat);
      row->awards[seat].push_back(award.id);
    }
  }
  for (const Payment& payment : payments) {
    table[paid[payment.by]].points[payment.to] += payment.points;
    table[paid[payment.by]].points[payment.from] -= payment.points;
  }
  return table;
}

std::vector<CategoryRow> score_table(const Game& game) {
  std::vector<ExplainedAward> awards;
  std::vector<Payment> payments;
  for (const Ply& ply : game.plies()) {
    awards.insert(awards.end(), ply.awards.begin(), ply.awards.end());
    payments.insert(payments.end(), ply.payments.begin(), ply.payments.end());
  }
  return score_table(game.rules(), awards, payments);
}

std::vector<int> ranking(const Game& game) {
  const auto ahead = [&](int one, int other) {  // who leaves is behind those who stay
    if (game.has_left(one) != game.has_left(other)) return game.has_left(other);
    return game.state().score[one] > game.state().score[other];
  };
  std::vector<int> places;
  for (int seat = 0; seat < game.rules().kernel.seats; ++seat) {
    int place = 1;
    for (int other = 0; other < game.rules().kernel.seats; ++other) place += ahead(other, seat);
    places.push_back(place);
  }
  return places;
}

std::string_view outcome_of(const Game& game) {
  const std::vector<int> places = ranking(game);
  if (std::count(places.begin(), places.end(), 1) == 1) return "won";
  return game.rules().options.find("tie")->second;
}

Texts outcome_in_words(const Game& game) {
  const std::vector<int> places = ranking(game);
  std::vector<std::string> winners;
  int best = 0, next = 0;  // points of the first and of those after them
  for (std::size_t seat = 0; seat < places.size(); ++seat) {
    const int points = game.state().score[seat];
    if (places[seat] == 1) winners.push_back(game.seats()[seat].name);
    if (places[seat] == 1)
      best = points;
    else if (places[seat] == 2)
      next = points;
  }
  const Phrases& phrases = game.rules().catalogue->phrases;
  if (game.abandoned()) return say(phrases, "outcome.left", {{"names", winners.front()}});
  const std::string id = "outcome." + std::string(outcome_of(game));
  return say(phrases, id, {{"names", listed(phrases, winners)}, {"n", best - next}});
}

namespace {

/// HOUSE-DICE: a die shows 6 before the first lap and when it comes round; how often it did, the next one counts.
std::string dice(int laps) {
  std::string shown = fmt::format(" {}", laps % 6 == 0 ? 6 : laps % 6);
  return laps < 6 ? shown : shown + dice(laps / 6);
}

}  // namespace

std::string track_mark(const GameRules& rules, int points) {
  const bool with_dice = rules.is("track", "dice") || rules.is("track", "hundred-dice");
  const int spaces = rules.is("track", "hundred") || rules.is("track", "hundred-dice") ? 100 : 50;
  const int laps = points / spaces;
  std::string mark = std::to_string(points % spaces);
  if (with_dice) return mark + " die" + dice(laps);
  if (laps == 0) return mark;
  return mark + (rules.is("track", "counters") ? fmt::format(" counters {}", laps * spaces) : " lying");
}

}  // namespace bastide
