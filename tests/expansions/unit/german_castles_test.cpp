// Castles in Germany: what a scenario cannot say.
#include <gtest/gtest.h>

#include <string>

#include "game/scenario.h"

namespace bastide {
namespace {

/// A scenario up to its second turn, and that one instead.
Result<Game> with_second_turn(const std::string& scenario, const std::string& turn) {
  const std::string whole(builtin_scenarios().at(scenario));
  return run_scenario(builtin_catalogue(), whole.substr(0, whole.find("\n2 ") + 1) + turn);
}

TEST(GermanCastles, WhoHasToLayOneMayNotPass) {
  const auto laid = with_second_turn("gca-13-must.scn", "2 GC-04 -2,0 n -\n");
  ASSERT_TRUE(laid) << laid.error().text();
  const auto before = with_second_turn("gca-13-must.scn", "");
  ASSERT_TRUE(before) << before.error().text();
  for (const Move& move : before->legal()) EXPECT_EQ(move.kind, MoveKind::tile);
  const auto refused = with_second_turn("gca-13-must.scn", "2 -\nexpect over\n");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().line, 14) << refused.error().text();
  // By the option one may, and that is the end.
  const auto passed = with_second_turn("gca-13-may.scn", "2 -\nexpect over\n");
  ASSERT_TRUE(passed) << passed.error().text();
  EXPECT_TRUE(passed->over());
}

}  // namespace
}  // namespace bastide
