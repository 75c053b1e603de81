// The dependencies between the folders of src/ point one way (docs/architecture.md), src/README.md lists the folders,
// and the core stays free of the outer world. Reads the sources; compiles nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path kSource = BASTIDE_SOURCE_DIR;

/// Every folder, in dependency order, and the folders whose headers it may include besides its own.
const std::vector<std::pair<std::string, std::set<std::string>>> kFolders = {
    {"core", {}},
    {"expansions", {"core"}},
    {"rules", {"core", "expansions"}},
    {"notation", {"core", "expansions", "rules"}},
    {"game", {"core", "expansions", "rules", "notation"}},
    {"ai", {"core", "expansions", "rules", "notation", "game"}},
    {"engine", {"core", "expansions", "rules", "notation", "game", "ai"}},
    {"art", {"core", "expansions", "rules", "notation", "game"}},
    {"jcz", {"core", "expansions", "rules", "notation", "game"}},
    {"store", {"core", "expansions", "rules", "notation", "game"}},
    {"server", {"core", "expansions", "rules", "notation", "game", "ai", "engine", "art", "store"}},
    {"cli", {"core", "expansions", "rules", "notation", "game", "ai", "engine", "art", "jcz", "store", "server"}},
};

/// What the core may take from the standard library: no I/O, no strings, no clock, no locale.
const std::set<std::string> kCoreHeaders = {
    "algorithm", "array",   "atomic",   "bit",     "bitset",  "cassert",     "climits",          "cmath",    "compare",
    "concepts",  "cstddef", "cstdint",  "cstdlib", "cstring", "functional",  "initializer_list", "iterator", "limits",
    "memory",    "numeric", "optional", "span",    "tuple",   "type_traits", "utility",          "variant",  "vector",
};

