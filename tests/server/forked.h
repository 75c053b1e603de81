// A server in a process of its own, on a disk that can be made to fail.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <string>

#include "server/server.h"

namespace bastide::test {

enum class DiskIs : int {
  fine,
  failing,  ///< making writes durable (fdatasync, fsync) is an error
  full,     ///< nothing more can be written to files
  deadly    ///< the process dies there, as by kill -9
};
/// From now on, in this process and in those forked from it. What was written stays where another process can read it.
void set_disk(DiskIs is);

/// So far from the true time is the clock on the wall, from now on, in the same processes. Others go as they do.
void set_wall_clock(std::chrono::seconds ahead);

class ForkedServer {
 public:
  explicit ForkedServer(ServerSettings settings);
  /// In a folder, on a free port, bots without delay.
  explicit ForkedServer(const std::string& folder, bool shared = false);
  ~ForkedServer();
  ForkedServer(const ForkedServer&) = delete;
  ForkedServer& operator=(const ForkedServer&) = delete;

  uint16_t port() const { return port_; }
  pid_t process() const { return process_; }
  /// Ends it at once, as kill -9 does.
  void kill();

 private:
  pid_t process_ = -1;
  uint16_t port_ = 0;
};

}  // namespace bastide::test
