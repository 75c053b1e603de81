#include "expansions/plague.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/bits.h"
#include "core/board_stamp.h"
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
  int16_t x = 0, y = 0;
  At beyond(At step) const { return {static_cast<int16_t>(x + step.x), static_cast<int16_t>(y + step.y)}; }
  friend bool operator==(At a, At b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }
};
constexpr At kNowhere = {std::numeric_limits<int16_t>::min(), 0};

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

// ---------------------------------------------------------------- what lies where

constexpr std::array<At, 4> kAround = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

/// All that matters of the board; small. Sets of fleas are bits.
struct Plague {
  std::array<int, kSources> source{};  ///< pieces, in the order of their outbreaks
  unsigned alive = 0;                  ///< of these, as bits: the outbreak is active
  int sources = 0;
  std::array<At, kFleas + kSources> space{};  ///< of each flea, from kFleas on of each source; or kNowhere
  std::array<int, kFleas> number{};           ///< of the figure
  std::array<unsigned, kFleas> beside{};      ///< which fleas are beside each
  unsigned at_outbreaks = 0;                  ///< those beside active outbreaks
  unsigned active = 0;                        ///< PLAGUE-8, PLAGUE-10: connected to one of these
  int lying = 0;

  int outbreaks() const { return std::popcount(alive); }
  unsigned all() const { return (1u << lying) - 1; }

  /// The flea in a space; -1: none lies there.
  int in(At wanted) const {
    const auto end = space.begin() + lying;
    const auto flea_there = std::find(space.begin(), end, wanted);
    return flea_there == end ? -1 : static_cast<int>(flea_there - space.begin());
  }

  /// Fleas that are connected to an active outbreak by some of them; no more are looked for when all that are `wanted`
  /// are among them.
  unsigned connected(unsigned by, unsigned wanted) const {
    unsigned reached = at_outbreaks & by;
    for (unsigned fresh = reached; fresh != 0 && (wanted & ~reached) != 0;) {
      unsigned next = 0;
      for (const unsigned i : each_bit(fresh)) next |= beside[i];
      fresh = next & by & ~reached;
      reached |= fresh;
    }
    return reached;
  }
  unsigned connected(unsigned by) const { return connected(by, by); }
};

/// The fleas and sources of one Plague by their space. What was entered for another one stays: whoever finds an entry
/// sees that it is none of these. Two of them have one entry only in a landscape of 64 spaces from end to end; then all
/// are gone through.
class Spaces {
 public:
  void enter_all(const Plague& plague) {
    crowded_ = false;
    for (int i = 0; i < plague.sources; ++i) enter(plague, kFleas + i);
    for (int i = 0; i < plague.lying; ++i) enter(plague, i);
  }
  /// The flea in a space, or kFleas + the source; -1: neither.
  int in(const Plague& plague, At space) const {
    const int here = entry_[number(space)];
    if (plague.space[here] == space) return here;
    if (!crowded_) return -1;
    const auto found = std::find(plague.space.begin(), plague.space.end(), space);
    return found == plague.space.end() ? -1 : static_cast<int>(found - plague.space.begin());
  }
  /// PLAGUE-6, PLAGUE-7: nobody comes to a tile with a flea or an active outbreak, nor across it.
  bool shut(const Plague& plague, At space) const {
    const int here = in(plague, space);
    return here >= kFleas ? ((plague.alive >> (here - kFleas)) & 1) != 0 : here >= 0;
  }

 private:
  static constexpr unsigned kSide = 64;
  static unsigned number(At space) {
    return static_cast<unsigned>(space.y * static_cast<int>(kSide) + space.x) % (kSide * kSide);
  }
  void enter(const Plague& plague, int i) {
    uint8_t& entry = entry_[number(plague.space[i])];
    const At other = plague.space[entry];
    crowded_ |= other != kNowhere && number(other) == number(plague.space[i]) && other != plague.space[i];
    entry = static_cast<uint8_t>(i);
  }
  std::array<uint8_t, kSide * kSide> entry_{};
  bool crowded_ = false;
};

