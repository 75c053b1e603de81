// Players that search: the same choice for the same seed and nodes in every kernel, better than what they search with,
// and the position that they search is the one they were given.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <numeric>

#include "ai/match.h"
#include "ai/plain_copy.h"
#include "ai/search.h"
#include "rules/catalogue.h"

namespace bastide {
namespace {

GameRulesPtr game_of(const std::string& preset, int seats, const std::map<std::string, std::string>& options = {}) {
  const auto rules = compile(builtin_catalogue(), {preset, options}, seats);
  if (!rules) throw std::runtime_error(rules.error().text());
  return *rules;
}

MatchSetup match(const GameRulesPtr& rules, std::vector<std::string> players, int64_t games, uint64_t seed = 7) {
  MatchSetup setup;
  setup.rules = rules;
  setup.players = std::move(players);
  setup.games = games;
  setup.seed = seed;
  setup.rotate = true;
  setup.kernel = best_kernel(rules->kernel);
  return setup;
}

/// The first position in which a seat is to move.
std::unique_ptr<State<Full>> first_position(const Ruleset& rules, Rng& rng) {
  auto state = std::make_unique<State<Full>>();
  start(rules, *state);
  apply(rules, *state, random_draw(rules, *state, rng));
  return state;
}

template <class Config>
void expect_same(const GameRulesPtr& game, uint64_t seed) {
  const Ruleset& rules = game->kernel;
  const auto state = std::make_unique<State<Full>>();
  const auto copy = std::make_unique<State<Config>>();
  std::vector<Move> moves, copied;
  int compared = 0;
  Rng rng(seed);
  start(rules, *state);
  while (state->phase != Phase::over) {
    if (state->phase == Phase::draw) {
      EXPECT_FALSE(copy_plain(rules, *state, *copy));
      apply(rules, *state, random_draw(rules, *state, rng));
      continue;
    }
    ASSERT_TRUE(copy_plain(rules, *state, *copy)) << "turn " << state->turn;
    legal_moves(rules, *state, moves);
    legal_moves(rules, *copy, copied);
    ASSERT_EQ(moves, copied) << "turn " << state->turn;
    const auto played = std::make_unique<State<Full>>(*state);
    Rng one(seed + state->turn), other(seed + state->turn);
    random_playout(rules, *played, one);
    random_playout(rules, *copy, other);
    ASSERT_EQ(state_signature(*played), state_signature(*copy)) << "turn " << state->turn;
    ++compared;
    apply(rules, *state, moves[rng.below(static_cast<uint32_t>(moves.size()))]);
  }
  EXPECT_GT(compared, 60);
}

TEST(PlainCopy, IsThePositionThatItIsACopyOf) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    expect_same<Fast>(game_of("classic", 2), seed);
    expect_same<Fast>(game_of("winter", 4), seed);
    expect_same<Large>(game_of("bigbox5", 3), seed);
  }
}

TEST(Search, TheSameSeedAndNodesGiveTheSameGameInEveryKernel) {
  auto setup = match(game_of("new", 2), {"brick", "mason:nodes=40"}, 2);
  const auto fast = play_match(setup);
  setup.kernel = KernelChoice::full;
  const auto full = play_match(setup);
  setup.kernel = KernelChoice::large;
  setup.threads = 2;
  const auto large = play_match(setup);
  ASSERT_TRUE(fast && full && large);
  EXPECT_EQ(fast->signature, full->signature);
  EXPECT_EQ(fast->signature, large->signature);
}

TEST(Search, ThreadsChangeNothing) {
  const auto signature = [](const std::string& player) {
    return play_match(match(game_of("new", 2), {player, "greedy"}, 1))->signature;
  };
  EXPECT_EQ(signature("bastion:nodes=90"), signature("bastion:nodes=90:threads=3"));
}

TEST(Search, ThreadsShareTheTime) {
  const auto rules = game_of("new", 2);
  Rng rng(1);
  const auto state = first_position(rules->kernel, rng);
  const auto player = *make_player("bastion");
  Limits limits{0, 0.02};
  limits.threads = 4;
  player->limit(limits);
  player->choose(rules->kernel, *state, rng);
  // All are tried in the same futures, the last of them but for those that the end of a round's time cut off.
  const auto considered = player->considered();
  EXPECT_GT(considered.size(), 4u);
  for (const Candidate& candidate : considered) EXPECT_GE(candidate.nodes, 1);
  EXPECT_GE(considered.front().nodes + 5, considered.back().nodes);
}

TEST(Spread, DoesEveryTaskOnce) {
  for (const int threads : {1, 2, 7}) {
    const auto done = spread(
        threads, 0, 1000, [] { return true; }, [](int, int64_t task) { return static_cast<double>(task * task); });
    ASSERT_EQ(done.size(), 1000u) << threads;
    for (std::size_t task = 0; task < done.size(); ++task) EXPECT_EQ(done[task], static_cast<double>(task * task));
  }
}

TEST(Spread, DoesWhatItMustWhenItsTimeIsOver) {
  const auto done = spread(
      3, 20, INT64_MAX, [] { return false; }, [](int, int64_t task) { return static_cast<double>(task); });
  ASSERT_GE(done.size(), 20u);
  EXPECT_LE(done.size(), 22u) << "what another thread had begun";
  EXPECT_EQ(done[19], 19);
}

TEST(Search, ALevelBeatsTheOneBelow) {
  // Long matches are in docs/bots.md; these games are always the same ones.
  const auto rules = game_of("new", 2);
  const auto brick = play_match(match(rules, {"brick", "greedy"}, 40));
  EXPECT_GT(brick->players[0].margin, 40 * 2);
  const auto mason = play_match(match(rules, {"mason:nodes=120", "greedy"}, 24));
  EXPECT_GT(mason->players[0].margin, 24 * 8);
}

TEST(Search, PlaysEveryNumberOfSeats) {
  for (const int seats : {3, 5}) {
    std::vector<std::string> players(seats, "greedy");
    players[0] = "mason:nodes=60";
    const auto count = play_match(match(game_of("classic", seats), players, 2 * seats));
    ASSERT_TRUE(count);
    EXPECT_GT(count->players[0].points, count->players[1].points) << seats;
  }
}

TEST(Search, ChoosesAtOnceWhenItIsStopped) {
  const auto rules = game_of("new", 2);
  Rng rng(1);
  const auto state = first_position(rules->kernel, rng);
  const std::atomic<bool> stop = true;
  const auto player = *make_player("bastion");
  player->limit({1'000'000'000, 0, &stop});
  std::vector<Move> moves;
  legal_moves(rules->kernel, *state, moves);
  const Move move = player->choose(rules->kernel, *state, rng);
  EXPECT_NE(std::find(moves.begin(), moves.end(), move), moves.end());
}

TEST(Search, SaysWhatItCompared) {
  const auto rules = game_of("new", 2);
  Rng rng(3);
  const auto state = first_position(rules->kernel, rng);
  const auto player = *make_player("mason:nodes=300");
  const Move move = player->choose(rules->kernel, *state, rng);
  const auto considered = player->considered();
  ASSERT_GT(considered.size(), 4u);
  EXPECT_EQ(considered.front().move, move);
  EXPECT_EQ(considered.front().then.kind == MoveKind::follower || considered.front().then == Move::pass(), true);
  const int64_t nodes = std::accumulate(considered.begin(), considered.end(), int64_t{0},
                                        [](int64_t sum, const Candidate& c) { return sum + c.nodes; });
  EXPECT_GE(nodes, 300);
  EXPECT_LT(nodes, 340);
}

}  // namespace
}  // namespace bastide
