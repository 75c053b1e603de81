// The thirty tiles of princess and dragon, in both printings, and how they come into a game.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "rules/compile.h"
#include "unit/catalogue_support.h"

namespace bastide {
namespace {

using namespace catalogue_test;

// The fact sheet: the same topologies but for one shield; what is drawn on them is the same too.
TEST(DragonTiles, DifferByOneShield) {
  TileSet old = tile_set("princess-and-dragon-c1");
  EXPECT_NE(topologies(old), topologies(tile_set("princess-and-dragon-c2")));
  const auto shielded =
      std::find_if(old.tiles.begin(), old.tiles.end(), [](const TileSpec& t) { return t.id == "03"; });
  EXPECT_EQ(std::exchange(shielded->features[0].shields, 0), 1);
  EXPECT_EQ(topologies(old), topologies(tile_set("princess-and-dragon-c2")));
  for (const char* id : {"princess-and-dragon-c1", "princess-and-dragon-c2"}) {
    EXPECT_EQ(tile_set(id).tiles.size(), 29u);
    std::map<std::string, int> marks;
    for (const TileSpec& tile : tile_set(id).tiles)
      for (const TileSymbol& symbol : tile.symbols) {
        marks[symbol.type] += tile.count;
        EXPECT_EQ(symbol.feature >= 0, symbol.type == "princess") << id << " " << tile.id;
        if (symbol.feature >= 0) {
          EXPECT_EQ(tile.features[symbol.feature].type, TileFeatureType::city);
        }
      }
    EXPECT_EQ(marks, (std::map<std::string, int>{{"volcano", 6}, {"dragon", 12}, {"princess", 6}, {"portal", 6}}));
  }
}

TEST(DragonTiles, JunctionsAndPlacesHaveTheirNames) {
  EXPECT_EQ(tile("princess-and-dragon-c2", "27").junction, "mark");
  EXPECT_EQ(places(tile("princess-and-dragon-c2", "06")), (Names{"cityN", "cityE", "fieldWSW", "fieldInner"}));
}

TEST(DragonTiles, LieBehindThePresets) {
  const auto base = *compile(catalogue(), {"new", {}}, 2);
  for (const auto& [value, prefix] : {std::pair("2016", "PD-"), std::pair("2005", "PD1-")}) {
    const auto rules = *compile(catalogue(), {"new", {{"princess_and_dragon", value}}}, 2);
    ASSERT_EQ(rules->kernel.stack.size(), base->kernel.stack.size() + 30) << value;
    EXPECT_TRUE(std::equal(base->kernel.stack.begin(), base->kernel.stack.end(), rules->kernel.stack.begin()));
    for (std::size_t i = base->kernel.stack.size(); i < rules->kernel.stack.size(); ++i)
      EXPECT_TRUE(rules->kinds[rules->kernel.stack[i]].name.starts_with(prefix)) << value;
    EXPECT_TRUE(rules->kernel.held.empty());
  }
}

}  // namespace
}  // namespace bastide
