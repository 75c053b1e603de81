// Roads over tiles in the kernel: what they join, what open spaces beside them are offered, what fits only with them.
#include <gtest/gtest.h>

#include <memory>

#include "core/kernel.h"
#include "core/turn.h"
#include "rules/compile.h"

namespace bastide {
namespace {

class Overpasses : public testing::Test {
 protected:
  Overpasses() { clear(rules_->kernel, *state_); }

  int lay(const char* tile, int x, int y, int rotation) {
    EXPECT_TRUE(set_tile(rules_->kernel, *state_, Move::place(kind(tile), x, y, rotation))) << tile;
    return state_->pieces - 1;
  }
  int kind(const char* tile) const { return rules_->kind_by_name(tile); }
  unsigned fitting(const char* tile, int x, int y) const {
    return fitting_rotations(rules_->kernel, *state_, kind(tile), state_->cell[find_cell(*state_, x, y)].open);
  }

  GameRulesPtr rules_ = *compile(builtin_catalogue(), {"new", {{"bridges_castles_bazaars", "2017"}}}, 2);
  std::unique_ptr<State<Full>> state_ = std::make_unique<State<Full>>();
};

TEST_F(Overpasses, JoinNothingBelowAndOfferARoadAtBothEnds) {
  lay("D", 0, 0, 0);
  const int cloister = lay("B", 0, 1, 0);
  EXPECT_FALSE(overpass_fits(rules_->kernel, *state_, 0, 1, north));  // a field beyond
  EXPECT_FALSE(overpass_fits(rules_->kernel, *state_, 0, 0, north));  // a city's side
  EXPECT_EQ(fitting("B", 1, 1), 1u);
  ASSERT_TRUE(set_overpass(rules_->kernel, *state_, 0, 1, east, true));
  EXPECT_FALSE(overpass_fits(rules_->kernel, *state_, 0, 1, east));  // one on a tile
  EXPECT_EQ(fitting("B", 1, 1), 0u);
  EXPECT_EQ(fitting("U", 1, 1), 2u);  // its road from west to east
  const int road = root_at(*state_, cloister, kOverpass);
  EXPECT_EQ(state_->type[road], FeatureType::road);
  EXPECT_EQ(state_->node[road].open(), 2);
  EXPECT_EQ(feature_of(*state_, overpasses(*state_).front().node), kOverpass);
  const int straight = lay("U", 1, 1, 1);
  EXPECT_EQ(root_at(*state_, straight, 0), road);
  EXPECT_EQ(state_->node[road].open(), 2);
  EXPECT_EQ(feature_size(rules_->kernel, *state_, road), 2);
}

TEST_F(Overpasses, MendATileThatDoesNotFit) {
  lay("D", 0, 0, 0);
  EXPECT_EQ(fitting("B", 1, 0), 0u);
  EXPECT_FALSE(set_tile_unmended(rules_->kernel, *state_, Move::place(kind("C"), 1, 0, 0)));  // a city and a road
  ASSERT_TRUE(set_tile_unmended(rules_->kernel, *state_, Move::place(kind("B"), 1, 0, 0)));
  ASSERT_TRUE(set_overpass(rules_->kernel, *state_, 1, 0, east, true));
  EXPECT_EQ(unmended(rules_->kernel, *state_, 1), 0u);
  EXPECT_EQ(root_at(*state_, 1, kOverpass), root_at(*state_, 0, 1));
  // The field of the tile is that on both sides of the road.
  EXPECT_EQ(root_at(*state_, 0, 2), root_at(*state_, 0, 3));
}

TEST_F(Overpasses, CloseACircleAndARoad) {
  lay("D", 0, 0, 0);
  lay("A", -1, 0, 3);
  ASSERT_TRUE(set_tile_unmended(rules_->kernel, *state_, Move::place(kind("U"), 1, 0, 0)));
  ASSERT_TRUE(set_overpass(rules_->kernel, *state_, 1, 0, east, true));
  lay("V", 1, -1, 3);
  lay("V", 2, -1, 0);
  lay("V", 2, 0, 1);
  const int road = root_at(*state_, 0, 1);
  EXPECT_EQ(state_->node[road].open(), 1);
  lay("A", 1, 1, 2);
  EXPECT_TRUE(is_completed(*state_, road));
  EXPECT_EQ(feature_size(rules_->kernel, *state_, road), 7);  // the crossing once
}

}  // namespace
}  // namespace bastide
