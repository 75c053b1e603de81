#include "expansions/offers.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

using NodeSet = Bits<(Full::max_nodes + 63) / 64>;

constexpr std::array<OptionRead, 1> kOptions = {{{"offers", {"on"}}}};

enum Piles : uint8_t { bought };
enum Questions : uint8_t { ask_bid, ask_sale };
enum Verbs : uint8_t { verb_bid, verb_sell };

constexpr std::array<PileSpec, 1> kPiles = {{{.name = "bought", .pile = {.plays_on = true}, .rule = "HOUSE-BUY"}}};

constexpr std::array<Verb, 2> kVerbs = {{{"bid", Takes::number, "HOUSE-BUY"}, {"sell", Takes::seat, "HOUSE-BUY"}}};

constexpr std::array<Question, 2> kQuestions = {{
    {.name = "bid", .moment = Moment::drawn, .rule = "HOUSE-BUY", .round = Question::Round::others, .below = ask_sale},
    {.name = "sale", .moment = Moment::drawn, .rule = "HOUSE-BUY", .pass = "keep"},
}};

/// Unfinished features on the board that a placement would complete.
void add_completed_by(const Ruleset& rules, const State<Full>& s, const OrientedTile& tile, const TileKind& kind,
                      const State<Full>::Cell& cell, unsigned signature, NodeSet& nodes) {
  std::array<int, kMaxSides> root{}, owner{};
  std::array<int, kMaxTileFeatures> open{}, group{};
  int roots = 0;
  for (int f = 0; f < kind.features; ++f) {
    open[f] = kind.feature[f].sides;
    group[f] = f;
  }
  for (int i = 0; i < tile.sides; ++i) {
    const TileSideDef& side = tile.side[i];
    if (side.terrain < Terrain::road) continue;
    if (closed_by_edge(rules, s, cell, side)) --open[side.feature];
    // Where a road and a field meet for a moment (Hooks::mends) nothing is joined.
    if (((signature >> (2 * side.face)) & 3) != static_cast<unsigned>(side.terrain)) continue;
    const int n = root_beyond(rules, s, cell, side.face);
    open[side.feature] -= 2;
    const auto seen = std::find(root.begin(), root.begin() + roots, n);
    if (seen == root.begin() + roots) {
      open[side.feature] += s.node[n].open();
      root[roots] = n;
      owner[roots++] = side.feature;
    } else {  // two features of the tile join through this one
      const int from = group[owner[seen - root.begin()]], to = group[side.feature];
      std::replace(group.begin(), group.begin() + kind.features, from, to);
    }
  }
  for (int i = 0; i < roots; ++i) {
    int sum = 0;
    for (int f = 0; f < kind.features; ++f)
      if (group[f] == group[owner[i]]) sum += open[f];
    if (sum == 0 && s.type[root[i]] != FeatureType::water) nodes.insert(root[i]);
  }
  if (cell.quarters != 0) return;
  const auto near = [&](int i) {
    const int dx = s.watch_x[i] - cell.x, dy = s.watch_y[i] - cell.y;
    return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0);
  };
  for (int i = 0; i < s.watches; ++i) {
    if (!near(i)) continue;
    int times = 0;  // a space beside both squares of a double tile is missing twice
    for (int j = 0; j < s.watches; ++j) times += s.watch_node[j] == s.watch_node[i] && near(j);
    if (s.node[s.watch_node[i]].open() == times) nodes.insert(s.watch_node[i]);
  }
}

NodeSet completable_by(const Ruleset& rules, const State<Full>& s, int kind_index) {
  NodeSet nodes{};
  const TileKind& kind = rules.kinds[kind_index];
  for (int i = 0; i < s.open; ++i)
    for (const unsigned r : each_bit(legal_rotations(rules, s, kind_index, i)))
      add_completed_by(rules, s, kind.oriented[r], kind, s.cell[s.open_cell[i]], s.open_signature[i], nodes);
  return nodes;
}

/// What the drawn tile can now complete and no other tile left can: in the stack, or bought and held.
NodeSet completable_only(const Ruleset& rules, const State<Full>& s, int bought) {
  NodeSet only = completable_by(rules, s, s.drawn);
  Bits<kMaxKinds / 64> tried{};
  const auto also = [&](int kind) {
    if (tried.contains(kind) || only.count() == 0) return;
    tried.insert(kind);
    only.remove(completable_by(rules, s, kind));
  };
  for (int i = 0; i < s.left; ++i) also(s.stack[i]);
  for (int seat = 0; seat < rules.seats; ++seat) for_each_held(s, bought, seat, also);
  return only;
}

/// HOUSE-BUY: a bought tile is placed instead of drawing, in the second part of a turn, too.
void lay_bought(Turn& turn) {
  const int seat = turn.active();
  const HeldTile* tile = first_held(turn.state, turn.pile(bought), seat);
  if (tile == nullptr) return;
  const int kind = tile->kind;
  turn.take(kind, bought, seat);
  if (turn.finds_place(kind)) return turn.place_now(kind);
  turn.set_aside(kind);
  turn.draw();
}

