// The program's commands and their options. Only command.cpp knows CLI11, which takes a compiler ten seconds a file;
// what is named as there means the same.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace bastide::cli {

/// An option, flag or positional argument of a command: a handle, good until the arguments are read.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option type_name(const std::string& name) const;
  Option capture_default_str() const;  ///< help shows what the variable holds now
  Option required() const;
  Option excludes(Option other) const;
  Option needs(Option other) const;
  Option several() const;                               ///< may be given several times, with one value each
  Option value_optional(const std::string& own) const;  ///< may be given without a value; help shows its own

  /// What its value must be.
  template <class Number>  // int, int64_t, uint64_t, double
  Option range(Number least, Number most) const;
  Option positive() const;
  Option one_of(const std::vector<std::string>& names) const;
  Option check(const std::function<std::string(const std::string&)>& wrong) const;  ///< returns what is, or ""

  /// What was given, when the command is called back.
  std::size_t count() const;
  const std::vector<std::string>& results() const;

 private:
  CLI::Option* option_;
};

/// The program, or one of its commands: a handle, good until the arguments are read.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  Command add_subcommand(const std::string& name, const std::string& meaning) const;
  template <class Value>  // std::string, a vector of them, uint16_t, int, int64_t, uint64_t, double
  Option add_option(const std::string& name, Value& value, const std::string& meaning) const;
  Option add_option(const std::string& name, const std::string& meaning) const;  ///< value only in Option::results
  Option add_option_function(const std::string& name, const std::function<void(const std::string&)>& given,
                             const std::string& meaning) const;
  Option add_flag(const std::string& name, bool& value, const std::string& meaning) const;
  Option get_option(const std::string& name) const;
  void callback(std::function<void()> chosen) const;  ///< when all arguments of the chosen command are read

 private:
  CLI::App* app_;
};

/// To be called back: something has to be given. Does not return.
[[noreturn]] void missing(const std::string& what);

/// Declares options and commands, reads the arguments, calls the chosen command back. Returns the exit status if that
/// is all: help or the version was asked for, or an argument is wrong.
std::optional<int> read_arguments(int argc, char** argv, const std::string& version,
                                  const std::function<void(const Command& program)>& declare);

}  // namespace bastide::cli
