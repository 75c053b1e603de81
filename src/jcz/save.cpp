#include "jcz/save.h"

#include <fmt/format.h>

namespace bastide::jcz {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostEntries = 20000;
constexpr std::string_view kEnd = "#END";  // of a draw order: the game ends there

/// What is wrong with a member, thrown inside this file only.
struct Wrong {
  std::string where, what;
};

[[noreturn]] void wrong(const std::string& where, std::string what) {
  throw Wrong{where, std::move(what)};
}

const json::object& as_object(const json::value& value, const std::string& where) {
  if (!value.is_object()) wrong(where, "an object");
  return value.get_object();
}

const json::array& as_array(const json::value& value, const std::string& where) {
  if (!value.is_array()) wrong(where, "a list");
  return value.get_array();
}

std::string as_text(const json::value& value, const std::string& where) {
  if (!value.is_string()) wrong(where, "a text");
  return std::string(value.get_string());
}

int as_number(const json::value& value, const std::string& where) {
  constexpr double kMost = 1e6;
  double number = kMost + 1;
  if (value.is_int64()) number = static_cast<double>(value.get_int64());
  if (value.is_double()) number = value.get_double();
  if (number < -kMost || number > kMost) wrong(where, "a number");
  return static_cast<int>(number);
}

/// null is as if it were not there
const json::value* find(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

const json::value& need(const json::object& object, std::string_view key, const std::string& where) {
  if (const json::value* value = find(object, key)) return *value;
  wrong(where, fmt::format("a member '{}'", key));
}

/// 7.0 is 7
std::string plain(const json::value& value) {
  if (value.is_string()) return std::string(value.get_string());
  if (value.is_double() && value.get_double() == static_cast<double>(static_cast<int>(value.get_double())))
    return std::to_string(static_cast<int>(value.get_double()));
  return json::serialize(value);
}

std::map<std::string, std::string> read_values(const json::object& setup, std::string_view key) {
  std::map<std::string, std::string> values;
  const std::string where = fmt::format("setup.{}", key);
  if (const json::value* member = find(setup, key))
    for (const auto& [name, value] : as_object(*member, where))
      if (!value.is_null()) values[name] = plain(value);
  return values;
}

Setup read_setup(const json::object& setup) {
  Setup out;
  for (const auto& [name, count] : as_object(need(setup, "sets", "setup"), "setup.sets"))
    out.sets[name] = as_number(count, fmt::format("setup.sets.{}", std::string_view(name)));
  out.elements = read_values(setup, "elements");
  out.rules = read_values(setup, "rules");
  if (const json::value* addons = find(setup, "addons"); addons && addons->is_object())
    for (const auto& [name, version] : addons->get_object()) out.addons.emplace_back(name);
  if (const json::value* addons = find(setup, "addons"); addons && addons->is_array())
    for (const json::value& name : addons->get_array()) out.addons.push_back(plain(name));
  const json::value* start = find(setup, "start");
  for (std::size_t i = 0; start && i < as_array(*start, "setup.start").size(); ++i) {
    const std::string where = fmt::format("setup.start[{}]", i);
    const json::object& tile = as_object(start->get_array()[i], where);
    StartTile placed{.tile = as_text(need(tile, "tile", where), where + ".tile"),
                     .x = as_number(need(tile, "x", where), where + ".x"),
                     .y = as_number(need(tile, "y", where), where + ".y")};
    if (const json::value* rotation = find(tile, "rotation")) placed.quarters = as_number(*rotation, where);
    if (placed.quarters >= 90) placed.quarters /= 90;
    if (placed.quarters < 0 || placed.quarters > 3) wrong(where + ".rotation", "quarter turns from 0 to 3");
    out.start.push_back(std::move(placed));
  }
  return out;
}

Entry read_entry(const json::value& value, const std::string& where) {
  const json::object& object = as_object(value, where);
  Entry entry{.type = as_text(need(object, "type", where), where + ".type"), .payload = {}};
  if (const json::value* payload = find(object, "payload")) entry.payload = as_object(*payload, where + ".payload");
  if (const json::value* player = find(object, "player")) entry.player = as_number(*player, where + ".player");
  return entry;
}

void read_annotations(const json::object& annotations, Save& save) {
  if (const json::value* order = find(annotations, "drawOrder"))
    for (const json::value& tile : as_array(*order, "gameAnnotations.drawOrder"))
      save.draw_order.push_back(as_text(tile, "gameAnnotations.drawOrder"));
  if (const json::value* end = find(annotations, "endTurn")) save.draws = as_number(*end, "gameAnnotations.endTurn");
  if (save.draw_order.empty() || save.draw_order.back() != kEnd) return;
  save.draw_order.pop_back();
  save.draws = static_cast<int>(save.draw_order.size());
}

void read_test(const json::object& test, Save& save) {
  if (const json::value* text = find(test, "description")) save.description = as_text(*text, "test.description");
  if (const json::value* list = find(test, "assertions"))
    for (const json::value& line : as_array(*list, "test.assertions"))
      save.assertions.push_back(as_text(line, "test.assertions"));
}

Save read_save(const json::object& file) {
  Save save;
  if (const json::value* version = find(file, "appVersion")) save.version = plain(*version);
  const json::object& setup = as_object(need(file, "setup", "the file"), "setup");
  if (find(setup, "expansions") || save.version.starts_with("4."))
    wrong("the file", "a game saved by version 5 or later");
  save.setup = read_setup(setup);
  for (const json::value& player : as_array(need(file, "players", "the file"), "players"))
    save.players.push_back(as_text(need(as_object(player, "players"), "name", "players"), "players.name"));
  const json::array& replay = as_array(need(file, "replay", "the file"), "replay");
  if (replay.size() > kMostEntries) wrong("replay", fmt::format("at most {} moves", kMostEntries));
  for (std::size_t i = 0; i < replay.size(); ++i)
    save.replay.push_back(read_entry(replay[i], fmt::format("replay entry {}", i + 1)));
  if (const json::value* annotations = find(file, "gameAnnotations"))
    read_annotations(as_object(*annotations, "gameAnnotations"), save);
  if (const json::value* test = find(file, "test")) read_test(as_object(*test, "test"), save);
  return save;
}

/// Whether a value stands on a line of its own.
bool fits_a_line(const json::value& value) {
  if (value.is_array()) {
    for (const json::value& item : value.get_array())
      if (item.is_array() || item.is_object()) return false;
    return value.get_array().size() <= 2;
  }
  return !value.is_object() || value.get_object().empty();
}

void write_value(const json::value& value, const std::string& indent, std::string& out) {
  if (fits_a_line(value)) {
    out += json::serialize(value);
    return;
  }
  const std::string inner = indent + "  ";
  const bool list = value.is_array();
  std::string_view between = list ? "[\n" : "{\n";
  if (list) {
    for (const json::value& item : value.get_array()) {
      out += fmt::format("{}{}", between, inner);
      write_value(item, inner, out);
      between = ",\n";
    }
  } else {
    for (const auto& [key, item] : value.get_object()) {
      out += fmt::format("{}{}{}: ", between, inner, json::serialize(json::string(key)));
      write_value(item, inner, out);
      between = ",\n";
    }
  }
  out += fmt::format("\n{}{}", indent, list ? "]" : "}");
}

/// "true" and "7" are no texts.
json::object values_of(const std::map<std::string, std::string>& values) {
  json::object out;
  for (const auto& [name, value] : values) {
    if (value == "true" || value == "false")
      out[name] = value == "true";
    else if (!value.empty() && value.size() < 5 && value.find_first_not_of("0123456789") == std::string::npos)
      out[name] = std::stoi(value);
    else
      out[name] = value;
  }
  return out;
}

}  // namespace

tl::unexpected<Error> refuse(std::string message, std::string expected, std::string rule) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.rule = std::move(rule);
  return tl::unexpected<Error>(std::move(error));
}

