#include "game/award_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "game/extent.h"

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
  Texts count(const Term& term) const { return count(rules.term_phrase(term), term.count); }
  /// "4 tiles", or spaces where these are counted (HALF-7).
  Texts size() const {
    const ScoringRules& scoring = rules.kernel.scoring;
    const bool around = counts_surroundings(award.type);
    const bool spaces = around ? !scoring.pieces_around : scoring.spaces;
    return count(spaces ? "term.spaces" : "term.tiles", award.tiles);
  }
  std::string type() const { return std::string(category_of(award.type)); }
  /// Phrases about a figure that was taken back are its expansion's.
  std::string back(std::string_view what) const { return fmt::format("{}.{}", what, rules.figure(award.figure).name); }
  const std::string& name_of(int seat) const { return seats[seat].name; }
};

Texts in_figures(int number) {
  const std::string figures = std::to_string(number);
  return {figures, figures, figures};
}

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
  if (award.reason == Reason::bonus) return told.count(award.terms.front());
  const std::string kind = award.reason == Reason::unfinished ? "unfinished."
                           : award.reason == Reason::returned ? told.back("home") + "."
                                                              : "";
  const Texts title = told.say(kind + told.type());
  const Texts sized = award.type != FeatureType::field ? told.size()
                      : award.cities == 0              ? told.say("cities.none")
                                                       : told.count("term.cities", award.cities);
  const bool sizeless = award.type == FeatureType::chapter || award.type == FeatureType::trap;
  Texts whole = sizeless ? title : joined(title, ", ", sized);
  for (const Term& term : award.terms)
    if (told.rules.term(term).in_title) whole = joined(whole, ", ", told.count(term));
  return whole;
}

/// "1 shield × 2"
Texts text_of(const Told& told, const Term& term) {
  const Texts text = told.count(term);
  const bool times = term.each != 0 && (told.rules.term(term).times || term.each != 1);
  return times ? joined(text, " × ", in_figures(std::abs(term.each))) : text;
}

/// "5 tiles × 2 + 1 shield × 2 = 12"; remarks follow: "(1 paid before)".
Texts sum_of(const Told& told) {
  Texts sum, remarks;
  int points = 0;
  for (const ExplainedTerm& said : told.explained.terms) {
    const Term& term = said.term;
    const Texts text = texts_of(said.translations, "text", said.text);
    if (term.each == 0) {
      remarks = remarks[0].empty() ? text : joined(remarks, ", ", text);
      continue;
    }
    points += term.points();
    const char* sign = term.each < 0 ? " − " : " + ";
    sum = sum[0].empty() && term.each > 0 ? text : joined(sum[0].empty() ? in_figures(0) : sum, sign, text);
  }
  sum = sum[0].empty() ? in_figures(0) : joined(sum, " = ", in_figures(points));
  return remarks[0].empty() ? sum : joined(joined(sum, " (", remarks), ")", {});
}

bool paid_alike(const ExplainedAward& award) {
  return std::all_of(award.owners.begin(), award.owners.end(),
                     [&](int seat) { return award.points_of(seat) == award.points_of(award.owners.front()); });
}

/// Whether what somebody's followers count is not how many they are.
bool weighed(const Award& award) {
  return !std::equal(award.followers.begin(), award.followers.end(), award.strength.begin());
}

/// "2 followers, counting 3"
Texts counting(const Told& told, int seat) {
  const Award& award = told.award;
  Texts figures = told.count(award.type == FeatureType::field ? "farmers.n" : "followers.n", award.followers[seat]);
  if (award.followers[seat] == award.strength[seat]) return figures;
  return told.say("counting", {{"figures", figures}, {"n", int{award.strength[seat]}}});
}

/// "Mila 2 followers, counting 3; Noor 2 followers"
Texts each_counting(const Told& told, const std::vector<int>& seats) {
  Texts text;
  for (const int seat : seats) {
    const std::string& name = told.name_of(seat);
    const Texts one = joined({name, name, name}, " ", counting(told, seat));
    text = text[0].empty() ? one : joined(text, "; ", one);
  }
  return text;
}

/// Whether somebody was paid for one of the cities before (FIELD-2ND).
bool paid_before(const Award& award) {
  return std::any_of(award.terms.begin(), award.terms.end(), [](const Term& term) {
    return term.by == Term::kBase && term.name == static_cast<uint8_t>(BaseTerm::paid);
  });
}

