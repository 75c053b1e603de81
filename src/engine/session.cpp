#include "engine/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "ai/evaluate.h"
#include "core/version.h"
#include "engine/lines.h"
#include "game/perft.h"
#include "game/worlds.h"

namespace bastide {
namespace {

constexpr std::size_t kLargestBlock = 1u << 20;  // bytes; the longest game is a tenth of it
constexpr std::size_t kLongestError = 2000;
constexpr int kMostSeats = kMaxSeats;
constexpr int kDeepestPerft = 8;
constexpr int64_t kMostMilliseconds = 1'000'000'000;
constexpr std::string_view kEnd = "end";
constexpr std::string_view kLimits = "time MS, clock MS, inc MS, nodes N or infinite";

tl::unexpected<Error> wrong(std::string message, std::string expected = {}, std::string rule = {}) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.rule = std::move(rule);
  return tl::unexpected<Error>(std::move(error));
}

bool to_whole(std::string_view text, int64_t most, int64_t& number) {
  if (text.empty() || text.size() > 12 || text.find_first_not_of("0123456789") != std::string_view::npos) return false;
  number = std::stoll(std::string(text));
  return number <= most;
}

std::string listed_players() {
  std::string ids;
  for (const PlayerInfo& info : players()) ids += (ids.empty() ? "" : " ") + std::string(info.id);
  return ids;
}

}  // namespace

// Turns are a tile and a figure, and some time is kept for what else is asked.
double share_of_clock(const Ruleset& rules, const State<Full>& state, double clock, double increment) {
  const int turns = state.left / rules.seats + 1;
  const double choices = 2.0 * turns + 5;
  return std::max(0.001, std::min(clock / choices + increment, 0.5 * clock));
}

struct EngineSession::Command {
  std::string_view name, usage;
  std::function<Result<void>(EngineSession&, std::string_view line, const Words&)> run;
};

const std::vector<EngineSession::Command>& EngineSession::commands() {
  using S = EngineSession;
  const auto by_words = [](Result<void> (S::*run)(const Words&)) {
    return [run](S& session, std::string_view, const Words& words) { return (session.*run)(words); };
  };
  const auto by_line = [](Result<void> (S::*run)(std::string_view)) {
    return [run](S& session, std::string_view line, const Words&) { return (session.*run)(line); };
  };
  static const std::vector<Command> all = {
      {"hello", "hello 1", by_words(&S::hello)},
      {"option", "option NAME VALUE", by_words(&S::option)},
      {"ping", "ping WORD", by_words(&S::ping)},
      {"rules", "rules PRESET [seats=N] [OPTION=VALUE ...]", by_words(&S::rules)},
      {"position", "position, the lines of a position or a game, end", by_words(&S::begin_block)},
      {"legal", "legal, a move on each line, end", by_words(&S::begin_block)},
      {"move", "move MOVE", by_line(&S::move)},
      {"draw", "draw TILE, or draw", by_line(&S::draw)},
      {"go", "go [time MS] [clock MS] [inc MS] [nodes N] [infinite]", by_words(&S::go)},
      {"analyse", "analyse, with what go takes", by_words(&S::analyse)},
      {"legalmoves", "legalmoves", by_words(&S::legal)},
      {"score", "score", by_words(&S::score)},
      {"eval", "eval", by_words(&S::eval)},
      {"perft", "perft DEPTH", by_words(&S::perft)},
      {"show", "show", by_words(&S::show)},
  };
  return all;
}

uint64_t hash_lines(uint64_t before, std::string_view line) {
  uint64_t hash = before ^ 0xcbf29ce484222325u;  // FNV-1a
  for (const char c : line) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash ^ (hash >> 32);
}

EngineSession::EngineSession(const Catalogue& catalogue, Say say)
    : catalogue_(catalogue), say_(std::move(say)), player_spec_(players().back().id) {
  player_ = make_player(player_spec_).value();
}

