#include "rules/terms.h"

#include <array>

#include <fmt/format.h>

#include "rules/catalogue.h"

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
      {.name = "building", .lies = Lies::centre, .times = false},
      {.name = "others-around", .lies = Lies::around, .times = false},
  }};
  return terms;
}

std::string term_phrase(const Expansion* by, const TermSpec& term) {
  return "term." + (by ? std::string(by->id) + "." : "") + std::string(term.name);
}

namespace {

/// Of a figure of seats: what it is called, and what is told when it is taken back.
void add_phrases_of(const FigureSpec& figure, std::vector<std::string>& ids) {
  if (figure.kind.neutral) return;
  const std::string name(figure.name);
  ids.insert(ids.end(), {"figure." + name, "a." + name});
  if (!figure.kind.may_return) return;
  ids.push_back("now.home." + name);
  for (int type = 0; type < kFeatureTypes; ++type) {
    if (!figure.kind.stands(static_cast<FeatureType>(type))) continue;
    const std::string on(to_string(static_cast<TileFeatureType>(type)));
    ids.insert(ids.end(), {fmt::format("home.{}.{}", name, on), fmt::format("takes.{}.{}", name, on)});
  }
}

}  // namespace

std::vector<std::string> phrases_of_terms() {
  std::vector<std::string> ids;
  for (const TermSpec& term : base_terms()) ids.push_back(term_phrase(nullptr, term));
  for (const Expansion* expansion : expansions()) {
    for (const TermSpec& term : expansion->terms) ids.push_back(term_phrase(expansion, term));
    for (const FigureSpec& figure : expansion->figures) add_phrases_of(figure, ids);
    if (expansion->tie_rule == nullptr) continue;
    for (const char* how : {".one", ".several"}) ids.push_back("tie." + std::string(expansion->id) + how);
  }
  return ids;
}

}  // namespace bastide
