// The power fails again and again while many games are played at once: the disk keeps what was flushed, and of the rest
// what chance takes. What was acknowledged is there. BASTIDE_CUTS: how often (default 6; the campaign: 300).
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <random>

#include "server/duel.h"
#include "server/forked.h"
#include "server/power.h"

namespace bastide::test {
namespace {

constexpr int kLoadTables = 8;

/// People who play in a process of their own, so that this one has no threads when it forks servers.
class Players {
 public:
  Players() {
    counts_ = new (::mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Counts;
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    process_ = ::fork();
    if (process_ == 0) {
      ::close(ends[1]);
      play(ends[0]);
      ::_exit(testing::Test::HasFailure() ? 1 : 0);
    }
    ::close(ends[0]);
    to_ = ends[1];
  }

  /// Where the server is now; 0: they come to an end.
  void tell(uint16_t port) { ASSERT_EQ(::write(to_, &port, sizeof port), static_cast<ssize_t>(sizeof port)); }
  const Counts& counts() const { return *counts_; }

  /// Each finishes what it has begun. Whether all was as it should be; who has lost the game waits for it in vain.
  bool end() {
    tell(0);
    for (int i = 0; i < 600; ++i) {
      int status = 0;
      if (::waitpid(process_, &status, WNOHANG) == process_) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    return false;
  }

 private:
  void play(int from) {
    Address address;
    std::atomic<bool> ending = false;
    std::vector<std::thread> threads;
    for (int i = 0; i < kLoadTables; ++i)
      threads.emplace_back([&, i] { Duel(address, ending, *counts_, 1000ull * static_cast<uint64_t>(i)).run(); });
    for (uint16_t port = 0; ::read(from, &port, sizeof port) == sizeof port && port != 0;) address.set({port});
    ending = true;
    for (std::thread& thread : threads) thread.join();
  }

  Counts* counts_;
  pid_t process_ = -1;
  int to_ = -1;
};

TEST(PowerCuts, UnderLoadLoseNothing) {
  const char* asked = std::getenv("BASTIDE_CUTS");
  const int cuts = asked != nullptr ? std::atoi(asked) : 6;
  const Folder folder;
  Players players;
  PowerCuts power(folder.path());
  auto server = std::make_unique<ForkedServer>(folder.path());
  ASSERT_NE(server->port(), 0);
  players.tell(server->port());
  std::mt19937 random(20261129);
  constexpr double kMore[] = {0, 0.5, 1, 0.05, 0.95};
  for (int cut = 1; cut <= cuts; ++cut) {
    const int before = players.counts().plays;
    for (int i = 0; i < 600 && players.counts().plays < before + kLoadTables; ++i)  // under load
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 200'000));
    server->kill();
    power.cut(random, kMore[cut % std::size(kMore)]);
    server = std::make_unique<ForkedServer>(folder.path());
    ASSERT_NE(server->port(), 0) << "what is left cannot be opened, cut " << cut;
    players.tell(server->port());
    if (cut % 10 == 0)
      fmt::print("{} cuts, {} plays, {} sent again, {} games\n", cut, players.counts().plays.load(),
                 players.counts().again.load(), players.counts().games.load());
  }
  std::this_thread::sleep_for(std::chrono::seconds(1));  // everybody is back
  EXPECT_TRUE(players.end()) << "what they found is above; nothing: a game is gone, or does not go on";
  EXPECT_GE(players.counts().plays, cuts) << "there was load";
  EXPECT_EQ(players.counts().refused, 0);
}

}  // namespace
}  // namespace bastide::test
