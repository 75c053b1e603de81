// openapi.json and asyncapi.json: whole, and no more and no less than the server is. What is asked and answered in
// other tests is held to them by held.cpp and by read() of Socket.
#include <fmt/format.h>

#include <map>
#include <set>

#include "server/described.h"
#include "server/held.h"
#include "server/schema.h"

namespace bastide::test {
namespace {

/// Every reference in a value.
void gather(const json::value& value, std::set<std::string>& found) {
  if (const auto* array = value.if_array())
    for (const json::value& each : *array) gather(each, found);
  const auto* object = value.if_object();
  if (object == nullptr) return;
  for (const auto& [key, each] : *object) {
    if (key == "$ref" && each.is_string())
      found.insert(text(each));
    else
      gather(each, found);
  }
}

class Described : public testing::Test {
 protected:
  Folder folder_;
  RunningServer server_{folder_.path()};
};

TEST_F(Described, DocumentsAreServedWholeAndOfOneVersion) {
  const auto served = [&](const char* path) { return json::parse(http(server_.port(), "GET", path).body); };
  const json::value open = served("/api/openapi.json"), async = served("/api/asyncapi.json");
  EXPECT_EQ(open, json::value(openapi()));
  EXPECT_EQ(async, json::value(asyncapi()));
  EXPECT_EQ(open.at("info").at("version"), async.at("info").at("version"));
  for (const json::value* document : {&open, &async}) {
    std::set<std::string> references;
    gather(*document, references);
    EXPECT_GT(references.size(), 20u);
    for (const std::string& reference : references) {
      json::error_code missing;
      ASSERT_TRUE(reference.starts_with("#/")) << reference;
      EXPECT_NE(document->find_pointer(reference.substr(1), missing), nullptr) << reference;
    }
  }
  const HttpAnswer packed = http(server_.port(), "GET", "/api/openapi.json", "", {{"Accept-Encoding", "br"}});
  EXPECT_EQ(packed.header("content-encoding"), "br");
  EXPECT_EQ(http(server_.port(), "GET", "/api/openapi.json", "",
                 {{"Accept-Encoding", "br"}, {"If-None-Match", packed.header("etag")}})
                .status,
            304);
}

TEST_F(Described, EveryDefinitionIsInOneOfThem) {
  const json::value schema = json::parse(protocol_schema());
  for (const auto& [name, definition] : schema.at("definitions").as_object()) {
    if (name == "ClientMessage" || name == "ServerMessage" || name == "Event") continue;  // choices
    EXPECT_TRUE(openapi().at("components").at("schemas").as_object().contains(name) ||
                asyncapi().at("components").at("schemas").as_object().contains(name))
        << name << " belongs to no operation and no message";
  }
}

TEST_F(Described, MessagesAreThoseThatTheSchemaLetsThrough) {
  const json::value schema = json::parse(protocol_schema());
  const auto names = [](const json::value& references) {
    std::set<std::string> found;
    for (const json::value& each : references.as_array()) {
      const std::string whole = text(each.at("$ref"));
      found.insert(whole.substr(whole.rfind('/') + 1));
    }
    return found;
  };
  const json::value& operations = asyncapi().at("operations");
  EXPECT_EQ(names(operations.at("hear").at("messages")),
            names(schema.at("definitions").at("ClientMessage").at("oneOf")));
  EXPECT_EQ(names(operations.at("tell").at("messages")),
            names(schema.at("definitions").at("ServerMessage").at("oneOf")));
}

TEST_F(Described, EveryOperationIsThereAndNamesItsParameters) {
  std::set<std::string> ids;
  for (const auto& [path, item] : openapi().at("paths").as_object())
    for (const auto& [method, operation] : item.as_object()) {
      EXPECT_TRUE(ids.insert(text(operation.at("operationId"))).second) << path;
      for (const auto& [status, answer] : operation.at("responses").as_object())
        note("= " + met_as(operation, std::stoi(std::string(status))));
      std::set<std::string> named;
      if (const json::value* parameters = operation.as_object().if_contains("parameters"))
        for (const json::value& parameter : parameters->as_array())
          if (resolved(parameter)->at("in") == "path") named.insert("{" + text(resolved(parameter)->at("name")) + "}");
      std::string target(path);
      std::size_t count = 0;
      for (std::size_t at = 0; (at = target.find('{')) != std::string::npos; ++count) {
        const std::size_t end = target.find('}', at);
        EXPECT_TRUE(named.contains(target.substr(at, end + 1 - at))) << path;
        target.replace(at, end + 1 - at, "x");
      }
      EXPECT_EQ(count, named.size()) << path;
      // Something answers that knows the address.
      const HttpAnswer answer = http(server_.port(), method == "get" ? "GET" : "POST", target, "{}");
      EXPECT_NE(answer.status, 405) << path;
      if (path != "/ws" && answer.status == 404) {
        EXPECT_EQ(answer.body.find("There is no such address"), std::string::npos) << method << " " << path;
      }
    }
}

TEST_F(Described, WhatItDoesNotDescribeIsRefused) {
  for (const char* path : {"/api", "/api/nothing", "/api/games/x/nothing", "/api/games/x/record/more",
                           "/api/start/more", "/art/summer", "/art/summer/nothing.json", "/healthz/more", "/ws/more"}) {
    EXPECT_EQ(http(server_.port(), "GET", path).status, 404) << path;
    EXPECT_EQ(http(server_.port(), "POST", path, "{}").status, 404) << path;
  }
  EXPECT_EQ(http(server_.port(), "PUT", "/api/games", "{}").header("allow"), "GET, HEAD, POST");
  EXPECT_EQ(http(server_.port(), "POST", "/api/openapi.json", "{}").header("allow"), "GET, HEAD");
  EXPECT_EQ(http(server_.port(), "GET", "/api/check").header("allow"), "POST");
}

/// An address where parameters have values that exist, but for the game.
std::string filled(std::string path) {
  for (const auto& [gap, value] : std::map<std::string, std::string>{{"{theme}", "summer"}, {"{language}", "nl"}})
    if (const std::size_t at = path.find(gap); at != std::string::npos) path.replace(at, gap.size(), value);
  return path;
}

TEST_F(Described, WhatManyOperationsRefuseAlike) {
  const uint16_t port = server_.port();
  for (const auto& [path, item] : openapi().at("paths").as_object()) {
    const std::string target = filled(std::string(path));
    if (item.as_object().contains("post")) {
      EXPECT_EQ(http(port, "POST", target, "{}", {{"Origin", "https://evil.example"}}).status, 403) << path;
      EXPECT_EQ(http(port, "POST", target, "[]").status, 400) << path;
    }
    const json::value* get = item.as_object().if_contains("get");
    if (get == nullptr || !get->at("responses").as_object().contains("304") || target.find('{') != std::string::npos)
      continue;
    const std::string etag = http(port, "GET", target).header("etag");
    EXPECT_EQ(http(port, "GET", target, "", {{"If-None-Match", etag}}).status, 304) << path;
  }
  for (const char* what : {"seats", "sessions"})
    EXPECT_EQ(http(port, "POST", std::string("/api/account/") + what, "{}").status, 401) << what;
  EXPECT_EQ(http(port, "POST", "/api/account/passphrase", R"({"old":"four words of mine","new":"four words of ours"})")
                .status,
            401);
  EXPECT_EQ(http(port, "POST", "/api/account/delete", R"({"passphrase":"four words of mine"})").status, 401);
  EXPECT_EQ(http(port, "POST", "/api/games/nowhere/bot", R"({"bot":"random"})").status, 404);
  EXPECT_EQ(http(port, "GET", "/api/start", "", {{"Expect", "a miracle"}}).status, 417);
  EXPECT_EQ(http(port, "GET", "/api/start", "", {{"X-Bastide-Keys", std::string(20'000, 'k')}}).status, 431);
}

TEST_F(Described, PicturesOfAGame) {
  const uint16_t port = server_.port();
  const std::string game = "/api/games/" + text(new_game(port, "new", {"me", "me"}).at("game"));
  const std::string etag = http(port, "GET", game + "/layer/summer/0.json").header("etag");
  EXPECT_EQ(http(port, "GET", game + "/layer/summer/0.json", "", {{"If-None-Match", etag}}).status, 304);
  EXPECT_EQ(http(port, "GET", game + "/layers/summer?of=" + std::string(100, ',')).status, 400);
}

}  // namespace
}  // namespace bastide::test
