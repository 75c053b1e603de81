#include "expansions/abbey_and_mayor.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 4> kOptions = {{{"abbey_and_mayor", {"2016", "2007"}},
                                                 {"wagon_range", {"connected"}},
                                                 {"barn_field", {"any"}},
                                                 {"last_abbeys", {"none"}}}};
enum Options : uint8_t { edition, range_connected, any_field, no_round };

constexpr std::array<MarkSpec, 1> kMarks = {{{"abbey", "ABBEY-2"}}};

constexpr uint8_t on(FeatureType type) {
  return static_cast<uint8_t>(1u << static_cast<int>(type));
}

enum FigureNumber : uint8_t { mayor, wagon, barn };
constexpr std::array<FigureSpec, 3> kFigures = {
    {{.name = "mayor",
      .kind = {.count = 1, .stands_on = on(FeatureType::city), .climbs = false},
      .rule = "MAYOR-1",
      .box_rule = "MAYOR-1"},
     {.name = "wagon",
      .kind = {.count = 1,
               .stands_on = on(FeatureType::city) | on(FeatureType::road) | on(FeatureType::cloister),
               .climbs = false},
      .rule = "WAGON-1",
      .box_rule = "WAGON-1"},
     {.name = "barn",
      .kind = {.count = 1, .follower = false},
      .on = Place::corner,
      .rule = "BARN-1",
      .box_rule = "BARN-1"}}};

enum Piles : uint8_t { abbey };
std::string_view laid_rule(const Added&) {
  return "ABBEY-1";
}
constexpr std::array<PileSpec, 1> kPiles = {{{.name = "abbey",
                                              .pile = {.laid = Laid::instead, .last_round = true, .of_hand = true},
                                              .rule = "ABBEY-1",
                                              .laid_rule = laid_rule,
                                              .from_pile = true}}};

enum Verbs : uint8_t { verb_wagon, verb_barn };  // the last one has one more for each further corner
constexpr std::array<Verb, 1 + kCornersOfPiece> kVerbs = {{{"wagon", Takes::feature, "WAGON-2"},
                                                           {"barn:nw", Takes::nothing, "BARN-1"},
                                                           {"barn:ne", Takes::nothing, "BARN-1"},
                                                           {"barn:se", Takes::nothing, "BARN-1"},
                                                           {"barn:sw", Takes::nothing, "BARN-1"},
                                                           {"barn:nw2", Takes::nothing, "BARN-1"},
                                                           {"barn:ne2", Takes::nothing, "BARN-1"},
                                                           {"barn:se2", Takes::nothing, "BARN-1"},
                                                           {"barn:sw2", Takes::nothing, "BARN-1"}}};

enum Questions : uint8_t { ask_wagon };
constexpr std::array<Question, 1> kQuestions = {{{.name = "wagon-moves",
                                                  .moment = Moment::part_ends,
                                                  .rule = "WAGON-2",
                                                  .round = Question::Round::active_first,
                                                  .pass = "home"}}};

enum Terms : uint8_t { placed, joined, earned };
constexpr std::array<TermSpec, 3> kTerms = {{{.name = "placed", .rule = "BARN-3", .lies = Lies::cities},
                                             {.name = "joined", .rule = "BARN-5", .lies = Lies::cities},
                                             {.name = "barn", .rule = "BARN-7", .bonus = true}}};

// Memory, two words for each seat: where its wagon stood that was scored in this turn, the piece from 1 and the
// feature.
constexpr int kWords = 2 * kMaxSeats;

int kind_of(const Ruleset& rules, int by, FigureNumber figure) {
  return rules.added[by].figure + figure;
}

bool is(const Ruleset& rules, int by, const FigureRow& row, FigureNumber figure) {
  return static_cast<int>(row.figure) == kind_of(rules, by, figure);
}

// ---------------------------------------------------------------- abbeys

/// ABBEY-1: one for each seat, the rest stays in the box.
void give_out(Turn& turn) {
  for (int seat = 0; seat < turn.rules.seats; ++seat) {
    const HeldTile* tile = first_held(turn.state, turn.pile(abbey), kNobody);
    if (tile == nullptr) return;
    const int kind = tile->kind;
    turn.take(kind, abbey, kNobody);
    turn.hold(kind, abbey, seat);
  }
}

// ---------------------------------------------------------------- barns

/// Calls `visit(row)` for each barn that stands.
template <class Visit>
void for_each_barn(const Ruleset& rules, const State<Full>& state, int by, const Visit& visit) {
  const int first = first_figure(rules, state, 0, static_cast<Figure>(kind_of(rules, by, barn)));
  for (int number = first; number < first + rules.seats; ++number)
    if (const FigureRow& row = state.v.figure[number]; row.at.kind == Place::corner) visit(row);
}

