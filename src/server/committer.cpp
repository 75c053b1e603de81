#include "server/committer.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

#include "server/async.h"
#include "server/log.h"

namespace bastide {
namespace {

using namespace std::chrono_literals;

constexpr auto kLate = 1s;     ///< then whoever waits is told
constexpr auto kPause = 50ms;  ///< between tries
constexpr auto kApart = 5ms;   ///< a commit that takes longer is not waited for

using Fate = Written::Fate;

bool all_busy(const std::vector<Written>& results) {
  return std::all_of(results.begin(), results.end(), [](const Written& w) { return w.fate == Fate::busy; });
}

}  // namespace

Committer::Committer(EventStore& store, asio::any_io_executor io, std::chrono::milliseconds patience)
    : store_(store), io_(std::move(io)), patience_(patience) {
  for (int i = 0; i < store.commits_at_once(); ++i) threads_.emplace_back([this] { run(); });
}

Committer::~Committer() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

asio::awaitable<Written> Committer::commit(Append append, Late late) {
  Written result;
  asio::steady_timer clock(io_, kLate);
  clock.async_wait([this, late = std::move(late)](boost::system::error_code failed) {
    if (failed) return;  // done before
    say_late();
    if (late) late();
  });
  std::function<void(std::function<void()>)> begin = [&](std::function<void()> go_on) {
    // The guard keeps the io thread until this is done.
    auto done = [&result, go_on = std::move(go_on), work = asio::make_work_guard(io_)](Written written) {
      result = std::move(written);
      go_on();
    };
    std::unique_lock lock(mutex_);
    waiting_.push_back({.append = std::move(append), .done = std::move(done)});
    const bool somebody_comes = under_way_ > 0 && watched_;
    lock.unlock();
    if (!somebody_comes) wake_.notify_one();
  };
  co_await suspend(std::move(begin));
  co_return result;
}

asio::awaitable<void> Committer::settled() {
  return suspend([this](std::function<void()> go_on) {
    auto on_its_thread = [io = io_, go_on = std::move(go_on)] { asio::post(io, go_on); };
    const std::scoped_lock lock(mutex_);
    if (unknown_ > 0)
      settled_.emplace_back(std::move(on_its_thread));
    else
      on_its_thread();
  });
}

// ---------------------------------------------------------------- on the threads of its own

void Committer::run() {
  for (Jobs jobs = take(); !jobs.empty(); jobs = take()) {
    write(jobs);
    const std::scoped_lock lock(mutex_);
    --under_way_;
    if (ending_) wake_.notify_all();
  }
}

/// What waits, as soon as it may be written; nothing: the end.
Committer::Jobs Committer::take() {
  std::unique_lock lock(mutex_);
  for (;;) {
    const Time now = std::chrono::steady_clock::now();
    if (waiting_.empty() || (unknown_ > 0 && !ending_)) {
      if (ending_) return {};
      wake_.wait(lock);
    } else if (under_way_ > 0 && now < begun_ + kApart) {
      // Whoever is done first takes it; one of the others looks whether that takes too long.
      if (std::exchange(watched_, true)) {
        wake_.wait(lock);
      } else {
        wake_.wait_until(lock, begun_ + kApart);
        watched_ = false;
      }
    } else {
      ++under_way_;
      begun_ = now;
      return std::exchange(waiting_, {});
    }
  }
}

void Committer::write(Jobs& jobs) {
  std::vector<Append> appends;
  appends.reserve(jobs.size());
  for (Job& job : jobs) appends.push_back(std::move(job.append));
  const Time begin = std::chrono::steady_clock::now();
  std::vector<Written> results = store_.commit(appends);
  while (all_busy(results) && !ending() && std::chrono::steady_clock::now() - begin < patience_) {
    pause();
    results = store_.commit(appends);
  }
  const bool unknown =
      std::any_of(results.begin(), results.end(), [](const Written& w) { return w.fate == Fate::unknown; });
  if (unknown) {
    const std::scoped_lock lock(mutex_);
    ++unknown_;
  }
  finish(jobs, std::move(results));
  if (unknown) settle();
}

/// Tries again and again, until the disk works.
void Committer::settle() {
  auto settled = store_.settle();
  if (!settled) log_error("the disk or the database failed, and fails still: {}", settled.error().text());
  for (; !settled; settled = store_.settle()) {
    pause();
    if (ending()) return;
  }
  log_warning("the disk or the database failed, and works again; the games that it met are read anew");
  const std::scoped_lock lock(mutex_);
  if (--unknown_ > 0) return;
  for (const auto& go_on : std::exchange(settled_, {})) go_on();
  wake_.notify_all();
}

bool Committer::ending() {
  const std::scoped_lock lock(mutex_);
  return ending_;
}

/// Between two tries.
void Committer::pause() {
  std::this_thread::sleep_for(kPause);
  const std::scoped_lock lock(mutex_);
  give_up(std::chrono::steady_clock::now());
}

/// Not for each of many that wait.
void Committer::say_late() {
  const Time now = std::chrono::steady_clock::now();
  if (now - said_late_ < 10s) return;
  said_late_ = now;
  log_warning("moves wait: the database is held by another program or cannot be reached, or its disk fails");
}

/// Of those that have not begun: nothing of them was written.
void Committer::give_up(Time now) {
  const auto tired =
      std::partition(waiting_.begin(), waiting_.end(), [&](const Job& job) { return now - job.since < patience_; });
  Jobs jobs(std::make_move_iterator(tired), std::make_move_iterator(waiting_.end()));
  waiting_.erase(tired, waiting_.end());
  Error why;
  why.message = "the database could not be written for a while";
  finish(jobs, std::vector<Written>(jobs.size(), Written{Fate::busy, why}));
}

void Committer::finish(Jobs& jobs, std::vector<Written> results) {
  if (jobs.empty()) return;
  // All at once: the io thread is woken once.
  asio::post(io_, [jobs = std::make_shared<Jobs>(std::move(jobs)), results = std::move(results)]() mutable {
    for (std::size_t i = 0; i < results.size(); ++i) (*jobs)[i].done(std::move(results[i]));
  });
}

}  // namespace bastide
