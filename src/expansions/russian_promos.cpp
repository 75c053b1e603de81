#include "expansions/russian_promos.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/kernel.h"
#include "core/marked_pieces.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 3> kOptions = {
    {{"russian_promos", {"both", "2013", "2016"}}, {"robber_reach", {"all"}}, {"lake_tile", {"caught"}}}};
enum Options : uint8_t { edition, everybody, stand_on_lake };

enum MarkNumber : uint8_t { hen_hut, stone, tree, lake };
constexpr std::array<MarkSpec, 4> kMarks = {{{"hen-hut", "RUS-3", 3},
                                             {"crossroads-stone", "RUS-5"},
                                             {.name = "robber-tree", .rule = "RUS-7", .listed = true},
                                             {.name = "sprite-lake", .rule = "RUS-9", .listed = true}}};

enum Terms : uint8_t { hut, empty_around, drowned };
constexpr std::array<TermSpec, 3> kTerms = {{{.name = "hut", .rule = "RUS-3", .lies = Lies::centre, .times = false},
                                             {.name = "empty", .rule = "RUS-3", .times = false},
                                             {.name = "drowned", .rule = "RUS-14", .bonus = true}}};
constexpr int kDrowned = -2;

constexpr std::array<Verb, 1> kVerbs = {{{"free", Takes::standing, "RUS-13"}}};

// Memory: trees whose road a figure has joined since the last look, as bits by their order; and how many of the roads
// put over the tile just laid or later have been looked at.
enum Words : uint8_t { joined, roads_over_seen };
constexpr int kWords = 2, kMostTrees = 15;

bool has_mark(const Ruleset& rules, const State<Full>& state, int by, int piece, MarkNumber mark) {
  return marks_on(rules, by, state.piece[piece].kind, mark) > 0;
}

/// The trap of a piece that has one, as a place.
Place trap_of(const Ruleset& rules, const State<Full>& state, int piece) {
  const TileKind& kind = rules.kinds[state.piece[piece].kind];
  const auto* const found = std::find(kind.types.begin(), kind.types.begin() + kind.features, FeatureType::trap);
  return Place::on(piece, static_cast<int>(found - kind.types.begin()));
}

/// RUS-6: the segment of the road behind a tree.
int road_of(const Ruleset& rules, const State<Full>& state, int piece) {
  const TileKind& kind = rules.kinds[state.piece[piece].kind];
  const auto* const found = std::find(kind.types.begin(), kind.types.begin() + kind.features, FeatureType::road);
  return state.piece[piece].node + static_cast<int>(found - kind.types.begin());
}

const std::vector<int>& trees_of(const Ruleset& rules, const State<Full>& state, int by) {
  thread_local MarkedPieces trees;
  return trees.which(state, [&](int piece) { return has_mark(rules, state, by, piece, tree); });
}

/// Calls `visit(piece, number)` for each tree on the board.
template <class Visit>
void for_each_tree(const Ruleset& rules, const State<Full>& state, int by, const Visit& visit) {
  int number = 0;
  for (const int piece : trees_of(rules, state, by))
    if (number < kMostTrees) visit(piece, number++);
}

const std::vector<int>& lakes_of(const Ruleset& rules, const State<Full>& state, int by) {
  thread_local MarkedPieces lakes;
  return lakes.which(state, [&](int piece) { return has_mark(rules, state, by, piece, lake); });
}

template <class Visit>
void for_each_lake(const Ruleset& rules, const State<Full>& state, int by, const Visit& visit) {
  for (const int piece : lakes_of(rules, state, by)) visit(piece);
}

const State<Full>::Cell& cell_of(const State<Full>& state, int piece) {
  return state.cell[state.piece[piece].cell];
}

/// Whether a lake takes who is on a tile: beside it, or on its own where one may stand there (RUS-O3).
bool reaches(const Ruleset& rules, const State<Full>& state, int by, int lake_piece, int piece) {
  if (piece == lake_piece) return rules.added[by].option[stand_on_lake] != 0;
  const auto& cell = cell_of(state, lake_piece);
  return lies_around(state, piece, cell.x, cell.y);
}

