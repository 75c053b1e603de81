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

/// By seat: the half tiles that `reserve` lines give it.
using Reserves = std::vector<std::vector<int>>;

struct Parts {
  Scenario scenario;
  std::vector<Line> lines;
  std::size_t body = 0;  ///< number of the first line that is a turn or an expectation
  Reserves reserves;     ///< empty: they are dealt or picked in the body
};

bool begins_body(const Line& line) {
  int number = 0;
  const std::string_view key = line.words[0].text;
  const bool dealt = key == "reserve" && line.words.size() > 1 && line.words[1].text.starts_with("+");
  return key == "expect" || key == "start" || key == "pick" || key == "deal" || key.starts_with("begins") || dealt ||
         to_number(key, number);
}

/// The box of a short game: the start tile and the tiles of the `stack` lines, nothing else.
Result<GameRulesPtr> with_stack(const GameRules& rules, const std::vector<Line>& stack_lines) {
  auto own = std::make_shared<GameRules>(rules);
  own->kernel.stack.clear();
  for (std::size_t kind = 0; kind < own->kinds.size(); ++kind)
    if (!from_pool(rules, static_cast<int>(kind))) own->kinds[kind].count = 0;
  own->kinds[own->kernel.start_kind].count = 1;
  for (const Line& line : stack_lines) {
    for (std::size_t w = 1; w < line.words.size(); ++w) {
      BASTIDE_TRY(const auto kind, parse_tile(rules, line, w));
      if (from_pool(rules, kind)) return error_at(line, w, "half tiles are not in the stack", "reserve NAME TILE ...");
      if (own->kernel.stack.size() == rules.kernel.stack.size())
        return error_at(line, w, fmt::format("more than the {} tiles of the box", rules.kernel.stack.size()), {},
                        "SET-1");
      own->kernel.stack.push_back(static_cast<KindIndex>(kind));
      ++own->kinds[kind].count;
    }
  }
  return GameRulesPtr(std::move(own));
}

/// `reserve NAME TILE ...`
Result<Reserves> read_reserves(const Scenario& scenario, const std::vector<Line>& lines) {
  Reserves reserves;
  const GameRules& rules = *scenario.rules;
  for (const Line& line : lines) {
    const auto& seats = scenario.seats;
    const std::string_view name = line.words.size() > 1 ? line.words[1].text : "";
    const auto seat = std::find_if(seats.begin(), seats.end(), [&](const SeatSpec& s) { return s.name == name; });
    if (seat == seats.end())
      return error_at(line, 1, fmt::format("there is no seat '{}'", name), "reserve NAME TILE ...");
    reserves.resize(seats.size());
    auto& tiles = reserves[seat - seats.begin()];
    for (std::size_t w = 2; w < std::max<std::size_t>(line.words.size(), 3); ++w) {
      BASTIDE_TRY(const auto kind, parse_tile(rules, line, w));
      if (!from_pool(rules, kind)) return error_at(line, w, "this is no half tile", {}, "HALF-2");
      if (std::any_of(reserves.begin(), reserves.end(), [&](const std::vector<int>& held) {
            return std::find(held.begin(), held.end(), kind) != held.end();
          }))
        return error_at(line, w, "this half tile is given twice", {}, "HALF-2");
      tiles.push_back(kind);
    }
    if (tiles.size() > rules.kernel.reserve.size)
      return error_at(line, 1, fmt::format("a seat gets {} half tiles", rules.kernel.reserve.size), "set half_tiles=N",
                      "HALF-2");
  }
  return reserves;
}

