#include "server/metrics.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/version.h"

namespace bastide {
namespace {

using Seconds = std::chrono::duration<double>;

/// One value, with what it is.
std::string line(std::string_view name, std::string_view type, std::string_view help, double value) {
  return fmt::format("# HELP bastide_{0} {1}\n# TYPE bastide_{0} {2}\nbastide_{0} {3}\n", name, help, type, value);
}

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double size = 0, resident = 0;
  file >> size >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

double open_files() {
  std::error_code unknown;
  const std::filesystem::directory_iterator files("/proc/self/fd", unknown);
  return unknown ? 0 : static_cast<double>(std::distance(begin(files), end(files)));
}

}  // namespace

void Durations::add(std::chrono::steady_clock::duration duration) {
  const double milliseconds = std::chrono::duration<double, std::milli>(duration).count();
  std::size_t i = 0;
  while (i < kEnds.size() && milliseconds > kEnds[i]) ++i;
  ++counts_[i];
  seconds_ += milliseconds / 1000;
}

std::string Durations::lines(std::string_view name) const {
  std::string text;
  uint64_t sum = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    sum += counts_[i];
    const std::string end = i < kEnds.size() ? fmt::format("{}", kEnds[i] / 1000.0) : "+Inf";
    text += fmt::format("bastide_{}_bucket{{le=\"{}\"}} {}\n", name, end, sum);
  }
  return text + fmt::format("bastide_{0}_sum {1}\nbastide_{0}_count {2}\n", name, seconds_, sum);
}

std::string metrics_text(const Totals& totals, const Levels& levels) {
  const auto count = [](std::string_view name, std::string_view help, uint64_t value) {
    return line(name, "counter", help, static_cast<double>(value));
  };
  const auto level = [](std::string_view name, std::string_view help, double value) {
    return line(name, "gauge", help, value);
  };
  std::string text = fmt::format(
      "# HELP bastide_build_info The program that runs.\n# TYPE bastide_build_info gauge\n"
      "bastide_build_info{{version=\"{}\"}} 1\n",
      kVersion);
  text += level("uptime_seconds", "Since the server began.",
                Seconds(std::chrono::steady_clock::now() - totals.began).count());
  text += level("rooms", "Games in memory.", static_cast<double>(levels.rooms));
  text += level("watchers", "WebSockets and streams that look at a game.", static_cast<double>(levels.watchers));
  text += level("connections", "Open connections.", static_cast<double>(levels.connections));
  text += level("clocks", "Games in which somebody's clock runs.", static_cast<double>(levels.thinking));
  text += count("games_total", "Games made.", totals.games);
  text += count("flags_total", "Seats whose time ran out.", totals.flags);
  text += "# HELP bastide_plays_total Plays by how they ended.\n# TYPE bastide_plays_total counter\n";
  for (const auto& [outcome, value] :
       {std::pair("accepted", totals.plays_accepted), std::pair("refused", totals.plays_refused),
        std::pair("unknown", totals.plays_unknown)})
    text += fmt::format("bastide_plays_total{{outcome=\"{}\"}} {}\n", outcome, value);
  text +=
      "# HELP bastide_play_seconds From a play's arrival until it is on the disk and told.\n"
      "# TYPE bastide_play_seconds histogram\n" +
      totals.plays.lines("play_seconds");
  text += "# HELP bastide_answers_total Answers to HTTP requests.\n# TYPE bastide_answers_total counter\n";
  for (std::size_t i = 0; i < totals.answers.size(); ++i)
    text += fmt::format("bastide_answers_total{{status=\"{}xx\"}} {}\n", i + 1, totals.answers[i]);
  text += line("cpu_seconds_total", "counter", "Processor time of this process, user and system.", cpu_seconds());
  text += level("resident_bytes", "Memory of this process.", resident_bytes());
  text += level("open_files", "Files and sockets of this process.", open_files());
  return text;
}

}  // namespace bastide
