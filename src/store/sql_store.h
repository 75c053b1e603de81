// The store over a database of sql.h: one connection reads, others write, each behind its own lock. SQLite's and
// PostgreSQL's differ in their tables' types, in how they begin and settle, in how several commits wait for the disk at
// once, and in how writers hear of each other.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/event_store.h"
#include "store/sql.h"

namespace bastide {

/// Makes transactions durable after their end, so that the next one need not wait for the disk: where only one can
/// write at a time.
class Flushes {
 public:
  virtual ~Flushes() = default;
  /// A transaction that has ended, and where the log ended with it.
  struct Ended {
    int64_t number = 0,
            before = 0;  ///< its own, and that of the one that ended before it; the same: nothing was written
    int64_t bytes = 0, log = 0;
  };
  /// Right after each end of a transaction, and what failed to be one; nobody writes meanwhile. After the first the
  /// ends of transactions do not make them durable any more. flush() has to follow.
  virtual Ended ended() = 0;
  /// From any thread, several at once: returns when this one and all before it are on the disk. Throws what failed.
  virtual void flush(const Ended& ended) = 0;
  /// From any thread: what could be read before this is on the disk when it returns, unless flush() fails.
  virtual void wait() = 0;
  /// Whether that has failed; then nothing may be written before mend().
  virtual bool failed() const = 0;
  /// What the disk may have lost by that is kept for mend(); nobody writes meanwhile.
  virtual void remember() = 0;
  /// All that has ended is on the disk when this returns; nobody writes meanwhile. Throws what fails.
  virtual void mend() = 0;
};

/// Tells other processes by one writer's connection.
class Teller {
 public:
  virtual ~Teller() = default;
  /// In its transaction.
  virtual void write(const std::string& game, int seq) = 0;
};

/// The other processes that share a database.
class Others {
 public:
  virtual ~Others() = default;
  virtual std::unique_ptr<Teller> teller(SqlDatabase& writer) = 0;
  /// From any thread: that transaction is durable.
  virtual void kept(const std::string& game, int seq) = 0;
  /// EventStore::news, by the reader's connection.
  virtual std::vector<GameNews> read() = 0;
  // as in EventStore, by the reader's connection
  virtual bool call_on_news(const std::function<void()>&) { return false; }
  virtual std::string trouble() const { return {}; }
  virtual bool take_work(const std::string&) { return true; }
  virtual void leave_work(const std::string&) {}
  virtual bool somebody_ended() { return false; }
};

struct SqlParts {
  std::string name;  ///< EventStore::name
  std::unique_ptr<SqlDatabase> writer, reader;
  std::function<std::unique_ptr<SqlDatabase>()> another;  ///< one more that writes beside it; null: there can be none
  std::string begin;                                      ///< a transaction that writes
  std::string settle;                                     ///< EventStore::settle, by each writer
  std::unique_ptr<Flushes> flushes;  ///< of the one writer; null: the end of a transaction makes it durable
  std::unique_ptr<Others> others;    ///< over these connections; null: nobody else writes
};

/// The parts of open_sqlite_store and open_postgresql_store (event_store.h), with all tables.
Result<SqlParts> sqlite_parts(const std::string& file, StoreSettings settings);
Result<SqlParts> postgresql_parts(const std::string& url, const std::string& nats);

/// REQUIRES: the tables are there.
std::unique_ptr<EventStore> store_of(SqlParts parts);

/// Why it cannot be opened, and what could be done; `name` as in EventStore::name.
tl::unexpected<Error> unusable_database(const std::string& name, std::string message, std::string expected);

}  // namespace bastide
