// Where the files of data/ come from: the program itself, or a folder.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "embedded.h"
#include "rules/catalogue.h"
#include "rules/packed_tree.h"

namespace bastide {
namespace {

constexpr std::uintmax_t kMaxBytes = 4 << 20;

}  // namespace

const DataFiles& embedded_data() {
  static const DataFiles files = [] {
    DataFiles found;
    for (const EmbeddedFile& file : embedded_data_files()) {
      if (file.path.ends_with(".toml")) found.emplace(file.path, file.bytes);
    }
    return found;
  }();
  return files;
}

TomlNode read_tree(const std::string& path, std::string_view text) {
  const auto own = embedded_data().find(path);
  if (own == embedded_data().end() || own->second != text) return parse_toml(text);
  const auto trees = embedded_trees_files();
  const auto packed = std::lower_bound(trees.begin(), trees.end(), path,
                                       [](const EmbeddedFile& tree, const std::string& p) { return tree.path < p; });
  return packed != trees.end() && packed->path == path ? unpack(packed->bytes) : parse_toml(text);
}

Result<DataFiles> read_data_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  const auto refuse = [](std::string message, std::string source, std::string expected) {
    Error error;
    error.message = std::move(message);
    error.source = std::move(source);
    error.expected = std::move(expected);
    return tl::unexpected<Error>(std::move(error));
  };
  std::error_code code;
  if (!fs::is_directory(folder, code))
    return refuse("This is no folder that can be read.", folder, "a folder with presets.toml");
  DataFiles files;
  fs::recursive_directory_iterator entry(folder, code);
  for (; !code && entry != fs::recursive_directory_iterator(); entry.increment(code)) {
    std::error_code ignored;
    if (entry->path().extension() != ".toml" || !entry->is_regular_file(ignored)) continue;
    const std::string path = entry->path().generic_string();
    if (entry->file_size(ignored) > kMaxBytes)
      return refuse("The file is too large for a data file.", path, "at most 4 MiB");
    std::ifstream file(path, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) return refuse("The file cannot be read.", path, "a file this user may read");
    files.emplace(entry->path().lexically_relative(folder).generic_string(), std::move(bytes));
  }
  if (code) return refuse("The folder cannot be read: " + code.message() + ".", folder, "a folder this user may read");
  if (files.empty())
    return refuse("There are no data files in the folder.", folder, "presets.toml and the files beside it");
  return files;
}

}  // namespace bastide
