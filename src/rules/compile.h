// From a choice (preset and changed options) to the rules of one game: what the kernel runs on, and the names for it.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset.h"
#include "core/types.h"
#include "expansions/registry.h"
#include "rules/catalogue.h"
#include "rules/error.h"
#include "rules/terms.h"

namespace bastide {

/// What somebody picks: a preset and what they change on top of it.
struct RuleChoice {
  std::string preset = "classic";
  std::map<std::string, std::string> options;  ///< option id -> value id; only what differs from the preset
  friend bool operator==(const RuleChoice&, const RuleChoice&) = default;
};

/// The rules of a game, compiled. Immutable; shared by everything that plays it. Points into the catalogue.
struct GameRules {
  const Catalogue* catalogue = nullptr;
  const PresetSpec* preset = nullptr;
  RuleChoice choice;                                        ///< normalised: nothing that equals the preset
  std::map<std::string, std::string, std::less<>> options;  ///< complete
  Ruleset kernel;
  std::vector<const Expansion*> added;  ///< those in play that have hooks, each under its number in Ruleset::added

  /// A kind of figures. Behind those that play, of which Ruleset::figure_kinds says how many they are, stand those of
  /// seats that do not: texts know them too.
  struct FigureSort {
    const FigureSpec* spec = nullptr;
    const Expansion* by = nullptr;  ///< null: the base game
  };
  std::vector<FigureSort> figures;  ///< by Figure

  /// By kind index: the tile it is and how many of it are in the game, the start tile included. Tiles of several sets
  /// with the same id and topology are one kind.
  struct Kind {
    const TileSpec* tile = nullptr;
    int count = 0;
    std::string name;  ///< in notation: the tile's id; "E-garden" for the copies whose garden counts, "D-start"
  };
  std::vector<Kind> kinds;
  std::vector<std::shared_ptr<const TileSpec>> derived;  ///< tiles that options change: gardens, junctions

  /// What is allowed but should be said (Objection). Whole sentences.
  std::vector<Texts> notes;

  bool is(std::string_view option, std::string_view value) const;  ///< REQUIRES: the option exists
  int number(std::string_view option) const;                       ///< REQUIRES: the option is a number
  int kind_by_name(std::string_view name) const;                   ///< -1: none
  int pile(std::string_view name) const;                           ///< its number in Ruleset::piles; -1: none
  const PileSpec& pile_spec(int pile) const;
  const TokenSpec& token(int token) const;
  const FigureSpec& figure(Figure figure) const { return *figures[static_cast<int>(figure)].spec; }
  std::optional<Figure> figure_named(std::string_view name) const;  ///< a seat's, whether it plays or not
  bool stands_on_piece(Figure figure) const;  ///< a seat's that stands on a tile, no matter who is there
  const FigureSpec* figure_standing_on(FeatureType type) const;  ///< of an expansion, so too; null: none
  const Verb& verb(Move act) const { return added[act.by]->verbs[act.verb]; }
  const Question& question(const Pending& asked) const { return added[asked.by]->questions[asked.what]; }
  /// The moment after which it is asked in this game.
  Moment moment_of(const Pending& asked) const;
  const TermSpec& term(const Term& term) const {
    return term.by == Term::kBase ? base_terms()[term.name] : added[term.by]->terms[term.name];
  }
  std::string term_phrase(const Term& term) const;  ///< its id
  const TileFeatureSpec& feature(int kind, int index) const {
    return index == kOverpass ? overpass_spec() : kinds[kind].tile->features[index];
  }
  /// The road over a space that its tile does not have, as a feature of any tile (core/types.h).
  static const TileFeatureSpec& overpass_spec();
};
using GameRulesPtr = std::shared_ptr<const GameRules>;

/// REQUIRES: `catalogue` outlives the result. Errors name the preset, option, value or number of seats that is wrong
/// and what would be right.
Result<GameRulesPtr> compile(const Catalogue& catalogue, const RuleChoice& choice, int seats);

/// "Fields: No farmers"
Texts option_in_words(const OptionSpec& option, const std::string& value);

/// "Classic" or "Classic, Fields: No farmers": how lists name a game.
Texts describe(const GameRules& rules);

}  // namespace bastide