int field_of(const State<Full>& state, const FigureRow& stands) {
  return root_at(state, stands.piece(), stands.feature());
}

bool has_barn(const Ruleset& rules, const State<Full>& state, int by, int field) {
  bool has = false;
  for_each_barn(rules, state, by, [&](const FigureRow& row) { has |= field_of(state, row) == field; });
  return has;
}

/// The field that a barn of the seat to move can be put into at a corner of the last tile; -1: none (BARN-1, BARN-2).
int field_for_barn(const Ruleset& rules, const State<Full>& state, int by, int corner) {
  const int last = state.pieces - 1;
  const int field = field_at_corner(rules, state, last, corner);
  const bool any = rules.added[by].option[any_field] != 0;
  return field < 0 || (!any && has_barn(rules, state, by, root_at(state, last, field))) ? -1 : field;
}

bool join(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  if (supply_of(rules, state, state.seat, static_cast<Figure>(kind_of(rules, by, barn))) == 0) return false;
  const auto& last = state.piece[state.pieces - 1];
  const auto& home = state.cell[last.cell];
  unsigned beside = 0;  // faces beyond which something lies
  for (const Face face : {north, east, south, west})
    beside |= static_cast<unsigned>(occupied(state, home.x + kFarSides[face].dx, home.y + kFarSides[face].dy)) << face;
  for (int corner = 0; corner < (last.second != State<Full>::no_cell ? kCornersOfPiece : kCorners); ++corner) {
    if (corner < kCorners && ((beside >> corner) & (beside >> ((corner + 3) % 4)) & 1) == 0) continue;
    if (field_for_barn(rules, state, by, corner) >= 0) moves.push_back(Move::act(by, verb_barn + corner));
  }
  return false;
}

void build(Turn& turn, int seat, int corner) {
  const int number =
      first_figure(turn.rules, turn.state, seat, static_cast<Figure>(kind_of(turn.rules, turn.by, barn)));
  const int field = field_for_barn(turn.rules, turn.state, turn.by, corner);
  turn.move_figure(number, Place::at_corner(turn.state.pieces - 1, field, corner));
}

/// BARN-4: nobody is put into a field with a barn who would go home when it is scored.
bool allows(const Ruleset& rules, const State<Full>& state, int by, int, Figure figure, Place to) {
  if (to.kind != Place::feature || rules.figures[figure].stays) return true;
  if (type_of(state, to.x, to.index) != FeatureType::field) return true;
  return !has_barn(rules, state, by, root_at(state, to.x, to.index));
}

/// Whether a barn came with the last tile.
bool is_new(const State<Full>& state, const FigureRow& row) {
  return row.piece() == state.pieces - 1;
}

/// BARN-3, BARN-5, BARN-8: farmers beside a barn are paid, first where one was put in this turn.
void score_farmers(Turn& turn) {
  const State<Full>& s = turn.state;
  bool anybody = false;
  for_each_barn(turn.rules, s, turn.by,
                [&](const FigureRow& row) { anybody |= s.node[field_of(s, row)].followers.any(); });
  if (!anybody) return;
  std::array<int, kMaxSeats> paid;
  std::size_t count = 0;
  for (const bool fresh : {true, false})
    for_each_barn(turn.rules, s, turn.by, [&](const FigureRow& row) {
      const int field = field_of(s, row);
      const bool before = std::find(paid.begin(), paid.begin() + count, field) != paid.begin() + count;
      if (is_new(s, row) != fresh || before || !s.node[field].followers.any()) return;
      paid[count++] = field;
      turn.score_field(field, fresh ? placed : joined, fresh ? 3 : 1);
    });
}

void send_farmers_home(Turn& turn) {
  const State<Full>& s = turn.state;
  std::array<int, kMaxSeats> fields;
  std::size_t count = 0;
  for_each_barn(turn.rules, s, turn.by, [&](const FigureRow& row) { fields[count++] = field_of(s, row); });
  bool companions = false;  // that would stand there
  for (int kind = 0; kind < turn.rules.figure_kinds; ++kind)
    companions |= !turn.rules.figures[kind].follower && turn.rules.figures[kind].stands(FeatureType::field);
  const auto anybody = [&](int field) { return s.node[field].followers.any() || companions; };
  if (std::none_of(fields.begin(), fields.begin() + count, anybody)) return;
  turn.send_home([&](const FigureRow& row) {
    if (type_of(s, row.piece(), row.feature()) != FeatureType::field || turn.rules.figures[row.figure].stays)
      return false;
    const int root = root_at(s, row.piece(), row.feature());
    return std::find(fields.begin(), fields.begin() + count, root) != fields.begin() + count;
  });
}

