// The counts in tests/perft/*.perft, by both kernels where both take the rules. A new file: bastide perft --preset P
// --seats N --seed S --depth D.
#include "game/perft.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "expansions/ways.h"
#include "short_form.h"

namespace bastide {
namespace {

/// By file name, so that failures come in order.
std::map<std::string, std::string> files() {
  std::map<std::string, std::string> all;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(BASTIDE_SOURCE_DIR) / "tests/perft")) {
    if (entry.path().extension() != ".perft") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    all[entry.path().filename()] = text.str();
  }
  return all;
}

template <class Config>
Result<std::vector<uint64_t>> count(const PerftFile& file, int depth) {
  const auto state = std::make_unique<State<Config>>();
  start(file.rules->kernel, *state);
  return perft(file.rules->kernel, *state, file.draws, depth);
}

std::string error_of(std::string_view text) {
  const auto file = parse_perft(builtin_catalogue(), text);
  return file ? "" : file.error().text();
}

TEST(Perft, EveryFileIsCountedByBothKernels) {
  const auto all = files();
  std::size_t both = 0;
  for (const auto& [name, text] : all) {
    const auto file = parse_perft(builtin_catalogue(), text);
    ASSERT_TRUE(file) << name << ": " << file.error().text();
    const int depth = std::min(static_cast<int>(file->counts.size()) - 1, in_short_form() ? 5 : 20);
    const std::vector<uint64_t> expected(file->counts.begin(), file->counts.begin() + depth + 1);
    const auto full = count<Full>(*file, depth);
    ASSERT_TRUE(full) << name;
    EXPECT_EQ(*full, expected) << name << ", full kernel";
    if (!fits<Fast>(file->rules->kernel)) continue;
    ++both;
    const auto fast = count<Fast>(*file, depth);
    ASSERT_TRUE(fast) << name;
    EXPECT_EQ(*fast, expected) << name << ", fast kernel";
  }
  EXPECT_GE(both, builtin_catalogue().presets.size());
}

TEST(Perft, CountsTheFirstTurnsByHand) {
  // E lies n, e, s or w of the start tile D wherever a field meets its south or a city its north: 1 + 3 ways. Then
  // either part of it may take a follower, or none.
  auto file = parse_perft(builtin_catalogue(), "rules new\ndraws E\ncount 0 1\n");
  ASSERT_TRUE(file);
  const auto counts = count<Full>(*file, 2);
  ASSERT_TRUE(counts);
  EXPECT_EQ(*counts, (std::vector<uint64_t>{1, 4, 4 * 3}));
}

TEST(Perft, WhoBeginsIsADecision) {
  const auto file = parse_perft(builtin_catalogue(), "rules new\nset first=rolled\ndraws E\ncount 0 1\n");
  ASSERT_TRUE(file);
  EXPECT_EQ(count<Full>(*file, 3).value(), (std::vector<uint64_t>{1, 2, 2 * 4, 2 * 4 * 3}));
}

// What is dealt comes after the tile in the centre, and after it was said who begins.
TEST(Perft, ShuffledDrawsComeInTheOrderInWhichTheyAreAskedFor) {
  using Options = std::map<std::string, std::string>;
  for (const Options& options : {Options{}, Options{{"first", "rolled"}}, Options{{"start_tile", "bag"}},
                                 Options{{"first", "rolled"}, {"start_tile", "bag"}}}) {
    for (const Options& way : ways_of_expansions()) {
      RuleChoice choice{"new", options};
      choice.options.insert(way.begin(), way.end());
      const auto compiled = compile(builtin_catalogue(), choice, 2);
      if (!compiled && options.contains("start_tile")) continue;  // some lay their own start tile
      const auto& rules = compiled.value();
      const auto state = std::make_unique<State<Full>>();
      start(rules->kernel, *state);
      const auto draws = shuffled_stack(rules->kernel, *state, 1);
      const auto counted = perft(rules->kernel, *state, draws, 2);
      EXPECT_TRUE(counted) << way.begin()->first << ": " << counted.error().text();
    }
  }
}

TEST(Perft, FilesThatAreWrongAreRefused) {
  EXPECT_NE(error_of(""), "");
  EXPECT_NE(error_of("rules new\n"), "");
  EXPECT_NE(error_of("rules nowhere\ncount 0 1\n").find("nowhere"), std::string::npos);
  EXPECT_NE(error_of("rules new\ndraws D ZZ\ncount 0 1\n").find("line 2"), std::string::npos);
  EXPECT_NE(error_of("rules new\ncount 1 1\n").find("line 2"), std::string::npos);
  EXPECT_NE(error_of("rules new\ncount 0 x\n").find("line 2"), std::string::npos);
  EXPECT_NE(error_of("rules new\ncount 0 1 2\n").find("too much"), std::string::npos);
  EXPECT_NE(error_of("rules new\nseats two\ncount 0 1\n").find("two"), std::string::npos);
  EXPECT_NE(error_of("rules new\nset field_scoring\ncount 0 1\n").find("line 2"), std::string::npos);
  EXPECT_NE(error_of("rules new\nfly\n").find("line 2"), std::string::npos);
}

TEST(Perft, TooFewDrawsAndImpossibleOnesAreErrors) {
  const auto few = parse_perft(builtin_catalogue(), "rules new\ndraws E\ncount 0 1\n");
  EXPECT_FALSE(count<Fast>(*few, 3));
  const auto twice = parse_perft(builtin_catalogue(), "rules new\ndraws C C C\ncount 0 1\n");
  ASSERT_TRUE(twice);
  EXPECT_EQ(count<Fast>(*twice, 4).error().rule, "SET-1");
}

}  // namespace
}  // namespace bastide
