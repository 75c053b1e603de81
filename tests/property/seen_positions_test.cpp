// Positions as a seat sees them (docs/engine-protocol.md): the same bytes in two worlds that differ only in what it may
// not know, and read again they ask the same of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "game/worlds.h"
#include "random_games.h"

namespace bastide {
namespace {

std::string seen(const Game& game, const State<Full>& state, int viewer) {
  return write_position({game.rules().choice, game.seats(), game.rules_ptr(), state}, viewer);
}

std::vector<std::string> options_of(const GameRules& rules, const State<Full>& state) {
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  std::vector<std::string> texts;
  for (const Move& move : moves) texts.push_back(move_text(rules, state, move));
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST(SeenPositions, AskTheSameAndHideTheRest) {
  int hidden = 0, looked = 0;
  for (int n = 0; n < games(120); ++n) {
    Rng rng(static_cast<uint64_t>(n) + 4000);
    Game game = new_game(rules_of_game(n));
    while (!game.over()) {
      const State<Full>& state = game.state();
      if (state.phase != Phase::draw && rng.below(6) == 0) {
        ++looked;
        const std::string text = seen(game, state, state.seat);
        hidden += text.find('?') != std::string::npos ? 1 : 0;
        for (int viewer = -1; viewer < game.rules().kernel.seats; ++viewer) {
          const std::string one = seen(game, imagined(game, viewer, rng), viewer);
          ASSERT_EQ(one, seen(game, imagined(game, viewer, rng), viewer));
          ASSERT_EQ(one, seen(game, state, viewer));
        }
        const auto read = parse_position(builtin_catalogue(), text, {game.rules_ptr(), &rng});
        ASSERT_TRUE(read) << text << read.error().text();
        ASSERT_EQ(read->rules, game.rules_ptr()) << "compiled again";
        ASSERT_EQ(read->state.seat, state.seat) << text;
        ASSERT_EQ(options_of(game.rules(), read->state), options_of(game.rules(), state)) << text;
        ASSERT_EQ(seen(game, read->state, state.seat), text);
        if (text.find('?') != std::string::npos) {
          ASSERT_FALSE(parse_position(builtin_catalogue(), text)) << "nobody says what these tiles are";
        }
      }
      ASSERT_TRUE(game.play(random_move(game, rng)));
    }
  }
  EXPECT_GT(looked, 20 * games(120));
  EXPECT_GT(hidden, 20);
}

}  // namespace
}  // namespace bastide