/// The others are asked in turn order what they offer, then the drawer whether it sells.
void at(Turn& turn, Moment moment) {
  if (moment == Moment::choose) return lay_bought(turn);
  if (completable_only(turn.rules, turn.state, turn.pile(bought)).count() == 0) return;
  std::fill_n(turn.memory(), kMaxSeats, int16_t{0});
  turn.ask({.what = ask_sale, .seat = static_cast<uint8_t>(turn.active())});
  turn.ask_others(ask_bid);
}

/// Who has no points, or still holds a bought tile, is not asked.
void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  if (asked.what == ask_bid) {
    if (state.score[asked.seat] <= 0 || held_by(state, rules.added[asked.by].pile + bought, asked.seat) != 0) return;
    for (int points = 0; points <= state.score[asked.seat]; ++points)
      moves.push_back(Move::act_with(asked.by, verb_bid, points));
    return;
  }
  for (int seat = 0; seat < rules.seats; ++seat)
    if (state.v.memory[rules.added[asked.by].memory + seat] > 0)
      moves.push_back(Move::act_with(asked.by, verb_sell, seat));
  if (!moves.empty()) moves.push_back(Move::pass());
}

/// The points move, the buyer holds the tile, the drawer draws again, if there is something to draw.
void sell(Turn& turn, uint8_t by, int seller, int buyer) {
  State<Full>& s = turn.state;
  const int points = turn.memory()[buyer];
  s.score[seller] = static_cast<int16_t>(s.score[seller] + points);
  s.score[buyer] = static_cast<int16_t>(s.score[buyer] - points);
  turn.hold(s.drawn, bought, buyer);
  if (turn.log) turn.log->payments.push_back({buyer, seller, points, by});
  turn.draw_again();
}

void decide(Turn& turn, const Pending& asked, Move move) {
  turn.done();
  if (asked.what == ask_bid)
    turn.memory()[asked.seat] = move.value;
  else if (move.kind == MoveKind::act)
    sell(turn, asked.by, asked.seat, move.value);
}

/// Only a tile that was drawn for this turn can be sold, not one of those that turns are played from.
Objection objection(const Ruleset& rules, const Added&) {
  if (std::none_of(rules.piles.begin(), rules.piles.end(), [](const Pile& pile) { return pile.laid == Laid::played; }))
    return {};
  return {.what = "draw", .rule = "HOUSE-BUY", .instead = "draw=turn"};
}

/// Offers are covered by points, and whoever holds a bought tile makes none.
Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const Pending* asked = question(state);
  const bool asks = asked != nullptr && rules.added[asked->by].hooks == added.hooks;
  for (int seat = 0; seat < rules.seats; ++seat) {
    const int held = held_by(state, added.pile + bought, seat), offer = state.v.memory[added.memory + seat];
    if (held > 1) return {"two", "HOUSE-BUY", seat};
    if (asks && offer > 0 && (offer > state.score[seat] || held > 0)) return {"offer", "HOUSE-BUY", seat, offer};
  }
  return {};
}

/// A bot offers half of what the tile is worth to it, for the drawer gains what it pays; it sells to the highest offer
/// that beats laying the tile itself.
std::optional<Move> by_worth(const Ruleset& rules, const State<Full>& state, const Pending& asked,
                             const WorthOfKind& worth_of) {
  const double worth = worth_of(state.drawn);
  if (asked.what == ask_bid) {
    const int points = std::clamp(static_cast<int>(worth / 2), 0, std::max<int>(0, state.score[asked.seat]));
    return Move::act_with(asked.by, verb_bid, points);
  }
  Move best = Move::pass();
  int most = 0;
  for (int seat = 0; seat < rules.seats; ++seat) {
    const int points = state.v.memory[rules.added[asked.by].memory + seat];
    if (points > most && points > worth) best = Move::act_with(asked.by, verb_sell, seat);
    most = std::max(most, points);
  }
  return best;
}

/// Unfinished features that the drawn tile can complete and no other tile left can.
std::vector<int> at_stake(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const NodeSet only = completable_only(rules, state, added.pile + bought);
  std::vector<int> roots;
  for (int node = 0; node < state.nodes; ++node)
    if (only.contains(node)) roots.push_back(node);
  return roots;
}

constexpr Hooks kHooks = {.at = at, .options = options, .decide = decide, .by_worth = by_worth};

}  // namespace

constexpr Expansion kOffers = {.id = "offers",
                               .options = kOptions,
                               .hooks = &kHooks,
                               .piles = kPiles,
                               .words = kMaxSeats,  // what each seat offers in this round
                               .memory = "bids",
                               .objection = objection,
                               .impossible = impossible,
                               .verbs = kVerbs,
                               .questions = kQuestions,
                               .payments = {"bought", "HOUSE-BUY"},
                               .at_stake = at_stake};

}  // namespace bastide
