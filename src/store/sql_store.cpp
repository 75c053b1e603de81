#include "store/sql_store.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "store/sql_accounts.h"
#include "store/sql_ratings.h"

namespace bastide {
namespace {

constexpr int64_t kTouchMs = 60'000;  ///< how exact the order of lists is
constexpr std::size_t kHashBytes = 16;

/// Of a row and the one before (empty: there is none, or it has none).
std::string chain(const std::string& before, const std::string& game, const StoredEvent& event) {
  const std::string text =
      fmt::format("{}{}\n{}\n{}\n{}\n{}", before, game, event.seq, event.at, event.kind, event.body);
  std::string hash(kHashBytes, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
  return hash;
}

class SqlStore : public EventStore, public AccountReader {
 public:
  explicit SqlStore(SqlParts parts)
      : name_(std::move(parts.name)),
        settle_(std::move(parts.settle)),
        writer_owned_(std::move(parts.writer)),
        reader_owned_(std::move(parts.reader)),
        begin_(writer_, parts.begin),
        others_(std::move(parts.others)) {}

  const std::string& name() const override { return name_; }

  std::vector<Written> commit(std::span<const Append> appends) override {
    const std::scoped_lock lock(write_lock_);
    std::vector<Written> results(appends.size());
    bool committing = false;
    try {
      // Hardly ever is one of them not kept: then all are written again, so that its failure is its own.
      begin_.run();
      const bool all = std::ranges::all_of(appends, [&](const Append& append) {
        Written& result = results[static_cast<std::size_t>(&append - appends.data())];
        result = write(append);
        return result.kept();
      });
      if (!all && appends.size() > 1) {
        roll_back();
        begin_.run();
        for (std::size_t i = 0; i < appends.size(); ++i) results[i] = write_among_others(appends[i]);
      }
      committing = all || appends.size() > 1;
      if (committing)
        commit_.run();
      else
        roll_back();
    } catch (const SqlFailure& failure) {
      roll_back();
      for (Written& result : results)
        if (result.kept()) result = {fate_of(failure.kind, committing), failed(failure).value()};
    }
    for (std::size_t i = 0; others_ && i < appends.size(); ++i)
      if (results[i].kept() && !appends[i].events.empty()) others_->kept(appends[i].game, appends[i].events.back().seq);
    return results;
  }

  Result<void> settle() override {
    const std::scoped_lock lock(write_lock_);
    try {
      writer_.run(settle_);
      return {};
    } catch (const SqlFailure& failure) {
      return failed(failure);
    }
  }

  Result<std::optional<GameRow>> game(const std::string& id) override {
    return read<std::optional<GameRow>>(
        [&](auto& result) { game_.rows([&](auto& row) { result = read_game(row); }, id); });
  }

  Result<StoredLog> events(const std::string& game, int after) override {
    return read<StoredLog>([&](StoredLog& log) {
      std::string before;
      const auto take = [&](const SqlRow& row) {
        StoredEvent event{row.number(0), row.integer(1), row.bytes(2), row.bytes(3)};
        std::string hash = row.bytes(4);
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
      seat_of_.rows([&](auto& row) { result = SeatToken{row.bytes(0), row.bytes(1), row.number(2)}; }, token_hash);
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

  Result<std::vector<GameNews>> news() override {
    if (!others_) return {};
    return read<std::vector<GameNews>>([&](auto& result) { result = others_->read(); });
  }

  bool take_work(const std::string& game) override {
    if (!others_) return true;
    return read<bool>([&](bool& mine) { mine = others_->take_work(game); }).value_or(true);
  }
  void leave_work(const std::string& game) override {
    if (others_) static_cast<void>(read<bool>([&](bool&) { others_->leave_work(game); }));
  }
  bool somebody_ended() override {
    if (!others_) return false;
    return read<bool>([&](bool& ended) { ended = others_->somebody_ended(); }).value_or(false);
  }

  bool call_on_news(const std::function<void()>& call) override { return others_ && others_->call_on_news(call); }

  std::string trouble() const override { return others_ ? others_->trouble() : std::string(); }

 private:
  tl::unexpected<Error> failure_in(std::string message) const {
    Error e;
    e.message = std::move(message);
    e.source = name_;
    return tl::unexpected<Error>(std::move(e));
  }

  tl::unexpected<Error> failed(const SqlFailure& failure) const {
    auto told = failure_in(fmt::format("the database says: {}", failure.what()));
    if (failure.kind == SqlFailure::Kind::full) told.value().expected = "free space on this disk";
    return told;
  }

  static Written::Fate fate_of(SqlFailure::Kind kind, bool committing) {
    using Kind = SqlFailure::Kind;
    if (kind == Kind::busy || (kind == Kind::lost && !committing)) return Written::Fate::busy;
    if ((kind == Kind::broken || kind == Kind::lost) && committing) return Written::Fate::unknown;
    return Written::Fate::refused;
  }

  void roll_back() {
    try {
      if (writer_.in_transaction()) writer_.run("ROLLBACK");
    } catch (const SqlFailure&) {  // what failed before is told
    }
  }

  template <class T, class F>
  Result<T> read(F&& fill) {
    const std::scoped_lock lock(read_lock_);
    for (bool again = true;; again = false) {
      try {
        T result{};
        fill(result);
        return result;
      } catch (const SqlFailure& failure) {
        // The connection may have ended long before this.
        if (failure.kind != SqlFailure::Kind::lost || !again) return failed(failure);
      }
    }
  }

  /// One append of several in a transaction; a savepoint keeps its failure from the others.
  Written write_among_others(const Append& append) {
    savepoint_.run();
    Written result = write(append);
    if (!result.kept()) rollback_.run();
    release_.run();
    return result;
  }

  Written write(const Append& append) {
    try {
      return write_rows(append);
    } catch (const SqlFailure& failure) {
      // Only a collision is this append's own fault; a full or broken disk concerns the whole transaction.
      if (failure.kind != SqlFailure::Kind::collision) throw;
      return {Written::Fate::taken, failed(failure).value()};
    }
  }

  Written write_rows(const Append& append) {
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
    const auto take = [&](const SqlRow& row) {
      follows = true;
      before = row.bytes(0);
    };
    hash_of_.rows(take, append.game, previous);
    if (!follows) return {Written::Fate::taken, missing(append.game, previous)};
    for (const StoredEvent& e : append.events) {
      before = chain(before, append.game, e);
      insert_event_.run(append.game, e.seq, e.at, e.kind, e.body, Blob{before});
    }
    const int64_t at = append.events.back().at;
    touch_.run(at, append.game, at - kTouchMs);
    if (others_) others_->write(append.game, append.events.back().seq);
    return {};
  }

  /// Gives rows other bodies, and them and all after them the hashes that follow from it.
  void rewrite(const std::string& game, const std::vector<StoredEvent>& rewritten) {
    std::vector<std::pair<StoredEvent, bool>> rows;  // with whether it has a hash: those of the first version have none
    all_of_.rows(
        [&](auto& row) {
          rows.push_back({{row.number(0), row.integer(1), row.bytes(2), row.bytes(3)}, !row.null(4)});
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

  const std::string name_, settle_;
  std::mutex write_lock_, read_lock_;
  const std::unique_ptr<SqlDatabase> writer_owned_, reader_owned_;
  SqlDatabase &writer_ = *writer_owned_, &reader_ = *reader_owned_;

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

  const std::unique_ptr<Others> others_;  ///< null: nobody else writes
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
};

}  // namespace

tl::unexpected<Error> unusable_database(const std::string& name, std::string message, std::string expected) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.source = name;
  return tl::unexpected<Error>(std::move(error));
}

std::unique_ptr<EventStore> store_of(SqlParts parts) {
  return std::make_unique<SqlStore>(std::move(parts));
}

}  // namespace bastide
