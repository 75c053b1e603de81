// Scenarios: a short game with what the rules must make of it, as text that a player can read. Each one names the rules
// it proves; docs/notation.md describes the format, tests/scenarios/ holds the files, and the program carries them
// along.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"

namespace bastide {

/// What stands above a scenario's first turn.
struct Scenario {
  std::string name;
  std::vector<std::string> proves;  ///< rule ids
  std::vector<SeatSpec> seats;
  Opening opening;     ///< who begins (START-1)
  GameRulesPtr rules;  ///< with the box that `stack` lines leave
};

/// Reads and checks the head: preset, options, seats, who begins, stack, and that the rules exist.
Result<Scenario> parse_scenario(const Catalogue& catalogue, std::string_view text);

/// Plays a scenario and checks everything it expects. Fails at the first line that is malformed, illegal or not
/// fulfilled. Returns the game as the scenario leaves it.
Result<Game> run_scenario(const Catalogue& catalogue, std::string_view text);

/// The scenarios that the program carries: text by file name.
std::map<std::string, std::string_view> builtin_scenarios();

/// Which of them prove a rule: file names by rule id, both sorted. Rules without scenario are absent.
std::map<std::string, std::vector<std::string>> scenarios_by_rule();

}  // namespace bastide
