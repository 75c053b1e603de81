#include "expansions/plague.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/bits.h"
#include "core/kernel.h"
#include "core/next_segments.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 3> kOptions = {
    {{"plague", {"on"}}, {"plague_delay", {"scaled"}}, {"plague_spread", {"may"}}}};
enum Options : uint8_t { plays, delay_scaled, spread_may };

constexpr std::array<MarkSpec, 1> kMarks = {{{.name = "plague", .rule = "PLAGUE-2", .listed = true}}};

// Which outbreak is which, the order of the sources says; whether a flea is active, what it is connected to.
enum FigureNumber : uint8_t { flea, latent, eradicated };
constexpr int kFleas = 18, kSources = 6;
constexpr std::array<FigureSpec, 3> kFigures = {
    {{.name = "flea", .kind = {.count = kFleas, .neutral = true}, .on = Place::space, .rule = "PLAGUE-4"},
     {.name = "latent-flea", .kind = {.count = kFleas, .neutral = true}, .on = Place::space, .rule = "PLAGUE-8"},
     {.name = "eradicated", .kind = {.count = kSources - 1, .neutral = true}, .rule = "PLAGUE-8"}}};

enum Verbs : uint8_t { verb_flea, verb_lift, verb_flee, verb_refuge };
constexpr std::array<Verb, 4> kVerbs = {{{"flea", Takes::space, "PLAGUE-4"},
                                         {"lift-flea", Takes::space, "PLAGUE-9"},
                                         {"flee", Takes::standing, "PLAGUE-7"},
                                         {"refuge", Takes::feature, "PLAGUE-7"}}};

enum Questions : uint8_t { ask_put, ask_refuge, ask_spread };
constexpr std::array<Question, 3> kQuestions = {
    {{.name = "flea-moves", .moment = Moment::placed, .rule = "PLAGUE-9"},
     {.name = "escape", .moment = Moment::placed, .rule = "PLAGUE-7"},
     {.name = "spread", .moment = Moment::part_ends, .rule = "PLAGUE-3", .pass = "no-flea"}}};

// Memory: what has been done in this turn, and what is being done; and about what: the space of the flea that is taken,
// or the piece, feature and kind of whoever flees.
enum Words : uint8_t { done_words, about };
constexpr int kWords = 4;
enum Done : int16_t { spread = 1, fled = 2, lifting = 4, fleeing = 8 };

struct At {
  int x = 0, y = 0;
  friend bool operator==(const At&, const At&) = default;
};

int16_t doing(const Ruleset& rules, const State<Full>& state, int by) {
  return memory_of(rules, state, by)[done_words];
}

At space_of(const State<Full>& state, int piece) {
  const auto& cell = state.cell[state.piece[piece].cell];
  return {cell.x, cell.y};
}

bool is_source(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  const int kind = state.piece[piece].kind;
  return rules.is_late(kind) && marks_on(rules, by, kind, 0) > 0;  // the first is quicker
}

/// Calls `visit(number)` for the figures of one of its kinds that are on the board.
template <class Visit>
void for_each(const Ruleset& rules, const State<Full>& state, int by, FigureNumber kind, const Visit& visit) {
  const int first = neutral_figure(rules, state, by, kind);
  for (int number = first; number < first + kFigures[kind].kind.count; ++number)
    if (state.v.figure[number].at.kind != Place::supply) visit(number);
}

bool is_eradicated(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  bool is = false;
  for_each(rules, state, by, eradicated, [&](int number) { is |= state.v.figure[number].at.x == piece; });
  return is;
}

// ---------------------------------------------------------------- what lies where

struct Flea {
  At at;
  int number = 0;  ///< of the figure
};

/// All that matters of the board; small, and found anew each time. Sets of fleas are bits.
struct Plague {
  std::array<int, kSources> source{};  ///< pieces, in the order of their outbreaks
  std::array<bool, kSources> alive{};  ///< the outbreak is active
  int sources = 0;
  std::array<Flea, kFleas> fleas{};
  std::array<unsigned, kFleas> beside{};  ///< which fleas are beside each
  unsigned at_outbreaks = 0;              ///< those beside active outbreaks
  int lying = 0;

