// Durable commits on threads of their own. What waits while one commit is under way goes into the next together; where
// the disk is slow, the next does not wait for the one before. When another program holds the database, or the disk
// fails, these threads wait and try again; nobody else does.
#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "store/event_store.h"

namespace bastide {

namespace asio = boost::asio;

class Committer {
 public:
  using Late = std::function<void()>;

  /// `patience`: how long nothing can be written before it is given up.
  /// REQUIRES: the thread of `io` is where the coroutines run that wait here.
  Committer(EventStore& store, asio::any_io_executor io, std::chrono::milliseconds patience = std::chrono::seconds(10));
  /// Commits what waits, but not for a disk that fails.
  ~Committer();
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  /// `late` is called once, on the thread of `io`, if it takes longer than a second.
  asio::awaitable<Written> commit(Append append, Late late = {});
  /// Returns when nothing is unknown any more: after a Written::Fate::unknown, what is read then is what is kept.
  asio::awaitable<void> settled();

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Job {
    Append append;
    std::function<void(Written)> done;
    Time since = std::chrono::steady_clock::now();
  };
  using Jobs = std::vector<Job>;

  void run();
  Jobs take();
  void write(Jobs& jobs);
  void settle();
  void pause();
  void say_late();
  void give_up(Time now);
  void finish(Jobs& jobs, std::vector<Written> results);
  bool ending();

  EventStore& store_;
  asio::any_io_executor io_;
  const std::chrono::milliseconds patience_;
  Time said_late_;  ///< in the log, by the thread of `io_`
  std::mutex mutex_;
  std::condition_variable wake_;
  Jobs waiting_;                                ///< this and what follows: under the mutex
  std::vector<std::function<void()>> settled_;  ///< who wants to know
  int unknown_ = 0;                             ///< commits of which it has to be found out what is kept
  int under_way_ = 0;                           ///< commits
  Time begun_;                                  ///< the last of them
  bool watched_ = false;                        ///< whether a thread looks how long that takes
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace bastide
