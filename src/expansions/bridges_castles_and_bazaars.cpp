#include "expansions/bridges_castles_and_bazaars.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 6> kOptions = {{{"bridges_castles_bazaars", {"2017", "2010"}},
                                                 {"bridge_where", {"needed"}},
                                                 {"castle_choice", {"highest"}},
                                                 {"bazaar_auction", {"pick"}},
                                                 {"bazaar_reserve", {"before"}},
                                                 {"bazaar_debt", {"none"}}}};
enum Options : uint8_t { edition, only_needed, highest, picked, before_second, no_debt };

enum MarkNumber : uint8_t { bazaar };
constexpr std::array<MarkSpec, 1> kMarks = {{{"bazaar", "BAZAAR-1"}}};

enum FigureNumber : uint8_t { bridge, castle };
constexpr std::array<FigureSpec, 2> kFigures = {{{.name = "bridge",
                                                  .kind = {.count = 3, .follower = false},
                                                  .on = Place::piece,
                                                  .rule = "BRIDGE-2",
                                                  .box_rule = "BRIDGE-1"},
                                                 {.name = "castle",
                                                  .kind = {.count = 3, .follower = false},
                                                  .on = Place::piece,
                                                  .rule = "CASTLE-1",
                                                  .box_rule = "CASTLE-1",
                                                  .lies_on = 1u << static_cast<unsigned>(FeatureType::city)}}};
constexpr int kMostSeats = 6;  // of these there are twelve each
constexpr int kTokens = 12;

enum Piles : uint8_t { market, lot };
constexpr std::array<PileSpec, 2> kPiles = {{{.name = "market", .rule = "BAZAAR-2", .by_seat = false},
                                             {.name = "lot", .pile = {.plays_on = true}, .rule = "BAZAAR-5"}}};

enum Verbs : uint8_t {
  verb_north_south,
  verb_west_east,
  verb_castle,
  verb_lord,
  verb_offer,
  verb_price,
  verb_raise,
  verb_buy,
  verb_cede,
  verb_take
};
constexpr std::array<Verb, 10> kVerbs = {{{"bridge-ns", Takes::space, "BRIDGE-1", north},
                                          {"bridge-we", Takes::space, "BRIDGE-1", east},
                                          {"castle", Takes::feature, "CASTLE-1"},
                                          {"lord", Takes::feature, "CASTLE-6"},
                                          {"offer", Takes::tile, "BAZAAR-3"},
                                          {"price", Takes::number, "BAZAAR-3"},
                                          {"raise", Takes::number, "BAZAAR-3"},
                                          {"buy", Takes::nothing, "BAZAAR-4"},
                                          {"cede", Takes::nothing, "BAZAAR-4"},
                                          {"take", Takes::tile, "BAZAAR-5"}}};

enum Questions : uint8_t {
  ask_build,
  ask_castle,
  ask_lord,
  draw_market,
  ask_offer,
  ask_price,
  ask_raise,
  ask_deal,
  ask_take,
  draw_reserve
};
constexpr std::array<Question, 10> kQuestions = {{
    {.name = "build", .moment = Moment::placed, .rule = "BRIDGE-1", .pass = "no-bridge"},
    {.name = "castle",
     .moment = Moment::acted,
     .rule = "CASTLE-2",
     .round = Question::Round::active_first,
     .pass = "points"},
    {.name = "lord", .moment = Moment::scored, .rule = "CASTLE-6", .round = Question::Round::any},
    {.name = "market",
     .moment = Moment::turn_ends,
     .rule = "BAZAAR-2",
     .of_chance = true,
     .round = Question::Round::active_first},
    {.name = "auction", .moment = Moment::turn_ends, .rule = "BAZAAR-3", .round = Question::Round::any},
    {.name = "first-bid", .moment = Moment::turn_ends, .rule = "BAZAAR-3", .round = Question::Round::any},
    {.name = "higher",
     .moment = Moment::turn_ends,
     .rule = "BAZAAR-3",
     .round = Question::Round::any,
     .pass = "no-more"},
    {.name = "deal", .moment = Moment::turn_ends, .rule = "BAZAAR-4", .round = Question::Round::any},
    {.name = "choice", .moment = Moment::turn_ends, .rule = "BAZAAR-5", .round = Question::Round::any},
    {.name = "market-first",
     .moment = Moment::part_ends,
     .rule = "BAZAAR-7",
     .of_chance = true,
     .round = Question::Round::active_first},
}};

enum Terms : uint8_t { of_lord, of_castles, to_bank };
constexpr std::array<TermSpec, 3> kTerms = {{{.name = "lord", .rule = "CASTLE-5", .bonus = true},
                                             {.name = "castles", .rule = "CASTLE-11"},
                                             {.name = "bank", .rule = "BAZAAR-4", .bonus = true}}};

