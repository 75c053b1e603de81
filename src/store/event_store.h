// The log of every game: append-only events with the key (game, seq), and beside them what finds them again (rows and
// seats' tokens). What commit() has returned without error is on the disk. Bodies are opaque here; the server writes
// them.
//
// Invariants: a game's events have seq 1, 2, 3 ... without gaps, and are never changed or removed. Two writers cannot
// both write (game, seq): the second gets an error and nothing of its append is kept.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/error.h"

namespace bastide {

struct StoredEvent {
  int seq = 0;     ///< from 1
  int64_t at = 0;  ///< milliseconds since 1970
  std::string kind;
  std::string body;
};

/// A game among others. `status` and `summary` say what the log adds up to, so that lists need not replay it.
struct GameRow {
  std::string id;
  int64_t created = 0, updated = 0;  ///< milliseconds since 1970
  bool listed = false;               ///< shown to everybody
  std::string seed;                  ///< what the draws come from. Secret while the game runs
  std::string status;                ///< "waiting", "playing", "over"
  std::string summary;
};

/// A seat that a secret token gives. Only the token's hash is kept.
struct SeatToken {
  std::string hash;
  std::string game;
  int seat = 0;
};

/// What one commit adds to one game.
struct Append {
  std::string game;
  std::optional<GameRow> create;  ///< for a game's first append
  std::vector<StoredEvent> events;
  std::vector<SeatToken> tokens;
  int64_t updated = 0;
  std::string status, summary;  ///< replace the row's
};

/// All functions may be called from any thread. Errors say what the database said and which file it is.
class EventStore {
 public:
  virtual ~EventStore() = default;

  /// Makes all of them durable at once. One result for each; an append that collides with another's events fails alone.
  virtual std::vector<Result<void>> commit(std::span<const Append> appends) = 0;

  virtual Result<std::optional<GameRow>> game(const std::string& id) = 0;
  virtual Result<std::vector<StoredEvent>> events(const std::string& game) = 0;

  /// Games shown to everybody that are not over, the last changed first.
  virtual Result<std::vector<GameRow>> listed(int limit) = 0;
  /// Games with that status, the last changed first.
  virtual Result<std::vector<GameRow>> with_status(const std::string& status) = 0;

  virtual Result<std::optional<SeatToken>> seat_of(const std::string& token_hash) = 0;
};

/// Opens or makes the file. Errors: not a database, not Bastide's, damaged, or written by a newer version.
Result<std::unique_ptr<EventStore>> open_sqlite_store(const std::string& file);

}  // namespace bastide
