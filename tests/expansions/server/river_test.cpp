// The river's tiles in a live game: they leave the stack first, as follows from the seed that was committed to.
#include <gtest/gtest.h>

#include "server/live_support.h"

namespace bastide::test {
namespace {

TEST(River, ItsTilesAreDrawnFirstAndTheLogIsReadAgain) {
  const RuleShelf shelf(builtin_catalogue());
  LiveGame live = begun(shelf, {{"river", "both"}});
  std::vector<StoredEvent> log = live.take_fresh();
  Rng rng(7);
  play_to_end(live, rng, log);
  int drawn = 0, last = 0;
  for (const PlayedPly& ply : live.game()->played()) {
    if (ply.move.kind != MoveKind::draw) continue;
    const int stage = live.game()->rules().kernel.stage_of(ply.move.tile);
    EXPECT_GE(stage, last) << drawn;
    last = stage;
    ++drawn;
  }
  EXPECT_EQ(drawn, 22 - 1 + 71) << "the usual start tile is in the box (RIVER-1)";
  expect_read_again(shelf, live, log);
}

}  // namespace
}  // namespace bastide::test
