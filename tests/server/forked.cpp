#include "server/forked.h"

#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <new>
#include <stdexcept>

#include "server/power.h"

namespace {

/// In memory that forked processes share.
std::atomic<int>& disk() {
  static auto* const is =
      new (::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
          std::atomic<int>(0);
  return *is;
}

std::atomic<int64_t>& ahead() {
  static auto* const seconds =
      new (::mmap(nullptr, sizeof(std::atomic<int64_t>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
          std::atomic<int64_t>(0);
  return *seconds;
}

int sync_or_fail(long call, int file) {
  switch (static_cast<bastide::test::DiskIs>(disk().load())) {
    case bastide::test::DiskIs::failing:
      errno = EIO;
      return -1;
    case bastide::test::DiskIs::deadly:
      ::raise(SIGKILL);
      [[fallthrough]];
    default:
      const int done = static_cast<int>(::syscall(call, file));
      if (done == 0) bastide::test::note_flushed(file);
      return done;
  }
}

}  // namespace

// In place of the C library's: SQLite calls these.
extern "C" ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t at) {
  if (static_cast<bastide::test::DiskIs>(disk().load()) != bastide::test::DiskIs::full)
    return ::syscall(SYS_pwrite64, file, bytes, count, at);
  errno = ENOSPC;
  return -1;
}
extern "C" int fdatasync(int file) {
  return sync_or_fail(SYS_fdatasync, file);
}
extern "C" int fsync(int file) {
  return sync_or_fail(SYS_fsync, file);
}

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int done = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
  if (done == 0 && clock == CLOCK_REALTIME) time->tv_sec += ahead().load();
  return done;
}

namespace bastide::test {

namespace {

ServerSettings in_folder(const std::string& folder, bool shared) {
  ServerSettings settings;
  settings.folder = folder;
  settings.bot_delay = {};
  settings.shared = shared;
  return settings;
}

}  // namespace

void set_disk(DiskIs is) {
  disk() = static_cast<int>(is);
}

void set_wall_clock(std::chrono::seconds by) {
  ahead() = by.count();
}

ForkedServer::ForkedServer(const std::string& folder, bool shared) : ForkedServer(in_folder(folder, shared)) {}

ForkedServer::ForkedServer(ServerSettings settings) {
  settings.port = 0;
  disk(), ahead();  // made before the processes part
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  process_ = ::fork();
  if (process_ == 0) {
    ::close(ends[0]);
    spdlog::set_level(spdlog::level::off);
    auto server = Server::open(builtin_catalogue(), settings);
    const uint16_t port = server ? (*server)->port() : uint16_t{0};
    if (::write(ends[1], &port, sizeof port) == sizeof port && server) (*server)->run();
    ::_exit(0);
  }
  ::close(ends[1]);
  if (::read(ends[0], &port_, sizeof port_) != sizeof port_) port_ = 0;
  ::close(ends[0]);
}

ForkedServer::~ForkedServer() {
  kill();
}

void ForkedServer::kill() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

}  // namespace bastide::test
