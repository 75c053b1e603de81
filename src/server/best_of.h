// Several games that decide together who is best: best of three, of five. Who wins a game has a point of it, who shares
// the first place half a one. It is decided when nobody can catch up with the first any more; who is level at the top
// after the last game shares it.
#pragma once
#include <boost/json.hpp>
#include <string>
#include <vector>

#include "rules/catalogue.h"

namespace bastide {

struct BestOf {
  int of = 1;                    ///< games at most; 1: each decides by itself
  int game = 1;                  ///< which of them this is
  std::vector<int> halves = {};  ///< half points of the games before, by seat

  bool several() const { return of > 1; }
};

/// With a game that is over. `places`: by seat, 1 for who was first (ranking).
BestOf with_result(BestOf before, const std::vector<int>& places);

/// REQUIRES: with this game's result.
bool decided(const BestOf& standing);

/// What the game after one that is over begins with, where seat i is what was seat `before[i]`: the next of these
/// games, or the first of as many new ones.
BestOf next_game(const BestOf& standing, const std::vector<int>& before);

/// {of, game, points, decided}. `over`: with this game's result.
boost::json::object best_of_json(const BestOf& standing, bool over);

/// How it stands, or who has won: "Mila leads after game 1 of 3: Mila 1, Noor 0". REQUIRES: with this game's result.
Texts standing_in_words(const Phrases& phrases, const BestOf& standing, const std::vector<std::string>& names);

}  // namespace bastide
