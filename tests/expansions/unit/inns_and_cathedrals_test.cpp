// The big follower in words.
#include <gtest/gtest.h>

#include "notation/notation.h"
#include "rules/compile.h"

namespace bastide {
namespace {

TEST(InnsAndCathedrals, WithoutThemABigFollowerIsRefused) {
  const auto position = parse_position(builtin_catalogue(),
                                       "bastide position 1\nrules new\nseat human Mila\nseat human Noor\n"
                                       "tile D 0,0 n big@road:1\n");
  ASSERT_FALSE(position);
  EXPECT_EQ(position.error().message, "there are no big followers in this game");
  EXPECT_EQ(position.error().expected, "set inns_and_cathedrals=2015");
}

}  // namespace
}  // namespace bastide
