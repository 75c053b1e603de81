#include "server/described.h"

#include <algorithm>
#include <set>

#include "server/schema.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr std::string_view kThere = "#/components/schemas/", kHere = "#/definitions/";

/// Calls `use` with the name of each definition that a value refers to.
template <class F>
void for_each_reference(const json::value& value, std::string_view before, F&& use) {
  if (const auto* array = value.if_array())
    for (const json::value& each : *array) for_each_reference(each, before, use);
  const auto* object = value.if_object();
  if (object == nullptr) return;
  for (const auto& [key, each] : *object) {
    const auto* name = key == "$ref" ? each.if_string() : nullptr;
    if (name != nullptr && std::string_view(*name).starts_with(before))
      use(std::string_view(*name).substr(before.size()));
    else
      for_each_reference(each, before, use);
  }
}

/// References as they are in the new document; `tuples`: a list of items is called so since JSON Schema 2020-12.
void move_in(json::value& value, bool tuples) {
  if (auto* array = value.if_array())
    for (json::value& each : *array) move_in(each, tuples);
  auto* object = value.if_object();
  if (object == nullptr) return;
  for (auto& [key, each] : *object) {
    auto* name = key == "$ref" ? each.if_string() : nullptr;
    if (name != nullptr && std::string_view(*name).starts_with(kHere))
      *name = std::string(kThere) + std::string(std::string_view(*name).substr(kHere.size()));
    else
      move_in(each, tuples);
  }
  if (auto* items = object->if_contains("items"); tuples && items != nullptr && items->is_array()) {
    json::value list = std::move(*items);
    object->erase("items");
    (*object)["prefixItems"] = std::move(list);
  }
}

/// Puts in every definition that it names.
void add_schemas(json::object& document, bool tuples) {
  const json::value schema = json::parse(protocol_schema());
  const json::object& all = schema.at("definitions").as_object();
  std::set<std::string, std::less<>> wanted;
  std::vector<std::string> found;
  const auto want = [&](std::string_view name) {
    if (wanted.emplace(name).second) found.emplace_back(name);
  };
  for_each_reference(document, kThere, want);
  for (std::size_t i = 0; i < found.size(); ++i) for_each_reference(all.at(std::string(found[i])), kHere, want);
  json::object schemas;
  for (const auto& [name, definition] : all)
    if (wanted.contains(std::string_view(name))) move_in(schemas.emplace(name, definition).first->value(), tuples);
  document["components"].as_object()["schemas"] = std::move(schemas);
}

/// What can come of any request stands in the file once.
void add_common_answers(json::object& document) {
  const json::object common = document.at("x-every-operation").as_object();
  document.erase("x-every-operation");
  for (auto& [path, item] : document.at("paths").as_object())
    for (auto& [method, operation] : item.as_object())
      for (const auto& [status, answer] : common)
        operation.at("responses").as_object().emplace(status, answer);  // unless it has its own
}

std::vector<Route> all_routes() {
  std::vector<Route> routes;
  for (const auto& [path, item] : openapi().at("paths").as_object()) {
    Route route{path, {}, item.as_object().contains("get"), item.as_object().contains("post")};
    for (std::size_t at = 1; at <= route.path.size();) {
      const std::size_t end = std::min(route.path.find('/', at), route.path.size());
      route.parts.push_back(route.path.substr(at, end - at));
      at = end + 1;
    }
    routes.push_back(std::move(route));
  }
  return routes;
}

bool part_fits(const std::string& part, const std::string& segment) {
  if (!part.starts_with('{')) return part == segment;
  const std::string_view rest = std::string_view(part).substr(part.find('}') + 1);
  return segment.size() > rest.size() && segment.ends_with(rest);
}

}  // namespace

const json::object& openapi() {
  static const json::object document = [] {
    json::object made = json::parse(openapi_text()).as_object();
    add_common_answers(made);
    add_schemas(made, true);
    return made;
  }();
  return document;
}

const json::object& asyncapi() {
  static const json::object document = [] {
    json::object made = json::parse(asyncapi_text()).as_object();
    add_schemas(made, false);  // AsyncAPI takes schemas as draft 7
    return made;
  }();
  return document;
}

std::string Route::allowed() const {
  return get && post ? "GET, HEAD, POST" : get ? "GET, HEAD" : "POST";
}

const Route* route_of(const std::vector<std::string>& segments) {
  static const std::vector<Route> routes = all_routes();
  for (const Route& route : routes)  // names come before patterns where both fit
    if (route.parts.size() == segments.size() &&
        std::equal(route.parts.begin(), route.parts.end(), segments.begin(), part_fits))
      return &route;
  return nullptr;
}

}  // namespace bastide
