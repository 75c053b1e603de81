// What the server tells whoever runs it, line by line on standard error. Only log.cpp knows spdlog.
#pragma once
#include <fmt/core.h>

#include <string>
#include <utility>

namespace bastide {

enum class LogLevel : uint8_t { info, warning, error };

/// From now on to standard error, from a level on that is named as in spdlog.
void start_log(const std::string& level);

void log_line(LogLevel level, const std::string& line);

template <class... Parts>
void log_info(fmt::format_string<Parts...> text, Parts&&... parts) {
  log_line(LogLevel::info, fmt::format(text, std::forward<Parts>(parts)...));
}

template <class... Parts>
void log_warning(fmt::format_string<Parts...> text, Parts&&... parts) {
  log_line(LogLevel::warning, fmt::format(text, std::forward<Parts>(parts)...));
}

template <class... Parts>
void log_error(fmt::format_string<Parts...> text, Parts&&... parts) {
  log_line(LogLevel::error, fmt::format(text, std::forward<Parts>(parts)...));
}

}  // namespace bastide
