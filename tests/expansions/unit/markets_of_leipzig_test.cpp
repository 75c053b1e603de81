// The markets of Leipzig: what a scenario cannot say.
#include <gtest/gtest.h>

#include "rules/compile.h"

namespace bastide {
namespace {

using Options = std::map<std::string, std::string>;

auto compiled(const std::string& preset, Options options) {
  options.emplace("markets_of_leipzig", "on");
  return compile(builtin_catalogue(), {preset, options}, 2);
}

TEST(MarketsOfLeipzig, TwoStartsAndSmallTablesAreRefused) {
  for (const Options& other : {Options{{"river", "one"}}, Options{{"river", "both"}, {"river_tiles", "first"}},
                               Options{{"start_tile", "bag"}}, Options{{"table", "standard"}, {"table_width", "5"}}}) {
    const auto rules = compiled("new", other);
    ASSERT_FALSE(rules) << other.begin()->first;
    EXPECT_EQ(rules.error().rule, "LEI-1");
  }
}

TEST(MarketsOfLeipzig, CowShedsAreTilesOfTheirOwnWhereTheyAreDrawn) {
  const auto rules = compiled("new", {});
  ASSERT_TRUE(rules) << rules.error().text();
  EXPECT_EQ((*rules)->kinds[(*rules)->kind_by_name("J-cow-shed")].count, 1);
  EXPECT_EQ((*rules)->kinds[(*rules)->kind_by_name("J")].count, 2);
  EXPECT_EQ((*rules)->kinds[(*rules)->kind_by_name("O-cow-shed")].count, 1);
  EXPECT_TRUE((*rules)->notes.empty());
  const auto classic = compiled("classic", {});
  ASSERT_TRUE(classic) << classic.error().text();
  EXPECT_EQ((*classic)->notes.size(), 1u);  // the tanners give nothing
}

}  // namespace
}  // namespace bastide
