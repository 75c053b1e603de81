#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <utility>

namespace bastide::cli {

Option Option::type_name(const std::string& name) const {
  option_->type_name(name);
  return *this;
}

Option Option::capture_default_str() const {
  option_->capture_default_str();
  return *this;
}

Option Option::required() const {
  option_->required();
  return *this;
}

Option Option::excludes(Option other) const {
  option_->excludes(other.option_);
  return *this;
}

Option Option::needs(Option other) const {
  option_->needs(other.option_);
  return *this;
}

Option Option::several() const {
  option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return *this;
}

Option Option::value_optional(const std::string& own) const {
  option_->expected(0, 1)->default_str(own);
  return *this;
}

template <class Number>
Option Option::range(Number least, Number most) const {
  option_->check(CLI::Range(least, most));
  return *this;
}
template Option Option::range(int, int) const;
template Option Option::range(int64_t, int64_t) const;
template Option Option::range(uint64_t, uint64_t) const;
template Option Option::range(double, double) const;

Option Option::positive() const {
  option_->check(CLI::PositiveNumber);
  return *this;
}

Option Option::one_of(const std::vector<std::string>& names) const {
  option_->check(CLI::IsMember(names));
  return *this;
}

Option Option::check(const std::function<std::string(const std::string&)>& wrong) const {
  option_->check(wrong, "");
  return *this;
}

std::size_t Option::count() const {
  return option_->count();
}

const std::vector<std::string>& Option::results() const {
  return option_->results();
}

Command Command::add_subcommand(const std::string& name, const std::string& meaning) const {
  return Command(app_->add_subcommand(name, meaning));
}

template <class Value>
Option Command::add_option(const std::string& name, Value& value, const std::string& meaning) const {
  return Option(app_->add_option(name, value, meaning));
}
template Option Command::add_option(const std::string&, std::string&, const std::string&) const;
template Option Command::add_option(const std::string&, std::vector<std::string>&, const std::string&) const;
template Option Command::add_option(const std::string&, uint16_t&, const std::string&) const;
template Option Command::add_option(const std::string&, int&, const std::string&) const;
template Option Command::add_option(const std::string&, int64_t&, const std::string&) const;
template Option Command::add_option(const std::string&, uint64_t&, const std::string&) const;
template Option Command::add_option(const std::string&, double&, const std::string&) const;

Option Command::add_option(const std::string& name, const std::string& meaning) const {
  return Option(app_->add_option(name, meaning));
}

Option Command::add_option_function(const std::string& name, const std::function<void(const std::string&)>& given,
                                    const std::string& meaning) const {
  return Option(app_->add_option_function<std::string>(name, given, meaning));
}

Option Command::add_flag(const std::string& name, bool& value, const std::string& meaning) const {
  return Option(app_->add_flag(name, value, meaning));
}

Option Command::get_option(const std::string& name) const {
  return Option(app_->get_option(name));
}

void Command::callback(std::function<void()> chosen) const {
  app_->callback(std::move(chosen));
}

void missing(const std::string& what) {
  throw CLI::RequiredError(what);
}

std::optional<int> read_arguments(int argc, char** argv, const std::string& version,
                                  const std::function<void(const Command& program)>& declare) {
  CLI::App app{"Bastide: plays, checks and studies a game of landscape tiles.", "bastide"};
  app.set_version_flag("--version", "bastide " + version, "show the version and stop");
  app.set_help_flag("-h,--help", "show this page and stop; bastide COMMAND --help says more of a command");
  app.require_subcommand(1);
  app.fallthrough();
  declare(Command(&app));
  for (CLI::App* command : app.get_subcommands({})) command->set_help_flag("-h,--help", "show this page and stop");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return std::nullopt;
}

}  // namespace bastide::cli
