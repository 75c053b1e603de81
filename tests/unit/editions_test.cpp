// One position by every edition: three different results from the same three farms, and the rules named.
#include "game/editions.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace bastide {
namespace {

std::string example() {
  std::ifstream file(BASTIDE_SOURCE_DIR "/docs/examples/three-farms.position");
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

TEST(Editions, AGameThatIsOverCannotBeScoredAsAPosition) {
  auto position = parse_position(builtin_catalogue(), example());
  ASSERT_TRUE(position);
  position->state.phase = Phase::over;
  EXPECT_EQ(compare_editions(*position).error().rule, "END-1");
}

}  // namespace
}  // namespace bastide
