#include "expansions/hands.h"

#include <array>

#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 3> kOptions = {
    {{"draw", {"ahead", "hand"}}, {"hand_size"}, {"hand_view", {"hidden"}}}};
enum Drawing : int16_t { ahead = 1, from_hand };

std::string_view laid_rule(const Added& added) {
  return added.option[0] == ahead ? "HOUSE-PREDRAW" : "HOUSE-HAND3";
}

constexpr std::array<PileSpec, 1> kPiles = {{{.name = "hand",
                                              .pile = {.laid = Laid::played, .plays_on = true},
                                              .rule = "HOUSE-HAND3",
                                              .laid_rule = laid_rule}}};

enum Questions : uint8_t { ask_deal, ask_begin, ask_refill };

constexpr std::array<Question, 3> kQuestions = {{
    {.name = "deal",
     .moment = Moment::set_up,
     .rule = "HOUSE-HAND3",
     .of_chance = true,
     .line = "deal",
     .round = Question::Round::active_first},
    {.name = "begin", .moment = Moment::draw, .rule = "HOUSE-HAND3", .of_chance = true},
    {.name = "refill", .moment = Moment::turn_ends, .rule = "HOUSE-HAND3", .of_chance = true},
}};

void set_up(Ruleset& rules, const Added& added) {
  if (added.option[0] == from_hand && added.option[2] != 0) rules.piles[added.pile].sight = Sight::holder;
}

/// How many tiles a seat has in this pile when its hand is full: others may count as some of it (Pile::of_hand).
int full_hand(const Ruleset& rules, const Added& added, const State<Full>& state, int seat) {
  if (added.option[0] == ahead) return 1;
  int size = added.option[1];
  for (std::size_t pile = 0; pile < rules.piles.size(); ++pile)
    if (rules.piles[pile].of_hand) size -= held_by(state, static_cast<int>(pile), seat);
  return size;
}

bool wants_more(const Turn& turn, int seat) {
  const Added& added = turn.rules.added[turn.by];
  return turn.held(0, seat) < full_hand(turn.rules, added, turn.state, seat);
}

/// A hand that nothing of can be placed is set aside as a whole, and drawn anew; in the last round it is not looked at.
void at(Turn& turn, Moment moment) {
  const int seat = turn.active();
  if (moment == Moment::set_up) {
    if (turn.option(0) == from_hand) turn.ask_chance_round(ask_deal);
  } else if (moment == Moment::draw) {
    while (const HeldTile* tile = first_held(turn.state, turn.pile(0), seat)) {
      if (turn.state.v.last_round != 0) break;
      const int kind = tile->kind;
      turn.take(kind, 0, seat);
      turn.set_aside(kind);
    }
    if (turn.may_draw()) turn.ask_chance(ask_begin, seat);
  } else if (wants_more(turn, seat)) {
    turn.ask_chance(ask_refill, seat);
  }
}

void decide(Turn& turn, const Pending& asked, Move drawn) {
  turn.hold(drawn.tile, 0, asked.seat);
  if (wants_more(turn, asked.seat) && turn.state.left > 0) return;
  turn.done();
  if (asked.what == ask_begin) turn.choose_again();
}

/// Nobody has more tiles than a hand; whoever is dealt them after the seat to move has none yet.
Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const Pending* asked = question(state);
  const bool draws = asked != nullptr && rules.added[asked->by].hooks == added.hooks;
  const int by = static_cast<int>(&added - rules.added.data());
  const bool to_be_dealt = added.option[0] == from_hand && state.v.line < rules.line_after(Moment::set_up, by);
  for (int seat = 0; seat < rules.seats; ++seat) {
    const int held = held_by(state, added.pile, seat), size = full_hand(rules, added, state, seat);
    if (held > size) return {"many", "HOUSE-HAND3", seat, size};
    if (draws && seat == asked->seat && held == size) return {"full", "HOUSE-HAND3", seat};
    const bool later = to_be_dealt || (draws && asked->what == ask_deal && ((asked->waiting >> seat) & 1) != 0);
    if (later && held > 0) return {"early", "HOUSE-HAND3", seat};
  }
  return {};
}

constexpr Hooks kHooks = {.at = at, .decide = decide};

}  // namespace

constexpr Expansion kHands = {.id = "hands",
                              .options = kOptions,
                              .set_up = set_up,
                              .hooks = &kHooks,
                              .piles = kPiles,
                              .impossible = impossible,
                              .questions = kQuestions};

}  // namespace bastide
