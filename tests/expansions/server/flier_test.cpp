// The roll of a flight in a live game: it follows from the seed that was committed to, nobody can try it, and a log
// with it is read again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "server/live_support.h"
#include "server/shuffle.h"

namespace bastide::test {
namespace {

TEST(Flier, TheRollFollowsFromTheSeed) {
  const RuleShelf shelf(builtin_catalogue());
  LiveGame live = begun(shelf, {{"flier", "second"}});
  std::vector<StoredEvent> log = live.take_fresh();
  Rng rng(5);
  int flights = 0;
  while (live.status() == "playing") {
    const std::vector<std::string> moves = answers(live, rng, "fly:follower");
    const bool flies = !moves.empty() && moves.back() == "fly:follower";
    if (flies) {
      const auto tried = live.tried(live.to_move(), moves);
      ASSERT_TRUE(tried);
      EXPECT_NE(tried->find("\"ask\":null"), std::string::npos) << "what comes of it cannot be tried";
      EXPECT_EQ(tried->find("distance"), std::string::npos);
    }
    const std::size_t before = live.game()->played().size();
    play(live, moves, log);
    if (HasFatalFailure()) return;
    if (!flies) continue;
    const Move roll = live.game()->played()[before + moves.size()].move;
    const auto face = draw_number(std::string(kLiveSeed), fmt::format("chance:{}", flights++), 6);
    EXPECT_EQ(roll.value, static_cast<int>(face) / 2 + 1) << "two of six faces each, in their order";
  }
  EXPECT_GT(flights, 0);
  expect_read_again(shelf, live, log);
  const auto record = parse_record(builtin_catalogue(), live.record(-1));
  ASSERT_TRUE(record) << record.error().text();
  EXPECT_TRUE(Game::replay(*record));
}

}  // namespace
}  // namespace bastide::test
