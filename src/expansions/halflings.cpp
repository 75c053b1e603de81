#include "expansions/halflings.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/turn.h"

namespace bastide {
namespace {

enum Verbs : uint8_t { verb_pick };
enum Questions : uint8_t { ask_dealt, ask_picked };

constexpr std::array<OptionRead, 3> kOptions = {
    {{"halflings", {"first", "draft"}}, {"half_tiles"}, {"half_count", {"2015-10", "2020"}}}};
enum Dealing : int16_t { dealt = 1, drafted };
enum Ruling : int16_t { october_2015 = 1, of_2020 };

enum Piles : uint8_t { reserve, pool };

std::string_view laid_rule(const Added&) {
  return "HALF-3";
}

constexpr std::array<PileSpec, 2> kPiles = {{
    {.name = "reserve", .pile = {.laid = Laid::instead}, .rule = "HALF-2", .laid_rule = laid_rule, .from_pile = true},
    {.name = "pool", .rule = "HALF-3", .hidden = true},
}};

constexpr std::array<Verb, 1> kVerbs = {{{"pick", Takes::tile, "HALF-2"}}};

constexpr std::array<Question, 2> kQuestions = {{
    {.name = "reserve",
     .moment = Moment::set_up,
     .rule = "HALF-2",
     .of_chance = true,
     .from = pool,
     .line = "reserve",
     .round = Question::Round::active_first},
    {.name = "picking", .moment = Moment::set_up, .rule = "HALF-2", .round = Question::Round::any},
}};

/// In a first game what was dealt is seen by its holder alone (HALF-2). Two rulings count half tiles (HALF-7).
void set_up(Ruleset& rules, const Added& added) {
  if (added.option[0] == dealt) rules.piles[added.pile + reserve].sight = Sight::holder;
  rules.given = rules.seats * added.option[1];
  rules.scoring.pieces = added.option[2] == october_2015 || added.option[2] == of_2020;
  rules.scoring.pieces_around = added.option[2] == october_2015;
}

/// How many half tiles there are.
int in_box(const Ruleset& rules, const Added& added) {
  return static_cast<int>(std::count_if(rules.held.begin(), rules.held.end(),
                                        [&](const HeldTile& tile) { return tile.pile == added.pile + pool; }));
}

/// HALF-2: there have to be enough of them.
Objection objection(const Ruleset& rules, const Added& added) {
  const int there = in_box(rules, added);
  if (rules.given <= there) return {};
  return {.what = "few",
          .rule = "HALF-2",
          .instead = "half_tiles=" + std::to_string(there / rules.seats),
          .number = added.option[1],
          .there = there};
}

/// HALF-2: dealt, each seat gets its tiles in one go; picked, one a round, counter-clockwise, and the last one to pick
/// begins.
void at(Turn& turn, Moment) {
  if (turn.option(0) == dealt)
    turn.ask_chance_round(ask_dealt, pool);
  else
    turn.ask({.what = ask_picked, .seat = static_cast<uint8_t>(turn.before(turn.active()))});
}

/// HALF-2: every half tile that nobody has picked.
void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  if (asked.what != ask_picked) return;
  Bits<kMaxKinds / 64> there{};
  for_each_held(state, rules.added[asked.by].pile + pool, kNobody, [&](int kind) { there.insert(kind); });
  there.for_each([&](int kind) { moves.push_back(Move::act_on(asked.by, verb_pick, kind)); });
}

void decide_picked(Turn& turn, int seat, int kind) {
  turn.done();
  turn.take(kind, pool, kNobody);
  turn.hold(kind, reserve, seat);
  if (seat != turn.active() || turn.held(reserve, seat) < turn.option(1))
    turn.ask({.what = ask_picked, .seat = static_cast<uint8_t>(turn.before(seat))});
}

void decide(Turn& turn, const Pending& asked, Move move) {
  if (asked.what == ask_picked) return decide_picked(turn, asked.seat, move.tile);
  turn.hold(move.tile, reserve, asked.seat);
  if (turn.held(reserve, asked.seat) == turn.option(1)) turn.done();
}

/// How many tiles a seat has while they are dealt or picked in turn.
int due(const Ruleset& rules, const State<Full>& state, const Pending& asked, int size, int seat) {
  const int active = state.v.turn_seat, own = held_by(state, rules.added[asked.by].pile + reserve, asked.seat);
  if (asked.what == ask_dealt) return seat == asked.seat ? own : ((asked.waiting >> seat) & 1) != 0 ? 0 : size;
  // Picked: those between the first to pick, who sits before the active seat, and the seat asked have had one more.
  const auto turn_of = [&](int s) { return (active + 2 * rules.seats - 1 - s) % rules.seats; };
  return own + (turn_of(seat) < turn_of(asked.seat) ? 1 : 0);
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int size = added.option[1];
  const Pending* asked = question(state);
  const bool own = asked != nullptr && rules.added[asked->by].hooks == added.hooks;
  const bool gives = own && (asked->what == ask_dealt || asked->what == ask_picked);
  if (own && asked->what == (added.option[0] == dealt ? ask_picked : ask_dealt)) return {"way", "HALF-2"};
  if (gives && held_by(state, added.pile + reserve, asked->seat) >= size) return {"early", "HALF-2", asked->seat};
  int seen = in_box(rules, added) - held_by(state, added.pile + pool, kNobody);
  for (int seat = 0; seat < rules.seats; ++seat) {
    const int held = held_by(state, added.pile + reserve, seat);
    if (held > size) return {"many", "HALF-2", seat, size};
    if (gives && held != due(rules, state, *asked, size, seat)) return {"early", "HALF-2", asked->seat};
  }
  if (seen > rules.given) return {"seen", "HALF-2", -1, rules.given};
  return {};
}

constexpr Hooks kHooks = {.at = at, .options = options, .decide = decide};

}  // namespace

constexpr Expansion kHalflings = {.id = "halflings",
                                  .options = kOptions,
                                  .set_up = set_up,
                                  .hooks = &kHooks,
                                  .piles = kPiles,
                                  .objection = objection,
                                  .impossible = impossible,
                                  .verbs = kVerbs,
                                  .questions = kQuestions};

}  // namespace bastide
