#include "expansions/german_castles.h"

#include <algorithm>
#include <array>

#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 2> kOptions = {
    {{"german_castles", {"deal", "pick"}}, {"last_german_castles", {"must", "may"}}}};
enum Options : uint8_t { dealing, at_the_end };
enum Dealing : int16_t { dealt = 1, picked };
enum AtTheEnd : int16_t { must = 1, may };

constexpr std::array<MarkSpec, 1> kMarks = {{{.name = "german-castle", .rule = "GCA-3", .listed = true}}};

enum Piles : uint8_t { own, pool };
std::string_view laid_rule(const Added&) {
  return "GCA-2";
}
constexpr std::array<PileSpec, 2> kPiles = {{{.name = "castles",
                                              .pile = {.laid = Laid::instead, .lasts = true},
                                              .rule = "GCA-1",
                                              .laid_rule = laid_rule,
                                              .from_pile = true},
                                             {.name = "castle-tiles", .rule = "GCA-1", .hidden = true}}};

enum Verbs : uint8_t { verb_pick };
constexpr std::array<Verb, 1> kVerbs = {{{"pick-castle", Takes::tile, "GCA-1"}}};

enum Questions : uint8_t { ask_dealt, ask_picked };
constexpr std::array<Question, 2> kQuestions = {
    {{.name = "castles-dealt",
      .moment = Moment::set_up,
      .rule = "GCA-1",
      .of_chance = true,
      .from = pool,
      .line = "castles",
      .round = Question::Round::active_first},
     {.name = "castle-picking", .moment = Moment::set_up, .rule = "GCA-1", .round = Question::Round::any}}};

enum Terms : uint8_t { reached };
constexpr std::array<TermSpec, 1> kTerms = {
    {{.name = "reached", .rule = "GCA-8", .lies = Lies::marks, .mark = 0, .in_title = false}}};

constexpr int kEach = 3;  ///< GCA-8

/// GCA-1
int size_of_hand(int seats) {
  return seats <= 3 ? 2 : 1;
}

bool is_castle(const Ruleset& rules, int by, int kind) {
  return marks_on(rules, by, kind, 0) > 0;
}

void set_up(Ruleset& rules, const Added& added) {
  rules.own += rules.seats * size_of_hand(rules.seats);
  rules.piles[added.pile + own].must = added.option[at_the_end] == must;
}

// ---------------------------------------------------------------- who gets which

/// GCA-1
void at(Turn& turn, Moment) {
  if (turn.option(dealing) == dealt)
    turn.ask_chance_round(ask_dealt, pool);
  else
    turn.ask({.what = ask_picked, .seat = static_cast<uint8_t>(turn.active())});
}

void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  if (asked.what != ask_picked) return;
  for (int kind = 0; kind < static_cast<int>(rules.kinds.size()); ++kind)
    if (holds(state, rules.added[asked.by].pile + pool, kNobody, kind))
      moves.push_back(Move::act_on(asked.by, verb_pick, kind));
}

/// Dealt, each seat gets its tiles in one go; picked, one a round, clockwise.
void decide(Turn& turn, const Pending& asked, Move move) {
  const int seat = asked.seat, size = size_of_hand(turn.rules.seats);
  if (asked.what == ask_dealt) {
    turn.hold(move.tile, own, seat);
    if (turn.held(own, seat) == size) turn.done();
    return;
  }
  turn.done();
  turn.take(move.tile, pool, kNobody);
  turn.hold(move.tile, own, seat);
  if (turn.held(own, turn.next(seat)) < size)
    turn.ask({.what = ask_picked, .seat = static_cast<uint8_t>(turn.next(seat))});
}

// ---------------------------------------------------------------- where they lie

bool filters(const Ruleset& rules, int by, const TileKind& kind) {
  return is_castle(rules, by, static_cast<int>(&kind - rules.kinds.data()));
}

/// Whether another castle lies in one of the nine spaces of one.
bool is_near(const Ruleset& rules, const State<Full>& state, int by, int x, int y, int but = -1) {
  for (const int p : listed_pieces(state))
    if (p != but && is_castle(rules, by, state.piece[p].kind) && lies_around(state, p, x, y)) return true;
  return false;
}