// Memory. By castle, in the order of the tiles that they stand on: 0, or it was built in this part of the turn, or 1
// and what it got in it. Then what is left of the bazaars: how many auctions are to come, whether the tile to be laid
// was bought, and the auction that runs.
constexpr int16_t kNew = -1;
enum Words : uint8_t { castles = 0, auctions = kTokens, bought, auctioneer, kind_offered, highest_bid, bidder, words };
constexpr int kCredit = 20;    // BAZAAR-3: how far a bid may go above one's points
constexpr int kMostBid = 100;  // and at all

Figure kind_of(const Ruleset& rules, int by, FigureNumber figure) {
  return static_cast<Figure>(rules.added[by].figure + figure);
}

int option(const Ruleset& rules, int by, Options number) {
  return rules.added[by].option[number];
}

/// Takes one of a seat's out of its supply. REQUIRES: there is one.
int put_token(Turn& turn, int seat, FigureNumber figure, int piece, int index) {
  int number = first_figure(turn.rules, turn.state, seat, kind_of(turn.rules, turn.by, figure));
  while (turn.state.v.figure[number].at.kind != Place::supply) ++number;
  turn.move_figure(number, {Place::piece, static_cast<uint8_t>(index), static_cast<int16_t>(piece), 0});
  return number;
}

// ---------------------------------------------------------------- bridges

/// Whether a bridge at a space beside the new tile, or at its own, sets right all that does not match there: `faces` of
/// the tile, seen from which it lies at `towards`, or on it.
bool sets_right(unsigned faces, int towards, Face axis) {
  const unsigned ends = 1u << axis | 1u << kFarSides[axis].face;
  return (faces & ~ends) == 0 && (towards < 0 || faces == 1u << towards);
}

/// BRIDGE-1, BRIDGE-2, BRIDGE-4, BRIDGE-5
void list_bridges(const Ruleset& rules, const State<Full>& s, const Pending& asked, std::vector<Move>& moves) {
  if (supply_of(rules, s, asked.seat, kind_of(rules, asked.by, bridge)) == 0) return;
  const int last = s.pieces - 1;
  const auto& piece = s.piece[last];
  const unsigned wrong = unmended(rules, s, last);
  for (const int cell : {piece.cell, piece.second}) {
    if (cell == State<Full>::no_cell) continue;
    const auto& here = s.cell[cell];
    const unsigned wrong_here = wrong == 0 ? 0 : unmended_in(rules, s, last, cell);
    if (wrong != 0 && wrong_here == 0) continue;  // of a double tile the other square has to be set right
    for (int towards = -1; towards < kMaxSides; ++towards) {
      const FarSide to = towards < 0 ? FarSide{0, 0, north} : kFarSides[towards];
      if (towards >= 0 && lies_in(s, last, here.x + to.dx, here.y + to.dy)) continue;  // its own other square
      for (const Face axis : {north, east}) {
        const bool helps = wrong != 0 && sets_right(wrong_here, towards, axis);
        if (wrong != 0 && !helps) continue;
        if (wrong == 0 && towards >= 0 && option(rules, asked.by, only_needed) != 0) continue;
        if (!overpass_fits(rules, s, here.x + to.dx, here.y + to.dy, axis)) continue;
        const int verb = axis == north ? verb_north_south : verb_west_east;
        moves.push_back(Move::act_at(asked.by, verb, here.x + to.dx, here.y + to.dy));
      }
    }
  }
  if (!moves.empty() && wrong == 0) moves.push_back(Move::pass());
}

void build_bridge(Turn& turn, int seat, Move move) {
  const Face from = move.verb == verb_north_south ? north : east;
  if (!turn.add_overpass(move.x, move.y, from)) return;
  put_token(turn, seat, bridge, overpasses(turn.state).back().piece, kOverpass);
}

/// BRIDGE-5: only whoever has a bridge can.
bool mends(const Ruleset& rules, int by, const State<Full>& state) {
  return supply_of(rules, state, state.seat, kind_of(rules, by, bridge)) != 0;
}

// ---------------------------------------------------------------- castles

