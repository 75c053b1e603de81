#include "store/sql_accounts.h"

#include <algorithm>

namespace bastide {

const char* const kAccountTables = R"(
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, passphrase TEXT NOT NULL,
    created INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY, id TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts (id), about TEXT NOT NULL,
    created INTEGER NOT NULL, seen INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX sessions_by_account ON sessions (account);
  CREATE TABLE account_seats (
    game TEXT NOT NULL REFERENCES games (id), seat INTEGER NOT NULL, account TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (game, seat)
  ) WITHOUT ROWID;
  CREATE INDEX account_seats_by_account ON account_seats (account);
  CREATE TABLE names_to_forget (game TEXT NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
)";

const char* const kGames =
    "SELECT id, created, coalesce(at, updated), listed, seed, status, summary, coalesce(body, '') FROM games "
    "LEFT JOIN events ON game = id AND seq = (SELECT max(seq) FROM events WHERE game = id) ";

GameRow read_game(const SqlRow& row) {
  return {.id = row.bytes(0),
          .created = row.integer(1),
          .updated = row.integer(2),
          .listed = row.number(3) != 0,
          .seed = row.bytes(4),
          .note = {row.bytes(5), row.bytes(6)},
          .last = row.bytes(7)};
}

namespace {

AccountRow read_account(const SqlRow& row) {
  return {row.bytes(0), row.bytes(1), row.bytes(2), row.bytes(3), row.integer(4)};
}

SessionRow read_session(const SqlRow& row) {
  return {row.bytes(0), row.bytes(1), row.bytes(2), row.bytes(3), row.integer(4), row.number(5)};
}

SeatOfGame read_seat(const SqlRow& row) {
  return {row.bytes(0), row.number(1)};
}

/// The rows of a statement, each read by `one`.
template <class One, class... T>
auto all(Prepared& statement, One one, const T&... values) {
  std::vector<decltype(one(std::declval<const SqlRow&>()))> found;
  statement.rows([&](const SqlRow& row) { found.push_back(one(row)); }, values...);
  return found;
}

/// The only row, if there is one.
template <class Row>
std::optional<Row> only(std::vector<Row> rows) {
  return rows.empty() ? std::nullopt : std::optional(std::move(rows.front()));
}

}  // namespace

// ---------------------------------------------------------------- writing

AccountChanges::AccountChanges(SqlDatabase& writer)
    : make_(writer, "INSERT INTO accounts (id, name, folded, passphrase, created) VALUES (?, ?, ?, ?, ?)"),
      set_passphrase_(writer, "UPDATE accounts SET passphrase = ? WHERE id = ? AND passphrase = ?"),
      // changes nothing, but no other writer changes the account before the transaction ends
      still_(writer, "UPDATE accounts SET passphrase = passphrase WHERE id = ? AND passphrase = ?"),
      begin_session_(writer, "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)"),
      end_oldest_(writer,
                  "DELETE FROM sessions WHERE account = ?1 AND hash NOT IN (SELECT hash FROM sessions WHERE "
                  "account = ?1 ORDER BY seen DESC, created DESC LIMIT ?2)"),
      see_(writer, "UPDATE sessions SET seen = ?1 WHERE hash = ?2 AND seen < ?1"),
      end_session_(writer, "DELETE FROM sessions WHERE account = ? AND id = ?"),
      end_others_(writer, "DELETE FROM sessions WHERE account = ? AND hash <> ?"),
      own_(writer,
           "INSERT INTO account_seats SELECT CAST(? AS TEXT), CAST(? AS INTEGER), id FROM accounts WHERE id = ? "
           "ON CONFLICT DO NOTHING"),
      to_forget_(writer,
                 "INSERT INTO names_to_forget SELECT game, seat FROM account_seats WHERE account = ? "
                 "ON CONFLICT DO NOTHING"),
      end_all_(writer, "DELETE FROM sessions WHERE account = ?"),
      disown_(writer, "DELETE FROM account_seats WHERE account = ?"),
      close_(writer, "DELETE FROM accounts WHERE id = ?"),
      forgotten_(writer, "DELETE FROM names_to_forget WHERE game = ? AND seat = ?"),
      ratings_(writer) {}

bool AccountChanges::write(const AccountChange& change) {
  const auto still = [&](const std::string& account, const std::string& passphrase) {
    return still_.run(account, passphrase) > 0;
  };
  struct Write {
    AccountChanges& to;
    decltype(still)& has;
    bool operator()(const MakeAccount& make) const {
      const AccountRow& row = make.account;
      to.make_.run(row.id, row.name, row.folded, row.passphrase, row.created);
      return true;
    }
    bool operator()(const SetPassphrase& set) const {
      return to.set_passphrase_.run(set.after, set.account, set.before) > 0;
    }
    bool operator()(const BeginSession& begin) const {
      const SessionRow& row = begin.session;
      if (!has(row.account, begin.passphrase)) return false;
      to.end_oldest_.run(row.account, begin.most - 1);
      to.begin_session_.run(row.hash, row.id, row.account, row.about, row.created, row.seen);
      return true;
    }
    bool operator()(const SeeSession& see) const {
      to.see_.run(see.day, see.hash);
      return true;
    }
    bool operator()(const EndSession& end) const {
      to.end_session_.run(end.account, end.id);
      return true;
    }
    bool operator()(const EndOtherSessions& end) const {
      to.end_others_.run(end.account, end.hash);
      return true;
    }
    bool operator()(const OwnSeat& own) const {
      to.own_.run(own.seat.game, own.seat.seat, own.account);
      return true;
    }
    bool operator()(const CloseAccount& gone) const {
      if (!has(gone.account, gone.passphrase)) return false;
      to.ratings_.forget(gone.account);
      for (Prepared* step : {&to.to_forget_, &to.end_all_, &to.disown_, &to.close_}) step->run(gone.account);
      return true;
    }
    bool operator()(const NameForgotten& done) const {
      to.forgotten_.run(done.seat.game, done.seat.seat);
      return true;
    }
    bool operator()(const RateGame& game) const {
      to.ratings_.rate(game);
      return true;
    }
    bool operator()(const ShowOnBoards& show) const {
      to.ratings_.show(show);
      return true;
    }
  };
  return std::visit(Write{*this, still}, change);
}

// ---------------------------------------------------------------- reading

AccountTables::AccountTables(SqlDatabase& reader)
    : account_(reader, "SELECT id, name, folded, passphrase, created FROM accounts WHERE id = ?"),
      named_(reader, "SELECT id, name, folded, passphrase, created FROM accounts WHERE folded = ?"),
      session_(reader, "SELECT hash, id, account, about, created, seen FROM sessions WHERE hash = ? AND seen >= ?"),
      sessions_(reader,
                "SELECT hash, id, account, about, created, seen FROM sessions WHERE account = ? AND seen >= ? "
                "ORDER BY seen DESC, created DESC"),
      seats_in_(reader, "SELECT game, seat FROM account_seats WHERE account = ? AND game = ? ORDER BY seat"),
      seats_(reader, "SELECT game, seat FROM account_seats WHERE account = ? ORDER BY game, seat"),
      games_(reader, std::string(kGames) +
                         "WHERE id IN (SELECT id FROM games WHERE id IN (SELECT game FROM account_seats WHERE "
                         "account = ?) ORDER BY status = 'over', updated DESC, id LIMIT ? OFFSET ?)"),
      to_forget_(reader, "SELECT game, seat FROM names_to_forget ORDER BY game, seat") {}

std::optional<AccountRow> AccountTables::account(const std::string& id) {
  return only(all(account_, read_account, id));
}
std::optional<AccountRow> AccountTables::account_named(const std::string& folded) {
  return only(all(named_, read_account, folded));
}
std::optional<SessionRow> AccountTables::session(const std::string& hash, int since) {
  return only(all(session_, read_session, hash, since));
}
std::vector<SessionRow> AccountTables::sessions(const std::string& account, int since) {
  return all(sessions_, read_session, account, since);
}
std::vector<SeatOfGame> AccountTables::seats(const std::string& account, const std::string& game) {
  return all(seats_in_, read_seat, account, game);
}
std::vector<SeatOfGame> AccountTables::seats(const std::string& account) {
  return all(seats_, read_seat, account);
}
std::vector<GameRow> AccountTables::games(const std::string& account, int limit, int from) {
  std::vector<GameRow> games = all(games_, read_game, account, limit, from);
  std::ranges::sort(games, [](const GameRow& a, const GameRow& b) {
    const bool over = a.note.status == "over", other = b.note.status == "over";
    if (over != other) return other;
    return a.updated != b.updated ? a.updated > b.updated : a.id < b.id;
  });
  return games;
}
std::vector<SeatOfGame> AccountTables::to_forget() {
  return all(to_forget_, read_seat);
}

}  // namespace bastide