bool EngineSession::take(std::string_view line, const std::atomic<bool>* stop) {
  stop_ = stop;
  if (block_) {
    add_to_block(line);
    return true;
  }
  const auto words = words_of(line);
  if (words.empty() || words[0].starts_with('#') || words[0] == "stop") return true;
  if (words[0] == "quit") return false;
  if (const auto done = obey(line); !done)
    say_(fmt::format("error {}: {}", shown_line(words[0]), shown_line(done.error().text(), kLongestError)));
  return true;
}

Result<void> EngineSession::obey(std::string_view line) {
  if (line.size() > kLongestLine)
    return wrong(fmt::format("the line has more than {} bytes", kLongestLine), "a shorter one");
  const auto words = words_of(line);
  std::string known;
  for (const Command& command : commands()) {
    if (command.name == words[0]) return command.run(*this, line, words);
    known += fmt::format("{}, ", command.name);
  }
  return wrong("there is no such command", known + "stop or quit");
}

Result<void> EngineSession::hello(const Words& words) {
  if (words.size() != 2 || words[1] != std::to_string(kEngineProtocol))
    return wrong("another version of the protocol is spoken here", fmt::format("hello {}", kEngineProtocol));
  say_("name Bastide");
  say_(fmt::format("version {}", kVersion));
  say_(fmt::format("option player choice {} {}", player_spec_, listed_players()));
  say_(fmt::format("option seed number {} 0 {}", seed_, UINT64_MAX));
  say_(fmt::format("option threads number {} 1 {}", threads_, kMostThreads));
  say_("ready");
  return {};
}

Result<void> EngineSession::option(const Words& words) {
  if (words.size() != 3) return wrong("an option has a name and a value", "option NAME VALUE");
  const std::string value(words[2]);
  if (words[1] == "player") {
    BASTIDE_TRY(auto player, make_player(value));
    own_limits_ = parse_player(value)->limits;
    if (own_limits_.threads > 1) threads_ = own_limits_.threads;
    player_spec_ = value;
    player_ = std::move(player);
    return {};
  }
  if (words[1] == "seed") {
    try {
      std::size_t read = 0;
      if (value.find_first_not_of("0123456789") != std::string::npos) throw std::invalid_argument("");
      seed_ = std::stoull(value, &read);
      return {};
    } catch (const std::logic_error&) {
      return wrong(fmt::format("'{}' is no seed", shown_line(value)), fmt::format("a number from 0 to {}", UINT64_MAX));
    }
  }
  if (words[1] == "threads") {
    int64_t threads = 0;
    if (!to_whole(value, kMostThreads, threads) || threads == 0)
      return wrong(fmt::format("{} threads are not possible", shown_line(value)),
                   fmt::format("a number from 1 to {}", kMostThreads));
    threads_ = static_cast<int>(threads);
    return {};
  }
  return wrong(fmt::format("there is no option '{}'", shown_line(words[1])), "player, seed or threads");
}

Result<void> EngineSession::ping(const Words& words) {
  say_(words.size() > 1 ? fmt::format("pong {}", shown_line(words[1])) : "pong");
  return {};
}

// ---------------------------------------------------------------- the game

void EngineSession::remember(std::string_view line) {
  told_ = hash_lines(told_, line);
}

/// New numbers for every position, the same for the same one.
Rng EngineSession::chance() const {
  return Rng(seed_ ^ told_);
}

std::string EngineSession::text_of(Move move) const {
  return move_text(game_->rules(), game_->state(), move);
}

