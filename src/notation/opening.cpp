// Who begins (START-1): checked, made by chance, written.
#include <algorithm>

#include <fmt/format.h>

#include "notation/words.h"

namespace bastide {
namespace {

/// Road ends on a tile: its sides with a road.
int road_ends(const GameRules& rules, int kind) {
  const auto& sides = rules.kinds[static_cast<std::size_t>(kind)].tile->sides;
  return static_cast<int>(std::count(sides.begin(), sides.end(), TileTerrain::road));
}

}  // namespace

std::vector<int> lot_drawers(const GameRules& rules, const Opening& opening) {
  std::vector<int> drawers;
  if (opening.lots.empty()) {
    for (int seat = 0; seat < rules.kernel.seats; ++seat) drawers.push_back(seat);
    return drawers;
  }
  int most = -1;
  for (const Opening::Lot& lot : opening.lots.back()) most = std::max(most, road_ends(rules, lot.kind));
  for (const Opening::Lot& lot : opening.lots.back())
    if (road_ends(rules, lot.kind) == most) drawers.push_back(lot.seat);
  if (drawers.size() == 1) drawers.clear();
  return drawers;
}

Result<int> check_opening(const GameRules& rules, const Opening& opening) {
  const std::string_view way = rules.options.find("first")->second;
  if (opening.first < 0 || opening.first >= rules.kernel.seats)
    return failure("there is no such seat to begin", "START-1");
  if (!opening.rolls.empty() && way != "roll") return failure("followers are rolled only with first=roll", "START-1");
  if (!opening.lots.empty() && way != "lots") return failure("lots are drawn only with first=lots", "START-1");
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
      return road_ends(rules, a.kind) < road_ends(rules, b.kind);
    });
    return best->seat;
  }
  return opening.first;
}

Opening make_opening(const GameRules& rules, int marked, const std::function<int(int)>& below) {
  const std::string_view way = rules.options.find("first")->second;
  Opening opening;
  opening.first = marked;
  if (way == "random") opening.first = below(rules.kernel.seats);
  if (way == "roll") {
    while (opening.rolls.empty() || opening.rolls.back() == 0) {
      int standing = 0;
      for (int follower = 0; follower < 3; ++follower) standing += below(6) == 0;
      opening.rolls.push_back(standing);
    }
  }
  if (way == "lots") {
    std::vector<int> all = {rules.kernel.start_kind};
    all.insert(all.end(), rules.kernel.stack.begin(), rules.kernel.stack.end());
    if (!rules.kernel.draw.blind_start) all.erase(all.begin());  // the start tile lies on the table
    for (auto drawers = lot_drawers(rules, opening); !drawers.empty(); drawers = lot_drawers(rules, opening)) {
      std::vector<int> tiles = all;  // drawn one after the other; all go back
      std::vector<Opening::Lot> round;
      for (const int seat : drawers) {
        const int i = below(static_cast<int>(tiles.size()));
        round.push_back({seat, tiles[static_cast<std::size_t>(i)]});
        tiles.erase(tiles.begin() + i);
      }
      opening.lots.push_back(std::move(round));
    }
  }
  if (way == "roll" || way == "lots") opening.first = *check_opening(rules, opening);
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
      for (const Opening::Lot& lot : round) text += " " + rules.kinds[static_cast<std::size_t>(lot.kind)].name;
      text += '\n';
    }
  } else if (opening.first != 0) {
    text = fmt::format("first {}\n", opening.first + 1);
  }
  return text;
}

}  // namespace bastide