Result<Parts> parse(const Catalogue& catalogue, std::string_view text) {
  BASTIDE_TRY(auto lines, split_lines(text));
  Parts parts;
  parts.lines = std::move(lines);
  Scenario& scenario = parts.scenario;
  std::vector<Line> head, stack_lines, reserve_lines;
  for (; parts.body < parts.lines.size() && !begins_body(parts.lines[parts.body]); ++parts.body) {
    const Line& line = parts.lines[parts.body];
    const std::string_view key = line.words[0].text;
    if (key != "name" && key != "proves" && key != "stack" && key != "reserve") {
      head.push_back(line);
      continue;
    }
    if (line.words.size() == 1) return error_at(line, 1, fmt::format("nothing follows '{}'", key));
    if (key == "name") {
      if (!scenario.name.empty()) return error_at(line, 0, "the scenario has two names");
      scenario.name = line.rest(1);
    } else if (key == "stack") {
      stack_lines.push_back(line);
    } else if (key == "reserve") {
      reserve_lines.push_back(line);
    } else {
      for (std::size_t w = 1; w < line.words.size(); ++w) {
        const std::string id(line.words[w].text);
        if (!catalogue.find_rule(id))
          return error_at(line, w, fmt::format("there is no rule '{}'", id), "an id of data/rules.toml");
        scenario.proves.push_back(id);
      }
    }
  }
  BASTIDE_TRY(auto header, parse_header(catalogue, head, "scenario"));
  if (header.lines < head.size())
    return error_at(head[header.lines], 0, fmt::format("'{}' cannot stand here", head[header.lines].words[0].text),
                    "name, proves, rules, set, seat, first, roll, lots, stack, reserve, a turn or expect");
  if (scenario.name.empty()) return error_at(parts.lines[0], 0, "the scenario has no name", "a line: name WORDS");
  if (scenario.proves.empty()) return error_at(parts.lines[0], 0, "the scenario proves no rule", "a line: proves RULE");
  scenario.seats = std::move(header.seats);
  for (const SeatSpec& seat : scenario.seats) {
    const bool twice = std::count_if(scenario.seats.begin(), scenario.seats.end(),
                                     [&](const SeatSpec& s) { return s.name == seat.name; }) > 1;
    if (twice || seat.name.find(' ') != std::string::npos)
      return error_at(parts.lines[0], 0, fmt::format("'{}' is no name for a scenario's seat", seat.name),
                      "single words, all different");
  }
  scenario.opening = std::move(header.opening);
  scenario.rules = std::move(header.rules);
  BASTIDE_TRY(parts.reserves, read_reserves(scenario, reserve_lines));
  if (!stack_lines.empty()) {
    BASTIDE_TRY(scenario.rules, with_stack(*scenario.rules, stack_lines));
  }
  return parts;
}

/// One step of a turn: a word, or a space with its rotation.
struct Step {
  std::string text;
  std::size_t word = 0;
  bool is_space() const { return text.find(',') != std::string::npos && !text.starts_with("at:"); }
  bool is_under() const { return text.starts_with("under:"); }
  bool sets_aside() const { return text == "aside" || text == "back"; }
};

std::vector<Step> steps_of(const Line& line) {
  std::vector<Step> steps;
  for (std::size_t w = 1; w < line.words.size(); ++w) {
    steps.push_back({std::string(line.words[w].text), w});
    if (steps.back().is_space() && w + 1 < line.words.size())
      steps.back().text += " " + std::string(line.words[++w].text);
  }
  return steps;
}

/// Plays turns as far as their lines tell them. A later line with the same number tells the turn further, so that
/// expectations can stand between drawing, placing and the follower.
class Player {
 public:
  Player(Game& game, Reserves reserves) : game_(game), reserves_(std::move(reserves)) { give_reserves(); }

