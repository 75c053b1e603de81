// bastide arena: who is stronger, by how much, and how sure that is. docs/bots.md says how to measure with it.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>

#include "ai/arena_log.h"
#include "ai/arena_ranks.h"
#include "cli/arena_print.h"
#include "cli/cli.h"
#include "cli/ranks.h"
#include "engine/client.h"

namespace bastide::cli {
namespace {

constexpr int64_t kDecksUntilDecided = 100'000;

struct ArenaOptions {
  std::string preset = "new", sprt, log;
  std::vector<std::string> set, contestants;
  int seats = 2, threads = 0;
  int64_t decks = 100;
  uint64_t seed = 1;
  double alpha = 0.05, beta = 0.05;
  bool json = false, progress = false;
};

/// An engine for which nobody moves when it fails: that ends the match.
class EngineAlone : public Player {
 public:
  EngineAlone(const GameRulesPtr& rules, std::shared_ptr<EngineClient> client) : engine_(rules, std::move(client)) {}
  Move choose(const Ruleset& rules, const State<Full>& state, Rng& rng) override {
    const Move move = engine_.choose(rules, state, rng);
    if (engine_.failures() > 0) throw std::runtime_error(engine_.trouble().text());
    return move;
  }

 private:
  EnginePlayer engine_;
};

/// Who plays under a name of the command line: a player of ai/player.h, or a program (engine/client.h).
Result<Contestant> make_contestant(const std::string& spec) {
  if (!spec.starts_with(kEnginePrefix)) {
    BASTIDE_CHECK(parse_player(spec));
    return Contestant{spec, {}};
  }
  BASTIDE_TRY(const EngineSpec engine, parse_engine(std::string_view(spec).substr(kEnginePrefix.size())));
  return Contestant{spec, [engine](const GameRulesPtr& rules) -> Result<std::unique_ptr<Player>> {
                      auto client = std::make_shared<EngineClient>(engine);
                      BASTIDE_CHECK(client->start());
                      return std::make_unique<EngineAlone>(rules, std::move(client));
                    }};
}

bool read_sprt(std::string_view text, Sprt& sprt) {
  const auto number = [](std::string_view part, double& value) {
    const auto [end, wrong] = std::from_chars(part.data(), part.data() + part.size(), value);
    return wrong == std::errc() && end == part.data() + part.size() && value >= -1000 && value <= 1000;
  };
  const std::size_t comma = text.find(',');
  return comma != std::string_view::npos && number(text.substr(0, comma), sprt.elo0) &&
         number(text.substr(comma + 1), sprt.elo1) && sprt.elo0 < sprt.elo1;
}

Result<ArenaSetup> setup_of(const Context& context, const ArenaOptions& options) {
  BASTIDE_TRY(const Catalogue* data, catalogue(context));
  BASTIDE_TRY(const RuleChoice choice, rule_choice(options.preset, options.set));
  ArenaSetup setup;
  BASTIDE_TRY(setup.rules, compile(*data, choice, options.seats));
  for (const std::string& spec : options.contestants) {
    BASTIDE_TRY(auto contestant, make_contestant(spec));
    setup.contestants.push_back(std::move(contestant));
  }
  setup.seed = options.seed;
  setup.decks = options.decks;
  setup.threads = options.threads > 0 ? options.threads : started_by_mpirun() ? 1 : processors();
  if (!options.sprt.empty()) {
    setup.sprt = Sprt{0, 0, options.alpha, options.beta};
    read_sprt(options.sprt, *setup.sprt);
  }
  BASTIDE_CHECK(check(setup));
  return setup;
}

/// What rank 0 does, or the only process. The other ranks are told to end, however it ends.
Result<void> lead(const ArenaSetup& setup, const ArenaOptions& options, Ranks* ranks, Ledger& ledger, ArenaRun& run) {
  const auto begin = std::chrono::steady_clock::now();
  std::unique_ptr<ArenaLog> log;
  if (!options.log.empty()) {
    auto opened = ArenaLog::open(options.log, setup, ledger);
    if (!opened) {
      if (ranks != nullptr) static_cast<void>(lead_ranks(setup, ledger, *ranks, false));
      return tl::unexpected<Error>(opened.error());
    }
    log = std::move(*opened);
    run.remembered = log->remembered();
    ledger.record = [&log](const Encounter& encounter) { return log->append(encounter); };
  }
  const bool terminal = is_terminal(STDERR_FILENO), shown = options.progress || terminal;
  const auto tell = [&] {
    run.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!shown) return;
    ledger.look([&](const Standings& standings) {
      fmt::print(stderr, "\r{:<100}", arena_progress(setup, standings, run, ledger.planned()));
    });
  };
  const auto played =
      ranks != nullptr ? lead_ranks(setup, ledger, *ranks, true, tell) : play_arena(setup, ledger, tell);
  tell();
  if (shown) fmt::print(stderr, "{}", terminal ? fmt::format("\r{:100}\r", "") : "\n");
  return played;
}

int run_arena(const Context& context, const ArenaOptions& options) {
  const auto setup = setup_of(context, options);
  if (!setup) return fail(setup.error());
  std::unique_ptr<Ranks> ranks;
  if (started_by_mpirun()) {
    auto joined = join_ranks();
    if (!joined) return fail(joined.error());
    ranks = std::move(*joined);
    if (ranks->rank() != 0) {
      follow_ranks(*setup, *ranks);
      return 0;
    }
  }
  Ledger ledger(*setup);
  ArenaRun run;
  if (ranks) run.ranks = ranks->size();
  if (const auto played = lead(*setup, options, ranks.get(), ledger, run); !played) return fail(played.error());
  std::cout.flush();
  ledger.look(
      [&](const Standings& standings) { (options.json ? print_arena_json : print_arena)(*setup, standings, run); });
  return 0;
}

}  // namespace

