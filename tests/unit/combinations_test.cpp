// What goes with what (rules/combinations.h), and docs/combinations.md, which is made of it. Renew that page by
// build/release/bastide rules --combinations > docs/combinations.md
#include "rules/combinations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "unit/catalogue_support.h"

namespace bastide {
namespace {

const Combinations& all() {
  static const Combinations made = combinations(catalogue());
  return made;
}

const CombinationThing& one_of(const Combination& pair) {
  return all().things[pair.one];
}
const CombinationThing& other_of(const Combination& pair) {
  return all().things[pair.other];
}

TEST(Combinations, AreOfAllCardsEditionsAndHouseRules) {
  std::set<std::string> ids;
  for (const CombinationThing& thing : all().things) {
    EXPECT_TRUE(ids.insert(thing.id).second) << thing.id;
    for (const std::string& name : thing.name) EXPECT_FALSE(name.empty()) << thing.id;
  }
  for (const ExpansionCard& card : catalogue().cards) EXPECT_TRUE(ids.contains(card.expansion)) << card.expansion;
  for (const PresetSpec& preset : catalogue().presets) EXPECT_TRUE(ids.contains(preset.id)) << preset.id;
  const std::size_t things = all().things.size(), editions = catalogue().presets.size();
  EXPECT_EQ(all().pairs.size(), things * (things - 1) / 2 - editions * (editions - 1) / 2);
}

// Whatever a rule speaks of is shown somewhere, and nothing else is.
TEST(Combinations, HaveTheRulesThatSpeakOfThePair) {
  std::size_t named = 0, shown = 0;
  for (const RuleSpec& rule : catalogue().rules) named += rule.with.size();
  for (const Combination& pair : all().pairs)
    for (const RuleSpec* rule : pair.rules) {
      const auto named_in = [&](const std::string& id) { return std::count(rule->with.begin(), rule->with.end(), id); };
      const auto refuses = [&](const Error& refusal) { return refusal.rule == rule->id; };
      if (std::any_of(pair.refusals.begin(), pair.refusals.end(), refuses)) {
        shown += named_in(one_of(pair).id) + named_in(other_of(pair).id) > 0;
        continue;
      }
      ++shown;
      EXPECT_TRUE((rule->expansion == one_of(pair).id && named_in(other_of(pair).id) == 1) ||
                  (rule->expansion == other_of(pair).id && named_in(one_of(pair).id) == 1))
          << rule->id << " at " << one_of(pair).id << " and " << other_of(pair).id;
    }
  EXPECT_GT(named, 250u);
  EXPECT_EQ(shown, named);
}

TEST(Combinations, SayWhyTheyAreRefused) {
  int refused = 0;
  for (const Combination& pair : all().pairs) {
    EXPECT_EQ(pair.verdict == Combination::Verdict::allowed, pair.refusals.empty());
    for (const Error& refusal : pair.refusals) {
      ++refused;
      EXPECT_NE(catalogue().find_rule(refusal.rule), nullptr) << refusal.text();
      EXPECT_EQ(refusal.translations.size(), kLanguages.size() - 1) << refusal.text();
    }
  }
  EXPECT_GT(refused, 0);
}

TEST(Combinations, SpellOutEverySource) {
  for (const RuleSpec& rule : catalogue().rules)
    for (const Texts& source : sources_in_words(catalogue(), rule))
      for (const std::string& words : source) EXPECT_GT(words.size(), 4u) << rule.id << ": " << words;
  RuleSpec rule;
  rule.source = "O, B notes 9 and 10, N, note 2, W note 16";
  const std::vector<Texts> words = sources_in_words(catalogue(), rule);
  ASSERT_EQ(words.size(), 4u);
  EXPECT_EQ(words[1][0], "First edition rules, notes 9 and 10");
  EXPECT_EQ(words[2][0], "New edition rules, note 2");
  EXPECT_EQ(words[3][1], "Winterregels, noot 16");
}

TEST(Combinations, ThePageOfTheDocumentsIsUpToDate) {
  std::ifstream file(BASTIDE_SOURCE_DIR "/docs/combinations.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == combinations_text(catalogue(), 0))
      << "renew it: build/release/bastide rules --combinations > docs/combinations.md";
}

}  // namespace
}  // namespace bastide
