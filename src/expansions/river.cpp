#include "expansions/river.h"

#include <algorithm>
#include <array>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 6> kOptions = {{{"river", {"one", "two", "both"}},
                                                 {"river_tiles", {"new", "first", "bigbox5", "winter"}},
                                                 {"river_start", {"stack", "river", "next"}},
                                                 {"river_turns", {"safe"}},
                                                 {"river_volcano", {"ordinary"}},
                                                 {"river_halves", {"always"}}}};
enum Options : uint8_t { rivers, tiles, old_start, safe, ordinary_volcano, halves_always };
enum Rivers : int16_t { one = 1, two, both };

void set_up(Ruleset& rules, const Added& added) {
  rules.instead_waits = added.option[halves_always] == 0;  // RIVER-3
}

struct At {
  int x = 0, y = 0;
};

At beyond(At from, Face face) {
  return {from.x + kFarSides[face].dx, from.y + kFarSides[face].dy};
}

/// The faces at which an oriented tile has river, clockwise from the north.
struct Course {
  std::array<Face, kMaxSides> face{};
  int count = 0;
  const Face* begin() const { return face.data(); }
  const Face* end() const { return face.data() + count; }
};

Course course_of(const OrientedTile& tile) {
  Course course;
  for (int i = 0; i < tile.sides; ++i)
    if (tile.side[i].terrain == Terrain::water) course.face[course.count++] = tile.side[i].face;
  return course;
}

const OrientedTile& oriented(const Ruleset& rules, const State<Full>& state, int piece) {
  return rules.kinds[state.piece[piece].kind].oriented[state.piece[piece].rotation];
}

At space_of(const State<Full>& state, int piece) {
  const auto& cell = state.cell[state.piece[piece].cell];
  return {cell.x, cell.y};
}

/// The tile of the river in a space, -1: there is none.
int river_at(const Ruleset& rules, const State<Full>& state, At space) {
  const int cell = find_cell(state, space.x, space.y);
  if (cell < 0 || state.cell[cell].pieces == 0) return -1;
  const int p = state.cell[cell].first;
  return course_of(oriented(rules, state, p)).count > 0 ? p : -1;
}

/// +1: to the right of who comes in at `entry`, -1: to the left, 0: straight on.
int hand(Face entry, Face exit) {
  switch ((exit - entry + 4) % 4) {
    case 3:
      return 1;
    case 1:
      return -1;
    default:
      return 0;
  }
}

/// Whether the river leads to the spring from a piece through one of its sides.
bool leads_to_spring(const Ruleset& rules, const State<Full>& state, int piece, Face through) {
  for (int steps = 0; steps <= state.pieces; ++steps) {
    const int next = river_at(rules, state, beyond(space_of(state, piece), through));
    if (next < 0) return false;
    if (state.piece[next].kind == rules.start_kind) return true;
    const Course course = course_of(oriented(rules, state, next));
    if (course.count != 2) return false;  // a lake; there is one fork at most, and it lies before its branches
    const Face in = kFarSides[through].face;
    through = course.face[0] == in ? course.face[1] : course.face[0];
    piece = next;
  }
  return false;
}

/// To which hand the river bends on a piece of it, on the way from the spring to one of its sides (RIVER-5).
int bend_of(const Ruleset& rules, const State<Full>& state, int piece, Face exit) {
  const Course course = course_of(oriented(rules, state, piece));
  for (const Face entry : course)
    if (entry != exit && (course.count == 2 || leads_to_spring(rules, state, piece, entry))) return hand(entry, exit);
  return 0;
}

/// RIVER-5, by the option: nothing lies on the next two spaces, or beside them.
bool room_ahead(const State<Full>& state, At from, Face exit) {
  const Face left = static_cast<Face>((exit + 3) % 4), right = static_cast<Face>((exit + 1) % 4);
  At at = from;
  for (int step = 0; step < 2; ++step) {
    at = beyond(at, exit);
    for (const At space : {at, beyond(at, left), beyond(at, right)})
      if (occupied(state, space.x, space.y)) return false;
  }
  return true;
}

/// What speaks against a tile of the river that fits; empty: nothing.
Barred wrong_with(const Ruleset& rules, const Added& added, const State<Full>& state, const OrientedTile& tile,
                  At space) {
  const Course course = course_of(tile);
  Face entry = north;
  int joined = 0, before = -1;
  for (const Face face : course)
    if (const int piece = river_at(rules, state, beyond(space, face)); piece >= 0) {
      ++joined;
      entry = face;
      before = piece;
    }
  if (joined == 0) return {"alone", "RIVER-4"};
  if (joined > 1) return {"joined", "RIVER-6"};
  const int last = bend_of(rules, state, before, kFarSides[entry].face);
  for (const Face exit : course) {
    if (exit == entry) continue;
    if (last != 0 && hand(entry, exit) == last) return {"turn", "RIVER-5"};
    if (added.option[safe] != 0 && !room_ahead(state, space, exit)) return {"room", "RIVER-5"};
  }
  return {};
}

