#include "jcz/setup.h"

#include <fmt/format.h>

#include <algorithm>

namespace bastide::jcz {
namespace {

using Settings = JczWords::Settings;

std::string listed(const std::vector<std::string>& things) {
  std::string text;
  for (const std::string& thing : things) text += (text.empty() ? "" : ", ") + thing;
  return text;
}

bool is_on(const std::string& value) {
  return value != "false" && value != "0";
}

std::string value_of(const JczWords::Element& element) {
  return element.value == 0 ? "true" : std::to_string(element.value);
}

bool stands(const GameRules& rules, const Settings& settings) {
  return std::all_of(settings.begin(), settings.end(), [&](const auto& s) { return rules.is(s.first, s.second); });
}

/// Whether an option is not as the box has it.
bool changed(const GameRules& rules, const std::string& option) {
  return !rules.is(option, rules.catalogue->find_option(option)->default_value);
}

/// Puts a choice together and notes what is lacking.
class Reading {
 public:
  Reading(const Catalogue& catalogue, const Setup& setup)
      : catalogue_(catalogue), words_(*catalogue.jcz), setup_(setup) {
    add(words_.settings);
    for (const auto& [id, count] : setup.sets) take_set(id, count);
    for (const auto& [id, value] : setup.elements) check_known(id, value);
    for (const JczWords::Element& element : words_.elements) take(element);
    for (const JczWords::Rule& rule : words_.rules) take(rule);
    for (const std::string& addon : setup.addons) lacks(fmt::format("addon '{}'", addon));
  }

  [[nodiscard]] Result<RuleChoice> choice(int seats) {
    if (!lacking_.empty()) return refuse("this game uses what Bastide lacks: " + listed(lacking_));
    if (boxes_ != 1) {
      std::vector<std::string> boxes;
      for (const JczWords::Set& set : words_.sets)
        if (!set.preset.empty()) boxes.push_back(set.id);
      return refuse("the setup has not one basic set of tiles", "one of " + listed(boxes));
    }
    if (seats > catalogue_.find_preset(choice_.preset)->max_seats)
      for (const OptionValue& value : catalogue_.find_option("colours")->values)
        if (value.seats >= seats && !choice_.options.contains("colours")) choice_.options["colours"] = value.id;
    return choice_;
  }

 private:
  void lacks(std::string what) { lacking_.push_back(std::move(what)); }
  void add(const Settings& settings) {
    for (const auto& [option, value] : settings) choice_.options[option] = value;
  }
  [[nodiscard]] bool there(const std::string& element) const {
    const auto found = setup_.elements.find(element);
    return found != setup_.elements.end() && is_on(found->second);
  }

  /// Whether an option is not as the box has it.
  [[nodiscard]] bool changed(const std::string& option) const {
    const std::string& normal = catalogue_.find_option(option)->default_value;
    const auto set = choice_.options.find(option);
    return set != choice_.options.end() && set->second != normal;
  }

  /// An id may lack its edition at the end, which is then the one that gardens say.
  void take_set(const std::string& id, int count) {
    if (count == 0) return;
    const std::string whole = fmt::format("{}:{}", id, there("garden") ? 2 : 1);
    for (const JczWords::Set& set : words_.sets) {
      if (set.id != id && set.id != whole) continue;
      const auto again = [&](const JczWords::Set* other) {
        return set.preset.empty() && set.settings == other->settings;
      };
      const auto same = std::find_if(taken_.begin(), taken_.end(), again);
      if (same != taken_.end()) return lacks(fmt::format("set '{}' beside '{}'", id, (*same)->id));
      taken_.push_back(&set);
      if (count != 1) return lacks(fmt::format("set '{}' {} times", id, count));
      if (!set.preset.empty()) {
        choice_.preset = set.preset;
        edition_ = set.edition;
        ++boxes_;
      }
      return take_settings(set);
    }
    lacks(fmt::format("set '{}'", id));
  }

