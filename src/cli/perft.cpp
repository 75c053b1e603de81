// bastide perft: counts decision sequences with given draws, to compare kernels and implementations.
#include <fmt/format.h>

#include <iostream>

#include "cli/cli.h"
#include "game/game.h"
#include "game/perft.h"

namespace bastide::cli {
namespace {

struct PerftOptions {
  std::string input, preset = "new", draws, kernel = "full";
  std::vector<std::string> set;
  int seats = 2, depth = 3, ply = 0;
  uint64_t seed = 1;
};

/// Where the count begins, and what is drawn from there.
struct Root {
  GameRulesPtr rules;
  State<Full> state;
  std::vector<KindIndex> draws;
  std::vector<Move> moves;  ///< from the start to the root; empty if it is a position
};

Result<std::vector<KindIndex>> parse_draws(const GameRules& rules, const std::string& text) {
  std::vector<KindIndex> draws;
  for (const std::string& name : split(text, ' ')) {
    if (name.empty()) continue;
    const int kind = rules.kind_by_name(name);
    if (kind < 0) return failure(fmt::format("this game has no tile '{}'", name));
    draws.push_back(static_cast<KindIndex>(kind));
  }
  return draws;
}

Result<Root> load(const Catalogue& data, const PerftOptions& options) {
  Root root;
  if (options.input.empty()) {
    BASTIDE_TRY(const auto choice, rule_choice(options.preset, options.set));
    BASTIDE_TRY(root.rules, compile(data, choice, options.seats));
    start(root.rules->kernel, root.state);
  } else {
    BASTIDE_TRY(auto loaded, parse_game_or_position(data, options.input));
    if (const auto* position = std::get_if<Position>(&loaded)) {
      if (options.ply > 0) return failure("--ply is for games: a position has no plies");
      root.rules = position->rules;
      root.state = position->state;
    } else {
      const Record& record = std::get<Record>(loaded);
      const auto game = Game::replay(record);
      if (!game) {
        Error error = game.error();
        error.source = options.input;
        return tl::unexpected<Error>(error);
      }
      const auto& plies = game->plies();
      if (options.ply > static_cast<int>(plies.size()))
        return failure(fmt::format("--ply {}: the game has {} plies", options.ply, plies.size()));
      root.rules = game->rules_ptr();
      root.state = game->at(options.ply).state();
      for (std::size_t i = options.ply; i < plies.size(); ++i)
        if (plies[i].move.kind == MoveKind::draw) root.draws.push_back(plies[i].move.tile);
    }
  }
  if (!options.draws.empty()) {
    BASTIDE_TRY(root.draws, parse_draws(*root.rules, options.draws));
  } else if (root.draws.empty()) {
    root.draws = shuffled_stack(root.rules->kernel, root.state, options.seed);
  }
  return root;
}

int run(const Context& context, const PerftOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  const auto root = load(**data, options);
  if (!root) return fail(root.error());
  Result<std::vector<uint64_t>> counts;
  if (options.kernel == "full") {
    counts = perft(root->rules->kernel, root->state, root->draws, options.depth);
  } else {
    if (!options.input.empty())
      return fail(Error{"--kernel fast counts from the start of a game only; leave out the file", 0, 0, {}, {}, {}});
    if (!fits<Fast>(root->rules->kernel))
      return fail(Error{"this game is larger than the fast kernel can hold", 0, 0, {}, {}, {}});
    State<Fast> state;
    start(root->rules->kernel, state);
    counts = perft(root->rules->kernel, state, root->draws, options.depth);
  }
  if (!counts) return fail(counts.error());
  if (options.input.empty()) {
    std::cout << write_perft({root->rules, root->draws, *counts});
  } else {
    for (std::size_t depth = 0; depth < counts->size(); ++depth) fmt::print("count {} {}\n", depth, (*counts)[depth]);
  }
  return 0;
}

}  // namespace

void declare_perft(const Command& app, Context& context) {
  const Command command =
      app.add_subcommand("perft", "count the sequences of decisions from a position, with given draws");
  const auto options = std::make_shared<PerftOptions>();
  const Option input = command
                           .add_option("game", options->input,
                                       "file with a game (its draws are used) or a position; without it a new game")
                           .type_name("GAME|POSITION");
  add_rule_options(command, options->preset, options->set);
  command.get_option("--preset").excludes(input);
  command.get_option("--set").excludes(input);
  command.add_option("--seats", options->seats, "seats of the new game")
      .capture_default_str()
      .range(2, 8)
      .type_name("N")
      .excludes(input);
  command
      .add_option("--depth", options->depth,
                  "decisions: tiles, followers, picks, answers and passes; draws do not count")
      .capture_default_str()
      .range(0, 20)
      .type_name("N");
  command.add_option("--ply", options->ply, "begin after that many plies of the game")
      .range(0, 100000)
      .needs(input)
      .type_name("N");
  command
      .add_option("--draws", options->draws,
                  "tiles in the order they are drawn: \"V D U\"; without it the game's, else shuffled by --seed")
      .type_name("TILES");
  add_seed_option(command, options->seed, "shuffles the stack where no draws are given");
  command.add_option("--kernel", options->kernel, "full or fast")
      .capture_default_str()
      .one_of({"fast", "full"})
      .type_name("KERNEL");
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