bool filters(const Ruleset&, int, const TileKind& kind) {
  return course_of(kind.oriented[0]).count != 0;
}

unsigned rotations(const Ruleset& rules, int by, const State<Full>& state, int kind, int x, int y, unsigned legal) {
  const TileKind& tile = rules.kinds[kind];
  if (!filters(rules, by, tile)) return legal;
  const int cell = find_cell(state, x, y);
  if (state.open_signature[state.cell[cell].open] < kWaterAtNorth) return 0;  // no river is near
  for (int r = 0; r < 4; ++r)
    if (((legal >> r) & 1) != 0 && !wrong_with(rules, rules.added[by], state, tile.oriented[r], {x, y}).what.empty())
      legal &= ~(1u << r);
  return legal;
}

void rotations_everywhere(const Ruleset& rules, int by, const State<Full>& state, int kind, std::span<uint8_t> legal) {
  for (std::size_t i = 0; i < legal.size(); ++i) {
    if (legal[i] == 0) continue;
    const auto& cell = state.cell[state.open_cell[i]];
    const bool near = state.open_signature[i] >= kWaterAtNorth;
    legal[i] = near ? static_cast<uint8_t>(rotations(rules, by, state, kind, cell.x, cell.y, legal[i])) : uint8_t{0};
  }
}

Barred why_barred(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  return wrong_with(rules, added, state, rules.kinds[move.tile].oriented[move.rotation], {move.x, move.y});
}

/// RIVER-11: the lake that comes last, where there is a second river.
bool is_last_lake(const Ruleset& rules, const Added& added, const State<Full>& state) {
  if (added.option[rivers] == one || added.option[ordinary_volcano] != 0 || state.pieces < 2) return false;
  const int kind = state.piece[state.pieces - 1].kind;
  return rules.stage_of(kind) == Ruleset::kStagedLast;
}

/// RIVER-11: nobody is put there.
bool allows(const Ruleset& rules, const State<Full>& state, int by, int, Figure, Place to) {
  return to.x != state.pieces - 1 || !is_last_lake(rules, rules.added[by], state);
}

void closes(const Ruleset& rules, const State<Full>& state, int by, Pieces& closed) {
  if (is_last_lake(rules, rules.added[by], state)) closed.insert(state.pieces - 1);
}

/// RIVER-11: another tile follows.
void at(Turn& turn, Moment) {
  if (is_last_lake(turn.rules, turn.rules.added[turn.by], turn.state)) turn.state.v.again = true;
}

bool idle(const Ruleset& rules, int, Moment, int kind, bool) {
  return kind < 0 || rules.stage_of(kind) != Ruleset::kStagedLast;
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  if (move.kind != MoveKind::follower || state.phase != Phase::follower) return {};
  if (is_last_lake(rules, added, state)) return "RIVER-11";
  const TileKind& tile = rules.kinds[state.piece[state.pieces - 1].kind];
  return move.feature < tile.features && tile.types[move.feature] == FeatureType::water ? "RIVER-8" : "";
}

/// RIVER-4: every tile of the river but the spring continues it.
Impossible impossible(const Ruleset& rules, const Added&, const State<Full>& state) {
  for (int p = 0; p < state.pieces; ++p) {
    const Course course = course_of(oriented(rules, state, p));
    const bool goes_on = std::any_of(course.begin(), course.end(), [&](Face face) {
      return river_at(rules, state, beyond(space_of(state, p), face)) >= 0;
    });
    if (course.count > 0 && !goes_on && state.piece[p].kind != rules.start_kind)
      return {.what = "alone", .rule = "RIVER-4", .piece = p};
  }
  return {};
}

/// RIVER-1, RIVER-3
Objection objection(const Ruleset& rules, const Added&) {
  if (!rules.start_lies) return {.what = "bag", .rule = "RIVER-1", .instead = "start_tile=middle"};
  const bool hands =
      std::any_of(rules.piles.begin(), rules.piles.end(), [](const Pile& pile) { return pile.laid == Laid::played; });
  return hands ? Objection{.what = "hands", .rule = "RIVER-3", .instead = "draw=turn"} : Objection{};
}

constexpr Hooks kHooks = {.at = at,
                          .idle = idle,
                          .allows = allows,
                          .by_place_alone = true,
                          .forbids_on = Hooks::kElsewhere,
                          .closes = closes,
                          .filters = filters,
                          .rotations = rotations,
                          .rotations_everywhere = rotations_everywhere};

}  // namespace

constexpr Expansion kRiver = {.id = "river",
                              .options = kOptions,
                              .set_up = set_up,
                              .hooks = &kHooks,
                              .objection = objection,
                              .impossible = impossible,
                              .why_illegal = why_illegal,
                              .why_barred = why_barred,
                              .stage_rule = "RIVER-3"};

}  // namespace bastide
