// The river's tiles in a live game: they leave the stack first, as follows from the seed that was committed to.
#include <gtest/gtest.h>

#include "notation/notation.h"
#include "server/live_game.h"
#include "server/rule_shelf.h"

namespace bastide::test {
namespace {

const std::string kRiverSeed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

TEST(River, ItsTilesAreDrawnFirstAndTheLogIsReadAgain) {
  const RuleShelf shelf(builtin_catalogue());
  LiveSetup setup;
  setup.choice = {"new", {{"river", "both"}}};
  setup.seats = {{"human", "Mila", ""}, {"human", "Tom", ""}};
  LiveGame live = *LiveGame::create(shelf, "game", setup, kRiverSeed, "1", 0);
  ASSERT_TRUE(live.begin_if_full(0));
  std::vector<StoredEvent> log = live.take_fresh();
  Rng rng(7);
  while (live.status() == "playing") {
    const int seat = live.to_move();
    Game game = *live.game();
    const int turn = running_turn(game.rules(), game.state());
    std::vector<std::string> moves;
    while (goes_on(game.rules(), game.state(), seat, turn)) {
      const std::vector<Move> legal = game.legal();
      moves.push_back(move_text(game.rules(), game.state(), legal[rng.below(static_cast<uint32_t>(legal.size()))]));
      ASSERT_TRUE(game.play(moves.back()));
    }
    ASSERT_TRUE(live.play(seat, moves, 0));
    for (const StoredEvent& entry : live.take_fresh()) log.push_back(entry);
  }
  int drawn = 0, last = 0;
  for (const PlayedPly& ply : live.game()->played()) {
    if (ply.move.kind != MoveKind::draw) continue;
    const int stage = live.game()->rules().kernel.stage_of(ply.move.tile);
    EXPECT_GE(stage, last) << drawn;
    last = stage;
    ++drawn;
  }
  EXPECT_EQ(drawn, 22 - 1 + 71) << "the usual start tile is in the box (RIVER-1)";
  const auto again = LiveGame::load(shelf, live.row(), log, "1");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->record(-1), live.record(-1));
}

}  // namespace
}  // namespace bastide::test
