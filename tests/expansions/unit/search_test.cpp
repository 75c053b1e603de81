// Players that search, by rules of expansions: there they try each decision and play on.
#include <gtest/gtest.h>

#include <memory>

#include "ai/match.h"
#include "ai/plain_copy.h"
#include "expansions/ways.h"
#include "short_form.h"

namespace bastide {
namespace {

TEST(SearchByAnyRules, ARulesetOfAnExpansionIsNotCopied) {
  const auto game = *compile(builtin_catalogue(), {"new", {{"abbots", "on"}}}, 2);
  const auto state = std::make_unique<State<Full>>();
  const auto copy = std::make_unique<State<Fast>>();
  Rng rng(1);
  start(game->kernel, *state);
  apply(game->kernel, *state, random_draw(game->kernel, *state, rng));
  EXPECT_FALSE(copy_plain(game->kernel, *state, *copy));
}

TEST(SearchByAnyRules, BeatsRandomWithHalfTiles) {
  MatchSetup setup;
  setup.rules = *compile(builtin_catalogue(), {"new", {{"halflings", "draft"}}}, 2);
  setup.players = {"brick:nodes=8", "random"};
  setup.kernel = KernelChoice::full;
  const auto count = play_match(setup);
  ASSERT_TRUE(count) << count.error().text();
  EXPECT_GT(count->players[0].margin, 20);
}

/// Every expansion asks for something; whatever it is, the answer is legal, and the same for the same seed, by
/// however many threads.
TEST(SearchByAnyRules, AnswersWhatEveryExpansionAsks) {
  std::vector<Move> moves;
  const auto state = std::make_unique<State<Full>>();
  std::size_t ways = 0;
  for (const auto& way : ways_of_expansions()) {
    if (ways++ % every(4) != 0) continue;
    const auto game = compile(builtin_catalogue(), {"new", way}, 2);
    if (!game) continue;  // not with this edition
    const Ruleset& rules = (*game)->kernel;
    const auto player = *make_player("brick:nodes=1"), again = *make_player("brick:nodes=1:threads=2");
    Rng rng(5);
    start(rules, *state);
    for (int ply = 0; ply < 60 && state->phase != Phase::over; ++ply) {
      if (state->phase == Phase::draw) {
        apply(rules, *state, random_draw(rules, *state, rng));
        continue;
      }
      legal_moves(rules, *state, moves);
      Move move = moves[rng.below(static_cast<uint32_t>(moves.size()))];
      if (state->phase == Phase::ask || ply % 12 == 0) {
        Rng one(ply), other(ply);
        move = player->choose(rules, *state, one);
        ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end()) << way.begin()->first << " ply " << ply;
        ASSERT_EQ(move, again->choose(rules, *state, other)) << way.begin()->first << " ply " << ply;
      }
      apply(rules, *state, move);
    }
  }
}

}  // namespace
}  // namespace bastide