  /// Two sets may be one value of an option: that of both.
  void take_settings(const JczWords::Set& set) {
    for (const auto& [option, value] : set.settings) {
      const auto before = choice_.options.find(option);
      const auto both = before == choice_.options.end() ? set.both.end() : set.both.find(before->second);
      if (before != choice_.options.end() && before->second != value && both == set.both.end())
        lacks(fmt::format("set '{}' beside {}={}", set.id, option, before->second));
      choice_.options[option] = both == set.both.end() ? value : both->second;
    }
  }

  void check_known(const std::string& id, const std::string& value) {
    if (!is_on(value)) return;
    for (const JczWords::Element& element : words_.elements) {
      if (element.id != id) continue;
      const std::string count = value_of(element);
      const bool fits = value == count || (element.value < 2 && (value == "true" || value == "1"));
      if (!fits && element.number.empty()) lacks(fmt::format("element '{}' as {} (not {})", id, value, count));
      return;
    }
    lacks(fmt::format("element '{}'", id));
  }

  void take(const JczWords::Element& element) {
    const bool is = there(element.id), on = !element.goes_with.empty() && changed(element.goes_with);
    if (!is && element.always) lacks(fmt::format("a game without element '{}'", element.id));
    if (element.edition != 0 && element.edition != edition_) return;
    if (on && !element.number.empty()) {
      const std::string value = is ? setup_.elements.at(element.id) : "0";
      choice_.options[element.number] = value == "true" ? "1" : value;
    } else if (element.goes_with.empty()) {
      add(is ? element.with : element.without);
    } else if (is && !on) {
      if (element.with.empty())
        lacks(fmt::format("element '{}' without what it belongs to ({})", element.id, element.goes_with));
      add(element.with);
    } else if (!is && on) {
      if (element.without.empty() && !element.implied)
        lacks(fmt::format("{} without element '{}'", element.goes_with, element.id));
      add(element.without);
    }
  }

  /// Those whose option matters in such a game.
  void take(const JczWords::Rule& rule) {
    if (!rule.goes_with.empty() && !changed(rule.goes_with)) return;
    const auto given = setup_.rules.find(rule.id);
    const std::string& value = given == setup_.rules.end() ? rule.values[0].first : given->second;
    const auto known =
        std::find_if(rule.values.begin(), rule.values.end(), [&](const auto& pair) { return pair.first == value; });
    if (known == rule.values.end())
      lacks(fmt::format("rule '{}' as '{}'", rule.id, value));
    else
      choice_.options[rule.option] = known->second;
  }

  const Catalogue& catalogue_;
  const JczWords& words_;
  const Setup& setup_;
  RuleChoice choice_;
  int boxes_ = 0, edition_ = 0;
  std::vector<const JczWords::Set*> taken_;
  std::vector<std::string> lacking_;
};

/// Whether a game has a set of an expansion.
bool brings(const GameRules& rules, const JczWords::Set& set) {
  return std::all_of(set.settings.begin(), set.settings.end(), [&](const auto& setting) {
    const auto with_another = [&](const auto& both) { return rules.is(setting.first, both.second); };
    return rules.is(setting.first, setting.second) || std::any_of(set.both.begin(), set.both.end(), with_another);
  });
}

/// Of sets that are the same to us the first is written.
bool is_first(const JczWords& words, const JczWords::Set& set) {
  const auto same = [&](const JczWords::Set& other) { return other.settings == set.settings; };
  return &*std::find_if(words.sets.begin(), words.sets.end(), same) == &set;
}

/// Whether a game has an element.
bool has(const GameRules& rules, const JczWords::Element& element, int edition) {
  if (element.always || element.implied) return element.always;
  const bool on = !element.goes_with.empty() && changed(rules, element.goes_with);
  const bool by_itself = !element.with.empty() && stands(rules, element.with);
  if (element.edition != 0 && element.edition != edition) return false;
  if (!element.number.empty()) return on && !rules.is(element.number, "0");
  if (!element.goes_with.empty()) return on ? element.without.empty() || !stands(rules, element.without) : by_itself;
  return element.with.empty() ? !stands(rules, element.without) : by_itself;
}

const JczWords::Set* box_of(const GameRules& rules) {
  const auto same = [](const std::vector<TileSetUse>& a, const std::vector<TileSetUse>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const TileSetUse& one, const TileSetUse& other) {
      return one.set == other.set && one.times == other.times;
    });
  };
  for (const JczWords::Set& set : rules.catalogue->jcz->sets)
    if (!set.preset.empty() && same(rules.catalogue->find_preset(set.preset)->tiles, rules.preset->tiles)) return &set;
  return nullptr;
}

