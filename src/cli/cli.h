// The commands of the program. Each file of this folder declares one: its options, its help and what it does.
//
// Exit status: 0 done; 1 what was asked for failed (a file that cannot be read, a wrong move); 2 wrong arguments.
// Results go to standard output, everything else to standard error.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/command.h"
#include "rules/catalogue.h"
#include "rules/error.h"
#include "rules/language.h"

namespace bastide {
struct Position;
struct Record;
struct RuleChoice;
}  // namespace bastide

namespace bastide::cli {

/// What the options before the command say, and where a chosen command leaves its work.
struct Context {
  std::string data;          ///< folder instead of the data in the program; empty: that
  std::function<int()> run;  ///< returns the exit status
};

/// Each declares one command. Called once; `context` lives until the program ends.
void declare_serve(const Command& app, Context& context);
void declare_sim(const Command& app, Context& context);
void declare_arena(const Command& app, Context& context);
void declare_bench(const Command& app, Context& context);
void declare_replay(const Command& app, Context& context);
void declare_analyse(const Command& app, Context& context);
void declare_show(const Command& app, Context& context);
void declare_score(const Command& app, Context& context);
void declare_perft(const Command& app, Context& context);
void declare_rules(const Command& app, Context& context);
void declare_copy(const Command& app, Context& context);
void declare_load(const Command& app, Context& context);
void declare_art(const Command& app, Context& context);
void declare_import(const Command& app, Context& context);
void declare_export(const Command& app, Context& context);
void declare_engine(const Command& app, Context& context);
void declare_play(const Command& app, Context& context);
void declare_bridge(const Command& app, Context& context);

// ---------------------------------------------------------------- common.cpp: shared by the commands

/// The catalogue of `--data` or the one in the program. Stays until the program ends.
Result<const Catalogue*> catalogue(const Context& context);

/// A whole file, or standard input for "-". Errors: it is not there, is a folder, is too large.
Result<std::string> read_input(const std::string& path);

/// Writes a whole file, or standard output for "-".
Result<void> write_output(const std::string& path, std::string_view text);

/// Says on standard error what is wrong and what would be right. Returns 1.
int fail(const Error& error);

/// "field_scoring=none" texts to a choice. Errors: no '=', an option given twice.
Result<RuleChoice> rule_choice(const std::string& preset, const std::vector<std::string>& set);

/// Adds --preset and --set to a command.
void add_rule_options(const Command& command, std::string& preset, std::vector<std::string>& set);

/// A member of a thing in the chosen language.
template <class Thing>
const std::string& in(std::size_t language, const Thing& thing, std::string_view member, const std::string& english) {
  return translated(thing.translations, kLanguages[language], member, english);
}

/// Adds --language: an index into kLanguages. Without it: what LC_ALL, LC_MESSAGES or LANG says, else English.
void add_language_option(const Command& command, std::size_t& language);

/// Adds --seed, a number from 0 to 2^64 - 1.
void add_seed_option(const Command& command, uint64_t& seed, const std::string& meaning);

/// A record or a position, told apart by how it begins.
Result<std::variant<Record, Position>> parse_game_or_position(const Catalogue& catalogue, const std::string& path);

bool is_terminal(int file_descriptor);

/// Processors that this process may use, at most kMostThreads.
int processors();

/// 12345678 -> "12,345,678"
std::string grouped(int64_t number);

/// "first,second" -> first, second; keeps empty parts, so that they can be complained of.
std::vector<std::string> split(std::string_view text, char separator);

}  // namespace bastide::cli
