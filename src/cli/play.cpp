// bastide play: a game at the terminal, between people at the keyboard, the players that are built in, and engines.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>

#include "cli/board_text.h"
#include "cli/cli.h"
#include "engine/client.h"
#include "game/worlds.h"
#include "notation/words.h"

namespace bastide::cli {
namespace {

constexpr std::string_view kHuman = "human";
constexpr std::size_t kListed = 40;  // moves that are offered without being asked for

struct PlayOptions {
  std::string preset = "new", record;
  std::vector<std::string> set, seats, engines;
  uint64_t seed = 1;
  std::size_t language = 0;
};

/// Who sits there.
struct Seated {
  std::string name;
  std::unique_ptr<Player> bot;  ///< null: a person
  EnginePlayer* engine = nullptr;
};

Result<Seated> seated(const std::string& spec, const GameRulesPtr& rules) {
  Seated seat;
  if (spec == kHuman || spec.starts_with("human:")) {
    seat.name = spec == kHuman ? "Player" : spec.substr(6);
    if (const std::string bad = bad_name(seat.name); !bad.empty())
      return failure(fmt::format("--seat {}: {}", spec, bad));
    return seat;
  }
  BASTIDE_TRY(seat.bot, make_player_for(spec, rules));
  seat.engine = dynamic_cast<EnginePlayer*>(seat.bot.get());
  if (seat.engine == nullptr)
    seat.name = parse_player(spec)->info->name;
  else
    seat.name = seat.engine->name().empty() || !bad_name(seat.engine->name()).empty() ? "Engine" : seat.engine->name();
  return seat;
}

/// "Cobble", and the next one "Cobble 2".
void tell_apart(std::vector<Seated>& seats) {
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const std::string name = seats[i].name;
    for (int n = 2; std::any_of(seats.begin(), seats.begin() + static_cast<std::ptrdiff_t>(i),
                                [&](const Seated& other) { return other.name == seats[i].name; });
         ++n)
      seats[i].name = fmt::format("{} {}", name, n);
  }
}

class Table {
 public:
  Table(Game game, std::vector<Seated> seats, const PlayOptions& options)
      : game_(std::move(game)), seats_(std::move(seats)), language_(options.language), rng_(options.seed) {
    colour_ = is_terminal(STDOUT_FILENO) && std::getenv("NO_COLOR") == nullptr;
  }

  /// Plays until it is over or nobody is at the keyboard any more. Returns the exit status.
  int play() {
    fmt::print("{}\n", describe(game_.rules())[language_]);
    while (!game_.over()) {
      if (game_.state().phase == Phase::draw) {
        make(random_draw(game_.rules().kernel, game_.state(), rng_));
      } else if (seats_[game_.state().seat].bot != nullptr) {
        bot_moves(seats_[game_.state().seat]);
      } else if (!person_moves()) {
        fmt::print("\nThe game is not over.\n");
        return quit_ ? 0 : 1;
      }
    }
    show_board();
    for (const CategoryRow& row : score_table(game_)) print_points(in(language_, row, "name", row.name), row.points);
    const auto& score = game_.state().score;
    print_points("", {score.begin(), score.begin() + game_.rules().kernel.seats});
    fmt::print("\n{}\n", outcome_in_words(game_)[language_]);
    int failures = 0;
    for (const Seated& seat : seats_) failures += seat.engine != nullptr ? seat.engine->failures() : 0;
    return failures > 0 ? 1 : 0;
  }

  std::string record() const { return write_record(game_.record()); }

 private:
  void show_board() const {
    fmt::print("\n{}\n\n", board_text(game_.rules(), game_.state(), colour_));
    for (std::size_t i = 0; i < seats_.size(); ++i)
      fmt::print("{}{}: {}", i == 0 ? "" : "   ", seats_[i].name, game_.state().score[i]);
    fmt::print("   ({} tiles left)\n", game_.state().left);
  }

  void print_points(const std::string& name, const std::vector<int>& points) const {
    fmt::print("{:<24}", name);
    for (const int number : points) fmt::print("{:>10}", number);
    fmt::print("\n");
  }

  void bot_moves(Seated& seat) {
    const State<Full> world = imagined(game_, game_.state().seat, rng_);
    const int failures = seat.engine != nullptr ? seat.engine->failures() : 0;
    const Move move = seat.bot->choose(game_.rules().kernel, world, rng_);
    if (seat.engine != nullptr && seat.engine->failures() > failures) {
      std::fflush(stdout);
      fail(seat.engine->trouble());
      fmt::print(stderr, "bastide: {} moves instead, at random\n", players().front().name);
    }
    make(move);
  }

  /// Plays a legal ply, and says what came of it.
  void make(Move move) {
    const bool chance = game_.state().phase == Phase::draw;
    const int seat = game_.state().seat;
    const auto ply = game_.play(move);
    if (!ply) {  // cannot be: players choose what is legal
      fail(ply.error());
      return;
    }
    tell(**ply, chance, seat);
  }