/// Calls `visit(row, number)` for each castle on the board, in the order of the tiles that they stand on, which number
/// them.
template <class Visit>
void for_each_castle(const Ruleset& rules, const State<Full>& state, int by, const Visit& visit) {
  const Figure kind = kind_of(rules, by, castle);
  const int first = first_figure(rules, state, 0, kind);
  std::array<const FigureRow*, kTokens> rows;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as count
  int count = 0;
  for (int i = 0; i < rules.figures[kind].rows(rules.seats); ++i) {
    const FigureRow& row = state.v.figure[first + i];
    if (row.at.kind != Place::piece) continue;
    int at = count++;
    for (; at > 0 && std::pair(row.at.x, row.at.index) < std::pair(rows[at - 1]->at.x, rows[at - 1]->at.index); --at)
      rows[at] = rows[at - 1];
    rows[at] = &row;
  }
  for (int i = 0; i < count; ++i) visit(*rows[i], i);
}

int city_of(const State<Full>& state, const FigureRow& castle) {
  return root_at(state, castle.at.x, castle.at.index);
}

FigureRow castle_numbered(const Ruleset& rules, const State<Full>& state, int by, int number) {
  FigureRow found;
  for_each_castle(rules, state, by, [&](const FigureRow& row, int i) {
    if (i == number) found = row;
  });
  return found;
}

/// Number of the castle on a city; -1: none.
int castle_on(const Ruleset& rules, const State<Full>& state, int by, int root) {
  int found = -1;
  for_each_castle(rules, state, by, [&](const FigureRow& row, int i) {
    if (city_of(state, row) == root) found = i;
  });
  return found;
}

bool converts(const Ruleset& rules, const State<Full>& state, int by, int node) {
  if (state.type[node] != FeatureType::city) return false;
  const Figure kind = kind_of(rules, by, castle);
  const int first = first_figure(rules, state, 0, kind);
  for (int i = 0; i < rules.figures[kind].rows(rules.seats); ++i)
    if (const FigureRow& row = state.v.figure[first + i]; row.at.kind == Place::piece && city_of(state, row) == node)
      return true;
  return false;
}

/// CASTLE-12: the lord.
bool keeps(const Ruleset& rules, const State<Full>& state, int by, int figure) {
  const FigureRow& row = state.v.figure[figure];
  return row.at.kind == Place::feature && rules.figures[row.figure].follower &&
         converts(rules, state, by, root_at(state, row.piece(), row.feature()));
}

/// A feature as moves name it: by its segment on the first of its pieces.
Move act_at_first(const State<Full>& state, int by, int verb, int root) {
  Move first = Move::act(by, verb, state.ring.piece[root], feature_of(state, root));
  for_each_segment(state, root, [&](int node) {
    const Move other = Move::act(by, verb, state.ring.piece[node], feature_of(state, node));
    if (std::pair(other.x, other.feature) < std::pair(first.x, first.feature)) first = other;
  });
  return first;
}

struct Spot {
  int x, y;
  friend bool operator==(const Spot&, const Spot&) = default;
};

Spot spot_of(const Ruleset& rules, const State<Full>& state, int node) {
  const auto& cell = cell_of_segment(rules, state, node);
  return {cell.x, cell.y};
}

/// Whose castle may stand on a city just completed; -1: nobody's (CASTLE-1).
int may_fortify(const Ruleset& rules, const State<Full>& s, int by, int root) {
  if (s.type[root] != FeatureType::city || !is_completed(s, root)) return -1;
  int segments = 0;
  bool plain = true;
  std::array<Spot, 2> spots{};
  for_each_segment(s, root, [&](int node) {
    const int f = feature_of(s, node);
    const int kind = s.piece[s.ring.piece[node]].kind;
    plain =
        plain && segments < 2 && rules.kinds[kind].feature[f].sides == 1 && ((rules.outlines[kind].wide >> f) & 1) == 0;
    if (segments < 2) spots[segments] = spot_of(rules, s, node);
    ++segments;
  });
  if (!plain || segments != 2 || spots[0] == spots[1]) return -1;
  const auto& followers = s.node[root].followers;
  int count = 0, owner = -1;
  for (int seat = 0; seat < rules.seats; ++seat) {
    count += followers.of(seat);
    if (followers.of(seat) != 0) owner = seat;
  }
  const bool owns = count == 1 && majority(rules, s, root).has(owner);  // CASTLE-12: a mayor there counts nothing
  return owns && castle_on(rules, s, by, root) < 0 ? owner : -1;
}

/// CASTLE-2
void list_cities(const Ruleset& rules, const State<Full>& s, const Pending& asked, std::vector<Move>& moves) {
  if (supply_of(rules, s, asked.seat, kind_of(rules, asked.by, castle)) == 0) return;
  for (int i = 0; i < s.completed; ++i) {
    const int root = s.completed_node[i];
    if (may_fortify(rules, s, asked.by, root) == asked.seat)
      moves.push_back(act_at_first(s, asked.by, verb_castle, root));
  }
  if (!moves.empty()) moves.push_back(Move::pass());
}

