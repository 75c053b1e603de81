#include "store/sql_writer.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <utility>

namespace bastide {
namespace {

constexpr int64_t kTouchMs = 60'000;  ///< how exact the order of lists is
constexpr std::size_t kHashBytes = 16;

Error error_of(const std::string& name, std::string message) {
  Error error;
  error.message = std::move(message);
  error.source = name;
  return error;
}

Written::Fate fate_of(SqlFailure::Kind kind, bool committing) {
  using Kind = SqlFailure::Kind;
  if (kind == Kind::busy || (kind == Kind::lost && !committing)) return Written::Fate::busy;
  if ((kind == Kind::broken || kind == Kind::lost) && committing) return Written::Fate::unknown;
  return Written::Fate::refused;
}

}  // namespace

Error sql_error(const std::string& name, const SqlFailure& failure) {
  Error error = error_of(name, fmt::format("the database says: {}", failure.what()));
  if (failure.kind == SqlFailure::Kind::full) error.expected = "free space on this disk";
  return error;
}

std::string chain(const std::string& before, const std::string& game, const StoredEvent& event) {
  const std::string text =
      fmt::format("{}{}\n{}\n{}\n{}\n{}", before, game, event.seq, event.at, event.kind, event.body);
  std::string hash(kHashBytes, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                     reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
  return hash;
}

SqlWriter::SqlWriter(const std::string& name, std::unique_ptr<SqlDatabase> database, const std::string& begin,
                     Others* others)
    : name_(name),
      owned_(std::move(database)),
      begin_(writer_, begin),
      teller_(others == nullptr ? nullptr : others->teller(writer_)) {}

std::vector<Written> SqlWriter::commit(std::span<const Append> appends) {
  std::vector<Written> results(appends.size());
  bool committing = false;
  try {
    begin_.later();
    const bool all = std::ranges::all_of(appends, [&](const Append& append) {
      Written& result = results[static_cast<std::size_t>(&append - appends.data())];
      result = write_rows(append);
      return result.kept();
    });
    if (all) {
      committing = true;
      commit_.run();
      return results;
    }
    roll_back();
  } catch (const SqlFailure& failure) {
    roll_back();
    if (failure.kind != SqlFailure::Kind::collision) return failed(std::move(results), failure, committing);
  }
  return commit_apart(appends);
}

std::vector<Written> SqlWriter::commit_apart(std::span<const Append> appends) {
  std::vector<Written> results(appends.size());
  bool committing = false;
  try {
    begin_.run();
    for (std::size_t i = 0; i < appends.size(); ++i) results[i] = write_apart(appends[i]);
    committing = true;
    commit_.run();
  } catch (const SqlFailure& failure) {
    roll_back();
    return failed(std::move(results), failure, committing);
  }
  return results;
}

std::vector<Written> SqlWriter::failed(std::vector<Written> results, const SqlFailure& failure, bool committing) const {
  for (Written& result : results)
    if (result.kept()) result = {fate_of(failure.kind, committing), sql_error(name_, failure)};
  return results;
}

void SqlWriter::roll_back() {
  try {
    if (writer_.in_transaction()) writer_.run("ROLLBACK");
  } catch (const SqlFailure&) {  // what failed before is told
  }
}

Written SqlWriter::write_apart(const Append& append) {
  savepoint_.later();
  Written result;
  try {
    result = write_rows(append);
    if (result.kept()) release_.run();
  } catch (const SqlFailure& failure) {
    // Only a collision is this append's own fault; a full or broken disk concerns the whole transaction.
    if (failure.kind != SqlFailure::Kind::collision) throw;
    result = {Written::Fate::taken, sql_error(name_, failure)};
  }
  if (!result.kept()) {
    rollback_.run();
    release_.run();
  }
  return result;
}

Written SqlWriter::write_rows(const Append& append) {
  if (append.create) {
    const GameRow& game = *append.create;
    insert_game_.later(game.id, game.created, game.updated, game.listed ? 1 : 0, game.seed, game.note.status,
                       game.note.summary);
  }
  if (append.note) set_note_.later(append.note->status, append.note->summary, append.game);
  for (const AccountChange& change : append.accounts)
    if (!account_changes_.write(change)) return {Written::Fate::taken, error_of(name_, "the account is another")};
  if (!append.rewritten.empty()) rewrite(append.game, append.rewritten);
  if (append.freed >= 0)
    for (Prepared* free : {&free_of_tokens_, &free_of_owner_}) free->later(append.game, append.freed);
  for (const SeatToken& t : append.tokens) insert_token_.later(t.hash, t.game, t.seat);
  if (append.events.empty()) return {};
  const int previous = append.events.front().seq - 1;
  std::string before;
  bool follows = previous == 0;
  const auto take = [&](const SqlRow& row) {
    follows = true;
    before = row.bytes(0);
  };
  hash_of_.rows(take, append.game, previous);
  if (!follows)
    return {Written::Fate::taken,
            error_of(name_, fmt::format("game {}: there is no entry {} to follow", append.game, previous))};
  for (const StoredEvent& e : append.events) {
    before = chain(before, append.game, e);
    insert_event_.later(append.game, e.seq, e.at, e.kind, e.body, Blob{before});
  }
  const int64_t at = append.events.back().at;
  touch_.later(at, append.game, at - kTouchMs);
  if (teller_) teller_->write(append.game, append.events.back().seq);
  return {};
}

void SqlWriter::rewrite(const std::string& game, const std::vector<StoredEvent>& rewritten) {
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
      set_event_.later(event.body, Blob{before}, game, event.seq);
    else
      set_old_event_.later(event.body, game, event.seq);
  }
}

}  // namespace bastide
