// bastide bench: how fast the parts are, each on fixed work with a signature of what came out. The signatures are the
// same on every machine; one that changes means that the rules, the random numbers or a player changed.
#include <fmt/format.h>
#include <time.h>

#include <boost/json.hpp>
#include <cmath>
#include <iostream>
#include <memory>

#include "ai/match.h"
#include "cli/bench_growth.h"
#include "cli/cli.h"
#include "game/game.h"
#include "game/perft.h"

namespace bastide::cli {
namespace {

struct BenchOptions {
  std::string only, preset = "new";
  bool json = false, growth = false;
};

/// What a measurement did.
struct Outcome {
  int64_t work = 0;  ///< in its unit
  uint64_t signature = 0;
};

struct Measurement {
  std::string_view name, unit, sentence;
  std::function<Outcome(const GameRules&)> run;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Random games ply by ply: every legal move is listed, one is chosen, applied.
template <class Config>
Outcome plies(const GameRules& rules, int games) {
  Outcome out;
  const auto state = std::make_unique<State<Config>>();
  std::vector<Move> moves;
  for (int game = 0; game < games; ++game) {
    Rng rng(game_seed(1, game));
    start(rules.kernel, *state);
    while (state->phase != Phase::over) {
      if (state->phase == Phase::draw) {
        apply(rules.kernel, *state, random_draw(rules.kernel, *state, rng));
      } else {
        legal_moves(rules.kernel, *state, moves);
        apply(rules.kernel, *state, moves[rng.below(static_cast<uint32_t>(moves.size()))]);
      }
      ++out.work;
    }
    out.signature += state_signature(*state);
  }
  return out;
}

template <class Config>
Outcome playouts(const GameRules& rules, int games) {
  Outcome out;
  const auto state = std::make_unique<State<Config>>();
  for (int game = 0; game < games; ++game) {
    Rng rng(game_seed(1, game));
    start(rules.kernel, *state);
    random_playout(rules.kernel, *state, rng);
    out.signature += state_signature(*state);
    ++out.work;
  }
  return out;
}

template <class Config>
Outcome greedy_games(const GameRules& rules, int games) {
  Outcome out;
  const auto state = std::make_unique<State<Config>>();
  const auto player = *make_player_on<Config>("greedy");
  const std::vector<PlayerOn<Config>*> seats(rules.kernel.seats, player.get());
  for (int game = 0; game < games; ++game) {
    Rng rng(game_seed(1, game));
    start(rules.kernel, *state);
    play_out(rules.kernel, *state, seats, rng);
    out.signature += state_signature(*state);
    ++out.work;
  }
  return out;
}

/// Every line of play from the start with given draws, some turns deep.
template <class Config>
Outcome lines_of_play(const GameRules& rules, int times) {
  constexpr int kDepth = 8;  // four turns, each a tile and a follower
  Outcome out;
  const auto state = std::make_unique<State<Config>>();
  for (int i = 0; i < times; ++i) {
    start(rules.kernel, *state);
    const auto draws = shuffled_stack(rules.kernel, *state, game_seed(1, i));
    const auto counts = perft(rules.kernel, *state, draws, kDepth);
    if (!counts) throw std::runtime_error(counts.error().text());
    for (const uint64_t nodes : *counts) out.work += static_cast<int64_t>(nodes);
    out.signature = out.signature * 31 + counts->back();
  }
  return out;
}

/// A game after half of its plies, for copying.
template <class Config>
Outcome copies(const GameRules& rules, int count) {
  const auto state = std::make_unique<State<Config>>();
  const auto copy = std::make_unique<State<Config>>();
  Rng rng(1);
  std::vector<Move> moves;
  start(rules.kernel, *state);
  for (int ply = 0; ply < 100 && state->phase != Phase::over; ++ply) {
    legal_moves(rules.kernel, *state, moves);
    apply(rules.kernel, *state, moves[rng.below(static_cast<uint32_t>(moves.size()))]);
  }
  Outcome out{count, 0};
  for (int i = 0; i < count; ++i) {
    *copy = *state;
    asm volatile("" : : "g"(copy.get()) : "memory");  // the copy is looked at, as far as the compiler knows
  }
  out.signature = state_signature(*copy);
  return out;
}

/// Records of random games: read from text, checked, explained.
Outcome replays(const GameRules& rules, int games) {
  Outcome out;
  std::vector<SeatSpec> seats;
  for (int seat = 0; seat < rules.kernel.seats; ++seat) seats.push_back({fmt::format("Player {}", seat + 1), "random"});
  auto game = Game::create(std::shared_ptr<const GameRules>(std::shared_ptr<void>(), &rules), seats);
  Rng rng(1);
  const auto player = *make_player("random");
  while (!game->over()) {
    const auto& state = game->state();
    static_cast<void>(game->play(state.phase == Phase::draw ? random_draw(rules.kernel, state, rng)
                                                            : player->choose(rules.kernel, state, rng)));
  }
  const std::string text = write_record(game->record());
  for (int i = 0; i < games; ++i) {
    const auto record = parse_record(*rules.catalogue, text);
    const auto replayed = record ? Game::replay(*record) : tl::unexpected<Error>(record.error());
    if (!replayed) throw std::runtime_error(replayed.error().text());
    out.work += static_cast<int64_t>(replayed->plies().size());
    out.signature += state_signature(replayed->state());
  }
  return out;
}

const std::vector<Measurement>& measurements() {
  static const std::vector<Measurement> all = {
      {"playouts-fast", "games", "random playouts, fast kernel",
       [](const GameRules& rules) { return playouts<Fast>(rules, 20000); }},
      {"playouts-full", "games", "random playouts, full kernel",
       [](const GameRules& rules) { return playouts<Full>(rules, 15000); }},
      {"plies-fast", "plies", "draw, list the legal moves, apply one; fast kernel",
       [](const GameRules& rules) { return plies<Fast>(rules, 10000); }},
      {"plies-full", "plies", "the same, full kernel", [](const GameRules& rules) { return plies<Full>(rules, 8000); }},
      {"perft-fast", "nodes", "every line of play some turns deep, fast kernel",
       [](const GameRules& rules) { return lines_of_play<Fast>(rules, 3); }},
      {"perft-full", "nodes", "the same, full kernel",
       [](const GameRules& rules) { return lines_of_play<Full>(rules, 1); }},
      {"greedy-fast", "games", "greedy against greedy, fast kernel",
       [](const GameRules& rules) { return greedy_games<Fast>(rules, 200); }},
      {"replay", "plies", "read a record, check and explain every ply",
       [](const GameRules& rules) { return replays(rules, 500); }},
      {"copy-fast", "copies", "copies of a state in the middle of a game, fast kernel",
       [](const GameRules& rules) { return copies<Fast>(rules, 500000); }},
      {"copy-full", "copies", "the same, full kernel",
       [](const GameRules& rules) { return copies<Full>(rules, 50000); }},
  };
  return all;
}

int run(const Context& context, const BenchOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  const auto rules = compile(**data, {options.preset, {}}, 2);
  if (!rules) return fail(rules.error());
  boost::json::array results;
  if (!options.json)
    fmt::print("{}, 2 seats, seed 1\n\n{:<14} {:>14} {:<9} {:>8}  {:<16}\n", describe(**rules)[0], "", "per CPU second",
               "", "seconds", "signature");
  for (const Measurement& each : measurements()) {
    if (!options.only.empty() && each.name != options.only) continue;
    const double begin = cpu_seconds();
    const Outcome outcome = each.run(**rules);
    const double seconds = std::max(cpu_seconds() - begin, 1e-9);
    const int64_t speed = std::llround(static_cast<double>(outcome.work) / seconds);
    const std::string signature = fmt::format("{:016x}", outcome.signature);
    if (options.json)
      results.push_back({{"name", each.name},
                         {"what", each.sentence},
                         {"unit", each.unit},
                         {"work", outcome.work},
                         {"cpu_seconds", seconds},
                         {"per_cpu_second", speed},
                         {"signature", signature}});
    else
      fmt::print("{:<14} {:>14} {:<9} {:>8.2f}  {:<16}  {}\n", each.name, grouped(speed), each.unit, seconds, signature,
                 each.sentence);
    std::fflush(stdout);
  }
  if (options.json) {
    const boost::json::object sizes{
        {"fast", sizeof(State<Fast>)}, {"large", sizeof(State<Large>)}, {"full", sizeof(State<Full>)}};
    std::cout << boost::json::serialize(boost::json::object{
                     {"preset", (*rules)->preset->id}, {"benchmarks", results}, {"state_bytes", sizes}})
              << '\n';
  } else {
    fmt::print("\nA state takes {} bytes (fast), {} (large) or {} (full).\n", grouped(sizeof(State<Fast>)),
               grouped(sizeof(State<Large>)), grouped(sizeof(State<Full>)));
  }
  return 0;
}

int growth(const Context& context, const BenchOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  const auto printed = run_growth(**data, options.preset);
  return printed ? 0 : fail(printed.error());
}

}  // namespace

void declare_bench(const Command& app, Context& context) {
  const Command command = app.add_subcommand("bench", "measure the parts on fixed work, with signatures");
  const auto options = std::make_shared<BenchOptions>();
  std::vector<std::string> names;
  for (const Measurement& each : measurements()) names.emplace_back(each.name);
  command.add_option("--preset", options->preset, "whose tiles and rules").capture_default_str().type_name("PRESET");
  const Option only = command.add_option("--only", options->only, "only this measurement");
  only.one_of(names).type_name("NAME");
  const Option as_json = command.add_flag("--json", options->json, "print one JSON object");
  command.add_flag("--growth", options->growth, "instead: how a random game's cost grows with seats, tiles and threads")
      .excludes(only)
      .excludes(as_json);
  command.callback([&context, options] {
    context.run = [&context, options] { return (options->growth ? growth : run)(context, *options); };
  });
}

}  // namespace bastide::cli
