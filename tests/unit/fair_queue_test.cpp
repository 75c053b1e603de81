// Work for requests: addresses in turn, bounded.
#include "server/fair_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace bastide {
namespace {

/// A queue with one thread, which is busy until all the work is there.
class FairQueueTest : public testing::Test {
 protected:
  void SetUp() override {
    ask("gate", [this] {
      busy_.set_value();
      open_.get_future().wait();
      opened_ = true;
    });
    io_.poll();
    busy_.get_future().wait();
  }

  template <class F>
  void ask(const std::string& address, F work) {
    const auto wait = [this, address, work]() -> asio::awaitable<void> {
      auto job = [work] {
        work();
        return true;
      };
      const auto result = co_await queue_.run(address, std::move(job));
      if (!result) ++refused_;
    };
    asio::co_spawn(io_, wait, asio::detached);
  }
  void ask_by_name(const std::string& name) {
    ask(name.substr(0, 1), [this, name] { done_.push_back(name); });
  }

  /// Runs all that was asked for.
  void run() {
    io_.poll();
    open_.set_value();
    io_.run();
  }

  asio::io_context io_;
  FairQueue queue_{1, 12};
  std::promise<void> busy_, open_;
  std::atomic<bool> opened_ = false;
  std::vector<std::string> done_;
  int refused_ = 0;
};

TEST_F(FairQueueTest, AddressesTakeTurns) {
  for (const char* name : {"a1", "a2", "a3", "a4", "b1", "c1", "b2"}) ask_by_name(name);
  run();
  EXPECT_EQ(done_, (std::vector<std::string>{"a1", "b1", "c1", "a2", "b2", "a3", "a4"}));
}

TEST_F(FairQueueTest, WhatIsTooMuchIsRefused) {
  for (int i = 0; i < 20; ++i) ask_by_name("a");
  run();
  EXPECT_EQ(done_.size(), 12u);
  EXPECT_EQ(refused_, 8);
}

TEST_F(FairQueueTest, WhatWorkThrowsComesToWhoAsked) {
  bool caught = false;
  asio::co_spawn(
      io_,
      [&]() -> asio::awaitable<void> {
        auto work = []() -> int { throw std::runtime_error("no"); };
        try {
          co_await queue_.run("a", work);
        } catch (const std::runtime_error&) {
          caught = true;
        }
      },
      asio::detached);
  run();
  EXPECT_TRUE(caught);
}

TEST_F(FairQueueTest, EndWaitsForWhatIsUnderWayAndBeginsNothing) {
  ask_by_name("a");
  io_.poll();
  std::thread opener([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    open_.set_value();
  });
  queue_.end();
  EXPECT_TRUE(opened_);
  opener.join();
  EXPECT_TRUE(done_.empty());
}

}  // namespace
}  // namespace bastide
