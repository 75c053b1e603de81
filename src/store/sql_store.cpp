#include "store/sql_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "store/sql_accounts.h"
#include "store/sql_ratings.h"
#include "store/sql_writer.h"

namespace bastide {
namespace {

constexpr int kFlushesAtOnce = 5;
constexpr int kWriters = 10;  ///< at most: one flush makes durable what all have written before it

class SqlStore : public EventStore, public AccountReader {
 public:
  explicit SqlStore(SqlParts parts)
      : name_(std::move(parts.name)),
        begin_(std::move(parts.begin)),
        settle_(std::move(parts.settle)),
        another_(std::move(parts.another)),
        reader_owned_(std::move(parts.reader)),
        others_(std::move(parts.others)),
        flushes_(std::move(parts.flushes)) {
    add_writer(std::move(parts.writer));
    if (flushes_) flushes_->ended();  // what was written before, by whoever made the parts
  }

  const std::string& name() const override { return name_; }

  std::vector<Written> commit(std::span<const Append> appends) override {
    std::vector<Written> results;
    Flushes::Ended ended;
    {
      SqlWriter& writer = free_writer();
      const std::scoped_lock lock(std::adopt_lock, writer.lock);
      if (flushes_ && flushes_->failed())
        return std::vector<Written>(
            appends.size(), {Written::Fate::busy, sql_error(name_, {SqlFailure::Kind::busy, "the disk fails"})});
      results = writer.commit(appends);
      if (flushes_) ended = flushes_->ended();
    }
    try {
      if (flushes_) flush(ended);
    } catch (const SqlFailure& failure) {
      for (Written& result : results)
        if (result.kept()) result = {Written::Fate::unknown, sql_error(name_, failure)};
    }
    for (std::size_t i = 0; others_ && i < appends.size(); ++i)
      if (results[i].kept() && !appends[i].events.empty()) others_->kept(appends[i].game, appends[i].events.back().seq);
    return results;
  }

  int commits_at_once() const override { return flushes_ ? kFlushesAtOnce : another_ ? kWriters : 1; }

  Result<void> settle() override {
    try {
      for (SqlWriter* writer : all_writers()) settle(*writer);
      return {};
    } catch (const SqlFailure& failure) {
      return tl::unexpected<Error>(sql_error(name_, failure));
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
    return read_at_once<std::optional<SeatToken>>([&](auto& result) {
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
    return read_at_once<std::optional<SessionRow>>([&](auto& result) { result = accounts_.session(hash, since); });
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
  SqlWriter& add_writer(std::unique_ptr<SqlDatabase> database) {
    return *writers_.emplace_back(std::make_unique<SqlWriter>(name_, std::move(database), begin_, others_.get()));
  }

  std::vector<SqlWriter*> all_writers() {
    const std::scoped_lock lock(writers_lock_);
    std::vector<SqlWriter*> all;
    for (const auto& writer : writers_) all.push_back(writer.get());
    return all;
  }

  /// One that nobody holds, made if there is none; locked.
  SqlWriter& free_writer() {
    {
      const std::scoped_lock lock(writers_lock_);
      for (const auto& writer : writers_)
        if (writer->lock.try_lock()) return *writer;
      if (another_ && writers_.size() < kWriters) {
        try {
          SqlWriter& made = add_writer(another_());
          made.lock.lock();
          return made;
        } catch (const SqlFailure&) {  // then those that are there have to do
        }
      }
    }
    SqlWriter& first = *all_writers().front();
    first.lock.lock();
    return first;
  }

  void settle(SqlWriter& writer) {
    Flushes::Ended ended;
    std::optional<SqlFailure> failed;
    {
      const std::scoped_lock lock(writer.lock);
      if (flushes_) flushes_->mend();
      try {
        writer.run(settle_);
      } catch (const SqlFailure& failure) {
        failed = failure;
      }
      if (flushes_) ended = flushes_->ended();
    }
    if (flushes_) flush(ended);
    if (failed) throw SqlFailure(*failed);
  }

  void flush(const Flushes::Ended& ended) {
    try {
      flushes_->flush(ended);
    } catch (const SqlFailure&) {
      const std::scoped_lock lock(all_writers().front()->lock);
      flushes_->remember();
      throw;
    }
  }

  /// Nobody is given what is not on the disk.
  template <class T, class F>
  Result<T> read(F&& fill) {
    auto result = read_at_once<T>(std::forward<F>(fill));
    if (flushes_) flushes_->wait();
    return result;
  }

  /// For what nobody can ask for before it is: secrets, which are told then.
  template <class T, class F>
  Result<T> read_at_once(F&& fill) {
    const std::scoped_lock lock(read_lock_);
    for (bool again = true;; again = false) {
      try {
        T result{};
        fill(result);
        return result;
      } catch (const SqlFailure& failure) {
        // The connection may have ended long before this.
        if (failure.kind != SqlFailure::Kind::lost || !again) return tl::unexpected<Error>(sql_error(name_, failure));
      }
    }
  }

  const std::string name_, begin_, settle_;
  const std::function<std::unique_ptr<SqlDatabase>()> another_;
  std::mutex read_lock_;
  std::mutex writers_lock_;
  std::vector<std::unique_ptr<SqlWriter>> writers_;  ///< none goes before the end
  const std::unique_ptr<SqlDatabase> reader_owned_;
  SqlDatabase& reader_ = *reader_owned_;
  const std::unique_ptr<Others> others_;    ///< null: nobody else writes
  const std::unique_ptr<Flushes> flushes_;  ///< null: the end of a transaction makes it durable
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