void declare_arena(const Command& app, Context& context) {
  const Command command = app.add_subcommand("arena", "measure who is stronger, with the same decks from each seat");
  const auto options = std::make_shared<ArenaOptions>();
  command
      .add_option(
          "contestants", options->contestants,
          "who plays, two or more: a player as in bastide sim --players, such as mason:time=0.2, or engine:COMMAND")
      .required()
      .type_name("CONTESTANT...");
  add_rule_options(command, options->preset, options->set);
  command.add_option("--seats", options->seats, "how many play a game; docs/bots.md says who then sits where")
      .capture_default_str()
      .range(2, kMaxSeats)
      .type_name("N");
  const Option decks =
      command
          .add_option("--decks", options->decks,
                      "how many decks for any two that meet, each played from every seat; with --sprt at most, and " +
                          grouped(kDecksUntilDecided) + " if none are given")
          .capture_default_str()
          .range(int64_t{1}, kMostDecks)
          .type_name("N");
  add_seed_option(command, options->seed, "where the decks and the players' chance come from");
  command
      .add_option("--threads", options->threads,
                  "threads of a process; without it as many as it may use processors, and one under mpirun")
      .range(1, kMostThreads)
      .type_name("T");
  const Option sprt =
      command
          .add_option("--sprt", options->sprt,
                      "stop as soon as the first is better than the second by ELO1 rather than by ELO0, or the reverse")
          .check([](const std::string& text) -> std::string {
            Sprt read;
            return read_sprt(text, read) ? "" : "two numbers are needed, the smaller one first, such as 0,10";
          })
          .type_name("ELO0,ELO1");
  for (const auto& [name, value, meaning] :
       {std::tuple("--alpha", &options->alpha, "how often ELO1 may be accepted where ELO0 is true"),
        std::tuple("--beta", &options->beta, "how often ELO0 may be accepted where ELO1 is true")})
    command.add_option(name, *value, meaning).capture_default_str().range(0.0001, 0.4999).needs(sprt).type_name("P");
  command
      .add_option("--log", options->log,
                  "write each deck to this file as soon as it is played; with the same arguments go on where it ends")
      .type_name("FILE");
  command.add_flag("--json", options->json, "print one JSON object instead of the table");
  command.add_flag("--progress", options->progress, "show progress also when standard error is no terminal");
  command.callback([&context, options, decks, sprt] {
    if (sprt.count() > 0 && decks.count() == 0) options->decks = kDecksUntilDecided;
    context.run = [&context, options] { return run_arena(context, *options); };
  });
}

}  // namespace bastide::cli
