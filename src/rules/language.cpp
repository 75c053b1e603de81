#include "rules/language.h"

namespace bastide {

const std::string& translated(const Translations& texts, std::string_view language, std::string_view member,
                              const std::string& english) {
  const auto found = texts.find(language);
  if (found == texts.end()) return english;
  const auto text = found->second.find(member);
  return text == found->second.end() ? english : text->second;
}

Texts texts_of(const Translations& texts, std::string_view member, const std::string& english) {
  Texts all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = translated(texts, kLanguages[i], member, english);
  return all;
}

void keep(const Texts& texts, const std::string& member, std::string& english, Translations& translations) {
  english = texts[0];
  for (std::size_t i = 1; i < texts.size(); ++i) translations[std::string(kLanguages[i])][member] = texts[i];
}

}  // namespace bastide
