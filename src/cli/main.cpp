// bastide <command>: reads the arguments, runs the command, turns what goes wrong into an exit status.
#include <exception>
#include <iostream>

#include "cli/cli.h"
#include "core/version.h"

namespace {

using namespace bastide::cli;

int run(int argc, char** argv) {
  Context context;
  CLI::App app{"Bastide: plays, checks and studies a game of landscape tiles.", "bastide"};
  app.set_version_flag("--version", std::string("bastide ") + bastide::kVersion, "show the version and stop");
  app.set_help_flag("-h,--help", "show this page and stop; bastide COMMAND --help says more of a command");
  app.add_option("--data", context.data,
                 "read tiles, presets and rules from this folder instead of those in the program")
      ->type_name("FOLDER");
  app.require_subcommand(1);
  app.fallthrough();
  declare_serve(app, context);
  declare_replay(app, context);
  declare_show(app, context);
  declare_score(app, context);
  declare_rules(app, context);
  declare_sim(app, context);
  declare_perft(app, context);
  declare_bench(app, context);
  declare_load(app, context);
  declare_art(app, context);
  for (CLI::App* command : app.get_subcommands({})) command->set_help_flag("-h,--help", "show this page and stop");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return context.run();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "bastide: unexpected: " << error.what() << '\n';
    return 1;
  }
}