/// CASTLE-3: who is no follower leaves the lord.
void build_castle(Turn& turn, int seat, Move move) {
  const int figure = put_token(turn, seat, castle, move.x, move.feature);
  for_each_castle(turn.rules, turn.state, turn.by, [&](const FigureRow& row, int number) {
    if (&row != &turn.state.v.figure[figure]) return;
    int16_t* const memory = turn.memory() + castles;
    std::copy_backward(memory + number, memory + kTokens - 1, memory + kTokens);
    memory[number] = kNew;
  });
  const int root = root_at(turn.state, move.x, move.feature);
  turn.send_home([&](const FigureRow& row) {
    return !turn.rules.figures[row.figure].follower && root_at(turn.state, row.piece(), row.feature()) == root;
  });
}

/// CASTLE-4: whether a space belongs to a castle.
bool is_land_of(const Ruleset& rules, const State<Full>& state, const FigureRow& castle, Spot spot) {
  bool is = false;
  std::array<Spot, 2> own{};
  std::size_t count = 0;
  for_each_segment(state, city_of(state, castle), [&](int node) { own[count++ & 1] = spot_of(rules, state, node); });
  const bool upright = own[0].x == own[1].x;
  for (const Spot& tile : own) {
    const int dx = spot.x - tile.x, dy = spot.y - tile.y;
    is |= upright ? dy == 0 && dx >= -1 && dx <= 1 : dx == 0 && dy >= -1 && dy <= 1;
  }
  return is;
}

bool lies_on_land_of(const Ruleset& rules, const State<Full>& state, const FigureRow& castle, int root) {
  bool lies = false;
  for_each_segment(state, root, [&](int node) {
    for_each_cell_of(rules, state, node, [&](const State<Full>::Cell& cell) {
      lies |= is_land_of(rules, state, castle, {cell.x, cell.y});
    });
    if (state.type[root] != FeatureType::building) return;
    const auto& second = state.cell[state.piece[state.ring.piece[node]].second];
    lies |= is_land_of(rules, state, castle, {second.x, second.y});
  });
  return lies;
}

bool is_held(const State<Full>& state, const FigureRow& castle) {
  return state.node[city_of(state, castle)].followers.any();
}

/// What a lord may take now: roots of features that the last tile completed, or, if `chain`, of castles that have got
/// something (CASTLE-5, CASTLE-8, CASTLE-9).
std::vector<int> spoils(const Ruleset& rules, const State<Full>& s, int by, const FigureRow& row, int number,
                        bool chain) {
  std::vector<int> roots;
  const int16_t* const memory = memory_of(rules, s, by);
  if (memory[castles + number] != 0 || !is_held(s, row)) return roots;
  if (chain) {
    for_each_castle(rules, s, by, [&](const FigureRow& other, int i) {
      const int root = city_of(s, other);
      if (memory[castles + i] > 0 && lies_on_land_of(rules, s, row, root)) roots.push_back(root);
    });
    return roots;
  }
  for (int i = 0; i < s.completed; ++i) {
    const int root = s.completed_node[i];
    if (s.type[root] == FeatureType::garden || converted(rules, s, root)) continue;
    if (lies_on_land_of(rules, s, row, root)) roots.push_back(root);
  }
  return roots;
}

/// CASTLE-7, CASTLE-8
int spoils_of(const Ruleset& rules, const State<Full>& state, int by, int root) {
  const int other = castle_on(rules, state, by, root);
  return other < 0 ? feature_points(rules, state, root, Reason::completed)
                   : memory_of(rules, state, by)[castles + other] - 1;
}

/// CASTLE-5: the points, and the lord goes home.
void pay_lord(Turn& turn, int number, int root) {
  const FigureRow row = castle_numbered(turn.rules, turn.state, turn.by, number);
  const int points = spoils_of(turn.rules, turn.state, turn.by, root), city = city_of(turn.state, row);
  for (const int figure : standing(turn.state)) {
    const FigureRow lord = turn.state.v.figure[figure];
    if (root_at(turn.state, lord.piece(), lord.feature()) != city) continue;
    turn.give(lord.seat, of_lord, points, city);
    turn.memory()[castles + number] = static_cast<int16_t>(points + 1);
    turn.move_figure(figure, {});
    return;
  }
}

/// The castle that gets something next: what all can get by themselves comes before what one gets through another
/// (CASTLE-6, CASTLE-8), then it goes clockwise from the seat whose turn it is.
struct Next {
  int number = -1;  ///< none
  int seat = 0;
  std::vector<int> roots;  ///< what it may get
};