/// BARN-7
void pay_barns(Turn& turn) {
  std::array<std::pair<int, int>, kMaxSeats> paid;  // seat and field
  std::size_t count = 0;
  for_each_barn(turn.rules, turn.state, turn.by, [&](const FigureRow& row) {
    const std::pair<int, int> pays{row.seat, field_of(turn.state, row)};
    const int cities = completed_cities_at(turn.rules, turn.state, pays.second);
    if (cities == 0 || std::find(paid.begin(), paid.begin() + count, pays) != paid.begin() + count) return;
    paid[count++] = pays;
    turn.give_each(row.seat, earned, cities, 4, pays.second);
  });
}

// ---------------------------------------------------------------- mayors

/// MAYOR-2
int strength(const Ruleset& rules, const State<Full>& state, int by, int figure, int node, int strength) {
  return is(rules, by, state.v.figure[figure], mayor) ? state.node[node].shields() : strength;
}

// ---------------------------------------------------------------- wagons

/// WAGON-4: those that are scored, before they go home.
void note_wagons(Turn& turn) {
  const State<Full>& s = turn.state;
  int16_t* const memory = turn.memory();
  std::fill_n(memory, kWords, int16_t{0});
  const auto end = s.completed_node.begin() + s.completed;
  const auto kind = static_cast<Figure>(kind_of(turn.rules, turn.by, wagon));
  for (int seat = 0; seat < turn.rules.seats && s.completed != 0; ++seat)
    for (int i = 0; i < turn.rules.figures[kind].count; ++i) {
      const int number = first_figure(turn.rules, s, seat, kind) + i;
      const FigureRow& row = s.v.figure[number];
      if (row.at.kind != Place::feature || kept(turn.rules, s, number) ||
          std::find(s.completed_node.begin(), end, root_at(s, row.piece(), row.feature())) == end)
        continue;
      memory[2 * row.seat] = static_cast<int16_t>(row.piece() + 1);
      memory[2 * row.seat + 1] = static_cast<int16_t>(row.feature());
    }
}

/// WAGON-5: roots of what a completed feature leads to.
std::vector<int> connected_to(const Ruleset& rules, const State<Full>& state, int root) {
  std::vector<int> roots;
  for_each_segment(state, root, [&](int node) {
    const int p = state.ring.piece[node];
    const auto& piece = state.piece[p];
    const int from = feature_of(state, node);
    if (from == kOverpass) return;
    for (const unsigned f : each_bit(rules.leads[piece.kind].to[from]))
      roots.push_back(root_at(state, p, static_cast<int>(f)));
  });
  for (int p = 0; p < state.pieces; ++p) {
    if (!rules.kinds[state.piece[p].kind].closes) continue;
    const int own = root_at(state, p, 0);
    for (const auto& [piece, feature] : closed_by(rules, state, p)) {
      const int other = root_at(state, piece, feature);
      if (own == root) roots.push_back(other);
      if (other == root) roots.push_back(own);
    }
  }
  return roots;
}

/// What a wagon may move onto, wherever it stood.
bool takes_wagon(const Ruleset& rules, const State<Full>& state, int by, int seat, int piece, int feature) {
  const int kind = kind_of(rules, by, wagon), root = root_at(state, piece, feature);
  return rules.figures[kind].stands(state.type[root]) && !is_completed(state, root) && !is_taken(rules, state, root) &&
         allowed(rules, state, seat, static_cast<Figure>(kind), Place::on(piece, feature));
}

/// WAGON-2, WAGON-5
void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  const Added& added = rules.added[asked.by];
  const int16_t* const memory = &state.v.memory[static_cast<std::size_t>(added.memory) + 2u * asked.seat];
  if (memory[0] <= 0) return;
  const int from = memory[0] - 1;
  const bool connected = added.option[range_connected] != 0;
  std::vector<int> roots;
  if (connected) roots = connected_to(rules, state, root_at(state, from, memory[1]));
  for (int p = 0; p < state.pieces; ++p) {
    const bool near =
        any_space_of(state, from, [&](const State<Full>::Cell& here) { return lies_around(state, p, here.x, here.y); });
    if (!connected && !near) continue;
    for_each_feature(rules, state, p, [&](int f) {
      if (connected && std::find(roots.begin(), roots.end(), root_at(state, p, f)) == roots.end()) return;
      if (takes_wagon(rules, state, asked.by, asked.seat, p, f)) moves.push_back(Move::act(asked.by, verb_wagon, p, f));
    });
  }
  if (!moves.empty()) moves.push_back(Move::pass());
}

/// WAGON-3: from the first seat on whose wagon can go anywhere.
void ask_wagons(Turn& turn) {
  const int16_t* const memory = turn.memory();
  if (std::all_of(memory, memory + kWords, [](int16_t word) { return word == 0; })) return;
  thread_local std::vector<Move> moves;
  Pending asked{.by = static_cast<uint8_t>(turn.by), .what = ask_wagon};
  for (int i = 0, seat = turn.active(); i < turn.rules.seats; ++i, seat = turn.next(seat)) {
    moves.clear();
    asked.seat = static_cast<uint8_t>(seat);
    options(turn.rules, turn.state, asked, moves);
    if (moves.empty()) continue;
    for (int other = turn.next(seat); other != turn.active(); other = turn.next(other))
      asked.waiting = static_cast<uint8_t>(asked.waiting | 1u << other);
    return turn.ask(asked);
  }
}

