// The tables of accounts, and rows of games as every reader of the store reads them.
#pragma once
#include <string>
#include <vector>

#include "store/event_store.h"
#include "store/sql.h"
#include "store/sql_ratings.h"

namespace bastide {

/// Version 3 of the schema: what it adds.
extern const char* const kAccountTables;

/// A game's row and its last event; a condition follows.
extern const char* const kGames;
GameRow read_game(const SqlRow& row);

/// What is written of accounts, in a transaction of whoever calls.
class AccountChanges {
 public:
  explicit AccountChanges(SqlDatabase& writer);
  /// False: the account is not, or no more, as the change takes it to be.
  bool write(const AccountChange& change);

 private:
  Prepared make_, set_passphrase_, still_, begin_session_, end_oldest_, see_, end_session_, end_others_, own_,
      to_forget_, end_all_, disown_, close_, forgotten_;
  RatingChanges ratings_;
};

/// What is read of them.
class AccountTables {
 public:
  explicit AccountTables(SqlDatabase& reader);
  std::optional<AccountRow> account(const std::string& id);
  std::optional<AccountRow> account_named(const std::string& folded);
  std::optional<SessionRow> session(const std::string& hash, int since);
  std::vector<SessionRow> sessions(const std::string& account, int since);
  std::vector<SeatOfGame> seats(const std::string& account, const std::string& game);
  std::vector<SeatOfGame> seats(const std::string& account);
  std::vector<GameRow> games(const std::string& account, int limit, int from);
  std::vector<SeatOfGame> to_forget();

 private:
  Prepared account_, named_, session_, sessions_, seats_in_, seats_, games_, to_forget_;
};

}  // namespace bastide