Next next_lord(const Ruleset& rules, const State<Full>& s, int by) {
  Next next;
  const int16_t* const got = memory_of(rules, s, by) + castles;
  if (s.completed == 0 && std::none_of(got, got + kTokens, [](int16_t points) { return points > 0; })) return next;
  for (const bool chain : {false, true})
    for (int i = 0; i < rules.seats; ++i) {
      const int seat = (active_seat(s) + i) % rules.seats;
      for_each_castle(rules, s, by, [&](const FigureRow& row, int number) {
        if (row.seat != seat || next.number >= 0) return;
        next.roots = spoils(rules, s, by, row, number, chain);
        if (!next.roots.empty()) next.number = number;
      });
      next.seat = seat;
      if (next.number >= 0) return next;
    }
  return next;
}

/// As far as nobody has to choose.
void pay_lords(Turn& turn) {
  for (;;) {
    const Next next = next_lord(turn.rules, turn.state, turn.by);
    if (next.number < 0) return;
    if (next.roots.size() > 1 && turn.option(highest) == 0)
      return turn.ask({.what = ask_lord, .seat = static_cast<uint8_t>(next.seat)});
    const auto worth = [&](int a, int b) {
      return spoils_of(turn.rules, turn.state, turn.by, a) < spoils_of(turn.rules, turn.state, turn.by, b);
    };
    pay_lord(turn, next.number, *std::max_element(next.roots.begin(), next.roots.end(), worth));
  }
}

void list_spoils(const Ruleset& rules, const State<Full>& s, const Pending& asked, std::vector<Move>& moves) {
  for (const int root : next_lord(rules, s, asked.by).roots)
    moves.push_back(act_at_first(s, asked.by, verb_lord, root));
}

/// CASTLE-11
int castles_at(const Ruleset& rules, const State<Full>& state, int by, int field) {
  int count = 0;
  for_each_castle(rules, state, by, [&](const FigureRow& row, int) {
    bool borders = false;
    for_each_segment(state, city_of(state, row), [&](int node) {
      const auto& piece = state.piece[state.ring.piece[node]];
      const TileKind& kind = rules.kinds[piece.kind];
      const int city = feature_of(state, node);
      for (int f = 0; f < kind.features; ++f)
        borders |= ((kind.feature[f].cities >> city) & 1) != 0 && root_of(state, piece.node + f) == field;
    });
    count += borders;
  });
  return count;
}

void worth(const Ruleset& rules, const State<Full>& state, const Scored& what, Worth& worth) {
  const int by = worth.by;
  int count = 0;
  if (what.reason == Reason::field || (what.reason == Reason::bonus && what.cities != 0))
    count = castles_at(rules, state, by, what.node);
  if (what.reason == Reason::field_city) count = converts(rules, state, by, what.node);
  if (count != 0) worth.add(of_castles, count, 1);
}

// ---------------------------------------------------------------- bazaars

bool has_lot(const Turn& turn, int seat) {
  return turn.held(lot, seat) != 0;
}

/// A tile of the bazaar is laid instead of drawing (BAZAAR-6, BAZAAR-8).
void lay_lot(Turn& turn) {
  turn.memory()[bought] = 0;
  const HeldTile* tile = first_held(turn.state, turn.pile(lot), turn.active());
  if (tile == nullptr) return;
  const int kind = tile->kind;
  turn.take(kind, lot, turn.active());
  if (turn.finds_place(kind)) {
    turn.memory()[bought] = 1;
    return turn.place_now(kind);
  }
  turn.set_aside(kind);
  turn.state.v.declined = true;  // no half tile or abbey instead, but what must be laid in every turn
}

/// BAZAAR-1, BAZAAR-7. A tile that was bought may have been refused, and another one laid.
void note_bazaar(Turn& turn) {
  int16_t* const memory = turn.memory();
  const bool was_bought = memory[bought] != 0 && !turn.state.v.declined;
  memory[bought] = 0;
  if (!was_bought && last_tile_has(turn.rules, turn.state, turn.by, bazaar)) ++memory[auctions];
}

void give_lot(Turn& turn, int kind, int seat) {
  turn.take(kind, market, kNobody);
  turn.hold(kind, lot, seat);
}

/// The seat's turn to pick a tile, or the next one's that has none; the last one gets what is left (BAZAAR-5).
void pick_next(Turn& turn, int seat) {
  const int left = turn.held(market, kNobody);
  if (left == 0) return;
  while (has_lot(turn, seat)) seat = turn.next(seat);
  if (left == 1) return give_lot(turn, first_held(turn.state, turn.pile(market), kNobody)->kind, seat);
  turn.memory()[auctioneer] = static_cast<int16_t>(seat);
  turn.ask({.what = static_cast<uint8_t>(turn.option(picked) != 0 ? ask_take : ask_offer),
            .seat = static_cast<uint8_t>(seat)});
}

