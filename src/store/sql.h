// A database that speaks SQL, as the files of this folder use it: SQLite (sqlite_database.h) or PostgreSQL (cluster.h).
// Texts of statements are those that both understand: values stand as `?`, or `?1` where one is used twice.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace bastide {

/// Thrown by every function here. what(): what the database said.
struct SqlFailure : std::runtime_error {
  enum class Kind : uint8_t {
    collision,  ///< the row is there already, or what it refers to is not: this statement's own fault
    busy,       ///< another one holds what this needs. Later it may work
    full,       ///< no space
    refused,    ///< the database did not do it
    broken,     ///< the disk failed: at the end of a transaction it may be kept, or not
    lost        ///< the connection ended: so too. Before that end nothing is kept, and later it may work
  };
  SqlFailure(Kind is, const std::string& said) : std::runtime_error(said), kind(is) {}
  Kind kind;
};

struct Blob {
  const std::string& bytes;
};
using SqlValue = std::variant<int64_t, double, const std::string*, Blob, std::monostate>;  ///< the last: no value

/// Columns count from 0. What is no value reads as 0 or empty.
class SqlRow {
 public:
  virtual ~SqlRow() = default;
  virtual bool null(int column) const = 0;
  virtual int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual std::string bytes(int column) const = 0;  ///< of a text, or a blob
  int number(int column) const { return static_cast<int>(integer(column)); }
};

/// A statement that is compiled once. Whatever happens, it is ready again afterwards.
class SqlStatement {
 public:
  using Take = std::function<void(const SqlRow&)>;
  virtual ~SqlStatement() = default;
  /// Returns how many rows it changed.
  virtual int run(std::span<const SqlValue> values) = 0;
  /// As run, but need not wait for the database: what fails is thrown by whatever of this connection is waited for
  /// next, and what is asked after it in the same transaction is not done.
  virtual void later(std::span<const SqlValue> values) { run(values); }
  virtual void rows(const Take& take, std::span<const SqlValue> values) = 0;
};

/// One connection. Not for two threads at once.
class SqlDatabase {
 public:
  virtual ~SqlDatabase() = default;
  virtual std::unique_ptr<SqlStatement> prepare(const std::string& text) = 0;
  /// Statements without values, one after the other.
  virtual void run(const std::string& texts) = 0;
  /// In a transaction: until its end no other writer is past this.
  virtual void alone() = 0;
  /// Whether one is open that has to be rolled back; waits for what was asked later, whatever becomes of it.
  virtual bool in_transaction() = 0;
};

/// A statement with the values of C++.
class Prepared {
 public:
  Prepared(SqlDatabase& database, const std::string& text) : statement_(database.prepare(text)) {}
  template <class... T>
  int run(const T&... values) {
    const std::array<SqlValue, sizeof...(T)> given = {value(values)...};
    return statement_->run(given);
  }
  template <class... T>
  void later(const T&... values) {
    const std::array<SqlValue, sizeof...(T)> given = {value(values)...};
    statement_->later(given);
  }
  /// Calls `take(const SqlRow&)` for every row.
  template <class Take, class... T>
  void rows(Take&& take, const T&... values) {
    const std::array<SqlValue, sizeof...(T)> given = {value(values)...};
    statement_->rows(std::forward<Take>(take), given);
  }

 private:
  static SqlValue value(const std::string& text) { return &text; }
  static SqlValue value(int64_t number) { return number; }
  static SqlValue value(int number) { return int64_t{number}; }
  static SqlValue value(double number) { return number; }
  static SqlValue value(const Blob& blob) { return blob; }

  std::unique_ptr<SqlStatement> statement_;
};

}  // namespace bastide
