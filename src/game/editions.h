// One position, or one whole game, scored by every edition side by side, and the rules that make the difference.
#pragma once
#include <string>
#include <vector>

#include "game/game.h"

namespace bastide {

/// What one edition makes of it.
struct EditionScore {
  std::string id;  ///< preset; "own": the game's rules, which count like no edition
  std::string name;
  bool own = false;                            ///< how the game itself counts
  std::vector<std::string> same_as;            ///< names of further presets that score alike
  Translations translations;                   ///< of name, and of same_as with commas between
  std::map<std::string, std::string> options;  ///< its scoring options, by id
  std::vector<int> total;                      ///< by seat
  std::vector<CategoryRow> table;              ///< points by category; award ids are indices into `awards`
  std::vector<ExplainedAward> awards;          ///< of a position: those of the end; of a game: all
};

/// A category in which editions part.
struct EditionDifference {
  std::string category;  ///< as in CategoryRow
  std::string name;
  std::vector<std::vector<int>> points;  ///< [edition][seat]
  std::vector<std::string> rules;        ///< by edition: the id that decides
  std::string sentence;                  ///< who gets what by which rule
  Translations translations;             ///< of name and sentence
};

struct EditionComparison {
  std::vector<EditionScore> editions;          ///< the game's own way of counting first
  std::vector<EditionDifference> differences;  ///< empty: all editions agree

  /// Where tiles that are halves play: the game's own rules under each ruling on these (HALF-7), its own one first.
  /// `id` is the ruling; those that give the same points here are one.
  std::vector<EditionScore> rulings;
  std::vector<EditionDifference> ruling_differences;
};

/// The position as if the game ended now, with the points it gives as they stand. The tiles stay those of the position;
/// only how points are counted changes (CITY-3, FIELD-*). REQUIRES: not over.
Result<EditionComparison> compare_editions(const Position& position);

/// The whole game counted again by every edition; moves and draws stay, and what was offered for a tile, so that a seat
/// may get below 0. `end_now`: a game that is not over counts as if it ended here.
Result<EditionComparison> compare_editions(const Game& game, bool end_now = false);

}  // namespace bastide
