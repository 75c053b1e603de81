// What an HTTP request is and what it gets, apart from how either travels.
#pragma once
#include <boost/json.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/error.h"
#include "server/body.h"

namespace bastide {

/// The target of a request, taken apart and decoded.
struct Target {
  std::string path;                   ///< "/api/games"
  std::vector<std::string> segments;  ///< "api", "games"
  std::map<std::string, std::string> query;
};
/// Nothing: not a path, or badly encoded.
std::optional<Target> parse_target(std::string_view target);

struct Answer {
  int status = 200;
  std::string type = "application/json";
  std::string cache = "no-store";
  std::string etag;         ///< with quotes, of the plain body; empty: none
  std::string allow;        ///< for 405
  int64_t retry_after = 0;  ///< seconds, for 429; 0: not said
  std::shared_ptr<const Body> body;
  /// What went wrong with the server itself, and what is told of it.
  struct Mistake {
    std::string what, told;
  };
  std::shared_ptr<const Mistake> mistake = {};
};

Answer text_answer(std::string text, std::string type = "application/json");

Answer json_answer(const boost::json::value& value, int status = 200);
Answer error_answer(int status, const Error& error);
Answer error_answer(int status, std::string message, std::string expected = {});

/// The server itself went wrong: the log tells `what` with the request's id, the client is told `told` and the id.
Answer mistake_answer(int status, std::string_view what, std::string_view told = {});
/// Its mistake goes to the log. REQUIRES: it has one.
Answer with_request(const Answer& answer, std::string_view id);

/// `"..."` over the body.
std::string etag_of(std::string_view body);

}  // namespace bastide
