#include "rules/terms.h"

#include <array>

namespace bastide {

std::span<const TermSpec> base_terms() {
  static constexpr std::array<TermSpec, kBaseTerms> terms = {{
      {.name = "tiles", .lies = Lies::tiles},
      {.name = "spaces", .lies = Lies::tiles},
      {.name = "shields", .lies = Lies::shields, .in_title = true},
      {.name = "cloister", .lies = Lies::centre, .times = false},
      {.name = "garden", .lies = Lies::centre, .times = false},
      {.name = "around", .lies = Lies::around, .times = false},
      {.name = "tiles-around", .lies = Lies::tiles, .times = false},
      {.name = "cities", .lies = Lies::cities},
      {.name = "paid", .times = false},
  }};
  return terms;
}

std::string term_phrase(const Expansion* by, const TermSpec& term) {
  return "term." + (by ? std::string(by->id) + "." : "") + std::string(term.name);
}

std::vector<std::string> phrases_of_terms() {
  std::vector<std::string> ids;
  for (const TermSpec& term : base_terms()) ids.push_back(term_phrase(nullptr, term));
  for (const Expansion* expansion : expansions()) {
    for (const TermSpec& term : expansion->terms) ids.push_back(term_phrase(expansion, term));
    if (expansion->tie_rule.empty()) continue;
    for (const char* how : {".one", ".several"}) ids.push_back("tie." + std::string(expansion->id) + how);
  }
  return ids;
}

}  // namespace bastide
