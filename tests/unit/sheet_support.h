// What the tests of the analysis board read and write tables with.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "game/analysis.h"
#include "game/editions.h"

namespace bastide::sheet_test {

/// A table of the new edition (tiles A to X) from lines of a position; rules first if they are others.
inline Sheet sheet(const std::string& lines, const std::string& rules = "rules new\n") {
  const auto read =
      parse_sheet(builtin_catalogue(), "bastide position 1\n" + rules + "seat human Mila\nseat human Tom\n" + lines);
  EXPECT_TRUE(read) << read.error().text();
  return read.value_or(Sheet{});
}

inline std::string all(const SheetAnalysis& analysis) {
  std::string text;
  for (const SheetProblem& problem : analysis.problems) text += problem.rule + ": " + problem.sentence[0] + "\n";
  return text;
}

inline std::vector<int> totals(const SheetAnalysis& analysis) {
  return compare_editions(analysis.position)->editions.front().total;
}

}  // namespace bastide::sheet_test