  int outbreaks() const { return static_cast<int>(std::count(alive.begin(), alive.begin() + sources, true)); }
  unsigned all() const { return (1u << lying) - 1; }

  /// The flea in a space; -1: none lies there.
  int in(At space) const {
    for (int i = 0; i < lying; ++i)
      if (fleas[i].at == space) return i;
    return -1;
  }

  /// PLAGUE-8, PLAGUE-10: those that are connected to an active outbreak by some fleas.
  unsigned active(unsigned by) const {
    unsigned reached = at_outbreaks & by;
    for (unsigned fresh = reached; fresh != 0;) {
      unsigned next = 0;
      for (const unsigned i : each_bit(fresh)) next |= beside[i];
      fresh = next & by & ~reached;
      reached |= fresh;
    }
    return reached;
  }
};

constexpr std::array<At, 4> kAround = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

void find_neighbours(const State<Full>& state, Plague& plague) {
  struct Lies {
    uint32_t look = 0;
    unsigned flea = 0;  ///< as a bit
  };
  thread_local std::array<Lies, Full::max_cells> in{};  // by cell; keeps its memory
  thread_local uint32_t look = 0;
  ++look;
  const auto there = [&](At from, At step) {
    const int cell = find_cell(state, from.x + step.x, from.y + step.y);
    return cell >= 0 && in[cell].look == look ? in[cell].flea : 0;
  };
  for (int i = 0; i < plague.lying; ++i) {
    const At at = plague.fleas[i].at;
    if (const int cell = find_cell(state, at.x, at.y); cell >= 0) in[cell] = {look, 1u << i};
  }
  for (int i = 0; i < plague.lying; ++i)
    for (const At step : {kAround[1], kAround[2]})
      for (const unsigned k : each_bit(there(plague.fleas[i].at, step))) {
        plague.beside[i] |= 1u << k;
        plague.beside[k] |= 1u << i;
      }
  for (int i = 0; i < plague.sources; ++i)
    for (const At step : kAround)
      if (plague.alive[i]) plague.at_outbreaks |= there(space_of(state, plague.source[i]), step);
}

/// What it is found from, with the rows of all its figures: where the sources lie.
struct Seen {
  std::array<int, kSources> source{};
  std::array<At, kSources> space{};
  int sources = 0, first = 0;
};
using Figures = std::array<FigureRow, 2 * kFleas + kSources - 1>;
static_assert(std::has_unique_object_representations_v<FigureRow>);

Seen see_sources(const Ruleset& rules, const State<Full>& state, int by) {
  Seen seen;
  seen.first = neutral_figure(rules, state, by, flea);
  for (const int piece : listed_pieces(state))
    if (seen.sources < kSources && is_source(rules, state, by, piece)) {
      seen.space[seen.sources] = space_of(state, piece);
      seen.source[seen.sources++] = piece;
    }
  return seen;
}

Plague find(const Ruleset& rules, const State<Full>& state, int by, const Seen& seen) {
  Plague plague;
  plague.source = seen.source;
  plague.sources = seen.sources;
  for (int i = 0; i < plague.sources; ++i) plague.alive[i] = !is_eradicated(rules, state, by, plague.source[i]);
  for (const FigureNumber kind : {flea, latent})
    for_each(rules, state, by, kind, [&](int number) {
      const Place at = state.v.figure[number].at;
      if (plague.lying < kFleas) plague.fleas[plague.lying++] = {{at.x, at.y}, number};
    });
  find_neighbours(state, plague);
  return plague;
}

