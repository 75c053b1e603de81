// Mistakes in the compiled rules, each of which the comparison with the naive implementation has to see.
#pragma once
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compare/compare.h"
#include "rules/compile.h"

namespace bastide {

/// A mistake of the core, in rules of the new edition with these options.
struct Mistake {
  std::map<std::string, std::string> options;
  void (*make)(Ruleset&);
  std::map<std::string, std::string> core = {};  ///< what the core plays by instead
};
inline void nothing(Ruleset&) {}

/// An order of play in which no expansion acts at a moment.
inline void without(Ruleset& rules, Moment moment) {
  std::erase_if(rules.order, [&](OrderLine line) { return line.moment == moment && line.by != OrderLine::kBase; });
}

/// The hooks of one of the expansions in these rules, changed.
inline void change_hooks(Ruleset& rules, void (*change)(Hooks&), std::size_t by = 0) {
  static std::vector<std::unique_ptr<Hooks>> changed;
  changed.push_back(std::make_unique<Hooks>(*rules.added.at(by).hooks));
  change(*changed.back());
  rules.added[by].hooks = changed.back().get();
  auto changed_all = std::exchange(rules.added, {});  // what is known of all together follows from each
  for (const Added& added : changed_all) rules.added.push_back(added);
}

inline void expect_seen(const std::vector<Mistake>& mistakes) {
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    auto rules = std::make_shared<GameRules>(**compile(builtin_catalogue(), {"new", mistakes[i].options}, 3));
    if (!mistakes[i].core.empty()) {
      const auto other = *compile(builtin_catalogue(), {"new", mistakes[i].core}, 3);
      rules->kernel = other->kernel;
      rules->added = other->added;
    }
    mistakes[i].make(rules->kernel);
    bool seen = false;
    for (uint64_t seed = 0; seed < 80 && !seen; ++seed) seen = compare::compare_random_game(*rules, seed).has_value();
    EXPECT_TRUE(seen) << "mistake " << i;
  }
}

}  // namespace bastide
