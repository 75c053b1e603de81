// bastide sim: many games between players, who wins by how much, and how fast.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <iostream>

#include "ai/match.h"
#include "cli/cli.h"
#include "game/game.h"

namespace bastide::cli {
namespace {

struct SimOptions {
  std::string preset = "new", players = "random,greedy", kernel = "auto";
  std::vector<std::string> set;
  int64_t games = 1000;
  uint64_t seed = 1;
  int threads = 1;
  int64_t record = -1;
  bool json = false, rotate = false, progress = false;
};

/// Mean and its standard error.
struct Mean {
  double value = 0, error = 0;
};

Mean mean(int64_t sum, int64_t squares, int64_t n) {
  const auto count = static_cast<double>(n);
  const double value = static_cast<double>(sum) / count;
  const double variance =
      n < 2 ? 0 : std::max(0.0, (static_cast<double>(squares) - value * static_cast<double>(sum)) / (count - 1));
  return {value, std::sqrt(variance / count)};
}

int64_t speed(const MatchCount& count) {
  return count.cpu_seconds > 0 ? std::llround(static_cast<double>(count.games) / count.cpu_seconds) : 0;
}

std::string_view kernel_of(const MatchSetup& setup) {
  return kKernelNames[static_cast<std::size_t>(setup.kernel)];
}

void print_json(const MatchSetup& setup, const SimOptions& options, const MatchCount& count) {
  boost::json::object out;
  out["preset"] = setup.rules->preset->id;
  boost::json::object changed;
  for (const auto& [option, value] : setup.rules->choice.options) changed[option] = value;
  out["options"] = changed;
  out["kernel"] = kernel_of(setup);
  out["games"] = count.games;
  out["seed"] = options.seed;
  out["threads"] = options.threads;
  out["rotate"] = options.rotate;
  out["signature"] = fmt::format("{:016x}", count.signature);
  out["games_per_cpu_second"] = speed(count);
  out["cpu_seconds"] = count.cpu_seconds;
  out["wall_seconds"] = count.wall_seconds;
  boost::json::array wins, means, players;
  for (std::size_t i = 0; i < count.players.size(); ++i) {
    const PlayerCount& player = count.players[i];
    const Mean points = mean(player.points, player.points_squared, count.games);
    const Mean margin = mean(player.margin, player.margin_squared, count.games);
    wins.push_back(player.wins);
    means.push_back(points.value);
    players.push_back({{"player", setup.players[i]},
                       {"wins", player.wins},
                       {"ties", player.shared},
                       {"mean", points.value},
                       {"standard_error", points.error},
                       {"lowest", player.lowest},
                       {"highest", player.highest},
                       {"margin", margin.value},
                       {"margin_standard_error", margin.error}});
  }
  out["wins"] = wins;
  out["means"] = means;
  out["players"] = players;
  std::cout << boost::json::serialize(out) << '\n';
}

void print_table(const MatchSetup& setup, const SimOptions& options, const MatchCount& count) {
  fmt::print("{}; {} games, seed {}, {} kernel{}\n\n", describe(*setup.rules)[0], grouped(count.games), options.seed,
             kernel_of(setup), options.rotate ? ", start rotates" : "");
  fmt::print("{:>4}  {:<12} {:>11} {:>7} {:>9}  {:>16}  {:>16}  {:>9}\n", options.rotate ? "" : "seat", "player",
             "wins", "", "ties", "points", "margin", "range");
  for (std::size_t i = 0; i < count.players.size(); ++i) {
    const PlayerCount& player = count.players[i];
    const Mean points = mean(player.points, player.points_squared, count.games);
    const Mean margin = mean(player.margin, player.margin_squared, count.games);
    fmt::print("{:>4}  {:<12} {:>11} {:>6.2f}% {:>9}  {:>8.2f} ± {:<5.2f}  {:>+8.2f} ± {:<5.2f}  {:>9}\n", i + 1,
               setup.players[i], grouped(player.wins),
               100.0 * static_cast<double>(player.wins) / static_cast<double>(count.games), grouped(player.shared),
               points.value, points.error, margin.value, margin.error,
               fmt::format("{}..{}", player.lowest, player.highest));
  }
  fmt::print("\n{} games per CPU second ({:.2f} s of CPU, {:.2f} s in all, {} thread{})\nsignature {:016x}\n",
             grouped(speed(count)), count.cpu_seconds, count.wall_seconds, options.threads,
             options.threads == 1 ? "" : "s", count.signature);
}

/// One game of the match, move by move, as a record. Games of random players alone are other games than the match's:
/// there random_playout plays, which asks for its random numbers in another order.
int print_record(const MatchSetup& setup, int64_t number) {
  const auto seats = setup.players.size();
  const std::size_t shift = setup.rotate ? static_cast<std::size_t>(number) % seats : 0;
  std::vector<SeatSpec> specs(seats);
  std::vector<std::unique_ptr<Player>> players(seats);
  for (std::size_t i = 0; i < seats; ++i) {
    auto player = make_player(setup.players[i]);
    if (!player) return fail(player.error());
    const PlayerInfo& info = *parse_player(setup.players[i])->info;
    specs[(i + shift) % seats] = {fmt::format("{} {}", info.name, i + 1), std::string(info.id)};
    players[(i + shift) % seats] = std::move(*player);
  }
  auto game = Game::create(setup.rules, specs);
  if (!game) return fail(game.error());
  Rng rng(game_seed(setup.seed, number));
  while (!game->over()) {
    const auto& state = game->state();
    const Ruleset& kernel = setup.rules->kernel;
    const Move move =
        state.phase == Phase::draw ? random_draw(kernel, state, rng) : players[state.seat]->choose(kernel, state, rng);
    if (const auto ply = game->play(move); !ply) return fail(ply.error());
  }
  std::cout << write_record(game->record());
  return 0;
}

int run(const Context& context, const SimOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  const auto choice = rule_choice(options.preset, options.set);
  if (!choice) return fail(choice.error());
  MatchSetup setup;
  setup.players = split(options.players, ',');
  const auto rules = compile(**data, *choice, static_cast<int>(setup.players.size()));
  if (!rules) return fail(rules.error());
  setup.rules = *rules;
  setup.games = options.games;
  setup.seed = options.seed;
  setup.threads = options.threads;
  setup.rotate = options.rotate;
  const auto named = std::find(kKernelNames.begin(), kKernelNames.end(), options.kernel);
  setup.kernel = named == kKernelNames.end() ? best_kernel(setup.rules->kernel)
                                             : static_cast<KernelChoice>(named - kKernelNames.begin());
  if (options.record >= 0) return print_record(setup, options.record);
  const bool progress = options.progress || is_terminal(STDERR_FILENO);
  const auto count = play_match(setup, [&](int64_t done) {
    if (progress)
      fmt::print(stderr, "\r{} of {} games ({} %) ", grouped(done), grouped(options.games), 100 * done / options.games);
  });
  if (progress) fmt::print(stderr, "\r{:60}\r", "");
  if (!count) return fail(count.error());
  std::cout.flush();
  (options.json ? print_json : print_table)(setup, options, *count);
  return 0;
}

}  // namespace

void declare_sim(const Command& app, Context& context) {
  const Command command = app.add_subcommand("sim", "play many games between players and count");
  const auto options = std::make_shared<SimOptions>();
  add_rule_options(command, options->preset, options->set);
  std::string known;
  for (const PlayerInfo& info : players()) known += (known.empty() ? "" : ", ") + std::string(info.id);
  command
      .add_option(
          "--players", options->players,
          "who plays, a seat each, with commas between them, one that searches with nodes=N, time=SECONDS or threads=N "
          "behind a colon; there are: " +
              known)
      .capture_default_str()
      .type_name("PLAYER,...");
  command.add_option("--games", options->games, "how many games")
      .capture_default_str()
      .range(int64_t{1}, kMostGames)
      .type_name("N");
  add_seed_option(command, options->seed, "where all chance comes from: the same seed gives the same games");
  command.add_option("--threads", options->threads, "threads; the counts and the signature do not depend on it")
      .capture_default_str()
      .range(1, kMostThreads)
      .type_name("T");
  command
      .add_option("--kernel", options->kernel,
                  "which instantiation of the kernel; auto: the first of fast, large and full that takes the game")
      .capture_default_str()
      .one_of({"auto", "fast", "large", "full"})
      .type_name("KERNEL");
  command.add_flag("--rotate", options->rotate,
                   "let the players take turns at starting; without it player 1 starts every game");
  const Option json = command.add_flag("--json", options->json, "print one JSON object instead of the table");
  command
      .add_option("--record", options->record,
                  "instead of counting, write game number N of the match (from 0) as a record")
      .range(int64_t{0}, kMostGames)
      .excludes(json)
      .type_name("N");
  command.add_flag("--progress", options->progress, "show progress also when standard error is no terminal");
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
