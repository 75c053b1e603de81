#include "game/editions.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/kernel.h"
#include "game/explain.h"

namespace bastide {
namespace {

/// Options that change points and nothing else.
constexpr std::array<std::string_view, 2> kScoringOptions = {"field_scoring", "small_city"};

/// How tiles that are halves count (HALF-7): no edition's matter, for none has any.
constexpr const char* kRuling = "half_count";

/// A preset's way of counting. A game without farmers stays one (FIELD-0).
std::map<std::string, std::string> scoring_of(const GameRules& rules, const PresetSpec& preset) {
  std::map<std::string, std::string> scoring;
  for (const std::string_view id : kScoringOptions) {
    const auto set = preset.options.find(std::string(id));
    scoring[std::string(id)] =
        set != preset.options.end() ? set->second : rules.catalogue->find_option(id)->default_value;
  }
  if (rules.is("field_scoring", "none")) scoring["field_scoring"] = "none";
  return scoring;
}

bool counts_like(const GameRules& rules, const EditionScore& edition) {
  return std::all_of(edition.options.begin(), edition.options.end(),
                     [&](const auto& option) { return rules.is(option.first, option.second); });
}

/// Adds an edition, to those that score like it if there are any.
void add_edition(std::vector<EditionScore>& editions, const GameRules& rules, const PresetSpec& preset) {
  auto options = scoring_of(rules, preset);
  const auto same =
      std::find_if(editions.begin(), editions.end(), [&](const EditionScore& e) { return e.options == options; });
  if (same == editions.end()) {
    EditionScore& edition = editions.emplace_back();
    edition.id = preset.id;
    keep(texts_of(preset.translations, "name", preset.name), "name", edition.name, edition.translations);
    edition.options = std::move(options);
    return;
  }
  same->same_as.push_back(preset.name);
  for (const auto& [language, texts] : preset.translations) {
    std::string& list = same->translations[language]["same_as"];
    list += (list.empty() ? "" : ", ") + texts.find("name")->second;
  }
}

/// The game's own way of counting, then the editions that score differently, in the order of the presets. An edition
/// that scores as the game does is the first one.
std::vector<EditionScore> editions_of(const GameRules& rules) {
  std::vector<EditionScore> editions;
  add_edition(editions, rules, *rules.preset);
  for (const PresetSpec& preset : rules.catalogue->presets)
    if (preset.id != rules.preset->id) add_edition(editions, rules, preset);
  const auto own = std::find_if(editions.begin(), editions.end(),
                                [&](const EditionScore& edition) { return counts_like(rules, edition); });
  if (own != editions.end()) {
    std::rotate(editions.begin(), own, own + 1);
  } else {
    EditionScore& first = *editions.emplace(editions.begin());
    first.id = "own";
    keep(say(rules.catalogue->phrases, "edition.own"), "name", first.name, first.translations);
    for (const std::string_view id : kScoringOptions) first.options[std::string(id)] = rules.options.find(id)->second;
  }
  editions.front().own = true;
  return editions;
}

/// What a ruling is called: its value's name up to the colon, "October 2015".
Texts ruling_name(const OptionValue& value) {
  Texts name = texts_of(value.translations, "name", value.name);
  for (std::string& text : name) text = text.substr(0, text.find(':'));
  return name;
}

/// Every ruling of HALF-7, the game's own first; none where it does not matter.
std::vector<EditionScore> rulings_of(const GameRules& rules) {
  std::vector<EditionScore> rulings;
  if (rules.kernel.squares_only()) return rulings;
  for (const OptionValue& value : rules.catalogue->find_option(kRuling)->values) {
    const bool own = rules.is(kRuling, value.id);
    EditionScore& ruling = *rulings.emplace(own ? rulings.begin() : rulings.end());
    ruling.id = value.id;
    ruling.own = own;
    keep(ruling_name(value), "name", ruling.name, ruling.translations);
    ruling.options[kRuling] = value.id;
  }
  return rulings;
}

/// Whether they give the same points for the same things.
bool score_alike(const EditionScore& one, const EditionScore& two) {
  const auto same_row = [](const CategoryRow& a, const CategoryRow& b) { return a.points == b.points; };
  const auto same_award = [](const ExplainedAward& a, const ExplainedAward& b) {
    return a.award.points == b.award.points;
  };
  return one.total == two.total && std::ranges::equal(one.table, two.table, same_row) &&
         std::ranges::equal(one.awards, two.awards, same_award);
}

/// Makes one of all that score alike; the first of them stays.
void join_alike(std::vector<EditionScore>& all) {
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size();) {
      if (!score_alike(all[i], all[j])) {
        ++j;
        continue;
      }
      all[i].same_as.push_back(all[j].name);
      for (const auto& [language, texts] : all[j].translations) {
        std::string& list = all[i].translations[language]["same_as"];
        list += (list.empty() ? "" : ", ") + texts.find("name")->second;
      }
      all.erase(all.begin() + static_cast<long>(j));
    }
}

/// The rules of a game with an edition's way of counting.
Result<GameRulesPtr> with_scoring(const GameRules& rules, const EditionScore& edition) {
  RuleChoice choice = rules.choice;
  for (const auto& [id, value] : edition.options) choice.options[id] = value;
  return compile(*rules.catalogue, choice, rules.kernel.seats);
}

std::string rule_for(const EditionScore& edition, std::string_view category) {
  if (edition.options.contains(kRuling)) return "HALF-7";
  const auto is = [&](const char* option, std::string_view value) {
    return edition.options.find(option)->second == value;
  };
  if (category == "city") return is("small_city", "half") ? "CITY-3" : "CITY-2";
  if (is("field_scoring", "none")) return "FIELD-0";
  if (is("field_scoring", "first")) return "FIELD-1ST";
  return is("field_scoring", "second") ? "FIELD-2ND" : "FIELD-3";
}

std::string points_by_name(const std::vector<SeatSpec>& seats, const std::vector<int>& points) {
  std::string text;
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    text += fmt::format("{}{} {}", seat == 0 ? "" : ", ", seats[seat].name, points[seat]);
  return text;
}

std::vector<EditionDifference> differences_of(const std::vector<EditionScore>& editions, const Phrases& phrases,
                                              const std::vector<SeatSpec>& seats) {
  std::vector<EditionDifference> differences;
  for (std::size_t row = 0; !editions.empty() && row < editions[0].table.size(); ++row) {
    const CategoryRow& first = editions[0].table[row];
    EditionDifference difference;
    difference.category = first.category;
    const Texts category = texts_of(first.translations, "name", first.name);
    keep(category, "name", difference.name, difference.translations);
    Texts sentence;
    bool differs = false;
    for (const EditionScore& edition : editions) {
      const CategoryRow& other = edition.table[row];
      differs |= other.points != first.points;
      difference.points.push_back(other.points);
      difference.rules.push_back(rule_for(edition, other.category));
      const Texts gives = say(phrases, "edition.gives",
                              {{"category", category},
                               {"edition", texts_of(edition.translations, "name", edition.name)},
                               {"rule", difference.rules.back()},
                               {"points", points_by_name(seats, other.points)}});
      sentence = sentence[0].empty() ? gives : joined(sentence, "; ", gives);
    }
    keep(joined(sentence, ".", {}), "sentence", difference.sentence, difference.translations);
    if (differs) differences.push_back(std::move(difference));
  }
  return differences;
}

/// Scores `state` as the end of its game; explains into `edition`, whose awards so far keep their ids.
void end_game(const GameRules& rules, const std::vector<SeatSpec>& seats, State<Full>& state, int turn,
              EditionScore& edition) {
  EventLog log;
  score_as_the_end(rules.kernel, state, &log);
  const std::vector<PlacedFigure> sent_home = figures_sent_home(state, log);
  PaidCities paid;
  for (const Award& award : log.awards) {
    ExplainedAward explained = explain(rules, seats, state, award, sent_home, paid);
    explained.id = static_cast<int>(edition.awards.size());
    explained.turn = turn;
    edition.awards.push_back(std::move(explained));
  }
  edition.total.assign(state.score.begin(), state.score.begin() + rules.kernel.seats);
}

void score_position(const GameRules& rules, const Position& position, EditionScore& edition) {
  State<Full> state = position.state;
  end_game(rules, position.seats, state, 0, edition);
  edition.table = score_table(rules, edition.awards, {});
}

/// The same plies, counted by `rules`.
Result<void> score_game(const GameRulesPtr& rules, const Game& game, bool end_now, EditionScore& edition) {
  BASTIDE_TRY(const auto counted, Game::counted_by(rules, game));
  std::vector<Payment> payments;
  for (const Ply& ply : counted.plies()) {
    edition.awards.insert(edition.awards.end(), ply.awards.begin(), ply.awards.end());
    payments.insert(payments.end(), ply.payments.begin(), ply.payments.end());
  }
  State<Full> state = counted.state();
  edition.total.assign(state.score.begin(), state.score.begin() + rules->kernel.seats);
  if (end_now && !counted.over()) end_game(*rules, game.seats(), state, counted.turn(), edition);
  edition.table = score_table(*rules, edition.awards, payments);
  return {};
}

/// Counts everything that is compared; `count` scores one edition by its rules.
template <class Count>
Result<EditionComparison> compare(const GameRules& rules, const std::vector<SeatSpec>& seats, const Count& count) {
  EditionComparison comparison;
  comparison.editions = editions_of(rules);
  comparison.rulings = rulings_of(rules);
  for (auto* all : {&comparison.editions, &comparison.rulings})
    for (EditionScore& edition : *all) {
      BASTIDE_TRY(const auto counted_by, with_scoring(rules, edition));
      BASTIDE_CHECK(count(counted_by, edition));
    }
  join_alike(comparison.rulings);
  comparison.differences = differences_of(comparison.editions, rules.catalogue->phrases, seats);
  comparison.ruling_differences = differences_of(comparison.rulings, rules.catalogue->phrases, seats);
  return comparison;
}

}  // namespace

Result<EditionComparison> compare_editions(const Position& position) {
  if (position.state.phase == Phase::over) return failure("The game is over: there is nothing left to score.", "END-1");
  return compare(*position.rules, position.seats, [&](const GameRulesPtr& rules, EditionScore& edition) {
    score_position(*rules, position, edition);
    return Result<void>{};
  });
}

Result<EditionComparison> compare_editions(const Game& game, bool end_now) {
  return compare(game.rules(), game.seats(), [&](const GameRulesPtr& rules, EditionScore& edition) {
    return score_game(rules, game, end_now, edition);
  });
}

}  // namespace bastide
