// The program killed again and again while many games are played at once: what was acknowledged is there, what was not
// is made once when it is sent again. BASTIDE_KILLS: how many kills (default 5; the campaign: 300).
#include <fmt/format.h>
#include <signal.h>

#include <cstdlib>
#include <random>

#include "server/duel.h"
#include "server/program.h"

namespace bastide::test {
namespace {

constexpr int kTables = 8;

TEST(Kills, UnderLoadLoseNothing) {
  const char* asked = std::getenv("BASTIDE_KILLS");
  const int kills = asked != nullptr ? std::atoi(asked) : 5;
  const Folder folder;
  auto program = std::make_unique<Program>(folder.path());
  ASSERT_NE(program->port(), 0) << program->said();
  Address address;
  std::atomic<bool> ending = false;
  Counts counts;
  std::vector<std::thread> threads;
  std::mt19937 random(20261122);
  for (int i = 0; i < kTables; ++i)
    threads.emplace_back([&, i] { Duel(address, ending, counts, 1000ull * static_cast<uint64_t>(i)).run(); });
  address.set({program->port()});
  for (int kill = 1; kill <= kills; ++kill) {
    const int before = counts.plays;
    for (int i = 0; i < 300 && counts.plays < before + kTables; ++i)  // under load, not while everybody sits down
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 200'000));
    program->signal(SIGKILL);
    ASSERT_EQ(program->wait(), -SIGKILL);
    program = std::make_unique<Program>(folder.path());
    ASSERT_NE(program->port(), 0) << program->said();
    address.set({program->port()});
    if (kill % 10 == 0)
      fmt::print("{} kills, {} plays, {} sent again, {} games\n", kill, counts.plays.load(), counts.again.load(),
                 counts.games.load());
  }
  std::this_thread::sleep_for(std::chrono::seconds(1));  // everybody is back
  ending = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(counts.plays, kills) << "there was load";
  EXPECT_EQ(counts.refused, 0);
  if (kills >= 20) {
    EXPECT_GE(counts.again, 1) << "some died between play and answer";
  }
}

}  // namespace
}  // namespace bastide::test
