// Requests and messages made up after their description: most are as it says, of words that mean something to the
// server just now; some are spoiled.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "server/client.h"

namespace bastide::test {

class MadeUp {
 public:
  explicit MadeUp(uint64_t seed) : rng_(seed) {}

  Rng& rng() { return rng_; }
  bool once_in(uint32_t times) { return rng_.below(times) == 0; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all.at(rng_.below(static_cast<uint32_t>(all.size())));
  }

  /// What a member or parameter of this name may well be, instead of what was known before.
  void know(const std::string& name, std::vector<json::value> values) { known_[name] = std::move(values); }
  /// A value as protocol.schema.json defines it, or nearly.
  json::value of(const std::string& definition) { return value(json::object{{"$ref", "#/" + definition}}, ""); }
  /// A path of openapi.json with its parameters, and with some of the query that the operation takes.
  std::string target(const std::string& path, const json::value& operation);
  /// The text with some signs changed.
  std::string spoiled(std::string text);

 private:
  json::value value(const json::value& schema, const std::string& name);
  json::value object(const json::object& schema, const std::string& name);
  json::value array(const json::object& schema, const std::string& name);
  json::value integer(const json::object& schema);
  std::string words(const json::object& schema);
  json::value anything();

  Rng rng_;
  std::map<std::string, std::vector<json::value>> known_;
};

}  // namespace bastide::test
