// Labels, flood fill, distances and outlines on the grid.
#include "art/land.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace bastide::art {

namespace {

/// Distance in units to the nearest cell that is not `owned`: two passes with weights 1 and 1.41.
template <class Owned>
Grid<float> chamfer(Owned owned) {
  constexpr float far = 200, straight = 1, diagonal = 1.41F;
  Grid<float> d(0.F);
  each_cell([&](Cell c) { d[c] = owned(c) ? far : 0.F; });
  const CellRange r = cell_range();
  const int width = r.width(), height = r.height();
  float* const cell = &d[{r.left, r.top}];
  // `ahead`: 1 from the top left on, with what lies before each cell; -1 from the bottom right back.
  const auto pass = [&](int ahead) {
    for (int i = 0; i < height; ++i)
      for (int j = 0; j < width; ++j) {
        const int y = ahead > 0 ? i : height - 1 - i, x = ahead > 0 ? j : width - 1 - j;
        float& here = cell[y * width + x];
        const float* const line = &here - ahead * width;  // the one that was gone through before
        if (j > 0) here = std::min(here, *(&here - ahead) + straight);
        if (i == 0) continue;
        here = std::min(here, *line + straight);
        if (x > 0) here = std::min(here, line[-1] + diagonal);
        if (x + 1 < width) here = std::min(here, line[1] + diagonal);
      }
  };
  pass(1);
  pass(-1);
  each_cell([&](Cell c) { d[c] *= static_cast<float>(cell_size); });
  return d;
}

}  // namespace

namespace {

/// Before anything that is as large as it.
const Plan* with_range(const Plan& p) {
  const auto in_cells = [](double at) { return rounded(at / cell_size); };
  cell_range() = {in_cells(p.low.x), in_cells(p.low.y), in_cells(p.high.x), in_cells(p.high.y)};
  return &p;
}

}  // namespace

Land::Land(const Plan& p) : plan(with_range(p)), owner(beyond_tile), area(p.tile->features.size(), 0) {
  divide();
  // What lies in the middle parts fields where the catalogue has them apart: it is as large as that takes.
  for (const Land plain = *this; !errors.empty() && !p.mark_at_centre.empty();) {
    mark_ground += mark_ground == 0 ? 100 : 20;
    if (mark_ground > 320) {
      *this = plain;
      break;
    }
    divide();
  }
  // So narrow a town on its way into a corner that a cell has no room in it: nobody passes there.
  if (!errors.empty()) {
    corner_ground = 90;
    divide();
  }
  each_cell([&](Cell c) {
    if (owner[c] >= 0) ++area[owner[c]];
  });
  field_clearance = chamfer([&](Cell c) { return is_field(owner[c]); });
  for (const Town& town : p.towns)
    town_clearance.push_back(chamfer([&](Cell c) { return owner[c] == static_cast<Owner>(town.feature); }));
  for (const Road& road : p.roads)  // the bank over a tunnel's mouth
    if (road.tunnel) take_room(mix(road.line.front(), road.line.back(), 1.3), 105);
}

void Land::divide() {
  errors.clear();
  owner = Grid<Owner>(beyond_tile);
  label();
  resolve_fields();
  check_neighbours();
}

bool Land::is_field(Owner o) const {
  return o == any_field || (o >= 0 && plan->feature(o).type == TileFeatureType::field);
}

bool Land::in_town(int town, Vec p) const {
  const Town& mine = plan->towns[town];
  if (owner_at(p) != static_cast<Owner>(mine.feature)) return false;
  return std::ranges::count(plan->towns, mine.feature, &Town::feature) == 1 || inside(p, mine.outline);
}

void Land::disc(Vec centre, double radius, Owner owner_of_disc) {
  const Cell low = Cell::of(centre - Vec{radius, radius}), high = Cell::of(centre + Vec{radius, radius});
  const CellRange& r = cell_range();
  for (int y = std::max(r.top, low.y); y <= std::min(r.bottom - 1, high.y); ++y)
    for (int x = std::max(r.left, low.x); x <= std::min(r.right - 1, high.x); ++x) {
      const Cell c{x, y};
      if (owner[c] == any_field && within(c.middle(), centre, radius)) owner[c] = owner_of_disc;
    }
}

