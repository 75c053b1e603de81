// The roll of a flight in a live game: it follows from the seed that was committed to, nobody can try it, and a log
// with it is read again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "notation/notation.h"
#include "server/live_game.h"
#include "server/rule_shelf.h"
#include "server/shuffle.h"

namespace bastide::test {
namespace {

const std::string kSeed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

LiveGame begun(const RuleShelf& shelf) {
  LiveSetup setup;
  setup.choice = {"new", {{"flier", "second"}}};
  setup.seats = {{"human", "Mila", ""}, {"human", "Tom", ""}};
  LiveGame live = *LiveGame::create(shelf, "game", setup, kSeed, "1", 0);
  EXPECT_TRUE(live.begin_if_full(0));
  return live;
}

/// Every answer of the seat to move up to where chance or somebody else comes next: a flight where there can be one.
std::vector<std::string> answers(const LiveGame& live, Rng& rng) {
  Game game = *live.game();
  const int seat = game.state().seat, turn = running_turn(game.rules(), game.state());
  std::vector<std::string> moves;
  while (goes_on(game.rules(), game.state(), seat, turn)) {
    const std::vector<Move> legal = game.legal();
    std::string move;
    for (const Move& option : legal)
      if (const std::string text = move_text(game.rules(), game.state(), option); text == "fly:follower") move = text;
    if (move.empty())
      move = move_text(game.rules(), game.state(), legal[rng.below(static_cast<uint32_t>(legal.size()))]);
    EXPECT_TRUE(game.play(move));
    moves.push_back(move);
  }
  return moves;
}

TEST(Flier, TheRollFollowsFromTheSeed) {
  const RuleShelf shelf(builtin_catalogue());
  LiveGame live = begun(shelf);
  std::vector<StoredEvent> log = live.take_fresh();
  Rng rng(5);
  int flights = 0;
  while (live.status() == "playing") {
    const int seat = live.to_move();
    const std::vector<std::string> moves = answers(live, rng);
    ASSERT_FALSE(moves.empty());
    const bool flies = moves.back() == "fly:follower";
    if (flies) {
      const auto tried = live.tried(seat, moves);
      ASSERT_TRUE(tried);
      EXPECT_NE(tried->find("\"ask\":null"), std::string::npos) << "what comes of it cannot be tried";
      EXPECT_EQ(tried->find("distance"), std::string::npos);
    }
    const std::size_t before = live.game()->played().size();
    ASSERT_TRUE(live.play(seat, moves, 0));
    for (const StoredEvent& entry : live.take_fresh()) log.push_back(entry);
    if (!flies) continue;
    const Move roll = live.game()->played()[before + moves.size()].move;
    const auto face = draw_number(kSeed, fmt::format("chance:{}", flights++), 6);
    EXPECT_EQ(roll.value, static_cast<int>(face) / 2 + 1) << "two of six faces each, in their order";
  }
  EXPECT_GT(flights, 0);
  const auto again = LiveGame::load(shelf, live.row(), log, "1");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->record(-1), live.record(-1));
  const auto record = parse_record(builtin_catalogue(), live.record(-1));
  ASSERT_TRUE(record) << record.error().text();
  EXPECT_TRUE(Game::replay(*record));
}

}  // namespace
}  // namespace bastide::test
