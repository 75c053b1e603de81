// What expansions say of their hooks, so that not all have to be asked of everything, is true.
#include <gtest/gtest.h>

#include <vector>

#include "random_games.h"

namespace bastide {
namespace {

bool concerns(const Hooks& hooks, FeatureType type) {
  return ((hooks.forbids_on >> static_cast<int>(type)) & 1) != 0;
}

/// Hooks::forbids_on, forbids_kind, closes; by_place_alone, or by feature.
void check_forbidding(const Ruleset& rules, const State<Full>& state, int by, int seat) {
  const Added& added = rules.added[static_cast<std::size_t>(by)];
  const Hooks& hooks = *added.hooks;
  Pieces closed{};
  if (hooks.closes) hooks.closes(rules, state, by, closed);
  for (int piece = 0; piece < state.pieces; ++piece) {
    for (int kind = 0; kind < rules.figure_kinds && (hooks.forbids_on & Hooks::kElsewhere) == 0; ++kind) {
      EXPECT_TRUE(hooks.allows(rules, state, by, seat, static_cast<Figure>(kind), Place::on_top_of(piece))) << piece;
    }
    for_each_node(rules, state, piece, [&](int f, int node) {
      const FeatureType type = state.type[static_cast<std::size_t>(node)];
      for (int kind = 0; kind < rules.figure_kinds; ++kind) {
        if (rules.figures[kind].neutral) continue;
        const bool allows = hooks.allows(rules, state, by, seat, static_cast<Figure>(kind), Place::on(piece, f));
        if (!hooks.by_place_alone) {
          const int root = root_of(state, node);
          const Place there = Place::on(state.ring.piece[static_cast<std::size_t>(root)], feature_of(state, root));
          EXPECT_EQ(allows, hooks.allows(rules, state, by, seat, static_cast<Figure>(kind), there))
              << piece << ' ' << f;
        }
        if (hooks.forbids_kind >= 0 && kind != added.figure + hooks.forbids_kind) {
          EXPECT_TRUE(allows) << piece << ' ' << f;
        }
        if (closed.contains(piece)) {
          EXPECT_FALSE(allows) << piece << ' ' << f;
        } else if (!concerns(hooks, type)) {
          EXPECT_TRUE(allows) << piece << ' ' << f;
        }
      }
    });
  }
}

/// Hooks::rotations_everywhere, and Hooks::filters.
void check_filters(const Ruleset& rules, const State<Full>& state, int by, int kind) {
  const Hooks& hooks = *rules.added[static_cast<std::size_t>(by)].hooks;
  const TileKind& tile = rules.kinds[static_cast<std::size_t>(kind)];
  if (!tile.square || tile.closes) return;
  std::vector<uint8_t> fitting, filtered;
  for (int i = 0; i < state.open; ++i)
    fitting.push_back(static_cast<uint8_t>(fitting_rotations(rules, state, kind, i)));
  for (std::size_t i = 0; i < fitting.size(); ++i) {
    const auto& cell = state.cell[state.open_cell[i]];
    filtered.push_back(fitting[i] == 0 ? uint8_t{0}
                                       : static_cast<uint8_t>(hooks.rotations(rules, by, state, kind, cell.x, cell.y,
                                                                              unsigned{fitting[i]})));
  }
  if (hooks.filters && !hooks.filters(rules, by, tile)) {
    EXPECT_EQ(filtered, fitting);
  } else if (hooks.rotations_everywhere) {
    hooks.rotations_everywhere(rules, by, state, kind, fitting);
    EXPECT_EQ(filtered, fitting);
  }
}

TEST(Hooks, SayTrulyWhatTheyForbid) {
  for (int n = 0; n < games(60) && !testing::Test::HasFailure(); ++n) {
    const auto rules = rules_of_game(n);
    const Ruleset& kernel = rules->kernel;
    Game game = new_game(rules);
    Rng rng(static_cast<uint64_t>(n));
    for (int ply = 0; !game.over() && !testing::Test::HasFailure(); ++ply) {
      ASSERT_TRUE(game.play(random_move(game, rng)));
      if (ply % 16 != 0) continue;
      for (std::size_t by = 0; by < kernel.added.size(); ++by) {
        const Hooks& hooks = *kernel.added[by].hooks;
        const int number = static_cast<int>(by);
        const int seat = static_cast<int>(rng.below(static_cast<uint32_t>(kernel.seats)));
        if (hooks.allows) check_forbidding(kernel, game.state(), number, seat);
        const int kind = static_cast<int>(rng.below(static_cast<uint32_t>(kernel.kinds.size())));
        if (hooks.rotations) check_filters(kernel, game.state(), number, kind);
        if (testing::Test::HasFailure()) ADD_FAILURE() << "game " << n << ", ply " << ply << ", expansion " << by;
      }
    }
  }
}

}  // namespace
}  // namespace bastide
