#include "expansions/tower.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "core/kernel.h"
#include "core/marked_pieces.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 1> kOptions = {{{"tower", {"second", "first"}}}};

enum MarkNumber : uint8_t { foundation };
constexpr std::array<MarkSpec, 1> kMarks = {{{.name = "tower", .rule = "TOWER-2", .listed = true}}};

enum TokenNumber : uint8_t { floor_token };
constexpr std::array<TokenSpec, 1> kTokens = {{{"floor", "TOWER-1"}}};

enum Verbs : uint8_t { verb_floor, verb_climb, verb_ransom, verb_capture, verb_capture_top, verb_exchange };
constexpr std::array<Verb, 6> kVerbs = {{{"floor", Takes::space, "TOWER-3"},
                                         {"climb", Takes::top, "TOWER-3"},
                                         {"ransom", Takes::kept, "RANS-1"},
                                         {"capture", Takes::anyone, "CAPT-1"},
                                         {"capture-top", Takes::space, "CAPT-1"},
                                         {"exchange", Takes::kind, "EXCH-2"}}};

enum Questions : uint8_t { ask_capture, ask_exchange, ask_ransom };
constexpr std::array<Question, 3> kQuestions = {
    {{.name = "prisoner", .moment = Moment::acted, .rule = "CAPT-1", .pass = "nobody"},
     {.name = "prisoners", .moment = Moment::acted, .rule = "EXCH-2"},
     {.name = "late-ransom", .moment = Moment::part_ends, .rule = "RANS-3", .pass = "unpaid"}}};

// Memory: the piece on whose tower a floor was put, from 1, while that is about a capture; of a prisoner that is about
// to be exchanged, whose it is and its kind, both from 1; whether a ransom was paid in this turn, and whether its end
// has asked for one.
enum Words : uint8_t { raised, owner, kind_taken, ransomed, asked_late };
constexpr int kWords = 5;

constexpr int kRansom = 3;

/// TOWER-1
int floors_of_each(int seats) {
  constexpr std::array<int, kMaxSeats + 1> kFloors = {0, 10, 10, 9, 7, 6, 5, 4, 3};
  return kFloors[seats];
}

const int16_t* memory(const Ruleset& rules, const State<Full>& state, int by) {
  return memory_of(rules, state, by);
}

int floors_of(const Ruleset& rules, const State<Full>& state, int by, int seat) {
  return tokens_of(rules, state, rules.added[by].token + floor_token, seat);
}

bool is_foundation(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  return marks_on(rules, by, state.piece[piece].kind, foundation) > 0;
}

/// TOWER-4: nobody stands on top, as on a foundation nobody does (TOWER-5).
bool is_open(const State<Full>& state, int piece) {
  return heap_on(state, piece) == 0 || on_top(state, piece) < 0;
}

/// The pieces with an open tower, or a foundation of one; valid until it is called again.
const std::vector<int>& open_ones(const Ruleset& rules, const State<Full>& state, int by) {
  thread_local std::vector<int> open;
  open.clear();
  thread_local MarkedPieces foundations;
  const Pieces closed = pieces_with_tops(state);
  for (const int piece : foundations.which(state, [&](int listed) { return is_foundation(rules, state, by, listed); }))
    if (heap_on(state, piece) == 0 || !closed.contains(piece)) open.push_back(piece);
  return open;
}

/// The piece in a space on which somebody may stand, the first one there; -1: nothing lies there.
int tile_in(const State<Full>& state, int x, int y) {
  const int cell = find_cell(state, x, y);
  return cell >= 0 && state.cell[cell].pieces != 0 ? state.cell[cell].first : -1;
}

/// The piece with a foundation in a space; -1: there is none. No half tile has one.
int foundation_in(const Ruleset& rules, const State<Full>& state, int by, int x, int y) {
  const int piece = tile_in(state, x, y);
  return piece >= 0 && is_foundation(rules, state, by, piece) ? piece : -1;
}

/// CAPT-3
bool can_be_captured(const Ruleset& rules, const FigureRow& row) {
  return row.seat != kNobody && rules.figures[row.figure].follower;
}

