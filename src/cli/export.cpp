// bastide export: writes a record as a game of another program.
#include <iostream>

#include "cli/cli.h"
#include "game/game.h"
#include "jcz/export.h"

namespace bastide::cli {
namespace {

struct ExportOptions {
  std::string input, to = "jcz", out = "-";
  bool assertions = false;
};

int run(const Context& context, const ExportOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  const auto text = read_input(options.input);
  if (!text) return fail(text.error());
  const auto in_file = [&](Error error) {
    error.source = options.input == "-" ? "standard input" : options.input;
    return fail(error);
  };
  const auto record = parse_record(**data, *text);
  if (!record) return in_file(record.error());
  const auto game = Game::replay(*record);
  if (!game) return in_file(game.error());
  const auto exported = jcz::export_game(*game, options.assertions);
  if (!exported) return in_file(exported.error());
  for (const std::string& note : exported->notes) std::cerr << "bastide: note: " << note << '\n';
  const auto written = write_output(options.out, jcz::write_save(exported->save));
  return written ? 0 : fail(written.error());
}

}  // namespace

void declare_export(const Command& app, Context& context) {
  const Command command = app.add_subcommand("export", "write a record as a saved game of JCloisterZone");
  const auto options = std::make_shared<ExportOptions>();
  command.add_option("record", options->input, "file with a game (docs/notation.md); - reads standard input")
      .required()
      .type_name("RECORD");
  command.add_option("--to", options->to, "the format: jcz (docs/jcz.md)").capture_default_str().one_of({"jcz"});
  command.add_flag("--assertions", options->assertions,
                   "also write what was scored and who has how many points, for the other program to judge");
  command.add_option("--out", options->out, "write to this file").type_name("FILE");
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
