// bastide analyse: what each decision of a game was worth, and what would have been better.
#include <fmt/format.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <iostream>

#include "ai/review.h"
#include "cli/cli.h"
#include "game/game.h"

namespace bastide::cli {
namespace {

namespace json = boost::json;

struct AnalyseOptions {
  std::string input;
  int64_t nodes = 1000;
  uint64_t seed = 1;
  int threads = 0;
  bool json = false, progress = false;
};

constexpr double kWeaker = 2, kCostly = 5;  ///< points lost
constexpr std::size_t kOthers = 3;

/// "0,-1 w" with the follower after it.
std::string text_of(const GameRules& rules, const State<Full>& state, const Candidate& candidate) {
  std::string text = move_text(rules, state, candidate.move);
  if (candidate.then.kind == MoveKind::pass) return text;
  const auto placed = std::make_unique<State<Full>>(state);
  apply(rules.kernel, *placed, candidate.move);
  return text + " " + move_text(rules, *placed, candidate.then);
}

json::object to_json(const GameRules& rules, const State<Full>& state, const Candidate& candidate) {
  return {{"move", text_of(rules, state, candidate)}, {"margin", candidate.margin}};
}

int run(const Context& context, const AnalyseOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  const auto failed = [&](Error error) {
    if (error.source.empty()) error.source = options.input == "-" ? "standard input" : options.input;
    return fail(error);
  };
  const auto text = read_input(options.input);
  if (!text) return failed(text.error());
  const auto record = parse_record(**data, *text);
  if (!record) return failed(record.error());
  const auto replay = Game::replay(*record);
  if (!replay) return failed(replay.error());

  const GameRules& rules = replay->rules();
  SearchPlayer<Full> player{SearchSettings{}};
  player.limit({options.nodes, 0, nullptr, options.threads > 0 ? options.threads : processors()});
  const auto& plies = replay->plies();
  std::vector<double> lost(record->seats.size());
  std::vector<int> decisions(record->seats.size());
  const bool progress = options.progress || is_terminal(STDERR_FILENO);
  if (!options.json)
    fmt::print("{:>4}  {:<14} {:>7} {:>6}  {:<22} {}\n", "turn", "", "margin", "lost", "played", "better");
  for (std::size_t i = 0; i < plies.size(); ++i) {
    const Ply& ply = plies[i];
    if (progress) fmt::print(stderr, "\r{} of {} plies ", i, plies.size());
    const Game before = replay->at(static_cast<int>(i));
    if (const auto reviewed = review(player, before, replay->played(), options.seed, options.nodes)) {
      const State<Full>& state = before.state();
      const int seat = state.seat;
      lost[seat] += reviewed->lost;
      ++decisions[seat];
      const std::string played = text_of(rules, state, reviewed->played);
      if (options.json) {
        json::array others;
        for (std::size_t k = 0; k < std::min(kOthers, reviewed->others.size()); ++k)
          others.push_back(to_json(rules, state, reviewed->others[k]));
        std::cout << json::serialize(json::object{{"ply", i + 1},
                                                  {"turn", ply.turn},
                                                  {"seat", seat},
                                                  {"played", to_json(rules, state, reviewed->played)},
                                                  {"best", to_json(rules, state, reviewed->best)},
                                                  {"others", std::move(others)},
                                                  {"lost", reviewed->lost}})
                  << '\n';
      } else {
        const std::string_view mark = reviewed->lost >= kCostly ? "!!" : reviewed->lost >= kWeaker ? "!" : "";
        fmt::print("{:>4}  {:<14} {:>+7.1f} {:>6.1f}  {:<22} {}{}{}\n", ply.turn, record->seats[seat].name,
                   reviewed->played.margin, reviewed->lost, played, mark, mark.empty() ? "" : " ",
                   reviewed->lost >= 0.5 ? text_of(rules, state, reviewed->best) : "");
      }
    }
  }
  if (progress) fmt::print(stderr, "\r{:60}\r", "");
  if (options.json) return 0;
  fmt::print("\n");
  for (std::size_t seat = 0; seat < lost.size(); ++seat)
    fmt::print("{}: {:.1f} points lost in {} decisions\n", record->seats[seat].name, lost[seat], decisions[seat]);
  return 0;
}

}  // namespace

void declare_analyse(const Command& app, Context& context) {
  const Command command =
      app.add_subcommand("analyse", "say what each decision of a game was worth, and what would have been better");
  const auto options = std::make_shared<AnalyseOptions>();
  command.add_option("game", options->input, "file with a game (docs/notation.md); - reads standard input")
      .required()
      .type_name("GAME");
  command.add_option("--nodes", options->nodes, "futures that are played for each decision, and again to compare")
      .capture_default_str()
      .range(int64_t{1}, int64_t{10'000'000})
      .type_name("N");
  add_seed_option(command, options->seed, "where all chance comes from");
  command
      .add_option("--threads", options->threads, "without it as many as it may use processors; they change no result")
      .range(1, kMostThreads)
      .type_name("T");
  command.add_flag("--json", options->json, "one JSON object a line for each decision");
  command.add_flag("--progress", options->progress, "show progress also when standard error is no terminal");
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
