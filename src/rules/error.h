// What went wrong, in words a person can act on. Every fallible function above the core returns Result<T>.
#pragma once
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "rules/language.h"

namespace bastide {

/// Bad input: what is wrong, where, what would be right.
struct Error {
  std::string message;             ///< what is wrong, a whole sentence without line break
  int line = 0;                    ///< 1-based; 0: the input has no lines
  int column = 0;                  ///< 1-based, in bytes; 0: unknown
  std::string expected;            ///< what would be right; may be empty
  std::string rule;                ///< the rule id that was broken, such as "PLACE-2"; empty if none
  std::string source;              ///< file name or other name of the input; may be empty
  Translations translations = {};  ///< of message, where a player meets it in the client

  /// One line: "game.txt, line 3, column 12: found 'q'; expected a rotation (n e s w) [PLACE-2]".
  std::string text() const;
};

template <class T>
using Result = tl::expected<T, Error>;

/// What a player is told, in every language.
inline Error worded(const Texts& message, std::string rule = {}, std::string expected = {}) {
  Error error;
  keep(message, "message", error.message, error.translations);
  error.rule = std::move(rule);
  error.expected = std::move(expected);
  return error;
}

inline tl::unexpected<Error> failure(const Texts& message, std::string rule = {}) {
  return tl::unexpected<Error>(worded(message, std::move(rule)));
}

inline tl::unexpected<Error> failure(std::string message, std::string rule = {}) {
  Error error;
  error.message = std::move(message);
  error.rule = std::move(rule);
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace bastide

/// Declares (or assigns) the value of a Result, or returns its error from the function around it, which is no
/// coroutine: BASTIDE_TRY(const auto kind, parse_tile(rules, line, 1)). More than one statement: not for an if without
/// braces.
#define BASTIDE_TRY(declaration, ...) BASTIDE_TRY_AS(BASTIDE_UNIQUE(__COUNTER__), declaration, __VA_ARGS__)

/// The same where there is no value, or none is wanted.
#define BASTIDE_CHECK(...) BASTIDE_CHECK_AS(BASTIDE_UNIQUE(__COUNTER__), __VA_ARGS__)

#define BASTIDE_TRY_AS(result, declaration, ...)                                      \
  auto&& result = (__VA_ARGS__);                                                      \
  if (!result) return tl::unexpected(std::forward<decltype(result)>(result).error()); \
  declaration = *std::forward<decltype(result)>(result)
#define BASTIDE_CHECK_AS(result, ...)                                                                                  \
  do {                                                                                                                 \
    if (auto&& result = (__VA_ARGS__); !result) return tl::unexpected(std::forward<decltype(result)>(result).error()); \
  } while (false)
#define BASTIDE_UNIQUE(number) BASTIDE_JOINED(bastide_result_, number)
#define BASTIDE_JOINED(a, b) a##b
