// How far a feature reaches, and what borders it.
#include <algorithm>

#include "core/kernel.h"
#include "game/extent.h"

namespace bastide {

Squares squares_of(const GameRules& rules, const State<Full>& state, int piece, int feature) {
  if (state.piece[piece].second == State<Full>::no_cell) return {};
  const TileFeatureSpec& spec = rules.feature(state.piece[piece].kind, feature);
  const auto in_second = [](TileSide side) { return side >= TileSide::N2; };
  if (feature == kOverpass) {
    const bool second = overpass_over(state, piece)->cell == state.piece[piece].second;
    return {!second, second};
  }
  if (spec.type == TileFeatureType::building) return {true, true};
  if (spec.type == TileFeatureType::quarter) return {false, true};
  Squares squares{false, spec.spans && rules.kernel.scoring.long_roads && !rules.kernel.scoring.pieces};
  for (const TileSide side : spec.sides) (in_second(side) ? squares.second : squares.first) = true;
  for (const TilePort port : spec.ports)
    (in_second(static_cast<TileSide>(static_cast<int>(port) / 2)) ? squares.second : squares.first) = true;
  return squares;
}

Extent extent_of_node(const GameRules& rules, const State<Full>& state, int node) {
  Extent extent;
  extent.type = state.type[node];
  extent.node = node;
  const bool surroundings = counts_surroundings(extent.type);
  const int reach = surroundings ? 1 : 0;
  for (int p = 0; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    for (int f = 0; f < rules.kernel.kinds[piece.kind].features; ++f) {
      if (root_of(state, piece.node + f) != node) continue;
      extent.segments.push_back({p, f});
      const auto add_around = [&](const State<Full>::Cell& cell) {
        for (int dy = -reach; dy <= reach; ++dy)
          for (int dx = -reach; dx <= reach; ++dx)
            if (occupied(state, cell.x + dx, cell.y + dy)) extent.spaces.push_back({cell.x + dx, cell.y + dy});
      };
      const auto squares = squares_of(rules, state, p, f);
      if (squares.first) add_around(state.cell[piece.cell]);
      if (squares.second) add_around(state.cell[piece.second]);
    }
  }
  for (const Overpass& road : overpasses(state)) {
    if (root_of(state, road.node) != node) continue;
    extent.segments.push_back({road.piece, kOverpass});
    const auto& cell = state.cell[road.cell];
    extent.spaces.push_back({cell.x, cell.y});
  }
  std::sort(extent.segments.begin(), extent.segments.end());
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

std::string_view closed_by_wall(const GameRules& rules, const State<Full>& state, const Extent& extent) {
  if (!rules.kernel.bounded || extent.type == FeatureType::field) return {};
  const auto wall_at = [&](int x, int y) -> std::string_view {
    const GroundThere there = ground_at(rules.kernel, state, x, y);
    return there.ground == Ground::walled ? rules.added[there.by]->wall_rule : std::string_view{};
  };
  const bool surroundings = counts_surroundings(extent.type);
  for (const Segment& segment : extent.segments) {
    const auto& piece = state.piece[segment.piece];
    for (const int c : {piece.cell, piece.second}) {
      if (c == State<Full>::no_cell) continue;
      const auto& cell = state.cell[c];
      for (int dy = -1; dy <= 1 && surroundings; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (const auto rule = wall_at(cell.x + dx, cell.y + dy); !rule.empty()) return rule;
      const OrientedTile& tile = part_in(rules.kernel, piece, c);
      for (int i = 0; i < tile.sides && !surroundings; ++i) {
        const FarSide far = kFarSides[tile.side[i].face];
        if (tile.side[i].terrain < Terrain::road || tile.side[i].feature != segment.feature) continue;
        if (const auto rule = wall_at(cell.x + far.dx, cell.y + far.dy); !rule.empty()) return rule;
      }
    }
  }
  return {};
}

bool runs_through_junction(const GameRules& rules, const State<Full>& state, const Extent& extent) {
  return extent.type == FeatureType::road &&
         std::any_of(extent.segments.begin(), extent.segments.end(), [&](const Segment& segment) {
           return segment.feature != kOverpass &&
                  rules.kernel.kinds[state.piece[segment.piece].kind].feature[segment.feature].sides > 2;
         });
}

Edge edge_of(const GameRules& rules, const State<Full>& state) {
  for (std::size_t by = 0; by < rules.added.size() && state.pieces != 0; ++by)
    if (rules.added[by]->edge) return rules.added[by]->edge(rules.kernel, rules.kernel.added[by], state);
  return {};
}

}  // namespace bastide
