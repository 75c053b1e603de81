// What goes with what: for every two of the expansions, house rules and editions whether one game takes both, or why
// not, and which rules speak of them. All of it follows from the data: compile() says what is refused, RuleSpec::with
// which rule is about whom.
#pragma once
#include <string>
#include <vector>

#include "rules/catalogue.h"

namespace bastide {

/// One side of a pair.
struct CombinationThing {
  enum class Kind : uint8_t { edition, expansion, house };
  Kind kind = Kind::expansion;
  std::string id;  ///< of the preset or the expansion
  Texts name;
  std::vector<std::pair<std::string, std::string>> settings;  ///< each brings it into play; none of an edition
};

struct Combination {
  enum class Verdict : uint8_t {
    allowed,
    partly,
    refused
  };                               // partly: not with all editions, choices, numbers of seats
  std::size_t one = 0, other = 0;  ///< in Combinations::things, one < other
  Verdict verdict = Verdict::allowed;
  std::vector<Error> refusals;         ///< one for each rule that refuses
  std::vector<Texts> notes;            ///< what is to be said of the two together
  std::vector<const RuleSpec*> rules;  ///< those that speak of the pair, and those that refuse it; in catalogue order
};

struct Combinations {
  std::vector<CombinationThing> things;
  std::vector<Combination> pairs;  ///< all but those of two editions
};

/// REQUIRES: `catalogue` outlives the result.
Combinations combinations(const Catalogue& catalogue);

/// The documents of a rule in words, one by one: "Winter rules, note 16".
std::vector<Texts> sources_in_words(const Catalogue& catalogue, const RuleSpec& rule);

/// All of it as one page of Markdown; docs/combinations.md is the English one.
std::string combinations_text(const Catalogue& catalogue, std::size_t language);

}  // namespace bastide
