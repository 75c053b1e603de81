// The order in which half tiles are dealt: the worked example of docs/protocol.md, "Draws".
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "rules/compile.h"
#include "server/secrets.h"
#include "server/shuffle.h"

namespace bastide::test {
namespace {

TEST(Shuffle, WorkedExampleOfHalfTiles) {
  init_secrets();
  const std::string seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const auto rules = compile(builtin_catalogue(), {.preset = "classic", .options = {}}, 2);
  ASSERT_TRUE(rules);
  std::ifstream page(std::string(BASTIDE_SOURCE_DIR) + "/docs/protocol.md");
  const std::string document{std::istreambuf_iterator<char>(page), {}};
  const auto halves = compile(builtin_catalogue(), {.preset = "classic", .options = {{"halflings", "first"}}}, 2);
  ASSERT_TRUE(halves);
  std::vector<KindIndex> dealt;
  for (const HeldTile& tile : (*halves)->kernel.held) dealt.push_back(tile.kind);
  Shuffle deal(seed, std::move(dealt), "half:");
  std::string tiles;
  for (int i = 0; i < 6; ++i, deal.next()) tiles += (*halves)->kinds[deal.peek()].name + " ";
  EXPECT_NE(document.find("`" + tiles.substr(0, tiles.size() - 1) + "`"), std::string::npos) << tiles;
  EXPECT_EQ((*halves)->kernel.stack, (*rules)->kernel.stack) << "the stack and its draws stay as they are";
}

}  // namespace
}  // namespace bastide::test
