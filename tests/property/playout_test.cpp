// Playouts: fast and full kernel give the same game for the same numbers, from the start and from the middle.
#include <gtest/gtest.h>

#include "random_games.h"

namespace bastide {
namespace {

template <class A, class B>
void expect_same(const State<A>& a, const State<B>& b) {
  EXPECT_EQ(a.phase, b.phase);
  EXPECT_EQ(a.score, b.score);
  EXPECT_EQ(a.supply, b.supply);
  EXPECT_EQ(a.turn, b.turn);
  EXPECT_EQ(a.left, b.left);
  ASSERT_EQ(a.pieces, b.pieces);
  for (std::size_t p = 0; p < a.pieces; ++p) {
    EXPECT_EQ(a.piece[p].kind, b.piece[p].kind);
    EXPECT_EQ(a.piece[p].rotation, b.piece[p].rotation);
    EXPECT_EQ(a.cell[a.piece[p].cell].x, b.cell[b.piece[p].cell].x);
    EXPECT_EQ(a.cell[a.piece[p].cell].y, b.cell[b.piece[p].cell].y);
  }
}

TEST(Playouts, FastAndFullAreTheSame) {
  for (int n = 0; n < games(400); ++n) {
    const auto rules = plain_rules_of_game(n);
    ASSERT_TRUE(fits<Fast>(rules->kernel));
    State<Fast> fast;
    State<Full> full;
    start(rules->kernel, fast);
    start(rules->kernel, full);
    Rng a(static_cast<uint64_t>(n)), b(static_cast<uint64_t>(n));
    random_playout(rules->kernel, fast, a);
    random_playout(rules->kernel, full, b);
    expect_same(fast, full);
    ASSERT_EQ(a.next(), b.next()) << "the same numbers were used";
    ASSERT_EQ(fast.phase, Phase::over);
    ASSERT_EQ(fast.left, 0);
    if (HasFailure()) break;
  }
}

TEST(Playouts, GoOnFromAnyPhase) {
  for (int n = 0; n < games(200); ++n) {
    const auto rules = plain_rules_of_game(n);
    Rng rng(static_cast<uint64_t>(n));
    compare::Comparison game(*rules);
    State<Fast> fast;
    start(rules->kernel, fast);
    for (int plies = static_cast<int>(rng.below(220)); plies > 0 && game.state().phase != Phase::over; --plies) {
      ASSERT_FALSE(game.check());
      const Move move = game.choose(compare::Style::uniform, rng);
      ASSERT_FALSE(game.play(move));
      apply(rules->kernel, fast, move);
    }
    State<Full> full = game.state();
    const State<Full> before = full;
    Rng a(9), b(9);
    random_playout(rules->kernel, fast, a);
    random_playout(rules->kernel, full, b);
    expect_same(fast, full);
    ASSERT_EQ(full.phase, Phase::over);
    for (int seat = 0; seat < rules->kernel.seats; ++seat) {
      const auto s = static_cast<std::size_t>(seat);
      EXPECT_GE(full.score[s], before.score[s]);
      EXPECT_EQ(full.supply[s], rules->kernel.figures[0].count) << "everybody is home at the end";
    }
    if (HasFailure()) break;
  }
}

TEST(Playouts, EndUnderAnyRules) {
  for (int n = 0; n < games(300); ++n) {
    const auto rules = rules_of_game(n);
    Rng rng(static_cast<uint64_t>(n));
    State<Full> state;
    start(rules->kernel, state);
    for (int plies = static_cast<int>(rng.below(250)); plies > 0 && state.phase != Phase::over; --plies) {
      std::vector<Move> moves;
      legal_moves(rules->kernel, state, moves);
      ASSERT_FALSE(moves.empty());
      apply(rules->kernel, state, moves[rng.below(static_cast<uint32_t>(moves.size()))]);
    }
    random_playout(rules->kernel, state, rng);
    ASSERT_EQ(state.phase, Phase::over);
    ASSERT_EQ(state.v.figures.count, 0) << "everybody is home at the end";
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules->kernel.seats); ++seat) {
      EXPECT_EQ(state.supply[seat], rules->kernel.figures[0].count);
      EXPECT_EQ(state.v.supply[0][seat], rules->kernel.figures[1].count);
      EXPECT_GE(state.score[seat], 0) << "nobody offers more than they have";
    }
    if (HasFailure()) break;
  }
}

TEST(Playouts, TheSameSeedGivesTheSameGame) {
  const auto rules = plain_rules_of_game(1);
  State<Fast> first, second, other;
  for (State<Fast>* state : {&first, &second, &other}) start(rules->kernel, *state);
  Rng a(1), b(1), c(2);
  random_playout(rules->kernel, first, a);
  random_playout(rules->kernel, second, b);
  random_playout(rules->kernel, other, c);
  expect_same(first, second);
  EXPECT_NE(first.score, other.score);
}

}  // namespace
}  // namespace bastide
