// What is said of points: every kind of award, in every language, word for word.
#include <gtest/gtest.h>

#include "unit/award_support.h"

namespace bastide::award_test {
namespace {

TEST(AwardWords, OfACityWithShields) {
  const Words words = words_of({.tiles = 5, .shields = 1, .followers = {1, 0, 0}, .points = {12, 0, 0}});
  EXPECT_EQ(words.title,
            (Texts{"City, 5 tiles, 1 shield", "Stad, 5 tegels, 1 wapenschild", "Stadt, 5 Plättchen, 1 Wappen"}));
  EXPECT_EQ(words.sum, (Texts{"5 tiles × 2 + 1 shield × 2 = 12", "5 tegels × 2 + 1 wapenschild × 2 = 12",
                              "5 Plättchen × 2 + 1 Wappen × 2 = 12"}));
  EXPECT_EQ(words.sentence, (Texts{"Mila alone has a follower here and gets 12 points.",
                                   "Alleen Mila heeft hier een volgeling en krijgt 12 punten.",
                                   "Nur Mila hat hier einen Gefolgsmann und bekommt 12 Punkte."}));
  EXPECT_EQ(words.headline, (Texts{"City complete: +12", "Stad af: +12", "Stadt fertig: +12"}));
}

TEST(AwardWords, OfAMajority) {
  const Words words = words_of({.type = FeatureType::road, .tiles = 6, .followers = {1, 3, 2}, .points = {0, 6, 0}});
  EXPECT_EQ(words.title, (Texts{"Road, 6 tiles", "Weg, 6 tegels", "Straße, 6 Plättchen"}));
  EXPECT_EQ(words.sum, (Texts{"6 tiles × 1 = 6", "6 tegels × 1 = 6", "6 Plättchen × 1 = 6"}));
  EXPECT_EQ(words.sentence,
            (Texts{"Noor has the majority here, with 3 followers (Mila 1, Piet 2), and gets all 6 points.",
                   "Noor heeft hier de meerderheid, met 3 volgelingen (Mila 1, Piet 2), en krijgt alle 6 punten.",
                   "Noor hat hier mit 3 Gefolgsleuten die Mehrheit (Mila 1, Piet 2) und bekommt alle 6 Punkte."}));
  EXPECT_EQ(words.headline, (Texts{"Road complete: +6", "Weg af: +6", "Straße fertig: +6"}));
}

TEST(AwardWords, OfATie) {
  const Words one = words_of({.tiles = 2, .followers = {1, 1, 0}, .points = {4, 4, 0}});
  EXPECT_EQ(one.sentence,
            (Texts{"Mila and Noor are tied here with 1 follower each, so each of them gets 4 points.",
                   "Mila en Noor staan hier gelijk met elk 1 volgeling, dus krijgen ze elk 4 punten.",
                   "Mila und Noor liegen hier mit je einem Gefolgsmann gleichauf und bekommen je 4 Punkte."}));
  EXPECT_EQ(one.headline, (Texts{"City complete: +4 each", "Stad af: elk +4", "Stadt fertig: je +4"}));
  const Words two = words_of({.tiles = 8, .followers = {2, 2, 2}, .points = {16, 16, 16}});
  EXPECT_EQ(two.sentence,
            (Texts{"Mila, Noor and Piet are tied here with 2 followers each, so each of them gets 16 points.",
                   "Mila, Noor en Piet staan hier gelijk met elk 2 volgelingen, dus krijgen ze elk 16 punten.",
                   "Mila, Noor und Piet liegen hier mit je 2 Gefolgsleuten gleichauf und bekommen je 16 Punkte."}));
}

TEST(AwardWords, OfFollowersThatDoNotCountOne) {
  const auto road = [](std::array<int, 3> followers, std::array<int, 3> strength, std::array<int, 3> points) {
    return words_of(
               {.type = FeatureType::road, .tiles = 6, .followers = followers, .points = points, .strength = strength})
        .sentence;
  };
  EXPECT_EQ(road({2, 2, 0}, {3, 2, 0}, {6, 0, 0}),
            (Texts{"Mila has the majority (2 followers, counting 3; against it: Noor 2 followers) and gets 6 points.",
                   "Mila heeft de meerderheid (2 volgelingen, 3 waard; daartegenover: Noor 2 volgelingen) en "
                   "krijgt 6 punten.",
                   "Mila hat die Mehrheit (2 Gefolgsleute, 3 wert; dagegen: Noor 2 Gefolgsleute) und bekommt "
                   "6 Punkte."}));
  EXPECT_EQ(road({1, 2, 0}, {2, 2, 0}, {6, 6, 0}),
            (Texts{"Mila and Noor are tied (Mila 1 follower, counting 2; Noor 2 followers), so each of them gets 6 "
                   "points.",
                   "Mila en Noor staan gelijk (Mila 1 volgeling, 2 waard; Noor 2 volgelingen), dus krijgen ze elk 6 "
                   "punten.",
                   "Mila und Noor liegen gleichauf (Mila 1 Gefolgsmann, 2 wert; Noor 2 Gefolgsleute) und bekommen je 6 "
                   "Punkte."}));
  EXPECT_EQ(road({1, 0, 0}, {0, 0, 0}, {0, 0, 0})[0], "No follower here counts anything, so nobody scores.");
}

TEST(AwardWords, OfACloister) {
  const Words words =
      words_of({.type = FeatureType::cloister, .tiles = 9, .followers = {1, 0, 0}, .points = {9, 0, 0}});
  EXPECT_EQ(words.title, (Texts{"Cloister, 9 spaces", "Klooster, 9 vakken", "Kloster, 9 Felder"}));
  EXPECT_EQ(words.sum, (Texts{"1 for the cloister + 8 occupied spaces around it = 9",
                              "1 voor het klooster + 8 bezette vakken eromheen = 9",
                              "1 für das Kloster + 8 besetzte Felder ringsum = 9"}));
  EXPECT_EQ(words.headline, (Texts{"Cloister complete: +9", "Klooster af: +9", "Kloster fertig: +9"}));
}

TEST(AwardWords, OfAGarden) {
  const Words words = words_of({.type = FeatureType::garden, .tiles = 9, .followers = {0, 1, 0}, .points = {0, 9, 0}});
  EXPECT_EQ(words.title, (Texts{"Garden, 9 spaces", "Tuin, 9 vakken", "Garten, 9 Felder"}));
  EXPECT_EQ(words.sum, (Texts{"1 for the garden + 8 occupied spaces around it = 9",
                              "1 voor de tuin + 8 bezette vakken eromheen = 9",
                              "1 für den Garten + 8 besetzte Felder ringsum = 9"}));
  EXPECT_EQ(words.headline, (Texts{"Garden complete: +9", "Tuin af: +9", "Garten fertig: +9"}));
}

TEST(AwardWords, OfWhatIsUnfinished) {
  const auto unfinished = [](FeatureType type) {
    return words_of(
        {.type = type, .reason = Reason::unfinished, .tiles = 1, .followers = {1, 0, 0}, .points = {1, 0, 0}});
  };
  EXPECT_EQ(unfinished(FeatureType::city).title,
            (Texts{"Unfinished city, 1 tile", "Stad die niet af is, 1 tegel", "Unfertige Stadt, 1 Plättchen"}));
  EXPECT_EQ(unfinished(FeatureType::road).title,
            (Texts{"Unfinished road, 1 tile", "Weg die niet af is, 1 tegel", "Unfertige Straße, 1 Plättchen"}));
  EXPECT_EQ(unfinished(FeatureType::cloister).title,
            (Texts{"Unfinished cloister, 1 space", "Klooster dat niet af is, 1 vak", "Unfertiges Kloster, 1 Feld"}));
  EXPECT_EQ(unfinished(FeatureType::garden).title,
            (Texts{"Unfinished garden, 1 space", "Tuin die niet af is, 1 vak", "Unfertiger Garten, 1 Feld"}));
  EXPECT_EQ(unfinished(FeatureType::road).headline,
            (Texts{"Road counted at the end: +1", "Weg, geteld aan het einde: +1", "Straße, am Ende gewertet: +1"}));
  EXPECT_EQ(unfinished(FeatureType::road).sentence,
            (Texts{"Mila alone has a follower here and gets 1 point.",
                   "Alleen Mila heeft hier een volgeling en krijgt 1 punt.",
                   "Nur Mila hat hier einen Gefolgsmann und bekommt 1 Punkt."}));
}

TEST(AwardWords, OfFields) {
  const Words alone = words_of(
      {.type = FeatureType::field, .reason = Reason::field, .cities = 2, .followers = {2, 0, 0}, .points = {6, 0, 0}});
  EXPECT_EQ(alone.title,
            (Texts{"Field, 2 completed cities", "Weide, 2 steden die af zijn", "Wiese, 2 fertige Städte"}));
  EXPECT_EQ(alone.sum,
            (Texts{"2 completed cities × 3 = 6", "2 steden die af zijn × 3 = 6", "2 fertige Städte × 3 = 6"}));
  EXPECT_EQ(alone.sentence, (Texts{"Mila alone has farmers here (2) and gets 6 points.",
                                   "Alleen Mila heeft hier boeren (2) en krijgt 6 punten.",
                                   "Nur Mila hat hier Bauern (2) und bekommt 6 Punkte."}));
  EXPECT_EQ(alone.headline, (Texts{"Field pays: +6", "Weide betaalt: +6", "Wiese zahlt: +6"}));
  const Words none =
      words_of({.type = FeatureType::field, .reason = Reason::field, .followers = {1, 0, 0}, .points = {0, 0, 0}});
  EXPECT_EQ(none.title,
            (Texts{"Field, no completed city", "Weide, geen stad die af is", "Wiese, keine fertige Stadt"}));
  EXPECT_EQ(none.sum,
            (Texts{"0 completed cities × 3 = 0", "0 steden die af zijn × 3 = 0", "0 fertige Städte × 3 = 0"}));
  EXPECT_EQ(none.sentence, (Texts{"Mila alone has a farmer here and gets 0 points.",
                                  "Alleen Mila heeft hier een boer en krijgt 0 punten.",
                                  "Nur Mila hat hier einen Bauern und bekommt 0 Punkte."}));
  const Words most = words_of(
      {.type = FeatureType::field, .reason = Reason::field, .cities = 1, .followers = {2, 1, 0}, .points = {3, 0, 0}});
  EXPECT_EQ(most.title, (Texts{"Field, 1 completed city", "Weide, 1 stad die af is", "Wiese, 1 fertige Stadt"}));
  EXPECT_EQ(most.sentence, (Texts{"Mila has the majority here, with 2 farmers (Noor 1), and gets 3 points.",
                                  "Mila heeft hier de meerderheid, met 2 boeren (Noor 1), en krijgt 3 punten.",
                                  "Mila hat hier mit 2 Bauern die Mehrheit (Noor 1) und bekommt 3 Punkte."}));
  const Words tied = words_of(
      {.type = FeatureType::field, .reason = Reason::field, .cities = 1, .followers = {1, 1, 0}, .points = {3, 3, 0}});
  EXPECT_EQ(tied.sentence,
            (Texts{"Mila and Noor are tied here with 1 farmer each, so each of them gets 3 points.",
                   "Mila en Noor staan hier gelijk met elk 1 boer, dus krijgen ze elk 3 punten.",
                   "Mila und Noor liegen hier mit je einem Bauern gleichauf und bekommen je 3 Punkte."}));
}

TEST(AwardWords, OfAFieldWhoseCitiesWerePaidBefore) {
  const Words words = words_of({.type = FeatureType::field,
                                .reason = Reason::field,
                                .cities = 3,
                                .followers = {2, 2, 0},
                                .points = {3, 6, 0},
                                .fields = "second"});
  EXPECT_EQ(words.sum,
            (Texts{"2 completed cities × 3 = 6 (1 paid before)", "2 steden die af zijn × 3 = 6 (1 al eerder betaald)",
                   "2 fertige Städte × 3 = 6 (1 schon bezahlt)"}));
  EXPECT_EQ(
      words.sentence,
      (Texts{"Mila and Noor are tied here with 2 farmers each; who was paid for a city at another field is not paid "
             "for it again: Mila 3, Noor 6.",
             "Mila en Noor staan hier gelijk met elk 2 boeren; wie bij een andere weide al voor een stad betaald is, "
             "krijgt er niet nog eens punten voor: Mila 3, Noor 6.",
             "Mila und Noor liegen hier mit je 2 Bauern gleichauf; wer für eine Stadt schon an einer anderen Wiese "
             "Punkte bekam, bekommt sie nicht noch einmal: Mila 3, Noor 6."}));
  EXPECT_EQ(words.headline, (Texts{"Field pays: +3, +6", "Weide betaalt: +3, +6", "Wiese zahlt: +3, +6"}));
}

TEST(AwardWords, OfFarmersAtACity) {
  const auto city = [](std::array<int, 3> followers, std::array<int, 3> points) {
    return words_of({.type = FeatureType::field,
                     .reason = Reason::field_city,
                     .tiles = 4,
                     .cities = 1,
                     .followers = followers,
                     .points = points,
                     .fields = "first"});
  };
  const Words alone = city({1, 0, 0}, {4, 0, 0});
  EXPECT_EQ(alone.title,
            (Texts{"Farmers at a completed city", "Boeren bij een stad die af is", "Bauern an einer fertigen Stadt"}));
  EXPECT_EQ(alone.sum, (Texts{"1 completed city × 4 = 4", "1 stad die af is × 4 = 4", "1 fertige Stadt × 4 = 4"}));
  EXPECT_EQ(alone.sentence, (Texts{"Mila alone has a farmer in the fields at this city and gets 4 points.",
                                   "Alleen Mila heeft een boer in de weiden aan deze stad en krijgt 4 punten.",
                                   "Nur Mila hat einen Bauern in den Wiesen an dieser Stadt und bekommt 4 Punkte."}));
  EXPECT_EQ(
      city({3, 1, 0}, {4, 0, 0}).sentence,
      (Texts{
          "Mila has the majority in all fields at this city together, with 3 farmers (Noor 1), and gets all 4 points.",
          "Mila heeft in alle weiden aan deze stad samen de meerderheid, met 3 boeren (Noor 1), en krijgt alle 4 "
          "punten.",
          "Mila hat in allen Wiesen an dieser Stadt zusammen mit 3 Bauern die Mehrheit (Noor 1) und bekommt alle 4 "
          "Punkte."}));
  EXPECT_EQ(
      city({2, 2, 0}, {4, 4, 0}).sentence,
      (Texts{
          "Mila and Noor are tied in all fields at this city together with 2 farmers each, so each of them gets 4 "
          "points.",
          "Mila en Noor staan in alle weiden aan deze stad samen gelijk met elk 2 boeren, dus krijgen ze elk 4 punten.",
          "Mila und Noor liegen in allen Wiesen an dieser Stadt zusammen mit je 2 Bauern gleichauf und bekommen je "
          "4 Punkte."}));
}

TEST(AwardWords, OfTermsThatExpansionsChange) {
  const auto sum = [](const std::vector<Term>& terms) {
    return words_of({.type = FeatureType::road, .tiles = 3, .followers = {1, 0, 0}}, terms).sum[0];
  };
  const Term tiles = term(BaseTerm::tiles, 3, 2), shields = term(BaseTerm::shields, 1, -2);
  EXPECT_EQ(sum({tiles, shields}), "3 tiles × 2 − 1 shield × 2 = 4");
  EXPECT_EQ(sum({shields, tiles}), "0 − 1 shield × 2 + 3 tiles × 2 = 4");
  EXPECT_EQ(sum({term(BaseTerm::around, 3, 2)}), "3 occupied spaces around it × 2 = 6");
  EXPECT_EQ(sum({term(BaseTerm::tiles, 3, 0)}), "0 (3 tiles)") << "what is void is a remark";
}

TEST(AwardWords, AreThereForEveryTerm) {
  const auto& catalogue = builtin_catalogue();
  const auto said = [&](const Expansion* by, const TermSpec& term) {
    const auto phrase = catalogue.phrases.find(term_phrase(by, term));
    ASSERT_NE(phrase, catalogue.phrases.end()) << term_phrase(by, term);
    for (const std::string& text : phrase->second.text) EXPECT_NE(text.find("{n}"), std::string::npos) << text;
  };
  EXPECT_EQ(base_terms().size(), static_cast<std::size_t>(kBaseTerms));
  for (const TermSpec& term : base_terms()) said(nullptr, term);
  for (const Expansion* expansion : expansions()) {
    for (const TermSpec& term : expansion->terms) {
      said(expansion, term);
      EXPECT_TRUE(catalogue.find_rule(term.rule)) << term.rule;
    }
    if (expansion->tie_rule == nullptr) continue;
    const std::string_view rule = expansion->tie_rule(Added{});
    EXPECT_TRUE(catalogue.find_rule(rule)) << rule;
  }
}

TEST(AwardWords, WhereNobodyStands) {
  const auto nobody = [](FeatureType type) { return words_of({.type = type, .tiles = 2}).sentence; };
  EXPECT_EQ(nobody(FeatureType::city),
            (Texts{"Nobody has a follower in this city, so nobody scores.",
                   "Niemand heeft een volgeling in deze stad, dus niemand krijgt punten.",
                   "Niemand hat einen Gefolgsmann in dieser Stadt, also bekommt niemand Punkte."}));
  EXPECT_EQ(nobody(FeatureType::road),
            (Texts{"Nobody has a follower on this road, so nobody scores.",
                   "Niemand heeft een volgeling op deze weg, dus niemand krijgt punten.",
                   "Niemand hat einen Gefolgsmann auf dieser Straße, also bekommt niemand Punkte."}));
  EXPECT_EQ(nobody(FeatureType::cloister)[1],
            "Niemand heeft een volgeling in dit klooster, dus niemand krijgt punten.");
  EXPECT_EQ(nobody(FeatureType::garden)[2], "Niemand hat einen Abt in diesem Garten, also bekommt niemand Punkte.");
  EXPECT_EQ(nobody(FeatureType::field)[2], "Niemand hat einen Bauern in dieser Wiese, also bekommt niemand Punkte.");
}

/// The end of a game without followers, so that all have 0 points; or with one of Mila's.
Texts outcome(const std::string& tie, bool follower = false) {
  Game game = *Game::create(*compile(builtin_catalogue(), {"new", {{"tie", tie}}}, 3), kSeats);
  Rng rng(1);
  while (!game.over()) {
    const auto legal = game.legal();
    const bool draw = game.state().phase == Phase::draw, places = game.state().phase == Phase::follower;
    const Move move = draw                 ? random_draw(game.rules().kernel, game.state(), rng)
                      : places && follower ? legal.front()
                                           : legal.back();
    if (places) follower = false;
    EXPECT_TRUE(game.play(move));
  }
  return outcome_in_words(game);
}

TEST(AwardWords, OfTheEnd) {
  EXPECT_EQ(outcome("shared"), (Texts{"Mila, Noor and Piet share the win", "Mila, Noor en Piet delen de overwinning",
                                      "Mila, Noor und Piet teilen sich den Sieg"}));
  EXPECT_EQ(outcome("replay")[1], "Mila, Noor en Piet staan gelijk: een nieuw spel beslist");
  EXPECT_EQ(outcome("none")[2], "Mila, Noor und Piet liegen gleichauf");
  const Texts won = outcome("shared", true);
  EXPECT_EQ(won[0].find("Mila wins by "), 0u) << won[0];
  EXPECT_EQ(won[1].find("Mila wint met "), 0u) << won[1];
  EXPECT_EQ(won[2].find("Mila gewinnt mit "), 0u) << won[2];
}

}  // namespace
}  // namespace bastide::award_test
