#include "cli/load_process.h"

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace bastide::cli {
namespace {

namespace fs = std::filesystem;

/// "socket:[123]" of all sockets that listen at the port.
std::set<std::string> listeners(uint16_t port) {
  constexpr std::string_view kListening = "0A";
  const std::string wanted = fmt::format(":{:04X}", port);
  std::set<std::string> found;
  for (const char* file : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);  // the head
    while (std::getline(in, line)) {
      std::istringstream words(line);
      std::string number, local, remote, state, queues, timer, retransmits, user, timeout, inode;
      words >> number >> local >> remote >> state >> queues >> timer >> retransmits >> user >> timeout >> inode;
      if (state == kListening && local.ends_with(wanted)) found.insert(fmt::format("socket:[{}]", inode));
    }
  }
  return found;
}

bool holds(const fs::path& process, const std::set<std::string>& sockets) {
  std::error_code hidden;  // another user's
  for (const auto& entry : fs::directory_iterator(process / "fd", hidden)) {
    std::error_code gone;
    if (sockets.contains(fs::read_symlink(entry.path(), gone).string())) return true;
  }
  return false;
}

double ticks_to_seconds(double ticks) {
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double process_seconds(int pid) {
  std::ifstream in(fmt::format("/proc/{}/stat", pid));
  std::string text;
  std::getline(in, text);
  const std::size_t name_end = text.rfind(')');  // a name may hold blanks
  if (name_end == std::string::npos) return 0;
  std::istringstream words(text.substr(name_end + 2));
  std::string skipped;
  for (int i = 0; i < 11; ++i) words >> skipped;
  double user = 0, system = 0;
  words >> user >> system;
  return ticks_to_seconds(user + system);
}

/// All that any core has done but waiting.
double machine_seconds() {
  std::ifstream in("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft_interrupts = 0;
  in >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft_interrupts;
  return ticks_to_seconds(user + nice + system + interrupts + soft_interrupts);
}

double own_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Result<int> process_listening_at(uint16_t port) {
  const std::set<std::string> sockets = listeners(port);
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator("/proc", unreadable)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos && holds(entry.path(), sockets))
      return std::stoi(name);
  }
  Error error;
  error.message = sockets.empty() ? fmt::format("nothing listens at port {}", port)
                                  : fmt::format("the process that listens at port {} belongs to somebody else", port);
  error.expected = "a server of this user: bastide serve --port PORT; or --pid PID";
  return tl::unexpected<Error>(std::move(error));
}

CpuTimes cpu_times(const std::vector<int>& pids) {
  CpuTimes times{0, own_seconds(), machine_seconds()};
  for (const int pid : pids) times.server += process_seconds(pid);
  return times;
}

double resident_bytes(const std::vector<int>& pids) {
  double bytes = 0;
  for (const int pid : pids) {
    std::ifstream in(fmt::format("/proc/{}/statm", pid));
    double size = 0, resident = 0;
    in >> size >> resident;
    bytes += resident * static_cast<double>(sysconf(_SC_PAGESIZE));
  }
  return bytes;
}

}  // namespace bastide::cli
