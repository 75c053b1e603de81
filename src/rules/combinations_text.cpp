// The combinations as a page of Markdown.
#include <fmt/format.h>

#include <algorithm>

#include "rules/combinations.h"
#include "rules/phrases.h"

namespace bastide {
namespace {

constexpr std::string_view kCapitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// "O, B notes 9 and 10, W note 16" in three.
std::vector<std::string> parts_of(std::string_view source) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < source.size();) {
    std::size_t end = source.find(", ", begin);
    while (end != source.npos && kCapitals.find(source[end + 2]) == kCapitals.npos) end = source.find(", ", end + 2);
    parts.emplace_back(source.substr(begin, end - begin));
    begin = end == source.npos ? end : end + 2;
  }
  return parts;
}

std::vector<std::string> numbers_in(std::string_view text) {
  std::vector<std::string> numbers;
  bool within = false;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !within) numbers.emplace_back();
    if (digit) numbers.back() += c;
    within = digit;
  }
  return numbers;
}

class Page {
 public:
  Page(const Catalogue& catalogue, std::size_t language)
      : catalogue_(catalogue), language_(language), all_(combinations(catalogue)) {}

  std::string text() {
    const auto [allowed, partly, refused] = counts();
    line("# " + say_it("combinations.title"));
    line(say_it("combinations.about"));
    line(say_it("combinations.counts", {{"things", static_cast<int>(all_.things.size())},
                                        {"pairs", static_cast<int>(all_.pairs.size())},
                                        {"allowed", allowed},
                                        {"partly", partly},
                                        {"refused", refused}}));
    for (std::size_t thing = 0; thing < all_.things.size(); ++thing) section(thing);
    return std::move(text_);
  }

 private:
  using Thing = CombinationThing;

  void line(const std::string& words) { text_ += (text_.empty() ? "" : "\n") + words + "\n"; }
  std::string say_it(std::string_view id, const std::vector<Gap>& gaps = {}) const {
    return say(catalogue_.phrases, id, gaps)[language_];
  }
  const std::string& name(std::size_t thing) const { return all_.things[thing].name[language_]; }

  std::array<int, 3> counts() const {
    std::array<int, 3> all{};
    for (const Combination& pair : all_.pairs) ++all[static_cast<std::size_t>(pair.verdict)];
    return all;
  }

  static bool says_something(const Combination& pair) {
    return pair.verdict != Combination::Verdict::allowed || !pair.notes.empty() || !pair.rules.empty();
  }

  /// Its pairs with all before it; at last those that nothing is to be said of.
  void section(std::size_t thing) {
    std::string others;
    bool begun = false;
    for (const Combination& pair : all_.pairs) {
      if (pair.other != thing) continue;
      if (!begun) line("## " + name(thing));
      begun = true;
      if (says_something(pair))
        tell(pair);
      else
        others += (others.empty() ? "" : ", ") + name(pair.one);
    }
    if (!others.empty()) line(say_it("combinations.others", {{"names", others}}));
  }

  void tell(const Combination& pair) {
    static constexpr std::array<std::string_view, 3> kVerdicts{"combinations.allowed", "combinations.partly",
                                                               "combinations.refused"};
    line(fmt::format("### {} + {}", name(pair.other), name(pair.one)));
    std::string verdict = "**" + say_it(kVerdicts[static_cast<std::size_t>(pair.verdict)]) + "**";
    for (const Texts& note : pair.notes) verdict += " " + note[language_];
    line(verdict);
    for (const Error& refusal : pair.refusals) line("- " + said(refusal));
    for (const RuleSpec* rule : pair.rules) tell(*rule);
  }

  std::string said(const Error& refusal) const {
    const auto language = refusal.translations.find(kLanguages[language_]);
    const bool translated = language != refusal.translations.end() && language->second.contains("message");
    return fmt::format("{} ({})", translated ? language->second.find("message")->second : refusal.message,
                       refusal.rule);
  }

  void tell(const RuleSpec& rule) {
    std::string sources;
    for (const Texts& source : sources_in_words(catalogue_, rule))
      sources += (sources.empty() ? "" : "; ") + source[language_];
    if (rule.reading) sources += "; " + say_it("rule.reading");
    const auto in = [&](std::string_view member, const std::string& english) {
      return translated(rule.translations, kLanguages[language_], member, english);
    };
    line(fmt::format("- **{} {}.** {} *({})*", rule.id, in("title", rule.title), in("text", rule.text), sources));
  }

  const Catalogue& catalogue_;
  std::size_t language_;
  Combinations all_;
  std::string text_;
};

}  // namespace

std::vector<Texts> sources_in_words(const Catalogue& catalogue, const RuleSpec& rule) {
  std::vector<Texts> all;
  for (const std::string& part : parts_of(rule.source)) {
    const std::string mark = part.substr(0, part.find_first_not_of(kCapitals));
    const auto document = std::find_if(catalogue.documents.begin(), catalogue.documents.end(),
                                       [&](const DocumentSpec& d) { return d.mark == mark; });
    if (document == catalogue.documents.end()) {
      all.push_back({part, part, part});
      continue;
    }
    Texts words = texts_of(document->translations, "name", document->name);
    const std::vector<std::string> notes = numbers_in(part.substr(mark.size()));
    if (notes.size() == 1) words = say(catalogue.phrases, "rule.note", {{"source", words}, {"note", notes[0]}});
    if (notes.size() > 1)
      words = say(catalogue.phrases, "rule.notes", {{"source", words}, {"notes", listed(catalogue.phrases, notes)}});
    all.push_back(std::move(words));
  }
  return all;
}

std::string combinations_text(const Catalogue& catalogue, std::size_t language) {
  return Page(catalogue, language).text();
}

}  // namespace bastide
