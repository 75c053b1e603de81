#include "ai/plain_copy.h"

#include <algorithm>

#include "core/kernel.h"

namespace bastide {

template <class Config>
bool copy_plain(const Ruleset& rules, const State<Full>& from, State<Config>& to) {
  const bool laid = from.phase == Phase::follower;  // the tile of this turn
  if (!fits<Config>(rules) || (!laid && from.phase != Phase::tile) || from.pieces - laid < 1) return false;
  const auto placement = [&](int p) {
    const auto& piece = from.piece[p];
    const auto& cell = from.cell[piece.cell];
    return Move::place(piece.kind, cell.x, cell.y, piece.rotation);
  };
  clear(rules, to);
  for (int p = 0; p < from.pieces - laid; ++p)
    if (!set_tile(rules, to, placement(p))) return false;
  to.completed = 0;
  for (const int number : standing(from)) {
    const FigureRow& row = figure_rows(from)[number];
    if (row.at.kind != Place::feature || !set_figure(rules, to, row.piece(), row.feature(), row.seat, row.figure))
      return false;
  }
  to.score = from.score;
  to.seat = from.seat;
  to.turn = from.turn;
  to.left = from.left;
  std::copy_n(from.stack.begin(), from.left, to.stack.begin());
  to.phase = Phase::tile;
  to.drawn = static_cast<typename State<Config>::Kind>(laid ? from.piece[from.pieces - 1].kind : from.drawn);
  if (laid) apply(rules, to, placement(from.pieces - 1));
  return to.phase == from.phase && to.supply == from.supply;
}

template bool copy_plain(const Ruleset&, const State<Full>&, State<Fast>&);
template bool copy_plain(const Ruleset&, const State<Full>&, State<Large>&);

}  // namespace bastide
