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

/// Cells never move, but beside a half tile there may not be one yet: such a flea or source is looked at again.
void find_around(const State<Full>& state, Known& known, unsigned i) {
  bool all = true;
  for (std::size_t side = 0; side < 4; ++side) {
    const Known::Cell cell = cell_at(state, known.space[i].x + kSides[side].x, known.space[i].y + kSides[side].y);
    known.around[i][side] = cell;
    all &= cell != State<Full>::no_cell;
  }
  known.incomplete = (known.incomplete & ~(1u << i)) | static_cast<unsigned>(!all) << i;
}

void find_cells(const State<Full>& state, Known& known, unsigned i, At space) {
  known.space[i] = space;
  known.cell[i] = cell_at(state, space.x, space.y);
  find_around(state, known, i);
}

/// Fleas around one, or around a source.
unsigned fleas_around(const Known& known, unsigned i) {
  unsigned there = 0;
  for (const Known::Cell cell : known.around[i]) there |= 1u << known.there[cell];
  return there & Known::kAllFleas;
}

void enter(Known& known, unsigned i) {
  if (known.cell[i] != State<Full>::no_cell) known.there[known.cell[i]] = static_cast<uint8_t>(i);
  if (i >= kFleas) return;
  const unsigned fleas = known.plague.beside[i] = fleas_around(known, i);
  for (const unsigned k : each_bit(fleas)) known.plague.beside[k] |= 1u << i;
}

void leave(Known& known, unsigned i) {
  if (known.cell[i] != State<Full>::no_cell) known.there[known.cell[i]] = Known::kNothing;
  if (i >= kFleas) return;
  for (const unsigned k : each_bit(known.plague.beside[i])) known.plague.beside[k] &= ~(1u << i);
}

/// Forgets everything that lies there.
void clear(Known& known) {
  for (unsigned i = 0; i < static_cast<unsigned>(known.plague.lying); ++i) leave(known, i);
  for (unsigned i = 0; i < static_cast<unsigned>(known.plague.sources); ++i) leave(known, kFleas + i);
  known.plague.lying = known.plague.sources = 0;
  known.incomplete = 0;
}

/// Whether there are more than before.
bool find_sources(const Ruleset& rules, const State<Full>& state, int by, Known& known) {
  thread_local MarkedPieces marked;
  const auto& sources = marked.which(state, [&](int listed) { return is_source(rules, state, by, listed); });
  Plague& plague = known.plague;
  const int before = plague.sources;
  while (plague.sources < std::min(kSources, static_cast<int>(sources.size()))) {
    const int number = plague.sources++, piece = sources[static_cast<std::size_t>(number)];
    plague.source[number] = piece;
    find_cells(state, known, static_cast<unsigned>(kFleas + number), space_of(state, piece));
    enter(known, static_cast<unsigned>(kFleas + number));
  }
  return plague.sources != before;
}

/// Which ones are elsewhere than before leave first, so that none takes away what another one has entered.
void find_fleas(const State<Full>& state, Known& known, int first) {
  Plague& plague = known.plague;
  std::array<At, kFleas> now;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as lying
  int lying = 0;
  for (int number = first; number < first + 2 * kFleas && lying < kFleas; ++number) {
    const Place at = state.v.figure[number].at;
    if (at.kind == Place::supply) continue;
    now[lying] = {at.x, at.y};
    plague.number[lying++] = number;
  }
  unsigned moved = 0;
  for (int i = 0; i < std::max(lying, plague.lying); ++i)
    if (i >= lying || i >= plague.lying || known.space[i] != now[i]) moved |= 1u << i;
  for (const unsigned i : each_bit(moved & plague.all())) leave(known, i);
  plague.lying = lying;
  for (const unsigned i : each_bit(moved & plague.all())) {
    find_cells(state, known, i, now[i]);
    enter(known, i);
  }
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

int Known::flea_in(At wanted) const {
  const auto end = space.begin() + plague.lying;
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
  if (anew) clear(known);
  known.game = game;
  known.board = board;
  bool changed = anew;
  if (anew || known.tiles != tiles) {
    known.has_targets = known.has_lifts = false;
    known.tiles = tiles;
    changed |= find_sources(rules, state, by, known);
    for (const unsigned i : each_bit(known.incomplete)) find_around(state, known, i);
  }
  const int first = neutral_figure(rules, state, by, flea);
  const FigureRow* const figures = state.v.figure.data() + first;
  if (!changed && std::memcmp(figures, known.figures.data(), sizeof known.figures) == 0) return known;
  known.has_targets = known.has_lifts = known.has_connecting = false;
  std::copy_n(figures, known.figures.size(), known.figures.begin());
  Plague& plague = known.plague;
  find_alive(rules, state, by, plague);
  find_fleas(state, known, first);
  plague.at_outbreaks = 0;
  for (const unsigned i : each_bit(plague.alive)) plague.at_outbreaks |= fleas_around(known, kFleas + i);
  plague.active = plague.connected(plague.all());
  known.shut = plague.all() | plague.alive << kFleas;
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
