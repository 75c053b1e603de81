#include "expansions/plague_board.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "core/board_stamp.h"
#include "core/marked_pieces.h"

namespace bastide::plague {
namespace {

constexpr std::array<At, 4> kSides = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

At space_of(const State<Full>& state, int piece) {
  const auto& cell = state.cell[state.piece[piece].cell];
  return {cell.x, cell.y};
}

Known::Cell cell_at(const State<Full>& state, int x, int y) {
  const int cell = find_cell(state, x, y);
  return cell < 0 ? State<Full>::no_cell : static_cast<Known::Cell>(cell);
}

/// Cells never move. Beside a half tile there may not be one yet.
void find_around(const State<Full>& state, At space, std::array<Known::Cell, 4>& around) {
  for (std::size_t side = 0; side < 4; ++side)
    around[side] = cell_at(state, space.x + kSides[side].x, space.y + kSides[side].y);
}

void find_missing(const State<Full>& state, Known& known, int i, At space) {
  auto& around = known.around[i];
  if (std::find(around.begin(), around.end(), State<Full>::no_cell) != around.end()) find_around(state, space, around);
}

/// Whether there are others than before.
bool find_sources(const Ruleset& rules, const State<Full>& state, int by, Known& known) {
  thread_local MarkedPieces sources;
  Plague& plague = known.plague;
  const int before = std::exchange(plague.sources, 0);
  for (const int piece : sources.which(state, [&](int listed) { return is_source(rules, state, by, listed); })) {
    if (plague.sources == kSources) break;
    const int i = plague.sources++;
    if (i >= before || plague.source[i] != piece) {
      plague.source[i] = piece;
      known.cell[kFleas + i] = state.piece[piece].cell;
      find_around(state, space_of(state, piece), known.around[kFleas + i]);
    }
    find_missing(state, known, kFleas + i, space_of(state, piece));
  }
  return plague.sources != before;
}

void find_fleas(const State<Full>& state, Known& known, int first, bool anew) {
  Plague& plague = known.plague;
  const int before = anew ? 0 : plague.lying;
  plague.lying = 0;
  for (int number = first; number < first + 2 * kFleas && plague.lying < kFleas; ++number) {
    const Place at = state.v.figure[number].at;
    if (at.kind == Place::supply) continue;
    const int i = plague.lying++;
    const At space = {at.x, at.y};
    plague.number[i] = number;
    if (i < before && plague.space[i] == space) continue;
    plague.space[i] = space;
    known.cell[i] = cell_at(state, space.x, space.y);
    find_around(state, space, known.around[i]);
  }
}

void enter_all(Known& known) {
  const Plague& plague = known.plague;
  const auto enter = [&](int i) {
    if (known.cell[i] != State<Full>::no_cell) known.there[known.cell[i]] = static_cast<uint8_t>(i);
  };
  for (int i = 0; i < plague.sources; ++i) enter(kFleas + i);
  for (int i = 0; i < plague.lying; ++i) enter(i);
  known.shut = plague.all() | plague.alive << kFleas;
}

void clear_all(Known& known) {
  const auto clear = [&](int i) {
    if (known.cell[i] != State<Full>::no_cell) known.there[known.cell[i]] = Known::kNothing;
  };
  for (int i = 0; i < known.plague.sources; ++i) clear(kFleas + i);
  for (int i = 0; i < known.plague.lying; ++i) clear(i);
}

void find_connections(Known& known) {
  Plague& plague = known.plague;
  const auto fleas_around = [&](unsigned i) {
    unsigned fleas = 0;  // and bits above for what else is there
    for (const Known::Cell cell : known.around[i]) fleas |= 1u << known.there[cell];
    return fleas & plague.all();
  };
  plague.at_outbreaks = 0;
  for (int i = 0; i < plague.lying; ++i) plague.beside[i] = fleas_around(static_cast<unsigned>(i));
  for (const unsigned i : each_bit(plague.alive)) plague.at_outbreaks |= fleas_around(kFleas + i);
  plague.active = plague.connected(plague.all());
}

void find_alive(const Ruleset& rules, const State<Full>& state, int by, Plague& plague) {
  plague.alive = (1u << plague.sources) - 1;
  for_each(rules, state, by, eradicated, [&](int number) {
    for (int i = 0; i < plague.sources; ++i)
      if (plague.source[i] == state.v.figure[number].at.x) plague.alive &= ~(1u << i);
  });
}

}  // namespace

bool is_source(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  const int kind = state.piece[piece].kind;
  return rules.is_late(kind) && marks_on(rules, by, kind, 0) > 0;  // the first is quicker
}

int Plague::in(At wanted) const {
  const auto end = space.begin() + lying;
  const auto flea_there = std::find(space.begin(), end, wanted);
  return flea_there == end ? -1 : static_cast<int>(flea_there - space.begin());
}

unsigned Plague::connected(unsigned by) const {
  unsigned reached = at_outbreaks & by;
  for (unsigned fresh = reached; fresh != 0;) {
    unsigned next = 0;
    for (const unsigned i : each_bit(fresh)) next |= beside[i];
    fresh = next & by & ~reached;
    reached |= fresh;
  }
  return reached;
}

Known& look(const Ruleset& rules, const State<Full>& state, int by) {
  static_assert(std::has_unique_object_representations_v<FigureRow>);
  thread_local Known known;
  const uint64_t game = PlayedOn::number(state), board = board_stamp(state), tiles = tiles_stamp(state);
  if (board != 0 && known.board == board) return known;
  const bool anew = game == 0 || known.game != game;  // then numbers of cells mean other spaces
  if (anew) clear_all(known);
  known.game = game;
  known.board = board;
  bool changed = anew;
  if (anew || known.tiles != tiles) {
    known.has_targets = known.has_lifts = false;
    known.tiles = tiles;
    if (anew) known.plague.sources = 0;
    changed |= find_sources(rules, state, by, known);
    for (int i = 0; i < known.plague.lying && !anew; ++i) find_missing(state, known, i, known.plague.space[i]);
  }
  const int first = neutral_figure(rules, state, by, flea);
  const FigureRow* const figures = state.v.figure.data() + first;
  if (!changed && std::memcmp(figures, known.figures.data(), sizeof known.figures) == 0) return known;
  known.has_targets = known.has_lifts = known.has_connecting = false;
  std::copy_n(figures, known.figures.size(), known.figures.begin());
  if (!anew) clear_all(known);
  find_alive(rules, state, by, known.plague);
  find_fleas(state, known, first, anew);
  enter_all(known);
  find_connections(known);
  return known;
}

bool is_shut(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  return look(rules, state, by).shuts(state.piece[piece]);
}

int in_box(const Ruleset& rules, const State<Full>& state, int by, FigureNumber kind) {
  int number = neutral_figure(rules, state, by, kind);
  while (state.v.figure[number].at.kind != Place::supply) ++number;
  return number;
}

}  // namespace bastide::plague
