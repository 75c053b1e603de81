// A live game without a server: begun by two people, answered at random, read again from its log.
#pragma once
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.h"
#include "notation/notation.h"
#include "server/live_game.h"
#include "server/rule_shelf.h"

namespace bastide::test {

inline constexpr std::string_view kLiveSeed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// The new edition under these options, on the seed above.
inline LiveGame begun(const RuleShelf& shelf, const std::map<std::string, std::string>& options) {
  LiveSetup setup;
  setup.choice = {"new", options};
  setup.seats = {{"human", "Mila", ""}, {"human", "Tom", ""}};
  LiveGame live = *LiveGame::create(shelf, "game", setup, std::string(kLiveSeed), "1", 0);
  EXPECT_TRUE(live.begin_if_full(0));
  return live;
}

/// Every answer of the seat to move up to where chance or somebody else comes next: `rather` wherever it is legal, else
/// any.
inline std::vector<std::string> answers(const LiveGame& live, Rng& rng, std::string_view rather = {}) {
  Game game = *live.game();
  const int seat = game.state().seat, turn = running_turn(game.rules(), game.state());
  std::vector<std::string> moves;
  while (goes_on(game.rules(), game.state(), seat, turn)) {
    const std::vector<Move> legal = game.legal();
    std::string move;
    for (const Move& option : legal)
      if (const std::string text = move_text(game.rules(), game.state(), option); text == rather) move = text;
    if (move.empty())
      move = move_text(game.rules(), game.state(), legal[rng.below(static_cast<uint32_t>(legal.size()))]);
    EXPECT_TRUE(game.play(move));
    moves.push_back(move);
  }
  return moves;
}

/// The seat to move plays these; what the log gets for it is added.
inline void play(LiveGame& live, const std::vector<std::string>& moves, std::vector<StoredEvent>& log) {
  ASSERT_FALSE(moves.empty());
  ASSERT_TRUE(live.play(live.to_move(), moves, 0));
  for (const StoredEvent& entry : live.take_fresh()) log.push_back(entry);
}

inline void play_to_end(LiveGame& live, Rng& rng, std::vector<StoredEvent>& log) {
  while (live.status() == "playing" && !testing::Test::HasFatalFailure()) play(live, answers(live, rng), log);
}

inline void expect_read_again(const RuleShelf& shelf, const LiveGame& live, const std::vector<StoredEvent>& log) {
  const auto again = LiveGame::load(shelf, live.row(), log, "1");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->record(-1), live.record(-1));
}

}  // namespace bastide::test
