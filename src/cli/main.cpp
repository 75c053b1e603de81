// bastide <command>: reads the arguments, runs the command, turns what goes wrong into an exit status.
#include <exception>
#include <iostream>

#include "cli/cli.h"
#include "core/version.h"

namespace {

using namespace bastide::cli;

int run(int argc, char** argv) {
  Context context;
  const auto declare = [&context](const Command& program) {
    program
        .add_option("--data", context.data,
                    "read tiles, presets and rules from this folder instead of those in the program")
        .type_name("FOLDER");
    declare_serve(program, context);
    declare_replay(program, context);
    declare_analyse(program, context);
    declare_show(program, context);
    declare_score(program, context);
    declare_rules(program, context);
    declare_import(program, context);
    declare_export(program, context);
    declare_sim(program, context);
    declare_arena(program, context);
    declare_perft(program, context);
    declare_bench(program, context);
    declare_engine(program, context);
    declare_play(program, context);
    declare_bridge(program, context);
    declare_copy(program, context);
    declare_load(program, context);
    declare_art(program, context);
  };
  if (const auto status = read_arguments(argc, argv, bastide::kVersion, declare)) return *status;
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
