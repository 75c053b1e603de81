#include "server/time_control.h"

namespace bastide {

namespace json = boost::json;

json::object time_control_json(const TimeControl& control) {
  if (control.each > 0) return {{"each", control.each / 1000}};
  return {{"stock", control.stock / 1000}, {"increment", control.increment / 1000}};
}

TimeControl time_control_from(const json::object& object) {
  const auto milliseconds = [&](const char* name) {
    const json::value* seconds = object.if_contains(name);
    return seconds != nullptr ? seconds->to_number<int64_t>() * 1000 : 0;
  };
  return {milliseconds("stock"), milliseconds("increment"), milliseconds("each")};
}

}  // namespace bastide
