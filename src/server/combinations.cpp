#include "server/combinations.h"

#include <boost/json.hpp>
#include <set>

#include "game/json_texts.h"
#include "rules/combinations.h"

namespace bastide {

namespace json = boost::json;

namespace {

json::array sentences_json(const std::vector<Texts>& texts) {
  json::array array;
  for (const Texts& each : texts) array.push_back(texts_json(each, "sentence"));
  return array;
}

json::object pair_json(const Combinations& all, const Combination& pair) {
  static constexpr std::array<std::string_view, 3> kVerdicts{"allowed", "partly", "refused"};
  json::array refusals, rules;
  for (const Error& refusal : pair.refusals) refusals.push_back(error_json(refusal));
  for (const RuleSpec* rule : pair.rules) rules.push_back(json::string(rule->id));
  return {{"one", all.things[pair.one].id},
          {"other", all.things[pair.other].id},
          {"verdict", kVerdicts[static_cast<std::size_t>(pair.verdict)]},
          {"refusals", std::move(refusals)},
          {"notes", sentences_json(pair.notes)},
          {"rules", std::move(rules)}};
}

}  // namespace

json::object combinations_json(const Catalogue& catalogue) {
  static constexpr std::array<std::string_view, 3> kKinds{"edition", "expansion", "house"};
  const Combinations all = combinations(catalogue);
  json::array things, pairs, rules;
  for (const CombinationThing& thing : all.things) {
    json::object one = texts_json(thing.name, "name");
    one["id"] = thing.id;
    one["kind"] = kKinds[static_cast<std::size_t>(thing.kind)];
    things.push_back(std::move(one));
  }
  std::set<const RuleSpec*> named;
  for (const Combination& pair : all.pairs) {
    pairs.push_back(pair_json(all, pair));
    named.insert(pair.rules.begin(), pair.rules.end());
  }
  for (const RuleSpec& rule : catalogue.rules)
    if (named.contains(&rule))
      rules.push_back(
          {{"rule", rule_json(catalogue, rule)}, {"sources", sentences_json(sources_in_words(catalogue, rule))}});
  return {{"things", std::move(things)}, {"pairs", std::move(pairs)}, {"rules", std::move(rules)}};
}

}  // namespace bastide