/// The bank has no seat.
void end_auction(Turn& turn, int buyer) {
  int16_t* const memory = turn.memory();
  const int seat = memory[auctioneer];
  give_lot(turn, memory[kind_offered] - 1, buyer);
  std::fill(memory + auctioneer, memory + words, int16_t{0});
  pick_next(turn, turn.next(seat));
}

int most_bid(const Ruleset& rules, const State<Full>& state, int by, int seat) {
  const int points = std::max<int>(0, state.score[seat]);
  return std::min(kMostBid, points + (option(rules, by, no_debt) != 0 ? 0 : kCredit));
}

/// Who may not have less than no points can only sell where a bid is above what it has.
bool may_buy(const Ruleset& rules, const State<Full>& state, const Pending& asked) {
  return option(rules, asked.by, no_debt) == 0 ||
         memory_of(rules, state, asked.by)[highest_bid] <= state.score[asked.seat];
}

/// The next seat behind this one that can bid more is asked; the auctioneer decides when all have been (BAZAAR-4).
void ask_for_more(Turn& turn, int seat) {
  const int16_t* const memory = turn.memory();
  for (seat = turn.next(seat); seat != memory[auctioneer]; seat = turn.next(seat))
    if (!has_lot(turn, seat) && most_bid(turn.rules, turn.state, turn.by, seat) > memory[highest_bid])
      return turn.ask({.what = ask_raise, .seat = static_cast<uint8_t>(seat)});
  if (memory[bidder] != memory[auctioneer])
    return turn.ask({.what = ask_deal, .seat = static_cast<uint8_t>(memory[auctioneer])});
  if (memory[highest_bid] != 0) turn.give(memory[auctioneer], to_bank, -memory[highest_bid]);
  end_auction(turn, memory[auctioneer]);
}

void bid(Turn& turn, int seat, int points) {
  turn.memory()[highest_bid] = static_cast<int16_t>(points);
  turn.memory()[bidder] = static_cast<int16_t>(seat);
}

void begin_auction(Turn& turn) {
  --turn.memory()[auctions];
  pick_next(turn, turn.next(turn.active()));
}

/// The turn is over: an auction begins, or its tiles are drawn before the turn's second part (BAZAAR-1, BAZAAR-7).
void open_market(Turn& turn) {
  int16_t* const memory = turn.memory();
  std::fill_n(memory + castles, kTokens, int16_t{0});
  if (memory[auctions] == 0) return;
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    if (has_lot(turn, seat)) return;
  const bool again = has_another_turn(turn.state);
  if (again && turn.option(before_second) == 0) return;
  const bool laid_out = turn.held(market, kNobody) != 0;
  if (!laid_out && turn.state.left < turn.rules.seats) {
    memory[auctions] = 0;
    return;
  }
  if (!laid_out) return turn.ask_chance_round(draw_market);
  if (!again) begin_auction(turn);
}

/// BAZAAR-7: before the second part of a turn the tiles are only drawn.
void reserve_market(Turn& turn) {
  if (!has_part_due(turn.state) || turn.memory()[auctions] == 0 || turn.held(market, kNobody) != 0) return;
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    if (has_lot(turn, seat)) return;
  if (turn.state.left >= turn.rules.seats) turn.ask_chance_round(draw_reserve);
}

/// BAZAAR-2: a tile has been drawn; the last of them opens the auction, or waits for the second part.
void lay_out(Turn& turn, int kind) {
  turn.hold(kind, market, kNobody);
  if (turn.held(market, kNobody) == turn.rules.seats && !has_another_turn(turn.state)) begin_auction(turn);
}

void list_market(const Ruleset& rules, const State<Full>& state, const Pending& asked, int verb,
                 std::vector<Move>& moves) {
  for_each_held(state, rules.added[asked.by].pile + market, kNobody, [&](int kind) {
    const Move move = Move::act_on(asked.by, verb, kind);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
  });
}

void list_bids(const Ruleset& rules, const State<Full>& state, const Pending& asked, int verb, int from,
               std::vector<Move>& moves) {
  for (int points = from; points <= most_bid(rules, state, asked.by, asked.seat); ++points)
    moves.push_back(Move::act_with(asked.by, verb, points));
}

/// What a bot gains by a tile of the market instead of one of the others that lie there, as they are on the average.
double gain_by(const Ruleset& rules, const State<Full>& state, int by, int kind, const WorthOfKind& worth_of) {
  double all = 0;
  int count = 0;
  for_each_held(state, rules.added[by].pile + market, kNobody, [&](int other) {
    all += std::max(0.0, worth_of(other));  // what fits nowhere is replaced by a drawn one
    ++count;
  });
  const double worth = std::max(0.0, worth_of(kind));
  return count < 2 ? 0 : worth - (all - worth) / (count - 1);
}

