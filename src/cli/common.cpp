// What the commands share: reading files, saying what is wrong, options that several of them have.
#include <fmt/format.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

#include "ai/player.h"
#include "art/drawings.h"
#include "cli/cli.h"
#include "notation/notation.h"

namespace bastide::cli {
namespace {

constexpr std::size_t kLargestInput = 16u << 20;  // a long game is some kilobytes; more is a mistake

Error named(std::string message, const std::string& path) {
  Error error;
  error.message = std::move(message);
  error.source = path;
  return error;
}

}  // namespace

Result<const Catalogue*> catalogue(const Context& context) {
  if (context.data.empty()) return &builtin_catalogue();
  static std::optional<Catalogue> loaded;
  if (!loaded) {
    BASTIDE_TRY(auto files, read_data_folder(context.data));
    BASTIDE_TRY(loaded, load_catalogue(files));
    BASTIDE_CHECK(art::use_drawings(context.data));
  }
  return &*loaded;
}

Result<std::string> read_input(const std::string& path) {
  std::ifstream file;
  if (path != "-") {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return tl::unexpected<Error>(named(std::strerror(errno), path));
    if (S_ISDIR(status.st_mode)) return tl::unexpected<Error>(named("this is a folder; a file is needed", path));
    file.open(path, std::ios::binary);
    if (!file) return tl::unexpected<Error>(named(std::strerror(errno), path));
  }
  std::istream& in = path == "-" ? std::cin : file;
  std::string text;
  std::vector<char> block(1 << 16);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    text.append(block.data(), in.gcount());
    if (text.size() > kLargestInput)
      return tl::unexpected<Error>(named("more than 16 MiB: this cannot be a game", path));
  }
  if (in.bad()) return tl::unexpected<Error>(named("cannot be read to its end", path));
  return text;
}

Result<void> write_output(const std::string& path, std::string_view text) {
  if (path == "-") {
    std::cout << text << std::flush;
    if (!std::cout) return tl::unexpected<Error>(named("cannot be written", "standard output"));
    return {};
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) return tl::unexpected<Error>(named(fmt::format("cannot be written: {}", std::strerror(errno)), path));
  return {};
}

int fail(const Error& error) {
  std::cout.flush();
  std::cerr << "bastide: " << error.text() << '\n';
  return 1;
}

Result<RuleChoice> rule_choice(const std::string& preset, const std::vector<std::string>& set) {
  RuleChoice choice;
  choice.preset = preset;
  for (const std::string& text : set) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      Error error;
      error.message = fmt::format("--set {} is not understood", text);
      error.expected = "option=value, such as field_scoring=none";
      return tl::unexpected<Error>(error);
    }
    if (!choice.options.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
      return failure(fmt::format("--set {} is given twice", text.substr(0, equals)));
  }
  return choice;
}

void add_rule_options(const Command& command, std::string& preset, std::vector<std::string>& set) {
  command.add_option("--preset", preset, "which edition's tiles and rules (bastide rules --presets lists them)")
      .capture_default_str()
      .type_name("PRESET");
  command
      .add_option("--set", set,
                  "change a rule: option=value; may be given several times (bastide rules --options lists them)")
      .type_name("OPTION=VALUE")
      .several();
}

Result<std::variant<Record, Position>> parse_game_or_position(const Catalogue& catalogue, const std::string& path) {
  BASTIDE_TRY(auto text, read_input(path));
  const auto named_error = [&](Error error) {
    error.source = path == "-" ? "standard input" : path;
    return tl::unexpected<Error>(std::move(error));
  };
  if (announces_position(text)) {
    auto position = parse_position(catalogue, text);
    if (!position) return named_error(position.error());
    return std::move(*position);
  }
  auto record = parse_record(catalogue, text);
  if (!record) return named_error(record.error());
  return std::move(*record);
}

void add_language_option(const Command& command, std::size_t& language) {
  const std::vector<std::string> known(kLanguages.begin(), kLanguages.end());
  const auto choose = [&language, known](const std::string& name) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found != known.end()) language = found - known.begin();
  };
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(variable);
    if (!value || !*value) continue;
    choose(std::string(value).substr(0, 2));
    break;
  }
  command.add_option_function("--language", choose, "without it, that of the environment")
      .one_of(known)
      .type_name("LANGUAGE");
}

void add_seed_option(const Command& command, uint64_t& seed, const std::string& meaning) {
  const auto check = [](const std::string& text) -> std::string {  // CLI11 wraps round or stops at the largest number
    uint64_t number = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
    return wrong == std::errc() && end == text.data() + text.size()
               ? ""
               : "a seed is a number from 0 to 18446744073709551615";
  };
  command.add_option("--seed", seed, meaning).capture_default_str().check(check).type_name("S");
}

bool is_terminal(int file_descriptor) {
  return isatty(file_descriptor) == 1;
}

int processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? std::clamp(CPU_COUNT(&set), 1, kMostThreads) : 1;
}

std::string grouped(int64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3) digits.insert(at, ",");
  return digits;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t from = 0;;) {
    const std::size_t to = text.find(separator, from);
    parts.emplace_back(text.substr(from, to == std::string_view::npos ? to : to - from));
    if (to == std::string_view::npos) return parts;
    from = to + 1;
  }
}

}  // namespace bastide::cli
