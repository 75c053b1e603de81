// The books over all connections.
#include "server/connections.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

#include "server/stream.h"

namespace bastide {
namespace {

TEST(CountOfEach, HoldsSoManyOfEach) {
  CountOfEach count(2);
  auto first = count.take("a"), second = count.take("a");
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(count.take("a"));
  EXPECT_TRUE(count.take("b"));
  CountOfEach::Held moved = std::move(*first);
  first.reset();
  EXPECT_FALSE(count.take("a")) << "moved, not gone";
  moved = CountOfEach::Held();
  EXPECT_TRUE(count.take("a"));
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(count.take("")) << "nobody is counted";
  CountOfEach none(0);
  std::vector<CountOfEach::Held> held;
  for (int i = 0; i < 10; ++i) held.push_back(*none.take("a"));
}

TEST(Bucket, FillsWithTime) {
  const auto begin = std::chrono::steady_clock::now();
  Bucket bucket(3, 2);
  const auto after = [&](double seconds) {
    return begin + std::chrono::seconds(1) +
           std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds));
  };
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(1, after(0)));
  EXPECT_FALSE(bucket.take(1, after(0)));
  EXPECT_FALSE(bucket.take(1, after(0.4)));
  EXPECT_TRUE(bucket.take(1, after(0.6)));
  EXPECT_FALSE(bucket.take(3.5, after(100))) << "it holds no more than three";
  EXPECT_TRUE(bucket.take(3, after(100)));
}

/// Connections whose ends are noted.
class Books : public testing::Test {
 protected:
  struct One {
    One(Connections& all, std::vector<int>& dropped, int number)
        : entry(
              all, [] {}, [&dropped, number] { dropped.push_back(number); }) {}
    Connections::Entry entry;
  };
  One& add() { return *ones_.emplace_back(std::make_unique<One>(all_, dropped_, static_cast<int>(ones_.size()))); }
  static void wait() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

  Connections all_{ConnectionLimits{.all = 3, .queued = 1000}};
  std::vector<int> dropped_;
  std::vector<std::unique_ptr<One>> ones_;
};

TEST_F(Books, AreFull) {
  add();
  add();
  EXPECT_FALSE(all_.full());
  add();
  EXPECT_TRUE(all_.full());
  ones_.pop_back();
  EXPECT_FALSE(all_.full());
}

TEST_F(Books, WhoTakesNothingForLongestGoesFirst) {
  One &stuck = add(), &fresh = add();
  stuck.entry.queue(400);
  wait();
  fresh.entry.queue(700);
  EXPECT_EQ(dropped_, std::vector<int>{0}) << "it has less, but has waited";
  EXPECT_EQ(stuck.entry.queued(), 0u);
  EXPECT_EQ(fresh.entry.queued(), 700u);
}

TEST_F(Books, WhoHasTheMostGoesFirst) {
  One &much = add(), &little = add(), &third = add();
  much.entry.queue(800);
  little.entry.queue(100);
  wait();
  third.entry.queue(200);
  EXPECT_EQ(dropped_, std::vector<int>{0});
  EXPECT_EQ(little.entry.queued(), 100u);
}

TEST_F(Books, WhoReadsStays) {
  One &reads = add(), &stuck = add();
  reads.entry.queue(900);
  stuck.entry.queue(50);
  wait();
  reads.entry.sent(100);
  stuck.entry.queue(100);
  EXPECT_TRUE(dropped_.empty());
  stuck.entry.queue(100);
  EXPECT_EQ(dropped_, std::vector<int>{1});
}

TEST_F(Books, OneThatIsTooMuchAloneGoesItself) {
  add();
  add().entry.queue(1001);
  EXPECT_EQ(dropped_, std::vector<int>{1});
  ones_.clear();
  add().entry.queue(1000);
  EXPECT_EQ(dropped_, std::vector<int>{1}) << "who has gone leaves nothing in the books";
}

}  // namespace
}  // namespace bastide
