// The only list of expansions, and the order in which they act in a turn. The core knows none by name, and none knows
// another. What an expansion's moves are called in texts stands here; what is said of it to people, in data/.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "core/ruleset.h"

namespace bastide {

/// What a verb takes, and how it is written after its name.
enum class Takes : uint8_t {
  nothing,
  feature,  ///< of a piece: NAME:SPACE:PLACE
  number,   ///< Move::value, from 0: NAME:NUMBER
  seat      ///< in Move::value: NAME:SEAT, from 1
};

/// A move of an expansion.
struct Verb {
  std::string_view name;
  Takes takes = Takes::nothing;
};

/// A question of an expansion, as a position names it: by its name, or by the verb that it is about.
struct Question {
  std::string_view name;
  Moment moment;  ///< that it comes after; the turn goes on with the line behind it
  std::string_view rule;
  bool of_chance = false;       ///< a tile is drawn for it
  bool of_verb = false;         ///< Pending::value is the verb whose name stands for it
  bool round = false;           ///< all seats are asked, the one whose turn it is last
  std::string_view pass = "-";  ///< the text of leaving it
};

struct Expansion {
  std::string_view option;             ///< the option that brings it into play by any value but "off"
  void (*set_up)(Ruleset&) = nullptr;  ///< changes the rules of a game; called once, after the base game's are set
  const Hooks* hooks = nullptr;
  std::span<const Verb> verbs = {};          ///< by Move::verb
  std::span<const Question> questions = {};  ///< by Pending::what
};

std::span<const Expansion* const> expansions();

/// The order of play of a turn, for rules whose hooks are those of `added`.
std::vector<OrderLine> order_of_play(std::span<const Expansion* const> added);

}  // namespace bastide
