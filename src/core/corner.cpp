// Points where four spaces meet, and what tiles close that join nothing: read off the board by whoever asks.
#include <array>

#include "core/kernel.h"

namespace bastide {
namespace {

/// The field of a piece at a corner of its space, if all that it has there is that one; -1: it is something else.
int field_of_piece(const TileKind& kind, const OrientedTile& tile, Corner corner) {
  int field = -1;
  for (int i = 0; i < tile.sides; ++i) {
    const TileSideDef& side = tile.side[i];
    const PortPlace half = kHalfAt[side.face][corner];
    if (half == kNoHalf || (kind.doubled && side.terrain == Terrain::none)) continue;
    if (side.terrain == Terrain::none || side.terrain == Terrain::city) return -1;
    const int there = tile.feature_at[kPortsOfFace * side.face + half];
    if (kind.types[there] != FeatureType::field || (field >= 0 && field != there)) return -1;
    field = there;
  }
  return field;
}

}  // namespace

int field_at_corner(const Ruleset& rules, const State<Full>& state, int piece, int number) {
  const auto& laid = state.piece[piece];
  if (number >= kCorners && laid.second == State<Full>::no_cell) return -1;
  const auto& home = state.cell[number < kCorners ? laid.cell : laid.second];
  const int corner = number % kCorners;
  const int x = home.x + kCornerX[corner], y = home.y + kCornerY[corner];
  if (number >= kCorners)  // the two that both squares have go by the first one
    for (int other = 0; other < kCorners; ++other)
      if (state.cell[laid.cell].x + kCornerX[other] == x && state.cell[laid.cell].y + kCornerY[other] == y) return -1;
  std::array<int, kCorners> cells;
  for (int at = 0; at < kCorners; ++at) {  // mostly something is missing: before any piece is looked for
    cells[at] = find_cell(state, x - kCornerX[at], y - kCornerY[at]);
    if (cells[at] < 0 || (state.cell[cells[at]].quarters & kQuartersAt[at]) != kQuartersAt[at]) return -1;
  }
  int root = -1, found = -1;
  for (int at = 0; at < kCorners; ++at) {
    const unsigned needed = kQuartersAt[at];
    bool same = true;
    for_each_piece_in(state, cells[at], [&](int p) {
      const OrientedTile& tile = part_in(rules, state.piece[p], cells[at]);
      if (!same || (tile.quarters & needed) == 0) return;
      const int field = field_of_piece(rules.kinds[state.piece[p].kind], tile, static_cast<Corner>(at));
      same = field >= 0 && (root < 0 || root_at(state, p, field) == root);
      if (!same) return;
      root = root_at(state, p, field);
      if (p == piece) found = field;
    });
    if (!same) return -1;
  }
  return found;
}

std::vector<std::pair<int, int>> closed_by(const Ruleset& rules, const State<Full>& state, int piece) {
  std::vector<std::pair<int, int>> closed;
  const auto& cell = state.cell[state.piece[piece].cell];
  for (const Face face : {north, east, south, west}) {
    const FarSide far = kFarSides[face];
    const int other = cell.offered[face];
    const int beyond = find_cell(state, cell.x + far.dx, cell.y + far.dy);
    if (!state.piece[other].covers(beyond)) continue;
    const OrientedTile& tile = part_in(rules, state.piece[other], beyond);
    for (int i = 0; i < tile.sides; ++i)
      if (tile.side[i].face == far.face &&
          (tile.side[i].terrain == Terrain::road || tile.side[i].terrain == Terrain::city))
        closed.emplace_back(other, tile.side[i].feature);
    if (const Overpass* road = overpass_in(state, beyond); road && ends_at(*road, far.face))
      closed.emplace_back(road->piece, kOverpass);
  }
  return closed;
}

}  // namespace bastide
