// The JSON Schema validator (valijson) behind one function. Its templates take long to compile, hence a file of their
// own.
#include "server/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#pragma GCC diagnostic pop

namespace bastide {
namespace {

namespace json = boost::json;

struct Definition {
  valijson::Schema schema;
  /// Where it is one of several definitions, each with a `type` of its own: which of them, by that type.
  std::map<std::string, std::string, std::less<>> by_type;
};

/// To try all of several with a message would take longer than anything else that is done with it.
std::map<std::string, std::string, std::less<>> by_type(const json::object& definitions,
                                                        const json::value& definition) {
  const json::value* several = definition.as_object().if_contains("oneOf");
  if (several == nullptr) return {};
  std::map<std::string, std::string, std::less<>> found;
  for (const json::value& one : several->as_array()) {
    const json::value* reference = one.as_object().if_contains("$ref");
    if (reference == nullptr) return {};
    const std::string name(std::string_view(reference->as_string()).substr(std::string_view("#/definitions/").size()));
    boost::system::error_code none;
    const json::value* type = definitions.at(name).find_pointer("/properties/type/const", none);
    const json::value* required = definitions.at(name).as_object().if_contains("required");
    if (type == nullptr || required == nullptr || !std::ranges::count(required->as_array(), json::value("type")) ||
        !found.emplace(type->as_string(), name).second)
      return {};
  }
  return found;
}

/// One definition: everything, with that definition as the root.
const Definition& definition_of(std::string_view definition) {
  static std::mutex lock;
  static std::map<std::string, Definition, std::less<>> compiled;
  const std::scoped_lock guard(lock);
  if (const auto found = compiled.find(definition); found != compiled.end()) return found->second;
  json::object root = json::parse(protocol_schema()).as_object();
  root.erase("oneOf");
  const json::value document = {{"definitions", root.at("definitions")},
                                {"allOf", {{{"$ref", fmt::format("#/definitions/{}", definition)}}}}};
  Definition& made = compiled[std::string(definition)];
  valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
  parser.populateSchema(valijson::adapters::BoostJsonAdapter(document), made.schema);
  const json::object& definitions = root.at("definitions").as_object();
  made.by_type = by_type(definitions, definitions.at(definition));
  return made;
}

}  // namespace

Result<void> check_message(std::string_view definition, const json::value& value) {
  const Definition& wanted = definition_of(definition);
  if (const json::value* type = value.is_object() ? value.as_object().if_contains("type") : nullptr;
      type != nullptr && type->is_string())
    if (const auto one = wanted.by_type.find(std::string_view(type->as_string())); one != wanted.by_type.end())
      return check_message(one->second, value);
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  valijson::ValidationResults results;
  if (validator.validate(wanted.schema, valijson::adapters::BoostJsonAdapter(value), &results)) return {};
  // The last error is the outermost, the first the most particular.
  std::string where, what = "it does not fit";
  valijson::ValidationResults::Error error;
  if (results.popError(error)) {
    for (const std::string& part : error.context) where += part == "<root>" ? "" : part;
    what = error.description;
  }
  Error refusal;
  refusal.message =
      fmt::format("this is no valid {}{}: {}", definition, where.empty() ? "" : fmt::format(", at {}", where), what);
  refusal.expected = fmt::format("what the definition {} of protocol.schema.json says", definition);
  return tl::unexpected<Error>(std::move(refusal));
}

Result<json::value> read_message(std::string_view definition, std::string_view text) {
  boost::system::error_code error;
  json::value value = json::parse(text, error);
  if (error) {
    Error refusal;
    refusal.message = fmt::format("this is no JSON: {}", error.message());
    refusal.expected = fmt::format("a {} as JSON", definition);
    return tl::unexpected<Error>(std::move(refusal));
  }
  BASTIDE_CHECK(check_message(definition, value));
  return value;
}

}  // namespace bastide
