#include "server/best_of.h"

#include <fmt/format.h>

#include <algorithm>

namespace bastide {

namespace json = boost::json;

BestOf with_result(BestOf before, const std::vector<int>& places) {
  before.halves.resize(places.size());
  const bool alone = std::ranges::count(places, 1) == 1;
  for (std::size_t seat = 0; seat < places.size(); ++seat)
    if (places[seat] == 1) before.halves[seat] += alone ? 2 : 1;
  return before;
}

bool decided(const BestOf& standing) {
  if (standing.game >= standing.of) return true;
  std::vector<int> halves = standing.halves;
  std::ranges::sort(halves, std::greater());
  const int second = halves.size() > 1 ? halves[1] : 0;
  return halves[0] - second > 2 * (standing.of - standing.game);
}

BestOf next_game(const BestOf& standing, const std::vector<int>& before) {
  BestOf next{.of = standing.of};
  if (decided(standing)) return next;
  next.game = standing.game + 1;
  for (const int seat : before) next.halves.push_back(standing.halves[seat]);
  return next;
}

json::object best_of_json(const BestOf& standing, bool over) {
  json::array points;
  for (const int halves : standing.halves) points.push_back(halves / 2.0);
  return {{"of", standing.of},
          {"game", standing.game},
          {"points", std::move(points)},
          {"decided", over && decided(standing)}};
}

namespace {

std::string points_text(int halves) {
  if (halves == 1) return "½";
  return fmt::format("{}{}", halves / 2, halves % 2 != 0 ? "½" : "");
}

}  // namespace

Texts standing_in_words(const Phrases& phrases, const BestOf& standing, const std::vector<std::string>& names) {
  std::vector<std::size_t> order(names.size());
  for (std::size_t seat = 0; seat < order.size(); ++seat) order[seat] = seat;
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return standing.halves[a] > standing.halves[b]; });
  std::string points;
  for (const std::size_t seat : order)
    points += fmt::format("{}{} {}", points.empty() ? "" : ", ", names[seat], points_text(standing.halves[seat]));
  const bool level = order.size() > 1 && standing.halves[order[0]] == standing.halves[order[1]];
  const char* how = decided(standing) ? (level ? "match.shared" : "match.won") : level ? "match.level" : "match.leads";
  return say(phrases, how,
             {{"name", names[order[0]]}, {"game", standing.game}, {"of", standing.of}, {"points", points}});
}

}  // namespace bastide
