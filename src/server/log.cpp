#include "server/log.h"

#include <signal.h>
#include <spdlog/async.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <atomic>
#include <boost/json.hpp>
#include <ctime>

namespace bastide {

namespace {

std::atomic<LogForm> log_form{LogForm::words};

/// But for when and how grave it is, which stand before it.
std::string members(const LogSubject& subject, const std::string& line) {
  boost::json::object o;
  if (!subject.kind.empty()) o[subject.kind] = subject.id;
  o["text"] = line;
  return boost::json::serialize(o).substr(1);
}

/// Called where the program breaks: the log's thread goes on for a moment.
void write_what_waits(int signal) {
  const timespec time{0, 50'000'000};
  ::nanosleep(&time, nullptr);
  ::raise(signal);  // which ends the program when this returns
}

/// Who looks for errors already, as a sanitizer does, goes on doing so.
void write_before_the_end() {
  for (const int signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV}) {
    struct sigaction before {
    }, now{};
    now.sa_handler = write_what_waits;
    now.sa_flags = static_cast<int>(SA_RESETHAND);
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) ::sigaction(signal, &now, nullptr);
  }
}

}  // namespace

void start_log(const std::string& level, LogForm form) {
  constexpr std::size_t kLines = 4096;  // that wait at most: where nobody reads on, the oldest are dropped
  log_form = form;
  spdlog::init_thread_pool(kLines, 1);
  spdlog::set_default_logger(spdlog::create_async_nb<spdlog::sinks::stderr_color_sink_mt>("bastide"));
  if (form == LogForm::json)
    spdlog::set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v)", spdlog::pattern_time_type::utc);
  else
    spdlog::set_pattern("%Y-%m-%d %H:%M:%S %^%l%$ %v");
  spdlog::set_level(spdlog::level::from_str(level));
  write_before_the_end();
}

void log_line(LogLevel level, const LogSubject& subject, const std::string& line) {
  constexpr std::array kLevels{spdlog::level::info, spdlog::level::warn, spdlog::level::err};
  const auto at = kLevels[static_cast<std::size_t>(level)];
  if (!spdlog::should_log(at)) return;
  if (log_form == LogForm::json)
    spdlog::log(at, members(subject, line));
  else if (subject.kind.empty())
    spdlog::log(at, line);
  else
    spdlog::log(at, "{} {}: {}", subject.kind, subject.id, line);
}

}  // namespace bastide