Result<void> EngineSession::rules(const Words& words) {
  if (words.size() < 2) return wrong("the preset is missing", "rules PRESET [seats=N] [OPTION=VALUE ...]");
  RuleChoice choice;
  choice.preset = words[1];
  int64_t seats = 2;
  for (std::size_t i = 2; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals == std::string_view::npos || equals == 0)
      return wrong(fmt::format("'{}' sets nothing", shown_line(words[i])), "seats=N or OPTION=VALUE");
    const std::string name(words[i].substr(0, equals)), value(words[i].substr(equals + 1));
    if (name == "seats") {
      if (!to_whole(value, kMostSeats, seats))
        return wrong(fmt::format("'{}' is no number of seats", shown_line(value)), fmt::format("2 to {}", kMostSeats));
    } else if (!choice.options.emplace(name, value).second) {
      return wrong(fmt::format("option {} is set twice", shown_line(name)));
    }
  }
  BASTIDE_TRY(auto compiled, compile(catalogue_, choice, static_cast<int>(seats)));
  std::vector<SeatSpec> names;
  for (int64_t seat = 1; seat <= seats; ++seat) names.push_back({fmt::format("Seat {}", seat)});
  uint64_t told = 0;
  for (const std::string_view word : words) told = hash_lines(told, word);
  Rng rng(seed_ ^ told);
  auto opening =
      make_opening(*compiled, 0, [&](int n) { return static_cast<int>(rng.below(static_cast<uint32_t>(n))); });
  BASTIDE_TRY(auto game, Game::create(std::move(compiled), std::move(names), std::move(opening)));
  game_ = std::move(game);
  game_->keep_only_last();
  told_ = told;
  return {};
}

Result<void> EngineSession::begin_block(const Words& words) {
  if (words.size() > 1)
    return wrong(fmt::format("'{}' is too much", shown_line(words[1])),
                 fmt::format("'{}' alone, then lines, then '{}'", words[0], kEnd));
  block_ = Block{std::string(words[0]), {}};
  return {};
}

void EngineSession::add_to_block(std::string_view line) {
  const auto words = words_of(line);
  if (words.size() != 1 || words[0] != kEnd) {
    block_->too_long |= block_->text.size() + line.size() > kLargestBlock || line.size() > kLongestLine;
    if (!block_->too_long) block_->text.append(line).append("\n");
    return;
  }
  const Block block = std::move(*block_);
  block_.reset();
  if (block.too_long) {
    say_(fmt::format("error {}: more than {} bytes, or a line of more than {}", block.command, kLargestBlock,
                     kLongestLine));
  } else if (block.command == "position") {
    if (const auto read = position(block.text); !read)
      say_(fmt::format("error position: {}", shown_line(read.error().text(), kLongestError)));
  }  // legal moves are for engines that know no rules
}

Result<void> EngineSession::position(const std::string& text) {
  const uint64_t told = hash_lines(0, text);
  if (announces_position(text)) {
    Rng rng(seed_ ^ told);
    PositionReading reading;
    if (game_) reading.rules = game_->rules_ptr();
    reading.chance = &rng;
    BASTIDE_TRY(const auto read, parse_position(catalogue_, text, reading));
    game_ = Game::at_position(read);
  } else {
    BASTIDE_TRY(const auto record, parse_record(catalogue_, text));
    BASTIDE_TRY(auto game, Game::replay(record));
    game_ = std::move(game);
  }
  game_->keep_only_last();
  told_ = told;
  return {};
}

Result<void> EngineSession::move(std::string_view line) {
  if (!game_) return wrong("no game is set up", "rules or position before it");
  if (behind_first_word(line).empty()) return wrong("the move is missing", "move MOVE");
  BASTIDE_CHECK(game_->play(behind_first_word(line)));
  remember(behind_first_word(line));
  return {};
}

Result<void> EngineSession::draw(std::string_view line) {
  if (!game_) return wrong("no game is set up", "rules or position before it");
  if (game_->state().phase != Phase::draw)
    return wrong(game_->over() ? "the game is over" : "it is no moment for chance: a seat is to move",
                 game_->over() ? "" : "move MOVE or go");
  if (!behind_first_word(line).empty()) {
    BASTIDE_CHECK(game_->play(line));
    remember(line);
    return {};
  }
  Rng rng = chance();
  const std::string text = text_of(random_draw(game_->rules().kernel, game_->state(), rng));
  BASTIDE_CHECK(game_->play(text));
  remember(text);
  say_(fmt::format("chance {}", text));
  return {};
}

