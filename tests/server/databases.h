// A PostgreSQL and a NATS of a test's own: real programs, started in a folder that goes away with them, and ended at
// once as by kill -9, or gently, or held still.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "server/client.h"

namespace bastide::test {

/// A child process that nobody talks to.
class Child {
 public:
  ~Child() { end(9); }
  /// `words`: the program and its arguments. What it says goes to `log`.
  void start(const std::vector<std::string>& words, const std::string& log);
  bool runs();
  void end(int number);  ///< and waits for its end; nothing if there is none

 private:
  pid_t pid_ = -1;
};

uint16_t free_port();         ///< that nobody has now
bool answers(uint16_t port);  ///< whether somebody listens at it, on this machine

class Postgres {
 public:
  /// In what it runs, as the first words of a command, and its address there; how much its disk holds.
  struct Where {
    std::vector<std::string> inside = {};
    std::string address = {};
    int megabytes = 0;  ///< 0: what the folder's own does. Else it needs somebody who may mount
  };
  Postgres() : Postgres(Where{}) {}
  explicit Postgres(Where where);
  ~Postgres();
  /// Makes a database; how it is reached.
  std::string make(const std::string& name);
  /// How it is reached at its address. REQUIRES: it has one.
  std::string over_the_net(const std::string& name) const;
  void start();  ///< waits until it answers
  void kill();   ///< SIGKILL: it may not even close its files
  void hold();   ///< all of it stands still, until it goes on
  void go_on();
  /// Whether it has a disk of its own.
  bool has_disk() const { return disk_; }
  void fill_disk();   ///< nothing more can be written. REQUIRES: has_disk()
  void clear_disk();  ///< as it was before; where it has given up meanwhile it is started again

 private:
  std::vector<std::string> as_owner(std::vector<std::string> words) const;
  void run(std::vector<std::string> words) const;
  void signal_all(int number) const;
  Where where_;
  Folder folder_;
  bool disk_ = false;
  Child server_;
};

/// With BASTIDE_ON_POSTGRESQL set: of the database that has the games which would be in this folder; else empty.
std::string database_instead_of(const std::string& folder);

class Nats {
 public:
  Nats();
  std::string url() const { return "nats://127.0.0.1:" + std::to_string(port_); }
  void start();
  void kill() { server_.end(9); }

 private:
  Folder folder_;
  uint16_t port_ = 0;
  Child server_;
};

}  // namespace bastide::test
