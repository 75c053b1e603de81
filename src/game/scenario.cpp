// Scenarios, read and played: the head, the turns, which files there are.
#include "game/scenario.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "embedded.h"
#include "game/expectation.h"
#include "notation/words.h"

namespace bastide {
namespace {

struct Parts {
  Scenario scenario;
  std::vector<Line> lines;
  std::size_t body = 0;  ///< number of the first line that is a turn or an expectation
};

bool begins_body(const Line& line) {
  int number = 0;
  return line.words[0].text == "expect" || to_number(line.words[0].text, number);
}

/// The box of a short game: the start tile and the tiles of the `stack` lines, nothing else.
Result<GameRulesPtr> with_stack(const GameRules& rules, const std::vector<Line>& stack_lines) {
  auto own = std::make_shared<GameRules>(rules);
  own->kernel.stack.clear();
  for (auto& kind : own->kinds) kind.count = 0;
  own->kinds[own->kernel.start_kind].count = 1;
  for (const Line& line : stack_lines) {
    for (std::size_t w = 1; w < line.words.size(); ++w) {
      const auto kind = parse_tile(rules, line, w);
      if (!kind) return tl::unexpected<Error>(kind.error());
      if (own->kernel.stack.size() == rules.kernel.stack.size())
        return error_at(line, w, fmt::format("more than the {} tiles of the box", rules.kernel.stack.size()), {},
                        "SET-1");
      own->kernel.stack.push_back(static_cast<uint8_t>(*kind));
      ++own->kinds[static_cast<std::size_t>(*kind)].count;
    }
  }
  return GameRulesPtr(std::move(own));
}

Result<Parts> parse(const Catalogue& catalogue, std::string_view text) {
  auto lines = split_lines(text);
  if (!lines) return tl::unexpected<Error>(lines.error());
  Parts parts;
  parts.lines = std::move(*lines);
  Scenario& scenario = parts.scenario;
  std::vector<Line> head, stack_lines;
  for (; parts.body < parts.lines.size() && !begins_body(parts.lines[parts.body]); ++parts.body) {
    const Line& line = parts.lines[parts.body];
    const std::string_view key = line.words[0].text;
    if (key != "name" && key != "proves" && key != "stack") {
      head.push_back(line);
      continue;
    }
    if (line.words.size() == 1) return error_at(line, 1, fmt::format("nothing follows '{}'", key));
    if (key == "name") {
      if (!scenario.name.empty()) return error_at(line, 0, "the scenario has two names");
      scenario.name = line.rest(1);
    } else if (key == "stack") {
      stack_lines.push_back(line);
    } else {
      for (std::size_t w = 1; w < line.words.size(); ++w) {
        const std::string id(line.words[w].text);
        if (!catalogue.find_rule(id))
          return error_at(line, w, fmt::format("there is no rule '{}'", id), "an id of data/rules.toml");
        scenario.proves.push_back(id);
      }
    }
  }
  auto header = parse_header(catalogue, head, "scenario");
  if (!header) return tl::unexpected<Error>(header.error());
  if (header->lines < head.size())
    return error_at(head[header->lines], 0, fmt::format("'{}' cannot stand here", head[header->lines].words[0].text),
                    "name, proves, rules, set, seat, stack, a turn or expect");
  if (scenario.name.empty()) return error_at(parts.lines[0], 0, "the scenario has no name", "a line: name WORDS");
  if (scenario.proves.empty()) return error_at(parts.lines[0], 0, "the scenario proves no rule", "a line: proves RULE");
  scenario.seats = std::move(header->seats);
  for (const SeatSpec& seat : scenario.seats) {
    const bool twice = std::count_if(scenario.seats.begin(), scenario.seats.end(),
                                     [&](const SeatSpec& s) { return s.name == seat.name; }) > 1;
    if (twice || seat.name.find(' ') != std::string::npos)
      return error_at(parts.lines[0], 0, fmt::format("'{}' is no name for a scenario's seat", seat.name),
                      "single words, all different");
  }
  scenario.rules = std::move(header->rules);
  if (!stack_lines.empty()) {
    auto rules = with_stack(*scenario.rules, stack_lines);
    if (!rules) return tl::unexpected<Error>(rules.error());
    scenario.rules = std::move(*rules);
  }
  return parts;
}

/// Plays turns as far as their lines tell them. A later line with the same number tells the turn further, so that
/// expectations can stand between drawing, placing and the follower.
class Player {
 public:
  explicit Player(Game& game) : game_(game) {}

