// The real program as a child process: told what to do by signals, read by what it prints.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace bastide::test {

/// `bastide serve` on a folder, bots without delay.
class Program {
 public:
  /// Waits until it listens or ends. `port` 0: a free one.
  explicit Program(const std::string& folder, int port = 0,
                   const std::vector<std::string>& log = {"--log-level", "warning"});
  ~Program();  ///< by SIGKILL
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  uint16_t port() const { return port_; }            ///< 0: did not start
  const std::string& said() const { return said_; }  ///< on standard error
  void signal(int number) const;
  /// Exit status, or minus the signal that ended it.
  int wait();
  int end(int number);

 private:
  bool more();
  pid_t pid_ = -1;
  int from_ = -1;
  uint16_t port_ = 0;
  std::string said_;
};

}  // namespace bastide::test
