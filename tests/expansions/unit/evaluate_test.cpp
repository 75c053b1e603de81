// How positions that are only tried differ from those that are played: not in what they are worth, nor in what is
// asked. By rules of expansions, which put more things on a board than tiles.
#include <gtest/gtest.h>

#include <memory>

#include "ai/evaluate.h"
#include "core/state_copy.h"
#include "expansions/ways.h"
#include "short_form.h"

namespace bastide {
namespace {

struct Looked {
  std::unique_ptr<Evaluator<Full>> there = std::make_unique<Evaluator<Full>>(),
                                   here = std::make_unique<Evaluator<Full>>();
  std::unique_ptr<State<Full>> state = std::make_unique<State<Full>>(), after = std::make_unique<State<Full>>(),
                               then = std::make_unique<State<Full>>(), played = std::make_unique<State<Full>>();
  std::vector<Move> moves, replies, asked;
  int compared = 0;

  /// Looked at itself or as what came of another one, played or tried.
  void compare(const Ruleset& rules, const State<Full>& tried) {
    here->look(rules, *played, {});
    if (tried.left != state->left) return;  // chances are those of the stack that was looked at
    for (int seat = 0; seat < rules.seats; ++seat)
      ASSERT_EQ(there->evaluate(rules, tried, seat), here->evaluate(rules, *played, seat)) << "turn " << state->turn;
    ++compared;
  }

  void try_all(const Ruleset& rules) {
    there->look(rules, *state, {});
    Tries<Full> tries(*state, *after);
    for (const Move move : moves) {
      *played = *state;
      apply(rules, *played, move);
      try_ply(rules, tries.next(), move, &replies);
      compare(rules, *after);
      if (played->phase != Phase::follower && played->phase != Phase::ask) continue;
      legal_moves(rules, *played, asked);
      ASSERT_EQ(replies, asked) << "turn " << state->turn;
      Tries<Full> more(*after, *then);
      for (const Move reply : asked) {
        *played = *state;
        apply(rules, *played, move);
        apply(rules, *played, reply);
        try_ply(rules, more.next(), reply, nullptr);
        compare(rules, *then);
      }
    }
  }

  void play(const Ruleset& rules, uint64_t seed) {
    Rng rng(seed);
    start(rules, *state);
    for (int ply = 0; state->phase != Phase::over && !testing::Test::HasFatalFailure(); ++ply) {
      if (state->phase == Phase::draw) {
        apply(rules, *state, random_draw(rules, *state, rng));
        continue;
      }
      legal_moves(rules, *state, moves);
      if (ply % 23 == 0) try_all(rules);
      apply(rules, *state, moves[rng.below(static_cast<uint32_t>(moves.size()))]);
    }
  }
};

TEST(Trying, TellsTheSameAsPlaying) {
  Looked looked;
  std::size_t ways = 0;
  for (const auto& way : ways_of_expansions()) {
    if (ways++ % every(3) != 0) continue;
    const auto game = compile(builtin_catalogue(), {"new", way}, 2);
    if (!game) continue;  // not with this edition
    looked.play((*game)->kernel, ways);
    ASSERT_FALSE(HasFatalFailure()) << way.begin()->first;
  }
  EXPECT_GT(looked.compared, 1000);
}

}  // namespace
}  // namespace bastide