/// GCA-4: neither beside nor across from another castle.
unsigned rotations(const Ruleset& rules, int by, const State<Full>& state, int kind, int x, int y, unsigned legal) {
  if (!is_castle(rules, by, kind)) return legal;
  for (int r = 0; r < 4; ++r) {
    const FarSide far = kFarSides[kSecondBeyond[r]];
    if (((legal >> r) & 1) != 0 &&
        (is_near(rules, state, by, x, y) || is_near(rules, state, by, x + far.dx, y + far.dy)))
      legal &= ~(1u << r);
  }
  return legal;
}

Barred why_barred(const Ruleset&, const Added&, const State<Full>&, Move) {
  return {"near", "GCA-4"};
}

// ---------------------------------------------------------------- points

/// GCA-8 to GCA-10: a term of its own, which nothing multiplies; two segments on one castle's tile count once.
void worth(const Ruleset& rules, const State<Full>& state, const Scored& what, Worth& worth) {
  const FeatureType type = state.type[what.node];
  if (what.reason != Reason::completed || (type != FeatureType::road && type != FeatureType::city)) return;
  std::array<int, 2 * kMaxSeats> seen{};
  int count = 0;
  for_each_segment(state, what.node, [&](int node) {
    const int p = state.ring.piece[node];
    if (feature_of(state, node) == kOverpass || !is_castle(rules, worth.by, state.piece[p].kind)) return;
    if (std::find(seen.begin(), seen.begin() + count, p) == seen.begin() + count) seen[count++] = p;
  });
  if (count > 0) worth.add(reached, count, kEach);
}

// ---------------------------------------------------------------- what cannot be

int in_box(const Ruleset& rules, const Added& added) {
  return static_cast<int>(std::count_if(rules.held.begin(), rules.held.end(),
                                        [&](const HeldTile& tile) { return tile.pile == added.pile + pool; }));
}

Objection objection(const Ruleset& rules, const Added& added) {
  const int there = in_box(rules, added);
  if (rules.seats * size_of_hand(rules.seats) <= there) return {};
  return {.what = "seats", .rule = "GCA-1", .there = there};
}

/// How many a seat has while they are dealt or picked in turn.
int due(const Ruleset& rules, const State<Full>& state, const Pending& asked, int seat) {
  const int active = state.v.turn_seat, own_now = held_by(state, rules.added[asked.by].pile + own, asked.seat);
  if (asked.what == ask_dealt)
    return seat == asked.seat ? own_now : ((asked.waiting >> seat) & 1) != 0 ? 0 : size_of_hand(rules.seats);
  const auto turn_of = [&](int s) { return (s - active + rules.seats) % rules.seats; };
  return own_now + (turn_of(seat) < turn_of(asked.seat) ? 1 : 0);
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data()), size = size_of_hand(rules.seats);
  const Pending* asked = question(state);
  const bool gives = asked != nullptr && asked->by == by;
  if (gives && asked->what == (added.option[dealing] == dealt ? ask_picked : ask_dealt)) return {"way", "GCA-1"};
  if (gives && held_by(state, added.pile + own, asked->seat) >= size) return {"early", "GCA-1", asked->seat};
  for (int seat = 0; seat < rules.seats; ++seat) {
    const int held = held_by(state, added.pile + own, seat);
    if (held > size) return {"many", "GCA-1", seat, size};
    if (gives && held != due(rules, state, *asked, seat)) return {"early", "GCA-1", asked->seat};
  }
  if (in_box(rules, added) - held_by(state, added.pile + pool, kNobody) > rules.seats * size)
    return {"seen", "GCA-1", -1, rules.seats * size};
  for (int p = 0; p < state.pieces; ++p)
    if (is_castle(rules, by, state.piece[p].kind) && any_space_of(state, p, [&](const State<Full>::Cell& cell) {
          return is_near(rules, state, by, cell.x, cell.y, p);
        }))
      return {.what = "near", .rule = "GCA-4", .piece = p};
  return {};
}

constexpr Hooks kHooks = {
    .at = at, .options = options, .decide = decide, .filters = filters, .rotations = rotations, .worth = worth};

}  // namespace

constexpr Expansion kGermanCastles = {.id = "german-castles",
                                      .options = kOptions,
                                      .set_up = set_up,
                                      .hooks = &kHooks,
                                      .marks = kMarks,
                                      .piles = kPiles,
                                      .objection = objection,
                                      .impossible = impossible,
                                      .verbs = kVerbs,
                                      .questions = kQuestions,
                                      .terms = kTerms,
                                      .why_barred = why_barred};

}  // namespace bastide
