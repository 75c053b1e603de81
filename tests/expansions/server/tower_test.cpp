// Floors, guards and prisoners in a live game: heaps and captured figures are told, and a log with them is read again.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "notation/notation.h"
#include "server/live_game.h"
#include "server/rule_shelf.h"

namespace bastide::test {
namespace {

const std::string kSeed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// Every answer of the seat to move up to where chance or somebody else comes next.
std::vector<std::string> answers(const LiveGame& live, Rng& rng) {
  Game game = *live.game();
  const int seat = game.state().seat, turn = running_turn(game.rules(), game.state());
  std::vector<std::string> moves;
  while (goes_on(game.rules(), game.state(), seat, turn)) {
    const std::vector<Move> legal = game.legal();
    const std::string move =
        move_text(game.rules(), game.state(), legal[rng.below(static_cast<uint32_t>(legal.size()))]);
    EXPECT_TRUE(game.play(move));
    moves.push_back(move);
  }
  return moves;
}

TEST(Tower, ALiveGameIsToldAndReadAgain) {
  const RuleShelf shelf(builtin_catalogue());
  LiveSetup setup;
  setup.choice = {"new", {{"tower", "second"}}};
  setup.seats = {{"human", "Mila", ""}, {"human", "Tom", ""}};
  LiveGame live = *LiveGame::create(shelf, "game", setup, kSeed, "1", 0);
  ASSERT_TRUE(live.begin_if_full(0));
  std::vector<StoredEvent> log = live.take_fresh();
  Rng rng(7);
  while (live.status() == "playing") {
    const std::vector<std::string> moves = answers(live, rng);
    ASSERT_FALSE(moves.empty());
    ASSERT_TRUE(live.play(live.to_move(), moves, 0));
    for (const StoredEvent& entry : live.take_fresh()) log.push_back(entry);
  }
  const auto told = [&](const char* what) {
    int count = 0;
    for (int n = 1; n <= live.seq(); ++n) count += live.event(n, -1).find(what) != std::string::npos ? 1 : 0;
    return count;
  };
  EXPECT_GT(told("\"heap\":"), 0);
  EXPECT_GT(told("\"keeper\":"), 0);
  EXPECT_GT(told("\"place\":\"top\""), 0);
  const auto again = LiveGame::load(shelf, live.row(), log, "1");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->record(-1), live.record(-1));
}

}  // namespace
}  // namespace bastide::test
