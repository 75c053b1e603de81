// The event log in PostgreSQL, for servers on several machines. Its tables are in a schema of their own, `bastide`.
// Who writes holds a lock of its session's: whoever takes it next knows that the session before has ended, with
// whatever it had under way.
#include <fmt/format.h>
#include <sodium.h>

#include <charconv>
#include <chrono>
#include <set>
#include <utility>

#include "store/cluster.h"
#include "store/sql_store.h"

namespace bastide {
namespace {

using std::chrono::steady_clock;

constexpr int kTablesVersion = 1;
// Advisory locks have two numbers: what they are for, and which.
constexpr int kSessionLock = 7018417;  ///< a server's, by each session that writes
constexpr int kWorkLock = 7018419;     ///< EventStore::take_work

// Texts are ordered by their bytes, as SQLite orders them. No two servers make this at once.
constexpr const char* kTables = R"(
  CREATE TABLE about (version INTEGER NOT NULL, id TEXT NOT NULL);
  CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY, created BIGINT NOT NULL, updated BIGINT NOT NULL, listed INTEGER NOT NULL,
    seed TEXT NOT NULL, status TEXT COLLATE "C" NOT NULL, summary TEXT NOT NULL
  );
  CREATE INDEX games_by_status ON games (status, listed, updated);
  CREATE TABLE events (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id), seq INTEGER NOT NULL, at BIGINT NOT NULL,
    kind TEXT NOT NULL, body TEXT NOT NULL, hash BYTEA, PRIMARY KEY (game, seq)
  );
  CREATE TABLE tokens (
    hash TEXT COLLATE "C" PRIMARY KEY, game TEXT COLLATE "C" NOT NULL REFERENCES games (id), seat INTEGER NOT NULL
  );
  CREATE INDEX tokens_by_game ON tokens (game);
  CREATE TABLE accounts (
    id TEXT COLLATE "C" PRIMARY KEY, name TEXT NOT NULL, folded TEXT COLLATE "C" NOT NULL UNIQUE,
    passphrase TEXT NOT NULL, created BIGINT NOT NULL, shown INTEGER NOT NULL DEFAULT 1
  );
  CREATE TABLE sessions (
    hash TEXT COLLATE "C" PRIMARY KEY, id TEXT NOT NULL, account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    about TEXT NOT NULL, created BIGINT NOT NULL, seen INTEGER NOT NULL
  );
  CREATE INDEX sessions_by_account ON sessions (account);
  CREATE TABLE account_seats (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id), seat INTEGER NOT NULL,
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id), PRIMARY KEY (game, seat)
  );
  CREATE INDEX account_seats_by_account ON account_seats (account);
  CREATE TABLE names_to_forget (game TEXT COLLATE "C" NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY (game, seat));
  CREATE TABLE ratings (
    category TEXT COLLATE "C" NOT NULL, account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
    rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL, day INTEGER NOT NULL, PRIMARY KEY (category, account)
  );
  CREATE INDEX ratings_by_account ON ratings (account);
  CREATE TABLE rated_seats (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id), seat INTEGER NOT NULL,
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (id), category TEXT NOT NULL, place INTEGER NOT NULL,
    number INTEGER NOT NULL, day INTEGER NOT NULL, rating_before DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL, volatility_before DOUBLE PRECISION NOT NULL,
    rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, seat)
  );
  CREATE INDEX rated_seats_by_account ON rated_seats (account);
  CREATE INDEX rated_seats_by_number ON rated_seats (number);
  CREATE TABLE news (
    tx XID8 NOT NULL DEFAULT pg_current_xact_id(), id BIGINT GENERATED ALWAYS AS IDENTITY,
    at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), game TEXT COLLATE "C" NOT NULL, seq INTEGER NOT NULL,
    writer BIGINT NOT NULL, PRIMARY KEY (tx, id)
  );
)";

/// Of every connection. Durable is what every commit has to be; where more is asked for, more it is. Whom the network
/// has parted from the database gives up its locks after some twenty seconds, not after the two hours that are usual.
constexpr const char* kFirst = R"(
  SET search_path = bastide;
  SET lock_timeout = '2s';
  SET idle_in_transaction_session_timeout = '20s';
  SET tcp_keepalives_idle = 10;
  SET tcp_keepalives_interval = 5;
  SET tcp_keepalives_count = 2;
  SET tcp_user_timeout = '10s';
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
)";