Result<Save> parse_save(std::string_view text) {
  boost::system::error_code code;
  json::parse_options options;
  options.max_depth = 16;
  const json::value file = json::parse(text, code, {}, options);
  if (code) return refuse("this is not JSON: " + code.message(), "a file NAME.jcz");
  try {
    return read_save(as_object(file, "the file"));
  } catch (const Wrong& problem) {
    return refuse(problem.where + " is not as it should be", problem.what);
  }
}

std::string write_save(const Save& save) {
  json::object file, setup;
  json::array players, replay, order, start, assertions;
  setup["sets"] = json::value_from(save.setup.sets);
  setup["elements"] = values_of(save.setup.elements);
  json::object rules;
  for (const auto& [name, value] : save.setup.rules) {
    if (value == "true" || value == "false")
      rules[name] = value == "true";
    else
      rules[name] = value;
  }
  setup["rules"] = std::move(rules);
  setup["timer"] = nullptr;
  for (const StartTile& tile : save.setup.start)
    start.push_back({{"tile", tile.tile}, {"x", tile.x}, {"y", tile.y}, {"rotation", tile.quarters}});
  setup["start"] = std::move(start);
  setup["options"] = json::object();
  int slot = 0;
  for (const std::string& name : save.players) players.push_back({{"name", name}, {"slot", slot++}});
  int clock = 0;
  for (const Entry& entry : save.replay)
    replay.push_back(
        {{"type", entry.type}, {"payload", entry.payload}, {"player", entry.player}, {"clock", clock += 1000}});
  for (const std::string& tile : save.draw_order) order.push_back(json::string(tile));
  file["appVersion"] = save.version;
  file["gameId"] = "1";
  file["name"] = "";
  file["initialRandom"] = 0.0;
  file["created"] = "1970-01-01T00:00:00.000Z";
  file["clock"] = clock;
  if (!save.description.empty() || !save.assertions.empty()) {
    for (const std::string& line : save.assertions) assertions.push_back(json::string(line));
    file["test"] = {{"description", save.description}, {"assertions", std::move(assertions)}};
  }
  file["setup"] = std::move(setup);
  file["players"] = std::move(players);
  file["chat"] = json::array();
  file["replay"] = std::move(replay);
  json::object annotations{{"drawOrder", std::move(order)}};
  if (save.draws) annotations["endTurn"] = *save.draws;
  file["gameAnnotations"] = std::move(annotations);
  std::string out;
  write_value(file, "", out);
  return out + "\n";
}

std::string name_of_entry(const Save& save, std::size_t entry) {
  return fmt::format("replay entry {} ({})", entry + 1, save.replay[entry].type);
}

}  // namespace bastide::jcz