void Land::label() {
  const CellRange& r = cell_range();
  for (int row = r.top; row < r.bottom; ++row) {
    const double y = Cell{r.left, row}.middle().y;
    const std::vector<double> edges = plan->half() ? crossings(y, plan->outline) : std::vector<double>();
    std::vector<std::vector<double>> towns;
    for (const Town& town : plan->towns) towns.push_back(crossings(y, town.outline));
    for (int column = r.left; column < r.right; ++column) {
      const Cell c{column, row};
      const double x = c.middle().x;
      if (plan->half() && !inside(x, edges)) continue;
      owner[c] = any_field;
      for (std::size_t i = 0; i < towns.size(); ++i)
        if (inside(x, towns[i])) owner[c] = static_cast<Owner>(plan->towns[i].feature);
    }
  }
  for (const Road& road : plan->roads)
    for (const Vec p : road.line) disc(p, road_width / 2, static_cast<Owner>(road.feature));
  for (const Road& road : plan->roads)
    if (road.forks) disc(road.line.back(), fork_radius, static_cast<Owner>(road.feature));
  for (const Water& water : plan->waters) {
    for (const Polyline& line : water.lines)
      for (const Vec p : line) disc(p, bank_width / 2, static_cast<Owner>(water.feature));
    if (water.radius > 0) disc(water.at, water.radius + 17, static_cast<Owner>(water.feature));
  }
  for (const Way& way : plan->ways)
    for (const Vec p : way.line) disc(p, road_width / 2, plaza_ground);
  for (const Plaza& plaza : plan->plazas) disc(plaza.at, plaza.village() ? 95 : 62, plaza_ground);
  for (const TileSide side : plan->tile->parted)  // a town comes so near that nobody passes
    disc(side_line(side, plan->rotation).middle, 110, plaza_ground);
  for (std::size_t i = 1; corner_ground > 0 && i < plan->walls.size(); ++i)
    if (const Wall& wall = plan->walls[i], &before = plan->walls[i - 1];
        wall.town == before.town && distance(before.line.back(), wall.line.front()) < 1)
      disc(wall.line.front(), corner_ground, plaza_ground);
  if (mark_ground > 0) disc(plan->centre, mark_ground, plaza_ground);
  if (plan->building >= 0) disc(plan->centre, plan->building_radius, static_cast<Owner>(plan->building));
  if (plan->cloister >= 0) disc(plan->centre, plan->cloister_radius, static_cast<Owner>(plan->cloister));
}

void Land::resolve_fields() {
  const auto fill = [&](Cell start, Owner with) {
    std::vector<Cell> stack{start};
    owner[start] = with;
    while (!stack.empty()) {
      const Cell c = stack.back();
      stack.pop_back();
      for (const Cell d : neighbours) {
        const Cell n{c.x + d.x, c.y + d.y};
        if (n.valid() && owner[n] == any_field) owner[n] = with, stack.push_back(n);
      }
    }
  };
  for (size_t i = 0; i < plan->tile->features.size(); ++i) {
    const TileFeatureSpec& field = plan->tile->features[i];
    if (field.type != TileFeatureType::field) continue;
    const auto me = static_cast<Owner>(i);
    for (size_t k = 0; k < field.ports.size(); ++k) {
      const Cell c = Cell::of(port_point(field.ports[k], plan->rotation));
      if (k == 0 && owner[c] == any_field) fill(c, me);
      if (owner[c] != me)
        errors.push_back(
            fmt::format("{} {}: {} is not one field with all its ports", plan->tile->set, plan->tile->id, field.place));
    }
  }
  // A field that reaches no side is the largest piece that is left.
  for (size_t i = 0; i < plan->tile->features.size(); ++i) {
    const TileFeatureSpec& field = plan->tile->features[i];
    if (field.type != TileFeatureType::field || !field.ports.empty()) continue;
    Grid<uint8_t> seen(0);
    Cell best{-1, -1};
    size_t most = 20;
    each_cell([&](Cell start) {
      if (owner[start] != any_field || seen[start] != 0) return;
      std::vector<Cell> piece{start};
      seen[start] = 1;
      for (size_t k = 0; k < piece.size(); ++k)
        for (const Cell d : neighbours) {
          const Cell n{piece[k].x + d.x, piece[k].y + d.y};
          if (n.valid() && owner[n] == any_field && seen[n] == 0) seen[n] = 1, piece.push_back(n);
        }
      if (piece.size() > most) most = piece.size(), best = start;
    });
    if (best.valid())
      fill(best, static_cast<Owner>(i));
    else
      errors.push_back(fmt::format("{} {}: {} has no room", plan->tile->set, plan->tile->id, field.place));
  }
}

