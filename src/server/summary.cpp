#include "server/summary.h"

#include "server/live_game.h"
#include "server/messages.h"

namespace bastide {

namespace json = boost::json;

Result<json::object> read_summary(const GameRow& row) {
  try {
    json::object summary = json::parse(row.note.summary).as_object();
    if (summary.at("game").as_string() != row.id) return failure("it is another game's");
    for (const char* text : {"preset", "presetName", "status"}) static_cast<void>(summary.at(text).as_string());
    for (const json::value& seat : summary.at("seats").as_array())
      static_cast<void>(seat.at("kind").as_string().size() + seat.at("name").as_string().size());
    const json::value last = json::parse(row.last);  // there is always one
    if (const json::value* standing = last.as_object().if_contains("now")) bring_up_to(summary, standing->as_object());
    if (const json::value& seat = summary.at("toMove"); !seat.is_null())
      static_cast<void>(summary.at("seats").at(seat.to_number<std::size_t>()));
    summary["updated"] = iso_time(row.updated);
    return summary;
  } catch (const std::exception& error) {
    return failure(error.what());
  }
}

json::object damaged_summary(const GameRow& row) {
  return {{"game", row.id},
          {"preset", ""},
          {"presetName", ""},
          {"changed", json::array{}},
          {"seats", json::array{}},
          {"status", "damaged"},
          {"turn", 0},
          {"turns", 0},
          {"toMove", nullptr},
          {"created", iso_time(row.created)},
          {"updated", iso_time(row.updated)},
          {"you", json::array{}}};
}

bool bot_to_move(const json::object& summary) {
  const json::value& seat = summary.at("toMove");
  if (seat.is_null()) return false;
  const json::object& mover = summary.at("seats").at(seat.to_number<std::size_t>()).as_object();
  return mover.at("kind") == "bot" || mover.contains("gone") || mover.contains("standIn");
}

}  // namespace bastide