bool lies_at_a_lake(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  bool lies = false;
  for_each_lake(rules, state, by, [&](int at) { lies |= reaches(rules, state, by, at, piece); });
  return lies;
}

// ---------------------------------------------------------------- the traps

/// RUS-10, RUS-11: who has not drowned yet; out of a tree too (RUS-15).
bool can_drown(const Ruleset& rules, const State<Full>& state, int by, int number) {
  const FigureRow& row = state.v.figure[number];
  if ((row.at.kind != Place::feature && row.at.kind != Place::top) || !rules.figures[row.figure].follower) return false;
  const bool trapped = row.at.kind == Place::feature && type_of(state, row.piece(), row.feature()) == FeatureType::trap;
  return !(trapped && has_mark(rules, state, by, row.piece(), lake)) && !kept(rules, state, number);
}

/// The pieces from which each lake takes who is there, and all of them.
struct Shores {
  std::vector<Pieces> of;
  Pieces any{};
};

/// Valid until the next call.
const Shores& shores(const Ruleset& rules, const State<Full>& state, int by) {
  thread_local Shores last;
  thread_local uint64_t stamp = 0;
  const uint64_t tiles = tiles_stamp(state);
  if (tiles != 0 && tiles == stamp) return last;
  stamp = tiles;
  last.of.clear();
  last.any = {};
  for_each_lake(rules, state, by, [&](int piece) {
    Pieces& near = last.of.emplace_back();
    near = {};
    for_each_piece_around(state, cell_of(state, piece).x, cell_of(state, piece).y, [&](int other) {
      if (reaches(rules, state, by, piece, other)) near.insert(other);
    });
    last.any.merge(near);
  });
  return last;
}

/// RUS-9
void drown(Turn& turn) {
  const State<Full>& s = turn.state;
  const std::vector<int>& lakes = lakes_of(turn.rules, s, turn.by);
  if (lakes.empty()) return;
  const Shores& near = shores(turn.rules, s, turn.by);
  const auto all = standing(s), tops = on_tops(s);
  const auto drowns = [&](int number) {
    return near.any.contains(s.v.figure[number].at.x) && can_drown(turn.rules, s, turn.by, number);
  };
  if (std::none_of(all.begin(), all.end(), drowns) && std::none_of(tops.begin(), tops.end(), drowns)) return;
  for (std::size_t i = 0; i < lakes.size(); ++i)
    for (int number = 0; number < s.v.figures; ++number)
      if (const Place at = s.v.figure[number].at; (at.kind == Place::feature || at.kind == Place::top) &&
                                                  near.of[i].contains(at.x) &&
                                                  can_drown(turn.rules, s, turn.by, number))
        turn.move_figure(number, trap_of(turn.rules, s, lakes[i]));
}

/// RUS-8: the nearest on the road, or all followers there (RUS-O1). Who is no follower is caught before the others, and
/// so does not go home with them.
void ambush(Turn& turn, int piece) {
  const State<Full>& s = turn.state;
  const std::vector<int> steps = steps_along_road(turn.rules, s, road_of(turn.rules, s, piece));
  const bool all = turn.option(everybody) != 0;
  std::vector<int> caught;
  int nearest = Full::max_nodes;
  for (const int number : standing(s)) {
    const FigureRow& row = s.v.figure[number];
    const int away = steps[node_at(s, row.piece(), row.feature())];
    if (away < 0 || (all && !turn.rules.figures[row.figure].follower) || kept(turn.rules, s, number)) continue;
    if (!all && away < nearest) caught.clear();
    if (all || away <= nearest) caught.push_back(number);
    nearest = std::min(nearest, away);
  }
  for (const bool followers : {false, true})
    for (const int number : caught)
      if (turn.rules.figures[s.v.figure[number].figure].follower == followers)
        turn.move_figure(number, trap_of(turn.rules, s, piece));
}

bool lies_on(const Ruleset& rules, const State<Full>& state, int piece, int root) {
  bool lies = false;
  for_each_feature(rules, state, piece, [&](int f) { lies |= root_at(state, piece, f) == root; });
  return lies;
}

