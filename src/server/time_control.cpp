#include "server/time_control.h"

namespace bastide {

namespace json = boost::json;

namespace {

int64_t milliseconds(const json::object& object, const char* name) {
  const json::value* seconds = object.if_contains(name);
  return seconds != nullptr ? seconds->to_number<int64_t>() * 1000 : 0;
}

}  // namespace

json::object time_control_json(const TimeControl& control) {
  if (control.each > 0) return {{"each", control.each / 1000}};
  return {{"stock", control.stock / 1000}, {"increment", control.increment / 1000}};
}

TimeControl time_control_from(const json::object& object) {
  return {milliseconds(object, "stock"), milliseconds(object, "increment"), milliseconds(object, "each")};
}

json::object clock_wish_json(const ClockWish& wish) {
  if (wish.pause > 0) return {{"pause", wish.pause / 1000}};
  return {{"each", wish.each / 1000}};
}

ClockWish clock_wish_from(const json::object& object) {
  return {milliseconds(object, "pause"), milliseconds(object, "each")};
}

}  // namespace bastide
