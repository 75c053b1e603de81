// SQLite's write-ahead log, kept by us instead of by whoever commits: transactions are made durable side by side, and
// the database's file is written by a thread of its own.
#pragma once
#include <SQLiteCpp/SQLiteCpp.h>

#include <memory>
#include <string>

#include "store/sql_store.h"

namespace bastide {

/// Of the only connection that writes to `file`, which ends after what this returns. Throws SQLite::Exception.
std::unique_ptr<Flushes> sqlite_flushes(SQLite::Database& writer, const std::string& file);

}  // namespace bastide
