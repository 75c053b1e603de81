// What the coroutines of the server share: work on other threads, waiting, and a lock to wait for without blocking.
// Everything else of the server runs on the one thread of its io_context. Each asynchronous call of Asio costs a
// compiler a second or more: those that many need are made in async.cpp.
#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

namespace bastide {

namespace asio = boost::asio;

/// For asynchronous calls whose error comes as a value, before what else they bring, instead of being thrown.
inline constexpr auto kQuiet = asio::as_tuple(asio::use_awaitable);

/// Lets `work` go on by itself. `done` is told what it threw, if anything.
void start(const asio::any_io_executor& executor, asio::awaitable<void> work,
           std::function<void(std::exception_ptr)> done = {});
inline void start(asio::io_context& io, asio::awaitable<void> work, std::function<void(std::exception_ptr)> done = {}) {
  start(io.get_executor(), std::move(work), std::move(done));
}

/// For start of a connection's work: what it throws is a mistake of ours, and ends that connection only.
void log_mistake(const std::exception_ptr& failed);

/// Until the timer expires or is cancelled.
asio::awaitable<void> wait(asio::steady_timer& timer);

/// The caller goes on when what `begin` is given is called, once and on the caller's thread.
asio::awaitable<void> suspend(std::function<void(std::function<void()> go_on)> begin);

/// See run_on.
asio::awaitable<void> run_job(asio::any_io_executor threads, std::function<void()> job);

/// Runs `f` on another thread; the caller goes on on its own thread with what it returned. What it throws comes
/// too.
template <class F>
asio::awaitable<std::invoke_result_t<F>> run_on(asio::thread_pool& threads, F f) {
  std::optional<std::invoke_result_t<F>> result;
  std::function<void()> job = [&] { result.emplace(f()); };
  co_await run_job(threads.get_executor(), std::move(job));
  co_return std::move(*result);
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
  asio::awaitable<Guard> enter();

 private:
  bool held_ = false;
  asio::steady_timer released_;
};

}  // namespace bastide
