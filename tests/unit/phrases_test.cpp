// Phrases: gaps are filled in every language, and a file that cannot be trusted is refused with the place.
#include "rules/phrases.h"

#include <gtest/gtest.h>

#include "rules/compile.h"

namespace bastide {
namespace {

const Phrases& phrases() {
  return builtin_catalogue().phrases;
}

TEST(Phrases, FillTheirGapsInEveryLanguage) {
  EXPECT_EQ(say(phrases(), "term.tiles", {{"n", 3}}), (Texts{"3 tiles", "3 tegels", "3 Plättchen"}));
  EXPECT_EQ(say(phrases(), "term.tiles", {{"n", 1}}), (Texts{"1 tile", "1 tegel", "1 Plättchen"}));
  EXPECT_EQ(say(phrases(), "points", {{"n", 0}}), (Texts{"0 points", "0 punten", "0 Punkte"}));
  // Braces in a name are no gaps.
  EXPECT_EQ(say(phrases(), "place.first", {{"names", std::string("{n}")}})[0], "First place: {n}");
}

TEST(Phrases, ListNames) {
  EXPECT_EQ(listed(phrases(), {"Ann"}), (Texts{"Ann", "Ann", "Ann"}));
  EXPECT_EQ(listed(phrases(), {"Ann", "Bob"}), (Texts{"Ann and Bob", "Ann en Bob", "Ann und Bob"}));
  EXPECT_EQ(listed(phrases(), {"Ann", "Bob", "Cid"}),
            (Texts{"Ann, Bob and Cid", "Ann, Bob en Cid", "Ann, Bob und Cid"}));
}

/// What loading says after `from` became `to` in phrases.toml.
std::string refusal(const std::string& from, const std::string& to) {
  DataFiles files = embedded_data();
  std::string& text = files["phrases.toml"];
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const auto loaded = load_catalogue(files);
  return loaded ? "" : loaded.error().text();
}

TEST(Phrases, NamesHaveNothingToBeFilledIn) {
  int names = 0;
  for (const auto& [id, phrase] : builtin_catalogue().phrases)
    for (const char* begins : {"figure.", "a.", "sheet.figure.", "sheet.figures.", "token.", "pile."})
      if (id.starts_with(begins)) {
        ++names;
        for (const std::string& text : phrase.text) EXPECT_EQ(text.find('{'), std::string::npos) << id << ": " << text;
      }
  EXPECT_GT(names, 40);
}

TEST(Phrases, ThatAreNotWholeAreRefused) {
  const auto says = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
    EXPECT_TRUE(text.starts_with("phrases.toml")) << text;
  };
  says(refusal("nl = \"{n} tegels\", ", ""), "'nl'");
  says(refusal("nl = \"{n} tegels\"", "nl = \"\""), "'nl'");
  says(refusal("nl = \"{n} tegels\"", "nl = \"{n} tegels\", fr = \"{n} tuiles\""), "'fr'");
  says(refusal("nl = \"{n} tegels\"", "nl = \"{m} tegels\""), "expected {n}");
  says(refusal("nl = \"{n} tegels\"", "nl = \"tegels\""), "expected {n}");
  says(refusal("nl = \"{n} tegels\"", "nl = \"{n} tegels}\""), "brace");
  says(refusal("nl = \"{n} tegels\"", "nl = \"{n} {tegels\""), "brace");
  says(refusal("nl = \"{n} tegels\"", "nl = \"{n} {} tegels\""), "brace");
  says(refusal("id = \"term.tiles\"", "id = \"term.tile\""), "There is no phrase 'term.tile'");
  says(refusal("id = \"term.shields\"", "id = \"term.tiles\""), "there twice");
  says(refusal("[[phrase]]\nid = \"and\"\ntext = {",
               "[[phrase]]\nid = \"and\"\none = { en = \"{first} {last}\", nl = "
               "\"{first} {last}\", de = \"{first} {last}\" }\ntext = {"),
       "counts nothing");
  says(refusal("[[phrase]]\nid = \"and\"\ntext = { en = \"{first} and {last}\", nl = \"{first} en {last}\", de = "
               "\"{first} und {last}\" }\n",
               ""),
       "The phrase 'and' is missing");
  EXPECT_EQ(refusal("de = \"{n} Plättchen\"", "de = \"ein Plättchen\""), "") << "'one' may spell the number out";
}

TEST(Phrases, RefuseCombinationsInEveryLanguage) {
  const auto refused = [](const RuleChoice& choice, int seats) {
    const auto rules = compile(builtin_catalogue(), choice, seats);
    EXPECT_FALSE(rules);
    return rules ? Texts{} : texts_of(rules.error().translations, "message", rules.error().message);
  };
  EXPECT_EQ(refused({"classic", {}}, 6), (Texts{"6 seats are too many: Classic has figures for 2 to 5",
                                                "6 plaatsen zijn te veel: Klassiek heeft figuren voor 2 tot 5",
                                                "6 Plätze sind zu viele: Klassisch hat Figuren für 2 bis 5"}));
  EXPECT_EQ(refused({"classic", {}}, 1), (Texts{"1 seat is too few: Classic has figures for 2 to 5",
                                                "1 plaats is te weinig: Klassiek heeft figuren voor 2 tot 5",
                                                "1 Platz ist zu wenig: Klassisch hat Figuren für 2 bis 5"}));
  for (const RuleChoice& choice : {RuleChoice{"classic", {{"border", "closes"}}},
                                   RuleChoice{"classic", {{"border", "closes"}, {"table", "shift"}}}}) {
    const Texts texts = refused(choice, 2);
    EXPECT_NE(texts[0], texts[1]);
    EXPECT_NE(texts[1], texts[2]);
  }
}

}  // namespace
}  // namespace bastide
