// Who begins (START-1), by the program and by the naive implementation: rolls and lots of every preset.
#include "naive/expansions/opening.h"

#include <gtest/gtest.h>

#include <set>

#include "random_games.h"

namespace bastide {
namespace {

GameRulesPtr rules_with(const PresetSpec& preset, const std::string& way, int seats, const std::string& junctions) {
  RuleChoice choice{preset.id, {{"first", way}, {"colours", "eight"}, {"junctions", junctions}}};
  return compile(builtin_catalogue(), choice, seats).value();
}

/// The rounds of lots that have to be drawn; -1: they are not those of the opening. Else the seat that is left.
int naive_first(const GameRules& rules, const Opening& opening) {
  std::vector<int> drawing(rules.kernel.seats);
  for (int seat = 0; seat < rules.kernel.seats; ++seat) drawing[seat] = seat;
  for (const auto& round : opening.lots) {
    std::vector<naive::Lot> lots;
    std::vector<int> seats;
    for (const Opening::Lot& lot : round) {
      lots.push_back({lot.seat, rules.kinds[lot.kind].tile});
      seats.push_back(lot.seat);
    }
    if (seats != drawing) return -1;
    drawing = naive::most_roads(lots);
  }
  return drawing.size() == 1 ? drawing.front() : -1;
}

TEST(Opening, LotsAreDrawnUntilOneHasMostRoads) {
  std::size_t most_rounds = 0;
  for (const PresetSpec& preset : builtin_catalogue().presets)
    for (int n = 0; n < games(200); ++n) {
      Rng rng(static_cast<uint64_t>(n));
      const auto rules = rules_with(preset, "roads", 2 + n % 7, n % 2 == 0 ? "all" : "houses");
      const Opening opening =
          make_opening(*rules, 0, [&](int bound) { return static_cast<int>(rng.below(static_cast<uint32_t>(bound))); });
      ASSERT_EQ(opening.first, naive_first(*rules, opening)) << preset.id << " " << n;
      most_rounds = std::max(most_rounds, opening.lots.size());
    }
  EXPECT_GT(most_rounds, 2u) << "ties were drawn again";
}

TEST(Opening, ALotIsWorthNoneToFourRoads) {
  std::set<int> worth;
  for (const TileSet& set : builtin_catalogue().sets)
    for (const TileSpec& tile : set.tiles) worth.insert(naive::roads_on(tile));
  EXPECT_EQ(worth, (std::set<int>{0, 1, 2, 3, 4}));
}

TEST(Opening, TheFirstToRollAStandingFollowerIsAskedWhoBegins) {
  std::set<std::size_t> rolls;
  for (const PresetSpec& preset : builtin_catalogue().presets)
    for (int n = 0; n < games(100); ++n) {
      Rng rng(static_cast<uint64_t>(n));
      const int seats = 2 + n % 7;
      const auto rules = rules_with(preset, "rolled", seats, "all");
      const Opening opening =
          make_opening(*rules, 0, [&](int bound) { return static_cast<int>(rng.below(static_cast<uint32_t>(bound))); });
      ASSERT_EQ(opening.first, naive::first_to_stand(opening.rolls, seats)) << preset.id << " " << n;
      rolls.insert(opening.rolls.size());
      std::vector<SeatSpec> names(seats, {"A", "human"});
      const Game game = *Game::create(rules, names, opening);
      ASSERT_EQ(game.state().phase, Phase::ask);
      ASSERT_EQ(game.state().seat, opening.first);
      ASSERT_EQ(game.legal().size(), names.size());
    }
  EXPECT_GT(rolls.size(), 3u);
}

}  // namespace
}  // namespace bastide
