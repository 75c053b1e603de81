// Work that requests ask for, on threads of its own, so that games and bots never wait for it.
#pragma once
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "server/async.h"

namespace bastide {

/// Addresses take turns: who asks for much waits behind itself only. The threads leave the processor to those of the
/// games where both want it.
class FairQueue {
 public:
  /// `most`: what may wait of all together.
  FairQueue(std::size_t threads, std::size_t most) : most_(most), threads_(threads) {}
  ~FairQueue() { end(); }
  FairQueue(const FairQueue&) = delete;
  FairQueue& operator=(const FairQueue&) = delete;

  /// Runs `f` when it is the address's turn; the caller goes on on its own thread with what it returned, or with
  /// nothing: too much waits. What it throws comes too.
  template <class F>
  asio::awaitable<std::optional<std::invoke_result_t<F>>> run(std::string address, F f) {
    if (full()) co_return std::nullopt;
    auto task = std::make_shared<std::packaged_task<std::invoke_result_t<F>()>>(std::move(f));
    auto result = task->get_future();
    Job job = [task] { (*task)(); };
    co_await wait_for(std::move(address), std::move(job));
    co_return result.get();
  }

  /// Waits for what is under way; what waits is not done any more. Before anything that work refers to goes.
  void end();

 private:
  using Job = std::function<void()>;
  asio::awaitable<void> wait_for(std::string address, Job job);
  bool full() {
    const std::scoped_lock lock(mutex_);
    return waiting_ >= most_;
  }
  void add(std::string address, Job job);
  void run_next();

  std::size_t most_;
  std::mutex mutex_;
  std::size_t waiting_ = 0;
  std::map<std::string, std::deque<Job>> jobs_;  ///< by address; none is empty
  std::deque<std::string> turns_;                ///< the addresses of jobs_, who is next first
  asio::thread_pool threads_;
};

}  // namespace bastide