/// What is known of the board that was looked at last.
struct Known {
  Plague plague;
  Spaces spaces;
  uint64_t board = 0;                                          ///< board_stamp when it was found
  uint64_t tiles = 0;                                          ///< tiles_stamp when the sources were
  int first = -1;                                              ///< number of its first figure
  std::array<FigureRow, 2 * kFleas + kSources - 1> figures{};  ///< how all of them lay
  // What follows of it and of the tiles, once somebody has asked.
  bool has_targets = false, has_lifts = false, has_connecting = false;
  std::vector<At> targets;  ///< PLAGUE-4, in which order they are listed
  unsigned lifts = 0;       ///< PLAGUE-9
  unsigned connecting = 0;  ///< of active ones: without which others are not connected; follows of the fleas alone
  // Which pieces others close, and since when they do.
  Pieces closed{};
  uint64_t closed_since = 0;
};
static_assert(std::has_unique_object_representations_v<FigureRow>);

/// Whether they are others than before.
bool find_sources(const Ruleset& rules, const State<Full>& state, int by, Plague& plague) {
  int count = 0;
  bool others = false;
  for (const int piece : listed_pieces(state)) {
    if (count >= kSources || !is_source(rules, state, by, piece)) continue;
    const At space = space_of(state, piece);
    others |= plague.source[count] != piece || plague.space[kFleas + count] != space;
    plague.source[count] = piece;
    plague.space[kFleas + count++] = space;
  }
  others |= std::exchange(plague.sources, count) != count;
  std::fill(plague.space.begin() + kFleas + count, plague.space.end(), kNowhere);
  return others;
}

void find_figures(const Ruleset& rules, const State<Full>& state, int by, Known& known) {
  Plague& plague = known.plague;
  plague.lying = 0;
  plague.alive = (1u << plague.sources) - 1;
  for_each(rules, state, by, eradicated, [&](int number) {
    for (int i = 0; i < plague.sources; ++i)
      if (plague.source[i] == state.v.figure[number].at.x) plague.alive &= ~(1u << i);
  });
  for (int number = known.first; number < known.first + 2 * kFleas && plague.lying < kFleas; ++number)
    if (const Place at = state.v.figure[number].at; at.kind != Place::supply) {
      plague.space[plague.lying] = {at.x, at.y};
      plague.number[plague.lying++] = number;
    }
  std::fill(plague.space.begin() + plague.lying, plague.space.begin() + kFleas, kNowhere);
  known.spaces.enter_all(plague);
  const auto there = [&](At from, At step) {
    const int here = known.spaces.in(plague, from.beyond(step));
    return here >= 0 && here < kFleas ? here : -1;
  };
  plague.beside = {};
  plague.at_outbreaks = 0;
  for (int i = 0; i < plague.lying; ++i)
    for (const At step : {kAround[1], kAround[2]})
      if (const int k = there(plague.space[i], step); k >= 0) {
        plague.beside[i] |= 1u << k;
        plague.beside[k] |= 1u << i;
      }
  for (const unsigned i : each_bit(plague.alive))
    for (const At step : kAround)
      if (const int k = there(plague.space[kFleas + i], step); k >= 0) plague.at_outbreaks |= 1u << k;
  plague.active = plague.connected(plague.all());
}

/// It is asked for some times in a turn without anything having changed: the last answer is kept. Valid until the next
/// call.
Known& look(const Ruleset& rules, const State<Full>& state, int by) {
  thread_local Known known;
  const uint64_t board = board_stamp(state), tiles = tiles_stamp(state);
  if (board != 0 && known.board == board) return known;
  known.board = board;
  bool changed = false;
  if (tiles == 0 || known.tiles != tiles) {
    known.has_targets = known.has_lifts = false;
    known.tiles = tiles;
    changed = find_sources(rules, state, by, known.plague);
  }
  const int first = neutral_figure(rules, state, by, flea);
  const FigureRow* const figures = state.v.figure.data() + first;
  if (!changed && first == known.first && std::memcmp(figures, known.figures.data(), sizeof known.figures) == 0)
    return known;
  known.has_targets = known.has_lifts = known.has_connecting = false;
  known.first = first;
  std::copy_n(figures, known.figures.size(), known.figures.begin());
  find_figures(rules, state, by, known);
  return known;
}

