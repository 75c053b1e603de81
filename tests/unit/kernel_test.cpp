// The kernel by itself: shapes, tables, unions, the board without bounds. Rules are proved by the scenarios.
#include "core/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "rules/compile.h"

namespace bastide {
namespace {

GameRulesPtr rules_of(const std::string& preset, int seats = 2) {
  return *compile(builtin_catalogue(), {preset, {}}, seats);
}

TEST(Geometry, FarSidesMirrorEachOther) {
  for (int face = 0; face < kFaces; ++face) {
    const FarSide far = kFarSides[face];
    const FarSide back = kFarSides[far.face];
    EXPECT_EQ(back.face, face);
    EXPECT_EQ(back.dx, -far.dx);
    EXPECT_EQ(back.dy, -far.dy);
  }
}

TEST(Geometry, HalvesOfASpaceShareOneDiagonalAndCoverItTogether) {
  for (int r = 0; r < 4; ++r) {
    const int other = (r + 2) % 4;
    EXPECT_EQ(kHalf.quarters[r] | kHalf.quarters[other], kAllQuarters);
    EXPECT_EQ(kHalf.quarters[r] & kHalf.quarters[other], 0);
    EXPECT_EQ(kHalf.faces[r][2], kHalf.faces[other][2]);
    EXPECT_NE(kHalf.faces[r][2], kHalf.faces[(r + 1) % 4][2]);
  }
}

TEST(Compile, SymmetricTilesHaveFewerRotations) {
  const auto rules = rules_of("new");
  const auto rotations = [&](const char* tile) { return rules->kernel.kinds[rules->kind_by_name(tile)].rotations; };
  EXPECT_EQ(rotations("C"), 0b0001);
  EXPECT_EQ(rotations("B"), 0b0001);
  EXPECT_EQ(rotations("X"), 0b0001);
  EXPECT_EQ(rotations("U"), 0b0011);
  EXPECT_EQ(rotations("F"), 0b0011);
  EXPECT_EQ(rotations("H"), 0b0011);
  EXPECT_EQ(rotations("D"), 0b1111);
  EXPECT_EQ(rotations("I"), 0b1111);
}

TEST(Compile, SetsOfOnePresetShareKindsOfTheSameTile) {
  const auto rules = rules_of("bigbox5", 8);
  EXPECT_EQ(rules->kernel.tiles(), 73);
  EXPECT_EQ(rules->kinds[rules->kind_by_name("16")].count, 5);
  EXPECT_EQ(rules->kernel.seats, 8);
}

TEST(Compile, EveryPresetFitsBothKernels) {
  for (const PresetSpec& preset : builtin_catalogue().presets) {
    const auto rules = rules_of(preset.id);
    EXPECT_TRUE(fits<Fast>(rules->kernel)) << preset.id;
    EXPECT_TRUE(fits<Full>(rules->kernel)) << preset.id;
  }
}

TEST(Compile, RefusesWhatItDoesNotKnow) {
  const Catalogue& catalogue = builtin_catalogue();
  EXPECT_EQ(compile(catalogue, {"nwe", {}}, 2).error().message, "there is no preset 'nwe'");
  EXPECT_EQ(compile(catalogue, {"new", {{"fields", "x"}}}, 2).error().message, "there is no option 'fields'");
  EXPECT_EQ(compile(catalogue, {"new", {{"field_scoring", "x"}}}, 2).error().message,
            "option field_scoring has no value 'x'");
  EXPECT_EQ(compile(catalogue, {"new", {}}, 1).error().rule, "SET-2");
  EXPECT_EQ(compile(catalogue, {"new", {}}, 9).error().rule, "SET-2");
}

/// The straight road laid 71 times in one row would leave any small board: the landscape may grow without bound.
template <class Config>
void lay_a_long_row() {
  auto rules = std::make_shared<GameRules>(*rules_of("new"));
  const int straight = rules->kind_by_name("U");
  rules->kernel.stack.assign(80, static_cast<uint8_t>(straight));
  auto state = std::make_unique<State<Config>>();
  start(rules->kernel, *state);
  std::vector<Move> moves;
  for (int x = 1; x <= 80; ++x) {
    apply(rules->kernel, *state, Move::draw(straight));
    const Move move = Move::place(straight, x, 0, 1);
    legal_moves(rules->kernel, *state, moves);
    ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end()) << x;
    apply(rules->kernel, *state, move);
    if (state->phase == Phase::follower) apply(rules->kernel, *state, x == 1 ? Move::follower(0) : Move::pass());
  }
  EXPECT_EQ(state->phase, Phase::over);
  EXPECT_EQ(state->score[0], 81);  // one road on the start tile and 80 more (FINAL-1)
}
TEST(Board, GrowsWithoutBoundFast) {
  lay_a_long_row<Fast>();
}
TEST(Board, GrowsWithoutBoundFull) {
  lay_a_long_row<Full>();
}

TEST(Board, StraightRoadHasItsRoadFirst) {
  const auto rules = rules_of("new");
  EXPECT_EQ(rules->feature(rules->kind_by_name("U"), 0).place, "road");
}

TEST(Draws, WeightsAreTheCountsOfTheStack) {
  const auto rules = rules_of("new");
  auto state = std::make_unique<State<Fast>>();
  start(rules->kernel, *state);
  std::vector<Move> moves;
  legal_moves(rules->kernel, *state, moves);
  EXPECT_EQ(moves.size(), 24u);
  int total = 0;
  for (const Move& move : moves) total += draw_weight(rules->kernel, *state, move.tile);
  EXPECT_EQ(total, 71);
  EXPECT_EQ(draw_weight(rules->kernel, *state, rules->kind_by_name("D")), 3);  // the fourth is the start tile (SET-3)
  apply(rules->kernel, *state, Move::draw(rules->kind_by_name("D")));
  EXPECT_EQ(draw_weight(rules->kernel, *state, rules->kind_by_name("D")), 2);
}

TEST(Random, BelowIsUniformAndInRange) {
  Rng rng(7);
  std::array<int, 6> seen{};
  for (int i = 0; i < 60000; ++i) ++seen[rng.below(6)];
  for (const int n : seen) EXPECT_NEAR(n, 10000, 500);
}

}  // namespace
}  // namespace bastide
