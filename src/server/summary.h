// GameSummary as lists show it, from what the store keeps of a game: the row's summary, which holds what seldom
// changes, and the log's last entry, which says how the game stands.
#pragma once
#include <boost/json.hpp>

#include "store/event_store.h"

namespace bastide {

/// A GameSummary with nobody online and no `you`. Errors: not what a server writes.
Result<boost::json::object> read_summary(const GameRow& row);

/// What is shown of a game that cannot be read.
boost::json::object damaged_summary(const GameRow& row);

/// Also where the seat to move plays no more. REQUIRES: a summary that has been read.
bool bot_to_move(const boost::json::object& summary);

}  // namespace bastide