/// Fields touch exactly the towns the catalogue names (FIELD-2). A wall's foot may cut off slivers of no field:
/// ignored.
void Land::check_neighbours() {
  std::set<std::pair<Owner, Owner>> touching;
  each_cell([&](Cell c) {
    if (!is_field(owner[c])) return;
    for (const Cell d : neighbours) {
      const Cell n{c.x + d.x, c.y + d.y};
      if (n.valid() && owner[n] >= 0 && plan->feature(owner[n]).type == TileFeatureType::city)
        touching.insert({owner[c], owner[n]});
    }
  });
  for (size_t i = 0; i < plan->tile->features.size(); ++i)
    for (const Town& town : plan->towns) {
      const TileFeatureSpec& field = plan->tile->features[i];
      if (field.type != TileFeatureType::field) continue;
      const bool drawn = touching.contains({static_cast<Owner>(i), static_cast<Owner>(town.feature)});
      const bool listed = std::ranges::count(field.cities, town.feature) > 0;
      if (drawn != listed)
        errors.push_back(fmt::format("{} {}: {} {} {}", plan->tile->set, plan->tile->id, field.place,
                                     drawn ? "must not touch" : "does not touch", plan->feature(town.feature).place));
    }
}

void Land::take_room(Vec at, double radius) {
  const auto cut = [&](Grid<float>& clearance) {
    each_cell([&](Cell c) {
      const auto left = static_cast<float>(std::max(0., distance(c.middle(), at) - radius));
      clearance[c] = std::min(clearance[c], left);
    });
  };
  cut(field_clearance);
  for (Grid<float>& clearance : town_clearance) cut(clearance);
}

int Land::largest_field() const {
  int best = -1;
  for (size_t i = 0; i < area.size(); ++i)
    if (plan->tile->features[i].type == TileFeatureType::field && (best < 0 || area[i] > area[best]))
      best = static_cast<int>(i);
  return best;
}

std::vector<Polyline> Land::outlines(int feature) const {
  Grid<uint8_t> mine(0);
  const auto me = static_cast<Owner>(feature);
  each_cell([&](Cell c) {
    if (owner[c] == me) {
      mine[c] = 1;
      for (const Cell d : neighbours) {
        const Cell n{c.x + d.x, c.y + d.y};
        if (n.valid() && !is_field(owner[n]) && owner[n] != beyond_tile) mine[n] = 1;
      }
    }
  });
  const auto has = [&](int x, int y) { return Cell{x, y}.valid() && mine[Cell{x, y}] != 0; };
  // Edges of cells, with the field on their right; at a point where two outlines meet there are two of them.
  using Corner = std::pair<int, int>;
  std::map<Corner, std::vector<Corner>> edges;
  each_cell([&](Cell c) {
    const auto [x, y] = c;
    if (!has(x, y)) return;
    if (!has(x, y - 1)) edges[{x, y}].push_back({x + 1, y});
    if (!has(x + 1, y)) edges[{x + 1, y}].push_back({x + 1, y + 1});
    if (!has(x, y + 1)) edges[{x + 1, y + 1}].push_back({x, y + 1});
    if (!has(x - 1, y)) edges[{x, y + 1}].push_back({x, y});
  });
  std::vector<Polyline> loops;
  while (!edges.empty()) {
    const Corner start = edges.begin()->first;
    Polyline loop;
    for (Corner at = start;;) {
      loop.push_back(Vec{at.first * cell_size, at.second * cell_size});
      const auto here = edges.find(at);
      at = here->second.back();
      here->second.pop_back();
      if (here->second.empty()) edges.erase(here);
      if (at == start) break;
    }
    if (loop.size() < 8) continue;
    size_t farthest = 0;
    for (size_t i = 0; i < loop.size(); ++i)
      if (distance(loop[i], loop[0]) > distance(loop[farthest], loop[0])) farthest = i;
    const auto split = loop.begin() + static_cast<std::ptrdiff_t>(farthest);
    Polyline a = simplified(Polyline(loop.begin(), split + 1), cell_size + .5), b(split, loop.end());
    b.push_back(loop[0]);
    b = simplified(b, cell_size + .5);
    a.insert(a.end(), b.begin() + 1, b.end() - 1);
    // Simplifying may cut off a strip of a cell at the tile's side.
    for (Vec& p : a)
      for (const SideLine& side : plan->sides)
        if (const double d = dot(p - side.from, side.inwards); std::abs(d) <= cell_size) p = p - side.inwards * d;
    loops.push_back(std::move(a));
  }
  return loops;
}

}  // namespace bastide::art
