// The abbot in words, and on the analysis board.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "art/art.h"
#include "rules/compile.h"
#include "unit/art_support.h"
#include "unit/award_support.h"
#include "unit/sheet_support.h"

namespace bastide {
namespace {

TEST(Abbot, ThatComesHomeIsTold) {
  using award_test::Words;
  using award_test::words_of;
  const Words garden = words_of({.type = FeatureType::garden,
                                 .reason = Reason::returned,
                                 .tiles = 2,
                                 .followers = {0, 1, 0},
                                 .points = {0, 2, 0}});
  EXPECT_EQ(garden.title, (Texts{"Abbot home from a garden, 2 spaces", "Abt terug van een tuin, 2 vakken",
                                 "Abt zurück aus einem Garten, 2 Felder"}));
  EXPECT_EQ(garden.sum,
            (Texts{"1 for the garden + 1 occupied space around it = 2", "1 voor de tuin + 1 bezet vak eromheen = 2",
                   "1 für den Garten + 1 besetztes Feld ringsum = 2"}));
  EXPECT_EQ(garden.sentence,
            (Texts{"Noor takes the abbot back and gets at once what the garden is worth so far: 2 points.",
                   "Noor neemt de abt terug en krijgt meteen wat de tuin tot nu toe waard is: 2 punten.",
                   "Noor nimmt den Abt zurück und bekommt sofort, was der Garten bisher wert ist: 2 Punkte."}));
  EXPECT_EQ(garden.headline, (Texts{"Abbot home: +2", "Abt terug: +2", "Abt zurück: +2"}));
  const Words cloister = words_of({.type = FeatureType::cloister,
                                   .reason = Reason::returned,
                                   .tiles = 1,
                                   .followers = {1, 0, 0},
                                   .points = {1, 0, 0}});
  EXPECT_EQ(cloister.title, (Texts{"Abbot home from a cloister, 1 space", "Abt terug van een klooster, 1 vak",
                                   "Abt zurück aus einem Kloster, 1 Feld"}));
  EXPECT_EQ(cloister.sentence,
            (Texts{"Mila takes the abbot back and gets at once what the cloister is worth so far: 1 point.",
                   "Mila neemt de abt terug en krijgt meteen wat het klooster tot nu toe waard is: 1 punt.",
                   "Mila nimmt den Abt zurück und bekommt sofort, was das Kloster bisher wert ist: 1 Punkt."}));
}

TEST(Abbot, IsSpokenOfInEveryLanguage) {
  EXPECT_EQ(say(builtin_catalogue().phrases, "now.home.abbot", {{"gain", std::string("+5")}}),
            (Texts{"Abbot home: +5", "Abt terug: +5", "Abt zurück: +5"}));
  const auto abbots = compile(builtin_catalogue(), {"classic", {{"abbots", "on"}}}, 2);
  ASSERT_TRUE(abbots);
  ASSERT_EQ((*abbots)->notes.size(), 1u);
  EXPECT_EQ((*abbots)->notes[0][1], "Deze tegels hebben geen tuinen: abten kunnen alleen op kloosters staan.");
  EXPECT_EQ(describe(**abbots),
            (Texts{"Classic, Abbots: In play", "Klassiek, Abten: In het spel", "Klassisch, Äbte: Im Spiel"}));
}

TEST(Abbot, WhereItCannotStandItIsLeftOut) {
  using sheet_test::all;
  using sheet_test::sheet;
  const SheetAnalysis abbot = analyse(sheet("tile D 0,0 n abbot@road:1\n", "rules new\nset abbots=on\n"));
  ASSERT_EQ(abbot.problems.size(), 1u) << all(abbot);
  EXPECT_EQ(abbot.problems[0].rule, "ABBOT-1");
  const SheetAnalysis none = analyse(sheet("tile D 0,0 n abbot@road:1\n"));
  ASSERT_EQ(none.problems.size(), 1u) << all(none);
  EXPECT_EQ(none.problems[0].rule, "SET-4");
  for (const SheetAnalysis* analysis : {&abbot, &none}) {
    EXPECT_FALSE(analysis->problems[0].counted);
    EXPECT_EQ(sheet_test::totals(*analysis), (std::vector<int>{0, 0}));
  }
}

TEST(Abbot, IsDrawnForEverySeat) {
  const auto ids = art::testing::values_of(art::follower_symbols(), "id");
  EXPECT_EQ(art::to_string(*art::figure_named("abbot")), "abbot");
  for (int seat = 0; seat < 8; ++seat) EXPECT_THAT(ids, testing::Contains("fig-abbot-" + std::to_string(seat)));
}

}  // namespace
}  // namespace bastide