/// It is asked for some times in a turn without anything having changed: the last answer is kept. Valid until the next
/// call.
const Plague& look(const Ruleset& rules, const State<Full>& state, int by) {
  thread_local Seen last;
  thread_local Figures last_figures;
  thread_local Plague answer;
  const Seen seen = see_sources(rules, state, by);
  const FigureRow* const figures = state.v.figure.data() + seen.first;
  if (seen.sources == last.sources && seen.first == last.first && seen.source == last.source &&
      seen.space == last.space && std::memcmp(figures, last_figures.data(), sizeof last_figures) == 0)
    return answer;
  answer = seen.sources == 0 ? Plague{} : find(rules, state, by, seen);
  last = seen;
  std::copy_n(figures, last_figures.size(), last_figures.begin());
  return answer;
}

/// Calls `visit(space, from, cell)` for each space that a flea can be put into, once for each flea among `active` that
/// it is beside; from -1: an outbreak (PLAGUE-4, PLAGUE-12). Until it says that this is enough.
template <class Visit>
void each_target(const State<Full>& state, const Plague& plague, unsigned active, const Visit& visit) {
  thread_local std::array<uint32_t, Full::max_cells> taken{};  // keeps its memory
  thread_local uint32_t look = 0;
  ++look;
  const auto take = [&](At space) {
    if (const int cell = find_cell(state, space.x, space.y); cell >= 0) taken[cell] = look;
  };
  for (int i = 0; i < plague.sources; ++i) take(space_of(state, plague.source[i]));
  for (int i = 0; i < plague.lying; ++i) take(plague.fleas[i].at);
  bool enough = false;
  const auto around = [&](At at, int from) {
    for (const At step : kAround) {
      const At to{at.x + step.x, at.y + step.y};
      const int cell = enough ? -1 : find_cell(state, to.x, to.y);
      if (cell >= 0 && taken[cell] != look && state.cell[cell].occupied()) enough = visit(to, from, cell);
    }
  };
  for (int i = 0; i < plague.sources; ++i)
    if (plague.alive[i]) around(space_of(state, plague.source[i]), -1);
  for (const unsigned i : each_bit(active)) around(plague.fleas[i].at, static_cast<int>(i));
}

// ---------------------------------------------------------------- the spread

/// PLAGUE-2, PLAGUE-3: a source was laid in this turn, in whichever part of it.
bool source_laid(const Ruleset& rules, const State<Full>& state, int by) {
  bool laid = false;
  for (int piece = std::max(0, state.pieces - 1 - part_of_turn(state)); piece < state.pieces; ++piece)
    laid |= is_source(rules, state, by, piece);
  return laid;
}

bool is_due(const Ruleset& rules, const State<Full>& state, int by) {
  return (doing(rules, state, by) & spread) == 0 && !source_laid(rules, state, by);
}

/// PLAGUE-9: a latent flea; or, if there is none, an active one that leaves all others connected and finds another
/// place.
void add_lifts(const State<Full>& state, int by, const Plague& plague, std::vector<Move>& moves) {
  const unsigned all = plague.all(), active = plague.active(all);
  constexpr int kNone = -2;
  int beside = kNone;  // where there are places: beside one flea alone, or not
  bool elsewhere = false;
  each_target(state, plague, active, [&](At, int from, int) {
    elsewhere |= from < 0 || (beside != kNone && beside != from);
    beside = from;
    return elsewhere;
  });
  if (beside == kNone) return;
  const unsigned lifted = active == all ? all : all & ~active;
  const auto connects = [&](unsigned i) {  // of those with one neighbour only where an outbreak is beside them
    const unsigned rest = all & ~(1u << i), near = plague.beside[i];
    return ((near & (near - 1)) != 0 || ((plague.at_outbreaks >> i) & 1) != 0) && plague.active(rest) != rest;
  };
  for (const unsigned i : each_bit(lifted)) {
    if (active == all && (connects(i) || (!elsewhere && beside == static_cast<int>(i)))) continue;
    moves.push_back(Move::act_at(by, verb_lift, plague.fleas[i].at.x, plague.fleas[i].at.y));
  }
}

