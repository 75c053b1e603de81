// What the server tells whoever runs it, line by line on standard error, in words or each line a JSON object
// (docs/operating.md). Only log.cpp knows spdlog.
#pragma once
#include <fmt/core.h>

#include <string>
#include <string_view>
#include <utility>

namespace bastide {

enum class LogLevel : uint8_t { info, warning, error };
enum class LogForm : uint8_t { words, json };

/// From now on to standard error, from a level on that is named as in spdlog, by a thread of its own: who reads there,
/// or does not, holds up nobody.
void start_log(const std::string& level, LogForm form);

/// What a line is about: "game k3mz8q2x: " before its words, a member of its own in JSON. The id lives as long as the
/// call.
struct LogSubject {
  std::string_view kind, id;
};
inline LogSubject about_game(std::string_view id) {
  return {"game", id};
}
inline LogSubject about_request(std::string_view id) {
  return {"request", id};
}

/// A subject without kind: of none.
void log_line(LogLevel level, const LogSubject& subject, const std::string& line);

template <class... Parts>
void log_info(fmt::format_string<Parts...> text, Parts&&... parts) {
  log_line(LogLevel::info, {}, fmt::format(text, std::forward<Parts>(parts)...));
}

template <class... Parts>
void log_warning(fmt::format_string<Parts...> text, Parts&&... parts) {
  log_line(LogLevel::warning, {}, fmt::format(text, std::forward<Parts>(parts)...));
}

template <class... Parts>
void log_warning(const LogSubject& subject, fmt::format_string<Parts...> text, Parts&&... parts) {
  log_line(LogLevel::warning, subject, fmt::format(text, std::forward<Parts>(parts)...));
}

template <class... Parts>
void log_error(fmt::format_string<Parts...> text, Parts&&... parts) {
  log_line(LogLevel::error, {}, fmt::format(text, std::forward<Parts>(parts)...));
}

template <class... Parts>
void log_error(const LogSubject& subject, fmt::format_string<Parts...> text, Parts&&... parts) {
  log_line(LogLevel::error, subject, fmt::format(text, std::forward<Parts>(parts)...));
}

}  // namespace bastide
