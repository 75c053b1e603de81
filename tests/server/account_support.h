// People with accounts, as tests of the server have them: servers whose passphrases cost nothing, and devices.
#pragma once
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "server/client.h"
#include "server/schema.h"

namespace bastide::test {

inline constexpr const char* kPhrase = "four words of mine";

/// Hashes cost next to nothing.
inline ServerSettings weak(const std::string& folder) {
  ServerSettings settings;
  settings.folder = folder;
  settings.bot_delay = {};
  settings.accounts.cost = {.passes = 1, .memory = 8192};
  return settings;
}

/// One of somebody's devices: what it has to show goes with every call.
struct Device {
  uint16_t port = 0;
  std::string session = {}, keys = {}, address = {};

  HttpAnswer call(const std::string& method, const std::string& what, const std::string& body = "") const {
    std::map<std::string, std::string> headers;
    if (!session.empty()) headers["Authorization"] = "Bearer " + session;
    if (!keys.empty()) headers["X-Bastide-Keys"] = keys;
    if (!address.empty()) headers["X-Forwarded-For"] = address;
    return http(port, method, what, body, headers);
  }
  json::value got(const std::string& definition, const HttpAnswer& answer) const {
    EXPECT_EQ(answer.status, 200) << answer.body;
    if (answer.status != 200) throw std::runtime_error(answer.body);
    json::value value = json::parse(answer.body);
    const auto fits = check_message(definition, value);
    EXPECT_TRUE(fits) << fits.error().text() << answer.body.substr(0, 1000);
    return value;
  }
  json::value get(const std::string& what, const std::string& definition) const {
    return got(definition, call("GET", what));
  }
  json::value post(const std::string& what, const json::value& body, const std::string& definition) const {
    return got(definition, call("POST", what, json::serialize(body)));
  }
  int status(const std::string& what, const json::value& body) const {
    return call("POST", what, json::serialize(body)).status;
  }
  /// Begins a session.
  json::value enter(const std::string& what, const std::string& name, const std::string& passphrase = kPhrase,
                    const std::string& device = "Firefox") {
    json::value in = post(what, {{"name", name}, {"passphrase", passphrase}, {"device", device}}, "SignedIn");
    session = text(in.at("session"));
    return in.at("account");
  }
  json::value sign_up(const std::string& name) { return enter("/api/account", name); }
  json::value sign_in(const std::string& name, const std::string& passphrase = kPhrase) {
    return enter("/api/account/sign-in", name, passphrase, "Safari");
  }
  json::value create(const std::vector<std::string>& seats, bool listed = false) const {
    json::array kinds;
    for (const std::string& kind : seats) {
      json::object seat{{"kind", kind == "open" ? "open" : kind == "bot" ? "bot" : "me"}};
      if (kind == "bot") seat["bot"] = "random";
      if (kind != "open" && kind != "bot") seat["name"] = kind;
      kinds.push_back(std::move(seat));
    }
    return post("/api/games", {{"preset", "new"}, {"public", listed}, {"seats", std::move(kinds)}}, "Created");
  }
};

}  // namespace bastide::test
