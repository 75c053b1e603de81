// What the store keeps beside games for whoever wants an account: names, sessions, and which seats are whose. Secrets
// are here as hashes only. Changes travel in an Append (event_store.h), so they are durable as events are and with
// them.
//
// Invariants: no two accounts have the same folded name; a session, a seat and a rating belong to an account that there
// is; what was closed leaves nothing but the seats whose names are still to be forgotten.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rules/error.h"
#include "store/ratings.h"

namespace bastide {

struct GameRow;

struct AccountRow {
  std::string id;
  std::string name;        ///< as it is seen
  std::string folded;      ///< by which it is found, and which no other account has
  std::string passphrase;  ///< its hash (Argon2id)
  int64_t created = 0;     ///< milliseconds since 1970
};

struct SessionRow {
  std::string hash;     ///< of its token
  std::string id;       ///< by which its owner names it
  std::string account;  ///< its id
  std::string about;    ///< what the device said that it is
  int64_t created = 0;  ///< milliseconds since 1970
  int seen = 0;         ///< the last day of use, counted from 1970
};

struct SeatOfGame {
  std::string game;
  int seat = 0;
  friend bool operator==(const SeatOfGame&, const SeatOfGame&) = default;
};

// What one append does to accounts, in its order. Where the passphrase's hash is named it has to be the account's
// still, else the append is refused as taken.

struct MakeAccount {
  AccountRow account;
};
struct SetPassphrase {
  std::string account, before, after;
};
struct BeginSession {
  SessionRow session;
  std::string passphrase;
  int most = 0;  ///< sessions of an account: those that were not used for longest end
};
struct SeeSession {
  std::string hash;
  int day = 0;
};
struct EndSession {
  std::string account, id;
};
struct EndOtherSessions {
  std::string account, hash;  ///< of the one that stays
};
/// The seat is the account's, if nobody's yet and there is the account.
struct OwnSeat {
  std::string account;
  SeatOfGame seat;
};
/// It goes with its sessions and ratings; its seats have names to be forgotten.
struct CloseAccount {
  std::string account, passphrase;
};
/// That has been done.
struct NameForgotten {
  SeatOfGame seat;
};
using AccountChange = std::variant<MakeAccount, SetPassphrase, BeginSession, SeeSession, EndSession, EndOtherSessions,
                                   OwnSeat, CloseAccount, NameForgotten, RateGame, ShowOnBoards>;

/// All functions may be called from any thread.
class AccountReader {
 public:
  virtual ~AccountReader() = default;
  virtual Result<std::optional<AccountRow>> account(const std::string& id) = 0;
  virtual Result<std::optional<AccountRow>> account_named(const std::string& folded) = 0;
  /// `since`: a day; a session that was not used since then is none.
  virtual Result<std::optional<SessionRow>> session(const std::string& hash, int since) = 0;
  /// The last used first.
  virtual Result<std::vector<SessionRow>> sessions(const std::string& account, int since) = 0;
  /// In this game, or in all.
  virtual Result<std::vector<SeatOfGame>> seats_of_account(const std::string& account, const std::string& game) = 0;
  virtual Result<std::vector<SeatOfGame>> seats_of_account(const std::string& account) = 0;
  /// Games in which the account has seats, but for the first `from` of them: those that go on first, each kind by
  /// when it changed last.
  virtual Result<std::vector<GameRow>> games_of_account(const std::string& account, int limit, int from) = 0;
  /// Seats of closed accounts whose names are still there.
  virtual Result<std::vector<SeatOfGame>> to_forget() = 0;

  // Ratings. `today`: the day up to which deviations have grown.

  virtual Result<std::vector<RatingRow>> ratings(const std::string& account) = 0;  ///< the most played first
  virtual Result<bool> shown_on_boards(const std::string& account) = 0;
  /// Of an account in the order in which they were rated; of a game by seat, without those of closed accounts.
  virtual Result<std::vector<RatedSeat>> rated_games(const std::string& account) = 0;
  virtual Result<std::vector<RatedSeat>> rated_seats(const std::string& game) = 0;
  /// What the owners of a game's seats have now.
  virtual Result<std::vector<SeatRating>> seat_ratings(const std::string& game, const std::string& category) = 0;
  /// A leaderboard but for the first `from`, and all that there are.
  virtual Result<std::vector<BoardRow>> board(const std::string& category, int today, int limit, int from) = 0;
  virtual Result<std::vector<BoardSize>> boards(int today) = 0;
};

}  // namespace bastide