/// PLAGUE-4: where the flea goes, a new one or the one that was taken.
void add_targets(const Ruleset& rules, const State<Full>& state, int by, const Plague& plague,
                 std::vector<Move>& moves) {
  unsigned by_these = plague.all();
  if ((doing(rules, state, by) & lifting) != 0) {
    const int16_t* const taken = memory_of(rules, state, by) + about;
    if (const int i = plague.in({taken[0], taken[1]}); i >= 0) by_these &= ~(1u << i);
  }
  thread_local std::array<uint32_t, Full::max_cells> listed{};  // keeps its memory
  thread_local uint32_t list = 0;
  ++list;
  each_target(state, plague, plague.active(by_these), [&](At to, int, int cell) {
    if (std::exchange(listed[cell], list) != list) moves.push_back(Move::act_at(by, verb_flea, to.x, to.y));
    return false;
  });
}

void add_spread(const Ruleset& rules, const State<Full>& state, int by, const Plague& plague,
                std::vector<Move>& moves) {
  if (plague.lying == kFleas)
    add_lifts(state, by, plague, moves);
  else
    add_targets(rules, state, by, plague, moves);
}

int in_box(const Turn& turn, FigureNumber kind) {
  int number = turn.figure(kind);
  while (turn.state.v.figure[number].at.kind != Place::supply) ++number;
  return number;
}

/// Turns fleas over whose region has changed.
void turn_over(Turn& turn) {
  const Plague plague = look(turn.rules, turn.state, turn.by);
  const unsigned active = plague.active(plague.all());
  for (int i = 0; i < plague.lying; ++i) {
    const Flea& one = plague.fleas[i];
    const bool is_active = ((active >> i) & 1) != 0;
    if ((one.number < turn.figure(latent)) == is_active) continue;
    turn.move_figure(one.number, {});
    turn.move_figure(in_box(turn, is_active ? flea : latent), Place::in_space(one.at.x, one.at.y));
  }
}

/// PLAGUE-5
void drive_home(Turn& turn, At space) {
  turn.send_home([&](const FigureRow& row) {
    return lies_in(turn.state, row.piece(), space.x, space.y) && !stays_to_the_end(turn.state, row);
  });
}

void put(Turn& turn, At to) {
  int16_t* const words = turn.memory();
  if ((words[done_words] & lifting) != 0) {
    const Plague plague = look(turn.rules, turn.state, turn.by);
    if (const int taken = plague.in({words[about], words[about + 1]}); taken >= 0)
      turn.move_figure(plague.fleas[taken].number, {});
  }
  words[about] = words[about + 1] = 0;
  words[done_words] = static_cast<int16_t>((words[done_words] & ~lifting) | spread);
  turn.move_figure(in_box(turn, flea), Place::in_space(to.x, to.y));
  drive_home(turn, to);
  turn_over(turn);
}

/// PLAGUE-8, PLAGUE-11
void eradicate(Turn& turn) {
  const Plague& plague = look(turn.rules, turn.state, turn.by);
  if (plague.lying < kFleas || plague.outbreaks() < 2) return;
  const auto lowest = std::find(plague.alive.begin(), plague.alive.end(), true) - plague.alive.begin();
  turn.move_figure(in_box(turn, eradicated), Place::on_piece(plague.source[lowest]));
  turn_over(turn);
}

// ---------------------------------------------------------------- flight

