#include "server/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <array>

namespace bastide {

void start_log(const std::string& level) {
  spdlog::set_default_logger(spdlog::stderr_color_mt("bastide"));
  spdlog::set_pattern("%Y-%m-%d %H:%M:%S %^%l%$ %v");
  spdlog::set_level(spdlog::level::from_str(level));
}

void log_line(LogLevel level, const std::string& line) {
  constexpr std::array kLevels{spdlog::level::info, spdlog::level::warn, spdlog::level::err};
  spdlog::log(kLevels[static_cast<std::size_t>(level)], line);
}

}  // namespace bastide
