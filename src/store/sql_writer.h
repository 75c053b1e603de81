// One connection of the store that writes: what becomes of an append in a transaction.
#pragma once
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "store/event_store.h"
#include "store/sql.h"
#include "store/sql_accounts.h"
#include "store/sql_store.h"

namespace bastide {

/// What the database said, of the one that is called `name`.
Error sql_error(const std::string& name, const SqlFailure& failure);

/// The hash of a row and the one before (empty: there is none, or it has none).
std::string chain(const std::string& before, const std::string& game, const StoredEvent& event);

/// All functions REQUIRE: whoever calls holds `lock`.
class SqlWriter {
 public:
  /// `begin`: SqlParts::begin. `others`: null: nobody else writes.
  SqlWriter(const std::string& name, std::unique_ptr<SqlDatabase> database, const std::string& begin, Others* others);

  /// In one transaction: EventStore::commit, but for what Flushes does.
  std::vector<Written> commit(std::span<const Append> appends);
  /// Throws SqlFailure.
  void run(const std::string& texts) { writer_.run(texts); }

  std::mutex lock;

 private:
  /// The same where one of them is not kept, which is hardly ever: its failure is its own.
  std::vector<Written> commit_apart(std::span<const Append> appends);
  /// What became of a transaction that failed, `committing`: at its end.
  std::vector<Written> failed(std::vector<Written> results, const SqlFailure& failure, bool committing) const;
  void roll_back();
  /// One append, from whose failure a savepoint keeps the others.
  Written write_apart(const Append& append);
  /// Throws SqlFailure, or leaves that to the next statement that is waited for.
  Written write_rows(const Append& append);
  /// Gives rows other bodies, and them and all after them the hashes that follow from it.
  void rewrite(const std::string& game, const std::vector<StoredEvent>& rewritten);

  const std::string& name_;
  const std::unique_ptr<SqlDatabase> owned_;
  SqlDatabase& writer_ = *owned_;

  Prepared begin_, commit_{writer_, "COMMIT"};
  Prepared savepoint_{writer_, "SAVEPOINT one"}, rollback_{writer_, "ROLLBACK TO one"},
      release_{writer_, "RELEASE one"};
  Prepared insert_game_{writer_, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)"};
  Prepared hash_of_{writer_, "SELECT hash FROM events WHERE game = ? AND seq = ?"};
  Prepared insert_event_{writer_, "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)"};
  Prepared all_of_{writer_, "SELECT seq, at, kind, body, hash FROM events WHERE game = ? ORDER BY seq"};
  Prepared set_event_{writer_, "UPDATE events SET body = ?, hash = ? WHERE game = ? AND seq = ?"};
  Prepared set_old_event_{writer_, "UPDATE events SET body = ? WHERE game = ? AND seq = ?"};
  Prepared insert_token_{writer_, "INSERT INTO tokens VALUES (?, ?, ?)"};
  Prepared free_of_tokens_{writer_, "DELETE FROM tokens WHERE game = ? AND seat = ?"};
  Prepared free_of_owner_{writer_, "DELETE FROM account_seats WHERE game = ? AND seat = ?"};
  Prepared set_note_{writer_, "UPDATE games SET status = ?, summary = ? WHERE id = ?"};
  Prepared touch_{writer_, "UPDATE games SET updated = ? WHERE id = ? AND updated < ?"};
  AccountChanges account_changes_{writer_};
  const std::unique_ptr<Teller> teller_;  ///< null: nobody else writes
};

}  // namespace bastide
