// bastide engine: the players as a program that speaks lines, for whatever wants to ask them (docs/engine-protocol.md).
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "cli/cli.h"
#include "engine/desk.h"
#include "engine/lines.h"

namespace bastide::cli {
namespace {

struct EngineOptions {
  std::string player;
};

void say(std::string_view line) {
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

int run(const Context& context, const EngineOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  EngineDesk desk(**data, say);
  if (!options.player.empty()) {
    if (const auto player = parse_player(options.player); !player) return fail(player.error());
    desk.take("option player " + options.player);
  }
  LineCutter cutter;
  bool quit = false;
  const auto take = [&](const LineCutter::Cut& line) {
    if (line.too_long)  // long enough to be refused as such
      desk.take(line.text + std::string(1, '?'));
    else
      quit = quit || !desk.take(line.text);
  };
  std::array<char, 1 << 16> bytes{};
  while (!quit) {
    const ssize_t read = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) break;
    cutter.add({bytes.data(), static_cast<std::size_t>(read)}, take);
  }
  if (quit)  // what was asked for is cut short, and nobody waits for what cannot be
    std::thread([] {
      std::this_thread::sleep_for(std::chrono::seconds(2));
      std::_Exit(0);
    }).detach();
  else
    cutter.rest(take);
  desk.finish();
  return 0;
}

}  // namespace

void declare_engine(const Command& app, Context& context) {
  const Command command = app.add_subcommand("engine", "answer positions with moves, line by line, for other programs");
  const auto options = std::make_shared<EngineOptions>();
  command.add_option("--player", options->player, "who plays; the line 'option player PLAYER' says it too")
      .type_name("PLAYER");
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
