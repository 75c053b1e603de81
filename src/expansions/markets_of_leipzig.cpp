#include "expansions/markets_of_leipzig.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 3> kOptions = {
    {{"markets_of_leipzig", {"on"}}, {"leipzig_follower", {"more"}}, {"leipzig_road", {"tile", "spaces"}}}};
enum Options : uint8_t { plays, follower, long_road };
enum LongRoad : int16_t { one = 1, two };

// Quarters by the number of their mark, in the order in which their tiles are laid.
enum Mark : uint8_t { wainwrights, tanners, bookprinters, coiners, cow_shed };
constexpr int kQuarters = 4;
constexpr std::array<MarkSpec, kQuarters + 1> kMarks = {{{"wainwrights", "LEI-9"},
                                                         {"tanners", "LEI-12"},
                                                         {"bookprinters", "LEI-11"},
                                                         {"coiners", "LEI-10"},
                                                         {"cow-shed", "LEI-12", 0.5}}};

/// The terms have the numbers of the quarters.
constexpr std::array<TermSpec, kQuarters> kTerms = {
    {{.name = "road", .rule = "LEI-9", .bonus = true},
     {.name = "sheds", .rule = "LEI-12", .lies = Lies::marks, .mark = cow_shed, .bonus = true},
     {.name = "monastery", .rule = "LEI-11", .lies = Lies::centre, .bonus = true},
     {.name = "shields", .rule = "LEI-10", .lies = Lies::shields, .bonus = true}}};
constexpr std::array<int, kQuarters> kEach = {1, 2, 4, 3};

enum Piles : uint8_t { in_box };
constexpr std::array<PileSpec, 1> kPiles = {{{.name = "leipzig-tiles", .rule = "LEI-1", .hidden = true}}};

enum Verbs : uint8_t { verb_send };
constexpr std::array<Verb, 1> kVerbs = {{{"to-market", Takes::figure, "LEI-5"}}};

enum Questions : uint8_t { ask_market };
constexpr std::array<Question, 1> kQuestions = {
    {{.name = "leipzig", .moment = Moment::acted, .rule = "LEI-5", .round = Question::Round::any, .pass = "score"}}};

// Memory: which road it is asked about, from 1, then by seat and quarter who is to be sent there: a road and a kind of
// figures, as one number from 1. All are 0 but between the question and the points.
constexpr int kWords = 1 + kMaxSeats * kQuarters;

int16_t& sent_to(int16_t* words, int seat, int quarter) {
  return words[1 + seat * kQuarters + quarter];
}

int sent_to(const int16_t* words, int seat, int quarter) {
  return words[1 + seat * kQuarters + quarter];
}

// ---------------------------------------------------------------- the city

/// LEI-1: where the quarters' tiles lie, seen from the first one.
struct Lying {
  int x, y, rotation;
};
constexpr std::array<Lying, kQuarters> kPinwheel = {{{0, 0, 0}, {1, -2, 1}, {3, -1, 2}, {2, 1, 3}}};

int quarter_of(const Ruleset& rules, int by, int kind) {
  for (int quarter = 0; quarter < kQuarters; ++quarter)
    if (marks_on(rules, by, kind, quarter) > 0) return quarter;
  return -1;
}

/// The piece of a quarter; -1: it does not lie.
int piece_of(const Ruleset& rules, const State<Full>& state, int by, int quarter) {
  for (int p = 0; p < state.pieces; ++p)
    if (marks_on(rules, by, state.piece[p].kind, quarter) > 0) return p;
  return -1;
}

Place place_of_quarter(const State<Full>& state, int piece) {
  int f = 0;
  while (type_of(state, piece, f) != FeatureType::quarter) ++f;
  return Place::on(piece, f);
}

/// LEI-7: whether a seat has a follower in a quarter.
bool is_in(const Ruleset& rules, const State<Full>& state, int by, int seat, int quarter) {
  const int piece = piece_of(rules, state, by, quarter);
  if (piece < 0) return false;
  const Place place = place_of_quarter(state, piece);
  return std::any_of(standing(state).begin(), standing(state).end(), [&](int number) {
    const FigureRow& row = state.v.figure[number];
    return row.seat == seat && row.at == place;
  });
}