int dearest(const Ruleset& rules, const State<Full>& state, int by, const WorthOfKind& worth_of) {
  int best = -1;
  double most = 0;
  for_each_held(state, rules.added[by].pile + market, kNobody, [&](int kind) {
    const double worth = worth_of(kind);
    if (best >= 0 && worth <= most) return;
    best = kind;
    most = worth;
  });
  return best;
}

/// A bot picks the tile that is worth most to it. A fair price is half of what it gains by it, for another seat gains
/// what it pays; to the bank it pays half of that, so that others have to bid more.
std::optional<Move> by_worth(const Ruleset& rules, const State<Full>& state, const Pending& asked,
                             const WorthOfKind& worth_of) {
  if (asked.what == ask_offer || asked.what == ask_take)
    return Move::act_on(asked.by, asked.what == ask_offer ? verb_offer : verb_take,
                        dearest(rules, state, asked.by, worth_of));
  if (asked.what != ask_price && asked.what != ask_raise && asked.what != ask_deal) return std::nullopt;
  const int16_t* const memory = memory_of(rules, state, asked.by);
  const int fair = static_cast<int>(gain_by(rules, state, asked.by, memory[kind_offered] - 1, worth_of) / 2);
  const int most = std::min(fair, most_bid(rules, state, asked.by, asked.seat));
  if (asked.what == ask_price) return Move::act_with(asked.by, verb_price, std::max(0, most / 2));
  const int highest = memory[highest_bid];
  if (asked.what == ask_raise) return most > highest ? Move::act_with(asked.by, verb_raise, most) : Move::pass();
  return Move::act(asked.by, fair >= highest && may_buy(rules, state, asked) ? verb_buy : verb_cede);
}

// ---------------------------------------------------------------- in the order of play

bool idle(const Ruleset&, int, Moment moment, int, bool completed) {
  return moment == Moment::acted && !completed;
}

void at(Turn& turn, Moment moment) {
  switch (moment) {
    case Moment::turn_begins:
      return lay_lot(turn);
    case Moment::placed:
      std::fill_n(turn.memory() + castles, kTokens, int16_t{0});
      note_bazaar(turn);
      if (supply_of(turn.rules, turn.state, turn.active(), kind_of(turn.rules, turn.by, bridge)) == 0) return;
      return turn.ask({.what = ask_build, .seat = static_cast<uint8_t>(turn.active())});
    case Moment::acted:
      if (turn.state.completed == 0) return;
      return turn.ask_round(ask_castle, turn.active());
    case Moment::scored:
      return pay_lords(turn);
    case Moment::part_ends:
      return reserve_market(turn);
    case Moment::turn_ends:
      return open_market(turn);
    default:
      return;
  }
}

void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  switch (asked.what) {
    case ask_build:
      return list_bridges(rules, state, asked, moves);
    case ask_castle:
      return list_cities(rules, state, asked, moves);
    case ask_lord:
      return list_spoils(rules, state, asked, moves);
    case ask_offer:
      return list_market(rules, state, asked, verb_offer, moves);
    case ask_price:
      return list_bids(rules, state, asked, verb_price, 0, moves);
    case ask_raise:
      list_bids(rules, state, asked, verb_raise, memory_of(rules, state, asked.by)[highest_bid] + 1, moves);
      moves.push_back(Move::pass());
      return;
    case ask_deal:
      if (may_buy(rules, state, asked)) moves.push_back(Move::act(asked.by, verb_buy));
      moves.push_back(Move::act(asked.by, verb_cede));
      return;
    case ask_take:
      return list_market(rules, state, asked, verb_take, moves);
    default:
      return;
  }
}

