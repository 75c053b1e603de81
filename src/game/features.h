// What lies on the board, feature by feature: for a player who asks what is here, whose it is and what it is worth.
#pragma once
#include "game/game.h"

namespace bastide {

struct FeatureView {
  Extent extent;
  bool completed = false;
  std::string title;  ///< "City, 5 tiles, 1 shield"
  Translations translations;
  struct Followers {
    int seat = 0, count = 0;
    int strength = 0;  ///< what they count where they are compared
  };
  std::vector<Followers> followers;
  std::vector<int> owners;  ///< seats with the majority (MAJ-1)
  int points = 0;           ///< what it would earn if the game ended now (FINAL-1, FIELD-*); completed: nothing more
};

FeatureView view_of_feature(const GameRules& rules, const State<Full>& state, int node);

/// Every feature on the board, in the order in which its first tile was laid.
std::vector<FeatureView> features_on_board(const Game& game);

/// What the question that is asked is about (Expansion::at_stake); mostly nothing.
std::vector<FeatureView> features_at_stake(const Game& game);

}  // namespace bastide
