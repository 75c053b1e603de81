// Another program, spoken to in lines over its standard input and output. Its standard error stays this program's.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <string>
#include <string_view>

#include "engine/lines.h"
#include "rules/error.h"

namespace bastide {

/// When somebody stops waiting: at a time, or when a flag is set.
struct Until {
  std::chrono::steady_clock::time_point time;
  const std::atomic<bool>* cancelled = nullptr;
};

class EngineProcess {
 public:
  /// Starts a command as a shell reads it, in a process group of its own, which is killed with this object. Errors: no
  /// shell, no more processes or files.
  static Result<EngineProcess> start(const std::string& command);

  EngineProcess(EngineProcess&& other) noexcept;
  EngineProcess& operator=(EngineProcess&& other) noexcept;
  ~EngineProcess() { kill(); }

  /// Sends lines, with their ends. Errors: it has ended, or it does not read.
  Result<void> send(std::string_view text, const Until& until);

  /// The next line that it says. Errors: it is silent, has ended (and how), or says a line of more than kLongestLine
  /// bytes.
  Result<std::string> line(const Until& until);

  /// Ends it and all that it has started. The object is of no more use.
  void kill();

 private:
  EngineProcess(pid_t child, int in, int out) : child_(child), in_(in), out_(out) {}
  std::string how_it_ended();

  pid_t child_ = -1;
  int in_ = -1, out_ = -1;
  LineCutter cutter_;
  std::deque<LineCutter::Cut> lines_;
};

}  // namespace bastide