/// PLAGUE-6, PLAGUE-7: nobody comes to a tile with a flea or an active outbreak, nor across it.
bool is_shut(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  if (is_source(rules, state, by, piece) && !is_eradicated(rules, state, by, piece)) return true;
  // Fleas and latent ones have their rows side by side, each of them one word that has its space in it.
  const FigureRow* const rows = &state.v.figure[neutral_figure(rules, state, by, flea)];
  std::array<uint64_t, 2 * kFleas> words;  // NOLINT(cppcoreguidelines-pro-type-member-init): set at once
  std::memcpy(words.data(), rows, sizeof words);
  return any_space_of(state, piece, [&](const State<Full>::Cell& cell) {
    const auto wanted =
        static_cast<uint32_t>(std::bit_cast<uint64_t>(FigureRow{.at = Place::in_space(cell.x, cell.y)}) >> 32);
    uint32_t near = 0;  // in all of them at once; what is in supply has space 0,0
    for (int i = 0; i < 2 * kFleas; ++i) near |= static_cast<uint32_t>(words[i] >> 32) == wanted ? ~0u : 0u;
    if (near == 0) return false;
    return std::any_of(rows, rows + 2 * kFleas,
                       [&](const FigureRow& row) { return row.at == Place::in_space(cell.x, cell.y); });
  });
}

bool allows(const Ruleset& rules, const State<Full>& state, int by, int, Figure, Place to) {
  return to.kind != Place::feature || !is_shut(rules, state, by, to.x);
}

/// Whether none of the others forbids to come there because of the tile: what it forbids also where the figure stands,
/// it forbids because of the feature.
bool others_allow(const Ruleset& rules, const State<Full>& state, int by, const FigureRow& row, Place to) {
  for (const SomeAdded* some : {&rules.added.opening, &rules.added.allowing})
    for (const uint8_t other : *some) {
      const auto allows = rules.added[other].hooks->allows;
      if (other != by && allows && !allows(rules, state, other, row.seat, row.figure, to) &&
          allows(rules, state, other, row.seat, row.figure, row.at))
        return false;
    }
  return true;
}

/// Of a feature with one segment nobody can.
bool may_flee(const Ruleset& rules, const State<Full>& state, int number) {
  const FigureRow& row = state.v.figure[number];
  const int node = row.seat == state.seat ? node_at(state, row.piece(), row.feature()) : -1;
  if (node < 0 || state.ring.next[node] == node) return false;
  const FeatureType type = type_of(state, row.piece(), row.feature());
  const bool leads_on = type == FeatureType::road || type == FeatureType::city || type == FeatureType::field;
  return leads_on && !kept(rules, state, number);
}

/// The same for many pieces. REQUIRES: no other one is made in the same thread while it is used.
class Shut {
 public:
  Shut(const State<Full>& state, const Plague& plague) : state_(state) {
    ++mark_now;
    const auto mark = [&](At space) {
      if (const int cell = find_cell(state, space.x, space.y); cell >= 0) marked[cell] = mark_now;
    };
    for (int i = 0; i < plague.lying; ++i) mark(plague.fleas[i].at);
    for (int i = 0; i < plague.sources; ++i)
      if (plague.alive[i]) mark(space_of(state, plague.source[i]));
  }
  bool operator[](int piece) const {
    return marked[state_.piece[piece].cell] == mark_now || marked[state_.piece[piece].second] == mark_now;
  }

 private:
  const State<Full>& state_;
  static thread_local inline std::array<uint32_t, Full::max_cells + 1> marked{};  // by cell; keeps its memory
  static thread_local inline uint32_t mark_now = 0;
};

/// Calls `visit(node)` for each segment on another tile that a figure can flee to, until it says that this is enough.
template <class Visit>
void each_refuge(const Ruleset& rules, const State<Full>& state, int by, const Shut& shut, const NextSegments& beside,
                 int number, const Visit& visit) {
  thread_local std::array<uint32_t, Full::max_nodes> seen{};  // keeps its memory
  thread_local uint32_t look = 0;
  thread_local std::vector<int> next;
  const FigureRow& row = state.v.figure[number];
  next.assign(1, node_at(state, row.piece(), row.feature()));
  seen[next.front()] = ++look;
  bool enough = false;
  for (std::size_t i = 0; i < next.size() && !enough; ++i)
    beside.each(next[i], [&](int node) {
      const int piece = state.ring.piece[node];
      if (std::exchange(seen[node], look) == look || shut[piece]) return false;
      next.push_back(node);
      if (piece != row.piece() && others_allow(rules, state, by, row, Place::on(piece, feature_of(state, node))))
        enough = visit(node);
      return enough;
    });
}

