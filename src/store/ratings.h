// What the store keeps of rated games: who has which rating in which category, and what each rated game made of it.
// A game is rated by the append that ends it (RateGame), in its transaction: so it is rated once or not at all,
// whatever dies when, and two games that end together, at two servers even, follow each other.
//
// Invariants: a rating is what the rated games of its account have made of it, one after the other; of a closed account
// nothing is left, and what others have gained or lost by it stays.
#pragma once
#include <string>
#include <vector>

#include "store/glicko.h"

namespace bastide {

/// A game is over: the owners of its seats are rated by their places, if each has one who is nobody else's, else
/// nobody. Nothing happens where it is rated already.
struct RateGame {
  std::string game, category;
  int day = 0;              ///< on which it ended, counted from 1970
  std::vector<int> places;  ///< by seat, from 1
};
/// Whether the account stands on leaderboards.
struct ShowOnBoards {
  std::string account;
  bool shown = true;
};

struct RatingRow {
  std::string category;
  Glicko rating;  ///< after the last game
  int games = 0;
  int day = 0;  ///< of the last game
  Glicko on(int today) const { return aged(rating, today - day); }
};

/// What a game made of a seat's rating.
struct RatedSeat {
  std::string game, category;
  int seat = 0, place = 0;
  int number = 0;        ///< rated games of the store count from 1
  int day = 0;           ///< on which it ended
  Glicko before, after;  ///< before: aged up to that day
};

/// The rating of a seat's owner in a category; games 0: none yet.
struct SeatRating {
  int seat = 0;
  RatingRow rating;
};

/// Somebody on a leaderboard.
struct BoardRow {
  std::string account, name;
  int rank = 0;  ///< from 1; equal ratings have the same
  RatingRow rating;
};

/// How many stand on a leaderboard.
struct BoardSize {
  std::string category;
  int accounts = 0;
};

}  // namespace bastide
