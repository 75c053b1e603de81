// Core and naive implementation over random games with half tiles, in every preset.
#include <gtest/gtest.h>

#include "property/random_games.h"

namespace bastide {
namespace {

class HalfTilesInEveryPreset : public testing::TestWithParam<std::string> {};

/// With whatever else there is, under each of the four rulings.
TEST_P(HalfTilesInEveryPreset, CoreAndNaiveAgreeAfterEveryPly) {
  const PresetSpec& preset = *builtin_catalogue().find_preset(GetParam());
  for (int n = 0; n < games(60); ++n) {
    const auto seed = static_cast<uint64_t>(n) + 9000;
    Rng rng(seed);
    const auto wrong = compare::check_random_game(compare::random_rules(preset, rng, false, {"halflings"}), seed);
    ASSERT_FALSE(wrong) << *wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, HalfTilesInEveryPreset, testing::ValuesIn([] {
                           std::vector<std::string> ids;
                           for (const PresetSpec& preset : builtin_catalogue().presets) ids.push_back(preset.id);
                           return ids;
                         }()),
                         [](const auto& preset) { return preset.param; });

}  // namespace
}  // namespace bastide