/// PLAGUE-7
void add_flights(const Ruleset& rules, const State<Full>& state, int by, const Plague& plague,
                 std::vector<Move>& moves) {
  if ((doing(rules, state, by) & fled) != 0) return;
  const auto all = standing(state);
  if (std::none_of(all.begin(), all.end(), [&](int number) { return may_flee(rules, state, number); })) return;
  const NextSegments beside(rules, state);
  const Shut shut(state, plague);
  for (const int number : all) {
    if (!may_flee(rules, state, number)) continue;
    bool can = false;
    each_refuge(rules, state, by, shut, beside, number, [&](int) { return can = true; });
    if (!can) continue;
    const FigureRow& row = state.v.figure[number];
    Move move = Move::act(by, verb_flee, row.piece(), row.feature());
    move.figure = row.figure;
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
  }
}

/// The figure that flees: of several alike the one that came last. -1: nobody does.
int who_flees(const Ruleset& rules, const State<Full>& state, int by) {
  const int16_t* const words = memory_of(rules, state, by);
  int last = -1;
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (row.seat == state.v.turn_seat && row.at == Place::on(words[about], words[about + 1]) &&
        static_cast<int>(row.figure) == words[about + 2])
      last = number;
  }
  return last;
}

void add_refuges(const Ruleset& rules, const State<Full>& state, int by, const Plague& plague,
                 std::vector<Move>& moves) {
  const int number = who_flees(rules, state, by);
  if (number < 0) return;
  const NextSegments beside(rules, state);
  const Shut shut(state, plague);
  each_refuge(rules, state, by, shut, beside, number, [&](int node) {
    moves.push_back(Move::act(by, verb_refuge, state.ring.piece[node], feature_of(state, node)));
    return false;
  });
}

void flee(Turn& turn, Move move) {
  int16_t* const words = turn.memory();
  const int number = who_flees(turn.rules, turn.state, turn.by);
  std::fill_n(words + about, kWords - about, int16_t{0});
  words[done_words] = static_cast<int16_t>((words[done_words] & ~fleeing) | fled);
  turn.move_figure(number, Place::on(move.x, move.feature));
}

// ---------------------------------------------------------------- in the order of play

/// PLAGUE-16: beside the figure; what is chosen does not take its place.
bool join(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  const Plague& plague = look(rules, state, by);
  if (plague.sources == 0) return false;
  if (is_due(rules, state, by)) add_spread(rules, state, by, plague, moves);
  add_flights(rules, state, by, plague, moves);
  return false;
}

void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  const int now = doing(rules, state, asked.by);
  if (now == spread && asked.what == ask_spread) return;
  const Plague& plague = look(rules, state, asked.by);
  if ((now & fleeing) != 0) return add_refuges(rules, state, asked.by, plague, moves);
  if ((now & lifting) != 0) return add_targets(rules, state, asked.by, plague, moves);
  if (asked.what != ask_spread || !is_due(rules, state, asked.by)) return;
  add_spread(rules, state, asked.by, plague, moves);
  if (moves.empty()) return;
  add_flights(rules, state, asked.by, plague, moves);
  if (rules.added[asked.by].option[spread_may] != 0) moves.push_back(Move::pass());
}

/// What a choice leads to that is only its first half.
void begin(Turn& turn, Move move) {
  int16_t* const words = turn.memory();
  const bool lifts = move.verb == verb_lift;
  words[done_words] = static_cast<int16_t>(words[done_words] | (lifts ? lifting : fleeing));
  words[about] = move.x;
  words[about + 1] = lifts ? move.y : static_cast<int16_t>(move.feature);
  words[about + 2] = lifts ? int16_t{0} : static_cast<int16_t>(move.figure);
}

void ask_where(Turn& turn, bool lifts) {
  turn.ask({.what = static_cast<uint8_t>(lifts ? ask_put : ask_refuge), .seat = static_cast<uint8_t>(turn.active())});
}

