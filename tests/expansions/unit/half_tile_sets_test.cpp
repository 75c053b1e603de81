// The half tiles of both parts: symbols, a water tower, junctions and the names of their places.
#include <gtest/gtest.h>

#include <utility>

#include "unit/catalogue_support.h"

namespace bastide {
namespace {

using namespace catalogue_test;

TEST(HalfTileSets, SymbolsStandInTheirFields) {
  std::map<std::string, int> count;
  for (const TileSet& set : catalogue().sets) {
    if (set.shape == TileShape::half)
      for (const TileSpec& tile : set.tiles)
        for (const TileSymbol& symbol : tile.symbols) ++count[symbol.type];
  }
  EXPECT_EQ(count, (std::map<std::string, int>{{"crop-circle", 1}, {"hill", 1}, {"sheep", 1}, {"vineyard", 1}}));
  const TileSpec& sheep = tile("halflings-2", "02");
  ASSERT_EQ(sheep.symbols.size(), 1u);
  EXPECT_EQ(sheep.symbols[0].count, 3);
  EXPECT_EQ(sheep.features[sheep.symbols[0].feature].place, "fieldSSW");
}

// H, the lists of both parts: one tile of each shows a water tower, which stands in a city.
TEST(HalfTileSets, OneHalfTileOfEachPartShowsAWaterTower) {
  for (const auto& [set, id] : {std::pair("halflings-1", "07"), std::pair("halflings-2", "11")})
    for (const TileSpec& each : tile_set(set).tiles)
      EXPECT_EQ(each.illustration.find("water tower") != std::string::npos, each.id == id) << set << " " << each.id;
}

TEST(HalfTileSets, JunctionsAndPlacesHaveTheirNames) {
  EXPECT_EQ(tile("halflings-1", "02").junction, "mixed");
  EXPECT_EQ(places(tile("halflings-2", "06")), (Names{"city", "road", "fieldHNW", "fieldSSE"}));
}

}  // namespace
}  // namespace bastide
