// Reads and fills phrases. The phrases inside the program are what its code fills: a folder's own must have the same.
#include "rules/phrases.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <set>

#include "rules/catalogue_parts.h"
#include "rules/terms.h"

namespace bastide {
namespace {

/// Calls `plain` for what stands between gaps and `gap` for each gap's name. False: a brace stands alone.
template <class Plain, class GapNamed>
bool take_apart(std::string_view text, const Plain& plain, const GapNamed& gap) {
  while (!text.empty()) {
    const std::size_t open = text.find_first_of("{}");
    plain(text.substr(0, open));
    if (open == std::string_view::npos) return true;
    const std::size_t close = text.find('}', open);
    if (text[open] == '}' || close == std::string_view::npos) return false;
    const std::string_view name = text.substr(open + 1, close - open - 1);
    if (name.empty() || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != std::string_view::npos) return false;
    gap(name);
    text.remove_prefix(close + 1);
  }
  return true;
}

using GapNames = std::set<std::string, std::less<>>;

GapNames gaps_of(const TomlNode& node, const std::string& text) {
  GapNames names;
  const bool whole = take_apart(
      text, [](std::string_view) {}, [&](std::string_view name) { names.emplace(name); });
  if (!whole) fail_at(node, "A brace in this text belongs to no gap.", "gaps such as {points}");
  return names;
}

std::string in_words(const GapNames& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "{" : " {") + name + "}";
  return text.empty() ? "no gaps" : text;
}

/// A text by language, each with the same gaps; only {n} may be left out where `without_n`.
Texts read_texts(const TableReader& table, const char* key, const GapNames& gaps, bool without_n) {
  const TableReader languages(table.need(key), "'" + std::string(key) + "' table", {"en", "nl", "de"});
  Texts texts;
  for (std::size_t i = 0; i < kLanguages.size(); ++i) {
    texts[i] = languages.text(kLanguages[i]);
    GapNames found = gaps_of(languages.need(kLanguages[i]), texts[i]);
    if (without_n && gaps.contains("n")) found.insert("n");
    if (found != gaps) languages.fail_key(kLanguages[i], "The gaps of this text are others.", in_words(gaps));
  }
  return texts;
}

GapNames english_gaps(const TableReader& table) {
  const TableReader languages(table.need("text"), "'text' table", {"en", "nl", "de"});
  return gaps_of(languages.need("en"), languages.text("en"));
}

GapNames gaps_inside(const Phrase& phrase) {
  GapNames names;
  take_apart(
      phrase.text[0], [](std::string_view) {}, [&](std::string_view name) { names.emplace(name); });
  return names;
}

/// REQUIRES: `known` is null or outlives the call: the phrases that the file must have.
Phrases read(const TomlNode& file, const Phrases* known) {
  const TableReader table(file, "phrase file", {"phrase"});
  Phrases phrases;
  std::vector<std::string> ids;
  if (known)
    for (const auto& [id, phrase] : *known) ids.push_back(id);
  for (const TomlNode& node : table.list("phrase")) {
    const TableReader entry(node, "phrase", {"id", "text", "one"});
    const std::string id = entry.text("id");
    if (phrases.contains(id)) entry.fail_key("id", "'" + id + "' is there twice.", "ids that differ");
    if (known && !known->contains(id)) entry.fail_key("id", "There is no phrase '" + id + "'.", nearest(id, ids));
    const GapNames gaps = known ? gaps_inside(known->find(id)->second) : english_gaps(entry);
    Phrase phrase;
    phrase.text = read_texts(entry, "text", gaps, false);
    if (entry.find("one")) {
      if (!gaps.contains("n")) entry.fail_key("one", "The phrase counts nothing.", "a gap {n}, or no 'one'");
      phrase.one = read_texts(entry, "one", gaps, true);
    }
    phrases[id] = std::move(phrase);
  }
  for (const std::string& id : ids)
    if (!phrases.contains(id)) table.fail("The phrase '" + id + "' is missing.", "a [[phrase]] with this id");
  return phrases;
}

}  // namespace

const std::map<std::string, Phrases>& builtin_phrase_files() {
  static const std::map<std::string, Phrases> files = [] {
    std::map<std::string, Phrases> known;
    for (const auto& [path, text] : embedded_data())
      if (path == "phrases.toml" || path.ends_with("/phrases.toml")) known[path] = read(read_tree(path, text), nullptr);
    return known;
  }();
  return files;
}

const Phrases& builtin_phrases() {
  static const Phrases all = [] {
    Phrases phrases;
    for (const auto& [path, its] : builtin_phrase_files()) phrases.insert(its.begin(), its.end());
    for (const std::string& id : phrases_of_terms()) {
      if (phrases.contains(id)) continue;
      Error error;
      error.message = "Nothing says '" + id + "'.";
      error.expected = "a [[phrase]] with this id";
      throw DataError{std::move(error)};
    }
    return phrases;
  }();
  return all;
}

Phrases read_phrases(const std::string& path, const TomlNode& file) {
  return read(file, &builtin_phrase_files().at(path));
}

Texts say(const Phrases& phrases, std::string_view id, const std::vector<Gap>& gaps) {
  const auto found = phrases.find(id);
  assert(found != phrases.end());
  if (found == phrases.end()) return {std::string(id), std::string(id), std::string(id)};  // odd words, but no others
  const Phrase& phrase = found->second;
  const bool one = !phrase.one[0].empty() && std::any_of(gaps.begin(), gaps.end(), [](const Gap& gap) {
    const int* number = std::get_if<int>(&gap.filling);
    return gap.name == "n" && number && *number == 1;
  });
  Texts texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto fill = [&](std::string_view name) {
      const auto gap = std::find_if(gaps.begin(), gaps.end(), [&](const Gap& each) { return each.name == name; });
      assert(gap != gaps.end());
      if (gap == gaps.end())
        texts[i].append("{").append(name).append("}");  // seen by whoever reads, and by tests
      else if (const int* number = std::get_if<int>(&gap->filling))
        texts[i] += (*number < 0 ? "−" : "") + std::to_string(std::abs(*number));
      else if (const auto* word = std::get_if<std::string>(&gap->filling))
        texts[i] += *word;
      else
        texts[i] += std::get<Texts>(gap->filling)[i];
    };
    take_apart((one ? phrase.one : phrase.text)[i], [&](std::string_view plain) { texts[i] += plain; }, fill);
  }
  return texts;
}

Texts joined(const Texts& first, std::string_view between, const Texts& second) {
  Texts texts = first;
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i].append(between).append(second[i]);
  return texts;
}

Texts listed(const Phrases& phrases, const std::vector<std::string>& names) {
  std::string first;
  if (names.empty()) return {};
  for (std::size_t i = 0; i + 1 < names.size(); ++i) first += (i == 0 ? "" : ", ") + names[i];
  if (first.empty()) return {names.back(), names.back(), names.back()};
  return say(phrases, "and", {{"first", first}, {"last", names.back()}});
}

}  // namespace bastide
