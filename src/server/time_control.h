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

/// What somebody wishes for the clock of a game that is played, in milliseconds: that it stands still for so long, or
/// so much for each decision from now on.
struct ClockWish {
  int64_t pause = 0, each = 0;
};

/// {stock, increment} or {each} in seconds; nothing of it: no clock.
boost::json::object time_control_json(const TimeControl& control);
/// REQUIRES: such an object.
TimeControl time_control_from(const boost::json::object& object);
/// {pause} or {each} in seconds.
boost::json::object clock_wish_json(const ClockWish& wish);
/// REQUIRES: an object of these; more or less of them is more or less of a wish.
ClockWish clock_wish_from(const boost::json::object& object);

}  // namespace bastide