void decide(Turn& turn, const Pending& asked, Move move) {
  int16_t* const memory = turn.memory();
  if (asked.what == ask_castle && move.kind == MoveKind::act) return build_castle(turn, asked.seat, move);  // once more
  turn.done();
  switch (asked.what) {
    case ask_build:
      if (move.kind == MoveKind::act) build_bridge(turn, asked.seat, move);
      return;
    case ask_lord:
      pay_lord(turn, next_lord(turn.rules, turn.state, turn.by).number, root_at(turn.state, move.x, move.feature));
      return pay_lords(turn);
    case draw_market:
      return lay_out(turn, move.tile);
    case draw_reserve:
      return turn.hold(move.tile, market, kNobody);
    case ask_offer:
      memory[kind_offered] = static_cast<int16_t>(move.tile + 1);
      return turn.ask({.what = ask_price, .seat = asked.seat});
    case ask_price:
      bid(turn, asked.seat, move.value);
      return ask_for_more(turn, asked.seat);
    case ask_raise:
      if (move.kind == MoveKind::act) bid(turn, asked.seat, move.value);
      return ask_for_more(turn, asked.seat);
    case ask_deal: {
      const int other = memory[bidder], points = memory[highest_bid];
      const bool buys = move.verb == verb_buy;
      turn.pay(buys ? asked.seat : other, buys ? other : asked.seat, points);
      return end_auction(turn, buys ? asked.seat : other);
    }
    case ask_take:
      give_lot(turn, move.tile, asked.seat);
      return pick_next(turn, turn.next(asked.seat));
    default:
      return;
  }
}

/// BRIDGE-1, CASTLE-1: twelve of each, at most.
void set_up(Ruleset& rules, const Added& added) {
  const auto each = static_cast<uint8_t>(rules.seats <= 4 ? 3 : rules.seats <= kMostSeats ? 2 : 1);
  for (const FigureNumber figure : {bridge, castle}) rules.figures[added.figure + figure].count = each;
  rules.overpasses += rules.seats * each;
  rules.debts = rules.debts || (added.option[no_debt] == 0 && added.option[picked] == 0);
}

Objection objection(const Ruleset& rules, const Added&) {
  if (rules.seats <= kMostSeats) return {};
  return {.what = "seats", .rule = "BRIDGE-1", .there = kMostSeats};
}

/// Of the auction that runs.
Subject subject(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int16_t* const memory = memory_of(rules, state, static_cast<int>(&added - rules.added.data()));
  const int kind = memory[kind_offered] - 1;
  return kind < 0 ? Subject{} : Subject{kind, memory[highest_bid], memory[bidder]};
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  Impossible wrong;
  for (int seat = 0; seat < rules.seats; ++seat)
    if (held_by(state, added.pile + lot, seat) > 1) wrong = {"lot", "BAZAAR-5", seat};
  for_each_castle(rules, state, by, [&](const FigureRow& row, int) {
    const int root = city_of(state, row);
    int segments = 0;
    if (state.type[root] == FeatureType::city) for_each_segment(state, root, [&](int) { ++segments; });
    if (segments != 2 || !is_completed(state, root)) wrong = {"castle", "CASTLE-1", row.seat, 0, row.at.x};
  });
  return wrong;
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  if (state.phase != Phase::ask || move.kind != MoveKind::act || move.by != by) return {};
  switch (move.verb) {
    case verb_north_south:
    case verb_west_east: {
      if (supply_of(rules, state, state.seat, kind_of(rules, by, bridge)) == 0) return "BRIDGE-1";
      if (!any_space_of(state, state.pieces - 1, [&](const State<Full>::Cell& here) {
            return std::abs(here.x - move.x) + std::abs(here.y - move.y) <= 1;
          }))
        return "BRIDGE-1";
      if (unmended(rules, state, state.pieces - 1) != 0) return "BRIDGE-5";
      const Face from = move.verb == verb_north_south ? north : east;
      return overpass_fits(rules, state, move.x, move.y, from) ? "BRIDGE-1" : "BRIDGE-4";
    }
    case verb_castle:
      return supply_of(rules, state, state.seat, kind_of(rules, by, castle)) == 0 ? "CASTLE-2" : "CASTLE-1";
    case verb_lord:
      return "CASTLE-5";
    case verb_price:
    case verb_raise:
      return "BAZAAR-3";
    default:
      return "BAZAAR-5";
  }
}

constexpr Hooks kHooks = {.at = at,
                          .idle = idle,
                          .options = options,
                          .decide = decide,
                          .by_worth = by_worth,
                          .mends = mends,
                          .converted = converts,
                          .keeps = keeps,
                          .worth = worth};

}  // namespace

constexpr Expansion kBridgesCastlesAndBazaars = {.id = "bridges-castles-and-bazaars",
                                                 .options = kOptions,
                                                 .set_up = set_up,
                                                 .hooks = &kHooks,
                                                 .marks = kMarks,
                                                 .figures = kFigures,
                                                 .piles = kPiles,
                                                 .words = words,
                                                 .lasting = true,
                                                 .objection = objection,
                                                 .impossible = impossible,
                                                 .verbs = kVerbs,
                                                 .questions = kQuestions,
                                                 .terms = kTerms,
                                                 .why_illegal = why_illegal,
                                                 .payments = {"auction", "BAZAAR-4"},
                                                 .subject = subject};

}  // namespace bastide