/// LEI-1
void lay_city(Turn& turn) {
  for (int quarter = 1; quarter < kQuarters; ++quarter)
    for (const HeldTile& tile : held(turn.state)) {
      const Lying& where = kPinwheel[quarter];
      if (tile.pile != turn.pile(in_box) || turn.marks(tile.kind, quarter) == 0) continue;
      const int kind = tile.kind;
      turn.take(kind, in_box, kNobody);
      turn.lay_beside_start(kind, where.x, where.y, where.rotation);
      break;
    }
}

void set_up(Ruleset& rules, const Added& added) {
  rules.begun += kQuarters - 1;
  rules.scoring.long_roads = added.option[long_road] == two;
  if (added.option[follower] != 0) ++rules.figures[Figure::follower].count;
}

// ---------------------------------------------------------------- roads

/// LEI-4: whether a road leads to the city, through others that meet at villages.
bool leads_to_city(const Ruleset& rules, const State<Full>& state, int by, int road) {
  thread_local std::vector<int> found;
  found.assign(1, road);
  for (std::size_t i = 0; i < found.size(); ++i) {
    bool there = false;
    for_each_segment(state, found[i], [&](int node) {
      const int p = state.ring.piece[node], f = feature_of(state, node);
      if (f == kOverpass) return;
      there |= quarter_of(rules, by, state.piece[p].kind) >= 0;
      const unsigned met = rules.leads[state.piece[p].kind].at_village;
      for (const unsigned other : each_bit((met >> f & 1) != 0 ? met : 0)) {
        const int root = root_at(state, p, static_cast<int>(other));
        if (std::find(found.begin(), found.end(), root) == found.end()) found.push_back(root);
      }
    });
    if (there) return true;
  }
  return false;
}

/// Completed ones with followers that lead there, by their roots.
struct Roads {
  int count = 0;
  std::array<int, 8> root{};
};

Roads roads_to_city(const Ruleset& rules, const State<Full>& state, int by) {
  Roads roads;
  for (int i = 0; i < state.completed; ++i) {
    const int root = state.completed_node[i];
    if (state.type[root] == FeatureType::road && state.node[root].followers.any() && !converted(rules, state, root) &&
        roads.count < static_cast<int>(roads.root.size()) && leads_to_city(rules, state, by, root))
      roads.root[roads.count++] = root;
  }
  // In the order in which their first tiles were laid, however their segments were joined.
  const auto first = [&](int root) {
    std::pair<int, int> least{state.ring.piece[root], feature_of(state, root)};
    for_each_segment(state, root, [&](int node) {
      least = std::min(least, std::pair<int, int>{state.ring.piece[node], feature_of(state, node)});
    });
    return least;
  };
  std::sort(roads.root.begin(), roads.root.begin() + roads.count, [&](int a, int b) { return first(a) < first(b); });
  return roads;
}

/// The first figure of a kind and seat that stands on a road; -1: none.
int first_on(const State<Full>& state, int root, int seat, Figure figure) {
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (row.seat == seat && row.figure == figure && root_at(state, row.piece(), row.feature()) == root) return number;
  }
  return -1;
}

bool any_sent(const Ruleset& rules, const int16_t* words) {
  return std::any_of(words + 1, words + 1 + rules.seats * kQuarters, [](int16_t word) { return word != 0; });
}

// ---------------------------------------------------------------- the decision

/// LEI-5, LEI-7: whom to send, and where to.
void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  const int16_t* const words = memory_of(rules, state, asked.by);
  const Roads roads = roads_to_city(rules, state, asked.by);
  if (words[0] < 1 || words[0] > roads.count) return;
  for (int kind = 0; kind < rules.figure_kinds; ++kind) {
    const auto figure = static_cast<Figure>(kind);
    if (!rules.figures[kind].follower || first_on(state, roads.root[words[0] - 1], asked.seat, figure) < 0) continue;
    for (int quarter = 0; quarter < kQuarters; ++quarter) {
      const int piece = piece_of(rules, state, asked.by, quarter);
      if (piece < 0 || sent_to(words, asked.seat, quarter) != 0 || is_in(rules, state, asked.by, asked.seat, quarter))
        continue;
      Move move = Move::act(asked.by, verb_send, piece, place_of_quarter(state, piece).index);
      move.figure = figure;
      moves.push_back(move);
    }
  }
  if (!moves.empty()) moves.push_back(Move::pass());
}

