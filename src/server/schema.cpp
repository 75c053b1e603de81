// The JSON Schema validator (valijson) behind one function. Its templates take long to compile, hence a file of their
// own.
#include "server/schema.h"

#include <fmt/format.h>

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

/// The schema of one definition: everything, with that definition as the root.
const valijson::Schema& schema_of(std::string_view definition) {
  static std::mutex lock;
  static std::map<std::string, valijson::Schema, std::less<>> compiled;
  const std::scoped_lock guard(lock);
  if (const auto found = compiled.find(definition); found != compiled.end()) return found->second;
  json::object root = json::parse(protocol_schema()).as_object();
  root.erase("oneOf");
  const json::value document = {{"definitions", root.at("definitions")},
                                {"allOf", {{{"$ref", fmt::format("#/definitions/{}", definition)}}}}};
  valijson::Schema& schema = compiled[std::string(definition)];
  valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
  parser.populateSchema(valijson::adapters::BoostJsonAdapter(document), schema);
  return schema;
}

}  // namespace

Result<void> check_message(std::string_view definition, const json::value& value) {
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  valijson::ValidationResults results;
  if (validator.validate(schema_of(definition), valijson::adapters::BoostJsonAdapter(value), &results)) return {};
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
