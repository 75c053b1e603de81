#include "store/sqlite_database.h"

#include <sqlite3.h>

#include <utility>

namespace bastide {
namespace {

SqlFailure told(const SQLite::Exception& error) {
  using Kind = SqlFailure::Kind;
  switch (error.getErrorCode()) {
    case SQLITE_CONSTRAINT:
      return {Kind::collision, error.what()};
    case SQLITE_BUSY:
      return {Kind::busy, error.what()};
    // Without space the last page, which makes the others count, cannot have been written.
    case SQLITE_FULL:
      return {Kind::full, error.what()};
    default:
      return {Kind::broken, error.what()};
  }
}

template <class F>
auto telling(F&& f) {
  try {
    return f();
  } catch (const SQLite::Exception& error) {
    throw told(error);
  }
}

class Row : public SqlRow {
 public:
  explicit Row(SQLite::Statement& statement) : statement_(statement) {}
  bool null(int column) const override { return statement_.getColumn(column).isNull(); }
  int64_t integer(int column) const override { return statement_.getColumn(column).getInt64(); }
  double real(int column) const override { return statement_.getColumn(column).getDouble(); }
  std::string bytes(int column) const override { return statement_.getColumn(column).getString(); }

 private:
  SQLite::Statement& statement_;
};

class Statement : public SqlStatement {
 public:
  Statement(SQLite::Database& database, const std::string& text) : statement_(database, text) {}
  int run(std::span<const SqlValue> values) override {
    const Reset reset{statement_};
    return telling([&] {
      bind(values);
      return statement_.exec();
    });
  }
  void rows(const Take& take, std::span<const SqlValue> values) override {
    const Reset reset{statement_};
    telling([&] {
      bind(values);
      const Row row(statement_);
      while (statement_.executeStep()) take(row);
    });
  }

 private:
  struct Reset {
    SQLite::Statement& statement;
    ~Reset() { statement.tryReset(); }
  };
  struct Bind {
    SQLite::Statement& statement;
    int place;
    void operator()(int64_t number) const { statement.bind(place, number); }
    void operator()(double number) const { statement.bind(place, number); }
    void operator()(const std::string* text) const { statement.bind(place, *text); }
    void operator()(std::monostate) const { statement.bind(place); }
    void operator()(const Blob& blob) const {
      statement.bind(place, blob.bytes.data(), static_cast<int>(blob.bytes.size()));
    }
  };
  void bind(std::span<const SqlValue> values) {
    int place = 0;
    for (const SqlValue& value : values) std::visit(Bind{statement_, ++place}, value);
  }
  SQLite::Statement statement_;
};

class Connection : public SqlDatabase {
 public:
  explicit Connection(SQLite::Database database) : database_(std::move(database)) {}
  std::unique_ptr<SqlStatement> prepare(const std::string& text) override {
    return telling([&] { return std::make_unique<Statement>(database_, text); });
  }
  void run(const std::string& texts) override {
    telling([&] { database_.exec(texts); });
  }
  void alone() override {}  // whoever writes is
  bool in_transaction() override { return sqlite3_get_autocommit(database_.getHandle()) == 0; }

 private:
  SQLite::Database database_;
};

}  // namespace

std::unique_ptr<SqlDatabase> sql_of(SQLite::Database database) {
  return std::make_unique<Connection>(std::move(database));
}

}  // namespace bastide
