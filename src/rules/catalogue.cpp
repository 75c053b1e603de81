// Reads data/ as a whole, file by file in the order in which they name each other: tiles, phrases, rules, options,
// presets.
#include "rules/catalogue.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "rules/catalogue_parts.h"

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
    read(parse_toml(file->second));
  } catch (DataError& problem) {
    problem.error.source = path;
    throw;
  }
}

bool is_tile_file(const std::string& path) {
  return path.starts_with("tiles/") && path.ends_with(".toml");
}

Catalogue read_everything(const DataFiles& files) {
  Catalogue catalogue;
  for (const auto& file : files) {
    const std::string& path = file.first;
    if (is_tile_file(path)) {
      read_file(files, path, [&](const TomlNode& node) {
        TileSet set = read_tile_set(node);
        // So no two files can hold the same set.
        if (path != "tiles/" + set.id + ".toml") {
          fail_at(node, "The set in this file is '" + set.id + "'.", "the file's own name");
        }
        catalogue.sets.push_back(std::move(set));
      });
    } else if (path != "rules.toml" && path != "options.toml" && path != "presets.toml" &&
               !builtin_phrase_files().contains(path)) {
      Error error;
      error.message = "This is no data file.";
      error.expected = "rules.toml, options.toml, presets.toml, phrases.toml or tiles/SET.toml";
      error.source = path;
      throw DataError{std::move(error)};
    }
  }
  if (!files.contains("phrases.toml"))
    read_file(files, "phrases.toml", [](const TomlNode&) {});  // says that it is missing
  catalogue.phrases = builtin_phrases();                       // most folders have these, and they are long
  for (const auto& [path, text] : files) {
    if (!builtin_phrase_files().contains(path) || text == embedded_data().at(path)) continue;
    read_file(files, path, [&](const TomlNode& file) {
      for (auto& [id, phrase] : read_phrases(path, file)) catalogue.phrases[id] = phrase;
    });
  }
  read_file(files, "rules.toml", [&](const TomlNode& file) { catalogue.rules = read_rules(file); });
  read_file(files, "options.toml", [&](const TomlNode& file) { catalogue.options = read_options(file, catalogue); });
  read_file(files, "presets.toml", [&](const TomlNode& file) { catalogue.presets = read_presets(file, catalogue); });
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