/// CAPT-2: gaps and towers between do not matter.
bool in_range(const State<Full>& state, int tower, int piece) {
  const auto& from = state.cell[state.piece[tower].cell];
  return any_space_of(state, piece, [&](const State<Full>::Cell& to) {
    const int dx = std::abs(from.x - to.x), dy = std::abs(from.y - to.y);
    return (dx == 0 || dy == 0) && dx + dy <= heap_on(state, tower);
  });
}

// ---------------------------------------------------------------- instead of a figure, or before one

Move in_space_of(const State<Full>& state, int piece, int by, Verbs verb) {
  const auto& cell = state.cell[state.piece[piece].cell];
  return Move::act_at(by, verb, cell.x, cell.y);
}

/// TOWER-3, TOWER-4
void add_floors(const Ruleset& rules, const State<Full>& state, int by, const std::vector<int>& open,
                std::vector<Move>& moves) {
  if (floors_of(rules, state, by, state.seat) == 0) return;
  for (const int piece : open) moves.push_back(in_space_of(state, piece, by, verb_floor));
}

/// TOWER-5, on open towers.
void add_climbs(const Ruleset& rules, const State<Full>& state, int by, const std::vector<int>& open,
                std::vector<Move>& moves) {
  const auto is_tower = [&](int piece) { return heap_on(state, piece) != 0; };
  if (std::none_of(open.begin(), open.end(), is_tower)) return;
  const auto could = [&](int figure) {
    const FigureKind& kind = rules.figures[figure];
    return !kind.neutral && kind.follower && kind.climbs &&
           supply_of(rules, state, state.seat, static_cast<Figure>(figure)) > 0;
  };
  unsigned kinds = 0;
  for (int kind = 0; kind < rules.figure_kinds; ++kind) kinds |= static_cast<unsigned>(could(kind)) << kind;
  if (kinds == 0) return;
  for (const int piece : open) {
    if (!is_tower(piece) || !open_to_all(rules, state, Place::on_top_of(piece))) continue;
    for (const unsigned kind : each_bit(kinds)) {
      const auto figure = static_cast<Figure>(kind);
      if (!allowed_besides(rules, state, state.seat, figure, Place::on_top_of(piece))) continue;
      Move move = in_space_of(state, piece, by, verb_climb);
      move.figure = figure;
      moves.push_back(move);
    }
  }
}

/// Kinds of figures of which somebody keeps one of a seat's, as bits.
unsigned prisoners_of(const Ruleset& rules, const State<Full>& state, int seat) {
  unsigned kinds = 0;
  for (int kind = 0; kind < rules.figure_kinds; ++kind) {
    if (rules.figures[kind].neutral) continue;
    const int first = first_figure(rules, state, seat, static_cast<Figure>(kind));
    for (int number = first; number < first + rules.figures[kind].count; ++number)
      kinds |= static_cast<unsigned>(state.v.figure[number].at.kind == Place::kept) << kind;
  }
  return kinds;
}

/// RANS-1, RANS-2: of whom the seat to move can be freed, each kind once with each captor.
void add_ransoms(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  if (memory(rules, state, by)[ransomed] != 0 || state.score[state.seat] < kRansom) return;
  if (state.v.figures_at[Place::kept] == 0) return;
  const unsigned kinds = prisoners_of(rules, state, state.seat);
  for (int captor = 0; captor < rules.seats && kinds != 0; ++captor)
    for (const unsigned kind : each_bit(kinds)) {
      const auto figure = static_cast<Figure>(kind);
      if (kept_figure(rules, state, captor, state.seat, figure) < 0) continue;
      Move move = Move::act_with(by, verb_ransom, captor);
      move.figure = figure;
      moves.push_back(move);
    }
}

bool join(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  const std::vector<int>& open = open_ones(rules, state, by);
  add_floors(rules, state, by, open, moves);
  add_climbs(rules, state, by, open, moves);
  add_ransoms(rules, state, by, moves);
  return false;
}

void build(Turn& turn, int seat, Move move) {
  const int piece = foundation_in(turn.rules, turn.state, turn.by, move.x, move.y);
  turn.heap(piece);
  turn.add_tokens(floor_token, seat, -1);
  turn.memory()[raised] = static_cast<int16_t>(piece + 1);
}

