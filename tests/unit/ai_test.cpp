// Players: that what they choose is legal, that the same seed gives the same game on both kernels and any number of
// threads, that greedy does what a person would see at once, and that it beats random.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ai/evaluate.h"
#include "ai/greedy.h"
#include "ai/match.h"
#include "notation/notation.h"
#include "rules/catalogue.h"
#include "short_form.h"

namespace bastide {
namespace {

MatchSetup match(const std::string& preset, std::vector<std::string> ids, int64_t games) {
  MatchSetup setup;
  setup.rules = *compile(builtin_catalogue(), {preset, {}}, static_cast<int>(ids.size()));
  setup.players = std::move(ids);
  setup.games = games;
  setup.seed = 7;
  return setup;
}

Position position(const std::string& text) {
  auto parsed =
      parse_position(builtin_catalogue(), "bastide position 1\nrules new\nseat human A\nseat human B\n" + text);
  if (!parsed) throw std::runtime_error(parsed.error().text());
  return std::move(*parsed);
}

/// What greedy does with a position: "1,0 w" or a place.
std::string greedy_choice(const Position& p) {
  Rng rng(1);
  return move_text(*p.rules, p.state, (*make_player("greedy"))->choose(p.rules->kernel, p.state, rng));
}

TEST(Players, EveryOneListedCanBeMade) {
  ASSERT_GE(players().size(), 2u);
  for (const PlayerInfo& info : players()) {
    EXPECT_TRUE(make_player(info.id)) << info.id;
    EXPECT_TRUE(make_player_on<Fast>(info.id)) << info.id;
    EXPECT_EQ(find_player(info.id), &info);
    EXPECT_FALSE(info.name.empty());
    EXPECT_TRUE(builtin_catalogue().phrases.contains("bot." + std::string(info.id))) << info.id;
  }
}

TEST(Players, UnknownOnesAreRefusedWithTheOnesThereAre) {
  const auto player = make_player("stockfish");
  ASSERT_FALSE(player);
  EXPECT_NE(player.error().message.find("stockfish"), std::string::npos);
  EXPECT_EQ(player.error().expected, "random, greedy, brick, mason, bastion");
  EXPECT_EQ(find_player(""), nullptr);
}

TEST(Players, AreToldHowLongToThink) {
  const auto player = parse_player("greedy:nodes=500:time=0.25:threads=4");
  ASSERT_TRUE(player);
  EXPECT_EQ(player->info->id, "greedy");
  EXPECT_EQ(player->limits.nodes, 500);
  EXPECT_EQ(player->limits.seconds, 0.25);
  EXPECT_EQ(player->limits.threads, 4);
  for (const char* wrong :
       {"greedy:", "greedy:nodes", "greedy:nodes=", "greedy:nodes=0", "greedy:nodes=1x", "greedy:time=0",
        "greedy:time=nan", "greedy:time=1e9", "greedy:depth=3", "greedy:nodes=99999999999999999999", "greedy:threads=0",
        "greedy:threads=1.5", "greedy:threads=257"}) {
    const auto refused = parse_player(wrong);
    ASSERT_FALSE(refused) << wrong;
    EXPECT_NE(refused.error().message.find(wrong), std::string::npos);
    EXPECT_FALSE(refused.error().expected.empty());
  }
}

TEST(Players, SayWhoBegins) {
  const auto rules = *compile(builtin_catalogue(), {"new", {{"first", "rolled"}}}, 3);
  State<Full> state;
  start(rules->kernel, state, 1);
  Rng rng(1);
  EXPECT_EQ((*make_player("greedy"))->choose(rules->kernel, state, rng), Move::act_with(0, 0, 1)) << "it begins itself";
  std::set<int> named;
  for (int i = 0; i < 40; ++i) named.insert((*make_player("random"))->choose(rules->kernel, state, rng).value);
  EXPECT_EQ(named, (std::set<int>{0, 1, 2}));
}

TEST(Players, ChooseOnlyLegalMovesInEveryPresetWithEveryNumberOfSeats) {
  for (const PresetSpec& preset : builtin_catalogue().presets)
    for (int seats = preset.min_seats; seats <= kMaxSeats; ++seats) {
      const auto rules = *compile(builtin_catalogue(), {preset.id, {{"colours", "eight"}}}, seats);
      const auto greedy = *make_player("greedy"), random = *make_player("random");
      State<Full> state;
      start(rules->kernel, state);
      Rng rng(static_cast<uint64_t>(seats));
      std::vector<Move> legal;
      while (state.phase != Phase::over) {
        legal_moves(rules->kernel, state, legal);
        const Move move = state.phase == Phase::draw
                              ? random_draw(rules->kernel, state, rng)
                              : (state.seat % 2 == 0 ? greedy : random)->choose(rules->kernel, state, rng);
        ASSERT_NE(std::find(legal.begin(), legal.end(), move), legal.end()) << preset.id << ", turn " << state.turn;
        apply(rules->kernel, state, move);
      }
    }
}

TEST(Match, IsTheSameOnAnyNumberOfThreads) {
  MatchSetup setup = match("new", {"random", "greedy"}, 40);
  const auto one = play_match(setup);
  setup.threads = 3;
  const auto three = play_match(setup);
  ASSERT_TRUE(one && three);
  EXPECT_EQ(one->signature, three->signature);
  EXPECT_EQ(one->games, 40);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(one->players[i].wins, three->players[i].wins);
    EXPECT_EQ(one->players[i].points_squared, three->players[i].points_squared);
    EXPECT_EQ(one->players[i].lowest, three->players[i].lowest);
    EXPECT_EQ(one->players[i].highest, three->players[i].highest);
  }
  setup.seed = 8;
  EXPECT_NE(play_match(setup)->signature, one->signature);
}

TEST(Match, BothKernelsPlayTheSameGames) {
  for (const char* preset : {"classic", "new", "winter", "bigbox5"})
    for (const std::vector<std::string>& ids :
         {std::vector<std::string>{"random", "random"}, {"greedy", "random", "greedy"}}) {
      MatchSetup setup = match(preset, ids, in_short_form() ? 3 : 20);
      const auto fast = play_match(setup);
      setup.kernel = KernelChoice::full;
      const auto full = play_match(setup);
      ASSERT_TRUE(fast && full);
      EXPECT_EQ(fast->signature, full->signature) << preset;
    }
}

TEST(Match, CountsEveryGameOnce) {
  const auto count = *play_match(match("new", {"random", "random", "random"}, 300));
  int64_t first = 0, shared = 0;
  for (const PlayerCount& player : count.players) {
    first += player.wins;
    shared += player.shared;
    EXPECT_LE(player.lowest * 300, player.points);
    EXPECT_GE(player.highest * 300, player.points);
  }
  EXPECT_LE(first, 300);
  EXPECT_GE(first + shared / 2, 300);                               // a shared game counts at two players at least
  EXPECT_LE(first + (shared + 2) / 3, 300);                         // and at three at most
  EXPECT_LE(count.players[0].margin + count.players[1].margin, 0);  // at most one is ahead
}

TEST(Match, RefusesWhatCannotBePlayed) {
  EXPECT_EQ(play_match(match("new", {"random", "nobody"}, 1)).error().message, "there is no player 'nobody'");
  EXPECT_FALSE(play_match(match("new", {"random", "random"}, 0)));
  MatchSetup setup = match("new", {"random", "random"}, 1);
  setup.threads = 0;
  EXPECT_FALSE(play_match(setup));
  setup.threads = 1;
  setup.players.emplace_back("random");
  EXPECT_FALSE(play_match(setup));
}

TEST(Greedy, BeatsRandomFromEitherSeat) {
  MatchSetup setup = match("new", {"random", "greedy"}, in_short_form() ? 20 : 200);
  setup.rotate = true;
  for (const char* preset : {"classic", "new", "winter", "bigbox5"}) {
    setup.rules = *compile(builtin_catalogue(), {preset, {}}, 2);
    const auto count = *play_match(setup);
    EXPECT_GE(count.players[1].wins * 100, 98 * count.games) << preset;
  }
}

// The start tile D has its city on the north, its road from west to east.
TEST(Greedy, ChoosesWhatOneDoesThatHasSeenNothingBefore) {
  const GameRulesPtr games[] = {*compile(builtin_catalogue(), {"new", {}}, 2),
                                *compile(builtin_catalogue(), {"classic", {}}, 3)};
  State<Fast> states[2];
  Rng draws(3), rng(4);
  const auto player = *make_player_on<Fast>("greedy");
  for (int i = 0; i < 2; ++i) start(games[i]->kernel, states[i]);
  int choices = 0;
  for (int i = 0; states[0].phase != Phase::over || states[1].phase != Phase::over; i = 1 - i) {
    const Ruleset& rules = games[i]->kernel;
    // Now and then the other game comes between a tile and its follower.
    for (int plies = draws.below(5); plies > 0 && states[i].phase != Phase::over; --plies) {
      Move move = states[i].phase == Phase::draw ? random_draw(rules, states[i], draws) : Move::pass();
      if (states[i].phase != Phase::draw) {
        Rng same = rng;
        move = player->choose(rules, states[i], rng);
        ASSERT_EQ(move, (*make_player_on<Fast>("greedy"))->choose(rules, states[i], same)) << "choice " << choices;
        ++choices;
      }
      apply(rules, states[i], move);
    }
  }
  EXPECT_GT(choices, 200);
}

TEST(Greedy, ClosesItsOwnCity) {
  const Position p = position("tile D 0,0 n city:1\nmove 1\ndrawn E\n");
  EXPECT_EQ(greedy_choice(p), "0,-1 s");
}

TEST(Greedy, TakesWhatScoresAtOnce) {
  const Position p = position("tile D 0,0 n\ntile E 0,-1 s\nmove 1\nfollower\n");
  EXPECT_EQ(greedy_choice(p), "city");
}

TEST(Greedy, DoesNotCloseTheOthersCityForThem) {
  const Position p = position("tile D 0,0 n city:2\nmove 1\ndrawn E\n");
  EXPECT_NE(greedy_choice(p), "0,-1 s");
}

TEST(Greedy, KeepsItsLastFollowerFromAFieldWithoutCities) {
  const Position p = position(
      "tile D 0,0 n city:1 road:1\ntile B 0,1 n cloister:1\ntile B 0,2 n cloister:1\ntile B 0,3 n cloister:1\n"
      "tile B 1,2 n cloister:1\ntile E -1,2 s\nmove 1\nfollower\n");
  ASSERT_EQ(p.state.supply[0], 1);
  EXPECT_EQ(greedy_choice(p).find("field"), std::string::npos);
}

TEST(Evaluation, IsWhatOneIsAheadOnceTheGameIsOver) {
  const auto rules = *compile(builtin_catalogue(), {"new", {}}, 3);
  State<Fast> state;
  start(rules->kernel, state);
  Rng rng(5);
  random_playout(rules->kernel, state, rng);
  Evaluator<Fast> evaluator;
  evaluator.look(rules->kernel, state, {});
  const int best_other = std::max(state.score[1], state.score[2]);
  EXPECT_EQ(evaluator.evaluate(rules->kernel, state, 0), state.score[0] - best_other);
}

TEST(Evaluation, PrefersMorePointsAndMoreFollowers) {
  Position p = position("tile D 0,0 n\ntile U 0,1 e road:1\nmove 1\n");
  Evaluator<Full> evaluator;
  evaluator.look(p.rules->kernel, p.state, {});
  const double before = evaluator.evaluate(p.rules->kernel, p.state, 0);
  EXPECT_NEAR(evaluator.evaluate(p.rules->kernel, p.state, 1), -before, 1e-9);
  p.state.score[0] += 3;
  EXPECT_NEAR(evaluator.evaluate(p.rules->kernel, p.state, 0), before + 3, 1e-9);
  p.state.supply[0] -= 2;
  EXPECT_LT(evaluator.evaluate(p.rules->kernel, p.state, 0), before + 3);
}

TEST(Evaluation, ASpaceThatNothingFitsMakesACityHopeless) {
  // Nothing is left that fits: the city is worth what it scores unfinished (FINAL-1), the follower does not come back.
  Position p = position("tile D 0,0 n city:1\nmove 1\n");
  Evaluator<Full> evaluator;
  evaluator.look(p.rules->kernel, p.state, {});
  const double hopeful = evaluator.evaluate(p.rules->kernel, p.state, 0);
  const auto cloister = static_cast<KindIndex>(p.rules->kind_by_name("B"));
  std::fill_n(p.state.stack.begin(), p.state.left, cloister);
  evaluator.look(p.rules->kernel, p.state, {});
  EXPECT_LT(evaluator.evaluate(p.rules->kernel, p.state, 0), hopeful);
}

}  // namespace
}  // namespace bastide
