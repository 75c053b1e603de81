// The final table, the ranking, and words for figures.
#include <algorithm>
#include <array>

#include "game/game.h"

namespace bastide {

std::string figure_name(FeatureType type, Figure) {
  switch (type) {
    case FeatureType::city:
      return "knight";
    case FeatureType::road:
      return "highwayman";
    case FeatureType::cloister:
      return "monk";
    case FeatureType::field:
      return "farmer";
  }
  return {};
}

std::vector<CategoryRow> score_table(const Game& game) {
  const auto seats = static_cast<std::size_t>(game.rules().kernel.seats);
  const auto row = [&](std::string id, std::string name) {
    return CategoryRow{std::move(id), std::move(name), std::vector<int>(seats), std::vector<std::vector<int>>(seats)};
  };
  std::vector<CategoryRow> table = {row("road", "Roads"), row("city", "Cities"), row("cloister", "Cloisters"),
                                    row("unfinished", "Unfinished")};
  if (game.rules().kernel.scoring.fields != FieldScoring::none) table.push_back(row("field", "Fields"));
  for (const Ply& ply : game.plies()) {
    for (const ExplainedAward& award : ply.awards) {
      std::size_t which = 3;
      if (award.award.type == FeatureType::field)
        which = 4;
      else if (award.award.completed)
        which = award.award.type == FeatureType::road ? 0 : award.award.type == FeatureType::city ? 1 : 2;
      for (const int seat : award.owners) {
        table[which].points[seat] += award.points_of(seat);
        table[which].awards[seat].push_back(award.id);
      }
    }
  }
  return table;
}

std::vector<int> ranking(const Game& game) {
  std::vector<int> places;
  for (int seat = 0; seat < game.rules().kernel.seats; ++seat) {
    int place = 1;
    for (int other = 0; other < game.rules().kernel.seats; ++other)
      place += game.state().score[other] > game.state().score[seat];
    places.push_back(place);
  }
  return places;
}

}  // namespace bastide
