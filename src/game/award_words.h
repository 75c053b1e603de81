// An award in words, in every language: title, sum, sentence, headline.
#pragma once
#include "game/game.h"

namespace bastide {

/// What the points of the owner with most of them, or of an owner if there were one, are the sum of.
std::vector<Term> terms_of_most(const Award& award);

/// Fills the terms, without their rules, title, sum, sentence, headline and translations from the rest.
void put_in_words(const GameRules& rules, const std::vector<SeatSpec>& seats, ExplainedAward& award);

/// "City, 5 tiles, 1 shield"
Texts title_in_words(const GameRules& rules, const ExplainedAward& award);

}  // namespace bastide
