#include "game/award_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "expansions/halflings.h"

namespace bastide {
namespace {

/// What all of an award's texts are made from.
struct Told {
  const GameRules& rules;
  const std::vector<SeatSpec>& seats;
  const ExplainedAward& explained;
  const Award& award = explained.award;

  Texts say(std::string_view id, const std::vector<Gap>& gaps = {}) const {
    return bastide::say(rules.catalogue->phrases, id, gaps);
  }
  Texts count(std::string_view of, int n) const { return say(of, {{"n", n}}); }
  /// "4 tiles", or spaces where these are counted: around cloisters, and everywhere if two tiles may share one
  /// (HALF-7).
  Texts size() const {
    const ScoringRules& scoring = rules.kernel.scoring;
    const bool around = award.type == FeatureType::cloister || award.type == FeatureType::garden;
    const bool spaces = around ? !scoring.pieces_around : rules.kernel.reserve.size > 0 && !scoring.pieces;
    return count(spaces ? "spaces" : "tiles", award.tiles);
  }
  Texts vineyards() const { return count("vineyards", award.bonus / kVineyardPoints); }
  std::string type() const { return std::string(category_of(award.type)); }
  const std::string& name_of(int seat) const { return seats[seat].name; }
};

/// "Mila 3, Noor 6"
template <class Number>
std::string with_names(const Told& told, const std::vector<int>& which, const Number& number) {
  std::string text;
  for (const int seat : which)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", told.name_of(seat), number(seat));
  return text;
}

Texts title_of(const Told& told) {
  const Award& award = told.award;
  if (award.reason == Reason::field_city) return told.say("farmers");
  const char* kind = award.reason == Reason::unfinished ? "unfinished."
                     : award.reason == Reason::returned ? "home."
                                                        : "";
  const Texts title = told.say(kind + told.type());
  switch (award.type) {
    case FeatureType::field:
      return joined(title, ", ", award.cities == 0 ? told.say("cities.none") : told.count("cities", award.cities));
    case FeatureType::cloister:
    case FeatureType::garden:
    case FeatureType::city:
    case FeatureType::road:
      break;
  }
  const Texts sized = joined(title, ", ", told.size());
  if (award.bonus > 0) return joined(sized, ", ", told.vineyards());
  return award.shields == 0 ? sized : joined(sized, ", ", told.count("shields", award.shields));
}

Texts sum_of(const Told& told, int points) {
  const Award& award = told.award;
  const ScoringRules& scoring = told.rules.kernel.scoring;
  const Rates rates = rates_of(scoring, award);
  switch (award.type) {
    case FeatureType::field: {
      const int paying = scoring.field_city == 0 ? 0 : points / scoring.field_city;
      const Texts cities = told.count("cities", paying);
      if (paying == award.cities)
        return told.say("sum.cities", {{"cities", cities}, {"each", scoring.field_city}, {"points", points}});
      return told.say(
          "sum.paid",
          {{"cities", cities}, {"each", scoring.field_city}, {"points", points}, {"paid", award.cities - paying}});
    }
    case FeatureType::cloister:
    case FeatureType::garden:
      if (award.bonus > 0)
        return told.say(
            "sum.vineyards",
            {{"around", told.size()}, {"vineyards", told.vineyards()}, {"each", kVineyardPoints}, {"points", points}});
      if (scoring.pieces_around) return told.say("sum.around", {{"around", told.size()}, {"points", points}});
      return told.say("sum." + told.type(), {{"n", award.tiles - 1}, {"points", points}});
    case FeatureType::city:
    case FeatureType::road:
      break;
  }
  const Texts tiles = told.size();
  if (award.shields == 0) return told.say("sum.tiles", {{"tiles", tiles}, {"each", rates.tile}, {"points", points}});
  return told.say("sum.shields", {{"tiles", tiles},
                                  {"each", rates.tile},
                                  {"shields", told.count("shields", award.shields)},
                                  {"shield", rates.shield},
                                  {"points", points}});
}

bool paid_alike(const ExplainedAward& award) {
  return std::all_of(award.owners.begin(), award.owners.end(),
                     [&](int seat) { return award.points_of(seat) == award.points_of(award.owners.front()); });
}

Texts tied(const Told& told, const std::string& where, int most, const Texts& points) {
  const std::vector<int>& owners = told.explained.owners;
  std::vector<std::string> names;
  for (const int seat : owners) names.push_back(told.name_of(seat));
  const Texts list = listed(told.rules.catalogue->phrases, names);
  if (paid_alike(told.explained)) return told.say("tied." + where, {{"names", list}, {"n", most}, {"points", points}});
  const std::string shares =
      with_names(told, owners, [&](int seat) { return told.explained.points_of(seat); });  // FIELD-2ND
  return told.say("tied.paid", {{"names", list}, {"n", most}, {"shares", shares}});
}

/// HALF-HILL: the tie is decided.
Texts by_hill(const Told& told, const Texts& points) {
  const auto names = [&](bool owners) {
    std::vector<std::string> list;
    const int most = *std::max_element(told.award.followers.begin(), told.award.followers.end());
    for (int seat = 0; seat < static_cast<int>(told.seats.size()); ++seat)
      if (told.award.followers[seat] == most && ((told.award.owners >> seat) & 1) == owners)
        list.push_back(told.name_of(seat));
    return listed(told.rules.catalogue->phrases, list);
  };
  const Gap winners{"names", names(true)}, losers{"others", names(false)};
  if (told.explained.owners.size() == 1) return told.say("hill.one", {winners, losers, {"points", points}});
  return told.say("hill.several", {winners, losers, {"points", points}});
}

/// Who has the majority and what follows (MAJ-1).
Texts sentence_of(const Told& told) {
  const Award& award = told.award;
  const std::vector<int>& owners = told.explained.owners;
  if (owners.empty()) return told.say("nobody." + told.type());
  const std::string& name = told.name_of(owners.front());
  const Texts points = told.count("points", told.explained.points_of(owners.front()));
  if (award.reason == Reason::returned) return told.say("takes." + told.type(), {{"name", name}, {"points", points}});
  const std::string where = award.reason == Reason::field_city ? "city"
                            : award.type == FeatureType::field ? "farmers"
                                                               : "followers";
  const auto followers = [&](int seat) { return static_cast<int>(award.followers[seat]); };
  const int most = followers(owners.front());
  if (award.tie_broken) return by_hill(told, points);
  if (owners.size() > 1) return tied(told, where, most, points);
  std::vector<int> others;
  for (int seat = 0; seat < static_cast<int>(told.seats.size()); ++seat)
    if (followers(seat) > 0 && seat != owners.front()) others.push_back(seat);
  if (others.empty()) return told.say("alone." + where, {{"name", name}, {"n", most}, {"points", points}});
  return told.say("most." + where,
                  {{"name", name}, {"n", most}, {"others", with_names(told, others, followers)}, {"points", points}});
}

/// "+4", "+4 each", "+6, +3"
Texts gain_of(const Told& told) {
  const ExplainedAward& award = told.explained;
  if (award.owners.size() > 1 && paid_alike(award))
    return told.count("gain.each", award.points_of(award.owners.front()));
  std::string text = award.owners.empty() ? "+0" : "";
  for (const int seat : award.owners) text += fmt::format("{}+{}", text.empty() ? "" : ", ", award.points_of(seat));
  return {text, text, text};
}

Texts headline_of(const Told& told) {
  const Award& award = told.award;
  const Texts gain = gain_of(told);
  if (award.reason == Reason::returned) return told.say("now.home", {{"gain", gain}});
  const char* what = award.type == FeatureType::field     ? "now.field"
                     : award.reason == Reason::unfinished ? "now.unfinished"
                                                          : "now.complete";
  return told.say(what, {{"feature", told.say(told.type())}, {"gain", gain}});
}

}  // namespace

Rates rates_of(const ScoringRules& scoring, const Award& award) {
  if (award.type == FeatureType::road) return {scoring.road_tile, 0};
  if (award.type != FeatureType::city) return {1, 0};
  if (!award.completed()) return {scoring.open_city_tile, scoring.open_city_shield};
  if (award.tiles == 2) return {scoring.small_city_tile, scoring.small_city_shield};
  return {scoring.city_tile, scoring.city_shield};
}

Texts title_in_words(const GameRules& rules, const ExplainedAward& award) {
  const std::vector<SeatSpec> nobody;  // a title names no one
  return title_of({rules, nobody, award});
}

void put_in_words(const GameRules& rules, const std::vector<SeatSpec>& seats, int points, ExplainedAward& award) {
  const Told told{rules, seats, award};
  keep(title_of(told), "title", award.title, award.translations);
  keep(sum_of(told, points), "sum", award.sum, award.translations);
  keep(sentence_of(told), "sentence", award.sentence, award.translations);
  keep(headline_of(told), "headline", award.headline, award.translations);
}

}  // namespace bastide
