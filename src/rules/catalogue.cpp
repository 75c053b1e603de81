// Reads data/ as a whole, in the order in which files name each other: tiles, phrases, rules, options, which tiles come
// with an expansion, presets, foreign words; of each, data/ itself first and then the expansions as the registry lists
// them.
#include "rules/catalogue.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "expansions/registry.h"
#include "rules/catalogue_parts.h"
#include "rules/compile_tiles.h"

namespace bastide {
namespace {

template <class Item>
const Item* find_by_id(const std::vector<Item>& items, std::string_view id) {
  const auto found = std::find_if(items.begin(), items.end(), [id](const Item& item) { return item.id == id; });
  return found == items.end() ? nullptr : &*found;
}

/// Parses one file and hands it to `read`; what is wrong in it carries its name.
template <class Read>
void read_file(const DataFiles& files, const std::string& path, const Read& read) {
  const auto file = files.find(path);
  if (file == files.end()) {
    Error error;
    error.message = "The data file is missing.";
    error.source = path;
    throw DataError{std::move(error)};
  }
  try {
    read(read_tree(path, file->second));
  } catch (DataError& problem) {
    problem.error.source = path;
    throw;
  }
}

/// data/ itself and the folders of the expansions, in the order in which they are read.
const std::vector<std::string>& folders() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> paths{""};
    for (const Expansion* expansion : expansions()) paths.push_back("expansions/" + std::string(expansion->id) + "/");
    return paths;
  }();
  return all;
}

/// The folder that a file is in, and its path there. Throws for one of an expansion that nobody knows.
std::pair<std::string, std::string> taken_apart(const std::string& path) {
  constexpr std::string_view start = "expansions/";
  const std::size_t end = path.starts_with(start) ? path.find('/', start.size()) : std::string::npos;
  if (end == std::string::npos) return {"", path};
  const std::string folder = path.substr(0, end + 1);
  if (std::find(folders().begin(), folders().end(), folder) != folders().end()) return {folder, path.substr(end + 1)};
  std::vector<std::string> known;
  for (const Expansion* expansion : expansions()) known.emplace_back(expansion->id);
  const std::string id = path.substr(start.size(), end - start.size());
  Error error;
  error.message = "There is no expansion '" + id + "'.";
  error.expected = nearest(id, known);
  error.source = path;
  throw DataError{std::move(error)};
}

bool is_tile_file(const std::string& path) {
  return path.starts_with("tiles/") && path.ends_with(".toml");
}

void refuse_unknown_files(const DataFiles& files) {
  for (const auto& [path, text] : files) {
    const auto [folder, file] = taken_apart(path);
    const bool known = file == "rules.toml" || file == "options.toml" || file == "jcz.toml" || is_tile_file(file) ||
                       file == (folder.empty() ? "presets.toml" : "expansion.toml") ||
                       builtin_phrase_files().contains(path);
    if (known) continue;
    Error error;
    error.message = "This is no data file.";
    error.expected = std::string(folder.empty() ? "rules.toml, options.toml, presets.toml, jcz.toml"
                                                : "expansion.toml, rules.toml, options.toml, jcz.toml") +
                     ", phrases.toml or tiles/SET.toml";
    error.source = path;
    throw DataError{std::move(error)};
  }
}

/// Reads a file of every folder; only data/ itself must have it.
template <class Read>
void read_of_each(const DataFiles& files, const std::string& name, const Read& read) {
  for (const std::string& folder : folders())
    if (folder.empty() || files.contains(folder + name)) read_file(files, folder + name, read);
}

/// Calls `read(file, expansion)` for the rules of data/ itself, whose expansion is null, and of each expansion.
template <class Read>
void read_each_rules(const DataFiles& files, const Read& read) {
  read_file(files, "rules.toml", [&](const TomlNode& file) { read(file, nullptr); });
  for (const Expansion* expansion : expansions()) {
    const std::string path = "expansions/" + std::string(expansion->id) + "/rules.toml";
    if (files.contains(path)) read_file(files, path, [&](const TomlNode& file) { read(file, expansion); });
  }
}

void read_tiles(const DataFiles& files, Catalogue& catalogue) {
  for (const std::string& folder : folders()) {
    for (auto file = files.lower_bound(folder + "tiles/"); file != files.end(); ++file) {
      if (!file->first.starts_with(folder + "tiles/")) break;
      read_file(files, file->first, [&](const TomlNode& node) {
        TileSet set = read_tile_set(node);
        // So no two files of a folder can hold the same set.
        if (file->first != folder + "tiles/" + set.id + ".toml")
          fail_at(node, "The set in this file is '" + set.id + "'.", "the file's own name");
        if (catalogue.find_set(set.id)) fail_at(node, "The set '" + set.id + "' is there twice.", "ids that differ");
        catalogue.sets.push_back(std::move(set));
      });
    }
  }
}