class PostgresqlTeller : public Teller {
 public:
  PostgresqlTeller(SqlDatabase& writer, int64_t this_writer)
      : this_writer_(this_writer),
        insert_(writer, "INSERT INTO news (game, seq, writer) VALUES (?, ?, ?)"),
        forget_(writer, "DELETE FROM news WHERE at < now() - interval '10 minutes'") {}
  void write(const std::string& game, int seq) override {
    insert_.later(game, seq, this_writer_);
    if (++written_ % 1000 == 0) forget_.later();
  }

 private:
  const int64_t this_writer_;
  unsigned written_ = 0;
  Prepared insert_, forget_;
};

/// A table of what was written, and a wire that says it sooner. Transactions end in another order than they begin:
/// what is read is that of all that had not ended at the last look.
class PostgresqlOthers : public Others {
 public:
  PostgresqlOthers(SqlDatabase& reader, std::unique_ptr<Wire> wire)
      : wire_(std::move(wire)),
        take_(reader, fmt::format("SELECT 1 WHERE pg_try_advisory_lock({}, hashtext(?))", kWorkLock)),
        leave_(reader, fmt::format("SELECT pg_advisory_unlock({}, hashtext(?))", kWorkLock)),
        sessions_(reader, fmt::format("SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = {} AND "
                                      "granted AND database = (SELECT oid FROM pg_database WHERE datname = "
                                      "current_database())",
                                      kSessionLock)),
        news_(reader,
              "SELECT pg_snapshot_xmin(pg_current_snapshot()), id, game, seq, writer FROM (SELECT 1) AS one "
              "LEFT JOIN news ON tx >= CAST(? AS xid8)") {
    randombytes_buf(&this_writer_, sizeof this_writer_);
    this_writer_ &= INT64_MAX;
    Prepared(reader, "SELECT pg_snapshot_xmin(pg_current_snapshot())").rows([&](auto& row) { from_ = row.bytes(0); });
    sessions_.rows([&](auto& row) { servers_.insert(row.integer(0)); });
  }

  std::unique_ptr<Teller> teller(SqlDatabase& writer) override {
    return std::make_unique<PostgresqlTeller>(writer, this_writer_);
  }

  void kept(const std::string& game, int seq) override {
    if (wire_) wire_->tell(fmt::format("{} {} {}", this_writer_, game, seq));
  }

  std::vector<GameNews> read() override {
    std::vector<GameNews> news;
    if (wire_) hear(news);
    const auto now = steady_clock::now();
    if (wire_ && wire_->trouble().empty() && now - looked_ < kLook) return news;
    if (now - looked_ > kKept) news.emplace_back();
    std::set<int64_t> rows;
    std::string from;
    const auto take = [&](const SqlRow& row) {
      from = row.bytes(0);
      if (row.null(1)) return;
      rows.insert(row.integer(1));
      if (row.integer(4) != this_writer_ && !seen_.contains(row.integer(1)))
        news.push_back({row.bytes(2), row.number(3)});
    };
    news_.rows(take, from_);
    seen_ = std::move(rows);
    from_ = std::move(from);
    looked_ = now;
    return news;
  }

  bool take_work(const std::string& game) override {
    bool mine = false;
    take_.rows([&](auto&) { mine = true; }, game);
    return mine;
  }
  void leave_work(const std::string& game) override {
    leave_.rows([](auto&) {}, game);
  }

  /// One that is gone at two looks in a row: between them it may only have lost its connection.
  bool somebody_ended() override {
    std::set<int64_t> there, gone;
    sessions_.rows([&](auto& row) { there.insert(row.integer(0)); });
    bool ended = false;
    for (const int64_t session : servers_) {
      if (there.contains(session)) continue;
      if (gone_.contains(session))
        ended = true;
      else
        gone.insert(session);
    }
    gone_ = std::move(gone);
    servers_ = std::move(there);
    servers_.insert(gone_.begin(), gone_.end());
    return ended;
  }

  bool call_on_news(const std::function<void()>& call) override {
    if (wire_) wire_->call(call);
    return wire_ != nullptr;
  }

  std::string trouble() const override { return wire_ ? wire_->trouble() : std::string(); }

 private:
  static constexpr std::chrono::seconds kLook{1};  ///< where the wire works
  static constexpr std::chrono::minutes kKept{5};  ///< rows stay twice as long

