// An award in words, in every language: title, sum, sentence, headline.
#pragma once
#include "game/game.h"

namespace bastide {

/// What a tile and a shield of a feature are worth in this award.
struct Rates {
  int tile = 1, shield = 0;
};
Rates rates_of(const ScoringRules& scoring, const Award& award);

/// Fills title, sum, sentence, headline and translations from the rest. `points`: the most that an owner got, or would.
void put_in_words(const GameRules& rules, const std::vector<SeatSpec>& seats, int points, ExplainedAward& award);

/// "City, 5 tiles, 1 shield"
Texts title_in_words(const GameRules& rules, const ExplainedAward& award);

}  // namespace bastide
