// SQLite as a database of sql.h.
#pragma once
#include <SQLiteCpp/SQLiteCpp.h>

#include <memory>

#include "store/sql.h"

namespace bastide {

std::unique_ptr<SqlDatabase> sql_of(SQLite::Database database);

}  // namespace bastide