  void tell(const Ply& ply, bool chance, int seat) const {
    const bool seen = ply.pile < 0 || game_.sees(-1, ply.pile, ply.seat);
    if (!chance)
      fmt::print("{}: {}\n", seats_[seat].name, ply.text);
    else if (seen)
      fmt::print("{}{}\n", ply.text, ply.set_aside ? ": it fits nowhere" : "");
    for (const ExplainedAward& award : ply.awards) {
      for (const int owner : award.owners) fmt::print("  +{} {}", award.points_of(owner), seats_[owner].name);
      fmt::print("  {}: {} [{}]\n", in(language_, award, "title", award.title),
                 in(language_, award, "sentence", award.sentence), fmt::join(award.rules, " "));
    }
  }

  void list_moves(std::size_t most) const {
    const auto moves = game_.legal();
    std::string text;
    for (std::size_t i = 0; i < moves.size() && i < most; ++i)
      text += (i == 0 ? "" : " | ") + move_text(game_.rules(), game_.state(), moves[i]);
    if (moves.size() > most) text += fmt::format(" | and {} more: type ?", moves.size() - most);
    fmt::print("  {}\n", text);
  }

  /// False: nobody is there, or nobody wants to go on.
  bool person_moves() {
    const int seat = game_.state().seat;
    show_board();
    for (const HeldKind& tile : game_.held())
      if ((tile.seat == kNobody || tile.seat == seat) && game_.sees(seat, tile))
        fmt::print("{} {}\n", tile.pile, game_.rules().kinds[tile.kind].name);
    fmt::print("{} ({}), which move? ? lists them all, quit ends\n", seats_[seat].name, game_.asked());
    list_moves(kListed);
    for (;;) {
      fmt::print("> ");
      std::fflush(stdout);
      std::string line;
      if (!std::getline(std::cin, line)) return false;
      line.erase(line.find_last_not_of(" \t\r") + 1);
      line.erase(0, line.find_first_not_of(" \t"));
      if (line.empty()) continue;
      if (line == "quit") {
        quit_ = true;
        return false;
      }
      if (line == "?") {
        list_moves(game_.legal().size());
        continue;
      }
      const auto ply = game_.play(line);
      if (ply) {
        tell(**ply, false, seat);
        return true;
      }
      fmt::print("{}\n", ply.error().text());
    }
  }

  Game game_;
  std::vector<Seated> seats_;
  std::size_t language_;
  Rng rng_;
  bool colour_ = false, quit_ = false;
};

int run(const Context& context, const PlayOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  std::vector<std::string> specs = options.seats;
  for (const std::string& engine : options.engines) specs.push_back(std::string(kEnginePrefix) + engine);
  if (options.seats.empty()) specs.insert(specs.begin(), std::string(kHuman));
  if (specs.size() == 1) specs.emplace_back(players().back().id);
  const auto choice = rule_choice(options.preset, options.set);
  if (!choice) return fail(choice.error());
  const auto rules = compile(**data, *choice, static_cast<int>(specs.size()));
  if (!rules) return fail(rules.error());
  std::vector<Seated> seats;
  for (const std::string& spec : specs) {
    auto seat = seated(spec, *rules);
    if (!seat) return fail(seat.error());
    seats.push_back(std::move(*seat));
  }
  tell_apart(seats);
  std::vector<SeatSpec> names;
  for (std::size_t i = 0; i < seats.size(); ++i)
    names.push_back({seats[i].name, seats[i].bot == nullptr      ? std::string(kHuman)
                                    : seats[i].engine == nullptr ? std::string(parse_player(specs[i])->info->id)
                                                                 : "engine"});
  Rng rng(options.seed);
  auto opening = make_opening(**rules, 0, [&](int n) { return static_cast<int>(rng.below(static_cast<uint32_t>(n))); });
  auto game = Game::create(*rules, std::move(names), std::move(opening));
  if (!game) return fail(game.error());
  Table table(std::move(*game), std::move(seats), options);
  const int status = table.play();
  std::fflush(stdout);
  if (options.record.empty()) return status;
  const auto written = write_output(options.record, table.record());
  return written ? status : fail(written.error());
}

}  // namespace

void declare_play(const Command& app, Context& context) {
  const Command command =
      app.add_subcommand("play", "play at the terminal: against the players here, engines, or each other");
  const auto options = std::make_shared<PlayOptions>();
  command
      .add_option("--seat", options->seats,
                  "who sits next: human, human:NAME, a player (greedy, PLAYER:time=0.2) or engine:COMMAND; without one "
                  "a person begins")
      .type_name("WHO")
      .several();
  command
      .add_option("--engine", options->engines,
                  "a program that speaks the engine protocol sits last: [time=SECONDS:][nodes=N:]COMMAND")
      .type_name("COMMAND")
      .several();
  add_rule_options(command, options->preset, options->set);
  add_seed_option(command, options->seed, "of the draws and of players that choose by chance");
  command.add_option("--record", options->record, "write the game here when it ends; - for standard output")
      .type_name("FILE");
  add_language_option(command, options->language);
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
