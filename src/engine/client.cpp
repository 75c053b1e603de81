#include "engine/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "engine/session.h"
#include "game/game.h"

namespace bastide {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr int kMostFailures = 3;  // in a row, before it rests
constexpr std::chrono::seconds kRest{60};
constexpr int kMostLines = 1'000'000;  // said for one question
constexpr std::size_t kMostCandidates = 2000;
constexpr double kUsualSeconds = 1.0;

bool any(const Limits& limits) {
  return limits.nodes > 0 || limits.seconds > 0;
}

std::string go_line(const Limits& limits) {
  std::string line = "go";
  if (limits.seconds > 0) line += fmt::format(" time {}", std::max(1LL, std::llround(limits.seconds * 1000)));
  if (limits.nodes > 0) line += fmt::format(" nodes {}", limits.nodes);
  return line;
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

Result<EngineSpec> parse_engine(std::string_view text) {
  EngineSpec spec;
  for (;;) {
    const std::size_t colon = text.find(':');
    const std::string_view part = text.substr(0, colon);
    if (colon == std::string_view::npos || (!part.starts_with("time=") && !part.starts_with("nodes="))) break;
    BASTIDE_TRY(const auto limits, parse_player(fmt::format("{}:{}", players().front().id, part)));
    if (limits.limits.nodes > 0) spec.limits.nodes = limits.limits.nodes;
    if (limits.limits.seconds > 0) spec.limits.seconds = limits.limits.seconds;
    text.remove_prefix(colon + 1);
  }
  if (text.find_first_not_of(" \t") == std::string_view::npos) {
    Error error;
    error.message = "the command that starts the engine is missing";
    error.expected = "[time=SECONDS:][nodes=N:]COMMAND, such as python3 bot.py";
    return tl::unexpected<Error>(std::move(error));
  }
  spec.command = text;
  return spec;
}

Result<NamedEngine> parse_named_engine(std::string_view text) {
  constexpr std::size_t kLongestName = 24;
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  if (equals == std::string_view::npos || name.empty() || name.size() > kLongestName ||
      name.find_first_not_of(kLetters) != std::string_view::npos) {
    Error error;
    error.message = fmt::format("engine '{}' has no name that can be used", shown_line(text));
    error.expected = fmt::format("NAME=COMMAND, the name of up to {} letters, digits, - and _", kLongestName);
    return tl::unexpected<Error>(std::move(error));
  }
  BASTIDE_TRY(auto spec, parse_engine(text.substr(equals + 1)));
  return NamedEngine{std::string(name), std::move(spec)};
}

/// Who did what to what was sent.
tl::unexpected<Error> EngineClient::fault(Error error, std::string_view sent) const {
  error.message =
      fmt::format("engine '{}': {}, after it was sent '{}'{}", shown_line(spec_.command), error.message,
                  shown_line(sent), last_.empty() ? "" : fmt::format(" and had said '{}'", shown_line(last_)));
  return tl::unexpected<Error>(std::move(error));
}

Until EngineClient::until(milliseconds time, const std::atomic<bool>* cancelled) const {
  return {Clock::now() + time, cancelled};
}

Result<void> EngineClient::start(const std::atomic<bool>* cancelled) {
  if (process_) return {};
  if (Clock::now() < rests_until_)
    return failure(fmt::format("engine '{}': it has failed {} times in a row and rests for a minute",
                               shown_line(spec_.command), failures_));
  auto process = EngineProcess::start(spec_.command);
  if (!process) return failure(fmt::format("engine '{}': {}", shown_line(spec_.command), process.error().message));
  process_ = std::move(*process);
  last_.clear();
  auto done = shake_hands(cancelled);
  if (!done) process_.reset();
  return done;
}

Result<void> EngineClient::shake_hands(const std::atomic<bool>* cancelled) {
  const std::string hello = fmt::format("hello {}", kEngineProtocol);
  const Until end = until(spec_.patience, cancelled);
  if (const auto sent = process_->send(hello + "\n", end); !sent) return fault(sent.error(), hello);
  wants_legal_ = false;
  for (int i = 0; i < kMostLines; ++i) {
    auto line = process_->line(end);
    if (!line) return fault(line.error(), hello);
    const auto words = words_of(*line);
    const std::string_view first = words.empty() ? std::string_view{} : words[0];
    if (first == "ready") {
      std::string options;
      for (const std::string& option : spec_.options) options += fmt::format("option {}\n", option);
      if (const auto sent = process_->send(options, end); !sent) return fault(sent.error(), options);
      return {};
    }
    if (first == "name") name_ = shown_line(behind_first_word(*line));
    if (first == "want" && words.size() == 2 && words[1] == "legal") wants_legal_ = true;
    const bool known = first.empty() || first == "name" || first == "author" || first == "version" ||
                       first == "option" || first == "want" || first == "info";
    last_ = std::move(*line);
    if (!known) {
      Error error;
      error.message = "it said something else than a greeting";
      error.expected = "name, author, version, option and want lines, then ready";
      return fault(std::move(error), hello);
    }
  }
  return fault(Error{"it does not end its greeting", 0, 0, {}, {}, {}}, hello);
}

Result<Move> EngineClient::choose(const GameRules& rules, const State<Full>& state, const Limits& limits,
                                  const std::atomic<bool>* cancelled) {
  considered_.clear();
  const bool fresh = !process_ && Clock::now() < rests_until_;
  auto move = ask(rules, state, limits, cancelled);
  if (move) {
    failures_ = 0;
    return move;
  }
  // Whatever it is doing now, the next question finds another one.
  process_.reset();
  if (!fresh && ++failures_ >= kMostFailures) rests_until_ = Clock::now() + kRest;
  return move;
}

Result<Move> EngineClient::ask(const GameRules& rules, const State<Full>& state, const Limits& limits,
                               const std::atomic<bool>* cancelled) {
  BASTIDE_CHECK(start(cancelled));
  Limits wanted = any(limits) ? limits : spec_.limits;
  if (!any(wanted)) wanted.seconds = kUsualSeconds;
  wanted.stop = limits.stop;
  BASTIDE_TRY(const std::string said, best_move(rules, state, wanted, cancelled));
  auto move = parse_move(rules, state, said);
  if (!move) return fault(move.error(), go_line(wanted));
  std::vector<Move> legal;
  legal_moves(rules.kernel, state, legal);
  if (std::find(legal.begin(), legal.end(), *move) != legal.end()) return *move;
  std::vector<SeatSpec> seats;
  for (int seat = 1; seat <= rules.kernel.seats; ++seat) seats.push_back({fmt::format("Seat {}", seat)});
  const auto asked = std::make_unique<Position>(Position{rules.choice, seats, nullptr, state});
  // The rules are the caller's; who owns them does not matter while this is asked.
  asked->rules = GameRulesPtr(GameRulesPtr{}, &rules);
  Error why = Game::at_position(*asked).why_illegal(*move);
  why.message = fmt::format("its move '{}' is illegal: {}", shown_line(said), why.message);
  return fault(std::move(why), go_line(wanted));
}

/// Shows the position, and waits until it is read: what is said before that is no answer to what is asked then.
Result<void> EngineClient::show(const GameRules& rules, const State<Full>& state, const std::atomic<bool>* cancelled) {
  const auto shown = std::make_unique<Position>();
  shown->choice = rules.choice;
  shown->state = state;
  shown->rules = GameRulesPtr(GameRulesPtr{}, &rules);
  for (int seat = 1; seat <= rules.kernel.seats; ++seat) shown->seats.push_back({fmt::format("Seat {}", seat)});
  std::string text = "position\n" + write_position(*shown, state.seat) + "end\n";
  if (wants_legal_) {
    std::vector<Move> legal;
    legal_moves(rules.kernel, state, legal);
    text += "legal\n";
    for (const Move& move : legal) text += move_text(rules, state, move) + "\n";
    text += "end\n";
  }
  const std::string ping = fmt::format("ping {}", ++questions_);
  const Until end = until(spec_.patience, cancelled);
  last_.clear();
  if (const auto sent = process_->send(text + ping + "\n", end); !sent) return fault(sent.error(), ping);
  for (int i = 0; i < kMostLines; ++i) {
    auto line = process_->line(end);
    if (!line) return fault(line.error(), ping);
    const auto words = words_of(*line);
    if (words.size() == 2 && words[0] == "pong" && words[1] == std::to_string(questions_)) return {};
    last_ = *line;
    if (words.empty() || words[0] == "info") continue;
    Error error;
    error.message = words[0] == "error" ? "it found an error in the position" : "it said something unasked";
    error.expected = fmt::format("pong {}", questions_);
    return fault(std::move(error), ping);
  }
  return fault(Error{fmt::format("it said {} lines and no pong", kMostLines), 0, 0, {}, {}, {}}, ping);
}

Result<std::string> EngineClient::best_move(const GameRules& rules, const State<Full>& state, const Limits& limits,
                                            const std::atomic<bool>* cancelled) {
  BASTIDE_CHECK(show(rules, state, cancelled));
  const std::string go = go_line(limits);
  // With nodes alone it takes as long as it takes, but not for ever.
  const milliseconds thinks =
      limits.seconds > 0 ? milliseconds(static_cast<int64_t>(1000 * limits.seconds)) : 6 * spec_.patience;
  Until end = until(thinks + spec_.patience, cancelled);
  if (const auto sent = process_->send(go + "\n", end); !sent) return fault(sent.error(), go);
  last_.clear();
  bool stopped = false;
  for (int i = 0; i < kMostLines; ++i) {
    Until next = end;
    if (limits.stop != nullptr && !stopped) next.cancelled = limits.stop;
    auto line = process_->line(next);
    if (!line && limits.stop != nullptr && *limits.stop && !stopped) {
      stopped = true;
      end = until(spec_.patience, cancelled);
      if (const auto sent = process_->send("stop\n", end); !sent) return fault(sent.error(), "stop");
      continue;
    }
    if (!line) return fault(line.error(), stopped ? "stop" : go);
    const auto words = words_of(*line);
    if (words.empty()) continue;
    if (words[0] == "bestmove") return std::string(behind_first_word(*line));
    last_ = *line;
    if (words[0] == "info") {
      note_info(rules, state, *line);
      continue;
    }
    Error error;
    error.message = words[0] == "error" ? "it found an error" : "it said something else than a move";
    error.expected = "info lines, then bestmove MOVE";
    return fault(std::move(error), go);
  }
  return fault(Error{fmt::format("it said {} lines and no move", kMostLines), 0, 0, {}, {}, {}}, go);
}

/// info move MOVE margin NUMBER nodes NUMBER; anything else is for people.
void EngineClient::note_info(const GameRules& rules, const State<Full>& state, std::string_view line) {
  const auto words = words_of(line);
  const auto margin = std::find(words.begin(), words.end(), "margin");
  if (considered_.size() >= kMostCandidates || words.size() < 3 || words[1] != "move" || margin == words.end()) return;
  std::string text;
  for (auto word = words.begin() + 2; word != margin; ++word) text += (text.empty() ? "" : " ") + std::string(*word);
  const auto move = parse_move(rules, state, text);
  if (!move) return;
  Candidate candidate;
  candidate.move = *move;
  for (auto word = margin; word + 1 < words.end(); word += 2) {
    if (*word == "margin" && !read_number(word[1], candidate.margin)) return;
    if (*word == "nodes" && !read_number(word[1], candidate.nodes)) return;
  }
  considered_.push_back(candidate);
}

Move EnginePlayer::choose(const Ruleset& rules, const State<Full>& state, Rng& rng) {
  auto move = client_->choose(*rules_, state, limits_, cancelled_);
  if (move) return *move;
  ++failures_;
  trouble_ = move.error();
  return make_player(players().front().id).value()->choose(rules, state, rng);
}

Result<std::unique_ptr<Player>> make_player_for(std::string_view spec, const GameRulesPtr& rules) {
  if (!spec.starts_with(kEnginePrefix)) return make_player(spec);
  BASTIDE_TRY(auto engine, parse_engine(spec.substr(kEnginePrefix.size())));
  auto client = std::make_shared<EngineClient>(std::move(engine));
  BASTIDE_CHECK(client->start());
  return std::make_unique<EnginePlayer>(rules, std::move(client));
}

}  // namespace bastide
