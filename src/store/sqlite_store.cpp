// The event log in one SQLite file: WAL, so that reading never waits for writing; synchronous=FULL, so that a commit
// that returned is on the disk.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sqlite3.h>

#include <filesystem>
#include <utility>

#include "store/folder.h"
#include "store/sql_accounts.h"
#include "store/sql_ratings.h"
#include "store/sql_store.h"
#include "store/sqlite_database.h"
#include "store/sqlite_flushes.h"

namespace bastide {
namespace {

constexpr int kApplicationId = 0x42617374;  // "Bast": `file` and we can tell our databases from others
constexpr int kSchemaVersion = 4;
constexpr int kStartBusyMs = 10'000;   ///< another server may be ending
constexpr int kWriteBusyMs = 100;      ///< then whoever waits is told, and it is tried again
constexpr int kReadBusyMs = 2'000;     ///< readers wait only for a recovery
constexpr int64_t kNewsKept = 10'000;  ///< a process that has missed more looks at everything

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

/// From version 1, of which rows have no hash.
constexpr const char* kSecondVersion = R"(
  ALTER TABLE events ADD COLUMN hash BLOB;
  CREATE TABLE news (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, writer INTEGER NOT NULL);
)";

class SqliteTeller : public Teller {
 public:
  SqliteTeller(SqlDatabase& writer, int64_t this_writer)
      : this_writer_(this_writer),
        insert_(writer, "INSERT INTO news (game, writer) VALUES (?, ?)"),
        last_(writer, "SELECT last_insert_rowid()"),
        forget_(writer, "DELETE FROM news WHERE id < ?") {}
  void write(const std::string& game, int) override {
    insert_.run(game, this_writer_);
    int64_t id = 0;
    last_.rows([&](auto& row) { id = row.integer(0); });
    if (id % 100 == 0) forget_.run(id - kNewsKept);
  }

 private:
  const int64_t this_writer_;
  Prepared insert_, last_, forget_;
};

/// A table of what was written; SQLite itself says whether there is anything new.
class SqliteOthers : public Others {
 public:
  explicit SqliteOthers(SqlDatabase& reader)
      : version_(reader, "PRAGMA data_version"),
        news_(reader, "SELECT id, game, writer FROM news WHERE id > ? ORDER BY id") {
    randombytes_buf(&this_writer_, sizeof this_writer_);
    this_writer_ &= INT64_MAX;
    Prepared(reader, "SELECT max(id) FROM news").rows([&](auto& row) { seen_ = row.integer(0); });
  }

  std::unique_ptr<Teller> teller(SqlDatabase& writer) override {
    return std::make_unique<SqliteTeller>(writer, this_writer_);
  }
  void kept(const std::string&, int) override {}

  std::vector<GameNews> read() override {
    std::vector<GameNews> news;
    int64_t version = 0;
    version_.rows([&](auto& row) { version = row.integer(0); });
    if (std::exchange(version_seen_, version) == version) return news;
    int64_t expected = seen_ + 1;
    news_.rows(
        [&](auto& row) {
          const int64_t id = row.integer(0);
          if (id != expected) news.emplace_back();
          if (row.integer(2) != this_writer_) news.push_back({.game = row.bytes(1)});
          expected = id + 1;
          seen_ = id;
        },
        seen_);
    return news;
  }

 private:
  int64_t this_writer_ = 0;
  int64_t seen_ = 0, version_seen_ = -1;
  Prepared version_, news_;
};

/// Makes the tables of a new file, checks an old one and brings it up to this version.
Result<void> prepare(SQLite::Database& writer, const std::string& file) {
  const auto pragma = [&](const char* name) { return writer.execAndGet(std::string("PRAGMA ") + name).getInt(); };
  const int version = pragma("user_version");
  const bool empty = writer.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
  if (!empty && pragma("application_id") != kApplicationId)
    return unusable_database(file, "this database is not Bastide's", "another folder");
  if (version > kSchemaVersion)
    return unusable_database(
        file,
        fmt::format("this database was written by a newer Bastide (its version is {}, this program knows {})", version,
                    kSchemaVersion),
        "the newer program, or another folder");
  writer.exec("PRAGMA journal_mode = WAL");
  writer.exec("PRAGMA synchronous = FULL");
  writer.exec("PRAGMA foreign_keys = ON");
  writer.exec("PRAGMA secure_delete = ON");  // a name that is forgotten is in no free part of the file either
  if (const std::string found = writer.execAndGet("PRAGMA quick_check(1)").getString(); found != "ok")
    return unusable_database(file, fmt::format("this database is damaged: {}", found),
                             "a copy of it from before, or another folder");
  if (version == kSchemaVersion) return {};
  SQLite::Transaction transaction(writer, SQLite::TransactionBehavior::IMMEDIATE);
  if (pragma("user_version") == kSchemaVersion) return {};  // another process was first
  if (empty) writer.exec(kSchema);
  if (pragma("user_version") < 2) writer.exec(kSecondVersion);
  if (pragma("user_version") < 3) writer.exec(kAccountTables);
  writer.exec(kRatingTables);
  writer.exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplicationId, kSchemaVersion));
  transaction.commit();
  return {};
}

}  // namespace

Result<SqlParts> sqlite_parts(const std::string& file, StoreSettings settings) {
  const int flags = SQLite::OPEN_READWRITE | SQLite::OPEN_FULLMUTEX;
  // SQLite gives the files beside it the rights of the first.
  for (const char* beside : {"", "-wal", "-shm"})
    if (*beside == '\0' || std::filesystem::exists(file + beside)) BASTIDE_CHECK(make_private(file + beside));
  try {
    SQLite::Database writer(file, flags | SQLite::OPEN_CREATE, kStartBusyMs);
    BASTIDE_CHECK(prepare(writer, file));
    writer.setBusyTimeout(kWriteBusyMs);
    SQLite::Database reader(file, flags, kReadBusyMs);
    reader.exec("PRAGMA query_only = ON");
    // What several processes share is durable before another one can read it.
    auto flushes = settings.shared ? nullptr : sqlite_flushes(writer, file);
    SqlParts parts{.name = file,
                   .writer = sql_of(std::move(writer)),
                   .reader = sql_of(std::move(reader)),
                   .another = {},
                   .begin = "BEGIN IMMEDIATE",
                   // What a commit left behind in the WAL when it failed lies after what counts. Whatever is written
                   // next takes its place, so one write that succeeds is enough; this one changes nothing.
                   .settle = fmt::format("PRAGMA user_version = {}", kSchemaVersion),
                   .flushes = std::move(flushes),
                   .others = nullptr};
    if (settings.shared) parts.others = std::make_unique<SqliteOthers>(*parts.reader);
    return parts;
  } catch (const SQLite::Exception& error) {
    const bool broken = error.getErrorCode() == SQLITE_NOTADB || error.getErrorCode() == SQLITE_CORRUPT;
    return unusable_database(
        file, fmt::format("this database cannot be opened: {}", error.what()),
        broken ? "a copy of it from before, or another folder" : "a folder that this user may write");
  }
}

Result<std::unique_ptr<EventStore>> open_sqlite_store(const std::string& file, StoreSettings settings) {
  BASTIDE_TRY(auto parts, sqlite_parts(file, settings));
  return store_of(std::move(parts));
}

}  // namespace bastide
