// What results say about strength: Elo with error bars, and the sequential test that ends a match when it is decided.
// Everything counts *decks*, not games: the games of a deck share their tiles and are not independent, while decks are.
// Elo is logistic: 400 points are odds of ten to one. Error bars and intervals hold with a probability of 95 %.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace bastide {

/// How many decks gave which score to one of two contestants: entry k counts those with a score of k / (size - 1). With
/// two games a deck there are five entries (none, a half ... both games won): the pentanomial of chess matches.
using Frequencies = std::vector<int64_t>;

struct Interval {
  double low = 0, value = 0, high = 0;
};

/// The score to be expected of somebody so many Elo points better, 0 to 1; and back, infinite for 0 and for 1.
double expected_score(double elo);
double elo_of_score(double score);

/// The mean score, and the scores that the likelihood ratio does not reject (empirical likelihood, with a thousandth of
/// a deck in each of the five classes that is empty). So it stays within 0 and 1, and a hundred decks that were all won
/// leave some doubt. REQUIRES: a deck at least.
Interval score_interval(const Frequencies& decks);

/// The same in Elo; an end may be infinite.
Interval elo_interval(const Frequencies& decks);

/// The mean of n values, given their sum and the sum of their squares, with 1.96 standard errors on either side.
Interval mean_interval(int64_t n, double sum, double squares);

/// A test between two hypotheses: the difference is `elo0`, or it is `elo1`. `alpha`: how often elo1 may be accepted
/// where elo0 is true; `beta`: the other way round. REQUIRES: elo0 < elo1; alpha, beta between 0 and 0.5.
struct Sprt {
  double elo0 = 0, elo1 = 5, alpha = 0.05, beta = 0.05;
  double lower() const;  ///< of the log likelihood ratio: at or below it elo0 is accepted
  double upper() const;  ///< at or above it elo1 is accepted
};

/// The log likelihood ratio of elo1 to elo0, each with the most likely frequencies that have its score (generalised
/// SPRT, as on Stockfish's test server).
double log_likelihood_ratio(const Frequencies& decks, double elo0, double elo1);

/// What one of two contestants scored against the other with one deck.
struct DeckScore {
  int first = 0, second = 0;
  double score = 0;  ///< of the first, 0 to 1
  int64_t deck = 0;
};

struct Rating {
  double elo = 0;    ///< against the average of all contestants
  double error = 0;  ///< 95 % on either side
};

/// Elo of all contestants at once (Bradley and Terry; a shared game is half a game won), the average being 0. Errors
/// allow for the decks that contestants share. Between two who met, a tenth of a deck is added that both half won, so
/// that nobody is infinitely strong. REQUIRES: contestants are 0 to `contestants` - 1, and nobody met nobody.
std::vector<Rating> fit_ratings(int contestants, std::span<const DeckScore> scores);

}  // namespace bastide
