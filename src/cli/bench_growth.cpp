// bastide bench --growth: how the cost of a random game grows with seats, with tiles, with expansions and with threads.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "ai/match.h"
#include "cli/bench_growth.h"
#include "cli/cli.h"
#include "expansions/registry.h"

namespace bastide::cli {
namespace {

struct Row {
  std::string what;
  GameRulesPtr rules;
  int64_t games;
  int threads = 1;
};

/// The rules with their box several times: the start tiles of the others are ordinary ones.
GameRulesPtr boxes(const GameRules& rules, int times) {
  auto many = std::make_shared<GameRules>(rules);
  for (int i = 1; i < times; ++i) {
    many->kernel.stack.insert(many->kernel.stack.end(), rules.kernel.stack.begin(), rules.kernel.stack.end());
    many->kernel.stack.push_back(rules.kernel.start_kind);
  }
  return many;
}

/// More seats than there are colours in the box change only who is next and who scores.
GameRulesPtr with_seats(const GameRules& rules, int seats) {
  auto more = std::make_shared<GameRules>(rules);
  more->kernel.seats = seats;
  return more;
}

Result<MatchCount> measure(const Row& row) {
  MatchSetup setup;
  setup.rules = row.rules;
  setup.players.assign(row.rules->kernel.seats, "random");
  setup.games = row.games;
  setup.seed = 1;
  setup.threads = row.threads;
  setup.kernel = best_kernel(row.rules->kernel);
  return play_match(setup);
}

std::string_view kernel_of(const Row& row) {
  return kKernelNames[static_cast<std::size_t>(best_kernel(row.rules->kernel))];
}

}  // namespace

Result<void> run_growth(const Catalogue& catalogue, const std::string& preset) {
  BASTIDE_TRY(const auto base, compile(catalogue, {preset, {}}, 2));
  std::vector<Row> rows;
  for (int seats = 2; seats <= kMaxSeats; ++seats)
    rows.push_back({fmt::format("{} seats", seats), with_seats(*base, seats), 60000});
  if (const auto winter = compile(catalogue, {"winter", {}}, 2)) rows.push_back({"winter, animals", *winter, 50000});
  for (const int times : {2, 3, 5, 10})
    rows.push_back({fmt::format("{} boxes", times), boxes(*base, times), 40000 / times / times});
  for (const Expansion* expansion : expansions()) {  // by the first value that brings it into play
    const OptionSpec* option = catalogue.find_option(expansion->options.front().id);
    if (option == nullptr || option->values.size() < 2) continue;
    if (const auto with = compile(catalogue, {preset, {{option->id, option->values[1].id}}}, 2))
      rows.push_back({option->id, *with, 1500});
  }
  rows.push_back({"2 threads", base, 120000, 2});

  fmt::print("{:<16} {:>5} {:>5} {:<6} {:>12} {:>15} {:>9} {:>12} {:>8}\n", "", "seats", "tiles", "kernel",
             "games/CPU s", "tiles/CPU s", "ns a tile", "games/s", "to first");
  double first = 0;
  for (const Row& row : rows) {
    BASTIDE_TRY(const auto count, measure(row));
    const auto games = static_cast<double>(count.games);
    const double tiles = games * row.rules->kernel.pieces(), cpu = std::max(count.cpu_seconds, 1e-9);
    const double speed = games / std::max(count.wall_seconds, 1e-9);
    if (first == 0) first = speed;
    fmt::print("{:<16} {:>5} {:>5} {:<6} {:>12} {:>15} {:>9.0f} {:>12} {:>8.2f}\n", row.what, row.rules->kernel.seats,
               row.rules->kernel.pieces(), kernel_of(row), grouped(std::llround(games / cpu)),
               grouped(std::llround(tiles / cpu)), 1e9 * cpu / tiles, grouped(std::llround(speed)), speed / first);
    std::fflush(stdout);
  }
  return {};
}

}  // namespace bastide::cli
