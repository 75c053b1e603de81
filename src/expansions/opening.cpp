#include "expansions/opening.h"

#include <algorithm>
#include <array>

#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 1> kOptions = {{{"first", {"rolled"}}}};

constexpr std::array<Verb, 1> kVerbs = {{{"begins", Takes::seat, "START-1"}}};

constexpr std::array<Question, 1> kQuestions = {{{.name = "begins", .moment = Moment::set_up, .rule = "START-1"}}};

void at(Turn& turn, Moment) {
  turn.ask({.seat = static_cast<uint8_t>(turn.active())});
}

void options(const Ruleset& rules, const State<Full>&, const Pending& asked, std::vector<Move>& moves) {
  for (int seat = 0; seat < rules.seats; ++seat) moves.push_back(Move::act_with(asked.by, 0, seat));
}

void decide(Turn& turn, const Pending&, Move move) {
  turn.done();
  turn.begin_with(move.value);
}

/// It is said before anybody has had a turn or holds anything.
Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const Pending* asked = question(state);
  if (asked == nullptr || rules.added[asked->by].hooks != added.hooks) return {};
  const auto given =
      std::count_if(held(state).begin(), held(state).end(), [](HeldTile t) { return t.seat != kNobody; });
  const auto in_piles = static_cast<int>(rules.held.size()) - rules.begun;
  const bool at_first = state.pieces == 1 + rules.begun && state.left + 1 == rules.tiles() &&
                        state.v.standing_count == 0 && state.v.helds == in_piles &&
                        given <= rules.own;  // some are dealt later
  return at_first ? Impossible{} : Impossible{"late", "START-1"};
}

constexpr Hooks kHooks = {.at = at, .options = options, .decide = decide};

}  // namespace

constexpr Expansion kOpening = {.id = "opening",
                                .options = kOptions,
                                .hooks = &kHooks,
                                .impossible = impossible,
                                .verbs = kVerbs,
                                .questions = kQuestions};

}  // namespace bastide