void climb(Turn& turn, int seat, Move move) {
  int number = first_figure(turn.rules, turn.state, seat, move.figure);
  while (turn.state.v.figure[number].at.kind != Place::supply) ++number;
  turn.move_figure(number, Place::on_top_of(foundation_in(turn.rules, turn.state, turn.by, move.x, move.y)));
}

void ransom(Turn& turn, int seat, Move move) {
  turn.move_figure(kept_figure(turn.rules, turn.state, move.value, seat, move.figure), {});
  turn.pay(seat, move.value, kRansom);
  turn.memory()[ransomed] = 1;
}

// ---------------------------------------------------------------- capture and exchange

/// CAPT-2, CAPT-3
void add_captures(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  const int tower = memory(rules, state, by)[raised] - 1;
  if (tower < 0) return;
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (!can_be_captured(rules, row) || stays_to_the_end(state, row) || !in_range(state, tower, row.piece())) continue;
    Move move = Move::act(by, verb_capture, row.piece(), row.feature());
    name_standing(rules, state, number, move);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
  }
  pieces_with_tops(state).for_each([&](int piece) {
    if (in_range(state, tower, piece)) moves.push_back(in_space_of(state, piece, by, verb_capture_top));
  });
  if (!moves.empty()) moves.push_back(Move::pass());
}

/// EXCH-2: the kinds of followers of the captor that the owner of the new prisoner keeps.
void add_exchanges(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  const int other = memory(rules, state, asked.by)[owner] - 1;
  for (int kind = 0; other >= 0 && kind < rules.figure_kinds; ++kind) {
    const auto figure = static_cast<Figure>(kind);
    if (rules.figures[kind].neutral || kept_figure(rules, state, other, asked.seat, figure) < 0) continue;
    Move move = Move::act(asked.by, verb_exchange);
    move.figure = figure;
    moves.push_back(move);
  }
}

void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  if (asked.what == ask_capture) return add_captures(rules, state, asked.by, moves);
  if (asked.what == ask_exchange) return add_exchanges(rules, state, asked, moves);
  add_ransoms(rules, state, asked.by, moves);
  if (!moves.empty()) moves.push_back(Move::pass());
}

/// EXCH-1: one of each goes home.
void exchange(Turn& turn, int captor, Figure comes_back) {
  int16_t* const words = turn.memory();
  const int other = words[owner] - 1;
  turn.move_figure(kept_figure(turn.rules, turn.state, other, captor, comes_back), {});
  turn.move_figure(kept_figure(turn.rules, turn.state, captor, other, static_cast<Figure>(words[kind_taken] - 1)), {});
  words[owner] = words[kind_taken] = 0;
}

/// CAPT-4, then EXCH-1 to EXCH-3: whom the captor's choice is about, if there is any.
void capture(Turn& turn, int captor, int figure) {
  const FigureRow row = turn.state.v.figure[figure];
  turn.move_figure(figure, row.seat == captor ? Place{} : Place::kept_by(captor));
  if (row.seat == captor) return;
  int16_t* const words = turn.memory();
  words[owner] = static_cast<int16_t>(row.seat + 1);
  words[kind_taken] = static_cast<int16_t>(static_cast<int>(row.figure) + 1);
  thread_local std::vector<Move> choices;
  choices.clear();
  const Pending asked{.by = static_cast<uint8_t>(turn.by), .what = ask_exchange, .seat = static_cast<uint8_t>(captor)};
  add_exchanges(turn.rules, turn.state, asked, choices);
  if (choices.size() > 1) return turn.ask(asked);
  if (choices.size() == 1) return exchange(turn, captor, choices.front().figure);
  words[owner] = words[kind_taken] = 0;
}

/// Of several alike in one place the one that came last.
int captured(const Turn& turn, Move move) {
  if (move.verb == verb_capture) return standing_named(turn.rules, turn.state, move, true);
  return on_top(turn.state, tile_in(turn.state, move.x, move.y));
}

// ---------------------------------------------------------------- in the order of play

void deal(Turn& turn) {
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    turn.add_tokens(floor_token, seat, floors_of_each(turn.rules.seats));
}

/// RANS-1: a turn of two parts is one turn.
void forget(Turn& turn) {
  int16_t* const words = turn.memory();
  const int16_t paid = part_of_turn(turn.state) == 0 ? int16_t{0} : words[ransomed];
  std::fill_n(words, kWords, int16_t{0});
  words[ransomed] = paid;
}