Texts tied(const Told& told, const std::string& where, int most, const Texts& points) {
  const std::vector<int>& owners = told.explained.owners;
  std::vector<std::string> names;
  for (const int seat : owners) names.push_back(told.name_of(seat));
  const Texts list = listed(told.rules.catalogue->phrases, names);
  if (weighed(told.award)) {
    if (paid_alike(told.explained))
      return told.say("weighed.tied", {{"names", list}, {"each", each_counting(told, owners)}, {"points", points}});
    const std::string shares = with_names(told, owners, [&](int seat) { return told.explained.points_of(seat); });
    return told.say(paid_before(told.award) ? "weighed.paid" : "weighed.shares",
                    {{"names", list}, {"each", each_counting(told, owners)}, {"shares", shares}});
  }
  if (paid_alike(told.explained)) return told.say("tied." + where, {{"names", list}, {"n", most}, {"points", points}});
  const std::string shares = with_names(told, owners, [&](int seat) { return told.explained.points_of(seat); });
  return told.say(paid_before(told.award) ? "tied.paid" : "tied.shares",
                  {{"names", list}, {"n", most}, {"shares", shares}});
}

/// An expansion has decided the tie.
Texts broken_tie(const Told& told, const Texts& points) {
  const auto names = [&](bool owners) {
    std::vector<std::string> list;
    const int most = *std::max_element(told.award.strength.begin(), told.award.strength.end());
    for (int seat = 0; seat < static_cast<int>(told.seats.size()); ++seat)
      if (told.award.strength[seat] == most && ((told.award.owners >> seat) & 1) == owners)
        list.push_back(told.name_of(seat));
    return listed(told.rules.catalogue->phrases, list);
  };
  const Gap winners{"names", names(true)}, losers{"others", names(false)};
  const std::string by(told.rules.added[told.award.tie_broken_by]->id);
  const char* how = told.explained.owners.size() == 1 ? ".one" : ".several";
  return told.say("tie." + by + how, {winners, losers, {"points", points}});
}

/// Who has the majority and what follows (MAJ-1).
Texts sentence_of(const Told& told) {
  const Award& award = told.award;
  const std::vector<int>& owners = told.explained.owners;
  const bool anybody = std::any_of(award.followers.begin(), award.followers.end(), [](int n) { return n > 0; });
  if (owners.empty()) return told.say(anybody ? "weighed.nobody" : "nobody." + told.type());
  const std::string& name = told.name_of(owners.front());
  const Texts points = told.count("points", told.explained.points_of(owners.front()));
  if (award.reason == Reason::returned)
    return told.say(told.back("takes") + "." + told.type(), {{"name", name}, {"points", points}});
  if (award.reason == Reason::bonus) return told.say("gets", {{"name", name}, {"points", points}});
  const std::string where = award.reason == Reason::field_city ? "city"
                            : award.type == FeatureType::field ? "farmers"
                                                               : "followers";
  const auto followers = [&](int seat) { return static_cast<int>(award.followers[seat]); };
  const int most = followers(owners.front());
  if (award.tie_broken()) return broken_tie(told, points);
  if (owners.size() > 1) return tied(told, where, most, points);
  std::vector<int> others;
  for (int seat = 0; seat < static_cast<int>(told.seats.size()); ++seat)
    if (followers(seat) > 0 && seat != owners.front()) others.push_back(seat);
  if (others.empty()) return told.say("alone." + where, {{"name", name}, {"n", most}, {"points", points}});
  if (weighed(award))
    return told.say("weighed.most", {{"name", name},
                                     {"figures", counting(told, owners.front())},
                                     {"others", each_counting(told, others)},
                                     {"points", points}});
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
  if (award.reason == Reason::returned) return told.say(told.back("now.home"), {{"gain", gain}});
  if (award.reason == Reason::bonus)
    return told.say("now.bonus", {{"what", told.count(award.terms.front())}, {"gain", gain}});
  const char* what = award.type == FeatureType::field     ? "now.field"
                     : award.reason == Reason::unfinished ? "now.unfinished"
                                                          : "now.complete";
  return told.say(what, {{"feature", told.say(told.type())}, {"gain", gain}});
}

}  // namespace

Texts title_in_words(const GameRules& rules, const ExplainedAward& award) {
  const std::vector<SeatSpec> nobody;  // a title names no one
  return title_of({rules, nobody, award});
}

std::vector<Term> terms_of_most(const Award& award) {
  int best = kNobody;
  for (int seat = 0; seat < kMaxSeats; ++seat)
    if (((award.owners >> seat) & 1) != 0 && (best == kNobody || award.points[seat] > award.points[best])) best = seat;
  std::vector<Term> terms;
  std::copy_if(award.terms.begin(), award.terms.end(), std::back_inserter(terms),
               [best](const Term& term) { return term.is_for(best); });
  return terms;
}

void put_in_words(const GameRules& rules, const std::vector<SeatSpec>& seats, ExplainedAward& award) {
  const Told told{rules, seats, award};
  for (const Term& term : terms_of_most(award.award)) {
    ExplainedTerm& said = award.terms.emplace_back();
    said.term = term;
    keep(text_of(told, term), "text", said.text, said.translations);
  }
  keep(title_of(told), "title", award.title, award.translations);
  keep(sum_of(told), "sum", award.sum, award.translations);
  keep(sentence_of(told), "sentence", award.sentence, award.translations);
  keep(headline_of(told), "headline", award.headline, award.translations);
}

}  // namespace bastide
