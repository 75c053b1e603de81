// Any two expansions, each by any of its ways, in a game as the server plays it: what chance brings, the stack, dealt
// tiles and dice, comes from one seed. The short form begins one pair of six, and plays one of sixty to its end.
#include "expansions/ways.h"
#include "server/bots.h"
#include "server/live_support.h"
#include "short_form.h"

namespace bastide::test {
namespace {

/// By the bot that moves for who has left; what is logged is added.
void play_out(LiveGame& live, std::vector<StoredEvent>& log) {
  for (uint64_t n = 0; live.status() == "playing"; ++n) {
    const std::vector<std::string> moves = choose_turn(live, n);
    const auto played = live.play(live.to_move(), moves, 0);
    ASSERT_TRUE(played) << played.error().text() << " after " << live.record(-1)
                        << fmt::format("{}", fmt::join(moves, ", "));
    for (StoredEvent& entry : live.take_fresh()) log.push_back(std::move(entry));
  }
}

TEST(PairsOfExpansions, ArePlayedOnAServer) {
  const RuleShelf shelf(builtin_catalogue());
  const auto ways = ways_of_expansions();
  int begun = 0, played = 0, n = 0;
  for (std::size_t i = 0; i < ways.size(); ++i)
    for (std::size_t j = i + 1; j < ways.size(); ++j, ++n) {
      if (n % static_cast<int>(every(6)) != 0) continue;
      LiveSetup setup;
      setup.choice = {"new", ways[i]};
      setup.choice.options.insert(ways[j].begin(), ways[j].end());
      setup.seats = {{"human", "Mila", ""}, {"human", "Tom", ""}};
      auto live = LiveGame::create(shelf, "game", setup, std::string(kLiveSeed), "1", 0);
      if (!live) continue;  // what does not go together
      SCOPED_TRACE(json::serialize(json::value_from(setup.choice.options)));
      const auto could = live->begin_if_full(0);
      ASSERT_TRUE(could) << could.error().text();
      ++begun;
      if (n % static_cast<int>(10 * every(6)) != 0) continue;
      ++played;
      std::vector<StoredEvent> log = live->take_fresh();
      play_out(*live, log);
      if (HasFailure()) return;
      expect_read_again(shelf, *live, log);
    }
  EXPECT_GE(begun, 100);
  EXPECT_GE(played, 10);
  fmt::print("{} pairs begun, {} played to their end\n", begun, played);
}

/// Two sorts of tiles that are dealt before the game.
TEST(PairsOfExpansions, EachPileIsDealtFromItsOwn) {
  const RuleShelf shelf(builtin_catalogue());
  for (const char* castles : {"deal", "pick"})
    for (const char* halves : {"first", "draft"}) {
      LiveSetup setup;
      setup.choice = {"new", {{"german_castles", castles}, {"halflings", halves}, {"half_tiles", "3"}}};
      setup.seats = {{"human", "Mila", ""}, {"human", "Tom", ""}, {"human", "Noor", ""}};
      auto live = LiveGame::create(shelf, "game", setup, std::string(kLiveSeed), "1", 0);
      ASSERT_TRUE(live) << live.error().text();
      const auto could = live->begin_if_full(0);
      ASSERT_TRUE(could) << could.error().text();
      std::vector<StoredEvent> log = live->take_fresh();
      play_out(*live, log);
      expect_read_again(shelf, *live, log);
    }
}

}  // namespace
}  // namespace bastide::test
