#include "server/fair_queue.h"

#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

namespace bastide {
namespace {

/// Linux keeps this for each thread.
void give_way() {
  constexpr int kNice = 10;
  thread_local const int set = setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
  (void)set;
}

}  // namespace

void FairQueue::end() {
  threads_.stop();
  threads_.join();
}

asio::awaitable<void> FairQueue::wait_for(std::string address, Job job) {
  // The guard keeps the caller's thread until this is done.
  const auto work = asio::make_work_guard(co_await asio::this_coro::executor);
  std::function<void(std::function<void()>)> begin = [&](std::function<void()> go_on) {
    add(std::move(address), [job = std::move(job), go_on = std::move(go_on), work] {
      job();
      asio::post(work.get_executor(), go_on);
    });
  };
  co_await suspend(std::move(begin));
}

void FairQueue::add(std::string address, Job job) {
  {
    const std::scoped_lock lock(mutex_);
    ++waiting_;
    auto& jobs = jobs_[address];
    if (jobs.empty()) turns_.push_back(std::move(address));
    jobs.push_back(std::move(job));
  }
  asio::post(threads_, [this] { run_next(); });  // one for each job, whose ever it will be
}

void FairQueue::run_next() {
  give_way();
  Job job;
  {
    const std::scoped_lock lock(mutex_);
    std::string address = std::move(turns_.front());
    turns_.pop_front();
    const auto found = jobs_.find(address);
    job = std::move(found->second.front());
    found->second.pop_front();
    if (found->second.empty())
      jobs_.erase(found);
    else
      turns_.push_back(std::move(address));
    --waiting_;
  }
  job();
}

}  // namespace bastide
