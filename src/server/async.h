// Two small things the coroutines of the server share: work on other threads, and a lock to wait for without blocking.
// Everything else of the server runs on the one thread of its io_context.
#pragma once
#include <spdlog/spdlog.h>

#include <boost/asio.hpp>
#include <type_traits>
#include <utility>

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

/// For co_spawn of a connection's work: what it throws is a mistake of ours, and ends that connection only.
inline void log_mistake(const std::exception_ptr& failed) {
  try {
    if (failed) std::rethrow_exception(failed);
  } catch (const std::exception& mistake) {
    spdlog::error("a connection failed: {}", mistake.what());
  }
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

}  // namespace bastide