/// Asks the owners of each road, clockwise from the active seat; `after`: the last one that was asked about the road in
/// memory, kNobody if none was.
void ask_next(Turn& turn, int after) {
  int16_t* const words = turn.memory();
  const Roads roads = roads_to_city(turn.rules, turn.state, turn.by);
  const auto place_of_seat = [&](int seat) { return (seat - turn.active() + turn.rules.seats) % turn.rules.seats; };
  thread_local std::vector<Move> moves;
  for (words[0] = std::max<int16_t>(words[0], 1); words[0] <= roads.count; ++words[0], after = kNobody) {
    const Majority owners = majority(turn.rules, turn.state, roads.root[words[0] - 1]);
    for (int i = after == kNobody ? 0 : place_of_seat(after) + 1; i < turn.rules.seats; ++i) {
      const int seat = (turn.active() + i) % turn.rules.seats;
      const Pending asked{.by = static_cast<uint8_t>(turn.by), .what = ask_market, .seat = static_cast<uint8_t>(seat)};
      moves.clear();
      if (owners.has(seat)) options(turn.rules, turn.state, asked, moves);
      if (!moves.empty()) return turn.ask(asked);
    }
  }
  words[0] = 0;
}

void decide(Turn& turn, const Pending& asked, Move move) {
  int16_t* const words = turn.memory();
  turn.done();
  if (move.kind != MoveKind::pass) {
    const int quarter = quarter_of(turn.rules, turn.by, turn.state.piece[move.x].kind);
    sent_to(words, asked.seat, quarter) =
        static_cast<int16_t>(1 + (words[0] - 1) * kFigureKinds + static_cast<int>(move.figure));
  }
  ask_next(turn, asked.seat);
}

/// LEI-6: who sends the only follower there is not scored.
unsigned forgoes(const Ruleset& rules, const State<Full>& state, int by, int node) {
  const int16_t* const words = memory_of(rules, state, by);
  if (state.type[node] != FeatureType::road || !any_sent(rules, words)) return 0;
  const Roads roads = roads_to_city(rules, state, by);
  const int number =
      static_cast<int>(std::find(roads.root.begin(), roads.root.begin() + roads.count, node) - roads.root.begin());
  unsigned out = 0;
  for (int seat = 0; seat < rules.seats && number < roads.count; ++seat)
    for (int quarter = 0; quarter < kQuarters; ++quarter)
      if (const int sent = sent_to(words, seat, quarter);
          sent != 0 && (sent - 1) / kFigureKinds == number && state.node[node].followers.of(seat) == 1)
        out |= 1u << seat;
  return out;
}

// ---------------------------------------------------------------- quarters

/// LEI-14: into the quarters at once, before these pay.
void send(Turn& turn) {
  int16_t* const words = turn.memory();
  if (!any_sent(turn.rules, words)) return;
  const Roads roads = roads_to_city(turn.rules, turn.state, turn.by);
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    for (int quarter = 0; quarter < kQuarters; ++quarter) {
      const int sent = sent_to(words, seat, quarter) - 1;
      if (sent < 0 || sent / kFigureKinds >= roads.count) continue;
      const int number =
          first_on(turn.state, roads.root[sent / kFigureKinds], seat, static_cast<Figure>(sent % kFigureKinds));
      const int piece = piece_of(turn.rules, turn.state, turn.by, quarter);
      if (number >= 0 && piece >= 0) turn.move_figure(number, place_of_quarter(turn.state, piece));
    }
  std::fill_n(words, kWords, int16_t{0});
}

