// The event log in one SQLite file: WAL, so that reading never waits for writing; synchronous=FULL, so that a commit
// that returned is on the disk. One connection writes, another reads, each behind its own lock.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <mutex>
#include <utility>

#include "store/event_store.h"

namespace bastide {
namespace {

constexpr int kApplicationId = 0x42617374;  // "Bast": `file` and we can tell our databases from others
constexpr int kSchemaVersion = 1;
constexpr int kBusyMs = 10'000;

constexpr const char* kSchema = R"(
  CREATE TABLE games (
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, updated INTEGER NOT NULL, listed INTEGER NOT NULL,
    seed TEXT NOT NULL, status TEXT NOT NULL, summary TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX games_by_status ON games (status, listed, updated);
  CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id), seq INTEGER NOT NULL, at INTEGER NOT NULL,
    kind TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, seq)
  ) WITHOUT ROWID;
  CREATE TABLE tokens (
    hash TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games (id), seat INTEGER NOT NULL
  ) WITHOUT ROWID;
)";

constexpr const char* kGameColumns = "SELECT id, created, updated, listed, seed, status, summary FROM games ";

GameRow read_game(SQLite::Statement& row) {
  return {.id = row.getColumn(0).getString(),
          .created = row.getColumn(1).getInt64(),
          .updated = row.getColumn(2).getInt64(),
          .listed = row.getColumn(3).getInt() != 0,
          .seed = row.getColumn(4).getString(),
          .status = row.getColumn(5).getString(),
          .summary = row.getColumn(6).getString()};
}

class SqliteStore : public EventStore {
 public:
  /// REQUIRES: `writer` went through prepare().
  SqliteStore(std::string file, SQLite::Database writer, SQLite::Database reader)
      : file_(std::move(file)), writer_(std::move(writer)), reader_(std::move(reader)) {}

  std::vector<Result<void>> commit(std::span<const Append> appends) override {
    const std::scoped_lock lock(write_lock_);
    std::vector<Result<void>> results(appends.size());
    try {
      writer_.exec("BEGIN IMMEDIATE");
      for (std::size_t i = 0; i < appends.size(); ++i) results[i] = write(appends[i]);
      writer_.exec("COMMIT");
    } catch (const SQLite::Exception& error) {
      if (sqlite3_get_autocommit(writer_.getHandle()) == 0) writer_.tryExec("ROLLBACK");
      results.assign(appends.size(), failed(error));
    }
    return results;
  }

  Result<std::optional<GameRow>> game(const std::string& id) override {
    return read<std::optional<GameRow>>([&](auto& result) {
      SQLite::Statement row(reader_, std::string(kGameColumns) + "WHERE id = ?");
      row.bind(1, id);
      if (row.executeStep()) result = read_game(row);
    });
  }

  Result<std::vector<StoredEvent>> events(const std::string& game) override {
    return read<std::vector<StoredEvent>>([&](auto& result) {
      SQLite::Statement row(reader_, "SELECT seq, at, kind, body FROM events WHERE game = ? ORDER BY seq");
      row.bind(1, game);
      while (row.executeStep())
        result.push_back({row.getColumn(0).getInt(), row.getColumn(1).getInt64(), row.getColumn(2).getString(),
                          row.getColumn(3).getString()});
    });
  }

  Result<std::vector<GameRow>> listed(int limit) override {
    return read<std::vector<GameRow>>([&](auto& result) {
      SQLite::Statement row(reader_, std::string(kGameColumns) +
                                         "WHERE status IN ('waiting', 'playing') AND listed = 1 "
                                         "ORDER BY updated DESC LIMIT ?");
      row.bind(1, limit);
      while (row.executeStep()) result.push_back(read_game(row));
    });
  }

  Result<std::vector<GameRow>> with_status(const std::string& status) override {
    return read<std::vector<GameRow>>([&](auto& result) {
      SQLite::Statement row(reader_, std::string(kGameColumns) + "WHERE status = ? ORDER BY updated DESC");
      row.bind(1, status);
      while (row.executeStep()) result.push_back(read_game(row));
    });
  }

  Result<std::optional<SeatToken>> seat_of(const std::string& token_hash) override {
    return read<std::optional<SeatToken>>([&](auto& result) {
      SQLite::Statement row(reader_, "SELECT hash, game, seat FROM tokens WHERE hash = ?");
      row.bind(1, token_hash);
      if (row.executeStep())
        result = SeatToken{row.getColumn(0).getString(), row.getColumn(1).getString(), row.getColumn(2).getInt()};
    });
  }

 private:
  tl::unexpected<Error> failed(const SQLite::Exception& error) const {
    Error e;
    e.message = fmt::format("the database says: {}", error.what());
    e.source = file_;
    if (error.getErrorCode() == SQLITE_FULL) e.expected = "free space on this disk";
    return tl::unexpected<Error>(std::move(e));
  }