void decide(Turn& turn, const Pending& asked, Move move) {
  const bool joined = asked.what == Pending::kJoined;
  if (joined) turn.ask_figure_again();
  if (move.kind == MoveKind::pass) {
    turn.done();
  } else if (move.verb == verb_lift || move.verb == verb_flee) {
    begin(turn, move);
    if (joined) ask_where(turn, move.verb == verb_lift);
  } else {
    if (!joined && (move.verb == verb_flea || asked.what == ask_refuge)) turn.done();
    if (move.verb == verb_flea)
      put(turn, {move.x, move.y});
    else
      flee(turn, move);
  }
}

/// PLAGUE-13: with a second part to come it waits.
bool waits(const Turn& turn) {
  return has_part_due(turn.state) && turn.may_repeat_part();
}

void at(Turn& turn, Moment moment) {
  int16_t* const words = turn.memory();
  switch (moment) {
    case Moment::turn_begins:
      std::fill_n(words, kWords, int16_t{0});
      return eradicate(turn);
    case Moment::placed:  // a turn of the last round does not begin like others
      if ((words[done_words] & (lifting | fleeing)) != 0) return ask_where(turn, (words[done_words] & lifting) != 0);
      if (part_of_turn(turn.state) == 0) std::fill_n(words, kWords, int16_t{0});
      if (is_source(turn.rules, turn.state, turn.by, turn.state.pieces - 1)) turn_over(turn);
      return;
    default:
      if (!waits(turn)) turn.ask({.what = ask_spread, .seat = static_cast<uint8_t>(turn.active())});
      return;
  }
}

/// PLAGUE-1, PLAGUE-O1
void set_up(Ruleset& rules, const Added& added) {
  rules.before_late = added.option[delay_scaled] != 0 ? 3 * rules.seats + 1 : 17;
}

// ---------------------------------------------------------------- what cannot be, and why not

Impossible wrong_fleas(const Ruleset& rules, const State<Full>& state, int by, const Plague& plague) {
  int lying = 0;
  for (const FigureNumber kind : {flea, latent}) for_each(rules, state, by, kind, [&](int) { ++lying; });
  if (lying > kFleas) return {.what = "fleas", .rule = "PLAGUE-1", .number = kFleas};
  if (lying > 0 && plague.sources == 0) return {"no-source", "PLAGUE-4"};
  const unsigned active = plague.active(plague.all());
  for (int i = 0; i < plague.lying; ++i) {
    const Flea& one = plague.fleas[i];
    if (plague.in(one.at) != i) return {"two-fleas", "PLAGUE-4"};
    for (int k = 0; k < plague.sources; ++k)
      if (space_of(state, plague.source[k]) == one.at)
        return {.what = "flea-on-source", .rule = "PLAGUE-12", .piece = plague.source[k]};
    const bool shown_active = one.number < neutral_figure(rules, state, by, latent);
    const bool is_active = ((active >> i) & 1) != 0;
    if (shown_active != is_active) return {is_active ? "not-latent" : "not-active", "PLAGUE-8"};
  }
  return {};
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const Plague plague = look(rules, state, by);
  std::array<bool, Full::max_tiles> turned{};
  Impossible wrong;
  int count = 0;
  for_each(rules, state, by, eradicated, [&](int number) {
    const int piece = state.v.figure[number].at.x;
    if (!is_source(rules, state, by, piece) || std::exchange(turned[piece], true))
      wrong = {.what = "eradicated", .rule = "PLAGUE-8", .piece = piece};
    ++count;
  });
  if (!wrong.what.empty()) return wrong;
  if (count > 0 && count >= plague.sources) return {"last-outbreak", "PLAGUE-11"};
  if (const Impossible fleas = wrong_fleas(rules, state, by, plague); !fleas.what.empty()) return fleas;
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    const bool caught = type_of(state, row.piece(), row.feature()) == FeatureType::trap;
    if (is_shut(rules, state, by, row.piece()) && !caught && !kept(rules, state, number) &&
        !stays_to_the_end(state, row))
      return {.what = "stands", .rule = "PLAGUE-6", .piece = row.piece()};
  }
  const int16_t* const words = memory_of(rules, state, by);
  const int now = words[done_words];
  const bool half_done = (now & (lifting | fleeing)) != 0;
  const bool known = now >= 0 && now < 2 * fleeing && (now & (lifting | fleeing)) != (lifting | fleeing) &&
                     ((now & lifting) == 0 || plague.in({words[about], words[about + 1]}) >= 0) &&
                     ((now & fleeing) == 0 || who_flees(rules, state, by) >= 0);
  const Pending* asked = question(state);
  const bool fits = asked == nullptr || asked->by != by || asked->what == ask_spread ||
                    (now & (asked->what == ask_put ? lifting : fleeing)) != 0;
  return known && fits && (half_done <= (asked != nullptr && asked->by == by)) ? Impossible{}
                                                                               : Impossible{"memory", "PLAGUE-3"};
}

