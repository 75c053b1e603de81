// One position by every edition: three different results from the same three farms, and the rules named.
#include "game/editions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

namespace bastide {
namespace {

std::string example(const std::string& name = "three-farms") {
  std::ifstream file(BASTIDE_SOURCE_DIR "/docs/examples/" + name + ".position");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Editions, ThreeFarmsGiveThreeResults) {
  const auto position = parse_position(builtin_catalogue(), example());
  ASSERT_TRUE(position) << position.error().text();
  const auto comparison = compare_editions(*position);
  ASSERT_TRUE(comparison) << comparison.error().text();
  ASSERT_EQ(comparison->editions.size(), 3u);
  EXPECT_EQ(comparison->editions[0].total, (std::vector<int>{4, 0}));
  EXPECT_EQ(comparison->editions[1].total, (std::vector<int>{3, 3}));
  EXPECT_EQ(comparison->editions[2].total, (std::vector<int>{6, 3}));
  EXPECT_EQ(comparison->editions[2].same_as.size(), 3u);
  ASSERT_EQ(comparison->differences.size(), 1u);
  const EditionDifference& fields = comparison->differences[0];
  const Texts sentence = texts_of(fields.translations, "sentence", fields.sentence);
  EXPECT_EQ(sentence[0].find("Fields by Original (FIELD-1ST): "), 0u) << sentence[0];
  EXPECT_EQ(sentence[1].find("Weiden volgens Origineel (FIELD-1ST): "), 0u) << sentence[1];
  EXPECT_EQ(sentence[2].find("Wiesen nach „Original“ (FIELD-1ST): "), 0u) << sentence[2];
  const EditionScore& today = comparison->editions[2];
  EXPECT_EQ(translated(today.translations, "nl", "same_as", "?"), "Nieuwe editie, Winter, Big Box 5");
  EXPECT_EQ(comparison->differences[0].rules, (std::vector<std::string>{"FIELD-1ST", "FIELD-2ND", "FIELD-3"}));
}

TEST(Editions, AWholeGameIsCountedAgain) {
  auto game = Game::create(*compile(builtin_catalogue(), {"original", {}}, 2), {{"A", "human"}, {"B", "human"}});
  ASSERT_TRUE(game);
  // A city of two tiles: half by CITY-3.
  for (const char* text : {"draw 14", "0,-1 s", "city"}) {
    const auto move = parse_move(game->rules(), game->state(), text);
    ASSERT_TRUE(move) << text;
    ASSERT_TRUE(game->play(*move)) << text;
  }
  EXPECT_EQ(game->state().score[0], 2);
  const auto comparison = compare_editions(*game);
  ASSERT_TRUE(comparison) << comparison.error().text();
  EXPECT_EQ(comparison->editions[0].total, (std::vector<int>{2, 0}));
  EXPECT_EQ(comparison->editions[2].total, (std::vector<int>{4, 0}));
  ASSERT_EQ(comparison->differences.size(), 1u);
  EXPECT_EQ(comparison->differences[0].rules, (std::vector<std::string>{"CITY-3", "CITY-3", "CITY-2"}));
}

/// HALF-7: an open city of three tiles in two spaces, and a cloister with four tiles in three.
TEST(Editions, FourRulingsOnHalfTilesGiveThreeResults) {
  const auto position = parse_position(builtin_catalogue(), example("half-tiles"));
  ASSERT_TRUE(position) << position.error().text();
  const auto comparison = compare_editions(*position);
  ASSERT_TRUE(comparison) << comparison.error().text();
  const auto& rulings = comparison->rulings;
  ASSERT_EQ(rulings.size(), 3u);
  EXPECT_EQ(rulings[0].id, "2021-01") << "the game's own comes first";
  EXPECT_EQ(rulings[0].same_as, (std::vector<std::string>{"2014"}));
  EXPECT_EQ(rulings[0].total, (std::vector<int>{3, 3}));
  EXPECT_EQ(rulings[1].name, "October 2015");
  EXPECT_EQ(translated(rulings[1].translations, "nl", "name", "?"), "Oktober 2015");
  EXPECT_EQ(rulings[1].total, (std::vector<int>{4, 4}));
  EXPECT_EQ(rulings[2].id, "2020");
  EXPECT_EQ(rulings[2].total, (std::vector<int>{4, 3}));
  EXPECT_TRUE(rulings[0].own);
  EXPECT_FALSE(rulings[1].own);
  ASSERT_EQ(comparison->ruling_differences.size(), 1u);
  EXPECT_EQ(comparison->ruling_differences[0].category, "unfinished");
  EXPECT_EQ(comparison->ruling_differences[0].rules, (std::vector<std::string>{"HALF-7", "HALF-7", "HALF-7"}));
  EXPECT_NE(comparison->ruling_differences[0].sentence.find("by October 2015 (HALF-7): Red 4, Blue 4"),
            std::string::npos)
      << comparison->ruling_differences[0].sentence;
  EXPECT_TRUE(comparison->differences.empty()) << "all editions agree, each by the game's own ruling";

  // Without the second half tiles they agree, and are told as one.
  std::string alone = example("half-tiles");
  for (const char* line : {"tile H2-12 0,-1 s\n", "tile H2-04 -1,1 n\n"}) alone.erase(alone.find(line), strlen(line));
  const auto same = compare_editions(*parse_position(builtin_catalogue(), alone));
  ASSERT_TRUE(same);
  ASSERT_EQ(same->rulings.size(), 1u);
  EXPECT_EQ(same->rulings[0].same_as, (std::vector<std::string>{"2014", "October 2015", "2020"}));
  EXPECT_TRUE(same->ruling_differences.empty());
  EXPECT_TRUE(compare_editions(*parse_position(builtin_catalogue(), example()))->rulings.empty());
}

Game played(const RuleChoice& choice, const std::vector<const char*>& moves) {
  Game game = *Game::create(*compile(builtin_catalogue(), choice, 2), {{"A", "human"}, {"B", "human"}});
  for (const char* text : moves) {
    const auto move = parse_move(game.rules(), game.state(), text);
    EXPECT_TRUE(move) << text << ": " << move.error().text();
    const auto ply = game.play(*move);
    EXPECT_TRUE(ply) << text << ": " << ply.error().text();
  }
  return game;
}

std::vector<std::string> ids(const EditionComparison& comparison) {
  std::vector<std::string> ids;
  for (const EditionScore& edition : comparison.editions) ids.push_back(edition.id);
  return ids;
}

/// The game's own result comes first, under the name of its edition if it counts like that.
TEST(Editions, TheGamesOwnWayOfCountingComesFirst) {
  const std::vector<const char*> city_of_two = {"draw E", "0,-1 s", "city"};
  const auto by = [&](const RuleChoice& choice) { return *compare_editions(played(choice, city_of_two)); };
  const EditionComparison modern = by({"new", {}});
  EXPECT_EQ(ids(modern), (std::vector<std::string>{"new", "original", "second"}));
  EXPECT_EQ(modern.editions[0].same_as, (std::vector<std::string>{"Classic", "Winter", "Big Box 5"}));
  EXPECT_EQ(modern.editions[0].total, (std::vector<int>{4, 0}));

  const EditionComparison like_another = by({"new", {{"small_city", "half"}, {"field_scoring", "second"}}});
  EXPECT_EQ(ids(like_another), (std::vector<std::string>{"second", "new", "original"}));
  EXPECT_EQ(like_another.editions[0].total, (std::vector<int>{2, 0}));

  const EditionComparison mixed = by({"new", {{"small_city", "half"}}});
  EXPECT_EQ(ids(mixed), (std::vector<std::string>{"own", "new", "original", "second"}));
  EXPECT_EQ(mixed.editions[0].total, (std::vector<int>{2, 0}));
  EXPECT_EQ(mixed.editions[0].name, "These rules");
  EXPECT_EQ(translated(mixed.editions[0].translations, "de", "name", "?"), "Diese Regeln");
  EXPECT_EQ(mixed.editions[1].total, (std::vector<int>{4, 0}));
  ASSERT_EQ(mixed.differences.size(), 1u);
  EXPECT_EQ(mixed.differences[0].rules, (std::vector<std::string>{"CITY-3", "CITY-2", "CITY-3", "CITY-3"}));

  const EditionComparison no_farmers = by({"new", {{"field_scoring", "none"}}});
  EXPECT_EQ(ids(no_farmers), (std::vector<std::string>{"new", "original"})) << "without farmers two agree";
  for (const EditionComparison& all : {modern, like_another, mixed, no_farmers})
    for (std::size_t i = 0; i < all.editions.size(); ++i) EXPECT_EQ(all.editions[i].own, i == 0);
}

Game record_of(const std::string& name) {
  std::ifstream file(BASTIDE_SOURCE_DIR "/tests/old/records/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return *Game::replay(*parse_record(builtin_catalogue(), text.str()));
}

/// HOUSE-BUY: moves and offers stand, also those that a seat could not have made with what another edition gives.
TEST(Editions, OffersStandAsTheyWereMade) {
  int below = 0;
  for (const char* name : {"026.game", "033.game", "054.game", "055.game", "072.game"}) {
    const Game game = record_of(name);
    const auto comparison = compare_editions(game);
    ASSERT_TRUE(comparison) << name << ": " << comparison.error().text();
    for (const EditionScore& edition : comparison->editions) {
      // What is booked is what was scored, and the points that went from hand to hand.
      std::vector<int> sum(game.seats().size());
      for (const ExplainedAward& award : edition.awards)
        for (std::size_t seat = 0; seat < sum.size(); ++seat) sum[seat] += award.award.points[seat];
      for (const Ply& ply : game.plies())
        for (const Payment& payment : ply.payments) {
          sum[payment.to] += payment.points;
          sum[payment.from] -= payment.points;
        }
      EXPECT_EQ(edition.total, sum) << name << " by " << edition.id;
      if (edition.own) {
        EXPECT_EQ(edition.total, game.plies().back().score) << name;
      }
      RuleChoice choice = game.rules().choice;
      for (const auto& [id, value] : edition.options) choice.options[id] = value;
      const auto counted = Game::counted_by(*compile(builtin_catalogue(), choice, game.rules().kernel.seats), game);
      ASSERT_TRUE(counted) << name << ": " << counted.error().text();
      ASSERT_EQ(counted->plies().size(), game.plies().size());
      for (const Ply& ply : counted->plies())
        below += std::ranges::any_of(ply.score, [](int points) { return points < 0; });
    }
  }
  EXPECT_GT(below, 0) << "somebody gets below what was offered";
}

TEST(Editions, AGameThatIsOverCannotBeScoredAsAPosition) {
  auto position = parse_position(builtin_catalogue(), example());
  ASSERT_TRUE(position);
  position->state.phase = Phase::over;
  EXPECT_EQ(compare_editions(*position).error().rule, "END-1");
}

}  // namespace
}  // namespace bastide