struct Include {
  std::string file;  // relative to the repository
  int line = 0;
  std::string name;
  bool quoted = false;
};

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path << " cannot be read";
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Calls `visit(file, number, text)` for each line of the C++ files of a folder; `file` is relative to the repository.
template <class Visit>
void for_each_line(const std::string& folder, const Visit& visit) {
  for (const auto& entry : fs::recursive_directory_iterator(kSource / folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp") continue;
    const std::string file = fs::relative(entry.path(), kSource).string();
    int number = 0;
    for (const std::string& line : lines_of(entry.path())) visit(file, ++number, line);
  }
}

std::vector<Include> includes_of(const std::string& folder) {
  static const std::regex kInclude(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
  std::vector<Include> found;
  for_each_line(folder, [&](const std::string& file, int number, const std::string& line) {
    std::smatch match;
    if (std::regex_match(line, match, kInclude))
      found.push_back({file, number, match[2].str(), match[1].str() == "\""});
  });
  return found;
}

TEST(Architecture, EveryFolderOfSrcHasAPlaceInTheOrder) {
  std::set<std::string> on_disk;
  std::set<std::string> in_order;
  for (const auto& entry : fs::directory_iterator(kSource / "src")) {
    if (entry.is_directory()) on_disk.insert(entry.path().filename().string());
  }
  for (const auto& [folder, below] : kFolders) in_order.insert(folder);
  EXPECT_EQ(on_disk, in_order);
}

TEST(Architecture, IncludesPointOneWay) {
  std::set<std::string> folders;
  for (const auto& [folder, below] : kFolders) folders.insert(folder);
  for (const auto& [folder, below] : kFolders) {
    for (const Include& include : includes_of("src/" + folder)) {
      EXPECT_EQ(include.name.find(".."), std::string::npos)
          << include.file << ":" << include.line << ": write \"folder/file.h\", not " << include.name;
      const std::string first = include.name.substr(0, include.name.find('/'));
      if (!folders.contains(first) || first == folder || first == include.name) continue;
      EXPECT_TRUE(below.contains(first)) << include.file << ":" << include.line << ": src/" << folder
                                         << " may not include src/" << first << " (" << include.name << ")";
    }
  }
}

TEST(Architecture, CoreTakesOnlyPlainPartsOfTheStandardLibrary) {
  for (const Include& include : includes_of("src/core")) {
    if (include.quoted) continue;
    EXPECT_TRUE(kCoreHeaders.contains(include.name))
        << include.file << ":" << include.line << ": the core may not include <" << include.name << ">";
  }
}

// How the full kernel keeps what only some rules need is known to it and to the expansions; all others read and change
// it by core/state.h and core/by_hand.h. And nobody writes to what was given for reading.
TEST(Architecture, NobodyReachesIntoAState) {
  static const std::regex kInside(R"((\.|->)v\.|const_cast)");
  int lines = 0;
  for (const auto& [folder, below] : kFolders)
    for_each_line("src/" + folder, [&](const std::string& file, int number, const std::string& line) {
      ++lines;
      const bool keeps = file.starts_with("src/core/") || file.starts_with("src/expansions/");
      std::smatch match;
      if (std::regex_search(line, match, kInside)) {
        EXPECT_TRUE(keeps && match[0] != "const_cast") << file << ":" << number << ": " << line;
      }
    });
  EXPECT_GT(lines, 10000);
}

// What takes a compiler seconds is included where it is used, and a header of ours stands before it.
TEST(Architecture, DearHeadersStayInFewFiles) {
  const std::vector<std::pair<std::string, std::set<std::string>>> kDear = {
      {"CLI/", {"src/cli/command.cpp"}},
      {"spdlog/", {"src/server/log.cpp"}},
      {"toml++/", {"src/rules/toml_tree.cpp"}},
      {"valijson/", {"src/server/schema.cpp"}},
      {"boost/asio.hpp", {}},
      {"boost/asio/co_spawn.hpp", {"src/server/async.cpp"}},
      {"boost/beast/http.hpp", {"src/server/http.cpp", "src/cli/bridge_client.cpp", "src/cli/load_client.cpp"}},
      {"boost/beast/websocket.hpp", {"src/server/websocket.cpp", "src/cli/load_client.cpp"}},
  };
  for (const auto& [folder, below] : kFolders)
    for (const Include& include : includes_of("src/" + folder))
      for (const auto& [dear, files] : kDear)
        EXPECT_TRUE(!include.name.starts_with(dear) || files.contains(include.file))
            << include.file << ":" << include.line << ": <" << include.name << "> makes every build slower";
}

// What checks the core must not be made of it: the naive implementation reads the catalogue, and plays by itself.
TEST(Architecture, NaiveImplementationSharesNothingWithTheCore) {
  static const std::set<std::string> kShared = {"rules/catalogue.h", "rules/compile.h", "rules/error.h"};
  const std::vector<Include> includes = includes_of("tests/naive");
  EXPECT_FALSE(includes.empty());
  for (const Include& include : includes) {
    if (!include.quoted || include.name.starts_with("naive/")) continue;
    EXPECT_TRUE(kShared.contains(include.name))
        << include.file << ":" << include.line << ": the naive implementation may not include " << include.name;
  }
}

TEST(Architecture, ReadmeListsTheFoldersInOrder) {
  static const std::regex kEntry(R"(^\| `(\w+)/` \|.*)");
  std::vector<std::string> listed;
  for (const std::string& line : lines_of(kSource / "src/README.md")) {
    std::smatch match;
    if (std::regex_match(line, match, kEntry)) listed.push_back(match[1].str());
  }
  std::vector<std::string> expected;
  for (const auto& [folder, below] : kFolders) expected.push_back(folder);
  EXPECT_EQ(listed, expected);
}

TEST(Docs, EachThreatHasItsTest) {
  static const std::regex kTest(R"(^TEST(?:_F|_P)?\((\w+), (\w+)\))"), kNamed(R"(`(\w+)\.(\w+)`)");
  std::set<std::string> tests;
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "tests"))
    if (entry.path().extension() == ".cpp")
      for (const std::string& line : lines_of(entry.path()))
        if (std::smatch match; std::regex_search(line, match, kTest)) tests.insert(match.str(1) + "." + match.str(2));
  int threats = 0;
  for (const std::string& line : lines_of(kSource / "docs/security.md")) {
    if (!line.starts_with("| ") || line.starts_with("| threat") || line.starts_with("| ---")) continue;
    ++threats;
    int named = 0;
    for (std::sregex_iterator name(line.begin(), line.end(), kNamed), end; name != end; ++name, ++named)
      EXPECT_TRUE(tests.contains(name->str(1) + "." + name->str(2))) << name->str() << " in: " << line;
    EXPECT_GT(named, 0) << line;
  }
  EXPECT_GT(threats, 25);
}

// The figures are followers: the other word is a registered one, and never stands where a player reads. What another
// program calls them in its files is read by nobody.
TEST(Architecture, ProductWords) {
  static const std::regex kRegistered("meeple", std::regex::icase);
  int files = 0;
  for (const char* root : {"src", "data", "web/src", "web/index.html"}) {
    std::vector<fs::path> paths;
    if (fs::is_directory(kSource / root)) {
      for (const auto& entry : fs::recursive_directory_iterator(kSource / root)) {
        const bool foreign = entry.path().filename() == "jcz.toml" || entry.path().parent_path() == kSource / "src/jcz";
        if (entry.is_regular_file() && !foreign) paths.push_back(entry.path());
      }
    } else {
      paths.push_back(kSource / root);
    }
    for (const fs::path& path : paths) {
      int number = 0;
      ++files;
      for (const std::string& line : lines_of(path)) {
        ++number;
        // In data, what stands behind # cites a source; it is not shown.
        const std::string shown = path.extension() == ".toml" ? line.substr(0, line.find('#')) : line;
        EXPECT_FALSE(std::regex_search(shown, kRegistered)) << path.string() << ":" << number << ": " << line;
      }
    }
  }
  EXPECT_GT(files, 50);
}

}  // namespace