  Result<void> turn_line(const Line& line) {
    int number = 0;
    if (game_.over()) return error_at(line, 0, "the game is over", "expect", "END-1");
    if (!to_number(line.words[0].text, number) || number != game_.turn())
      return error_at(line, 0, fmt::format("'{}' cannot stand here", line.words[0].text),
                      fmt::format("turn {} or expect", game_.turn()));
    const std::size_t words = line.words.size();
    if (words == 3 && told_.empty() && line.words[2].text == "aside") return draw(line, true);
    // A tile, its space and rotation, a place for the follower: as many as the line tells, after those told before.
    if (words == 1) return error_at(line, 1, "the tile is missing");
    if (words == 3) return error_at(line, 3, "the rotation is missing", "a rotation (n e s w)");
    const std::size_t steps = words == 2 ? 1 : words <= 4 ? 2 : 3;
    for (std::size_t step = 0; step < steps; ++step) {
      const std::size_t word = step == 0 ? 1 : 2 * step;
      if (step < told_.size()) {
        if (told_[step] == tell(line, step)) continue;
        return error_at(line, word, fmt::format("turn {} was told otherwise above", number), told_[step]);
      }
      const bool no_choice = step == 2 && game_.turn() != number;
      if (no_choice && line.words[word].text != "-")
        return error_at(line, word, "no follower can be placed here", "-, or nothing", "FOLLOWER-2");
      if (no_choice) break;
      const auto played = step == 0 ? draw(line, false) : step == 1 ? place(line) : follow(line);
      if (!played) return played;
      told_.push_back(tell(line, step));
    }
    if (words > 5)
      return error_at(line, 5, fmt::format("'{}' is too much: the turn ends with the follower", line.words[5].text));
    if (game_.turn() != number || game_.over()) told_.clear();
    return {};
  }

  bool choice_is_open() const { return game_.state().phase == Phase::follower; }

 private:
  static std::string tell(const Line& line, std::size_t step) {
    std::string text(step == 0 ? line.words[1].text : line.words[2 * step].text);
    if (step == 1) text += " " + std::string(line.words[3].text);
    return text;
  }

  Result<void> play(const Line& line, std::size_t word, Move move) {
    const auto ply = game_.play(move);
    if (!ply) return error_at(line, word, ply.error().message, ply.error().expected, ply.error().rule);
    return {};
  }

  Result<void> draw(const Line& line, bool aside) {
    const auto kind = parse_tile(game_.rules(), line, 1);
    if (!kind) return tl::unexpected<Error>(kind.error());
    if (const auto played = play(line, 1, Move::draw(*kind)); !played) return played;
    if (game_.plies().back().set_aside == aside) return {};
    if (aside)
      return error_at(line, 2, "the tile is not set aside: it can be placed", "a space and a rotation", "DRAW-2");
    return error_at(line, 2, "the tile fits nowhere: it is set aside", "aside", "DRAW-2");
  }

  Result<void> place(const Line& line) {
    const int kind = game_.state().drawn;
    const auto space = parse_space(line, 2);
    if (!space) return tl::unexpected<Error>(space.error());
    const auto rotation = parse_rotation(game_.rules(), kind, line, 3);
    if (!rotation) return tl::unexpected<Error>(rotation.error());
    return play(line, 2, Move::place(kind, space->x, space->y, *rotation));
  }

  Result<void> follow(const Line& line) {
    if (line.words[4].text == "-") return play(line, 4, Move::pass());
    const int kind = game_.state().piece[game_.state().pieces - 1u].kind;
    const auto feature = parse_place(game_.rules(), kind, line, 4);
    if (!feature) return tl::unexpected<Error>(feature.error());
    return play(line, 4, Move::follower(normal_feature(game_.rules(), kind, written_rotation(line, 3), *feature)));
  }

  Game& game_;
  std::vector<std::string> told_;  ///< steps of the running turn that lines above have told
};

}  // namespace

Result<Scenario> parse_scenario(const Catalogue& catalogue, std::string_view text) {
  auto parts = parse(catalogue, text);
  if (!parts) return tl::unexpected<Error>(parts.error());
  return std::move(parts->scenario);
}

Result<Game> run_scenario(const Catalogue& catalogue, std::string_view text) {
  auto parts = parse(catalogue, text);
  if (!parts) return tl::unexpected<Error>(parts.error());
  auto game = Game::create(parts->scenario.rules, parts->scenario.seats);
  if (!game) return game;
  Player player(*game);
  bool expects = false;
  for (std::size_t i = parts->body; i < parts->lines.size(); ++i) {
    const Line& line = parts->lines[i];
    const bool expectation = line.words[0].text == "expect";
    expects |= expectation;
    const auto done = expectation ? check_expectation(*game, line) : player.turn_line(line);
    if (!done) return tl::unexpected<Error>(done.error());
  }
  if (!expects) return error_at(parts->lines.back(), 0, "the scenario expects nothing", "a line: expect ...");
  if (player.choice_is_open())
    return error_at(parts->lines.back(), 0, "the last turn is not told to its end", "a follower's place, or -");
  return game;
}

std::map<std::string, std::string_view> builtin_scenarios() {
  std::map<std::string, std::string_view> scenarios;
  for (const EmbeddedFile& file : embedded_scenario_files())
    if (file.path.ends_with(".scn")) scenarios[std::string(file.path)] = file.bytes;
  return scenarios;
}

std::map<std::string, std::vector<std::string>> scenarios_by_rule() {
  std::map<std::string, std::vector<std::string>> by_rule;
  for (const auto& [name, text] : builtin_scenarios())
    if (const auto scenario = parse_scenario(builtin_catalogue(), text))
      for (const std::string& rule : scenario->proves) by_rule[rule].push_back(name);
  return by_rule;
}

}  // namespace bastide
