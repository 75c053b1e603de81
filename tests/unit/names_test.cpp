// Nobody outside an expansion's own files knows its name (docs/architecture.md).
#include <gtest/gtest.h>
#include <regex.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "expansions/registry.h"

namespace {

namespace fs = std::filesystem;
const fs::path kRoot = BASTIDE_SOURCE_DIR;

/// Names of expansions and house rules, and words that only they have. A word ends where a small letter does not go on,
/// and begins at one that none precedes: crop_text, CropChoice, addCrop. POSIX's regular expression: std::regex takes
/// many times as long over some hundred words.
const char* const kWords =
    "(^|[^a-zA-Z])(builders?|abbots?|crops?|pitchforks?|hills?|vineyards?|halflings?|half "
    "tiles?|sheep|shepherds?|buried|bury|buries|bids?|sales?|sell|"
    "seller|sold|bought|offers?|reserves?|pools?|dragons?|fairy|fairies|volcanoe?s?|portals?|princess(es)?|wine|cloth|"
    "goods|cults?|bathhouses?|barber|"
    "shrines?|inns?|cathedrals?|festivals?|fliers?|abbeys?|mayors?|wagons?|barns?|rivers?|castles?|bazaars?|"
    "ransoms?|prisoners?|foundations?|monasteries|little buildings?|darmstadt|darmstadtium|circus(es)?|big tops?|"
    "ringmasters?|acrobats?|watchtowers?|leipzig|wainwrights?|tanners?|bookprinters?|coiners?|bogatyrs?|solovei|"
    "vodyanoy|yaga|robber trees?|sprite lakes?|plagues?|fleas?|outbreaks?)([^a-z]|$)"
    "|[a-z](Abbots?|Crops?|Hills?|Vineyards?|Halflings?|Half[Tt]iles?|Sheep|Shepherds?|Buried|Bury|Bids?|"
    "Sales?|Sold|Bought|"
    "Offers?|"
    "Reserves?|Pools?|Dragons?|Fairy|Volcanoe?s?|Portals?|Princess|Wine|Cloth|Goods|Cults?|Shrines?|Inns?|Cathedrals?|"
    "Festivals?|Fliers?|Abbeys?|Mayors?|Wagons?|Barns?|Rivers?|Castles?|Bazaars?|Ransoms?|Prisoners?|Foundations?|"
    "Monasteries|Darmstadt|Darmstadtium|Watchtowers?|Leipzig|Plague|Fleas?)([^a-"
    "z]"
    "|$)"
    "|(^|[^a-zA-Z])(Abbots?|Crops?|Hills?|Vineyards?|Halflings?|Half[Tt]iles?|Sheep|Shepherds?|Buried|"
    "Bury|Bids?|Sales?|Sold|"
    "Bought|"
    "Reserves?|Pools?|Dragons?|Fairy|Volcanoe?s?|Portals?|Princess|Wine|Cloth|Goods|Cults?|Shrines?|Inns?|Cathedrals?|"
    "Festivals?|Fliers?|Abbeys?|Mayors?|Wagons?|Barns?|Rivers?|Castles?|Bazaars?|Ransoms?|Prisoners?|Foundations?|"
    "Monasteries|Darmstadt|Darmstadtium|Watchtowers?|Leipzig|Plague|Fleas?)([^a-"
    "z]"
    "|$)";

/// What looks like one of them and is none: memory that a container sets aside, Asio's threads.
const std::regex kOthers(R"(\.reserve\(|thread_pool)");

bool has_a_word(const std::string& line) {
  static const regex_t words = [] {
    regex_t compiled;
    EXPECT_EQ(regcomp(&compiled, kWords, REG_EXTENDED | REG_NOSUB), 0);
    return compiled;
  }();
  return regexec(&words, line.c_str(), 0, nullptr, 0) == 0;
}

bool names_them(const std::string& line) {
  return has_a_word(line) && has_a_word(std::regex_replace(line, kOthers, ""));
}

bool may_name_them(const std::string& file) {
  for (const char* own :
       {"src/expansions/", "data/expansions/", "tests/naive/expansions/", "tests/expansions/", "tests/scenarios/",
        "tests/old/", "tests/server/old/", "tests/fuzz/corpus/", "tests/unit/names_test.cpp"})
    if (file.starts_with(own)) return true;
  return false;
}

/// How many lines of a file have what `guilty` looks for, in files that may not name them.
template <class Guilty>
std::map<std::string, int> sinners(Guilty guilty) {
  static const std::set<std::string> kExtensions = {".h", ".cpp", ".ts", ".svelte", ".mjs", ".toml", ".json", ".cmake"};
  std::map<std::string, int> lines;
  for (const char* root : {"src", "data", "web/src", "tests", "bench", "cmake"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / root)) {
      const std::string file = fs::relative(entry.path(), kRoot).string();
      if (!entry.is_regular_file() || !kExtensions.contains(entry.path().extension().string()) || may_name_them(file))
        continue;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);)
        if (guilty(line)) ++lines[file];
    }
  return lines;
}

TEST(Names, TheBanKnowsItsWords) {
  for (const char* line :
       {"crop_text", "struct CropChoice", "addCrop()", "\"half tile\"", "Figure::abbot", "// a dragon", "kInn"})
    EXPECT_TRUE(names_them(line)) << line;
  for (const char* line : {"moves.reserve(8)", "asio::thread_pool threads", "uphill", "HALF-CROP", "chill"})
    EXPECT_FALSE(names_them(line)) << line;
}

TEST(Names, OnlyAnExpansionsOwnFilesNameIt) {
  for (const auto& [file, lines] : sinners(names_them))
    ADD_FAILURE() << file << ": " << lines << " lines name an expansion or its words; that belongs into its own files";
}

/// Ids of one word ("hands", "bag") mean other things, too, and so does the edge of a table, which any expansion may
/// give it (Expansion::edge); kWords has those that do not.
TEST(Names, OnlyItsOwnFilesSayTheIdOfAnExpansion) {
  std::vector<std::string> ids;
  for (const bastide::Expansion* expansion : bastide::expansions()) {
    std::string id(expansion->id);
    if (id.find('-') == std::string::npos || id == "table-edge") continue;
    ids.push_back(id);
    std::replace(id.begin(), id.end(), '-', '_');
    ids.push_back(id);
  }
  const auto says_one = [&](const std::string& line) {
    return std::any_of(ids.begin(), ids.end(), [&](const std::string& id) { return line.find(id) != line.npos; });
  };
  for (const auto& [file, lines] : sinners(says_one)) ADD_FAILURE() << file << ": " << lines << " lines say such an id";
}

}  // namespace