// ---------------------------------------------------------------- questions

Result<void> EngineSession::asked_of_a_seat() const {
  if (!game_) return wrong("no game is set up", "rules or position before it");
  if (game_->over()) return wrong("the game is over");
  if (game_->state().phase == Phase::draw) return wrong("chance is to move, and no seat", "draw TILE, or draw");
  return {};
}

Result<EngineSession::Thinking> EngineSession::read_thinking(const Words& words) const {
  Thinking thinking;
  int64_t time = 0, clock = 0, increment = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "infinite") {
      if (stop_ == nullptr) return wrong("nobody could end it here", "time MS or nodes N");
      thinking.infinite = true;
      continue;
    }
    int64_t* value = words[i] == "time"    ? &time
                     : words[i] == "clock" ? &clock
                     : words[i] == "inc"   ? &increment
                     : words[i] == "nodes" ? &thinking.limits.nodes
                                           : nullptr;
    if (value == nullptr) return wrong(fmt::format("'{}' is no limit", shown_line(words[i])), std::string(kLimits));
    const std::string_view name = words[i++];
    if (i == words.size() || !to_whole(words[i], kMostMilliseconds, *value) || (*value == 0 && name != "inc"))
      return wrong(fmt::format("'{}' needs a whole number behind it, from 1 to {}", name, kMostMilliseconds),
                   std::string(kLimits));
  }
  if (time > 0) thinking.limits.seconds = 0.001 * static_cast<double>(time);
  if (clock > 0) {
    const double share = share_of_clock(game_->rules().kernel, game_->state(), 0.001 * static_cast<double>(clock),
                                        0.001 * static_cast<double>(increment));
    thinking.limits.seconds = thinking.limits.seconds > 0 ? std::min(share, thinking.limits.seconds) : share;
  }
  const bool none = thinking.limits.nodes == 0 && thinking.limits.seconds == 0 && !thinking.infinite;
  if (none) thinking.limits = own_limits_;
  thinking.limits.stop = stop_;
  thinking.limits.threads = threads_;
  return thinking;
}

Move EngineSession::think(const Thinking& thinking) {
  const auto begin = std::chrono::steady_clock::now();
  Rng rng = chance();
  const auto world = std::make_unique<State<Full>>(imagined(*game_, game_->state().seat, rng));
  player_->limit(thinking.limits);
  const Move move = player_->choose(game_->rules().kernel, *world, rng);
  while (thinking.infinite && !*stop_) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  int64_t nodes = 0;
  for (const Candidate& candidate : player_->considered()) {
    nodes += candidate.nodes;
    say_(
        fmt::format("info move {} margin {:.2f} nodes {}", text_of(candidate.move), candidate.margin, candidate.nodes));
  }
  const auto took = std::chrono::steady_clock::now() - begin;
  say_(
      fmt::format("info nodes {} time {}", nodes, std::chrono::duration_cast<std::chrono::milliseconds>(took).count()));
  return move;
}

Result<void> EngineSession::go(const Words& words) {
  BASTIDE_CHECK(asked_of_a_seat());
  BASTIDE_TRY(const auto thinking, read_thinking(words));
  say_(fmt::format("bestmove {}", text_of(think(thinking))));
  return {};
}