/// The tower whose floor is new asks for a prisoner, unless nobody is there; in a position that is read it may have
/// asked already, and be about an exchange.
void ask_about_capture(Turn& turn) {
  int16_t* const words = turn.memory();
  const auto seat = static_cast<uint8_t>(turn.active());
  if (words[owner] != 0) return turn.ask({.what = ask_exchange, .seat = seat});
  if (words[raised] == 0) return;
  thread_local std::vector<Move> moves;
  moves.clear();
  add_captures(turn.rules, turn.state, turn.by, moves);
  if (moves.empty())
    words[raised] = 0;
  else
    turn.ask({.what = ask_capture, .seat = seat});
}

void at(Turn& turn, Moment moment) {
  switch (moment) {
    case Moment::set_up:
      return deal(turn);
    case Moment::turn_begins:
    case Moment::placed:  // a turn of the last round does not begin like others
      return forget(turn);
    case Moment::acted:
      return ask_about_capture(turn);
    case Moment::part_ends: {
      if (turn.memory()[asked_late] != 0) return;
      thread_local std::vector<Move> moves;
      moves.clear();
      add_ransoms(turn.rules, turn.state, turn.by, moves);
      if (!moves.empty()) turn.ask({.what = ask_ransom, .seat = static_cast<uint8_t>(turn.active())});
      return;
    }
    default:
      return;
  }
}

void decide_joined(Turn& turn, int seat, Move move) {
  if (move.verb == verb_floor) return build(turn, seat, move);
  if (move.verb == verb_climb) return climb(turn, seat, move);
  ransom(turn, seat, move);
  turn.ask_figure_again();  // RANS-2
}

void decide(Turn& turn, const Pending& asked, Move move) {
  if (asked.what == Pending::kJoined) return decide_joined(turn, asked.seat, move);
  turn.done();
  const bool passes = move.kind == MoveKind::pass;
  if (asked.what == ask_exchange) return exchange(turn, asked.seat, move.figure);
  if (asked.what == ask_ransom) {
    turn.memory()[asked_late] = 1;
    if (!passes) ransom(turn, asked.seat, move);
    return;
  }
  turn.memory()[raised] = 0;
  if (!passes) capture(turn, asked.seat, captured(turn, move));
}

// ---------------------------------------------------------------- what cannot be, and why not

/// EXCH-1: a pair of seats that hold followers of each other, outside of an exchange.
bool holds_any(const State<Full>& state, int captor, int seat) {
  const auto rows = figure_rows(state);
  return std::any_of(rows.begin(), rows.end(),
                     [&](const FigureRow& row) { return row.seat == seat && row.at == Place::kept_by(captor); });
}

Impossible wrong_towers(const Ruleset& rules, const State<Full>& state, int by) {
  const int each = floors_of_each(rules.seats);
  int floors = 0;
  for (int piece = 0; piece < state.pieces; ++piece) {
    floors += heap_on(state, piece);
    if (is_foundation(rules, state, by, piece) && heap_on(state, piece) == 0 && on_top(state, piece) >= 0)
      return {.what = "top", .rule = "TOWER-5", .piece = piece};
  }
  for (int seat = 0; seat < rules.seats; ++seat) {
    const int own = floors_of(rules, state, by, seat);
    if (own > each) return {"floors", "TOWER-1", seat, each};
    floors += own;
  }
  if (floors > each * rules.seats) return {"all-floors", "TOWER-1", -1, each * rules.seats};
  return {};
}

Impossible wrong_prisoners(const Ruleset& rules, const State<Full>& state, int by) {
  const bool exchanging = memory(rules, state, by)[owner] != 0;
  for (int captor = 0; captor < rules.seats; ++captor) {
    if (holds_any(state, captor, captor)) return {"own", "CAPT-4", captor};
    for (int seat = 0; seat < captor && !exchanging; ++seat)
      if (holds_any(state, captor, seat) && holds_any(state, seat, captor)) return {"exchange", "EXCH-1", captor};
  }
  const auto rows = figure_rows(state);
  const bool others = std::any_of(rows.begin(), rows.end(), [&](const FigureRow& row) {
    return row.at.kind == Place::kept && !can_be_captured(rules, row);
  });
  return others ? Impossible{"kind", "CAPT-3"} : Impossible{};
}

