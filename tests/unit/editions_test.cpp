// One position by every edition: three different results from the same three farms, and the rules named.
#include "game/editions.h"

#include <gtest/gtest.h>

#include "unit/edition_support.h"

namespace bastide {
namespace {

using edition_test::example;

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

TEST(Editions, AGameThatIsOverCannotBeScoredAsAPosition) {
  auto position = parse_position(builtin_catalogue(), example());
  ASSERT_TRUE(position);
  position->state.phase = Phase::over;
  EXPECT_EQ(compare_editions(*position).error().rule, "END-1");
}

}  // namespace
}  // namespace bastide
