// How long the seats of a game may think. Durations are measured by the monotonic clock of the process that they end in
// (Lobby); the log keeps what they came to.
#pragma once
#include <boost/json.hpp>
#include <cstdint>

namespace bastide {

/// All in milliseconds. Either a stock for the whole game that grows with each turn (Fischer), or so much for each
/// decision (correspondence), or nothing at all: no clock.
struct TimeControl {
  int64_t stock = 0;
  int64_t increment = 0;  ///< for each turn of one's own, when it has ended
  int64_t each = 0;

  bool any() const { return stock > 0 || each > 0; }
};

/// {stock, increment} or {each} in seconds; nothing of it: no clock.
boost::json::object time_control_json(const TimeControl& control);
/// REQUIRES: such an object.
TimeControl time_control_from(const boost::json::object& object);

}  // namespace bastide
