// Three small things the coroutines of the server share: work on other threads, a lock to wait for without blocking,
// and durable commits in groups. Everything else of the server runs on the one thread of its io_context.
#pragma once
#include <boost/asio.hpp>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "store/event_store.h"

namespace bastide {

namespace asio = boost::asio;

/// Runs `f` on a thread of `pool`; the caller goes on on its own thread with what it returned. What it throws comes
/// too.
template <class F>
asio::awaitable<std::invoke_result_t<F>> run_on(asio::thread_pool& pool, F f) {
  using R = std::invoke_result_t<F>;
  auto work = [f = std::move(f)]() mutable -> asio::awaitable<R> { co_return f(); };
  co_return co_await asio::co_spawn(pool, std::move(work), asio::use_awaitable);
}

/// One at a time, on one thread. Whoever waits goes on when the guard before is gone.
class Lock {
 public:
  class Guard {
   public:
    explicit Guard(Lock* lock) : lock_(lock) {}
    Guard(Guard&& other) noexcept : lock_(std::exchange(other.lock_, nullptr)) {}
    Guard& operator=(Guard&&) = delete;
    ~Guard() {
      if (lock_ == nullptr) return;
      lock_->held_ = false;
      lock_->released_.cancel_one();
    }

   private:
    Lock* lock_;
  };

  explicit Lock(const asio::any_io_executor& executor) : released_(executor, asio::steady_timer::time_point::max()) {}
  bool held() const { return held_; }

  asio::awaitable<Guard> enter() {
    while (held_) {
      boost::system::error_code cancelled;  // by release: that is the news
      co_await released_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
    held_ = true;
    co_return Guard(this);
  }

 private:
  bool held_ = false;
  asio::steady_timer released_;
};

/// Commits to the store on a thread of its own. What waits while one commit is under way goes into the next together.
class Committer {
 public:
  explicit Committer(EventStore& store) : store_(store) {}
  ~Committer() { thread_.join(); }
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  asio::awaitable<Result<void>> commit(Append append) {
    auto job = std::make_shared<Job>();
    job->append = std::move(append);
    {
      const std::scoped_lock lock(mutex_);
      waiting_.push_back(job);
    }
    auto work = [this, job] { return run(*job); };
    co_return co_await run_on(thread_, std::move(work));
  }

 private:
  struct Job {
    Append append;
    bool done = false;  // this and the result: touched by the commit thread only
    Result<void> result;
  };

  Result<void> run(Job& job) {
    if (job.done) return job.result;  // went with an earlier one
    std::vector<std::shared_ptr<Job>> jobs;
    {
      const std::scoped_lock lock(mutex_);
      jobs.swap(waiting_);
    }
    std::vector<Append> appends;
    for (const auto& j : jobs) appends.push_back(std::move(j->append));
    const auto results = store_.commit(appends);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      jobs[i]->result = results[i];
      jobs[i]->done = true;
    }
    return job.result;
  }

  EventStore& store_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Job>> waiting_;
  asio::thread_pool thread_{1};
};

}  // namespace bastide