/// As the player sees it; or, where it does not look ahead, by what each move leaves with the best answer after it.
Result<void> EngineSession::analyse(const Words& words) {
  BASTIDE_CHECK(asked_of_a_seat());
  BASTIDE_TRY(const auto thinking, read_thinking(words));
  static_cast<void>(think(thinking));
  if (!player_->considered().empty()) {
    say_(fmt::format("analysed {}", player_->considered().size()));
    return {};
  }
  const Ruleset& kernel = game_->rules().kernel;
  Rng rng = chance();
  const auto world = std::make_unique<State<Full>>(imagined(*game_, game_->state().seat, rng));
  const auto after = std::make_unique<State<Full>>();
  const auto evaluator = std::make_unique<Evaluator<Full>>();
  const auto last = std::make_unique<State<Full>>();
  evaluator->look(kernel, *world, {});
  const int seat = world->seat, turn = running_turn(game_->rules(), *world);
  std::vector<std::pair<double, Move>> moves;
  std::vector<Move> replies;
  for (const Move& move : game_->legal()) {
    *after = *world;
    apply(kernel, *after, move);
    replies.clear();
    if (goes_on(game_->rules(), *after, seat, turn)) legal_moves(kernel, *after, replies);
    double best = replies.empty() ? evaluator->evaluate(kernel, *after, seat) : -1e9;
    for (const Move& reply : replies) {
      *last = *after;
      apply(kernel, *last, reply);
      best = std::max(best, evaluator->evaluate(kernel, *last, seat));
    }
    moves.emplace_back(best, move);
  }
  std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [margin, move] : moves)
    say_(fmt::format("info move {} margin {:.2f} nodes 0", text_of(move), margin));
  say_(fmt::format("analysed {}", moves.size()));
  return {};
}

Result<void> EngineSession::legal(const Words&) {
  if (!game_) return wrong("no game is set up", "rules or position before it");
  say_("legal");
  if (!game_->over())
    for (const Move& move : game_->legal()) say_(text_of(move));
  say_(kEnd);
  return {};
}

Result<void> EngineSession::score(const Words&) {
  if (!game_) return wrong("no game is set up", "rules or position before it");
  const auto end = std::make_unique<State<Full>>(game_->state());
  if (!game_->over()) score_as_the_end(game_->rules().kernel, *end);
  std::string now, then;
  for (int seat = 0; seat < game_->rules().kernel.seats; ++seat) {
    now += fmt::format(" {}", game_->state().score[seat]);
    then += fmt::format(" {}", end->score[seat]);
  }
  say_(fmt::format("score{} end{}", now, then));
  return {};
}

Result<void> EngineSession::eval(const Words&) {
  if (!game_) return wrong("no game is set up", "rules or position before it");
  Rng rng = chance();
  const auto world = std::make_unique<State<Full>>(imagined(*game_, game_->state().seat, rng));
  const auto evaluator = std::make_unique<Evaluator<Full>>();
  evaluator->look(game_->rules().kernel, *world, {});
  say_(fmt::format("eval {:.2f}", evaluator->evaluate(game_->rules().kernel, *world, world->seat)));
  return {};
}

Result<void> EngineSession::perft(const Words& words) {
  if (!game_) return wrong("no game is set up", "rules or position before it");
  int64_t depth = 0;
  if (words.size() != 2 || !to_whole(words[1], kDeepestPerft, depth))
    return wrong("the depth is missing or is none", fmt::format("perft 0 to perft {}", kDeepestPerft));
  const Ruleset& kernel = game_->rules().kernel;
  Rng rng = chance();
  const auto world = std::make_unique<State<Full>>(imagined(*game_, game_->state().seat, rng));
  const auto draws = shuffled_stack(kernel, *world, seed_);
  for (int d = 0; d <= depth && (stop_ == nullptr || !*stop_); ++d) {
    BASTIDE_TRY(const auto counts, bastide::perft(kernel, *world, draws, d));
    say_(fmt::format("perft {} {}", d, counts.back()));
  }
  return {};
}

Result<void> EngineSession::show(const Words&) {
  if (!game_) return wrong("no game is set up", "rules or position before it");
  const auto position =
      std::make_unique<Position>(Position{game_->rules().choice, game_->seats(), game_->rules_ptr(), game_->state()});
  const std::string text = write_position(*position, game_->over() ? -1 : game_->state().seat);
  say_("position");
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    say_(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  say_(kEnd);
  return {};
}

}  // namespace bastide
