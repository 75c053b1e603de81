// The store over a database of sql.h: one connection writes, another reads, each behind its own lock. SQLite's and
// PostgreSQL's differ in their tables' types, in how they begin and settle, and in how writers hear of each other.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/event_store.h"
#include "store/sql.h"

namespace bastide {

/// The other processes that share a database.
class Others {
 public:
  virtual ~Others() = default;
  /// In the writer's transaction.
  virtual void write(const std::string& game, int seq) = 0;
  /// That transaction is durable.
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
  std::string begin;               ///< a transaction that writes
  std::string settle;              ///< EventStore::settle, by the writer
  std::unique_ptr<Others> others;  ///< over these connections; null: nobody else writes
};

/// The parts of open_sqlite_store and open_postgresql_store (event_store.h), with all tables.
Result<SqlParts> sqlite_parts(const std::string& file, StoreSettings settings);
Result<SqlParts> postgresql_parts(const std::string& url, const std::string& nats);

/// REQUIRES: the tables are there.
std::unique_ptr<EventStore> store_of(SqlParts parts);

/// Why it cannot be opened, and what could be done; `name` as in EventStore::name.
tl::unexpected<Error> unusable_database(const std::string& name, std::string message, std::string expected);

}  // namespace bastide
