// A second table that comes when it is needed (TABLE-EXTEND): clients are told, before the tile is placed that needs
// it.
#include "server/client.h"
#include "server/live_game.h"
#include "server/secrets.h"

namespace bastide::test {
namespace {

/// Entries of the log after its first two: draws and moves, as they come.
std::vector<StoredEvent> with_plies(std::vector<StoredEvent> log, const std::vector<std::string>& plies) {
  log.resize(2);
  for (const std::string& ply : plies) {
    const bool draw = ply.starts_with("draw");
    log.push_back({static_cast<int>(log.size()) + 1, 1000, draw ? "draw" : "move",
                   json::serialize(json::object{{"seat", 0}, {"move", ply}})});
  }
  return log;
}

TEST(SecondTable, IsToldBeforeTheTileThatNeedsItIsPlaced) {
  init_secrets();
  LiveSetup setup;
  setup.choice = {"new", {{"table", "needed"}, {"table_width", "3"}, {"table_height", "3"}, {"second_height", "3"}}};
  for (const char* name : {"Ann", "Bob"}) setup.seats.push_back({"bot", name, "random"});
  LiveGame live = LiveGame::create(builtin_catalogue(), "thesame1", setup, sha256_hex("x"), "v", 1000).value();
  ASSERT_TRUE(live.begin_if_full(1000));
  const auto log = with_plies(live.take_fresh(),
                              {"draw N", "0,-1 e", "-", "draw F", "1,-1 n", "-", "draw E", "0,1 s", "-", "draw C"});
  const auto loaded = LiveGame::load(builtin_catalogue(), live.row(), log, "v");
  ASSERT_TRUE(loaded) << loaded.error().text();
  const json::value drawn = json::parse(loaded->event(loaded->seq() - 1, -1));
  const json::value extended = json::parse(loaded->event(loaded->seq(), -1));
  EXPECT_EQ(text(drawn.at("of")), "draw");
  EXPECT_EQ(text(extended.at("of")), "table");
  EXPECT_EQ(text(extended.at("text")), "the second table is added");
  EXPECT_EQ(text(extended.at("translations").at("nl").at("text")), "de tweede tafel komt erbij");
  EXPECT_EQ(extended.at("changes").at(0).at("table").at("areas").as_array().size(), 2u);
  const json::value turn = json::parse(loaded->turn(true));
  const json::array& spots = turn.at("ask").at("options").at(0).at("spots").as_array();
  ASSERT_EQ(spots.size(), 1u);
  EXPECT_EQ(number(spots[0].at(0)), 2);
}

}  // namespace
}  // namespace bastide::test
