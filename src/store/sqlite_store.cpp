// The event log in one SQLite file: WAL, so that reading never waits for writing; synchronous=FULL, so that a commit
// that returned is on the disk. One connection writes, another reads, each behind its own lock.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sqlite3.h>

#include <filesystem>
#include <mutex>
#include <utility>

#include "store/event_store.h"
#include "store/folder.h"
#include "store/sqlite_accounts.h"
#include "store/sqlite_ratings.h"
#include "store/sqlite_statement.h"

namespace bastide {
namespace {

constexpr int kApplicationId = 0x42617374;  // "Bast": `file` and we can tell our databases from others
constexpr int kSchemaVersion = 4;
constexpr int kStartBusyMs = 10'000;   ///< another server may be ending
constexpr int kWriteBusyMs = 100;      ///< then whoever waits is told, and it is tried again
constexpr int kReadBusyMs = 2'000;     ///< readers wait only for a recovery
constexpr int64_t kTouchMs = 60'000;   ///< how exact the order of lists is
constexpr int64_t kNewsKept = 10'000;  ///< a process that has missed more looks at everything
constexpr std::size_t kHashBytes = 16;

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

/// Of a row and the one before (empty: there is none, or it has none).
std::string chain(const std::string& before, const std::string& game, const StoredEvent& event) {
  const std::string text =
      fmt::format("{}{}\n{}\n{}\n{}\n{}", before, game, event.seq, event.at, event.kind, event.body);
  std::string hash(kHashBytes, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
  return hash;
}

class SqliteStore : public EventStore, public AccountReader {
 public:
  /// REQUIRES: `writer` went through prepare().
  SqliteStore(std::string file, SQLite::Database writer, SQLite::Database reader, bool shared)
      : file_(std::move(file)), writer_(std::move(writer)), reader_(std::move(reader)), shared_(shared) {
    randombytes_buf(&this_writer_, sizeof this_writer_);
    this_writer_ &= INT64_MAX;
    latest_news_.rows([&](auto& row) { news_seen_ = row.getColumn(0).getInt64(); });
  }

  const std::string& name() const override { return file_; }

  std::vector<Written> commit(std::span<const Append> appends) override {
    const std::scoped_lock lock(write_lock_);
    std::vector<Written> results(appends.size());
    bool committing = false;
    try {
      begin_.run();
      for (std::size_t i = 0; i < appends.size(); ++i) results[i] = write_alone(appends[i]);
      committing = true;
      commit_.run();
    } catch (const SQLite::Exception& error) {
      if (sqlite3_get_autocommit(writer_.getHandle()) == 0) writer_.tryExec("ROLLBACK");
      for (Written& result : results)
        if (result.kept()) result = {fate_of(error, committing), failed(error).value()};
    }
    return results;
  }

  /// What a commit left behind in the WAL when it failed lies after what counts. Whatever is written next takes its
  /// place, so one write that succeeds is enough; this one changes nothing.
  Result<void> settle() override {
    const std::scoped_lock lock(write_lock_);
    try {
      writer_.exec(fmt::format("PRAGMA user_version = {}", kSchemaVersion));
      return {};
    } catch (const SQLite::Exception& error) {
      return failed(error);
    }
  }

  Result<std::optional<GameRow>> game(const std::string& id) override {
    return read<std::optional<GameRow>>(
        [&](auto& result) { game_.rows([&](auto& row) { result = read_game(row); }, id); });
  }

  Result<StoredLog> events(const std::string& game, int after) override {
    return read<StoredLog>([&](StoredLog& log) {
      std::string before;
      const auto take = [&](SQLite::Statement& row) {
        StoredEvent event{row.getColumn(0).getInt(), row.getColumn(1).getInt64(), row.getColumn(2).getString(),
                          row.getColumn(3).getString()};
        std::string hash = row.getColumn(4).getString();
        // Rows of the first version have none; after one that has, all have.
        const bool whole = hash.empty() ? before.empty() : hash == chain(before, game, event);
        if (event.seq > after && !whole && log.damage.empty())
          log.damage = fmt::format("entry {} of its log is not as it was written", event.seq);
        if (event.seq > after && log.damage.empty()) log.events.push_back(std::move(event));
        before = std::move(hash);
      };
      events_.rows(take, game, after);
    });
  }

  Result<std::vector<GameRow>> listed(int limit) override {
    return read<std::vector<GameRow>>(
        [&](auto& result) { listed_.rows([&](auto& row) { result.push_back(read_game(row)); }, limit); });
  }

  Result<std::vector<GameRow>> with_status(const std::string& status) override {
    return read<std::vector<GameRow>>(
        [&](auto& result) { with_status_.rows([&](auto& row) { result.push_back(read_game(row)); }, status); });
  }

  Result<std::optional<SeatToken>> seat_of(const std::string& token_hash) override {
    return read<std::optional<SeatToken>>([&](auto& result) {
      seat_of_.rows(
          [&](auto& row) {
            result = SeatToken{row.getColumn(0).getString(), row.getColumn(1).getString(), row.getColumn(2).getInt()};
          },
          token_hash);
    });
  }

  AccountReader& accounts() override { return *this; }
  Result<std::optional<AccountRow>> account(const std::string& id) override {
    return read<std::optional<AccountRow>>([&](auto& result) { result = accounts_.account(id); });
  }
  Result<std::optional<AccountRow>> account_named(const std::string& folded) override {
    return read<std::optional<AccountRow>>([&](auto& result) { result = accounts_.account_named(folded); });
  }
  Result<std::optional<SessionRow>> session(const std::string& hash, int since) override {
    return read<std::optional<SessionRow>>([&](auto& result) { result = accounts_.session(hash, since); });
  }
  Result<std::vector<SessionRow>> sessions(const std::string& account, int since) override {
    return read<std::vector<SessionRow>>([&](auto& result) { result = accounts_.sessions(account, since); });
  }
  Result<std::vector<SeatOfGame>> seats_of_account(const std::string& account, const std::string& game) override {
    return read<std::vector<SeatOfGame>>([&](auto& result) { result = accounts_.seats(account, game); });
  }
  Result<std::vector<SeatOfGame>> seats_of_account(const std::string& account) override {
    return read<std::vector<SeatOfGame>>([&](auto& result) { result = accounts_.seats(account); });
  }
  Result<std::vector<GameRow>> games_of_account(const std::string& account, int limit, int from) override {
    return read<std::vector<GameRow>>([&](auto& result) { result = accounts_.games(account, limit, from); });
  }
  Result<std::vector<SeatOfGame>> to_forget() override {
    return read<std::vector<SeatOfGame>>([&](auto& result) { result = accounts_.to_forget(); });
  }
  Result<std::vector<RatingRow>> ratings(const std::string& account) override {
    return read<std::vector<RatingRow>>([&](auto& result) { result = ratings_.of_account(account); });
  }
  Result<bool> shown_on_boards(const std::string& account) override {
    return read<bool>([&](auto& result) { result = ratings_.shown(account); });
  }
  Result<std::vector<RatedSeat>> rated_games(const std::string& account) override {
    return read<std::vector<RatedSeat>>([&](auto& result) { result = ratings_.games_of(account); });
  }
  Result<std::vector<RatedSeat>> rated_seats(const std::string& game) override {
    return read<std::vector<RatedSeat>>([&](auto& result) { result = ratings_.of_game(game); });
  }
  Result<std::vector<SeatRating>> seat_ratings(const std::string& game, const std::string& category) override {
    return read<std::vector<SeatRating>>([&](auto& result) { result = ratings_.of_seats(game, category); });
  }
  Result<std::vector<BoardRow>> board(const std::string& category, int today, int limit, int from) override {
    return read<std::vector<BoardRow>>([&](auto& result) { result = ratings_.board(category, today, limit, from); });
  }
  Result<std::vector<BoardSize>> boards(int today) override {
    return read<std::vector<BoardSize>>([&](auto& result) { result = ratings_.boards(today); });
  }

  Result<std::vector<std::optional<std::string>>> news() override {
    if (!shared_) return {};
    return read<std::vector<std::optional<std::string>>>([&](auto& result) {
      int64_t version = 0;
      data_version_.rows([&](auto& row) { version = row.getColumn(0).getInt64(); });
      if (std::exchange(version_seen_, version) == version) return;
      int64_t expected = news_seen_ + 1;
      news_.rows(
          [&](auto& row) {
            const int64_t id = row.getColumn(0).getInt64();
            if (id != expected) result.emplace_back(std::nullopt);
            if (row.getColumn(2).getInt64() != this_writer_) result.emplace_back(row.getColumn(1).getString());
            expected = id + 1;
            news_seen_ = id;
          },
          news_seen_);
    });
  }

 private:
  tl::unexpected<Error> failure_in(std::string message) const {
    Error e;
    e.message = std::move(message);
    e.source = file_;
    return tl::unexpected<Error>(std::move(e));
  }

  tl::unexpected<Error> failed(const SQLite::Exception& error) const {
    auto failure = failure_in(fmt::format("the database says: {}", error.what()));
    if (error.getErrorCode() == SQLITE_FULL) failure.value().expected = "free space on this disk";
    return failure;
  }

  static Written::Fate fate_of(const SQLite::Exception& error, bool committing) {
    if (error.getErrorCode() == SQLITE_BUSY) return Written::Fate::busy;
    // Without space the last page, which makes the others count, cannot have been written.
    if (!committing || error.getErrorCode() == SQLITE_FULL) return Written::Fate::refused;
    return Written::Fate::unknown;
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
  Written write_alone(const Append& append) {
    savepoint_.run();
    Written result;
    try {
      result = write(append);
    } catch (const SQLite::Exception& error) {
      // Only a collision is this append's own fault; a full or broken disk concerns the whole transaction.
      if (error.getErrorCode() != SQLITE_CONSTRAINT) throw;
      result = {Written::Fate::taken, failed(error).value()};
    }
    if (!result.kept()) rollback_.run();
    release_.run();
    return result;
  }

  Written write(const Append& append) {
    if (append.create) {
      const GameRow& game = *append.create;
      insert_game_.run(game.id, game.created, game.updated, game.listed ? 1 : 0, game.seed, game.note.status,
                       game.note.summary);
    }
    if (append.note) set_note_.run(append.note->status, append.note->summary, append.game);
    for (const AccountChange& change : append.accounts)
      if (!account_changes_.write(change)) return {Written::Fate::taken, failure_in("the account is another").value()};
    if (!append.rewritten.empty()) rewrite(append.game, append.rewritten);
    if (append.freed >= 0)
      for (Prepared* free : {&free_of_tokens_, &free_of_owner_}) free->run(append.game, append.freed);
    for (const SeatToken& t : append.tokens) insert_token_.run(t.hash, t.game, t.seat);
    if (append.events.empty()) return {};
    const int previous = append.events.front().seq - 1;
    std::string before;
    bool follows = previous == 0;
    const auto take = [&](SQLite::Statement& row) {
      follows = true;
      before = row.getColumn(0).getString();
    };
    hash_of_.rows(take, append.game, previous);
    if (!follows) return {Written::Fate::taken, missing(append.game, previous)};
    for (const StoredEvent& e : append.events) {
      before = chain(before, append.game, e);
      insert_event_.run(append.game, e.seq, e.at, e.kind, e.body, Blob{before});
    }
    const int64_t at = append.events.back().at;
    touch_.run(at, append.game, at - kTouchMs);
    if (shared_) tell_others(append.game);
    return {};
  }

  /// Gives rows other bodies, and them and all after them the hashes that follow from it.
  void rewrite(const std::string& game, const std::vector<StoredEvent>& rewritten) {
    std::vector<std::pair<StoredEvent, bool>> rows;  // with whether it has a hash: those of the first version have none
    all_of_.rows(
        [&](auto& row) {
          rows.push_back({{row.getColumn(0).getInt(), row.getColumn(1).getInt64(), row.getColumn(2).getString(),
                           row.getColumn(3).getString()},
                          !row.getColumn(4).isNull()});
        },
        game);
    std::string before;
    for (auto& [event, hashed] : rows) {
      for (const StoredEvent& other : rewritten)
        if (other.seq == event.seq) event.body = other.body;
      if (hashed) before = chain(before, game, event);
      if (hashed)
        set_event_.run(event.body, Blob{before}, game, event.seq);
      else
        set_old_event_.run(event.body, game, event.seq);
    }
  }

  Error missing(const std::string& game, int seq) const {
    return failure_in(fmt::format("game {}: there is no entry {} to follow", game, seq)).value();
  }

  void tell_others(const std::string& game) {
    insert_news_.run(game, this_writer_);
    if (const int64_t id = writer_.getLastInsertRowid(); id % 100 == 0) forget_news_.run(id - kNewsKept);
  }

  std::string file_;
  std::mutex write_lock_, read_lock_;
  SQLite::Database writer_, reader_;
  const bool shared_;
  int64_t this_writer_ = 0;
  int64_t news_seen_ = 0, version_seen_ = -1;

  Prepared begin_{writer_, "BEGIN IMMEDIATE"}, commit_{writer_, "COMMIT"};
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
  Prepared insert_news_{writer_, "INSERT INTO news (game, writer) VALUES (?, ?)"};
  Prepared forget_news_{writer_, "DELETE FROM news WHERE id < ?"};

  AccountChanges account_changes_{writer_};
  AccountTables accounts_{reader_};
  RatingTables ratings_{reader_};

  Prepared game_{reader_, std::string(kGames) + "WHERE id = ?"};
  Prepared events_{reader_, "SELECT seq, at, kind, body, hash FROM events WHERE game = ? AND seq >= ? ORDER BY seq"};
  Prepared listed_{reader_, std::string(kGames) +
                                "WHERE id IN (SELECT id FROM games WHERE status IN ('waiting', 'playing') AND "
                                "listed = 1 ORDER BY updated DESC LIMIT ?)"};
  Prepared with_status_{reader_, std::string(kGames) + "WHERE status = ?"};
  Prepared seat_of_{reader_, "SELECT hash, game, seat FROM tokens WHERE hash = ?"};
  Prepared data_version_{reader_, "PRAGMA data_version"};
  Prepared latest_news_{reader_, "SELECT max(id) FROM news"};
  Prepared news_{reader_, "SELECT id, game, writer FROM news WHERE id > ? ORDER BY id"};
};

tl::unexpected<Error> unusable(const std::string& file, std::string message, std::string expected) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.source = file;
  return tl::unexpected<Error>(std::move(error));
}

/// Makes the tables of a new file, checks an old one and brings it up to this version.
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
  writer.exec("PRAGMA secure_delete = ON");  // a name that is forgotten is in no free part of the file either
  if (const std::string found = writer.execAndGet("PRAGMA quick_check(1)").getString(); found != "ok")
    return unusable(file, fmt::format("this database is damaged: {}", found),
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

Result<std::unique_ptr<EventStore>> open_sqlite_store(const std::string& file, StoreSettings settings) {
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
    return std::make_unique<SqliteStore>(file, std::move(writer), std::move(reader), settings.shared);
  } catch (const SQLite::Exception& error) {
    const bool broken = error.getErrorCode() == SQLITE_NOTADB || error.getErrorCode() == SQLITE_CORRUPT;
    return unusable(file, fmt::format("this database cannot be opened: {}", error.what()),
                    broken ? "a copy of it from before, or another folder" : "a folder that this user may write");
  }
}

}  // namespace bastide
