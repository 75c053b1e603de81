// The landscape of the naive implementation, see board.h.
#include "naive/board.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace bastide::naive {
namespace {

constexpr Corner kNW{0, 0}, kNE{1, 0}, kSE{1, 1}, kSW{0, 1};

std::pair<Corner, Corner> ends(TileSide side) {
  switch (side) {
    case TileSide::N:
      return {kNW, kNE};
    case TileSide::E:
      return {kNE, kSE};
    case TileSide::S:
      return {kSE, kSW};
    case TileSide::W:
      return {kSW, kNW};
    case TileSide::H:
      return {kNW, kSE};
  }
  return {};
}

/// The corner that a half-side is nearer to, then the other one.
std::pair<Corner, Corner> ends(TilePort port) {
  switch (port) {
    case TilePort::NNW:
      return {kNW, kNE};
    case TilePort::NNE:
      return {kNE, kNW};
    case TilePort::ENE:
      return {kNE, kSE};
    case TilePort::ESE:
      return {kSE, kNE};
    case TilePort::SSE:
      return {kSE, kSW};
    case TilePort::SSW:
      return {kSW, kSE};
    case TilePort::WSW:
      return {kSW, kNW};
    case TilePort::WNW:
      return {kNW, kSW};
    case TilePort::HNW:
      return {kNW, kSE};
    case TilePort::HSE:
      return {kSE, kNW};
  }
  return {};
}

/// A corner of the tile after quarter turns clockwise, on the grid.
Corner turned(Corner c, Space at, int rotation) {
  for (int i = 0; i < rotation; ++i) c = {1 - c.y, c.x};
  return {at.x + c.x, at.y + c.y};
}

bool is_diagonal(const Edge& e) {
  return e.a.x != e.b.x && e.a.y != e.b.y;
}

/// The space on the other side of an edge of a space; a diagonal has the space itself on both.
Space across(const Edge& e, Space from) {
  if (is_diagonal(e)) return from;
  if (e.a.y == e.b.y) return {from.x, e.a.y == from.y ? from.y - 1 : from.y + 1};
  return {e.a.x == from.x ? from.x - 1 : from.x + 1, from.y};
}

constexpr std::array kSides = {TileSide::N, TileSide::E, TileSide::S, TileSide::W, TileSide::H};

/// none: the tile has no such side.
TileTerrain terrain(const TileSpec& tile, TileSide side) {
  return tile.sides[static_cast<std::size_t>(side)];
}

std::set<Edge> edges_of(const TileSpec& tile, Space at, int rotation) {
  std::set<Edge> edges;
  for (const TileSide side : kSides)
    if (terrain(tile, side) != TileTerrain::none) edges.insert(edge_of(side, at, rotation));
  return edges;
}

/// What of its space a tile covers: a space is cut into four quarters by its diagonals, each quarter known by the side
/// of the space that it touches. A square has all four, a half the two at its short sides.
std::set<Edge> covered(const TileSpec& tile, Space at, int rotation) {
  std::set<Edge> quarters;
  for (const Edge& e : edges_of(tile, at, rotation))
    if (!is_diagonal(e)) quarters.insert(e);
  return quarters;
}

std::set<Edge> edges_of(const TileFeatureSpec& feature, Space at, int rotation) {
  std::set<Edge> edges;
  for (const TileSide side : feature.sides) edges.insert(edge_of(side, at, rotation));
  return edges;
}

std::set<HalfEdge> half_edges_of(const TileFeatureSpec& feature, Space at, int rotation) {
  std::set<HalfEdge> halves;
  for (const TilePort port : feature.ports) halves.insert(half_edge_of(port, at, rotation));
  return halves;
}

}  // namespace

Edge edge_of(TileSide side, Space at, int rotation) {
  const auto [first, second] = ends(side);
  const Corner a = turned(first, at, rotation), b = turned(second, at, rotation);
  return {std::min(a, b), std::max(a, b)};
}

HalfEdge half_edge_of(TilePort port, Space at, int rotation) {
  const auto [near, far] = ends(port);
  return {turned(near, at, rotation), turned(far, at, rotation)};
}

bool looks_the_same(const TileSpec& tile, int rotation, int other) {
  const auto points = [](const TileSymbol& symbol) { return symbol.turned; };
  if (rotation != other && std::any_of(tile.symbols.begin(), tile.symbols.end(), points)) return false;
  // Everything drawn, said by where it lies. A field's walls are said by the edges of their cities.
  using City = std::set<Edge>;
  using Drawn = std::tuple<TileFeatureType, RoadEnd, int, std::set<Edge>, std::set<HalfEdge>, std::set<City>>;
  const auto picture = [&](int r) {
    std::multiset<Drawn> all;
    for (const TileFeatureSpec& f : tile.features) {
      std::set<City> walls;
      for (const int city : f.cities) walls.insert(edges_of(tile.features[city], {}, r));
      all.insert({f.type, f.end, f.shields, edges_of(f, {}, r), half_edges_of(f, {}, r), walls});
    }
    return all;
  };
  return edges_of(tile, {}, rotation) == edges_of(tile, {}, other) && picture(rotation) == picture(other);
}

