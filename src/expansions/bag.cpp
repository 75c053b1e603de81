#include "expansions/bag.h"

#include <array>

#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 2> kOptions = {{{"start_tile", {"bag"}}, {"bag", {"blind"}}}};

/// A former value of the bag put the start tile into it too.
bool in_play(const Added::Options& options) {
  return options[0] != 0 || options[1] != 0;
}

constexpr std::array<Question, 1> kQuestions = {{{.name = "first",
                                                  .moment = Moment::set_up,
                                                  .rule = "HOUSE-BAG",
                                                  .of_chance = true,
                                                  .mark = "",
                                                  .line = "start",
                                                  .lays_first = true}}};

void set_up(Ruleset& rules, const Added&) {
  rules.start_lies = false;
}

void at(Turn& turn, Moment) {
  turn.ask_chance(0, turn.active());
}

void decide(Turn& turn, const Pending&, Move drawn) {
  turn.done();
  turn.lay_first(drawn.tile);
}

constexpr Hooks kHooks = {.at = at, .decide = decide};

}  // namespace

constexpr Expansion kBag = {
    .id = "bag", .options = kOptions, .in_play = in_play, .set_up = set_up, .hooks = &kHooks, .questions = kQuestions};

}  // namespace bastide
