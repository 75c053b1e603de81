#include "store/folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace bastide {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOtherFolder = "a folder that this user may write: --games DIR";

tl::unexpected<Error> trouble(std::string message, std::string expected, std::string source) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.source = std::move(source);
  return tl::unexpected<Error>(std::move(error));
}

bool others_may_look(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && (found.st_mode & 077) != 0;
}

/// Whether a folder is for games alone: of one that holds other things the rights are not ours to change.
bool only_games(const std::string& folder) {
  static constexpr std::array<std::string_view, 4> ours = {"games.sqlite", "games.sqlite-wal", "games.sqlite-shm",
                                                           "lock"};
  std::error_code ignored;
  return std::all_of(fs::directory_iterator(folder, ignored), fs::directory_iterator(), [&](const auto& entry) {
    return std::find(ours.begin(), ours.end(), entry.path().filename().string()) != ours.end();
  });
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& folder, bool shared) {
  std::error_code failed;
  const mode_t before = ::umask(077);
  fs::create_directories(folder, failed);
  ::umask(before);
  if (failed)
    return trouble(fmt::format("the folder for the games cannot be made: {}", failed.message()), kOtherFolder, folder);
  if (others_may_look(folder) && only_games(folder)) ::chmod(folder.c_str(), 0700);
  FolderLock lock;
  const std::string file = folder + "/lock";
  lock.file_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock.file_ < 0)
    return trouble(fmt::format("the folder for the games cannot be written: {}", std::strerror(errno)), kOtherFolder,
                   folder);
  ::fchmod(lock.file_, 0600);
  if (::flock(lock.file_, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0)
    return trouble("another server uses this folder",
                   shared ? "to start that one with --shared too, to end it, or another folder: --games DIR"
                          : "to end that one, or another folder: --games DIR",
                   folder);
  return lock;
}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

Result<void> make_private(const std::string& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) {
    // Only a file that was not there is opened here: closing one gives up all locks that this process has on it.
    if (const int made = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600); made >= 0) ::close(made);
    return {};
  }
  if (!S_ISREG(found.st_mode) || (found.st_mode & 077) == 0 || ::chmod(file.c_str(), 0600) == 0) return {};
  return trouble(fmt::format("others may read this file, and it cannot be changed: {}", std::strerror(errno)),
                 "a file of the user who runs the server", file);
}

}  // namespace bastide
