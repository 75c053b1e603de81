// What a power cut leaves of a folder: what was flushed, and of the rest what chance takes.
#pragma once
#include <random>
#include <string>

namespace bastide::test {

/// The disk under a folder without folders in it, as a power cut leaves it: processes forked from this one keep beside
/// it what they have made durable (fdatasync, fsync). There is one at a time.
class PowerCuts {
 public:
  explicit PowerCuts(std::string folder);
  ~PowerCuts();
  PowerCuts(const PowerCuts&) = delete;
  PowerCuts& operator=(const PowerCuts&) = delete;
  /// The folder is then what was made durable, and of everything else each sector of 512 bytes, each length of a file
  /// and each name by chance; `more`: how likely. REQUIRES: nobody has its files open.
  void cut(std::mt19937& random, double more);

 private:
  void begin();
  std::string folder_, kept_;
};

/// A process has made a file or folder durable (server/forked.cpp).
void note_flushed(int file);

}  // namespace bastide::test
