#include "rules/combinations.h"

#include <algorithm>
#include <set>

#include "rules/compile.h"

namespace bastide {
namespace {

using Thing = CombinationThing;
using Setting = std::pair<std::string, std::string>;

/// The values of an option that differ from its default.
std::vector<Setting> settings_of(const OptionSpec& option) {
  std::vector<Setting> settings;
  for (const OptionValue& value : option.offered())
    if (value.id != option.default_value) settings.emplace_back(option.id, value.id);
  return settings;
}

Thing thing_of(const PresetSpec& preset) {
  return {Thing::Kind::edition, preset.id, texts_of(preset.translations, "name", preset.name), {}};
}

Thing thing_of(const Catalogue& catalogue, const ExpansionCard& card) {
  const OptionSpec& option = *catalogue.find_option(card.option);
  Thing thing{Thing::Kind::expansion, card.expansion, texts_of(option.translations, "name", option.name), {}};
  thing.settings = settings_of(option);
  const Setting shown{card.option, card.value};
  std::stable_partition(thing.settings.begin(), thing.settings.end(), [&](const Setting& s) { return s == shown; });
  return thing;
}

/// A house rule: an expansion without a card. Options that need another setting first are details of it.
Thing house_rule(const Catalogue& catalogue, const Expansion& expansion) {
  Thing thing{Thing::Kind::house, std::string(expansion.id), {}, {}};
  for (const OptionRead& read : expansion.options) {
    const OptionSpec& option = *catalogue.find_option(read.id);
    if (!option.only_when.empty() || option.values.empty()) continue;
    const Texts name = texts_of(option.translations, "name", option.name);
    thing.name = thing.settings.empty() ? name : joined(thing.name, ", ", name);
    const std::vector<Setting> more = settings_of(option);
    thing.settings.insert(thing.settings.end(), more.begin(), more.end());
  }
  return thing;
}

std::vector<Thing> things_of(const Catalogue& catalogue) {
  std::vector<Thing> things;
  for (const PresetSpec& preset : catalogue.presets) things.push_back(thing_of(preset));
  for (const ExpansionCard& card : catalogue.cards) things.push_back(thing_of(catalogue, card));
  for (const Expansion* expansion : expansions()) {
    const auto is_its = [&](const auto& of) { return of.expansion == expansion->id; };
    if (std::any_of(catalogue.cards.begin(), catalogue.cards.end(), is_its)) continue;
    if (std::none_of(catalogue.rules.begin(), catalogue.rules.end(), is_its)) continue;
    Thing thing = house_rule(catalogue, *expansion);
    if (!thing.settings.empty()) things.push_back(std::move(thing));
  }
  return things;
}

/// What is tried: these settings in an edition with so many seats.
Result<GameRulesPtr> tried(const Catalogue& catalogue, const std::string& preset, int seats,
                           const std::vector<Setting>& settings) {
  RuleChoice choice{preset, {}};
  for (const auto& [option, value] : settings) choice.options[option] = value;
  return compile(catalogue, choice, seats);
}

/// Of a rule the first: what it says of 7 seats it says of 8, too.
void add_once(std::vector<Error>& refusals, const Error& refusal) {
  const auto same = [&](const Error& other) { return other.rule == refusal.rule; };
  if (std::none_of(refusals.begin(), refusals.end(), same)) refusals.push_back(refusal);
}

/// Tries pairs, and remembers how each thing alone went.
class Trial {
 public:
  explicit Trial(const Catalogue& catalogue) : catalogue_(catalogue) {}

  void edition(const PresetSpec& preset, const Thing& thing, Combination& pair) {
    for (const Setting& setting : thing.settings)
      for (int seats = preset.min_seats; seats <= preset.max_seats; ++seats)
        count(tried(catalogue_, preset.id, seats, {setting}), {}, pair);
    conclude(pair);
  }

  /// What is refused with one of them alone has nothing to do with the pair.
  void both(const Thing& one, const Thing& other, Combination& pair) {
    for (const PresetSpec& preset : catalogue_.presets)
      for (const int seats : {preset.min_seats, preset.max_seats})
        for (const Setting& first : one.settings)
          for (const Setting& second : other.settings) {
            // which choice it is matters in every edition alike
            if (&preset != &catalogue_.presets[0] && (first != one.settings[0] || second != other.settings[0]))
              continue;
            const auto& [goes, said] = alone(preset, seats, first);
            const auto& [goes_too, said_too] = alone(preset, seats, second);
            if (!goes || !goes_too) continue;
            std::set<Texts> known = said;
            known.insert(said_too.begin(), said_too.end());
            count(tried(catalogue_, preset.id, seats, {first, second}), known, pair);
          }
    conclude(pair);
  }

 private:
  using Alone = std::pair<bool, std::set<Texts>>;  // whether it goes, and its notes

  const Alone& alone(const PresetSpec& preset, int seats, const Setting& setting) {
    const auto [at, is_new] = alone_.try_emplace({preset.id, seats, setting});
    if (!is_new) return at->second;
    const auto rules = tried(catalogue_, preset.id, seats, {setting});
    at->second.first = rules.has_value();
    if (rules) at->second.second.insert((*rules)->notes.begin(), (*rules)->notes.end());
    return at->second;
  }

  void count(const Result<GameRulesPtr>& rules, const std::set<Texts>& known, Combination& pair) {
    ++tries_;
    if (!rules) {
      ++refused_;
      return add_once(pair.refusals, rules.error());
    }
    for (const Texts& note : (*rules)->notes)
      if (!known.contains(note) && std::find(pair.notes.begin(), pair.notes.end(), note) == pair.notes.end())
        pair.notes.push_back(note);
  }

  void conclude(Combination& pair) {
    pair.verdict = refused_ == 0        ? Combination::Verdict::allowed
                   : refused_ == tries_ ? Combination::Verdict::refused
                                        : Combination::Verdict::partly;
    tries_ = refused_ = 0;
  }

  const Catalogue& catalogue_;
  std::map<std::tuple<std::string, int, Setting>, Alone> alone_;
  int tries_ = 0, refused_ = 0;  // of the pair
};

bool speaks_of(const RuleSpec& rule, const Thing& one, const Thing& other) {
  const auto of = [&](const Thing& its, const Thing& named) {
    return its.kind != Thing::Kind::edition && rule.expansion == its.id &&
           std::find(rule.with.begin(), rule.with.end(), named.id) != rule.with.end();
  };
  return of(one, other) || of(other, one);
}

}  // namespace

Combinations combinations(const Catalogue& catalogue) {
  Combinations all{things_of(catalogue), {}};
  Trial trial(catalogue);
  for (std::size_t one = 0; one < all.things.size(); ++one)
    for (std::size_t other = std::max(one + 1, catalogue.presets.size()); other < all.things.size(); ++other) {
      Combination pair;
      pair.one = one;
      pair.other = other;
      if (all.things[one].kind == Thing::Kind::edition)
        trial.edition(catalogue.presets[one], all.things[other], pair);
      else
        trial.both(all.things[one], all.things[other], pair);
      for (const RuleSpec& rule : catalogue.rules) {
        const auto names_it = [&](const Error& refusal) { return refusal.rule == rule.id; };
        if (speaks_of(rule, all.things[one], all.things[other]) ||
            std::any_of(pair.refusals.begin(), pair.refusals.end(), names_it))
          pair.rules.push_back(&rule);
      }
      all.pairs.push_back(std::move(pair));
    }
  return all;
}

}  // namespace bastide