/// RUS-7: which trees spring, as bits. `laid`: the last tile has just come.
unsigned sprung(Turn& turn, bool laid) {
  const State<Full>& s = turn.state;
  int16_t* const words = turn.memory();
  auto trees = static_cast<unsigned>(std::exchange(words[joined], int16_t{0}));
  const auto over = overpasses(s);
  const auto fresh = std::count_if(over.begin(), over.end(), [&](const Overpass& o) { return o.after == s.pieces; });
  const auto unseen = std::max<std::ptrdiff_t>(0, fresh - words[roads_over_seen]);
  words[roads_over_seen] = static_cast<int16_t>(fresh);
  for_each_tree(turn.rules, s, turn.by, [&](int piece, int number) {
    const int root = root_of(s, road_of(turn.rules, s, piece));
    bool springs = laid && lies_on(turn.rules, s, s.pieces - 1, root);
    for (const Overpass& road : over.last(static_cast<std::size_t>(unseen))) springs |= root_of(s, road.node) == root;
    if (springs) trees |= 1u << number;
  });
  return trees;
}

/// RUS-15, RUS-16
void look(Turn& turn, bool laid) {
  const unsigned trees = sprung(turn, laid);
  drown(turn);
  if (trees == 0) return;
  for_each_tree(turn.rules, turn.state, turn.by, [&](int piece, int number) {
    if (((trees >> number) & 1) != 0) ambush(turn, piece);
  });
  drown(turn);
}

void settle(Turn& turn) {
  look(turn, false);
}

/// RUS-7: a figure has come onto a road; not one that a position puts there.
void moved(Turn& turn, int figure, Place) {
  const State<Full>& s = turn.state;
  const FigureRow& row = s.v.figure[figure];
  if (row.at.kind != Place::feature || (s.phase != Phase::follower && s.phase != Phase::ask)) return;
  const int root = root_at(s, row.piece(), row.feature());
  if (s.type[root] != FeatureType::road) return;
  for_each_tree(turn.rules, s, turn.by, [&](int piece, int number) {
    if (root_of(s, road_of(turn.rules, s, piece)) == root)
      turn.memory()[joined] = static_cast<int16_t>(turn.memory()[joined] | 1 << number);
  });
}

/// RUS-14
void pay_for_drowned(Turn& turn) {
  const State<Full>& s = turn.state;
  for_each_lake(turn.rules, s, turn.by, [&](int piece) {
    const int node = node_at(s, piece, trap_of(turn.rules, s, piece).index);
    for (int seat = 0; seat < turn.rules.seats; ++seat)
      if (const int there = s.node[node].followers.of(seat); there > 0)
        turn.give_for(seat, drowned, there, kDrowned, node);
  });
}

void at(Turn& turn, Moment moment) {
  if (moment == Moment::placed) return look(turn, true);
  pay_for_drowned(turn);
}

// ---------------------------------------------------------------- getting free

/// RUS-13: not in the turn in which the trap came, whichever part of it.
bool may_leave(const State<Full>& state, const FigureRow& row) {
  return row.at.kind == Place::feature && row.seat == state.seat &&
         type_of(state, row.piece(), row.feature()) == FeatureType::trap &&
         row.piece() < state.pieces - 1 - part_of_turn(state);
}

/// RUS-13: out of any trap, alike ones in one trap as one choice.
bool join(const Ruleset&, const State<Full>& state, int by, std::vector<Move>& moves) {
  const auto may = [&](const FigureRow& row) { return may_leave(state, row); };
  add_who_may_go(state, by, 0, may, moves);
  return false;
}

/// RUS-13
void decide(Turn& turn, const Pending& asked, Move move) {
  turn.send_home_who_goes(asked.seat, move);
}

// ---------------------------------------------------------------- where nobody is put, and points

