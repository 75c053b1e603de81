// The board layer: what lies across the sides of joined tiles, and the towers on grid corners. It makes one land of
// them.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "art/buildings.h"
#include "art/detail.h"
#include "art/plan.h"
#include "art/small.h"

namespace bastide::art {

namespace {

using Spot2 = std::pair<int, int>;

Spot2 on_board(const BoardPiece& piece, Vec p) {
  return {rounded(p.x) + piece.x * 1000, rounded(p.y) + piece.y * 1000};
}

/// A side of a placed piece; two pieces are joined where their sides have the same ends.
struct PlacedSide {
  Spot2 from, to;  ///< from < to
  TileTerrain terrain;
};

std::vector<PlacedSide> placed_sides(const BoardPiece& piece) {
  std::vector<PlacedSide> out;
  for (const TileSide side : sides_clockwise(piece.tile->shape)) {
    const SideLine line = side_line(side, piece.rotation);
    const Spot2 a = on_board(piece, line.from), b = on_board(piece, line.to);
    out.push_back({std::min(a, b), std::max(a, b), piece.tile->sides[static_cast<size_t>(side)]});
  }
  return out;
}

/// How far apart the first spaces of two pieces may be that touch.
int reach(const BoardPiece& a, const BoardPiece& b) {
  return 1 + (a.tile->shape == TileShape::twin ? 1 : 0) + (b.tile->shape == TileShape::twin ? 1 : 0);
}

std::set<Spot2> wall_ends(const BoardPiece& piece) {
  std::set<Spot2> out;
  for (const Wall& wall : make_plan(*piece.tile, piece.rotation, {}).walls)
    out.insert({on_board(piece, wall.line.front()), on_board(piece, wall.line.back())});
  return out;
}

class Stitcher {
 public:
  Stitcher(const PlacedSide& side, Theme theme, std::vector<LayerPiece>& out)
      : theme_(theme),
        out_(out),
        random_(fmt::format("stitch {} {}", side.from.first + side.to.first, side.from.second + side.to.second)) {
    const Vec a{static_cast<double>(side.from.first), static_cast<double>(side.from.second)};
    const Vec b{static_cast<double>(side.to.first), static_cast<double>(side.to.second)};
    along_ = unit(b - a);
    for (const double t : {.27, .73}) side.terrain == TileTerrain::city ? house(mix(a, b, t)) : plant(mix(a, b, t));
  }

 private:
  void add(Vec foot, const std::string& svg) { out_.push_back({rounded(foot.y), svg}); }

  void house(Vec c) {
    static constexpr std::array<std::string_view, 3> lit{"r0", "r1", "r2"}, dark{"d0", "d1", "d2"};
    const auto roof = static_cast<size_t>(random_.pick({0, 0, 1, 2}));
    House h;
    h.width = std::abs(along_.x) > .9 ? random_.uniform(84, 118) : random_.uniform(76, 96);
    h.depth = 64, h.wall = 28, h.roof = 25;
    const bool crosswise = random_.chance(.5);
    h.angle = (crosswise ? pi / 2 : 0) + random_.uniform(-.16, .16);
    h.lit = lit[roof], h.dark = dark[roof];
    const double ex = crosswise ? 34 : h.width / 2, ey = crosswise ? h.width / 2 : 32;
    Path shadow;
    shadow.move(c + Vec{22 - ex, 34 - ey}).across(2 * ex).down(2 * ey).across(-2 * ex).raw("z");
    h.at = c + Vec{random_.uniform(-6, 6), 24};
    add(c + Vec{0, 20}, path("sh", shadow) + draw_house(h, theme_, random_));
    if (!random_.chance(.6)) return;
    const Vec bush = c + Vec{random_.pick({-62., 60.}), 50};
    add(bush, use("or", bush, .8));
  }

  void plant(Vec c) {
    const double z = random_.next();
    const Vec p = c + along_ * random_.uniform(-30, 30) + normal(along_) * random_.uniform(-8, 8) + Vec{0, 20};
    if (z < .34) {
      add(p, use(random_.pick<std::string_view>({"tA", "tB", "tC"}), p, random_.uniform(.8, 1)));
    } else if (z < .5) {
      add(p, use("tB", p, .85));
      add(p + Vec{0, 18}, use("bu", p + Vec{34, 16}, .8));
    } else if (z < .68) {
      add(p, use("bu", p, .9));
    }
  }

  Theme theme_;
  std::vector<LayerPiece>& out_;
  Random random_;
  Vec along_;
};

/// Houses and trees over the sides that a piece shares with those before it.
void stitch(const BoardPiece& piece, std::span<const BoardPiece> before, Theme theme, std::vector<LayerPiece>& out) {
  for (const PlacedSide& mine : placed_sides(piece)) {
    if (mine.terrain != TileTerrain::city && mine.terrain != TileTerrain::field) continue;
    const bool joined = std::ranges::any_of(before, [&](const BoardPiece& other) {
      if (std::abs(other.x - piece.x) + std::abs(other.y - piece.y) > reach(piece, other)) return false;
      return std::ranges::any_of(placed_sides(other), [&](const PlacedSide& theirs) {
        return theirs.from == mine.from && theirs.to == mine.to && theirs.terrain == mine.terrain;
      });
    });
    if (joined) Stitcher(mine, theme, out);
  }
}

}  // namespace

std::vector<LayerPiece> layer(std::span<const BoardPiece> pieces, std::size_t index, Theme theme, Detail detail) {
  std::vector<LayerPiece> out;
  const BoardPiece& piece = pieces[index];
  const auto before = pieces.first(index);
  if (detail != Detail::small) stitch(piece, before, theme, out);
  std::set<Spot2> towers = wall_ends(piece);
  for (const BoardPiece& other : before) {
    if (std::max(std::abs(other.x - piece.x), std::abs(other.y - piece.y)) > reach(piece, other)) continue;
    for (const Spot2& there : wall_ends(other)) towers.erase(there);
  }
  for (const auto& [x, y] : towers) {
    const Vec corner{static_cast<double>(x), static_cast<double>(y)};
    out.push_back({y + 22, detail == Detail::small ? draw_small_tower(corner) : use("tc", corner + Vec{0, 26}, .74)});
  }
  for (LayerPiece& p : out) p.svg = with_prefix(detail == Detail::full ? p.svg : without_fine(p.svg));
  std::ranges::stable_sort(out, {}, &LayerPiece::y);
  return out;
}

}  // namespace bastide::art
