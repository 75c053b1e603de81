// What the tests of the program at a terminal stand on: it is run, and what it printed is kept.
#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace bastide::cli_test {

namespace fs = std::filesystem;
namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

struct Outcome {
  int status = -1;  ///< exit status; 1000 and the signal if one ended it
  std::string out, err;
};

inline std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void write_file(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// A folder of its own for every process: ctest runs cases side by side.
inline const fs::path& scratch() {
  struct Folder {
    fs::path path = fs::temp_directory_path() / ("bastide-cli-" + std::to_string(getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
  };
  static const Folder folder;
  return folder.path;
}

/// Runs `bastide` with these arguments; two minutes at most.
inline Outcome bastide(std::vector<std::string> arguments, const std::string& input = {}) {
  const fs::path in = scratch() / "in", out = scratch() / "out", err = scratch() / "err";
  write_file(in, input);
  arguments.insert(arguments.begin(), BASTIDE_BINARY);
  const pid_t child = fork();
  if (child == 0) {
    if (!freopen(in.c_str(), "r", stdin) || !freopen(out.c_str(), "w", stdout) || !freopen(err.c_str(), "w", stderr))
      _exit(126);
    alarm(120);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status), read_file(out), read_file(err)};
}

inline std::string scratch_file(const std::string& name, const std::string& text) {
  const fs::path path = scratch() / name;
  write_file(path, text);
  return path.string();
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Three turns: a road that goes on, a city of two tiles that is closed and scored, a cloister.
inline const std::string kShortGame = R"(bastide game 1
rules new
seat human Mila
seat human Noor
1 U 1,0 e road
2 E 0,-1 s city
3 B 0,1 n cloister
)";

}  // namespace bastide::cli_test