// ---------------------------------------------------------------- in the order of play

void at(Turn& turn, Moment moment) {
  switch (moment) {
    case Moment::set_up:
      return give_out(turn);
    case Moment::scored:
      score_farmers(turn);
      return note_wagons(turn);
    case Moment::go_home:
      return send_farmers_home(turn);
    case Moment::part_ends:
      return ask_wagons(turn);
    case Moment::final_scored:
      return pay_barns(turn);
    default:
      return;
  }
}

void decide(Turn& turn, const Pending& asked, Move move) {
  if (asked.what == Pending::kJoined) return build(turn, asked.seat, move.verb - verb_barn);
  turn.done();
  if (move.kind == MoveKind::act)
    turn.place_figure(asked.seat, static_cast<Figure>(kind_of(turn.rules, turn.by, wagon)),
                      Place::on(move.x, move.feature));
}

void set_up(Ruleset& rules, const Added& added) {
  rules.own += rules.seats;
  if (added.option[no_round] != 0) rules.piles[added.pile + abbey].last_round = false;
}

/// There are six of everything.
Objection objection(const Ruleset& rules, const Added& added) {
  const auto there = std::count_if(rules.held.begin(), rules.held.end(),
                                   [&](const HeldTile& tile) { return tile.pile == added.pile + abbey; });
  if (rules.seats <= there) return {};
  return {.what = "seats", .rule = "ABBEY-1", .there = static_cast<int>(there)};
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  Impossible wrong;
  for (int seat = 0; seat < rules.seats; ++seat)
    if (held_by(state, added.pile + abbey, seat) > 1) wrong = {"abbeys", "ABBEY-1", seat};
  for_each_barn(rules, state, by, [&](const FigureRow& row) {
    if (field_at_corner(rules, state, row.piece(), row.at.y) < 0) wrong = {"barn", "BARN-1", row.seat};
  });
  const Pending* asked = question(state);
  if (asked == nullptr || asked->by != by) return wrong;
  for (int seat = 0; seat < rules.seats; ++seat) {
    const int16_t* const memory =
        &state.v.memory[static_cast<std::size_t>(added.memory) + 2u * static_cast<unsigned>(seat)];
    if (memory[0] == 0) continue;
    const bool stood = memory[0] > 0 && memory[0] <= state.pieces && memory[1] >= 0 &&
                       has_feature(rules, state, memory[0] - 1, memory[1]) &&
                       is_completed(state, root_at(state, memory[0] - 1, memory[1]));
    if (!stood) wrong = {"wagon", "WAGON-2", seat};
  }
  return wrong;
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  const bool own = move.kind == MoveKind::act && move.by == by;
  if (state.phase == Phase::ask) {
    if (!own || move.verb != verb_wagon) return {};
    const int root = root_at(state, move.x, move.feature);
    const FigureKind& kind = rules.figures[kind_of(rules, by, wagon)];
    if (!kind.stands(state.type[root]) || is_completed(state, root)) return "WAGON-2";
    return takes_wagon(rules, state, by, state.seat, move.x, move.feature) ? "WAGON-5" : "WAGON-4";
  }
  const int last = state.pieces - 1;
  if (move.kind == MoveKind::follower)
    return has_feature(rules, state, last, move.feature) &&
                   !allows(rules, state, by, state.seat, move.figure, Place::on(last, move.feature))
               ? "BARN-4"
               : "";
  if (!own || move.verb == verb_wagon) return own ? "WAGON-2" : "";
  return field_at_corner(rules, state, last, move.verb - verb_barn) < 0 ? "BARN-1" : "BARN-2";
}

constexpr Hooks kHooks = {.at = at,
                          .options = options,
                          .decide = decide,
                          .join = join,
                          .allows = allows,
                          .forbids_on = bit(FeatureType::field),
                          .strength = strength};

}  // namespace

constexpr Expansion kAbbeyAndMayor = {.id = "abbey-and-mayor",
                                      .options = kOptions,
                                      .set_up = set_up,
                                      .hooks = &kHooks,
                                      .marks = kMarks,
                                      .figures = kFigures,
                                      .piles = kPiles,
                                      .words = kWords,
                                      .objection = objection,
                                      .impossible = impossible,
                                      .verbs = kVerbs,
                                      .questions = kQuestions,
                                      .terms = kTerms,
                                      .why_illegal = why_illegal};

}  // namespace bastide