/// Cow sheds in a field.
int sheds_in(const Ruleset& rules, const State<Full>& state, int by, int root) {
  const int mark = rules.added[by].mark + cow_shed;
  int count = 0;
  for_each_segment(state, root, [&](int node) {
    const auto& piece = state.piece[state.ring.piece[node]];
    const Marks& marks = rules.marks[piece.kind];
    if (marks.count[mark] > 0 && piece.node + marks.feature[mark] == node) count += marks.count[mark];
  });
  return count;
}

/// LEI-9 to LEI-13: what a quarter pays each seat with a follower in it that takes part in a feature.
void pay_present(Turn& turn, int root, int quarter, int count) {
  for (int i = 0, seat = turn.active(); count > 0 && i < turn.rules.seats; ++i, seat = turn.next(seat))
    if (turn.state.node[root].followers.of(seat) > 0 && is_in(turn.rules, turn.state, turn.by, seat, quarter))
      turn.give_for(seat, quarter, count, kEach[quarter], root);
}

void pay_field(Turn& turn, int root) {
  pay_present(turn, root, tanners, sheds_in(turn.rules, turn.state, turn.by, root));
}

void pay_completed(Turn& turn) {
  const State<Full>& s = turn.state;
  for (int i = 0; i < s.completed; ++i) {
    const int root = s.completed_node[i];
    if (!s.node[root].followers.any() || converted(turn.rules, s, root)) continue;
    if (s.type[root] == FeatureType::road) pay_present(turn, root, wainwrights, feature_size(turn.rules, s, root));
    if (s.type[root] == FeatureType::city) pay_present(turn, root, coiners, s.node[root].shields());
    if (s.type[root] == FeatureType::cloister) pay_present(turn, root, bookprinters, 1);
  }
}

void pay_all_fields(Turn& turn) {
  const State<Full>& s = turn.state;
  for (int root = 0; root < s.nodes; ++root)
    if (s.type[root] == FeatureType::field && s.parent[root] == root && s.node[root].followers.any())
      pay_field(turn, root);
}

/// LEI-12: fields that are scored in the course of the game.
void paid(Turn& turn, const Scored& what) {
  if (what.reason == Reason::field && what.each != 0) pay_field(turn, what.node);
}

void at(Turn& turn, Moment moment) {
  switch (moment) {
    case Moment::set_up:
      return lay_city(turn);
    case Moment::acted:
      std::fill_n(turn.memory(), kWords, int16_t{0});
      return ask_next(turn, kNobody);
    case Moment::scored:
      send(turn);
      return pay_completed(turn);
    case Moment::final_scored:
      return pay_all_fields(turn);
    default:
      return;
  }
}

/// LEI-8
bool keeps(const Ruleset&, const State<Full>& state, int, int figure) {
  const FigureRow& row = state.v.figure[figure];
  return row.at.kind == Place::feature && type_of(state, row.piece(), row.feature()) == FeatureType::quarter;
}

/// LEI-3
bool allows(const Ruleset&, const State<Full>& state, int, int, Figure, Place to) {
  return to.kind != Place::feature || to.index == kOverpass || type_of(state, to.x, to.index) != FeatureType::quarter;
}

// ---------------------------------------------------------------- what cannot be, and why not

/// Whether a table is too small for the city.
bool is_off_table(const Ruleset& rules) {
  if (!rules.bounded || !fits<Full>(rules)) return false;
  const auto state = std::make_unique<State<Full>>();
  start(rules, *state, 0);
  for (int piece = 0; piece < state->pieces; ++piece)
    if (any_space_of(*state, piece, [&](const State<Full>::Cell& cell) {
          return ground_at(rules, *state, cell.x, cell.y).ground != Ground::open;
        }))
      return true;
  return false;
}

