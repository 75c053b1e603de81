// Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"): numbers alone, no clock, nobody's name.
//
// A game is one rating period of those who sit at it. With more than two seats each has a result against each other
// one in that period, by its place: Glicko-2 compares two at a time, and a period holds any number of comparisons, all
// with the numbers from before it, so that no order of the seats matters. Points do not count, as they do not for who
// wins. Between games the deviation grows by days (aged).
#pragma once
#include <span>
#include <vector>

namespace bastide {

struct Glicko {
  double rating = 1500, deviation = 350, volatility = 0.06;  ///< of whoever has not played
  friend bool operator==(const Glicko&, const Glicko&) = default;
};

/// A result against somebody as they were before the period: 1 won, 0.5 drawn, 0 lost.
struct GlickoResult {
  Glicko opponent;
  double score = 0;
};

/// After a period with these results; with none only the deviation grows.
Glicko rated(const Glicko& player, std::span<const GlickoResult> results);

/// Everybody of a game after it: `places` from 1, who has the same place has drawn. REQUIRES: as many of both.
std::vector<Glicko> rated_by_places(std::span<const Glicko> before, std::span<const int> places);

inline constexpr int kDaysOfPeriod = 5;  ///< without a game: from 60 to 107 in a year, to 350 in fifteen

/// After so many days without a game.
Glicko aged(const Glicko& player, int days);

inline constexpr double kSureDeviation = 110;  ///< a rating is known that well, or is provisional

/// Points of a rating for one on Glicko-2's own scale.
inline constexpr double kGlickoScale = 173.7178;

}  // namespace bastide
