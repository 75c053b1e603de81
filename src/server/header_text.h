// What the readers of HTTP headers share.
#pragma once
#include <string_view>

namespace bastide {

/// A header's value without the spaces and tabs around it.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace bastide
