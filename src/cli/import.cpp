// bastide import: reads a saved game of JCloisterZone or FanCloisterZone, plays it by our rules and writes the record.
#include <fmt/format.h>

#include <iostream>

#include "cli/cli.h"
#include "jcz/check.h"
#include "jcz/import.h"

namespace bastide::cli {
namespace {

struct ImportOptions {
  std::string input, out = "-";
  bool check = false;
};

/// 0 if all that is asserted and can be judged holds.
int print_verdicts(const std::vector<jcz::Verdict>& verdicts) {
  using Kind = jcz::Verdict::Kind;
  int passed = 0, wrong = 0;
  for (const jcz::Verdict& verdict : verdicts) {
    const bool good = verdict.kind == Kind::passed;
    passed += good;
    wrong += verdict.kind == Kind::failed || verdict.kind == Kind::not_understood;
    const char* word = good                                   ? "passed"
                       : verdict.kind == Kind::failed         ? "failed"
                       : verdict.kind == Kind::not_understood ? "not understood"
                                                              : "not ours";
    fmt::print("{}: {}{}\n", word, verdict.assertion, good ? "" : fmt::format(" -- here: {}", verdict.here));
  }
  fmt::print("{} of {} assertions passed\n", passed, verdicts.size());
  return wrong == 0 ? 0 : 1;
}

int run(const Context& context, const ImportOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  const auto text = read_input(options.input);
  if (!text) return fail(text.error());
  const auto in_file = [&](Error error) {
    error.source = options.input == "-" ? "standard input" : options.input;
    return fail(error);
  };
  const auto save = jcz::parse_save(*text);
  if (!save) return in_file(save.error());
  const auto imported = jcz::import_save(**data, *save);
  if (!imported) return in_file(imported.error());
  for (const std::string& note : imported->notes) std::cerr << "bastide: note: " << note << '\n';
  if (imported->ends && !imported->game.over())
    std::cerr << "bastide: note: the save ends the game after " << *save->draws
              << " tiles; the record goes on with a full box\n";
  if (!options.check || options.out != "-") {
    const auto written = write_output(options.out, write_record(imported->game.record()));
    if (!written) return fail(written.error());
  }
  return options.check ? print_verdicts(jcz::judge(**data, *save, *imported)) : 0;
}

}  // namespace

void declare_import(const Command& app, Context& context) {
  const Command command =
      app.add_subcommand("import", "read a saved game of JCloisterZone 5 or FanCloisterZone 6 and write our record");
  const auto options = std::make_shared<ImportOptions>();
  command.add_option("save", options->input, "file with a saved game (docs/jcz.md); - reads standard input")
      .required()
      .type_name("SAVE");
  command.add_flag("--check", options->check,
                   "judge what the save asserts (test.assertions) instead of writing the record; status 1 if something "
                   "does not hold");
  command.add_option("--out", options->out, "write the record to this file").type_name("FILE");
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
