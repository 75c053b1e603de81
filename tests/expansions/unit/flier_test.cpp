// The flier's tiles: they lie in four different ways, and their sign turns with them.
#include <gtest/gtest.h>

#include <set>

#include "art/art.h"
#include "rules/compile.h"

namespace bastide {
namespace {

TEST(Flier, EveryRotationOfItsTilesIsAnotherOne) {
  for (const char* edition : {"first", "second"}) {
    const auto rules = *compile(builtin_catalogue(), {"new", {{"flier", edition}}}, 2);
    int seen = 0;
    for (std::size_t kind = 0; kind < rules->kinds.size(); ++kind) {
      if (!rules->kinds[kind].tile->set.starts_with("flier")) continue;
      ++seen;
      EXPECT_EQ(rules->kernel.kinds[kind].rotations, 15) << rules->kinds[kind].name;
    }
    EXPECT_EQ(seen, 8);
  }
}

TEST(Flier, TheSignTurnsWithTheTile) {
  const TileSpec* tile = builtin_catalogue().find_set("flier-c2")->find("07");
  ASSERT_NE(tile, nullptr);
  for (const auto detail : {art::Detail::full, art::Detail::small})
    for (int rotation = 0; rotation < 4; ++rotation) {
      const std::string ground = art::draw_tile(*tile, rotation, "s", art::Theme::summer, {}, {}, detail).ground;
      const bool turned = ground.find("rotate(" + std::to_string(90 * rotation) + ")") != std::string::npos;
      EXPECT_EQ(turned, rotation != 0) << rotation;
    }
}

}  // namespace
}  // namespace bastide