  Result<void> play_line(const Line& line) {
    if (game_.over()) return error_at(line, 0, "the game is over", "expect", "END-1");
    const std::string due = due_now();
    if (due == "begins:SEAT" && line.words[0].text.starts_with("begins")) return begins(line);
    if (line.words[0].text != due)
      return error_at(line, 0, fmt::format("'{}' cannot stand here", line.words[0].text),
                      is_setup(due) ? due + " or expect" : fmt::format("turn {} or expect", due));
    const std::vector<Step> steps = steps_of(line);
    // A turn without a tile: what follows is told on further lines.
    if (steps.size() == 1 && steps[0].text == "-" && game_.state().phase == Phase::reserve)
      return play(line, steps[0], Move::pass());
    if (steps.empty()) return error_at(line, 1, "the tile is missing");
    const std::size_t told = told_.size();
    bool ended = false;  // the turn goes on with another line: the tile was set aside or sold
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (i < told_.size()) {
        if (told_[i] == steps[i].text) continue;
        return error_at(line, steps[i].word, fmt::format("turn {} was told otherwise above", due), told_[i]);
      }
      if (ended) return too_much(line, steps[i]);
      ended = steps[i].sets_aside() || steps[i].text.starts_with("sell:");
      if (!steps[i].sets_aside() || i <= told) {  // else the draw before it has seen it
        BASTIDE_CHECK(due_now() == due ? play_step(line, steps, i) : after_the_turn(line, steps, i));
      }
      told_.push_back(steps[i].text);
    }
    if (ended || due_now() != due || is_setup(due)) told_.clear();
    give_reserves();
    return {};
  }

  bool choice_is_open() const {
    const State<Full>& state = game_.state();
    return state.phase == Phase::follower || question(state) != nullptr;
  }

 private:
  using Drawing = State<Full>::Drawing;

  /// What the next line begins with.
  std::string due_now() const {
    const State<Full>& state = game_.state();
    if (game_.over()) return "expect";
    if (draws_for(state, Drawing::first)) return "start";
    if (draws_for(state, Drawing::reserve)) return "reserve";
    if (state.phase == Phase::begins) return "begins:SEAT";
    if (state.phase == Phase::pick) return "pick";
    if (draws_for(state, Drawing::deal)) return "deal";
    return std::to_string(game_.turn());
  }

  static bool is_setup(const std::string& due) {
    return due == "start" || due == "reserve" || due == "pick" || due == "deal" || due == "begins:SEAT";
  }

  /// START-1
  Result<void> begins(const Line& line) {
    BASTIDE_TRY(const auto move, parse_begins(game_.rules(), line));
    if (line.words.size() > 1) return error_at(line, 1, "nothing may follow here");
    BASTIDE_CHECK(play(line, {std::string(line.words[0].text), 0}, move));
    give_reserves();
    return {};
  }

  /// Deals or picks what the `reserve` lines give; whoever gets more takes what nobody is given.
  void give_reserves() {
    const State<Full>& state = game_.state();
    while (!reserves_.empty() && (due_now() == "reserve" || due_now() == "pick")) {
      const auto& tiles = reserves_[state.seat];
      const std::size_t next = state.v.reserve_size[state.seat];
      int kind = next < tiles.size() ? tiles[next] : -1;
      for (int i = 0; kind < 0 && i < state.v.pool_left; ++i)
        if (!is_given(state.v.pool[i])) kind = state.v.pool[i];
      const Move move = state.phase == Phase::pick ? Move::pick(kind) : Move::draw(kind);
      if (!game_.play(move)) return;
    }
  }

  bool is_given(int kind) const {
    return std::any_of(reserves_.begin(), reserves_.end(), [&](const std::vector<int>& tiles) {
      return std::find(tiles.begin(), tiles.end(), kind) != tiles.end();
    });
  }

  static Result<void> too_much(const Line& line, const Step& step) {
    return error_at(line, step.word, fmt::format("'{}' is too much: the turn is over", step.text));
  }

  /// A follower where none could be placed: "-" may be said.
  static Result<void> after_the_turn(const Line& line, const std::vector<Step>& steps, std::size_t i) {
    if (i == 0 || !(steps[i - 1].is_space() || steps[i - 1].is_under())) return too_much(line, steps[i]);
    if (steps[i].text == "-") return {};
    return error_at(line, steps[i].word, "no follower can be placed here", "-, or nothing", "FOLLOWER-2");
  }

  Result<void> play(const Line& line, const Step& step, Move move) {
    const auto ply = game_.play(move);
    if (!ply) return error_at(line, step.word, ply.error().message, ply.error().expected, ply.error().rule);
    return {};
  }

  Result<void> play_step(const Line& line, const std::vector<Step>& steps, std::size_t i) {
    const Step& step = steps[i];
    const bool hands = game_.rules().kernel.draw.hand > 0;
    if (i > 0 && step.sets_aside())
      return error_at(line, step.word, "the tile can be placed", "a space and a rotation");
    if (step.is_space()) return place(line, steps, i);
    if (step.text == "keep" && game_.state().phase == Phase::tile) return {};  // nobody was asked, or offered anything
    const Phase phase = game_.state().phase;
    const bool after_placement = i > 0 && (steps[i - 1].is_space() || steps[i - 1].is_under());
    if (verb_at(game_.rules(), step.text) || (phase == Phase::ask && !after_placement && !step.text.starts_with("+")))
      return answer(line, step);
    if (step.is_under()) return bury(line, step);
    if (after_placement && !step.text.starts_with("+")) return follow(line, steps, i);
    if (step.text.starts_with("=")) return bought(line, step);
    if (phase == Phase::pick) return pick(line, step);
    if ((hands && phase == Phase::tile) || (phase == Phase::reserve && is_half(line, step))) {  // the space follows
      if (i + 1 < steps.size()) return {};
      return error_at(line, step.word + 1, "the space is missing");
    }
    return draw(line, steps, i);
  }

  bool is_half(const Line& line, const Step& step) const {
    const auto kind = tile_of(line, step);
    return kind && from_pool(game_.rules(), *kind);
  }

  Result<void> pick(const Line& line, const Step& step) {
    BASTIDE_TRY(const auto kind, tile_of(line, step));
    return play(line, step, Move::pick(kind));
  }

  /// HALF-HILL: the tile that goes under the one just laid.
  Result<void> bury(const Line& line, const Step& step) {
    if (!draws_for_expansion(game_.state()))
      return error_at(line, step.word, "no tile goes under this one", {}, "HALF-HILL");
    BASTIDE_TRY(const auto kind, tile_of(line, step));
    return play(line, step, Move::draw(kind));
  }

  /// What an expansion asks.
  Result<void> answer(const Line& line, const Step& step) {
    if (game_.state().phase != Phase::ask) return error_at(line, step.word, "nothing is to be chosen now");
    const auto move = parse_move(game_.rules(), game_.state(), step.text);
    if (!move) return error_at(line, step.word, move.error().message, move.error().expected, move.error().rule);
    return play(line, step, *move);
  }

  /// The tile a step names, without the sign before it.
  Result<int> tile_of(const Line& line, const Step& step) const {
    Line inner = line;
    std::string_view& text = inner.words[step.word].text;
    if (text.starts_with("+") || text.starts_with("=")) text.remove_prefix(1);
    if (step.is_under()) text.remove_prefix(6);
    return parse_tile(game_.rules(), inner, step.word);
  }

  Result<void> draw(const Line& line, const std::vector<Step>& steps, std::size_t i) {
    BASTIDE_TRY(const auto kind, tile_of(line, steps[i]));
    if (game_.state().phase == Phase::reserve)  // a tile is drawn although a half tile could be laid (HALF-3)
      BASTIDE_CHECK(play(line, steps[i], Move::pass()));
    BASTIDE_CHECK(play(line, steps[i], Move::draw(kind)));
    const bool bag = game_.rules().kernel.draw.put_back;
    const std::string word = bag ? "back" : "aside", rule = bag ? "DRAW-3" : "DRAW-2";
    const bool is = game_.plies().back().set_aside;
    const bool said = i + 1 < steps.size() && steps[i + 1].sets_aside();
    if (is && (!said || steps[i + 1].text != word))
      return error_at(line, steps[i].word + 1, "the tile fits nowhere", word, rule);
    if (said && !is) return error_at(line, steps[i + 1].word, "the tile can be placed", "a space and a rotation", rule);
    return {};
  }

  /// A tile that was bought before lies ready instead of a drawn one.
  Result<void> bought(const Line& line, const Step& step) const {
    BASTIDE_TRY(const auto kind, tile_of(line, step));
    const State<Full>& state = game_.state();
    if (told_.empty() && state.phase == Phase::tile && state.drawn == kind) return {};
    return error_at(line, step.word, "this seat has not bought this tile", {}, "HOUSE-BUY");
  }

  Result<void> place(const Line& line, const std::vector<Step>& steps, std::size_t i) {
    int kind = game_.state().drawn;
    if (game_.rules().kernel.draw.hand > 0 || game_.state().phase == Phase::reserve) {
      if (i == 0) return error_at(line, steps[i].word, "the tile is missing");
      BASTIDE_TRY(kind, tile_of(line, steps[i - 1]));
    }
    BASTIDE_TRY(const auto space, parse_space(line, steps[i].word));
    BASTIDE_TRY(const auto rotation, parse_rotation(game_.rules(), kind, line, steps[i].word + 1));
    return play(line, steps[i], Move::place(kind, space.x, space.y, rotation));
  }

  Result<void> follow(const Line& line, const std::vector<Step>& steps, std::size_t i) {
    const State<Full>& state = game_.state();
    if (draws_for_expansion(state))
      return error_at(line, steps[i].word, "a tile goes under the hill first", "under:TILE", "HALF-HILL");
    if (state.phase != Phase::follower) return after_the_turn(line, steps, i);
    if (steps[i].text == "-") return play(line, steps[i], Move::pass());
    if (steps[i].text == "abbot-home") return play(line, steps[i], Move::take_back(Figure::abbot));
    const int kind = game_.state().piece[game_.state().pieces - 1u].kind;
    const std::size_t rotation_word = steps[i - 1].is_under() ? steps[i].word - 2 : steps[i].word - 1;
    BASTIDE_TRY(const auto figure, parse_figure(game_.rules(), kind, line, steps[i].word, rotation_word));
    return play(line, steps[i], Move::follower(figure.feature, figure.figure));
  }

  Game& game_;
  Reserves reserves_;
  std::vector<std::string> told_;  ///< steps of the running turn that lines above have told
};

}  // namespace

Result<Scenario> parse_scenario(const Catalogue& catalogue, std::string_view text) {
  BASTIDE_TRY(auto parts, parse(catalogue, text));
  return std::move(parts.scenario);
}

Result<Game> run_scenario(const Catalogue& catalogue, std::string_view text) {
  BASTIDE_TRY(auto parts, parse(catalogue, text));
  BASTIDE_TRY(auto game, Game::create(parts.scenario.rules, parts.scenario.seats, parts.scenario.opening));
  Player player(game, std::move(parts.reserves));
  bool expects = false;
  for (std::size_t i = parts.body; i < parts.lines.size(); ++i) {
    const Line& line = parts.lines[i];
    const bool expectation = line.words[0].text == "expect";
    expects |= expectation;
    BASTIDE_CHECK(expectation ? check_expectation(game, line) : player.play_line(line));
  }
  if (!expects) return error_at(parts.lines.back(), 0, "the scenario expects nothing", "a line: expect ...");
  if (player.choice_is_open())
    return error_at(parts.lines.back(), 0, "the last turn is not told to its end",
                    "a follower's place or -, the tile under a hill, the answers");
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
