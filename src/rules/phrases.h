// Sentences of the program itself, from phrases.toml and expansions/ID/phrases.toml, said in every language at once.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/language.h"

namespace bastide {

/// A sentence with gaps in braces: "{name} alone has a follower here and gets {points}."
struct Phrase {
  Texts text;
  Texts one;  ///< said instead where {n} is 1; empty: there is no difference
};
using Phrases = std::map<std::string, Phrase, std::less<>>;  // by id

/// What fills a gap: a number, a name that is the same in every language, or a text.
struct Gap {
  std::string_view name;
  std::variant<int, std::string, Texts> filling;
};

/// REQUIRES: phrases.toml has `id`, and `gaps` are its gaps.
Texts say(const Phrases& phrases, std::string_view id, const std::vector<Gap>& gaps = {});

/// Joins texts language by language: "a, b".
Texts joined(const Texts& first, std::string_view between, const Texts& second);

/// "Mila, Noor and Piet"
Texts listed(const Phrases& phrases, const std::vector<std::string>& names);

}  // namespace bastide
