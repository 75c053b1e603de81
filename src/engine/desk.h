// A session with a thread of its own: lines wait until those before them are done, but for `stop` and `quit`, which are
// heard at once, and `ping` where one before it thinks.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "engine/session.h"

namespace bastide {

class EngineDesk {
 public:
  /// `say` is called by several threads, one at a time.
  EngineDesk(const Catalogue& catalogue, EngineSession::Say say);
  /// Ends at once what is being thought.
  ~EngineDesk();

  /// Takes a line. False: it was `quit`; finish() comes next. `stop` and `quit` cut short what was asked for before
  /// them and is not done yet.
  bool take(std::string_view line);
  /// No more lines come: what was asked for is finished, but for what would never end.
  void finish();

 private:
  struct Waiting {
    std::string line;
    bool stopped = false;  ///< a stop came after it
    bool endless = false;
    bool thinks = false;  ///< go, analyse
  };
  void work();
  void say(std::string_view line);
  void answer(std::string_view line);

  EngineSession::Say say_;
  std::mutex saying_, mutex_;
  std::condition_variable changed_;
  std::deque<Waiting> waiting_;
  std::atomic<bool> stop_ = false;
  int thinking_ = 0;     ///< lines that think and are not done
  bool thinks_ = false;  ///< the one that is being done is one of them
  bool closed_ = false, runs_endless_ = false, in_block_ = false;
  EngineSession session_;
  std::thread worker_;
};

}  // namespace bastide
