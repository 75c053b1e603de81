// The folder that holds the games: nobody else's business, and one server's at a time unless they share it.
#pragma once
#include <string>
#include <utility>

#include "rules/error.h"

namespace bastide {

/// Holds the folder for this process until it ends, however it ends.
class FolderLock {
 public:
  /// Makes the folder if need be. `shared`: others that say so too may hold it as well. Errors: folder not writable,
  /// held by another server.
  static Result<FolderLock> take(const std::string& folder, bool shared);
  FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  FolderLock() = default;
  int file_ = -1;
};

/// Makes a file that only its owner may read, or makes one that is there so. Errors: it belongs to somebody else.
Result<void> make_private(const std::string& file);

}  // namespace bastide
