// The log of every game: append-only events with the key (game, seq), and beside them what finds them again (rows and
// seats' tokens), and accounts (accounts.h). Bodies are opaque here; the server writes them.
//
// Invariants: a game's events have seq 1, 2, 3 ... without gaps, and are never removed, nor changed but to forget a
// name (Append::rewritten). Each row holds a hash of the one before and of itself, so that reading finds rows that were
// altered. Two writers cannot both write (game, seq): the second is told so and nothing of its append is kept.
#pragma once
#include <climits>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/error.h"
#include "store/accounts.h"

namespace bastide {

struct StoredEvent {
  int seq = 0;     ///< from 1
  int64_t at = 0;  ///< milliseconds since 1970
  std::string kind;
  std::string body;
};

/// A game's log as far as it is as it was written.
struct StoredLog {
  std::vector<StoredEvent> events;
  std::string damage;  ///< what is wrong with the next row; empty: nothing
};

/// What a game's row says of it: written when it changes, not with every event.
struct GameNote {
  std::string status;  ///< "waiting", "playing", "over"
  std::string summary;
};

/// A game among others.
struct GameRow {
  std::string id;
  int64_t created = 0;
  int64_t updated = 0;  ///< of the last event. Both milliseconds since 1970
  bool listed = false;  ///< shown to everybody
  std::string seed;     ///< what the draws come from. Secret while the game runs
  GameNote note;
  std::string last;  ///< the last event's body
};

/// A seat that a secret token gives. Only the token's hash is kept.
struct SeatToken {
  std::string hash;
  std::string game;
  int seat = 0;
};

/// What one commit adds to one game, and to accounts.
struct Append {
  std::string game;                              ///< empty: only accounts change
  std::optional<GameRow> create = std::nullopt;  ///< for a game's first append; `last` is not looked at
  std::vector<StoredEvent> events;               ///< none: only the note changes
  std::vector<SeatToken> tokens = {};
  std::optional<GameNote> note = std::nullopt;  ///< in place of the row's
  std::vector<StoredEvent> rewritten = {};      ///< bodies in place of those with the same seq, which lose a name
  std::vector<AccountChange> accounts = {};
  int freed = -1;  ///< a seat that is nobody's any more: no token gives it, no account owns it
};

/// Another process has written.
struct GameNews {
  std::string game;   ///< empty: any of them
  int seq = INT_MAX;  ///< the last event that it has written, if that is known
};

/// How an append ended.
struct Written {
  enum class Fate : uint8_t {
    kept,     ///< on the disk
    refused,  ///< nothing of it is kept: no space, a broken disk
    busy,     ///< nothing of it is kept: another program holds the database. Later it may work
    taken,    ///< nothing of it is kept: another writer has written these events, or has changed the account
    unknown   ///< the disk failed in the middle: it may be there after a crash, or not, until settle() succeeds
  };
  Fate fate = Fate::kept;
  Error error = {};  ///< why it is not kept
  bool kept() const { return fate == Fate::kept; }
};

/// All functions may be called from any thread. Errors say what the database said and which file it is.
class EventStore {
 public:
  virtual ~EventStore() = default;

  virtual const std::string& name() const = 0;  ///< which file or database it is

  /// Makes all of them durable at once. One result for each; an append that collides with another's events fails alone.
  virtual std::vector<Written> commit(std::span<const Append> appends) = 0;
  /// How many calls of commit() at once are of use: more than one can wait for the disk together. Appends to the same
  /// game are never in two of them.
  virtual int commits_at_once() const { return 1; }
  /// After a fate that is unknown: when this succeeds, reading says what is kept, and no crash will change it.
  virtual Result<void> settle() = 0;

  virtual Result<std::optional<GameRow>> game(const std::string& id) = 0;
  /// Those after `after`.
  virtual Result<StoredLog> events(const std::string& game, int after = 0) = 0;

  /// Games shown to everybody that are not over, the last changed first. Which ones is exact to a minute.
  virtual Result<std::vector<GameRow>> listed(int limit) = 0;
  /// Games with that status, in no order.
  virtual Result<std::vector<GameRow>> with_status(const std::string& status) = 0;

  virtual Result<std::optional<SeatToken>> seat_of(const std::string& token_hash) = 0;

  /// What other processes have written since the last call; nothing unless the store is shared. Cheap when there is
  /// nothing new.
  virtual Result<std::vector<GameNews>> news() = 0;
  /// Calls, from any thread, when there are news; null: no more, and none is under way when this returns. False: there
  /// is nothing that says so, and news() has to be asked again and again; also while there is trouble().
  virtual bool call_on_news(const std::function<void()>& call) { return static_cast<void>(call), false; }
  /// What the store does without at the moment, although it was asked for; empty: nothing.
  virtual std::string trouble() const { return {}; }
  /// Whether this process shall do what one of those that share the store is to do for a game: think for a bot. Then
  /// nobody else shall, until leave_work or the end of the process. May be true for two where the database went away.
  virtual bool take_work(const std::string& game) { return static_cast<void>(game), true; }
  virtual void leave_work(const std::string& game) { static_cast<void>(game); }
  /// Whether one of the others has ended since the last call: its games are everybody's.
  virtual bool somebody_ended() { return false; }

  virtual AccountReader& accounts() = 0;
};

struct StoreSettings {
  bool shared = false;  ///< other processes write to the same file, and tell each other what
};

/// Opens or makes the file; nobody but its owner may read it. Errors: not a database, not Bastide's, damaged, or
/// written by a newer version.
Result<std::unique_ptr<EventStore>> open_sqlite_store(const std::string& file, StoreSettings settings = {});

/// The games in a PostgreSQL ("postgresql://user@host/name", or libpq's "host=... dbname=..."), which is always shared;
/// its tables are made if they are not there. `nats`: by which its servers tell each other what they have written;
/// empty: they look into the database. Errors: not reachable, not allowed, written by a newer version.
Result<std::unique_ptr<EventStore>> open_postgresql_store(const std::string& url, const std::string& nats = {});

}  // namespace bastide
