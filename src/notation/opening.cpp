// Who begins (START-1): checked, made by chance, written.
#include <algorithm>

#include <fmt/format.h>

#include "notation/words.h"

namespace bastide {
namespace {

std::string_view way_of(const GameRules& rules) {
  return rules.options.find("first")->second;
}

/// What a lot counts, 0 to 4: a road that is straight, bends or ends is one, a T-junction three, a crossing four, also
/// where its roads are one (HOUSE-TREES). By the former value "lots": sides of the tile with a road.
int roads_on(const GameRules& rules, int kind) {
  const TileSpec& tile = *rules.kinds[kind].tile;
  if (way_of(rules) == "lots")
    return static_cast<int>(std::count(tile.sides.begin(), tile.sides.end(), TileTerrain::road));
  int roads = 0;
  for (const TileFeatureSpec& feature : tile.features)
    if (feature.type == TileFeatureType::road)
      roads += feature.sides.size() > 2 ? static_cast<int>(feature.sides.size()) : 1;
  return roads;
}

// With the former values, which count and decide otherwise.
bool draws_lots(std::string_view way) {
  return way == "roads" || way == "lots";
}
bool rolls_followers(std::string_view way) {
  return way == "rolled" || way == "roll";
}

}  // namespace

std::vector<int> lot_drawers(const GameRules& rules, const Opening& opening) {
  std::vector<int> drawers;
  if (opening.lots.empty()) {
    for (int seat = 0; seat < rules.kernel.seats; ++seat) drawers.push_back(seat);
    return drawers;
  }
  int most = -1;
  for (const Opening::Lot& lot : opening.lots.back()) most = std::max(most, roads_on(rules, lot.kind));
  for (const Opening::Lot& lot : opening.lots.back())
    if (roads_on(rules, lot.kind) == most) drawers.push_back(lot.seat);
  if (drawers.size() == 1) drawers.clear();
  return drawers;
}

Result<int> check_opening(const GameRules& rules, const Opening& opening) {
  const std::string_view way = way_of(rules);
  if (opening.first < 0 || opening.first >= rules.kernel.seats)
    return failure("there is no such seat to begin", "START-1");
  if (!opening.rolls.empty() && !rolls_followers(way))
    return failure("followers are rolled only with first=rolled", "START-1");
  if (!opening.lots.empty() && !draws_lots(way)) return failure("lots are drawn only with first=roads", "START-1");
  if (!opening.rolls.empty()) {
    const auto stands = std::find_if(opening.rolls.begin(), opening.rolls.end(), [](int n) { return n > 0; });
    if (stands == opening.rolls.end()) return failure("no rolled follower stands yet", "START-1");
    if (stands + 1 != opening.rolls.end()) return failure("nobody rolls after a follower stands", "START-1");
    return static_cast<int>(opening.rolls.size() - 1) % rules.kernel.seats;
  }
  if (!opening.lots.empty()) {
    if (!lot_drawers(rules, opening).empty()) return failure("players are still tied: they draw lots again", "START-1");
    const auto& last = opening.lots.back();
    const auto best = std::max_element(last.begin(), last.end(), [&](const Opening::Lot& a, const Opening::Lot& b) {
      return roads_on(rules, a.kind) < roads_on(rules, b.kind);
    });
    return best->seat;
  }
  return opening.first;
}

Opening make_opening(const GameRules& rules, int marked, const std::function<int(int)>& below) {
  const std::string_view way = way_of(rules);
  Opening opening;
  opening.first = marked;
  if (way == "random") opening.first = below(rules.kernel.seats);
  if (rolls_followers(way)) {
    while (opening.rolls.empty() || opening.rolls.back() == 0) {
      int standing = 0;
      for (int follower = 0; follower < 3; ++follower) standing += below(6) == 0;
      opening.rolls.push_back(standing);
    }
  }
  if (draws_lots(way)) {
    std::vector<int> all = {rules.kernel.start_kind};
    all.insert(all.end(), rules.kernel.stack.begin(), rules.kernel.stack.end());
    if (rules.kernel.start_lies) all.erase(all.begin());  // the start tile lies on the table
    for (auto drawers = lot_drawers(rules, opening); !drawers.empty(); drawers = lot_drawers(rules, opening)) {
      std::vector<int> tiles = all;  // drawn one after the other; all go back
      std::vector<Opening::Lot> round;
      for (const int seat : drawers) {
        const int i = below(static_cast<int>(tiles.size()));
        round.push_back({seat, tiles[i]});
        tiles.erase(tiles.begin() + i);
      }
      opening.lots.push_back(std::move(round));
    }
  }
  if (rolls_followers(way) || draws_lots(way)) opening.first = *check_opening(rules, opening);
  return opening;
}

std::string write_opening(const GameRules& rules, const Opening& opening) {
  std::string text;
  if (!opening.rolls.empty()) {
    text += "roll";
    for (const int standing : opening.rolls) text += fmt::format(" {}", standing);
    text += '\n';
  } else if (!opening.lots.empty()) {
    for (const auto& round : opening.lots) {
      text += "lots";
      for (const Opening::Lot& lot : round) text += " " + rules.kinds[lot.kind].name;
      text += '\n';
    }
  } else if (opening.first != 0) {
    text = fmt::format("first {}\n", opening.first + 1);
  }
  return text;
}

}  // namespace bastide