int Board::lay(const TileSpec& tile, Placement where) {
  const int number = static_cast<int>(pieces_.size());
  const Space at{where.x, where.y};
  landscape_ = pieces_.empty() ? Rectangle{at, at} : landscape_.with(at);
  pieces_.push_back({&tile, at, where.rotation});
  in_space_[at].push_back(number);
  for (const Edge& e : edges_of(tile, at, where.rotation)) at_edge_[e].push_back(number);
  forget();
  return number;
}

void Board::take_up() {
  const auto last = pieces_.back();
  const auto leave = [](auto& index, const auto& key) {
    index.at(key).pop_back();
    if (index.at(key).empty()) index.erase(key);
  };
  leave(in_space_, last.at);
  for (const Edge& e : edges_of(*last.tile, last.at, last.rotation)) leave(at_edge_, e);
  pieces_.pop_back();
  landscape_ = {pieces_.front().at, pieces_.front().at};
  for (const Piece& piece : pieces_) landscape_ = landscape_.with(piece.at);
  forget();
}

void Board::add_second_table() {
  table_.add_second();
  forget();
}

void Board::take_second_table_away() {
  table_.take_second_away();
  forget();
}

void Board::forget() {
  seen_.clear();
  candidates_.clear();
}

const TileFeatureSpec& Board::spec(Segment s) const {
  return pieces_[s.piece].tile->features[s.feature];
}

bool Board::fits(const TileSpec& tile, Placement where) const {
  const Space at{where.x, where.y};
  if (closes(tile))  // ABBEY-2
    return table_.has(at) && !occupied(at) && surrounded(at) && (!veto_ || !veto_(tile, where));
  if (!table_.has(at) || !table_.takes(landscape_.with(at))) return false;
  if (occupied(at)) {
    const std::set<Edge> wanted = covered(tile, at, where.rotation);
    for (const int p : in_space_.at(at)) {
      const Piece& there = pieces_[p];
      for (const Edge& quarter : covered(*there.tile, at, there.rotation))
        if (wanted.contains(quarter)) return false;
    }
  }
  bool touches = false;
  for (const TileSide side : kSides) {
    if (terrain(tile, side) == TileTerrain::none) continue;
    const Edge edge = edge_of(side, at, where.rotation);
    const auto meeting = at_edge_.find(edge);
    if (meeting == at_edge_.end()) continue;
    for (const int p : meeting->second) {
      const Piece& there = pieces_[p];
      if (closes(*there.tile)) continue;
      for (const TileSide other : kSides)
        if (terrain(*there.tile, other) != TileTerrain::none && edge_of(other, there.at, there.rotation) == edge &&
            terrain(*there.tile, other) != terrain(tile, side))
          return false;
      touches = true;
    }
  }
  return touches && (!veto_ || !veto_(tile, where));
}

const std::set<Space>& Board::candidates() const {
  if (!candidates_.empty() || pieces_.empty()) return candidates_;
  const auto full = [&](Space space) {
    return occupied(space) && std::any_of(pieces_in(space).begin(), pieces_in(space).end(),
                                          [&](int p) { return pieces_[p].tile->shape == TileShape::square; });
  };
  for (const Piece& piece : pieces_)
    for (const Space step : {Space{0, 0}, Space{0, -1}, Space{1, 0}, Space{0, 1}, Space{-1, 0}})
      if (const Space space{piece.at.x + step.x, piece.at.y + step.y}; !full(space) && table_.has(space))
        candidates_.insert(space);
  return candidates_;
}

const std::vector<int>& Board::rotations(const TileSpec& tile) const {
  std::vector<int>& found = rotations_[&tile];
  if (!found.empty()) return found;
  for (int r = 0; r < 4; ++r)
    if (std::none_of(found.begin(), found.end(), [&](int smaller) { return looks_the_same(tile, smaller, r); }))
      found.push_back(r);
  return found;
}

std::set<Placement> Board::placements_at(const TileSpec& tile, Space space) const {
  std::set<Placement> found;
  for (const int r : rotations(tile))
    if (const Placement where{space.x, space.y, r}; fits(tile, where)) found.insert(where);
  return found;
}

std::set<Placement> Board::placements(const TileSpec& tile) const {
  std::set<Placement> found;
  for (const Space space : candidates()) found.merge(placements_at(tile, space));
  return found;
}

bool Board::fits_somewhere(const TileSpec& tile) const {
  const auto& spaces = candidates();
  return std::any_of(spaces.begin(), spaces.end(), [&](Space space) {
    const auto& turned_ways = rotations(tile);
    return std::any_of(turned_ways.begin(), turned_ways.end(), [&](int r) {
      return fits(tile, {space.x, space.y, r});
    });
  });
}

bool closes(const TileSpec& tile) {
  return terrain(tile, TileSide::N) == TileTerrain::any;
}

