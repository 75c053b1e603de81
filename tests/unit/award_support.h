// An award as the kernel tells it, put in words.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "game/award_words.h"

namespace bastide::award_test {

using Seats = std::vector<SeatSpec>;
inline const Seats kSeats = {{"Mila", "human"}, {"Noor", "human"}, {"Piet", "human"}};

struct Words {
  Texts title, sum, sentence, headline;
};

/// An award of a game of three: what each seat has there, and what it gets.
struct Case {
  FeatureType type = FeatureType::city;
  Reason reason = Reason::completed;
  int tiles = 0, shields = 0, cities = 0;
  std::array<int, 3> followers{}, points{};
  std::optional<std::array<int, 3>> strength = {};  ///< none: one each
  std::string fields = "third";
};

inline Term term(BaseTerm name, int count, int each) {
  return {Term::kBase, static_cast<uint8_t>(name), kNobody, static_cast<int16_t>(count), static_cast<int16_t>(each)};
}

/// As the kernel counts.
inline std::vector<Term> terms_of(const Case& given, const ScoringRules& scoring) {
  const int most = *std::max_element(given.points.begin(), given.points.end());
  std::vector<Term> terms;
  switch (given.type) {
    case FeatureType::road:
      return {term(BaseTerm::tiles, given.tiles, 1)};
    case FeatureType::city: {
      const int each = given.reason == Reason::completed ? 2 : 1;
      terms = {term(BaseTerm::tiles, given.tiles, each)};
      if (given.shields > 0) terms.push_back(term(BaseTerm::shields, given.shields, each));
      return terms;
    }
    case FeatureType::cloister:
      return {term(BaseTerm::cloister, 1, 1), term(BaseTerm::around, given.tiles - 1, 1)};
    case FeatureType::garden:
      return {term(BaseTerm::garden, 1, 1), term(BaseTerm::around, given.tiles - 1, 1)};
    case FeatureType::building:
      return {term(BaseTerm::building, 1, 2), term(BaseTerm::around, given.tiles - 2, 1)};
    case FeatureType::field:
    case FeatureType::water:
    case FeatureType::chapter:
    case FeatureType::pyramid:
    case FeatureType::quarter:
    case FeatureType::hut:
    case FeatureType::trap:
      break;
  }
  const int paying = most / scoring.field_city;
  terms = {term(BaseTerm::cities, paying, scoring.field_city)};
  if (paying < given.cities) terms.push_back(term(BaseTerm::paid, given.cities - paying, 0));
  return terms;
}

inline Words words_of(const Case& given, const std::vector<Term>& terms = {}) {
  const auto rules = *compile(builtin_catalogue(), {"new", {{"field_scoring", given.fields}}}, 3);
  ExplainedAward award;
  award.award.type = given.type;
  award.award.reason = given.reason;
  for (std::size_t i = 0; given.reason == Reason::returned && i < rules->figures.size(); ++i)
    if (rules->figures[i].spec->kind.may_return) award.award.figure = static_cast<Figure>(i);
  award.award.tiles = given.tiles;
  award.award.shields = given.shields;
  award.award.cities = given.cities;
  const std::array<int, 3> strength = given.strength.value_or(given.followers);
  const int most = *std::max_element(strength.begin(), strength.end());
  for (int seat = 0; seat < 3; ++seat) {
    const std::size_t s = seat;
    award.award.followers[s] = static_cast<uint8_t>(given.followers[s]);
    award.award.strength[s] = static_cast<uint16_t>(strength[s]);
    award.award.points[s] = static_cast<int16_t>(given.points[s]);
    if (most > 0 && strength[s] == most) award.owners.push_back(seat);
  }
  for (const int seat : award.owners) award.award.owners = static_cast<uint8_t>(award.award.owners | 1u << seat);
  award.award.terms = terms.empty() ? terms_of(given, rules->kernel.scoring) : terms;
  put_in_words(*rules, kSeats, award);
  return {texts_of(award.translations, "title", award.title), texts_of(award.translations, "sum", award.sum),
          texts_of(award.translations, "sentence", award.sentence),
          texts_of(award.translations, "headline", award.headline)};
}

}  // namespace bastide::award_test
