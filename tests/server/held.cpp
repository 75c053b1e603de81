#include "server/held.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <set>

#include "server/answer.h"
#include "server/described.h"
#include "server/schema.h"
#include "short_form.h"

namespace bastide::test {
namespace {

/// What any answer has.
const std::set<std::string, std::less<>> kCommonHeaders{"server",
                                                        "cache-control",
                                                        "vary",
                                                        "x-content-type-options",
                                                        "connection",
                                                        "content-length",
                                                        "content-encoding",
                                                        "content-type",
                                                        "referrer-policy",
                                                        "cross-origin-opener-policy",
                                                        "x-frame-options",
                                                        "content-security-policy",
                                                        "x-request-id"};

const json::value* member(const json::value& object, std::string_view name) {
  return object.is_object() ? object.as_object().if_contains(name) : nullptr;
}

/// Below the server's own addresses, not the client's files.
bool of_the_server(const Target& target) {
  static const std::set<std::string, std::less<>> kFirst{"api", "art", "ws", "healthz", "readyz", "metrics"};
  return !target.segments.empty() && kFirst.contains(target.segments[0]);
}

const json::value* operation_of(const std::string& method, const Target& target) {
  const Route* route = route_of(target.segments);
  if (route == nullptr) return nullptr;
  return member(openapi().at("paths").at(route->path), method == "POST" ? "post" : "get");
}

bool known(const std::string& method) {
  return method == "GET" || method == "HEAD" || method == "POST";
}

std::string definition_in(const json::value& content) {
  const json::value* schema = content.as_object().if_contains("schema");
  const json::value* reference = schema == nullptr ? nullptr : member(*schema, "$ref");
  if (reference == nullptr) return {};
  const std::string whole = text(*reference);
  return whole.substr(whole.rfind('/') + 1);
}

void fits(const std::string& definition, const std::string& body, const std::string& what) {
  if (!one_of(8)) return;
  json::error_code error;
  const json::value value = json::parse(body, error);
  if (error) {
    ADD_FAILURE() << what << ": no JSON: " << body.substr(0, 200);
    return;
  }
  const auto checked = check_message(definition, value);
  EXPECT_TRUE(checked) << what << ": " << checked.error().text() << "\n" << body.substr(0, 2000);
}

}  // namespace

std::string met_as(const json::value& operation, int status) {
  // These come of one place in the program, whatever is asked.
  static const std::set<std::string, std::less<>> kAnywhere{"BadAddress", "TooLarge", "Expectation", "HeaderTooLarge",
                                                            "Mistake",    "Coding",   "Unavailable"};
  const json::value* reference = member(operation.at("responses").at(std::to_string(status)), "$ref");
  const std::string whole = reference == nullptr ? std::string() : text(*reference);
  const bool anywhere = kAnywhere.contains(whole.substr(whole.rfind('/') + 1));
  return fmt::format("{} {}", anywhere ? "*" : text(operation.at("operationId")), status);
}

void note(const std::string& what) {
  static const char* file = std::getenv("BASTIDE_MET");
  if (file == nullptr) return;
  static std::mutex mutex;
  static std::set<std::string> met;
  const std::scoped_lock lock(mutex);
  if (!met.insert(what).second) return;
  const std::string line = what + "\n";
  const int out = ::open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  EXPECT_EQ(::write(out, line.data(), line.size()), static_cast<ssize_t>(line.size()));
  ::close(out);
}

namespace {

void hold_headers(const json::value& described, const HttpAnswer& answer, const std::string& what) {
  const json::value* headers = member(described, "headers");
  std::set<std::string, std::less<>> names;
  if (headers != nullptr)
    for (const auto& [name, header] : headers->as_object()) {
      std::string small(name);
      for (char& c : small) c = static_cast<char>(std::tolower(c));
      if (member(header, "required") != nullptr) {
        EXPECT_TRUE(answer.headers.contains(small)) << what << " has no " << name;
      }
      names.insert(std::move(small));
    }
  for (const auto& [name, value] : answer.headers)
    EXPECT_TRUE(kCommonHeaders.contains(name) || names.contains(name)) << what << ": the header " << name;
}

}  // namespace

const json::value* resolved(const json::value& value) {
  const json::value* reference = member(value, "$ref");
  if (reference == nullptr) return &value;
  std::string_view rest = reference->as_string();
  if (!rest.starts_with("#/")) return nullptr;
  rest.remove_prefix(2);
  const json::object* at = &openapi();
  for (;;) {
    const json::value* found = at->if_contains(rest.substr(0, rest.find('/')));
    if (found == nullptr || rest.find('/') == std::string_view::npos) return found;
    rest.remove_prefix(rest.find('/') + 1);
    if (!found->is_object()) return nullptr;
    at = &found->as_object();
  }
}

std::string described_body(const std::string& method, const std::string& target_text, int status) {
  const auto target = parse_target(target_text);
  if (!target || !of_the_server(*target)) return status >= 400 ? "ErrorBody" : "";
  const json::value* operation = known(method) ? operation_of(method, *target) : nullptr;
  if (operation == nullptr) return status >= 400 ? "ErrorBody" : "";
  const json::value* answer = member(operation->at("responses"), std::to_string(status));
  if (answer == nullptr) return {};
  const json::value* content = member(*resolved(*answer), "content");
  const json::value* of_json = content == nullptr ? nullptr : member(*content, "application/json");
  return of_json == nullptr ? std::string() : definition_in(*of_json);
}

void hold_to_document(const std::string& method, const std::string& target_text, const std::string& body,
                      const HttpAnswer& answer) {
  const std::string what = fmt::format("{} {}: {}", method, target_text.substr(0, 200), answer.status);
  const auto target = parse_target(target_text);
  const bool readable = method != "HEAD" && !answer.headers.contains("content-encoding");
  if (target && !of_the_server(*target)) return;  // the client's files
  const json::value* operation = target && known(method) ? operation_of(method, *target) : nullptr;
  if (operation == nullptr) {  // there is no such thing
    static const std::set<int> kRefused{400, 403, 404, 405, 413, 417, 431, 501};
    EXPECT_TRUE(kRefused.contains(answer.status)) << what << ", and no operation of openapi.json";
    if (readable) fits("ErrorBody", answer.body, what);
    if (answer.status == 405 && target) {
      EXPECT_EQ(answer.header("allow"), route_of(target->segments)->allowed()) << what;
    }
    return;
  }
  const json::value* entry = member(operation->at("responses"), std::to_string(answer.status));
  ASSERT_NE(entry, nullptr) << what << " is no status that openapi.json describes: " << answer.body.substr(0, 500);
  note(met_as(*operation, answer.status));
  const json::value& described = *resolved(*entry);
  hold_headers(described, answer, what);
  if (answer.status < 300) {
    std::set<std::string> queries;
    if (const json::value* parameters = member(*operation, "parameters"))
      for (const json::value& parameter : parameters->as_array())
        if (resolved(parameter)->at("in") == "query") queries.insert(text(resolved(parameter)->at("name")));
    for (const auto& [name, value] : target->query)
      EXPECT_TRUE(queries.contains(name)) << what << ": openapi.json knows no " << name;
    const json::value* wanted = member(*operation, "requestBody");
    if (wanted != nullptr) fits(definition_in(wanted->at("content").at("application/json")), body, what);
    if (wanted == nullptr) {
      EXPECT_NE(method, "POST") << what << " takes a body that openapi.json does not know";
    }
  }
  const json::value* content = member(described, "content");
  if (content == nullptr) {
    EXPECT_TRUE(answer.body.empty()) << what << ": a body that openapi.json does not describe";
    return;
  }
  const std::string type = answer.header("content-type"), media = type.substr(0, type.find(';'));
  const json::value* as_media = member(*content, media);
  ASSERT_NE(as_media, nullptr) << what << " comes as " << media;
  const std::string definition = definition_in(*as_media);
  if (!definition.empty() && readable) fits(definition, answer.body, what);
}

}  // namespace bastide::test