  /// Words are "WRITER GAME SEQ"; what is none is passed over.
  void hear(std::vector<GameNews>& news) {
    const std::string mine = fmt::format("{} ", this_writer_);
    for (const std::string& word : wire_->heard()) {
      const auto first = word.find(' '), second = word.rfind(' ');
      int seq = 0;
      std::from_chars(word.data() + second + 1, word.data() + word.size(), seq);
      if (first < second && second != std::string::npos && seq > 0 && !word.starts_with(mine))
        news.push_back({word.substr(first + 1, second - first - 1), seq});
    }
  }

  const std::unique_ptr<Wire> wire_;
  int64_t this_writer_ = 0;
  std::set<int64_t> servers_, gone_;  ///< sessions that write, at the last look; those that were not there
  std::string from_;                  ///< the first transaction that had not ended at the last look
  std::set<int64_t> seen_;            ///< rows from it on that were taken
  steady_clock::time_point looked_ = steady_clock::now();
  Prepared take_, leave_, sessions_, news_;
};

std::string answer_of(SqlDatabase& database, const std::string& question) {
  std::string answer;
  Prepared(database, question).rows([&](auto& row) { answer = row.bytes(0); });
  return answer;
}

/// Makes the tables where there are none. Returns the name of this set of games, by which its servers know each other.
Result<std::string> make_tables(SqlDatabase& writer, const std::string& name) {
  if (const std::string encoding = answer_of(writer, "SHOW server_encoding"); encoding != "UTF8")
    return unusable_database(name, fmt::format("this database keeps texts as {}", encoding),
                             "one made with: createdb --encoding=UTF8 --template=template0 NAME");
  if (const std::string version = answer_of(writer, "SHOW server_version_num"); std::stoi(version) < 130000)
    return unusable_database(name, fmt::format("this PostgreSQL is too old (its number is {})", version),
                             "version 13 or newer");
  writer.run("BEGIN");
  writer.alone();
  if (answer_of(writer, "SELECT to_regclass('bastide.about')").empty()) {
    std::string id(16, '\0');
    for (char& c : id) c = static_cast<char>('a' + randombytes_uniform(26));
    writer.run("CREATE SCHEMA IF NOT EXISTS bastide");
    writer.run(kTables);
    writer.run(fmt::format("INSERT INTO about VALUES ({}, '{}')", kTablesVersion, id));
  }
  const int version = std::stoi(answer_of(writer, "SELECT version FROM about"));
  const std::string id = answer_of(writer, "SELECT id FROM about");
  writer.run("COMMIT");
  if (version <= kTablesVersion) return id;
  return unusable_database(
      name,
      fmt::format("this database was written by a newer Bastide (its version is {}, this program knows {})", version,
                  kTablesVersion),
      "the newer program, or another database");
}

}  // namespace

Result<SqlParts> postgresql_parts(const std::string& url, const std::string& nats) {
  BASTIDE_TRY(Cluster* const cluster, open_cluster());
  std::string name = "--db";
  bool wiring = false;
  try {
    name = cluster->address(url);
    const auto writer = [=] {
      return cluster->connect(
          url, fmt::format("{} SELECT pg_advisory_lock({}, {});", kFirst, kSessionLock, randombytes_random() / 2));
    };
    SqlParts parts{.name = name,
                   .writer = writer(),
                   .reader = cluster->connect(url, std::string(kFirst) + "SET statement_timeout = '15s';"),
                   .another = writer,
                   .begin = "BEGIN",
                   .settle = "SELECT 1",
                   .flushes = nullptr,
                   .others = nullptr};
    BASTIDE_TRY(const std::string id, make_tables(*parts.writer, name));
    wiring = true;
    auto wire = nats.empty() ? nullptr : cluster->wire(nats, "bastide." + id);
    wiring = false;
    parts.others = std::make_unique<PostgresqlOthers>(*parts.reader, std::move(wire));
    return parts;
  } catch (const SqlFailure& failure) {
    if (wiring)
      return unusable_database("--nats", fmt::format("NATS cannot be used: {}", failure.what()),
                               "--nats nats://HOST:4222");
    return unusable_database(name, fmt::format("this database cannot be used: {}", failure.what()),
                             "--db postgresql://USER@HOST/NAME, of a database in which that user may create a schema");
  }
}

Result<std::unique_ptr<EventStore>> open_postgresql_store(const std::string& url, const std::string& nats) {
  BASTIDE_TRY(auto parts, postgresql_parts(url, nats));
  return store_of(std::move(parts));
}

}  // namespace bastide
