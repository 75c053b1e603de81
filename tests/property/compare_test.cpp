// Core and naive implementation, ply by ply, over random games of every preset, number of seats and option; each game
// is then written down and read. The long form is the program `compare`.
#include <gtest/gtest.h>

#include "property/mistakes.h"
#include "random_games.h"

namespace bastide {
namespace {

class EveryPreset : public testing::TestWithParam<std::string> {};

TEST_P(EveryPreset, CoreAndNaiveAgreeAfterEveryPly) {
  const PresetSpec& preset = *builtin_catalogue().find_preset(GetParam());
  for (int n = 0; n < games(in_short_form() ? 40 : 100); ++n) {  // presets differ little
    const auto seed = static_cast<uint64_t>(n) + 5000;
    Rng rng(seed);
    const auto wrong = compare::check_random_game(compare::random_rules(preset, rng), seed);
    ASSERT_FALSE(wrong) << *wrong;
  }
}

TEST_P(EveryPreset, CoreAndNaiveAgreeWithAnyNumberOfSeats) {
  const PresetSpec& preset = *builtin_catalogue().find_preset(GetParam());
  for (int seats = preset.min_seats; seats <= kMaxSeats; ++seats) {
    const auto rules = compile(builtin_catalogue(), {preset.id, {{"colours", "eight"}}}, seats);
    ASSERT_TRUE(rules) << rules.error().text();
    const auto wrong = compare::check_random_game(*rules, static_cast<uint64_t>(seats));
    ASSERT_FALSE(wrong) << *wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, EveryPreset, testing::ValuesIn([] {
                           std::vector<std::string> ids;
                           for (const PresetSpec& preset : builtin_catalogue().presets) ids.push_back(preset.id);
                           return ids;
                         }()),
                         [](const auto& preset) { return preset.param; });

/// Every value of every option by itself, on tiles with gardens; what makes no sense on an endless floor, on a table.
TEST(Compare, EveryOptionAlone) {
  std::size_t number = 0;
  for (const OptionSpec& option : builtin_catalogue().options) {
    std::vector<std::string> values;
    for (const OptionValue& value : option.values) values.push_back(value.id);
    if (values.empty()) values = {std::to_string(option.minimum), std::to_string(option.minimum + 3)};
    for (const std::string& value : values) {
      if (number++ % every(6) != 0) continue;
      RuleChoice choice{"new", {{option.id, value}}};
      if (!compile(builtin_catalogue(), choice, 3)) choice.options["table"] = "standard";
      const auto rules = compile(builtin_catalogue(), choice, 3);
      ASSERT_TRUE(rules) << option.id << "=" << value << ": " << rules.error().text();
      for (uint64_t seed = 0; seed < static_cast<uint64_t>(games(4)); ++seed) {
        const auto wrong = compare::check_random_game(*rules, seed);
        ASSERT_FALSE(wrong) << *wrong;
      }
    }
  }
}

/// Each option changed, with whatever else there is.
TEST(Compare, EveryOptionAmongOthers) {
  const auto& presets = builtin_catalogue().presets;
  const auto& options = builtin_catalogue().options;
  uint64_t seed = 20000;
  for (std::size_t i = 0; i < options.size(); i += every(12)) {
    const OptionSpec& option = options[i];
    for (int n = 0; n < games(4); ++n) {
      Rng rng(++seed);
      const PresetSpec& preset = presets[rng.below(static_cast<uint32_t>(presets.size()))];
      const auto wrong = compare::check_random_game(compare::random_rules(preset, rng, false, {option.id}), seed);
      ASSERT_FALSE(wrong) << option.id << ": " << *wrong;
    }
  }
}

/// A comparison that cannot fail proves nothing. Of expansions: tests/expansions/property/mistakes_test.cpp.
TEST(Naive, SeesWhenTheCoreIsWrong) {
  const std::vector<Mistake> mistakes = {
      {{}, [](Ruleset& r) { r.scoring.city_shield = 1; }},
      {{}, [](Ruleset& r) { r.scoring.small_city_tile = 1; }},
      // Two tiles with a shield: only where the edge closes a city.
      {{{"small_city", "half"}, {"border", "closes"}, {"table", "standard"}, {"table_width", "5"}},
       [](Ruleset& r) { r.scoring.small_city_shield = 2; }},
      {{}, [](Ruleset& r) { r.scoring.open_city_shield = 0; }},
      {{}, [](Ruleset& r) { r.scoring.unfinished = false; }},
      {{{"unfinished", "nothing"}}, [](Ruleset& r) { r.scoring.unfinished = true; }},
      {{}, [](Ruleset& r) { r.scoring.fields = FieldScoring::second; }},
      {{{"field_scoring", "second"}}, [](Ruleset& r) { r.scoring.fields = FieldScoring::third; }},
      {{{"field_scoring", "first"}}, [](Ruleset& r) { r.scoring.field_city = 3; }},
      {{{"field_scoring", "none"}}, [](Ruleset& r) { r.figures[0].stands_on |= 1u << 3; }},
      {{}, [](Ruleset& r) { r.figures[0].count = 6; }},
      {{{"draw", "ahead"}}, [](Ruleset& r) { r.piles[0].laid = Laid::never; }},
      {{{"draw", "hand"}}, [](Ruleset& r) { without(r, Moment::set_up); }},
      {{{"bag", "back"}, {"table", "standard"}}, [](Ruleset& r) { r.put_back = false; }},
      {{{"start_tile", "bag"}}, nothing, {{"start_tile", "middle"}}},
      {{{"start_tile", "bag"}, {"table", "standard"}}, [](Ruleset& r) { r.put_back = true; }},
      {{{"bag", "back"}}, nothing, {{"bag", "blind"}}},
      {{{"bag", "blind"}}, nothing, {{"bag", "back"}}},
      {{{"first", "rolled"}}, nothing, {{"first", "roll"}}},
      {{{"first", "roll"}}, nothing, {{"first", "rolled"}}},
      {{{"holes", "on"}}, [](Ruleset& r) { r.order = Ruleset().order; }},
  };
  expect_seen(mistakes);
}

}  // namespace
}  // namespace bastide
