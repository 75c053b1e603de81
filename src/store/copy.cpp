#include "store/copy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "store/event_store.h"
#include "store/folder.h"
#include "store/sql_store.h"

namespace bastide {
namespace {

/// Columns with their types: t text, i integer, r real, b bytes or nothing.
struct Table {
  const char* name;
  std::vector<const char*> columns;
  std::string_view types;
};

/// Each after those that it refers to. What servers tell each other is of no use elsewhere.
const std::array<Table, 9>& tables() {
  static const std::array<Table, 9> all = {{
      {"games", {"id", "created", "updated", "listed", "seed", "status", "summary"}, "tiiittt"},
      {"events", {"game", "seq", "at", "kind", "body", "hash"}, "tiittb"},
      {"tokens", {"hash", "game", "seat"}, "tti"},
      {"accounts", {"id", "name", "folded", "passphrase", "created", "shown"}, "ttttii"},
      {"sessions", {"hash", "id", "account", "about", "created", "seen"}, "ttttii"},
      {"account_seats", {"game", "seat", "account"}, "tit"},
      {"names_to_forget", {"game", "seat"}, "ti"},
      {"ratings", {"category", "account", "rating", "deviation", "volatility", "games", "day"}, "ttrrrii"},
      {"rated_seats",
       {"game", "seat", "account", "category", "place", "number", "day", "rating_before", "deviation_before",
        "volatility_before", "rating", "deviation", "volatility"},
       "tittiiirrrrrr"},
  }};
  return all;
}

/// One row on its way.
class Carrier {
 public:
  explicit Carrier(const Table& table) : table_(table) {}
  void take(const SqlRow& row, SqlStatement& insert) {
    texts_.assign(table_.types.size(), {});
    values_.clear();
    for (std::size_t i = 0; i < table_.types.size(); ++i) {
      const int column = static_cast<int>(i);
      texts_[i] = table_.types[i] == 't' || table_.types[i] == 'b' ? row.bytes(column) : std::string();
      switch (table_.types[i]) {
        case 't':
          values_.emplace_back(&texts_[i]);
          break;
        case 'i':
          values_.emplace_back(row.integer(column));
          break;
        case 'r':
          values_.emplace_back(row.real(column));
          break;
        default:
          if (row.null(column))
            values_.emplace_back(std::monostate());
          else
            values_.emplace_back(Blob{texts_[i]});
      }
    }
    insert.run(values_);
  }

 private:
  const Table& table_;
  std::vector<std::string> texts_;
  std::vector<SqlValue> values_;
};

bool in_postgresql(const std::string& place) {
  return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

/// A store, and what keeps others out of it.
struct Place {
  std::optional<FolderLock> lock;
  SqlParts parts;
};

/// `filled`: it has to be there.
Result<Place> open_place(const std::string& where, bool filled) {
  Place place;
  if (in_postgresql(where)) {
    BASTIDE_TRY(place.parts, postgresql_parts(where, {}));
    return place;
  }
  if (filled && !std::filesystem::exists(where + "/games.sqlite"))
    return unusable_database(where, "no games are kept there", "a folder with games.sqlite, or postgresql://HOST/NAME");
  BASTIDE_TRY(auto lock, FolderLock::take(where, false));
  place.lock.emplace(std::move(lock));
  BASTIDE_TRY(place.parts, sqlite_parts(where + "/games.sqlite", {}));
  return place;
}

int64_t count(SqlDatabase& database, const std::string& table) {
  int64_t rows = 0;
  Prepared(database, "SELECT count(*) FROM " + table).rows([&](auto& row) { rows = row.integer(0); });
  return rows;
}

void copy(SqlDatabase& from, SqlDatabase& to, const std::function<void(int64_t rows)>& tell) {
  int64_t rows = 0;
  for (const Table& table : tables()) {
    const std::string columns = fmt::format("{}", fmt::join(table.columns, ", "));
    const auto insert = to.prepare(fmt::format("INSERT INTO {} ({}) VALUES ({})", table.name, columns,
                                               fmt::join(std::vector<const char*>(table.columns.size(), "?"), ", ")));
    Carrier carrier(table);
    // A game's rows at a time: nobody holds all of them in memory.
    const auto carry = [&](const SqlRow& row) {
      carrier.take(row, *insert);
      if (++rows % 10'000 == 0) tell(rows);
    };
    if (std::string_view(table.name) != "events") {
      Prepared(from, fmt::format("SELECT {} FROM {}", columns, table.name)).rows(carry);
      continue;
    }
    std::vector<std::string> games;
    Prepared(from, "SELECT id FROM games ORDER BY id").rows([&](auto& row) { games.push_back(row.bytes(0)); });
    Prepared of_game(from, fmt::format("SELECT {} FROM events WHERE game = ? ORDER BY seq", columns));
    for (const std::string& game : games) of_game.rows(carry, game);
  }
  tell(rows);
}

}  // namespace

Result<Copied> copy_store(const std::string& from, const std::string& to,
                          const std::function<void(int64_t rows)>& tell) {
  BASTIDE_TRY(Place source, open_place(from, true));
  BASTIDE_TRY(Place target, open_place(to, false));
  SqlDatabase &reader = *source.parts.reader, &writer = *target.parts.writer;
  Copied copied;
  std::vector<std::string> games;
  bool committing = false;
  try {
    if (count(writer, "games") + count(writer, "accounts") > 0)
      return unusable_database(target.parts.name, "there are games or accounts in it already", "an empty one");
    reader.run(in_postgresql(from) ? "BEGIN ISOLATION LEVEL REPEATABLE READ" : "BEGIN");
    writer.run(target.parts.begin);
    copy(reader, writer, tell);
    copied = {static_cast<int>(count(writer, "games")), static_cast<int>(count(writer, "events")),
              static_cast<int>(count(writer, "accounts"))};
    Prepared(reader, "SELECT id FROM games").rows([&](auto& row) { games.push_back(row.bytes(0)); });
    committing = true;
    writer.run("COMMIT");
    reader.run("ROLLBACK");
  } catch (const SqlFailure& failure) {
    return unusable_database(
        fmt::format("{} to {}", source.parts.name, target.parts.name),
        fmt::format("{}; the database says: {}",
                    committing ? "all was copied, or nothing: look there" : "nothing was copied", failure.what()),
        {});
  }
  const auto there = store_of(std::move(target.parts));
  for (const std::string& game : games) {
    BASTIDE_TRY(const StoredLog log, there->events(game));
    if (!log.damage.empty()) return unusable_database(there->name(), fmt::format("game {}: {}", game, log.damage), {});
  }
  return copied;
}

}  // namespace bastide
