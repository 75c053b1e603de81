// Step by step along a road, through a city or over a field: what each segment goes on in.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "core/ruleset.h"
#include "core/state.h"

namespace bastide {

class NextSegments {
 public:
  NextSegments(const Ruleset& rules, const State<Full>& state) : rules_(rules), state_(state) {}

  /// Calls `visit(node)` for each segment of another tile that a segment of a road, city or field goes on in, as often
  /// as they meet, until it says that this is enough. Features of other types go on nowhere.
  template <class Visit>
  void each(int node, const Visit& visit) const {
    const int p = state_.ring.piece[node], feature = feature_of(state_, node);
    if (feature == kOverpass) {
      for (const Overpass& road : overpasses(state_))
        if (road.node == node)
          for (const Face face : {road.from, kFarSides[road.from].face})
            if (go_on_in_road(p, road.cell, face, visit)) return;
      return;
    }
    const FeatureType type = state_.type[node];
    bool enough = false;
    each_cell(p, [&](int cell) {
      const OrientedTile& tile = part_in(rules_, state_.piece[p], cell);
      for (int i = 0; i < tile.sides && !enough; ++i) {
        const TileSideDef& side = tile.side[i];
        const bool crosses = side.terrain == Terrain::road || side.terrain == Terrain::city;
        if (crosses && side.feature == feature && type != FeatureType::field) {
          enough = side.terrain == Terrain::road ? go_on_in_road(p, cell, side.face, visit)
                                                 : go_on_in_city(p, cell, side.face, visit);
        } else if (type == FeatureType::field && side.terrain != Terrain::city && side.terrain != Terrain::none) {
          enough = go_on_in_field(p, cell, tile, side, feature, visit);
        }
      }
    });
  }

 private:
  struct Beyond {
    int piece = -1, cell = -1;
    const OrientedTile* tile = nullptr;
    TileSideDef side;
  };

  template <class Visit>
  void each_cell(int p, const Visit& visit) const {
    visit(state_.piece[p].cell);
    if (state_.piece[p].second != State<Full>::no_cell) visit(state_.piece[p].second);
  }

  /// Who has a side at the far side of a face of a cell, but for one; piece -1: nobody.
  Beyond beyond(int but, int cell, Face face) const {
    const FarSide far = kFarSides[face];
    Beyond found;
    found.cell = find_cell(state_, state_.cell[cell].x + far.dx, state_.cell[cell].y + far.dy);
    if (found.cell < 0) return found;
    const auto& there = state_.cell[found.cell];
    if (there.pieces == 1) [[likely]] {
      look_at(there.first, but, far.face, found);
    } else {
      for_each_piece_in(state_, found.cell, [&](int p) { look_at(p, but, far.face, found); });
    }
    return found;
  }

  /// Whether a piece in its cell has that side, unless it is `but`.
  void look_at(int p, int but, Face face, Beyond& found) const {
    if (p == but) return;
    const OrientedTile& tile = part_in(rules_, state_.piece[p], found.cell);
    int k = face % 4;  // of a whole tile, whose sides are in the order of their faces
    if (tile.sides != 4 || tile.side[k].face != face)
      k = static_cast<int>(std::find_if(tile.side.begin(), tile.side.begin() + tile.sides,
                                        [&](const TileSideDef& side) { return side.face == face; }) -
                           tile.side.begin());
    if (k == tile.sides) return;
    found.piece = p;
    found.tile = &tile;
    found.side = tile.side[k];
  }

  bool road_over_ends(int cell, Face face) const {
    const Overpass* road = state_.v.overpasses == 0 ? nullptr : overpass_in(state_, cell);
    return road != nullptr && ends_at(*road, face);
  }

  // These answer whether what was visited is enough.

  template <class Visit>
  bool go_on_in_road(int p, int cell, Face face, const Visit& visit) const {
    const Beyond there = beyond(p, cell, face);
    if (there.piece < 0) return false;
    if (road_over_ends(there.cell, kFarSides[face].face)) return visit(overpass_in(state_, there.cell)->node);
    return there.side.terrain == Terrain::road && visit(state_.piece[there.piece].node + there.side.feature);
  }

  template <class Visit>
  bool go_on_in_city(int p, int cell, Face face, const Visit& visit) const {
    const Beyond there = beyond(p, cell, face);
    return there.piece >= 0 && there.side.terrain == Terrain::city &&
           visit(state_.piece[there.piece].node + there.side.feature);
  }

  /// At sides that do not match fields are not joined (Hooks::mends).
  template <class Visit>
  bool go_on_in_field(int p, int cell, const OrientedTile& tile, const TileSideDef& side, int feature,
                      const Visit& visit) const {
    const auto port = [](Face face, PortPlace half) { return kPortsOfFace * face + half; };
    const Face back = kFarSides[side.face].face;
    if (tile.feature_at[port(side.face, first_half)] != feature &&
        tile.feature_at[port(side.face, second_half)] != feature)
      return false;
    const Beyond there = beyond(p, cell, side.face);
    if (there.piece < 0) return false;
    const Terrain here_shown = road_over_ends(cell, side.face) ? Terrain::road : side.terrain;
    const Terrain there_shown = road_over_ends(there.cell, back) ? Terrain::road : there.side.terrain;
    if (here_shown != there_shown) return false;
    for (const PortPlace half : {first_half, second_half})
      if (tile.feature_at[port(side.face, half)] == feature &&
          visit(state_.piece[there.piece].node + there.tile->feature_at[port(back, half)]))
        return true;
    return false;
  }

  const Ruleset& rules_;
  const State<Full>& state_;
};

}  // namespace bastide
