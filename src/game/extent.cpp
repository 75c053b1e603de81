// How far a feature reaches, and what borders it.
#include <algorithm>

#include "game/extent.h"

namespace bastide {

Extent extent_of_node(const GameRules& rules, const State<Full>& state, int node) {
  Extent extent;
  extent.type = state.type[node];
  extent.node = node;
  const bool surroundings = extent.type == FeatureType::cloister || extent.type == FeatureType::garden;
  const int reach = surroundings ? 1 : 0;
  for (int p = 0; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    for (int f = 0; f < rules.kernel.kinds[piece.kind].features; ++f) {
      if (root_of(state, piece.node + f) != node) continue;
      extent.segments.push_back({p, f});
      const auto& cell = state.cell[piece.cell];
      for (int dy = -reach; dy <= reach; ++dy)
        for (int dx = -reach; dx <= reach; ++dx)
          if (occupied(state, cell.x + dx, cell.y + dy)) extent.spaces.push_back({cell.x + dx, cell.y + dy});
    }
  }
  std::sort(extent.spaces.begin(), extent.spaces.end());
  extent.spaces.erase(std::unique(extent.spaces.begin(), extent.spaces.end()), extent.spaces.end());
  return extent;
}

std::vector<Extent> cities_of_field(const GameRules& rules, const State<Full>& state, const Extent& field) {
  std::set<int> roots;
  for (const Segment& segment : field.segments) {
    const TileKind& kind = rules.kernel.kinds[state.piece[segment.piece].kind];
    for (int f = 0; f < kind.features; ++f) {
      if (((kind.feature[segment.feature].cities >> f) & 1) == 0) continue;
      const int root = root_at(state, segment.piece, f);
      if (is_completed(state, root)) roots.insert(root);
    }
  }
  std::vector<Extent> cities;
  for (const int root : roots) cities.push_back(extent_of_node(rules, state, root));
  return cities;
}

std::vector<Extent> farmed_fields_of_city(const GameRules& rules, const State<Full>& state, const Extent& city,
                                          const std::vector<PlacedFigure>& figures) {
  std::set<int> roots;
  for (const PlacedFigure& figure : figures) {
    const int root = root_at(state, figure.piece, figure.feature);
    if (state.type[root] == FeatureType::field) roots.insert(root);
  }
  std::vector<Extent> fields;
  for (const int root : roots) {
    Extent field = extent_of_node(rules, state, root);
    const std::vector<Extent> cities = cities_of_field(rules, state, field);
    if (std::any_of(cities.begin(), cities.end(), [&](const Extent& other) { return other.node == city.node; }))
      fields.push_back(std::move(field));
  }
  return fields;
}

bool closed_by_table(const GameRules& rules, const State<Full>& state, const Extent& extent) {
  const TableRules& table = rules.kernel.table;
  if (!table.border || extent.type == FeatureType::field) return false;
  if (extent.type == FeatureType::cloister || extent.type == FeatureType::garden)
    return state.node[extent.node].shields() > 0;
  for (const Segment& segment : extent.segments) {
    const auto& piece = state.piece[segment.piece];
    const auto& cell = state.cell[piece.cell];
    const OrientedTile& tile = rules.kernel.kinds[piece.kind].oriented[piece.rotation];
    for (int i = 0; i < tile.sides; ++i) {
      const FarSide far = kFarSides[tile.side[i].face];
      if (tile.side[i].terrain != Terrain::field && tile.side[i].feature == segment.feature &&
          !table.on_table(cell.x + far.dx, cell.y + far.dy))
        return true;
    }
  }
  return false;
}

bool runs_through_junction(const GameRules& rules, const State<Full>& state, const Extent& extent) {
  return extent.type == FeatureType::road &&
         std::any_of(extent.segments.begin(), extent.segments.end(), [&](const Segment& segment) {
           return rules.kernel.kinds[state.piece[segment.piece].kind].feature[segment.feature].sides > 2;
         });
}

std::vector<Area> table_areas(const GameRules& rules, const State<Full>& state) {
  const TableRules& table = rules.kernel.table;
  if (table.kind == TableRules::Kind::floor || state.pieces == 0) return {};
  if (table.kind == TableRules::Kind::fixed) {
    std::vector<Area> areas{table.area};
    if (table.second.left <= table.second.right && (!table.second_waits || state.v.extended))
      areas.push_back(table.second);
    return areas;
  }
  Area box{INT16_MAX, INT16_MAX, INT16_MIN, INT16_MIN};  // of the landscape
  for (int p = 0; p < state.pieces; ++p) {
    const auto& cell = state.cell[state.piece[p].cell];
    box = {std::min(box.left, cell.x), std::min(box.top, cell.y), std::max(box.right, cell.x),
           std::max(box.bottom, cell.y)};
  }
  const auto at = [](int value) { return static_cast<int16_t>(value); };
  return {{at(box.right - table.width + 1), at(box.bottom - table.height + 1), at(box.left + table.width - 1),
           at(box.top + table.height - 1)}};
}

}  // namespace bastide
