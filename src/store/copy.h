// All that one store has into another one that is empty: from a folder into a PostgreSQL when one machine is too small,
// or back. `place`: a folder of games, or what --db takes.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "rules/error.h"

namespace bastide {

struct Copied {
  int games = 0, events = 0, accounts = 0;
};

/// In one transaction: all of it is there afterwards, or nothing. Then every game's log is read there, and compared
/// with its hashes. `tell`: now and then, with how many rows there are so far. Errors: a server works in the folder;
/// there are games or accounts already; what the databases say.
Result<Copied> copy_store(const std::string& from, const std::string& to,
                          const std::function<void(int64_t rows)>& tell);

}  // namespace bastide
