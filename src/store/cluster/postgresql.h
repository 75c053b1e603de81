// PostgreSQL as a database of sql.h, by its own C library.
#pragma once
#include <memory>
#include <string>

#include "store/sql.h"

namespace bastide {

/// Cluster::connect
std::unique_ptr<SqlDatabase> connect_postgresql(const std::string& url, const std::string& first);
/// Cluster::address
std::string postgresql_address(const std::string& url);

}  // namespace bastide
