// The tables of ratings.
#pragma once
#include <string>
#include <vector>

#include "store/ratings.h"
#include "store/sql.h"

namespace bastide {

/// Version 4 of the schema: what it adds.
extern const char* const kRatingTables;

/// What is written of them, in a transaction of whoever calls.
class RatingChanges {
 public:
  explicit RatingChanges(SqlDatabase& writer);
  void rate(const RateGame& game);
  void show(const ShowOnBoards& show);
  /// Of a closed account.
  void forget(const std::string& account);

 private:
  SqlDatabase& writer_;
  Prepared rated_, owners_, rating_, number_, set_, keep_, show_, forget_ratings_, forget_games_;
};

/// What is read of them. `today`: the day up to which deviations have grown, which is what puts somebody off a board.
class RatingTables {
 public:
  explicit RatingTables(SqlDatabase& reader);
  std::vector<RatingRow> of_account(const std::string& account);
  bool shown(const std::string& account);
  std::vector<RatedSeat> games_of(const std::string& account);
  std::vector<RatedSeat> of_game(const std::string& game);
  std::vector<SeatRating> of_seats(const std::string& game, const std::string& category);
  std::vector<BoardRow> board(const std::string& category, int today, int limit, int from);
  std::vector<BoardSize> boards(int today);

 private:
  Prepared of_account_, shown_, games_of_, of_game_, of_seats_, board_, boards_;
};

}  // namespace bastide
