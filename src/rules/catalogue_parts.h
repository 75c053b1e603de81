// The parts of load_catalogue, one per kind of file. Each reads one parsed file and throws DataError (toml_tree.h).
#pragma once
#include <algorithm>

#include "expansions/registry.h"
#include "rules/catalogue.h"
#include "rules/jcz.h"
#include "rules/toml_tree.h"

namespace bastide {

/// The value of an enum by its word; `first` to `last` are the ones allowed here.
template <class Enum>
Enum read_word(const TomlNode& node, std::string_view word, const std::string& what, Enum first, Enum last) {
  std::vector<std::string> names;
  for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i)
    names.emplace_back(to_string(static_cast<Enum>(i)));
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end()) fail_at(node, "'" + std::string(word) + "' is no " + what + ".", nearest(word, names));
  return static_cast<Enum>(static_cast<int>(first) + (found - names.begin()));
}

TileSet read_tile_set(const TomlNode& file);

/// Checks a feature against the tile's sides and the features before it. `node` is where it was read.
void check_feature(const TileSpec& tile, const TileFeatureSpec& feature, const TomlNode& node);
/// Checks the whole: no side or half of one is left without its feature, copies add up. REQUIRES: features are checked.
void check_tile(const TileSpec& tile, const TableReader& table);

/// Gives every feature its name in notation (TileFeatureSpec::place).
void name_places(TileSpec& tile);

/// The halves of a side, and back.
std::array<TilePort, 2> ports_of(TileSide side);
TileSide side_of(TilePort port);
std::vector<TileSide> sides_of(TileShape shape);

/// The phrases of one file: every one that the program has in the file of this path, with the gaps it fills, and no
/// other. REQUIRES: the program has such a file.
Phrases read_phrases(const std::string& path, const TomlNode& file);
const std::map<std::string, Phrases>& builtin_phrase_files();  ///< by path in data/
const Phrases& builtin_phrases();                              ///< of all files

/// Adds the rules of one file to those read before, and the documents that they stand in. `expansion`: whose they are;
/// null: the base game's.
void read_rules(const TomlNode& file, const Expansion* expansion, Catalogue& catalogue);
/// Checks what rules say they speak of. REQUIRES: catalogue.presets is complete.
void check_rules(const TomlNode& file, const Expansion* expansion, const Catalogue& catalogue);

/// A heading of the set-up page.
struct OptionGroup {
  std::string id, name;
  Translations translations;
};
/// Adds the groups of one file of options to those read before, each at its place.
void read_groups(const TomlNode& file, std::vector<OptionGroup>& groups);
/// Adds the options of one file. REQUIRES: catalogue.rules and `groups` are complete.
void read_options(const TomlNode& file, const std::vector<OptionGroup>& groups, Catalogue& catalogue);
/// As the set-up page lists them.
void sort_by_group(const std::vector<OptionGroup>& groups, std::vector<OptionSpec>& options);

/// Adds what an expansion brings. REQUIRES: catalogue.sets and catalogue.options are complete.
void read_expansion(const TomlNode& file, const Expansion& expansion, Catalogue& catalogue);
/// Where an expansion with figures has files, but not this one, in which its card stands.
void refuse_without_card(const DataFiles& files, const Expansion& expansion, const std::string& path);
/// Presets and boxes. REQUIRES: catalogue.sets and catalogue.options are complete.
void read_presets(const TomlNode& file, Catalogue& catalogue);
/// Checks what options say of each other. REQUIRES: catalogue.options is complete.
void check_options(const TomlNode& file, const Catalogue& catalogue);

/// A table of options and their values; none if the key is not there.
std::map<std::string, std::string> read_condition(const TableReader& table, const std::string& key,
                                                  const Catalogue& catalogue);

/// Adds what one file jcz.toml says. `expansion`: whose it is; null: that of data/ itself. REQUIRES: all else is read.
void read_jcz(const TomlNode& file, const Expansion* expansion, const Catalogue& catalogue, JczWords& words);

}  // namespace bastide
