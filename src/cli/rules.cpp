// bastide rules: the catalogue of rules with their sources, which scenarios prove them, presets and options.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <iostream>

#include "cli/cli.h"
#include "game/json.h"
#include "game/scenario.h"
#include "rules/combinations.h"

namespace bastide::cli {
namespace {

namespace json = boost::json;

struct RulesOptions {
  std::string id;
  bool coverage = false, json = false, presets = false, options = false, combinations = false;
  std::size_t language = 0;  ///< of what is printed; JSON has all of them
};

using Coverage = std::map<std::string, std::vector<std::string>>;

const std::vector<std::string>& proofs(const Coverage& coverage, const std::string& id) {
  static const std::vector<std::string> none;
  const auto found = coverage.find(id);
  return found == coverage.end() ? none : found->second;
}

json::object preset_json(const PresetSpec& preset) {
  json::array tiles;
  for (const TileSetUse& use : preset.tiles) tiles.push_back({{"set", use.set}, {"times", use.times}});
  json::object changed;
  for (const auto& [option, value] : preset.options) changed[option] = value;
  return {
      {"id", preset.id},       {"name", preset.name}, {"sentence", preset.sentence},  {"source", preset.source},
      {"theme", preset.theme}, {"tiles", tiles},      {"minSeats", preset.min_seats}, {"maxSeats", preset.max_seats},
      {"options", changed}};
}

json::object option_json(const OptionSpec& option) {
  json::array values;
  for (const OptionValue& value : option.offered())
    values.push_back({{"id", value.id}, {"name", value.name}, {"sentence", value.sentence}});
  json::object out{{"id", option.id},
                   {"group", option.group},
                   {"name", option.name},
                   {"sentence", option.sentence},
                   {"rules", json::array(option.rules.begin(), option.rules.end())},
                   {"values", values},
                   {"default", option.default_value}};
  if (option.values.empty()) {
    out["minimum"] = option.minimum;
    out["maximum"] = option.maximum;
  }
  return out;
}

/// Text in lines of at most 96 characters after a margin.
void print_wrapped(std::string_view text, int margin) {
  std::string line;
  for (const std::string& word : split(text, ' ')) {
    if (!line.empty() && line.size() + word.size() > 95) {
      fmt::print("{:{}}{}\n", "", margin, line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  fmt::print("{:{}}{}\n", "", margin, line);
}

void print_rule(const Catalogue& data, const RuleSpec& rule, const std::vector<std::string>& scenarios,
                const RulesOptions& options) {
  const std::string reading = rule.reading ? "  " + say(data.phrases, "rule.reading")[options.language] : "";
  fmt::print("{}  {}  [{}]{}\n", rule.id, in(options.language, rule, "title", rule.title), rule.source, reading);
  if (!options.coverage) return print_wrapped(in(options.language, rule, "text", rule.text), 4);
  for (const std::string& scenario : scenarios) fmt::print("    {}\n", scenario);
  if (scenarios.empty()) fmt::print("    no scenario\n");
}

void print_presets(const Catalogue& data, std::size_t language) {
  for (const PresetSpec& preset : data.presets) {
    const Texts seats = say(data.phrases, "seats", {{"least", preset.min_seats}, {"most", preset.max_seats}});
    fmt::print("{:<12} {} {} [{}]\n", preset.id, seats[language], in(language, preset, "sentence", preset.sentence),
               preset.source);
    for (const auto& [option, value] : preset.options) fmt::print("{:13}{}={}\n", "", option, value);
  }
}

void print_options(const Catalogue& data, std::size_t language) {
  const std::string by_default = say(data.phrases, "default")[language];
  for (const OptionSpec& option : data.options) {
    std::string rules;
    for (const std::string& rule : option.rules) rules += (rules.empty() ? "" : " ") + rule;
    fmt::print("{}: {}. {} [{}]\n", option.id, in(language, option, "name", option.name),
               in(language, option, "sentence", option.sentence), rules);
    for (const OptionValue& value : option.offered())
      fmt::print("    {}={}{}  {}\n", option.id, value.id,
                 value.id == option.default_value ? " (" + by_default + ")" : "",
                 in(language, value, "name", value.name));
    if (option.values.empty())
      fmt::print("    {}={}..{}, {} {}\n", option.id, option.minimum, option.maximum, by_default, option.default_value);
  }
}

int print_json(const Catalogue& data, const Coverage& coverage, const RulesOptions& options) {
  json::object out;
  if (options.presets || options.options) {
    json::array list;
    if (options.presets)
      for (const PresetSpec& preset : data.presets) list.push_back(preset_json(preset));
    else
      for (const OptionSpec& option : data.options) list.push_back(option_json(option));
    out[options.presets ? "presets" : "options"] = list;
  } else {
    json::array list;
    for (const RuleSpec& rule : data.rules) {
      if (!options.id.empty() && rule.id != options.id) continue;
      json::object each = rule_json(data, rule);
      const auto& scenarios = proofs(coverage, rule.id);
      each["scenarios"] = json::array(scenarios.begin(), scenarios.end());
      list.push_back(each);
    }
    out["rules"] = list;
  }
  std::cout << json::serialize(out) << '\n';
  return 0;
}

int run(const Context& context, const RulesOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  if (!options.id.empty() && !(*data)->find_rule(options.id)) {
    Error error;
    error.message = fmt::format("there is no rule '{}'", options.id);
    for (const RuleSpec& rule : (*data)->rules) error.expected += (error.expected.empty() ? "" : " ") + rule.id;
    return fail(error);
  }
  if (options.combinations) return std::cout << combinations_text(**data, options.language), 0;
  const Coverage coverage = scenarios_by_rule();
  if (options.json) return print_json(**data, coverage, options);
  if (options.presets) return print_presets(**data, options.language), 0;
  if (options.options) return print_options(**data, options.language), 0;
  std::size_t proved = 0, shown = 0;
  for (const RuleSpec& rule : (*data)->rules) {
    if (!options.id.empty() && rule.id != options.id) continue;
    const auto& scenarios = proofs(coverage, rule.id);
    print_rule(**data, rule, scenarios, options);
    proved += !scenarios.empty();
    ++shown;
  }
  if (options.coverage) fmt::print("\n{} of {} rules are proved by scenarios\n", proved, shown);
  return 0;
}

}  // namespace

void declare_rules(const Command& app, Context& context) {
  const Command command = app.add_subcommand("rules", "list the rules with their sources, the presets or the options");
  const auto options = std::make_shared<RulesOptions>();
  command.add_option("rule", options->id, "only this rule, such as CITY-2").type_name("RULE");
  const Option coverage = command.add_flag("--coverage", options->coverage, "list the scenarios that prove each rule");
  const Option presets = command.add_flag("--presets", options->presets, "list the presets instead");
  const Option each = command.add_flag("--options", options->options, "list the options instead");
  const Option combined =
      command.add_flag("--combinations", options->combinations, "say what goes with what, as a page of Markdown");
  const Option as_json =
      command.add_flag("--json", options->json, "print one JSON object; rules always come with their scenarios");
  add_language_option(command, options->language);
  presets.excludes(coverage).excludes(each);
  each.excludes(coverage);
  combined.excludes(coverage).excludes(presets).excludes(each).excludes(as_json);
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
