// Rules for random games: every option of the catalogue, whatever they are.
#include <algorithm>
#include <array>
#include <map>

#include "compare/compare.h"

namespace bastide::compare {
namespace {

/// Small numbers are the interesting ones: a table of 99 spaces is no table.
std::string random_number(const OptionSpec& option, Rng& rng) {
  const int most = rng.below(8) == 0 ? option.maximum : std::min(option.maximum, option.minimum + 12);
  return std::to_string(option.minimum + static_cast<int>(rng.below(static_cast<uint32_t>(most - option.minimum + 1))));
}

/// Whether the preset with this alone is a plain game. Of all options by chance nearly none is: there are too many
/// others.
bool is_plain(const std::string& preset, const std::string& option, const std::string& value) {
  thread_local std::map<std::array<std::string, 3>, bool> known;
  const auto [at, is_new] = known.try_emplace({preset, option, value}, false);
  if (!is_new) return at->second;
  const auto rules = compile(builtin_catalogue(), {.preset = preset, .options = {{option, value}}}, 2);
  return at->second = rules && fits<Fast>((*rules)->kernel);
}

RuleChoice random_choice(const PresetSpec& preset, Rng& rng, bool plain, const std::vector<std::string>& on) {
  RuleChoice choice;
  choice.preset = preset.id;
  for (const OptionSpec& option : builtin_catalogue().options) {
    // Half of the time as the preset has it, so that each option is also seen without the others.
    const bool always = std::find(on.begin(), on.end(), option.id) != on.end();
    if (!always && rng.below(2) == 0) continue;
    std::string& value = choice.options[option.id];
    do {
      value = option.values.empty() ? random_number(option, rng)
                                    : option.values[rng.below(static_cast<uint32_t>(option.values.size()))].id;
    } while (always && value == option.default_value);
    if (plain && !is_plain(preset.id, option.id, value)) choice.options.erase(option.id);
  }
  return choice;
}

}  // namespace

GameRulesPtr random_rules(const PresetSpec& preset, Rng& rng, bool plain, const std::vector<std::string>& on) {
  for (;;) {
    const int seats = 2 + static_cast<int>(rng.below(7));
    const auto rules = compile(builtin_catalogue(), random_choice(preset, rng, plain, on), seats);
    if (rules && (!plain || fits<Fast>((*rules)->kernel))) return *rules;
  }
}

}  // namespace bastide::compare