/// What its questions need.
Impossible wrong_question(const Ruleset& rules, const State<Full>& state, int by, const Pending& asked) {
  const int16_t* const words = memory(rules, state, by);
  const bool about_tower = words[raised] >= 1 && words[raised] <= state.pieces &&
                           is_foundation(rules, state, by, words[raised] - 1) && heap_on(state, words[raised] - 1) > 0;
  const bool about_exchange =
      words[owner] >= 1 && words[owner] <= rules.seats && words[kind_taken] >= 1 &&
      words[kind_taken] <= rules.figure_kinds &&
      kept_figure(rules, state, asked.seat, words[owner] - 1, static_cast<Figure>(words[kind_taken] - 1)) >= 0;
  if (asked.what == ask_capture && !about_tower) return {"capture", "CAPT-1"};
  if (asked.what == ask_exchange && !about_exchange) return {"prisoner", "EXCH-1"};
  return {};
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  if (const Impossible wrong = wrong_towers(rules, state, by); !wrong.what.empty()) return wrong;
  if (const Impossible wrong = wrong_prisoners(rules, state, by); !wrong.what.empty()) return wrong;
  const Pending* asked = question(state);
  return asked == nullptr || asked->by != by ? Impossible{} : wrong_question(rules, state, by, *asked);
}

std::string_view why_no_floor(const Ruleset& rules, const State<Full>& state, int by, Move move) {
  const int piece = foundation_in(rules, state, by, move.x, move.y);
  if (piece < 0) return "TOWER-2";
  return is_open(state, piece) ? "TOWER-4" : "TOWER-6";
}

std::string_view why_no_climb(const Ruleset& rules, const State<Full>& state, int by, Move move) {
  const int piece = foundation_in(rules, state, by, move.x, move.y);
  const FigureKind& kind = rules.figures[move.figure];
  if (piece < 0) return "TOWER-2";
  if (heap_on(state, piece) == 0 || !kind.follower || !kind.climbs) return "TOWER-5";
  if (!is_open(state, piece)) return "TOWER-6";
  return supply_of(rules, state, state.seat, move.figure) == 0 ? "FOLLOWER-8" : "TOWER-3";
}

std::string_view why_no_ransom(const Ruleset& rules, const State<Full>& state, int by, Move move) {
  if (memory(rules, state, by)[ransomed] != 0) return "RANS-1";
  return kept_figure(rules, state, move.value, state.seat, move.figure) < 0 ? "RANS-1" : "RANS-2";
}

std::string_view why_no_capture(const Ruleset& rules, const State<Full>& state, int by, Move move) {
  const int tower = memory(rules, state, by)[raised] - 1;
  const int piece = move.verb == verb_capture ? move.x : tile_in(state, move.x, move.y);
  if (piece >= 0 && tower >= 0 && !in_range(state, tower, piece)) return "CAPT-2";
  return "CAPT-3";
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  if (move.kind != MoveKind::act || move.by != by) return {};
  switch (move.verb) {
    case verb_floor:
      return state.phase == Phase::follower ? why_no_floor(rules, state, by, move) : "TOWER-3";
    case verb_climb:
      return state.phase == Phase::follower ? why_no_climb(rules, state, by, move) : "TOWER-3";
    case verb_ransom:
      return why_no_ransom(rules, state, by, move);
    case verb_exchange:
      return "EXCH-2";
    default:
      return why_no_capture(rules, state, by, move);
  }
}

constexpr Hooks kHooks = {.at = at, .options = options, .decide = decide, .join = join};

}  // namespace

constexpr Expansion kTower = {.id = "tower",
                              .options = kOptions,
                              .hooks = &kHooks,
                              .marks = kMarks,
                              .tokens = kTokens,
                              .words = kWords,
                              .lasting = true,
                              .heaps = "tower",
                              .impossible = impossible,
                              .verbs = kVerbs,
                              .questions = kQuestions,
                              .why_illegal = why_illegal,
                              .payments = {"ransom", "RANS-1"}};

}  // namespace bastide
