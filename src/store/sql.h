// Prepared statements of SQLite, as the files of this folder use them.
#pragma once
#include <SQLiteCpp/SQLiteCpp.h>

#include <string>

namespace bastide {

struct Blob {
  const std::string& bytes;
};

/// A statement that is compiled once. Whatever happens, it is ready again afterwards.
class Prepared {
 public:
  Prepared(SQLite::Database& database, const std::string& text) : statement_(database, text) {}
  /// Returns how many rows it changed.
  template <class... T>
  int run(const T&... values) {
    const Reset reset{statement_};
    bind(values...);
    return statement_.exec();
  }
  /// Calls `take(statement)` for every row.
  template <class Take, class... T>
  void rows(Take&& take, const T&... values) {
    const Reset reset{statement_};
    bind(values...);
    while (statement_.executeStep()) take(statement_);
  }

 private:
  struct Reset {
    SQLite::Statement& statement;
    ~Reset() { statement.tryReset(); }
  };
  template <class... T>
  void bind(const T&... values) {
    int i = 0;
    (bind_one(++i, values), ...);
  }
  template <class T>
  void bind_one(int i, const T& value) {
    statement_.bind(i, value);
  }
  void bind_one(int i, const Blob& blob) { statement_.bind(i, blob.bytes.data(), static_cast<int>(blob.bytes.size())); }
  SQLite::Statement statement_;
};

}  // namespace bastide
