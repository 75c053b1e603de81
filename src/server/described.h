// The server as openapi.json and asyncapi.json describe it: whole documents for whoever asks, and the list of addresses
// by which requests are let in.
#pragma once
#include <boost/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace bastide {

// the files as they are, without schemas
std::string_view openapi_text();
std::string_view asyncapi_text();

/// The same with every schema that they name, of protocol.schema.json.
const boost::json::object& openapi();
const boost::json::object& asyncapi();

/// An address of openapi.json.
struct Route {
  std::string path;                ///< "/api/games/{game}"
  std::vector<std::string> parts;  ///< "api", "games", "{game}"
  bool get = false, post = false;

  std::string allowed() const;  ///< as in Allow
};

/// Nothing: there is no such address.
const Route* route_of(const std::vector<std::string>& segments);

}  // namespace bastide