void read_all_phrases(const DataFiles& files, Catalogue& catalogue) {
  if (!files.contains("phrases.toml"))
    read_file(files, "phrases.toml", [](const TomlNode&) {});  // says that it is missing
  catalogue.phrases = builtin_phrases();                       // most folders have these, and they are long
  for (const auto& [path, text] : files) {
    if (!builtin_phrase_files().contains(path) || text == embedded_data().at(path)) continue;
    read_file(files, path, [&](const TomlNode& file) {
      for (auto& [id, phrase] : read_phrases(path, file)) catalogue.phrases[id] = phrase;
    });
  }
}

/// What saved games of other programs call all this. A data folder need not say it.
void read_all_jcz(const DataFiles& files, Catalogue& catalogue) {
  auto words = std::make_shared<JczWords>();
  if (files.contains("jcz.toml"))
    read_file(files, "jcz.toml", [&](const TomlNode& file) { read_jcz(file, nullptr, catalogue, *words); });
  for (const Expansion* expansion : expansions()) {
    const std::string path = "expansions/" + std::string(expansion->id) + "/jcz.toml";
    if (!files.contains(path)) continue;
    read_file(files, path, [&](const TomlNode& file) { read_jcz(file, expansion, catalogue, *words); });
  }
  catalogue.jcz = std::move(words);
}

Catalogue read_everything(const DataFiles& files) {
  Catalogue catalogue;
  refuse_unknown_files(files);
  read_tiles(files, catalogue);
  read_all_phrases(files, catalogue);
  read_each_rules(files, [&](const TomlNode& file, const Expansion* of) { read_rules(file, of, catalogue); });
  std::vector<OptionGroup> groups;
  read_of_each(files, "options.toml", [&](const TomlNode& file) { read_groups(file, groups); });
  read_of_each(files, "options.toml", [&](const TomlNode& file) { read_options(file, groups, catalogue); });
  read_of_each(files, "options.toml", [&](const TomlNode& file) { check_options(file, catalogue); });
  sort_by_group(groups, catalogue.options);
  for (const Expansion* expansion : expansions()) {
    const std::string path = "expansions/" + std::string(expansion->id) + "/expansion.toml";
    if (!files.contains(path)) {
      refuse_without_card(files, *expansion, path);
      continue;
    }
    read_file(files, path, [&](const TomlNode& file) { read_expansion(file, *expansion, catalogue); });
  }
  read_file(files, "presets.toml", [&](const TomlNode& file) { read_presets(file, catalogue); });
  read_each_rules(files, [&](const TomlNode& file, const Expansion* of) { check_rules(file, of, catalogue); });
  read_all_jcz(files, catalogue);
  for (const auto& [path, text] : files)
    for (const std::string_view each : {std::string_view(path), std::string_view(text)})
      catalogue.digest = catalogue.digest * 31 + std::hash<std::string_view>()(each);
  catalogue.compiled = std::make_shared<CompiledTiles>();
  return catalogue;
}

}  // namespace

int TileSet::total() const {
  int copies = 0;
  for (const TileSpec& tile : tiles) copies += tile.count;
  return copies;
}

const TileSpec* TileSet::find(std::string_view tile) const {
  return find_by_id(tiles, tile);
}

const OptionValue* OptionSpec::find(std::string_view value) const {
  return find_by_id(values, value);
}
std::vector<OptionValue> OptionSpec::offered() const {
  std::vector<OptionValue> those;
  std::copy_if(values.begin(), values.end(), std::back_inserter(those), [](const OptionValue& v) { return !v.former; });
  return those;
}
const TileSet* Catalogue::find_set(std::string_view id) const {
  return find_by_id(sets, id);
}
const OptionSpec* Catalogue::find_option(std::string_view id) const {
  return find_by_id(options, id);
}
const PresetSpec* Catalogue::find_preset(std::string_view id) const {
  return find_by_id(presets, id);
}
const RuleSpec* Catalogue::find_rule(std::string_view id) const {
  return find_by_id(rules, id);
}

Result<Catalogue> load_catalogue(const DataFiles& files) {
  try {
    return read_everything(files);
  } catch (DataError& problem) {
    return tl::unexpected<Error>(std::move(problem.error));
  }
}

const Catalogue& builtin_catalogue() {
  static const Catalogue catalogue = [] {
    Result<Catalogue> loaded = load_catalogue(embedded_data());
    if (!loaded) {
      std::fprintf(stderr, "The data inside the program is broken. %s\n", loaded.error().text().c_str());
      std::abort();
    }
    return *std::move(loaded);
  }();
  return catalogue;
}

}  // namespace bastide