/// As many as have fled there.
int added_to_one(const Ruleset&, const Added&, const State<Full>&, FeatureType type) {
  return type == FeatureType::road || type == FeatureType::city || type == FeatureType::field ? kMaxFigures : 0;
}

std::string_view why_shut(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  return is_source(rules, state, by, piece) ? "PLAGUE-2" : "PLAGUE-6";
}

/// Whether a move of another expansion would put a figure somewhere.
bool puts_figure(const Ruleset& rules, Move move) {
  if (move.kind != MoveKind::act) return false;
  const auto all = expansions();
  const auto other = std::find_if(all.begin(), all.end(), [&](const Expansion* expansion) {
    return expansion->hooks == rules.added[move.by].hooks;
  });
  return other != all.end() && (*other)->verbs[move.verb].takes == Takes::figure;
}

std::string_view why_no_flea(const Ruleset& rules, const State<Full>& state, int by) {
  if (source_laid(rules, state, by)) return "PLAGUE-2";
  const Plague plague = look(rules, state, by);
  if ((doing(rules, state, by) & spread) != 0 || plague.outbreaks() == 0) return "PLAGUE-3";
  return plague.lying == kFleas && (doing(rules, state, by) & lifting) == 0 ? "PLAGUE-9" : "PLAGUE-4";
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  if (move.kind == MoveKind::act && move.by == by) {
    if (move.verb == verb_flea) return why_no_flea(rules, state, by);
    return move.verb == verb_lift ? "PLAGUE-9" : "PLAGUE-7";
  }
  const Pending* asked = question(state);
  if (asked != nullptr && asked->by == by) return kQuestions[asked->what].rule;
  if (puts_figure(rules, move) && is_shut(rules, state, by, move.x)) return why_shut(rules, state, by, move.x);
  if (move.kind != MoveKind::follower || state.phase != Phase::follower) return {};
  const int last = state.pieces - 1;
  if (!has_feature(rules, state, last, move.feature) || !is_shut(rules, state, by, last)) return {};
  if (!rules.figures[move.figure].stands(type_of(state, last, move.feature))) return {};
  return why_shut(rules, state, by, last);
}

constexpr Hooks kHooks = {
    .at = at, .options = options, .decide = decide, .join = join, .allows = allows, .by_place_alone = true};

}  // namespace

constexpr Expansion kPlague = {.id = "plague",
                               .options = kOptions,
                               .set_up = set_up,
                               .hooks = &kHooks,
                               .marks = kMarks,
                               .figures = kFigures,
                               .words = kWords,
                               .lasting = true,
                               .impossible = impossible,
                               .added_to_one = added_to_one,
                               .verbs = kVerbs,
                               .questions = kQuestions,
                               .why_illegal = why_illegal,
                               .stage_rule = "PLAGUE-1",
                               .late = true};

}  // namespace bastide
