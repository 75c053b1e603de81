// Core and naive implementation, ply by ply, over random games of every preset, number of seats and option; each game
// is then written down and read. The long form is the program `compare`.
#include <gtest/gtest.h>

#include <memory>

#include "random_games.h"

namespace bastide {
namespace {

class EveryPreset : public testing::TestWithParam<std::string> {};

TEST_P(EveryPreset, CoreAndNaiveAgreeAfterEveryPly) {
  const PresetSpec& preset = *builtin_catalogue().find_preset(GetParam());
  for (int n = 0; n < games(100); ++n) {
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
  for (const OptionSpec& option : builtin_catalogue().options) {
    std::vector<std::string> values;
    for (const OptionValue& value : option.values) values.push_back(value.id);
    if (values.empty()) values = {std::to_string(option.minimum), std::to_string(option.minimum + 3)};
    for (const std::string& value : values) {
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
  uint64_t seed = 20000;
  for (const OptionSpec& option : builtin_catalogue().options) {
    for (int n = 0; n < games(4); ++n) {
      Rng rng(++seed);
      const PresetSpec& preset = presets[rng.below(static_cast<uint32_t>(presets.size()))];
      const auto wrong = compare::check_random_game(compare::random_rules(preset, rng, false, {option.id}), seed);
      ASSERT_FALSE(wrong) << option.id << ": " << *wrong;
    }
  }
}

/// Halflings with whatever else there is, under each of the four rulings.
TEST_P(EveryPreset, CoreAndNaiveAgreeWithHalflings) {
  const PresetSpec& preset = *builtin_catalogue().find_preset(GetParam());
  for (int n = 0; n < games(60); ++n) {
    const auto seed = static_cast<uint64_t>(n) + 9000;
    Rng rng(seed);
    const auto wrong = compare::check_random_game(compare::random_rules(preset, rng, false, {"halflings"}), seed);
    ASSERT_FALSE(wrong) << *wrong;
  }
}

/// An order of play in which no expansion acts at a moment.
void without(Ruleset& rules, Moment moment) {
  std::erase_if(rules.order, [&](OrderLine line) { return line.moment == moment; });
}

/// The hooks of the only expansion in these rules, changed.
void change_hooks(Ruleset& rules, void (*change)(Hooks&)) {
  static std::vector<std::unique_ptr<Hooks>> changed;
  changed.push_back(std::make_unique<Hooks>(*rules.added.at(0).hooks));
  change(*changed.back());
  rules.added[0].hooks = changed.back().get();
}

/// A comparison that cannot fail proves nothing: whatever is changed in the compiled rules, it has to be seen.
TEST(Naive, SeesWhenTheCoreIsWrong) {
  struct Mistake {
    std::map<std::string, std::string> options;
    void (*make)(Ruleset&);
    std::map<std::string, std::string> core = {};  ///< what the core plays by instead
  };
  const auto nothing = [](Ruleset&) {};
  // All half tiles there are.
  const std::map<std::string, std::string> halves = {{"halflings", "draft"}, {"half_tiles", "8"}};
  const auto halves_and = [&](std::map<std::string, std::string> more) {
    more.insert(halves.begin(), halves.end());
    return more;
  };
  const std::map<std::string, std::string> dragon = {{"princess_and_dragon", "2016"}};
  const auto dragon_and = [&](std::map<std::string, std::string> more) {
    more.insert(dragon.begin(), dragon.end());
    return more;
  };
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
      {{{"abbots", "on"}}, [](Ruleset& r) { r.figures[0].stands_on |= 1u << 4; }},
      {{{"abbots", "on"}}, [](Ruleset& r) { r.figures[1].may_return = false; }},
      {{{"draw", "ahead"}}, [](Ruleset& r) { r.piles[0].laid = Laid::never; }},
      {{{"draw", "hand"}}, [](Ruleset& r) { without(r, Moment::set_up); }},
      {{{"bag", "back"}, {"table", "standard"}}, [](Ruleset& r) { r.put_back = false; }},
      {{{"start_tile", "bag"}}, nothing, {{"start_tile", "middle"}}},
      {{{"start_tile", "bag"}, {"table", "standard"}}, [](Ruleset& r) { r.put_back = true; }},
      {{{"bag", "back"}}, nothing, {{"bag", "blind"}}},
      {{{"bag", "blind"}}, nothing, {{"bag", "back"}}},
      {{{"first", "rolled"}}, nothing, {{"first", "roll"}}},
      {{{"first", "roll"}}, nothing, {{"first", "rolled"}}},
      {{{"offers", "on"}}, [](Ruleset& r) { r.order = Ruleset().order; }},
      {{{"holes", "on"}}, [](Ruleset& r) { r.order = Ruleset().order; }},
      {{{"table", "standard"}}, [](Ruleset& r) { ++r.table.area.right; }},
      {{{"table", "shift"}}, [](Ruleset& r) { --r.table.height; }},
      {{{"table", "extend"}, {"second_width", "2"}}, [](Ruleset& r) { ++r.table.second.top; }},
      {{{"table", "needed"}, {"table_width", "4"}, {"table_height", "4"}}, [](Ruleset& r) { r.table.second = {}; }},
      {{{"table", "needed"}, {"table_width", "4"}}, [](Ruleset& r) { r.table.second_waits = false; }},
      {{{"table", "standard"}, {"border", "closes"}}, [](Ruleset& r) { r.table.border = false; }},
      {halves, [](Ruleset& r) { r.scoring.pieces = true; }},
      {halves, [](Ruleset& r) { r.scoring.pieces_around = true; }},
      {halves_and({{"half_count", "2014"}}), [](Ruleset& r) { r.scoring.pieces = true; }},
      {halves_and({{"half_count", "2015-10"}}), [](Ruleset& r) { r.scoring.pieces_around = false; }},
      {halves_and({{"half_count", "2020"}}), [](Ruleset& r) { r.scoring.pieces = false; }},
      {halves_and({{"half_count", "2020"}}), [](Ruleset& r) { r.scoring.pieces_around = true; }},
      {halves, [](Ruleset& r) { r.added[0].option[0] = 1; }},
      {halves, [](Ruleset& r) { r.added[0].option[1] = 7; }},
      {{{"halflings", "first"}}, [](Ruleset& r) { r.held.pop_back(); }},
      {halves, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.worth = nullptr; }); }},
      {halves, [](Ruleset& r) { change_hooks(r, [](Hooks& h) { h.break_tie = nullptr; }); }},
      {halves, [](Ruleset& r) { without(r, Moment::placed); }},
      {halves, [](Ruleset& r) { without(r, Moment::part_ends); }},
      {dragon, nothing, dragon_and({{"princess", "must"}})},
      {dragon, nothing, dragon_and({{"fairy", "tile"}})},
      {dragon, nothing, dragon_and({{"dragon", "after"}})},
      {dragon_and({{"princess", "must"}}), nothing, dragon},
      {dragon_and({{"fairy", "tile"}}), nothing, dragon},
      {dragon_and({{"dragon", "after"}}), nothing, dragon},
      {dragon, [](Ruleset& r) { without(r, Moment::placed); }},
      {dragon, [](Ruleset& r) { without(r, Moment::drawn); }},
      {dragon, [](Ruleset& r) { without(r, Moment::turn_begins); }},
  };
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    auto rules = std::make_shared<GameRules>(**compile(builtin_catalogue(), {"new", mistakes[i].options}, 3));
    if (!mistakes[i].core.empty()) {
      const auto other = *compile(builtin_catalogue(), {"new", mistakes[i].core}, 3);
      rules->kernel = other->kernel;
      rules->added = other->added;
    }
    mistakes[i].make(rules->kernel);
    bool seen = false;
    for (uint64_t seed = 0; seed < 40 && !seen; ++seed) seen = compare::compare_random_game(*rules, seed).has_value();
    EXPECT_TRUE(seen) << "mistake " << i;
  }
}

}  // namespace
}  // namespace bastide
