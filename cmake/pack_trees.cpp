// pack_trees FROM TO: what each TOML file under FROM says, parsed, to a file of the same name under TO, for read_tree()
// of rules/data_files.cpp. A file that cannot be parsed is left to the program, which tells what is wrong in it.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "rules/packed_tree.h"

int main(int, char** arguments) {
  namespace fs = std::filesystem;
  const fs::path from = arguments[1], to = arguments[2];
  fs::remove_all(to);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from)) {
    if (entry.path().extension() != ".toml") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const fs::path path = to / entry.path().lexically_relative(from);
    fs::create_directories(path.parent_path());
    try {
      const std::string packed = bastide::pack(bastide::parse_toml(text));
      std::ofstream out(path, std::ios::binary);
      if (!(out << packed).flush()) {  // nobody checks it when it is read
        std::cerr << path.string() << " cannot be written\n";
        return 1;
      }
    } catch (const bastide::DataError&) {
    }
  }
}
