// That a position is known again by all that it consists of.
#include <gtest/gtest.h>

#include <memory>

#include "ai/match.h"
#include "ai/planned.h"
#include "core/kernel.h"
#include "rules/catalogue.h"
#include "rules/compile.h"

namespace bastide {
namespace {

TEST(Planned, KnowsTheFollowingPositionAndNoneThatDiffers) {
  const GameRulesPtr game = *compile(builtin_catalogue(), {"new", {}}, 2);
  const Ruleset& rules = game->kernel;
  const auto state = std::make_unique<State<Fast>>(), other = std::make_unique<State<Fast>>(),
             after = std::make_unique<State<Fast>>();
  const auto planned = std::make_unique<Planned<Fast>>();
  const auto followed = std::make_unique<Followed<Fast>>();
  std::vector<Move> moves, replies;
  int known = 0, elsewhere = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    start(rules, *state);
    bool twins = false;  // `other` is the same but for where a follower stands
    while (state->phase != Phase::over) {
      if (state->phase == Phase::draw) {
        const Move draw = random_draw(rules, *state, rng);
        apply(rules, *state, draw);
        if (twins) apply(rules, *other, draw);
        continue;
      }
      legal_moves(rules, *state, moves);
      const Move move = moves[rng.below(static_cast<uint32_t>(moves.size()))];
      if (state->phase == Phase::tile) {
        followed->find(*state);
        planned->remember(rules, *state, move, *followed);
        EXPECT_FALSE(planned->is(rules, *state));
        *after = *state;
        apply(rules, *after, move);
        EXPECT_EQ(planned->is(rules, *after), after->phase == Phase::follower);
        known += planned->is(rules, *after);
        if (twins) {
          apply(rules, *other, move);
          EXPECT_EQ(state_signature(*other), state_signature(*after));
          EXPECT_FALSE(planned->is(rules, *other));
          ++elsewhere;
        }
        if (const Move another = moves.back(); another != move) {
          *after = *state;
          apply(rules, *after, another);
          EXPECT_FALSE(planned->is(rules, *after));
        }
        planned->forget();
        EXPECT_FALSE(planned->is(rules, *after));
        twins = false;
      } else if (moves.size() > 2 && move.kind == MoveKind::follower) {
        *other = *state;
        for (const Move reply : moves)
          if (reply.kind == MoveKind::follower && reply != move) {
            apply(rules, *other, reply);
            break;
          }
        *after = *state;
        apply(rules, *after, move);
        twins = other->score == after->score && other->supply == after->supply && other->phase == after->phase;
      }
      apply(rules, *state, move);
    }
  }
  EXPECT_GT(known, 300);
  EXPECT_GT(elsewhere, 50);
}

}  // namespace
}  // namespace bastide
