#include "engine/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

extern char** environ;

namespace bastide {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLook{20};  // how often it is looked whether nobody waits any more
constexpr std::size_t kMostUnread = 16u << 20;  // bytes that it may say while it is sent something

void close_file(int& file) {
  if (file >= 0) ::close(file);
  file = -1;
}

/// Waits until a file can be read or written; false: not in time.
bool ready(std::array<pollfd, 2>& files, const Until& until) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until.time - Clock::now());
    if (left.count() < 0 || (until.cancelled != nullptr && *until.cancelled)) return false;
    const int found = poll(files.data(), files.size(), static_cast<int>(std::min(left, kLook).count()) + 1);
    if (found > 0) return true;
    if (found < 0 && errno != EINTR) return false;
  }
}

}  // namespace

Result<EngineProcess> EngineProcess::start(const std::string& command) {
  std::array<int, 2> in{-1, -1}, out{-1, -1};
  // A socket, since writing to one that has ended can be done without a signal.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0) return failure(std::strerror(errno));
  if (pipe2(out.data(), O_CLOEXEC) != 0) {
    const std::string why = std::strerror(errno);
    close_file(in[0]);
    close_file(in[1]);
    return failure(why);
  }
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
  // Whoever opened files here did not think of other programs: they are not to keep a port or a database.
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  posix_spawnattr_init(&attributes);
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGCHLD}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::string shell = "sh", option = "-c", text = command;
  std::array<char*, 4> arguments = {shell.data(), option.data(), text.data(), nullptr};
  pid_t child = -1;
  const int failed = posix_spawn(&child, "/bin/sh", &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  close_file(in[1]);
  close_file(out[1]);
  if (failed != 0) {
    close_file(in[0]);
    close_file(out[0]);
    return failure(std::strerror(failed));
  }
  return EngineProcess(child, in[0], out[0]);
}

EngineProcess::EngineProcess(EngineProcess&& other) noexcept
    : child_(std::exchange(other.child_, -1)),
      in_(std::exchange(other.in_, -1)),
      out_(std::exchange(other.out_, -1)),
      cutter_(std::move(other.cutter_)),
      lines_(std::move(other.lines_)) {}

EngineProcess& EngineProcess::operator=(EngineProcess&& other) noexcept {
  if (this == &other) return *this;
  kill();
  child_ = std::exchange(other.child_, -1);
  in_ = std::exchange(other.in_, -1);
  out_ = std::exchange(other.out_, -1);
  cutter_ = std::move(other.cutter_);
  lines_ = std::move(other.lines_);
  return *this;
}

Result<void> EngineProcess::send(std::string_view text, const Until& until) {
  while (!text.empty()) {
    // What it says meanwhile is taken, so that neither waits for the other.
    std::array<pollfd, 2> files = {pollfd{in_, POLLOUT, 0}, pollfd{out_, POLLIN, 0}};
    if (lines_.size() > kMostUnread / 64) files[1].fd = -1;
    if (!ready(files, until)) return failure("it does not read what it is sent");
    if ((files[1].revents & POLLIN) != 0) {
      std::array<char, 1 << 14> bytes{};
      const ssize_t read = ::read(out_, bytes.data(), bytes.size());
      if (read > 0)
        cutter_.add({bytes.data(), static_cast<std::size_t>(read)},
                    [this](LineCutter::Cut cut) { lines_.push_back(std::move(cut)); });
      if (read == 0) return failure(how_it_ended());
    }
    if ((files[0].revents & POLLOUT) == 0) {
      if ((files[0].revents & (POLLERR | POLLHUP)) != 0) return failure(how_it_ended());
      continue;
    }
    const ssize_t sent = ::send(in_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) text.remove_prefix(static_cast<std::size_t>(sent));
    if (sent < 0 && errno != EINTR && errno != EAGAIN) return failure(how_it_ended());
  }
  return {};
}

Result<std::string> EngineProcess::line(const Until& until) {
  const std::string too_long = fmt::format("it said a line of more than {} bytes", kLongestLine);
  while (lines_.empty()) {
    if (cutter_.overfull()) return failure(too_long);
    std::array<pollfd, 2> files = {pollfd{out_, POLLIN, 0}, pollfd{-1, 0, 0}};
    if (!ready(files, until)) return failure("it is silent");
    std::array<char, 1 << 14> bytes{};
    const ssize_t read = ::read(out_, bytes.data(), bytes.size());
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) return failure(how_it_ended());
    cutter_.add({bytes.data(), static_cast<std::size_t>(read)},
                [this](LineCutter::Cut cut) { lines_.push_back(std::move(cut)); });
  }
  const LineCutter::Cut cut = std::move(lines_.front());
  lines_.pop_front();
  if (cut.too_long) return failure(too_long);
  return cut.text;
}

std::string EngineProcess::how_it_ended() {
  // It has closed its output; most end at once then.
  int status = 0;
  for (int look = 0; look < 25; ++look) {
    const pid_t ended = waitpid(child_, &status, WNOHANG);
    if (ended == child_) {
      ::kill(-child_, SIGKILL);  // what it may have started
      child_ = -1;
      if (WIFSIGNALED(status)) return fmt::format("it was ended by signal {}", WTERMSIG(status));
      const int code = WEXITSTATUS(status);
      return code == 127 ? "it ended with status 127: there may be no such command"
                         : fmt::format("it ended with status {}", code);
    }
    if (ended < 0) break;
    std::this_thread::sleep_for(kLook);
  }
  return "it has closed its output";
}

void EngineProcess::kill() {
  close_file(in_);
  close_file(out_);
  if (child_ < 0) return;
  ::kill(-child_, SIGKILL);
  ::kill(child_, SIGKILL);
  int status = 0;
  while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
}

}  // namespace bastide
