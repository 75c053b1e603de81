// Chance that draws no tile: a die of an expansion that only these tests have, rolled after every figure.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>

#include "core/kernel.h"
#include "core/turn.h"
#include "game/ask.h"
#include "game/game.h"
#include "game/perft.h"
#include "notation/notation.h"

namespace bastide {
namespace {

constexpr std::array<Verb, 1> kVerbs = {{{"test-roll", Takes::number, "START-2"}}};
constexpr std::array<Question, 1> kQuestions = {
    {{.name = "test-die", .moment = Moment::acted, .rule = "START-2", .of_chance = true, .outcome = true}}};

void at(Turn& turn, Moment) {
  turn.ask_outcome(0, turn.active());
}

/// Two faces show 1, one shows 2.
void chances(const Ruleset&, const State<Full>&, const Pending& asked, std::vector<Chance>& all) {
  all.push_back({Move::act_with(asked.by, 0, 1), 2});
  all.push_back({Move::act_with(asked.by, 0, 2), 1});
}

void decide(Turn& turn, const Pending&, Move move) {
  turn.memory()[0] = static_cast<int16_t>(turn.memory()[0] + move.value);
  turn.done();
}

constexpr Hooks kHooks = {.at = at, .chances = chances, .decide = decide};
constexpr Expansion kDie = {
    .id = "test-dice", .options = {}, .hooks = &kHooks, .words = 1, .verbs = kVerbs, .questions = kQuestions};

Catalogue with_phrases() {
  Catalogue catalogue = builtin_catalogue();
  catalogue.phrases["refused.test-dice.test-die"].text = {"The die is rolled.", "De dobbelsteen rolt.",
                                                          "Es wird gewürfelt."};
  catalogue.phrases["did.test-dice.test-roll"].text = {"{name} rolls {n}.", "{name} gooit {n}.", "{name} würfelt {n}."};
  return catalogue;
}

GameRulesPtr rules_with_die() {
  static const Catalogue catalogue = with_phrases();
  auto rules = std::make_shared<GameRules>(**compile(catalogue, {"classic", {}}, 2));
  const auto by = static_cast<uint8_t>(rules->added.size());
  rules->added.push_back(&kDie);
  rules->kernel.added.push_back({.hooks = &kHooks});
  auto& order = rules->kernel.order;
  order.insert(order.begin() + rules->kernel.line_after(Moment::figure), {Moment::acted, by});
  return rules;
}

Game game_with_die() {
  Game game = *Game::create(rules_with_die(), {{"Red", "human"}, {"Blue", "human"}});
  EXPECT_TRUE(game.play("draw 21"));
  EXPECT_TRUE(game.play(game.legal().front()));
  EXPECT_TRUE(game.play("-"));
  return game;
}

TEST(ChanceWithoutTile, IsAskedOfNobodyAndListsItsOutcomes) {
  const Game game = game_with_die();
  EXPECT_EQ(game.state().phase, Phase::draw);
  EXPECT_TRUE(asks_outcome(game.state()));
  EXPECT_EQ(game.asked(), "test-dice.test-die");
  EXPECT_FALSE(goes_on(game.rules(), game.state(), 0, 1)) << "what comes cannot be tried, nor taken back";
  EXPECT_FALSE(draws_unseen(game.rules(), game.state()));
  std::vector<std::string> texts;
  for (const Move& move : game.legal()) texts.push_back(move_text(game.rules(), game.state(), move));
  EXPECT_EQ(texts, (std::vector<std::string>{"test-roll:1", "test-roll:2"}));
}

TEST(ChanceWithoutTile, ComesByItsWeights) {
  const Game game = game_with_die();
  std::vector<Chance> all;
  outcomes(game.rules().kernel, game.state(), all);
  ASSERT_EQ(sum_of_weights(all), 3);
  EXPECT_EQ(outcome_of(all, 0).value, 1);
  EXPECT_EQ(outcome_of(all, 1).value, 1);
  EXPECT_EQ(outcome_of(all, 2).value, 2);
  Rng rng(3);
  std::map<int, int> seen;
  for (int i = 0; i < 6000; ++i) ++seen[random_draw(game.rules().kernel, game.state(), rng).value];
  EXPECT_NEAR(seen[1], 4000, 200);
  EXPECT_NEAR(seen[2], 2000, 200);
}

TEST(ChanceWithoutTile, IsPlayedToldAndGoesOn) {
  Game game = game_with_die();
  const auto ply = game.play("test-roll:2");
  ASSERT_TRUE(ply);
  EXPECT_EQ(ply_in_words(game, **ply)[0], "Red rolls 2.");
  EXPECT_EQ(game.state().phase, Phase::draw);
  EXPECT_FALSE(asks_outcome(game.state()));
  EXPECT_EQ(game.state().seat, 1);
}

TEST(ChanceWithoutTile, NothingElseIsTaken) {
  Game game = game_with_die();
  for (const char* text : {"test-roll:3", "draw 21", "-", "road"}) {
    const auto ply = game.play(text);
    ASSERT_FALSE(ply) << text;
    EXPECT_EQ(ply.error().rule, "START-2") << text;
  }
  EXPECT_EQ(game.why_illegal(Move::draw(0)).message, "The die is rolled.");
}

TEST(ChanceWithoutTile, StandsInTheRecordWhereItCame) {
  Game game = game_with_die();
  ASSERT_TRUE(game.play("test-roll:2"));
  const std::string text = game.record_text(-1);
  EXPECT_NE(text.find(" - test-roll:2\n"), std::string::npos) << text;
}

TEST(ChanceWithoutTile, PlaysOutAndIsCountedByEachOutcome) {
  const auto rules = rules_with_die();
  const auto state = std::make_unique<State<Full>>();
  for (uint64_t seed = 0; seed < 20; ++seed) {
    start(rules->kernel, *state);
    Rng rng(seed);
    random_playout(rules->kernel, *state, rng);
    EXPECT_EQ(state->phase, Phase::over);
  }
  start(rules->kernel, *state);
  const auto draws = shuffled_stack(rules->kernel, *state, 1);
  const auto counts = *perft(rules->kernel, *state, draws, 3);
  auto plain = std::make_unique<State<Full>>();
  const auto without = *compile(builtin_catalogue(), {"classic", {}}, 2);
  start(without->kernel, *plain);
  const auto plain_counts = *perft(without->kernel, *plain, draws, 3);
  EXPECT_EQ(counts[0], plain_counts[0]);
  EXPECT_EQ(counts[1], plain_counts[1]);
  EXPECT_EQ(counts[2], plain_counts[2]);
  EXPECT_EQ(counts[3], 2 * plain_counts[3]) << "both rolls after the first turn";
}

}  // namespace
}  // namespace bastide