  template <class T, class F>
  Result<T> read(F&& fill) {
    const std::scoped_lock lock(read_lock_);
    try {
      T result;
      fill(result);
      return result;
    } catch (const SQLite::Exception& error) {
      return failed(error);
    }
  }

  /// One append of a transaction; a savepoint keeps its failure from the others.
  Result<void> write(const Append& append) {
    writer_.exec("SAVEPOINT one");
    try {
      if (append.create) {
        SQLite::Statement row(writer_, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)");
        const GameRow& game = *append.create;
        row.bind(1, game.id);
        row.bind(2, game.created);
        row.bind(3, game.updated);
        row.bind(4, game.listed ? 1 : 0);
        row.bind(5, game.seed);
        row.bind(6, game.status);
        row.bind(7, game.summary);
        row.exec();
      }
      SQLite::Statement event(writer_, "INSERT INTO events VALUES (?, ?, ?, ?, ?)");
      for (const StoredEvent& e : append.events) {
        event.bind(1, append.game);
        event.bind(2, e.seq);
        event.bind(3, e.at);
        event.bind(4, e.kind);
        event.bind(5, e.body);
        event.exec();
        event.reset();
      }
      SQLite::Statement token(writer_, "INSERT INTO tokens VALUES (?, ?, ?)");
      for (const SeatToken& t : append.tokens) {
        token.bind(1, t.hash);
        token.bind(2, t.game);
        token.bind(3, t.seat);
        token.exec();
        token.reset();
      }
      SQLite::Statement row(writer_, "UPDATE games SET updated = ?, status = ?, summary = ? WHERE id = ?");
      row.bind(1, append.updated);
      row.bind(2, append.status);
      row.bind(3, append.summary);
      row.bind(4, append.game);
      row.exec();
    } catch (const SQLite::Exception& error) {
      // Only a collision is this append's own fault; a full or broken disk concerns the whole transaction.
      if (error.getErrorCode() != SQLITE_CONSTRAINT) throw;
      writer_.exec("ROLLBACK TO one");
      writer_.exec("RELEASE one");
      return failed(error);
    }
    writer_.exec("RELEASE one");
    return {};
  }

  std::string file_;
  std::mutex write_lock_, read_lock_;
  SQLite::Database writer_, reader_;
};

tl::unexpected<Error> unusable(const std::string& file, std::string message, std::string expected) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.source = file;
  return tl::unexpected<Error>(std::move(error));
}

/// Makes the tables of a new file, checks an old one.
Result<void> prepare(SQLite::Database& writer, const std::string& file) {
  const auto pragma = [&](const char* name) { return writer.execAndGet(std::string("PRAGMA ") + name).getInt(); };
  const int version = pragma("user_version");
  const bool empty = writer.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
  if (!empty && pragma("application_id") != kApplicationId)
    return unusable(file, "this database is not Bastide's", "another folder");
  if (version > kSchemaVersion)
    return unusable(
        file,
        fmt::format("this database was written by a newer Bastide (its version is {}, this program knows {})", version,
                    kSchemaVersion),
        "the newer program, or another folder");
  writer.exec("PRAGMA journal_mode = WAL");
  writer.exec("PRAGMA synchronous = FULL");
  writer.exec("PRAGMA foreign_keys = ON");
  if (empty) {
    SQLite::Transaction transaction(writer);
    writer.exec(kSchema);
    writer.exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplicationId, kSchemaVersion));
    transaction.commit();
  }
  const std::string found = writer.execAndGet("PRAGMA quick_check(1)").getString();
  if (found != "ok")
    return unusable(file, fmt::format("this database is damaged: {}", found),
                    "a copy of it from before, or another folder");
  return {};
}

}  // namespace

Result<std::unique_ptr<EventStore>> open_sqlite_store(const std::string& file) {
  const int flags = SQLite::OPEN_READWRITE | SQLite::OPEN_FULLMUTEX;
  try {
    SQLite::Database writer(file, flags | SQLite::OPEN_CREATE, kBusyMs);
    if (auto prepared = prepare(writer, file); !prepared) return tl::unexpected<Error>(prepared.error());
    SQLite::Database reader(file, flags, kBusyMs);
    reader.exec("PRAGMA query_only = ON");
    return std::make_unique<SqliteStore>(file, std::move(writer), std::move(reader));
  } catch (const SQLite::Exception& error) {
    const bool broken = error.getErrorCode() == SQLITE_NOTADB || error.getErrorCode() == SQLITE_CORRUPT;
    return unusable(file, fmt::format("this database cannot be opened: {}", error.what()),
                    broken ? "a copy of it from before, or another folder" : "a folder that this user may write");
  }
}

}  // namespace bastide