int symbols_on(const TileSpec& tile, std::string_view type) {
  return static_cast<int>(
      std::count_if(tile.symbols.begin(), tile.symbols.end(), [&](const TileSymbol& s) { return s.type == type; }));
}

int Board::symbols_in(Space space, std::string_view type) const {
  if (!occupied(space)) return 0;
  int n = 0;
  for (const int p : pieces_in(space)) n += symbols_on(*pieces_[p].tile, type);
  return n;
}

bool Board::surrounded(Space s) const {
  return occupied({s.x, s.y - 1}) && occupied({s.x + 1, s.y}) && occupied({s.x, s.y + 1}) && occupied({s.x - 1, s.y});
}

std::vector<Segment> Board::connected(Segment s) const {
  std::vector<Segment> found;
  const Piece& piece = pieces_[s.piece];
  const TileFeatureSpec& mine = spec(s);
  // Finds the features of the same type on the piece at the far side of `edge` for which `joined` holds.
  const auto beyond = [&](const Edge& edge, const auto& joined) {
    for (const int p : at_edge_.at(edge)) {
      if (p == s.piece) continue;
      const Piece& there = pieces_[p];
      for (std::size_t f = 0; f < there.tile->features.size(); ++f) {
        const TileFeatureSpec& theirs = there.tile->features[f];
        if (theirs.type == mine.type && joined(theirs, there)) found.push_back({p, static_cast<int>(f)});
      }
    }
  };
  for (const TileSide side : mine.sides) {
    const Edge edge = edge_of(side, piece.at, piece.rotation);
    beyond(edge, [&](const TileFeatureSpec& f, const Piece& p) {
      return std::any_of(f.sides.begin(), f.sides.end(),
                         [&](TileSide other) { return edge_of(other, p.at, p.rotation) == edge; });
    });
  }
  for (const TilePort port : mine.ports) {
    const HalfEdge half = half_edge_of(port, piece.at, piece.rotation);
    const Edge edge{std::min(half.near, half.far), std::max(half.near, half.far)};
    beyond(edge, [&](const TileFeatureSpec& f, const Piece& p) {
      return std::any_of(f.ports.begin(), f.ports.end(),
                         [&](TilePort other) { return half_edge_of(other, p.at, p.rotation) == half; });
    });
  }
  return found;
}

const Feature& Board::feature(Segment start) const {
  if (const auto known = seen_.find(start); known != seen_.end()) return *known->second;
  const auto found = std::make_shared<const Feature>(look(start));
  for (const Segment s : found->segments) seen_[s] = found;
  return *found;
}

std::vector<const Feature*> Board::features() const {
  std::vector<const Feature*> all;
  for (int p = 0; p < static_cast<int>(pieces_.size()); ++p) {
    const auto& on_tile = pieces_[p].tile->features;
    for (int f = 0; f < static_cast<int>(on_tile.size()); ++f)
      if (const Feature& whole = feature({p, f}); whole.first() == Segment{p, f}) all.push_back(&whole);
  }
  return all;
}

Feature Board::look(Segment start) const {
  Feature whole;
  whole.type = spec(start).type;
  // HOUSE-BORDER: nothing is missing in a space beyond the edge.
  const auto missing = [&](Space space) {
    if (table_.has(space) || !table_.edge_closes()) whole.gaps.insert(space);
  };
  std::vector<Segment> todo{start};
  while (!todo.empty()) {
    const Segment s = todo.back();
    todo.pop_back();
    if (!whole.segments.insert(s).second) continue;
    whole.pieces.insert(s.piece);
    whole.spaces.insert(pieces_[s.piece].at);
    whole.shields += spec(s).shields;
    const Piece& piece = pieces_[s.piece];
    for (const TileSide side : spec(s).sides) {
      const Edge edge = edge_of(side, piece.at, piece.rotation);
      if (at_edge_.at(edge).size() == 1) missing(across(edge, piece.at));
    }
    for (const TilePort port : spec(s).ports) {
      const Edge edge = edge_of(static_cast<TileSide>(static_cast<int>(port) / 2), piece.at, piece.rotation);
      if (at_edge_.at(edge).size() == 1) missing(across(edge, piece.at));
    }
    for (const Segment next : connected(s)) todo.push_back(next);
  }
  if (counts_surroundings(whole.type)) {
    const Space at = pieces_[start.piece].at;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (dx == 0 && dy == 0) continue;
        if (const Space space{at.x + dx, at.y + dy}; occupied(space))
          whole.spaces.insert(space);
        else
          missing(space);
      }
    }
  }
  whole.complete = whole.type != TileFeatureType::field && whole.type != TileFeatureType::water && whole.gaps.empty();
  return whole;
}

std::set<Segment> Board::completed_cities_at(const Feature& field) const {
  std::set<Segment> cities;
  for (const Segment s : field.segments) {
    for (const int city : spec(s).cities) {
      const Feature& whole = feature({s.piece, city});
      if (whole.complete) cities.insert(whole.first());
    }
  }
  return cities;
}

}  // namespace bastide::naive
