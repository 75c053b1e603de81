#include "server/made_up.h"

#include <fmt/format.h>

#include "server/described.h"
#include "server/held.h"
#include "server/schema.h"

namespace bastide::test {
namespace {

const json::object& definitions() {
  static const json::value schema = json::parse(protocol_schema());
  return schema.at("definitions").as_object();
}

int64_t bound(const json::object& schema, const char* name, int64_t otherwise) {
  const json::value* found = schema.if_contains(name);
  return found == nullptr ? otherwise : found->to_number<int64_t>();
}

std::string percent(const std::string& text) {
  std::string coded;
  for (const char c : text)
    coded += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' || c == '~' || c == '_'
                 ? std::string(1, c)
                 : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return coded;
}

std::string as_text(const json::value& value) {
  return value.is_string() ? text(value) : json::serialize(value);
}

}  // namespace

json::value MadeUp::value(const json::value& schema, const std::string& name) {
  if (once_in(80)) return anything();
  const json::object& of = schema.as_object();
  if (const auto found = known_.find(name); found != known_.end() && !found->second.empty() && !once_in(6))
    return one_of(found->second);
  if (const json::value* reference = of.if_contains("$ref")) {
    const std::string whole = text(*reference);
    return value(definitions().at(whole.substr(whole.rfind('/') + 1)), name);
  }
  if (const json::value* only = of.if_contains("const")) return *only;
  for (const char* choice : {"enum", "oneOf", "anyOf"})
    if (const json::value* all = of.if_contains(choice)) {
      const json::value& one = all->at(rng_.below(static_cast<uint32_t>(all->as_array().size())));
      return choice == std::string_view("enum") ? one : value(one, name);
    }
  const json::value* types = of.if_contains("type");
  if (types == nullptr) return anything();
  const std::string type =
      text(types->is_array() ? types->at(rng_.below(static_cast<uint32_t>(types->as_array().size()))) : *types);
  if (type == "object") return object(of, name);
  if (type == "array") return array(of, name);
  if (type == "integer" || type == "number") return integer(of);
  if (type == "boolean") return once_in(2);
  if (type == "null") return nullptr;
  return json::string(words(of));
}

json::value MadeUp::object(const json::object& schema, const std::string& name) {
  json::object made;
  const json::value* required = schema.if_contains("required");
  const auto needs = [&](std::string_view member) {
    return required != nullptr &&
           std::ranges::any_of(required->as_array(), [&](auto& r) { return r.as_string() == member; });
  };
  if (const json::value* members = schema.if_contains("properties"))
    for (const auto& [member, of] : members->as_object())
      if (needs(member) ? !once_in(40) : once_in(2)) made[member] = value(of, member);
  const json::value* others = schema.if_contains("additionalProperties");
  if (others != nullptr && others->is_object())
    for (uint32_t left = rng_.below(4); left > 0; --left) made[words({})] = value(*others, name);
  if (once_in(40)) made[words({})] = anything();
  return made;
}

json::value MadeUp::array(const json::object& schema, const std::string& name) {
  const int64_t most = bound(schema, "maxItems", 300);
  json::array made;
  for (int64_t left = once_in(60) ? most + rng_.below(2) : rng_.below(5); left > 0; --left)
    made.push_back(schema.contains("items") ? value(schema.at("items"), name) : anything());
  return made;
}

json::value MadeUp::integer(const json::object& schema) {
  const int64_t least = bound(schema, "minimum", -5), most = bound(schema, "maximum", 1 << 20);
  switch (rng_.below(40)) {
    case 0:
      return least;
    case 1:
      return most;
    case 2:
      return least - 1;
    case 3:
      return most + 1;
    default:
      return std::min(most, std::max<int64_t>(least, 0) + rng_.below(once_in(3) ? 100 : 4));
  }
}

std::string MadeUp::words(const json::object& schema) {
  if (schema.contains("pattern")) {  // there is one: of a hash
    std::string hash(64, '0');
    for (char& c : hash) c = "0123456789abcdef"[rng_.below(16)];
    return hash;
  }
  const int64_t least = bound(schema, "minLength", 0), most = bound(schema, "maxLength", 20'000);
  int64_t length = least + rng_.below(12);
  if (once_in(40)) length = most;
  if (once_in(40)) length = most + 1;
  static const std::vector<std::string> kParts = {"a",      "B",   "7", " ",  "-", ",", "draw", "\n", "/",   "é",
                                                  "\u202e", "<b>", "'", "\"", "0", "%", "😀",    ";",  "{x}", ".."};
  std::string made;
  for (int64_t i = 0; i < length; ++i) made += one_of(kParts);
  return made;
}

json::value MadeUp::anything() {
  switch (rng_.below(10)) {
    case 0:
      return nullptr;
    case 1:
      return true;
    case 2:
      return -1;
    case 3:
      return 1e300;
    case 4:
      return 9'223'372'036'854'775'807;
    case 5:
      return json::array{};
    case 6:
      return json::object{};
    case 7: {
      json::value deep = 1;
      for (uint32_t left = rng_.below(40); left > 0; --left) deep = json::array{deep};
      return deep;
    }
    case 8:
      return json::string(std::string("zero \0 inside", 13));
    default:
      return json::string(words({}));
  }
}

std::string MadeUp::target(const std::string& path, const json::value& operation) {
  std::string made = path, query;
  const json::value* parameters = operation.as_object().if_contains("parameters");
  for (const json::value& each : parameters == nullptr ? json::array() : parameters->as_array()) {
    const json::value& parameter = *resolved(each);
    const std::string name = text(parameter.at("name")), in = text(parameter.at("in"));
    if (in == "header") continue;
    std::string with = as_text(value(parameter.at("schema"), name));
    if (once_in(20)) with = spoiled(with);
    if (in == "query" && once_in(2)) query += fmt::format("{}{}={}", query.empty() ? "?" : "&", name, percent(with));
    if (in != "path") continue;
    const std::string gap = "{" + name + "}";
    made.replace(made.find(gap), gap.size(), with.empty() ? "x" : percent(with));
  }
  return made + query;
}

std::string MadeUp::spoiled(std::string text) {
  for (uint32_t changes = 1 + rng_.below(4); changes > 0; --changes) {
    const std::size_t at = rng_.below(static_cast<uint32_t>(text.size()) + 1);
    switch (rng_.below(4)) {
      case 0:
        text.insert(at, 1, static_cast<char>(rng_.below(256)));
        break;
      case 1:
        text.erase(at, 1 + rng_.below(8));
        break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(32 + rng_.below(95));
        break;
      default:
        text.insert(at, text.substr(at, 1 + rng_.below(30)));
    }
  }
  return text;
}

}  // namespace bastide::test
