// The languages, and texts that exist in all of them.
#pragma once
#include <array>
#include <map>
#include <string>
#include <string_view>

namespace bastide {

/// Everything a player reads is there in each of them. English is the first.
inline constexpr std::array<std::string_view, 3> kLanguages{"en", "nl", "de"};

/// One text by language, in the order of kLanguages.
using Texts = std::array<std::string, kLanguages.size()>;

/// What the English members of a thing say in the other languages: "nl" -> "title" -> "Punten voor een stad".
using Translations = std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>>;

/// `member` in `language`; `english`, the member's own value, for English and whatever is not there.
const std::string& translated(const Translations& texts, std::string_view language, std::string_view member,
                              const std::string& english);

/// The member in every language.
Texts texts_of(const Translations& texts, std::string_view member, const std::string& english);

/// Keeps a text as things do: the English as the thing's own `member`, the others in its translations.
void keep(const Texts& texts, const std::string& member, std::string& english, Translations& translations);

}  // namespace bastide