/// Calls `visit(space, from, cell)` for each space that a flea can be put into, once for each flea among `active` that
/// it is beside; from -1: an outbreak (PLAGUE-4, PLAGUE-12). Until it says that this is enough.
template <class Visit>
void each_target(const State<Full>& state, const Known& known, unsigned active, const Visit& visit) {
  const Plague& plague = known.plague;
  bool enough = false;
  const auto around = [&](At at, int from) {
    for (const At step : kAround) {
      const At to = at.beyond(step);
      if (enough || known.spaces.in(plague, to) >= 0) continue;
      const int cell = find_cell(state, to.x, to.y);
      if (cell >= 0 && state.cell[cell].occupied()) enough = visit(to, from, cell);
    }
  };
  for (const unsigned i : each_bit(plague.alive)) around(plague.space[kFleas + i], -1);
  for (const unsigned i : each_bit(active)) around(plague.space[i], static_cast<int>(i));
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

/// Those without which others are not connected: if all beside one are, so is everything.
unsigned find_connecting(const Plague& plague) {
  unsigned connecting = 0;
  for (const unsigned i : each_bit(plague.all())) {
    const unsigned near = plague.beside[i];
    const bool connects = (near & ~plague.connected(plague.all() & ~(1u << i), near)) != 0;
    connecting |= static_cast<unsigned>(connects) << i;
  }
  return connecting;
}

/// PLAGUE-9: a latent flea; or, if there is none, an active one that leaves all others connected and finds another
/// place.
unsigned find_lifts(const State<Full>& state, Known& known) {
  const Plague& plague = known.plague;
  const unsigned all = plague.all();
  constexpr int kNone = -2;
  int beside = kNone;  // where there are places: beside one flea alone, or not
  bool elsewhere = false;
  each_target(state, known, plague.active, [&](At, int from, int) {
    elsewhere |= from < 0 || (beside != kNone && beside != from);
    beside = from;
    return elsewhere;
  });
  if (beside == kNone) return 0;
  if (plague.active != all) return all & ~plague.active;
  if (!known.has_connecting) known.connecting = find_connecting(plague);
  known.has_connecting = true;
  return all & ~known.connecting & ~(elsewhere ? 0 : 1u << beside);
}

void add_lifts(const State<Full>& state, int by, Known& known, std::vector<Move>& moves) {
  if (!known.has_lifts) known.lifts = find_lifts(state, known);
  known.has_lifts = true;
  for (const unsigned i : each_bit(known.lifts)) {
    const At space = known.plague.space[i];
    moves.push_back(Move::act_at(by, verb_lift, space.x, space.y));
  }
}

/// Each space once.
void find_targets(const State<Full>& state, const Known& known, unsigned active, std::vector<At>& targets) {
  thread_local std::array<uint32_t, Full::max_cells> listed{};  // keeps its memory
  thread_local uint32_t list = 0;
  ++list;
  targets.clear();
  each_target(state, known, active, [&](At to, int, int cell) {
    if (std::exchange(listed[cell], list) != list) targets.push_back(to);
    return false;
  });
}

/// PLAGUE-4: where the flea goes, a new one or the one that was taken.
void add_targets(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves) {
  const Plague& plague = known.plague;
  bool takes_one = false;
  if ((doing(rules, state, by) & lifting) != 0) {
    const int16_t* const taken = memory_of(rules, state, by) + about;
    if (const int i = plague.in({taken[0], taken[1]}); i >= 0) {
      find_targets(state, known, plague.connected(plague.all() & ~(1u << i)), known.targets);
      takes_one = true;
    }
  }
  if (!takes_one && !known.has_targets) find_targets(state, known, plague.active, known.targets);
  known.has_targets = !takes_one;
  for (const At to : known.targets) moves.push_back(Move::act_at(by, verb_flea, to.x, to.y));
}

void add_spread(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves) {
  if (known.plague.lying == kFleas)
    add_lifts(state, by, known, moves);
  else
    add_targets(rules, state, by, known, moves);
}

int in_box(const Turn& turn, FigureNumber kind) {
  int number = turn.figure(kind);
  while (turn.state.v.figure[number].at.kind != Place::supply) ++number;
  return number;
}

/// Turns fleas over whose region has changed.
void turn_over(Turn& turn) {
  const Plague& now = look(turn.rules, turn.state, turn.by).plague;
  unsigned turned = now.active;
  for (int i = 0; i < now.lying; ++i) turned ^= static_cast<unsigned>(now.number[i] < turn.figure(latent)) << i;
  if (turned == 0) return;
  const Plague plague = now;
  for (const unsigned i : each_bit(turned)) {
    const bool is_active = ((plague.active >> i) & 1) != 0;
    turn.move_figure(plague.number[i], {});
    turn.move_figure(in_box(turn, is_active ? flea : latent), Place::in_space(plague.space[i].x, plague.space[i].y));
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
    const Plague& plague = look(turn.rules, turn.state, turn.by).plague;
    if (const int taken = plague.in({words[about], words[about + 1]}); taken >= 0)
      turn.move_figure(plague.number[taken], {});
  }
  words[about] = words[about + 1] = 0;
  words[done_words] = static_cast<int16_t>((words[done_words] & ~lifting) | spread);
  turn.move_figure(in_box(turn, flea), Place::in_space(to.x, to.y));
  drive_home(turn, to);
  turn_over(turn);
}

/// PLAGUE-8, PLAGUE-11
void eradicate(Turn& turn) {
  const Plague& plague = look(turn.rules, turn.state, turn.by).plague;
  if (plague.lying < kFleas || plague.outbreaks() < 2) return;
  const auto lowest = static_cast<std::size_t>(std::countr_zero(plague.alive));
  turn.move_figure(in_box(turn, eradicated), Place::on_piece(plague.source[lowest]));
  turn_over(turn);
}

// ---------------------------------------------------------------- flight

/// Whether any space of a piece is shut.
bool is_shut(const State<Full>& state, const Known& known, int piece) {
  return any_space_of(state, piece, [&](const State<Full>::Cell& cell) {
    return known.spaces.shut(known.plague, {cell.x, cell.y});
  });
}

bool is_shut(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  return is_shut(state, look(rules, state, by), piece);
}

bool allows(const Ruleset& rules, const State<Full>& state, int by, int, Figure, Place to) {
  return to.kind != Place::feature || !is_shut(rules, state, by, to.x);
}

void closes(const Ruleset& rules, const State<Full>& state, int by, Pieces& closed) {
  const Plague& plague = look(rules, state, by).plague;
  const auto close = [&](At at) { for_each_piece_at(state, at.x, at.y, [&](int piece) { closed.insert(piece); }); };
  for (int i = 0; i < plague.lying; ++i) close(plague.space[i]);
  for (const unsigned i : each_bit(plague.alive)) close(plague.space[kFleas + i]);
}

/// What others close of the pieces.
void find_closed(const Ruleset& rules, const State<Full>& state, int by, Known& known) {
  if (known.board != 0 && known.closed_since == known.board) return;
  known.closed_since = known.board;
  known.closed = {};
  for (const unsigned other : each_bit(rules.added.closing & ~(uint64_t{1} << by)))
    rules.added[other].hooks->closes(rules, state, static_cast<int>(other), known.closed);
}

/// Whether none of the others forbids to come there because of the tile: what it forbids also where the figure stands,
/// it forbids because of the feature.
bool others_allow(const Ruleset& rules, const State<Full>& state, int by, const Known& known, const FigureRow& row,
                  Place to) {
  const auto type = static_cast<std::size_t>(type_of(state, to.x, to.index));
  const bool closed = known.closed.contains(to.x);
  const uint64_t asked = (closed ? rules.added.opening_on[type] : rules.added.opening_besides[type]) |
                         allowing_at(rules, state, row.figure, to);
  for (const unsigned number : each_bit(asked & ~(uint64_t{1} << by))) {
    const auto allows = rules.added[number].hooks->allows;
    const auto other = static_cast<int>(number);
    if (!allows(rules, state, other, row.seat, row.figure, to) &&
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

/// Calls `visit(node)` for each segment on another tile that a figure can flee to, until it says that this is enough.
template <class Visit>
void each_refuge(const Ruleset& rules, const State<Full>& state, int by, const Known& known, const NextSegments& beside,
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
      if (std::exchange(seen[node], look) == look || is_shut(state, known, piece)) return false;
      next.push_back(node);
      if (piece != row.piece() && others_allow(rules, state, by, known, row, Place::on(piece, feature_of(state, node))))
        enough = visit(node);
      return enough;
    });
}

/// The same as whether there is any; where there is one beside a figure, it is looked at first the next time.
bool has_refuge(const Ruleset& rules, const State<Full>& state, int by, const Known& known, const NextSegments& beside,
                int number) {
  struct Seen {
    uint64_t ways = 0;  ///< ways_stamp
    int from = -1, to = -1;
  };
  thread_local std::array<Seen, kMaxFigures> seen_by{};
  const FigureRow& row = state.v.figure[number];
  Seen& seen = seen_by[static_cast<std::size_t>(number)];
  const int node = node_at(state, row.piece(), row.feature());
  const uint64_t ways = ways_stamp(state);
  const auto is_open = [&](int to) {
    const int piece = state.ring.piece[to];
    return piece != row.piece() && !is_shut(state, known, piece) &&
           others_allow(rules, state, by, known, row, Place::on(piece, feature_of(state, to)));
  };
  if (ways != 0 && seen.ways == ways && seen.from == node && is_open(seen.to)) return true;
  bool has = false;
  beside.each(node, [&](int to) {
    has = is_open(to);
    if (has) seen = {ways, node, to};
    return has;
  });
  if (!has) each_refuge(rules, state, by, known, beside, number, [&](int) { return has = true; });
  return has;
}

/// PLAGUE-7
void add_flights(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves) {
  if ((doing(rules, state, by) & fled) != 0) return;
  find_closed(rules, state, by, known);
  const NextSegments beside(rules, state);
  for (const int number : standing(state)) {
    if (!may_flee(rules, state, number) || !has_refuge(rules, state, by, known, beside, number)) continue;
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

void add_refuges(const Ruleset& rules, const State<Full>& state, int by, Known& known, std::vector<Move>& moves) {
  const int number = who_flees(rules, state, by);
  if (number < 0) return;
  find_closed(rules, state, by, known);
  const NextSegments beside(rules, state);
  each_refuge(rules, state, by, known, beside, number, [&](int node) {
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
  Known& known = look(rules, state, by);
  if (known.plague.sources == 0) return false;
  if (is_due(rules, state, by)) add_spread(rules, state, by, known, moves);
  add_flights(rules, state, by, known, moves);
  return false;
}

void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  const int now = doing(rules, state, asked.by);
  if (now == spread && asked.what == ask_spread) return;
  Known& known = look(rules, state, asked.by);
  if ((now & fleeing) != 0) return add_refuges(rules, state, asked.by, known, moves);
  if ((now & lifting) != 0) return add_targets(rules, state, asked.by, known, moves);
  if (asked.what != ask_spread || !is_due(rules, state, asked.by)) return;
  add_spread(rules, state, asked.by, known, moves);
  if (moves.empty()) return;
  add_flights(rules, state, asked.by, known, moves);
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
  for (int i = 0; i < plague.lying; ++i) {
    if (plague.in(plague.space[i]) != i) return {"two-fleas", "PLAGUE-4"};
    for (int k = 0; k < plague.sources; ++k)
      if (plague.space[kFleas + k] == plague.space[i])
        return {.what = "flea-on-source", .rule = "PLAGUE-12", .piece = plague.source[k]};
    const bool shown_active = plague.number[i] < neutral_figure(rules, state, by, latent);
    const bool is_active = ((plague.active >> i) & 1) != 0;
    if (shown_active != is_active) return {is_active ? "not-latent" : "not-active", "PLAGUE-8"};
  }
  return {};
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const Plague plague = look(rules, state, by).plague;
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
  const Plague& plague = look(rules, state, by).plague;
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

constexpr Hooks kHooks = {.at = at,
                          .options = options,
                          .decide = decide,
                          .join = join,
                          .allows = allows,
                          .by_place_alone = true,
                          .forbids_on = 0,
                          .closes = closes};

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
