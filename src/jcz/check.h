// What a saved game asserts of itself (`test.assertions`), judged by our rules.
#pragma once
#include <string>
#include <vector>

#include "jcz/import.h"

namespace bastide::jcz {

struct Verdict {
  enum class Kind { passed, failed, not_understood, not_ours } kind = Kind::not_understood;
  std::string assertion;
  std::string here;  ///< what we have instead, or why it is not judged; empty if passed
};

/// One verdict for each assertion, in order.
std::vector<Verdict> judge(const Catalogue& catalogue, const Save& save, const Imported& imported);

/// What they call the points of an award: "city"; one of an expansion's bonuses by its own word. Empty: they have none.
std::string name_of_points(const GameRules& rules, const Award& award);

}  // namespace bastide::jcz