/// RUS-6, RUS-O3: nobody goes into a trap by choice, nor onto the lake's tile; and no follower is sent where the lake
/// would take him at once. On a tower beside it one may be put.
bool allows(const Ruleset& rules, const State<Full>& state, int by, int, Figure, Place to) {
  if (to.kind == Place::top) return heap_on(state, to.x) > 0 || !lies_at_a_lake(rules, state, by, to.x);
  if (to.kind != Place::feature) return true;
  if (type_of(state, to.x, to.index) == FeatureType::trap) return false;
  return rules.added[by].option[stand_on_lake] != 0 || !has_mark(rules, state, by, to.x, lake);
}

void closes(const Ruleset& rules, const State<Full>& state, int by, Pieces& closed) {
  if (rules.added[by].option[stand_on_lake] == 0)
    for_each_lake(rules, state, by, [&](int piece) { closed.insert(piece); });
}

/// RUS-3; and what the lake costs each who is in it, which is given by itself (RUS-14).
void worth(const Ruleset& rules, const State<Full>& state, const Scored& what, Worth& worth) {
  const FeatureType type = state.type[what.node];
  if (type == FeatureType::hut) {
    worth.add(hut, 1, 1);
    const int empty = what.reason == Reason::completed ? 0 : state.node[what.node].open();
    if (empty > 0) worth.add(empty_around, empty, 1);
  }
  if (type == FeatureType::trap && has_mark(rules, state, worth.by, state.ring.piece[what.node], lake))
    worth.add(drowned, 1, kDrowned);
}

// ---------------------------------------------------------------- what cannot be, and why not

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const int16_t* const words = memory_of(rules, state, by);
  int trees = 0;
  for_each_tree(rules, state, by, [&](int, int) { ++trees; });
  if (words[joined] < 0 || words[joined] >= 1 << trees || words[roads_over_seen] < 0 ||
      words[roads_over_seen] > state.v.overpasses)
    return {"memory", "RUS-7"};
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (type_of(state, row.piece(), row.feature()) != FeatureType::trap || rules.figures[row.figure].follower) continue;
    if (added.option[everybody] != 0 || has_mark(rules, state, by, row.piece(), lake))
      return {.what = "companion", .rule = "RUS-10", .piece = row.piece()};
  }
  if (question(state) != nullptr) return {};  // somebody may just have come there
  for (int number = 0; number < state.v.figures; ++number)
    if (can_drown(rules, state, by, number) && lies_at_a_lake(rules, state, by, state.v.figure[number].piece()))
      return {.what = "beside", .rule = "RUS-9", .piece = state.v.figure[number].piece()};
  return {};
}

/// As many as a trap has caught.
int added_to_one(const Ruleset&, const Added&, const State<Full>&, FeatureType type) {
  return type == FeatureType::trap ? kMaxFigures : 0;
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  if (move.kind == MoveKind::act && move.by == by) return "RUS-13";
  if (move.kind != MoveKind::follower || state.phase != Phase::follower) return {};
  const int last = state.pieces - 1;
  if (!has_feature(rules, state, last, move.feature)) return {};
  const FeatureType type = type_of(state, last, move.feature);
  if (type == FeatureType::trap) return "RUS-6";
  const bool on_lake = added.option[stand_on_lake] == 0 && has_mark(rules, state, by, last, lake);
  return on_lake && rules.figures[move.figure].stands(type) ? "RUS-O3" : "";
}

/// RUS-14: the score may fall below 0.
void set_up(Ruleset& rules, const Added& added) {
  rules.debts |= added.option[edition] != 2;
}

constexpr Hooks kHooks = {.at = at,
                          .decide = decide,
                          .join = join,
                          .allows = allows,
                          .by_place_alone = true,
                          .forbids_on = bit(FeatureType::trap) | Hooks::kElsewhere,
                          .closes = closes,
                          .settle = settle,
                          .moved = moved,
                          .worth = worth};

}  // namespace

constexpr Expansion kRussianPromos = {.id = "russian-promos",
                                      .options = kOptions,
                                      .set_up = set_up,
                                      .hooks = &kHooks,
                                      .marks = kMarks,
                                      .words = kWords,
                                      .lasting = true,
                                      .impossible = impossible,
                                      .added_to_one = added_to_one,
                                      .verbs = kVerbs,
                                      .terms = kTerms,
                                      .why_illegal = why_illegal};

}  // namespace bastide
