// bastide copy: all games and accounts from one place to another.
#include <fmt/format.h>

#include <memory>

#include "cli/cli.h"
#include "store/copy.h"

namespace bastide::cli {
namespace {

struct CopyOptions {
  std::string from, to;
};

int run(const CopyOptions& options) {
  const bool terminal = is_terminal(2);
  const auto tell = [&](int64_t rows) {
    if (terminal) fmt::print(stderr, "\r{} rows", rows);
  };
  const auto copied = copy_store(options.from, options.to, tell);
  if (terminal) fmt::print(stderr, "\r\x1b[K");
  if (!copied) return fail(copied.error());
  fmt::print("{} games with {} events and {} accounts; every log is whole\n", copied->games, copied->events,
             copied->accounts);
  return 0;
}

}  // namespace

void declare_copy(const Command& app, Context& context) {
  const Command command = app.add_subcommand("copy", "copy all games and accounts of a server to another place");
  const auto options = std::make_shared<CopyOptions>();
  const std::string place =
      "a folder of games (serve --games) of which no server runs, or postgresql://... (serve --db)";
  command.add_option("from", options->from, place).required().type_name("FROM");
  command.add_option("to", options->to, "the same, without any game or account").required().type_name("TO");
  command.callback([&context, options] { context.run = [options] { return run(*options); }; });
}

}  // namespace bastide::cli