/// The expansion that an option is of and that no words are there for; empty: none.
std::string_view wordless(const GameRules& rules, const std::string& option) {
  for (const Expansion* expansion : expansions())
    for (const OptionRead& read : expansion->options)
      if (read.id == option && !rules.catalogue->jcz->has(expansion->id)) return expansion->id;
  return {};
}

}  // namespace

Result<GameRulesPtr> rules_of(const Catalogue& catalogue, const Setup& setup, int seats) {
  BASTIDE_TRY(const auto choice, Reading(catalogue, setup).choice(seats));
  return compile(catalogue, choice, seats);
}

Result<Frame> frame_of(const GameRules& rules, const Setup& setup) {
  if (setup.start.empty()) return Frame{};
  const StartTile& start = setup.start[0];
  const auto tile = Tiles(rules, *rules.catalogue->jcz).find(start.tile);
  if (setup.start.size() == 1 && tile && tile->kind == rules.kernel.start_kind && rules.kernel.start_lies)
    return Frame{start.x, start.y, (start.quarters + tile->quarters) % 4};
  std::vector<std::string> tiles;
  for (const StartTile& one : setup.start) tiles.push_back(one.tile);
  const std::string& own = rules.kinds[rules.kernel.start_kind].name;
  return refuse("the game starts with " + listed(tiles), fmt::format("the start tile {} alone", own));
}

Result<Setup> setup_of(const GameRules& rules) {
  const JczWords& words = *rules.catalogue->jcz;
  const JczWords::Set* box = box_of(rules);
  if (!box) return refuse(fmt::format("the format has no word for the tiles of preset {}", rules.preset->id));
  Setup setup;
  setup.sets[box->id] = 1;
  for (const JczWords::Set& set : words.sets)
    if (set.preset.empty() && brings(rules, set) && is_first(words, set)) setup.sets[set.id] = 1;
  for (const JczWords::Element& element : words.elements)
    if (has(rules, element, box->edition))
      setup.elements[element.id] =
          element.number.empty() ? value_of(element) : rules.options.find(element.number)->second;
  for (const JczWords::Rule& rule : words.rules)
    for (const auto& [theirs, ours] : rule.values)
      if ((rule.goes_with.empty() || changed(rules, rule.goes_with)) && rules.is(rule.option, ours))
        setup.rules[rule.id] = theirs;
  if (const JczWords::Tile* start = Tiles(rules, words).word_of(rules.kernel.start_kind, 0))
    setup.start.push_back({.tile = start->id, .quarters = (4 - start->quarters) % 4});

  BASTIDE_TRY(const auto read, rules_of(*rules.catalogue, setup, rules.kernel.seats));
  std::vector<std::string> lacking;
  for (const auto& [option, value] : rules.options) {
    if (read->is(option, value) || std::find(words.free.begin(), words.free.end(), option) != words.free.end())
      continue;
    const std::string_view expansion = wordless(rules, option);
    lacking.push_back(expansion.empty() ? fmt::format("{}={}", option, value)
                                        : fmt::format("{}={} (of {})", option, value, expansion));
  }
  if (!lacking.empty()) return refuse("the format has no words for " + listed(lacking));
  return setup;
}

}  // namespace bastide::jcz