Objection objection(const Ruleset& rules, const Added& added) {
  if (rules.exact) return {.what = "river", .rule = "LEI-1", .instead = "river=off"};
  if (!rules.start_lies) return {.what = "bag", .rule = "LEI-1", .instead = "start_tile=middle"};
  if (is_off_table(rules)) return {.what = "table", .rule = "LEI-1", .instead = "table=floor"};
  const bool sheds = std::any_of(rules.marks.begin(), rules.marks.end(),
                                 [&](const Marks& marks) { return marks.count[added.mark + cow_shed] > 0; });
  return sheds ? Objection{} : Objection{.what = "sheds"};
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const int16_t* const words = memory_of(rules, state, by);
  const Roads roads = roads_to_city(rules, state, by);
  const auto is_road = [&](int number) { return number >= 0 && number < roads.count; };
  if (words[0] != 0 && !is_road(words[0] - 1)) return {"sent", "LEI-5"};
  for (int seat = 0; seat < kMaxSeats; ++seat)
    for (int quarter = 0; quarter < kQuarters; ++quarter) {
      const int sent = sent_to(words, seat, quarter) - 1;
      if (sent < -1 ||
          (sent >= 0 &&
           (seat >= rules.seats || !is_road(sent / kFigureKinds) || is_in(rules, state, by, seat, quarter) ||
            first_on(state, roads.root[sent / kFigureKinds], seat, static_cast<Figure>(sent % kFigureKinds)) < 0)))
        return {"sent", "LEI-5"};
    }
  const int first = piece_of(rules, state, by, 0);
  for (int quarter = 0; quarter < kQuarters && state.pieces > 0; ++quarter) {
    const int piece = piece_of(rules, state, by, quarter);
    if (piece < 0) return {.what = "missing", .rule = "LEI-1"};
    const auto& here = state.cell[state.piece[first].cell];
    const auto& there = state.cell[state.piece[piece].cell];
    Lying lying{there.x - here.x, there.y - here.y,
                (state.piece[piece].rotation - state.piece[first].rotation + 4) % 4};
    for (int r = state.piece[first].rotation; r > 0; --r) lying = {lying.y, -lying.x, lying.rotation};
    const Lying& wanted = kPinwheel[quarter];
    if (lying.x != wanted.x || lying.y != wanted.y || lying.rotation != wanted.rotation)
      return {.what = "pinwheel", .rule = "LEI-1", .piece = piece};
  }
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (keeps(rules, state, by, number) && std::any_of(standing(state).begin(), standing(state).end(), [&](int other) {
          return other != number && state.v.figure[other].seat == row.seat && state.v.figure[other].at == row.at;
        }))
      return {.what = "twice", .rule = "LEI-7", .seat = row.seat, .piece = row.piece()};
  }
  return {};
}

std::string_view tie_rule(const Added&) {
  return "LEI-6";
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  if (move.kind != MoveKind::act || move.by != by) return {};
  const bool quarter =
      has_feature(rules, state, move.x, move.feature) && type_of(state, move.x, move.feature) == FeatureType::quarter;
  const bool taken = quarter && is_in(rules, state, by, state.seat, quarter_of(rules, by, state.piece[move.x].kind));
  return taken ? "LEI-7" : "LEI-5";
}

/// The road that it is asked about.
std::vector<int> at_stake(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const int16_t* const words = memory_of(rules, state, by);
  const Roads roads = roads_to_city(rules, state, by);
  if (words[0] < 1 || words[0] > roads.count) return {};
  return {roads.root[words[0] - 1]};
}

constexpr Hooks kHooks = {.at = at,
                          .options = options,
                          .decide = decide,
                          .allows = allows,
                          .by_place_alone = true,
                          .forbids_on = bit(FeatureType::quarter),
                          .forgoes = forgoes,
                          .keeps = keeps,
                          .paid = paid};

}  // namespace

constexpr Expansion kMarketsOfLeipzig = {.id = "markets-of-leipzig",
                                         .options = kOptions,
                                         .set_up = set_up,
                                         .hooks = &kHooks,
                                         .marks = kMarks,
                                         .piles = kPiles,
                                         .words = kWords,
                                         .lasting = true,  // a lord of a castle may be asked before they go
                                         .objection = objection,
                                         .impossible = impossible,
                                         .verbs = kVerbs,
                                         .questions = kQuestions,
                                         .terms = kTerms,
                                         .tie_rule = tie_rule,
                                         .why_illegal = why_illegal,
                                         .at_stake = at_stake};

}  // namespace bastide
