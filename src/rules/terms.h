// The terms that points are made of, by name: the base game's here, an expansion's in its own description.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "expansions/registry.h"

namespace bastide {

std::span<const TermSpec> base_terms();  ///< by BaseTerm

/// "term.tiles", "term.EXPANSION.NAME". `by`: null for the base game's.
std::string term_phrase(const Expansion* by, const TermSpec& term);

/// Ids of the phrases by which registered terms, broken ties and figures are said: the phrase file must have them.
std::vector<std::string> phrases_of_terms();

}  // namespace bastide
