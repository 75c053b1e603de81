#include "server/async.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>

#include "server/log.h"

namespace bastide {

void start(const asio::any_io_executor& executor, asio::awaitable<void> work,
           std::function<void(std::exception_ptr)> done) {
  asio::co_spawn(executor, std::move(work), [done = std::move(done)](std::exception_ptr failed) {
    if (done) done(std::move(failed));
  });
}

void log_mistake(const std::exception_ptr& failed) {
  try {
    if (failed) std::rethrow_exception(failed);
  } catch (const std::exception& mistake) {
    log_error("a connection failed: {}", mistake.what());
  }
}

asio::awaitable<void> wait(asio::steady_timer& timer) {
  co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
}

asio::awaitable<void> suspend(std::function<void(std::function<void()> go_on)> begin) {
  auto initiate = [&](auto handler) {
    auto kept = std::make_shared<decltype(handler)>(std::move(handler));
    begin([kept] { std::move (*kept)(); });
  };
  co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(initiate, asio::use_awaitable);
}

asio::awaitable<void> run_job(asio::any_io_executor threads, std::function<void()> job) {
  auto work = [&job]() -> asio::awaitable<void> {
    job();
    co_return;
  };
  co_await asio::co_spawn(threads, std::move(work), asio::use_awaitable);
}

asio::awaitable<Lock::Guard> Lock::enter() {
  while (held_) co_await wait(released_);
  held_ = true;
  co_return Guard(this);
}

}  // namespace bastide
