// What players are told of the board beside their moves: whose a feature is, where the table ends.
#include "game/features.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "expansions/ways.h"
#include "game/extent.h"
#include "short_form.h"
#include "unit/played_support.h"

namespace bastide {
namespace {

TEST(Features, EveryPartOfTheBoardIsInOneFeatureAndEveryFigureIsCounted) {
  const auto look = [](const Game& now) {
    std::vector<Segment> parts;
    int figures = 0;
    for (const FeatureView& feature : features_on_board(now)) {
      parts.insert(parts.end(), feature.extent.segments.begin(), feature.extent.segments.end());
      for (const auto& followers : feature.followers) figures += followers.count;
      const auto counts = [](const FeatureView::Followers& followers) { return followers.strength > 0; };
      EXPECT_EQ(feature.owners.empty(), std::none_of(feature.followers.begin(), feature.followers.end(), counts));
    }
    std::size_t all = 0;
    for (int p = 0; p < now.state().pieces; ++p) {
      const TileKind& kind = now.rules().kernel.kinds[now.state().piece[p].kind];
      all += static_cast<std::size_t>(kind.features - std::count(kind.types.begin(), kind.types.begin() + kind.features,
                                                                 FeatureType::water));  // it is nobody's
    }
    all += overpasses(now.state()).size();
    std::sort(parts.begin(), parts.end());
    EXPECT_EQ(std::unique(parts.begin(), parts.end()) - parts.begin(), static_cast<std::ptrdiff_t>(all));
    EXPECT_EQ(figures, std::ranges::count_if(now.figures(), [&](const auto& f) {  // companions belong to nobody's share
                return now.rules().figure(f.figure).kind.follower;
              }));
  };
  const std::size_t step = every(25);  // under sanitizers every so many-th position
  for (const auto& way : ways_of_expansions()) {
    Game game = game_with("new", way);
    play(game, 3, [&](const Game& now) {
      if (now.played().size() % step == 0) look(now);
    });
    look(game);
  }
}

TEST(Features, ALandscapeThatMayBeShiftedReachesAsFarAsTilesMayLie) {
  Game game = game_with("classic", {{"table", "shift"}, {"table_width", "7"}, {"table_height", "5"}});
  const auto first = edge_of(game.rules(), game.state()).areas;
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(std::vector({first[0].left, first[0].top, first[0].right, first[0].bottom}),
            (std::vector<int16_t>{-6, -4, 6, 4}));
  int16_t width = 13;
  play(game, 5, [&](const Game& now) {
    const Area area = edge_of(now.rules(), now.state()).areas.at(0);
    EXPECT_LE(area.right - area.left + 1, width) << "the landscape only grows";
    width = static_cast<int16_t>(area.right - area.left + 1);
    EXPECT_GE(width, 7);
    if (now.state().phase != Phase::tile) return;
    for (const Move& move : now.legal()) EXPECT_TRUE(area.contains(move.x, move.y));
  });
  EXPECT_LT(width, 13);
}

TEST(Features, TheTableIsItsAreasAndAFloorHasNone) {
  Game floor = game_with("classic", {});
  EXPECT_TRUE(edge_of(floor.rules(), floor.state()).areas.empty());
  Game table = game_with("classic", {{"table", "extend"},
                                     {"table_width", "6"},
                                     {"table_height", "5"},
                                     {"second_side", "east"},
                                     {"second_width", "2"},
                                     {"second_height", "3"}});
  const auto areas = edge_of(table.rules(), table.state()).areas;
  ASSERT_EQ(areas.size(), 2u);
  EXPECT_EQ(std::vector({areas[0].left, areas[0].top, areas[0].right, areas[0].bottom}),
            (std::vector<int16_t>{-3, -2, 2, 2}));
  EXPECT_EQ(std::vector({areas[1].left, areas[1].top, areas[1].right, areas[1].bottom}),
            (std::vector<int16_t>{3, -1, 4, 1}));
}

}  // namespace
}  // namespace bastide
