// Core and naive implementation, ply by ply, over random games of every preset, number of seats and option. The long
// form is the program `compare`.
#include <gtest/gtest.h>

#include "random_games.h"

namespace bastide {
namespace {

class EveryPreset : public testing::TestWithParam<std::string> {};

TEST_P(EveryPreset, CoreAndNaiveAgreeAfterEveryPly) {
  const PresetSpec& preset = *builtin_catalogue().find_preset(GetParam());
  for (int n = 0; n < games(100); ++n) {
    const auto seed = static_cast<uint64_t>(n) + 5000;
    Rng rng(seed);
    const auto wrong = compare::compare_random_game(*compare::random_rules(preset, rng), seed);
    ASSERT_FALSE(wrong) << *wrong;
  }
}

TEST_P(EveryPreset, CoreAndNaiveAgreeWithAnyNumberOfSeats) {
  const PresetSpec& preset = *builtin_catalogue().find_preset(GetParam());
  for (int seats = preset.min_seats; seats <= preset.max_seats; ++seats) {
    const auto rules = compile(builtin_catalogue(), {preset.id, {}}, seats);
    ASSERT_TRUE(rules) << rules.error().text();
    const auto wrong = compare::compare_random_game(**rules, static_cast<uint64_t>(seats));
    ASSERT_FALSE(wrong) << *wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, EveryPreset, testing::ValuesIn([] {
                           std::vector<std::string> ids;
                           for (const PresetSpec& preset : builtin_catalogue().presets) ids.push_back(preset.id);
                           return ids;
                         }()),
                         [](const auto& preset) { return preset.param; });

TEST(Naive, SeesWhenTheCoreIsWrong) {
  // A comparison that cannot fail proves nothing: with another shield or another end of the supply it has to.
  auto rules = std::make_shared<GameRules>(**compile(builtin_catalogue(), {"new", {}}, 2));
  rules->kernel.scoring.city_shield = 1;
  bool seen = false;
  for (uint64_t seed = 0; seed < 20 && !seen; ++seed) seen = compare::compare_random_game(*rules, seed).has_value();
  EXPECT_TRUE(seen);
  rules->kernel.scoring.city_shield = 2;
  rules->kernel.followers = 6;
  EXPECT_TRUE(compare::compare_random_game(*rules, 1).has_value());
}

}  // namespace
}  // namespace bastide
