// Scenarios, read and played: the head, the turns, which files there are.
#include "game/scenario.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "embedded.h"
#include "game/expectation.h"
#include "notation/turn_text.h"

namespace bastide {
namespace {

/// By seat: the tiles that lines `PILE NAME TILE ...` give it at set-up.
using Given = std::vector<std::vector<int>>;

struct Parts {
  Scenario scenario;
  std::vector<Line> lines;
  std::size_t body = 0;  ///< number of the first line that is a turn or an expectation
  Given given;           ///< empty: they are dealt or picked in the body
};

/// `NAME SEAT TILE ...`: what seats get at set-up of a pile that is full at first.
bool gives_tiles(const Line& line) {
  const auto word = expansion_word(line.words[0].text);
  const bool dealt = line.words.size() > 1 && line.words[1].text.starts_with("+");
  return word && word->pile && word->pile->from_pile && !dealt;
}

/// Whether a line before the first turn begins so.
bool begins_set_up(std::string_view key) {
  for (const Expansion* expansion : expansions()) {
    for (const Question& question : expansion->questions)
      if (question.moment == Moment::set_up && question.of_chance && question.line == key) return true;
    for (const Verb& verb : expansion->verbs)
      if (key == verb.name || key.starts_with(fmt::format("{}:", verb.name))) return true;
  }
  return false;
}

bool begins_body(const Line& line) {
  int number = 0;
  const std::string_view key = line.words[0].text;
  if (gives_tiles(line)) return false;
  return key == "expect" || to_number(key, number) || begins_set_up(key);
}

/// The box of a short game: the start tile and the tiles of the `stack` lines, nothing else.
Result<GameRulesPtr> with_stack(const GameRules& rules, const std::vector<Line>& stack_lines) {
  auto own = std::make_shared<GameRules>(rules);
  own->kernel.stack.clear();
  for (std::size_t kind = 0; kind < own->kinds.size(); ++kind)
    if (!kept_apart(rules, static_cast<int>(kind))) own->kinds[kind].count = 0;
  own->kinds[own->kernel.start_kind].count = 1;
  for (const Line& line : stack_lines) {
    for (std::size_t w = 1; w < line.words.size(); ++w) {
      BASTIDE_TRY(const auto kind, parse_tile(rules, line, w));
      if (kept_apart(rules, kind)) return error_at(line, w, "this tile is not in the stack");
      if (own->kernel.stack.size() == rules.kernel.stack.size())
        return error_at(line, w, fmt::format("more than the {} tiles of the box", rules.kernel.stack.size()), {},
                        "SET-1");
      own->kernel.stack.push_back(static_cast<KindIndex>(kind));
      ++own->kinds[kind].count;
    }
  }
  own->kernel.before_late = 0;  // a short game waits for no tile
  own->kernel.others_left = static_cast<int>(own->kernel.stack.size());
  return GameRulesPtr(std::move(own));
}

/// `PILE NAME TILE ...`
Result<Given> read_given(const Scenario& scenario, const std::vector<Line>& lines) {
  Given given;
  const GameRules& rules = *scenario.rules;
  for (const Line& line : lines) {
    const auto& seats = scenario.seats;
    const std::string_view name = line.words.size() > 1 ? line.words[1].text : "";
    const auto seat = std::find_if(seats.begin(), seats.end(), [&](const SeatSpec& s) { return s.name == name; });
    if (seat == seats.end())
      return error_at(line, 1, fmt::format("there is no seat '{}'", name),
                      fmt::format("{} NAME TILE ...", line.words[0].text));
    const int pile = rules.pile(line.words[0].text);
    if (pile < 0) return error_at(line, 0, "no such tiles are held in this game");
    const std::string rule(rules.pile_spec(pile).rule);
    given.resize(seats.size());
    auto& tiles = given[seat - seats.begin()];
    for (std::size_t w = 2; w < std::max<std::size_t>(line.words.size(), 3); ++w) {
      BASTIDE_TRY(const auto kind, parse_tile(rules, line, w));
      if (!kept_apart(rules, kind)) return error_at(line, w, "seats do not get this tile", {}, rule);
      if (std::any_of(given.begin(), given.end(), [&](const std::vector<int>& held) {
            return std::find(held.begin(), held.end(), kind) != held.end();
          }))
        return error_at(line, w, "this tile is given twice", {}, rule);
      tiles.push_back(kind);
    }
    const int most = (rules.kernel.given + rules.kernel.own) / rules.kernel.seats;
    if (static_cast<int>(tiles.size()) > most)
      return error_at(line, 1, fmt::format("a seat gets {} such tiles", most), {}, rule);
  }
  return given;
}

Result<Parts> parse(const Catalogue& catalogue, std::string_view text) {
  BASTIDE_TRY(auto lines, split_lines(text));
  Parts parts;
  parts.lines = std::move(lines);
  Scenario& scenario = parts.scenario;
  std::vector<Line> head, stack_lines, given_lines;
  for (; parts.body < parts.lines.size() && !begins_body(parts.lines[parts.body]); ++parts.body) {
    const Line& line = parts.lines[parts.body];
    const std::string_view key = line.words[0].text;
    if (key != "name" && key != "proves" && key != "stack" && !gives_tiles(line)) {
      head.push_back(line);
      continue;
    }
    if (line.words.size() == 1) return error_at(line, 1, fmt::format("nothing follows '{}'", key));
    if (key == "name") {
      if (!scenario.name.empty()) return error_at(line, 0, "the scenario has two names");
      scenario.name = line.rest(1);
    } else if (key == "stack") {
      stack_lines.push_back(line);
    } else if (gives_tiles(line)) {
      given_lines.push_back(line);
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
                    "name, proves, rules, set, seat, first, roll, lots, stack, tiles that seats get, a turn or expect");
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
  BASTIDE_TRY(parts.given, read_given(scenario, given_lines));
  if (!stack_lines.empty()) {
    BASTIDE_TRY(scenario.rules, with_stack(*scenario.rules, stack_lines));
  }
  return parts;
}

/// Plays turns as far as their lines tell them. A later line with the same number tells the turn further, so that
/// expectations can stand between drawing, placing and the follower.
class Player {
 public:
  Player(Game& game, Given given) : game_(game), given_(std::move(given)) { give_out(); }

  Result<void> play_line(const Line& line) {
    if (game_.over()) return error_at(line, 0, "the game is over", "expect", "END-1");
    const State<Full>& state = game_.state();
    const bool goes_on = !told_.empty() && line.words[0].text == told_[0];
    if (goes_on) BASTIDE_CHECK(check_told(line));
    TurnReader reader(game_.rules(), line, state, goes_on ? told_.size() : 0);
    for (;;) {
      BASTIDE_TRY(const auto ply, reader.next(game_.state()));
      if (!ply) break;
      const auto played = game_.play(ply->move);
      if (!played)
        return error_at(line, ply->word, played.error().message, played.error().expected, played.error().rule);
      EventLog log;
      log.set_aside = (*played)->aside;
      BASTIDE_CHECK(reader.check_aside(*ply, log));
    }
    told_.clear();
    if (!reader.may_end(state))
      for (const Word& word : line.words) told_.emplace_back(word.text);
    give_out();
    return {};
  }

  bool choice_is_open() const {
    const State<Full>& state = game_.state();
    return state.phase == Phase::follower || question(state) != nullptr;
  }

 private:
  Result<void> check_told(const Line& line) const {
    if (line.words.size() == 1) return error_at(line, 1, "the tile is missing");
    for (std::size_t w = 0; w < told_.size(); ++w)
      if (w >= line.words.size() || line.words[w].text != told_[w])
        return error_at(line, w, fmt::format("turn {} was told otherwise above", told_[0]), told_[w]);
    return {};
  }

  /// Deals or picks what the head of the scenario gives to seats; whoever gets more takes what nobody is given.
  void give_out() {
    while (!given_.empty()) {
      const State<Full>& state = game_.state();
      const Pending* asked = question(state);
      if (asked == nullptr || game_.rules().question(*asked).moment != Moment::set_up) return;
      if (asked->chance == Pending::kFromStack) return;
      const std::vector<Move> moves = game_.legal();
      const auto wanted = std::find_if(moves.begin(), moves.end(), [&](Move move) { return is_given(state, move); });
      const auto other = std::find_if(moves.begin(), moves.end(), [&](Move move) {
        return std::none_of(given_.begin(), given_.end(),
                            [&](const auto& tiles) { return contains(tiles, move.tile); });
      });
      if (asked->chance == Pending::kOutcome || !kept_apart(game_.rules(), moves.front().tile))
        return;  // who begins, or the like
      const Move move = wanted != moves.end() ? *wanted : *other;
      if (!game_.play(move)) return;
    }
  }

  static bool contains(const std::vector<int>& tiles, int kind) {
    return std::find(tiles.begin(), tiles.end(), kind) != tiles.end();
  }

  /// Whether it is the next tile that the seat asked is given.
  bool is_given(const State<Full>& state, Move move) const {
    const auto& tiles = given_[state.seat];
    std::size_t has = 0;
    for (const HeldTile& tile : held(state)) has += tile.seat == state.seat && contains(tiles, tile.kind);
    return has < tiles.size() && tiles[has] == move.tile;
  }

  Game& game_;
  Given given_;
  std::vector<std::string> told_;  ///< words of the running turn that the line above has told
};

}  // namespace

Result<Scenario> parse_scenario(const Catalogue& catalogue, std::string_view text) {
  BASTIDE_TRY(auto parts, parse(catalogue, text));
  return std::move(parts.scenario);
}

Result<Game> run_scenario(const Catalogue& catalogue, std::string_view text) {
  BASTIDE_TRY(auto parts, parse(catalogue, text));
  BASTIDE_TRY(auto game, Game::create(parts.scenario.rules, parts.scenario.seats, parts.scenario.opening));
  Player player(game, std::move(parts.given));
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
                    "a follower's place or -, what is drawn, the answers");
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
