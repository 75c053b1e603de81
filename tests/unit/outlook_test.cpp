// That judging a placement by what it changes gives what playing it and evaluating the whole position gives.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "ai/outlook.h"
#include "ai/player.h"
#include "rules/catalogue.h"
#include "rules/compile.h"

namespace bastide {
namespace {

template <class Config>
struct Compared {
  explicit Compared(GameRulesPtr rules_of_it) : game(std::move(rules_of_it)) {}
  GameRulesPtr game;
  const Ruleset& rules = game->kernel;
  EvaluationWeights weights;
  std::unique_ptr<State<Config>> state = std::make_unique<State<Config>>(), after = std::make_unique<State<Config>>(),
                                 then = std::make_unique<State<Config>>(), earlier = std::make_unique<State<Config>>();
  std::unique_ptr<Evaluator<Config>> evaluator = std::make_unique<Evaluator<Config>>();
  std::unique_ptr<Outlook<Config>> outlook = std::make_unique<Outlook<Config>>();
  std::unique_ptr<PlayerOn<Config>> player = *make_player_on<Config>("greedy");
  std::vector<Move> moves, replies;
  int compared = 0;

  void near(double found, double wanted, const char* what) {
    ++compared;
    ASSERT_NEAR(found, wanted, 1e-9) << what << " in turn " << state->turn << " of " << game->preset->id;
  }

  void followers(const State<Config>& placed, int seat, const Judgement& judgement) {
    if (placed.phase != Phase::follower) {
      ASSERT_EQ(judgement.takes, 0u);
      near(evaluator->evaluate(rules, placed, seat), judgement.without, "without a follower");
      return;
    }
    legal_moves(rules, placed, replies);
    unsigned takes = 0;
    double best = -1e9;
    for (const Move reply : replies) {
      *then = placed;
      apply(rules, *then, reply);
      const double worth = evaluator->evaluate(rules, *then, seat);
      best = std::max(best, worth);
      if (reply.kind == MoveKind::pass) {
        near(judgement.without, worth, "without a follower");
      } else {
        takes |= 1u << reply.feature;
        near(judgement.with[reply.feature], worth, "with a follower");
      }
    }
    ASSERT_EQ(judgement.takes, takes);
    near(judgement.best, best, "with the best");
  }

  void play(uint64_t seed) {
    Rng rng(seed);
    start(rules, *state);
    *earlier = *state;
    while (state->phase != Phase::over && !testing::Test::HasFatalFailure()) {
      if (state->phase == Phase::draw) {
        apply(rules, *state, random_draw(rules, *state, rng));
        continue;
      }
      legal_moves(rules, *state, moves);
      if (state->left > 0 || Outlook<Config>::tells_the_end(rules)) {
        Judgement judgement;
        evaluator->look(rules, *state, weights);
        if (state->turn % 5 == 4) outlook->look(*earlier);  // what it keeps from look to look is put right
        if (state->turn % 9 == 0) *earlier = *state;
        outlook->look(*state);
        if (state->phase == Phase::follower) {
          outlook->judge_followers(judgement);
          followers(*state, state->seat, judgement);
        } else {
          near(outlook->worth(state->seat), evaluator->evaluate(rules, *state, state->seat), "the position");
          double floor = -1e9;
          for (const Move move : moves) {
            *after = *state;
            apply(rules, *after, move);
            outlook->judge(move, judgement);
            followers(*after, state->seat, judgement);
            Judgement above;
            outlook->judge(move, above, floor);
            ASSERT_LE(above.best, judgement.best);
            if (judgement.best > floor + 1e-9) {
              ASSERT_EQ(above.best, judgement.best);
            }
            outlook->judge(move, above, judgement.best - 1e-9);  // whatever bound it uses must not be less than this
            ASSERT_EQ(above.best, judgement.best);
            floor = std::max(floor, judgement.best);
          }
        }
      }
      // Half of the games are played well: there more is open, and disputed.
      apply(rules, *state,
            seed % 2 == 0 ? moves[rng.below(static_cast<uint32_t>(moves.size()))] : player->choose(rules, *state, rng));
    }
  }
};

template <class Config>
void compare(const std::string& preset, std::map<std::string, std::string> options, int seats, int games) {
  Compared<Config> compared{*compile(builtin_catalogue(), {preset, std::move(options)}, seats)};
  ASSERT_TRUE(fits<Config>(compared.rules)) << preset;
  compared.outlook->begin(compared.rules, compared.weights);
  for (int game = 0; game < games && !testing::Test::HasFatalFailure(); ++game) compared.play(game);
  EXPECT_GT(compared.compared, 1000);
}

TEST(Outlook, JudgesAsTheWholePositionIsEvaluated) {
  compare<Fast>("new", {}, 2, 60);
  compare<Fast>("original", {}, 4, 4);
  compare<Fast>("classic", {}, 3, 4);
  compare<Fast>("winter", {}, 5, 4);
  compare<Large>("bigbox5", {}, 8, 1);
}

}  // namespace
}  // namespace bastide
