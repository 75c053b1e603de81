// Bridges, castles and bids in a live game: where tokens lie and stand is told, and a log with them is read again.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>
#include <vector>

#include "notation/notation.h"
#include "server/live_game.h"
#include "server/rule_shelf.h"

namespace bastide::test {
namespace {

namespace json = boost::json;

const std::string kBridgesSeed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

struct BridgesTold {
  int bridges = 0, on_bridges = 0, castles = 0, offered = 0;
};

/// Every answer of the seat to move up to where chance or somebody else comes next; what adds a token first.
std::vector<std::string> answers_with_tokens(const LiveGame& live, Rng& rng) {
  Game game = *live.game();
  const int seat = game.state().seat, turn = running_turn(game.rules(), game.state());
  std::vector<std::string> moves;
  while (goes_on(game.rules(), game.state(), seat, turn)) {
    const std::vector<Move> legal = game.legal();
    Move chosen = legal[rng.below(static_cast<uint32_t>(legal.size()))];
    for (const Move& move : legal) {
      const std::string text = move_text(game.rules(), game.state(), move);
      if (text == "over" || text.starts_with("castle:") || (text.starts_with("bridge-") && rng.below(3) == 0))
        chosen = move;
    }
    const std::string move = move_text(game.rules(), game.state(), chosen);
    EXPECT_TRUE(game.play(move));
    moves.push_back(move);
  }
  return moves;
}

void count_tokens(const LiveGame& live, BridgesTold& told) {
  for (int n = 1; n <= live.seq(); ++n) {
    const json::value event = json::parse(live.event(n, -1));
    const json::value* changes = event.as_object().if_contains("changes");
    if (changes == nullptr) continue;
    for (const json::value& change : changes->as_array()) {
      const json::object& o = change.as_object();
      if (!o.contains("figure") || !o.at("at").is_object()) continue;
      const json::object& at = o.at("at").as_object();
      const json::string kind = o.at("kind").as_string();
      ASSERT_TRUE(at.contains("place")) << json::serialize(change);
      const json::string place = at.at("place").as_string();
      if (kind == "bridge") {
        ++told.bridges;
        EXPECT_EQ(place, "over");
        EXPECT_TRUE(at.at("over") == "n" || at.at("over") == "e");
      } else {
        EXPECT_FALSE(at.contains("over"));
        told.on_bridges += place == "over" ? 1 : 0;
        EXPECT_TRUE(place != "over" || kind == "highwayman") << json::serialize(change);
      }
      if (kind == "castle") {
        ++told.castles;
        EXPECT_TRUE(place.starts_with("city"));
      }
    }
  }
}

TEST(BridgesCastlesAndBazaars, ALiveGameIsToldAndReadAgain) {
  BridgesTold told;
  for (const uint64_t seed : {1, 2, 3}) {
    const RuleShelf shelf(builtin_catalogue());
    LiveSetup setup;
    setup.choice = {"new", {{"bridges_castles_bazaars", "2017"}}};
    setup.seats = {{"human", "Mila", ""}, {"human", "Tom", ""}};
    LiveGame live = *LiveGame::create(shelf, "game", setup, kBridgesSeed, "1", 0);
    ASSERT_TRUE(live.begin_if_full(0));
    std::vector<StoredEvent> log = live.take_fresh();
    Rng rng(seed);
    while (live.status() == "playing") {
      if (live.turn(true).find("\"over\":\"n\"") != std::string::npos) ++told.offered;
      const std::vector<std::string> moves = answers_with_tokens(live, rng);
      ASSERT_FALSE(moves.empty());
      const auto tried = live.tried(live.to_move(), moves);
      ASSERT_TRUE(tried) << tried.error().text();
      if (tried->find("\"over\":\"") != std::string::npos) ++told.offered;
      ASSERT_TRUE(live.play(live.to_move(), moves, 0));
      for (const StoredEvent& entry : live.take_fresh()) log.push_back(entry);
    }
    count_tokens(live, told);
    const auto again = LiveGame::load(shelf, live.row(), log, "1");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again->record(-1), live.record(-1));
  }
  EXPECT_GT(told.bridges, 0);
  EXPECT_GT(told.on_bridges, 0);
  EXPECT_GT(told.castles, 0);
  EXPECT_GT(told.offered, 0);
}

}  // namespace
}  // namespace bastide::test
