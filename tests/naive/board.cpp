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
    case TileSide::N2:
      return {kNE, {2, 0}};
    case TileSide::E2:
      return {{2, 0}, {2, 1}};
    case TileSide::S2:
      return {{2, 1}, kSE};
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
    case TilePort::NNW2:
      return {kNE, {2, 0}};
    case TilePort::NNE2:
      return {{2, 0}, kNE};
    case TilePort::ENE2:
      return {{2, 0}, {2, 1}};
    case TilePort::ESE2:
      return {{2, 1}, {2, 0}};
    case TilePort::SSE2:
      return {{2, 1}, kSE};
    case TilePort::SSW2:
      return {kSE, {2, 1}};
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

constexpr std::array kSides = {TileSide::N, TileSide::E,  TileSide::S,  TileSide::W,
                               TileSide::H, TileSide::N2, TileSide::E2, TileSide::S2};

/// none: the tile has no such side.
TileTerrain terrain(const TileSpec& tile, TileSide side) {
  return tile.sides[static_cast<int>(side)];
}

std::set<Edge> edges_of(const TileSpec& tile, Space at, int rotation) {
  std::set<Edge> edges;
  for (const TileSide side : kSides)
    if (terrain(tile, side) != TileTerrain::none) edges.insert(edge_of(side, at, rotation));
  return edges;
}

/// The four sides of a space.
std::set<Edge> round(Space at) {
  const auto [x, y] = at;
  return {{{x, y}, {x + 1, y}}, {{x + 1, y}, {x + 1, y + 1}}, {{x, y + 1}, {x + 1, y + 1}}, {{x, y}, {x, y + 1}}};
}

/// What of its space a tile covers: a space is cut into four quarters by its diagonals, each quarter known by the side
/// of the space that it touches. A square has all four, a half the two at its short sides.
std::set<Edge> covered(const TileSpec& tile, Space at, int rotation) {
  std::set<Edge> quarters;
  if (tile.shape == TileShape::twin) {
    for (const Space space : spaces_of(tile, at, rotation)) quarters.merge(round(space));
    return quarters;
  }
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

std::set<Space> spaces_of(const TileSpec& tile, Space at, int rotation) {
  std::set<Space> all = {at};
  constexpr std::array<Space, 4> kBeside = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  if (tile.shape == TileShape::twin) all.insert({at.x + kBeside[rotation].x, at.y + kBeside[rotation].y});
  return all;
}

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
  const std::set<Space> spaces = naive::spaces_of(tile, at, where.rotation);
  if (pieces_.empty()) landscape_ = {at, at};
  for (const Space space : spaces) landscape_ = landscape_.with(space);
  Piece piece{&tile, at, where.rotation, spaces};
  for (const TileSide side : kSides)
    if (terrain(tile, side) != TileTerrain::none)
      piece.sides.emplace_back(edge_of(side, at, where.rotation), terrain(tile, side));
  for (const TileFeatureSpec& feature : tile.features) {
    piece.feature_sides.push_back(edges_of(feature, at, where.rotation));
    std::vector<HalfEdge>& halves = piece.feature_halves.emplace_back();
    for (const TilePort port : feature.ports) halves.push_back(half_edge_of(port, at, where.rotation));
  }
  for (const Space space : spaces) in_space_[space].push_back(number);
  for (const auto& [edge, shows] : piece.sides) at_edge_[edge].push_back(number);
  pieces_.push_back(std::move(piece));
  forget_what_missed(spaces);
  return number;
}

void Board::take_up() {
  const auto last = pieces_.back();
  const auto leave = [](auto& index, const auto& key) {
    index.at(key).pop_back();
    if (index.at(key).empty()) index.erase(key);
  };
  for (const Space space : last.spaces) leave(in_space_, space);
  for (const auto& [edge, shows] : last.sides) leave(at_edge_, edge);
  pieces_.pop_back();
  landscape_ = {pieces_.front().at, pieces_.front().at};
  for (const Piece& piece : pieces_)
    for (const Space space : piece.spaces) landscape_ = landscape_.with(space);
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
  candidates_for_twins_.clear();
}

/// Whatever a tile joins, closes or surrounds lacked something where it lies.
void Board::forget_what_missed(const std::set<Space>& spaces) {
  std::erase_if(seen_, [&](const auto& known) {
    return std::any_of(spaces.begin(), spaces.end(), [&](Space space) { return known.second->gaps.contains(space); });
  });
  candidates_.clear();
  candidates_for_twins_.clear();
}

std::set<Segment> Board::occupied_with(Segment s) const {
  std::set<Segment> all = feature(s).segments;
  const auto in_cloister = [&](Segment at) {
    return spec(at).type == TileFeatureType::cloister || spec(at).type == TileFeatureType::chapter;
  };
  if (s.feature == kRoadOver || !in_cloister(s)) return all;
  for (int f = 0; f < static_cast<int>(pieces_[s.piece].tile->features.size()); ++f)
    if (in_cloister({s.piece, f})) all.insert({s.piece, f});
  return all;
}

const TileFeatureSpec& Board::spec(Segment s) const {
  static const TileFeatureSpec kOver = [] {
    TileFeatureSpec road;
    road.type = TileFeatureType::road;
    road.place = "over";
    return road;
  }();
  if (s.feature == kRoadOver) return kOver;
  return pieces_[s.piece].tile->features[s.feature];
}

bool Board::fits(const TileSpec& tile, Placement where) const {
  std::set<Edge> wrong;
  if (match(tile, where, wrong) != Match::yes) return false;
  return !veto_ || !veto_(tile, where);
}

std::set<Edge> Board::mended_sides(const TileSpec& tile, Placement where) const {
  std::set<Edge> wrong;
  if (match(tile, where, wrong) != Match::mended || (veto_ && veto_(tile, where))) return {};
  const Space at{where.x, where.y};
  const auto is_end = [&](const RoadOver& road, const Edge& edge) { return ends_of(road).contains(edge); };
  for (const bool north_south : {true, false}) {
    // over its own space, or one of the two
    for (const Space space : naive::spaces_of(tile, at, where.rotation)) {
      const RoadOver own{space, north_south};
      bool mends = tile.shape != TileShape::half;
      for (const Edge& edge : wrong) mends = mends && is_end(own, edge);
      int ends = 0;
      for (const TileSide side : kSides) {
        if (terrain(tile, side) == TileTerrain::none) continue;
        const Edge edge = edge_of(side, at, where.rotation);
        if (!is_end(own, edge)) continue;
        ++ends;
        mends = mends && terrain(tile, side) == TileTerrain::field && (wrong.contains(edge) || goes_on(space, edge));
      }
      if (mends && (ends == 2 || tile.shape != TileShape::twin)) return wrong;
    }
    // over the space beside it
    if (wrong.size() != 1 || is_diagonal(*wrong.begin())) continue;
    const Edge edge = *wrong.begin();
    Space from = at;
    for (const Space space : naive::spaces_of(tile, at, where.rotation))
      if (round(space).contains(edge)) from = space;
    const RoadOver other{across(edge, from), north_south};
    const bool road_here = std::any_of(kSides.begin(), kSides.end(), [&](TileSide side) {
      return terrain(tile, side) == TileTerrain::road && edge_of(side, at, where.rotation) == edge;
    });
    if (road_here && is_end(other, edge) && carries(other, wrong)) return wrong;
  }
  return {};
}

/// PLACE-1 to PLACE-3, TABLE-*. `mended`: but for `wrong` sides, where a road meets a field.
Board::Match Board::match(const TileSpec& tile, Placement where, std::set<Edge>& wrong) const {
  const Space at{where.x, where.y};
  if (closes(tile)) {  // ABBEY-2, and a side touches what lies around (PLACE-1)
    const bool beside = std::any_of(kSides.begin(), kSides.end(), [&](TileSide side) {
      const Edge edge = edge_of(side, at, 0);
      return !is_diagonal(edge) && at_edge_.contains(edge);
    });
    return table_.has(at) && !occupied(at) && surrounded(at) && beside ? Match::yes : Match::no;
  }
  if (!table_.has(at)) return Match::no;
  Rectangle reaches = landscape_.with(at);
  if (tile.shape == TileShape::twin)
    for (const Space space : naive::spaces_of(tile, at, where.rotation)) {
      if (!table_.has(space) || occupied(space)) return Match::no;
      reaches = reaches.with(space);
    }
  if (!table_.takes(reaches)) return Match::no;
  if (occupied(at)) {
    const std::set<Edge> wanted = covered(tile, at, where.rotation);
    for (const int p : in_space_.at(at)) {
      const Piece& there = pieces_[p];
      for (const Edge& quarter : covered(*there.tile, at, there.rotation))
        if (wanted.contains(quarter)) return Match::no;
    }
  }
  bool touches = false;
  for (const TileSide side : kSides) {
    const TileTerrain here = terrain(tile, side);
    if (here == TileTerrain::none) continue;
    const Edge edge = edge_of(side, at, where.rotation);
    const auto meeting = at_edge_.find(edge);
    if (meeting == at_edge_.end()) continue;
    for (const int p : meeting->second) {
      if (closes(*pieces_[p].tile)) continue;
      touches = true;
      const TileTerrain there = shown(p, edge);
      if (there == here) continue;
      const auto is_road_or_field = [](TileTerrain t) { return t == TileTerrain::road || t == TileTerrain::field; };
      if (!is_road_or_field(here) || !is_road_or_field(there)) return Match::no;
      wrong.insert(edge);
    }
  }
  if (!touches) return Match::no;
  return wrong.empty() ? Match::yes : Match::mended;
}

// ---- roads over what lies there

std::set<Edge> Board::ends_of(const RoadOver& road) {
  const auto [x, y] = road.space;
  if (road.north_south) return {{{x, y}, {x + 1, y}}, {{x, y + 1}, {x + 1, y + 1}}};
  return {{{x, y}, {x, y + 1}}, {{x + 1, y}, {x + 1, y + 1}}};
}

bool Board::road_ends(Space space, const Edge& edge) const {
  return std::any_of(roads_over_.begin(), roads_over_.end(),
                     [&](const auto& built) { return built.first.space == space && built.second.contains(edge); });
}

TileTerrain Board::shown(int piece, const Edge& edge) const {
  const Piece& there = pieces_[piece];
  for (const auto& [side, shows] : there.sides)
    if (side == edge) {
      for (const Space space : there.spaces)
        if (road_ends(space, edge)) return TileTerrain::road;
      return shows;
    }
  return TileTerrain::none;
}

/// Beyond a side of a space is a road, or nothing that has this side.
bool Board::goes_on(Space from, const Edge& edge) const {
  const auto meeting = at_edge_.find(edge);
  if (meeting == at_edge_.end()) return true;
  return std::all_of(meeting->second.begin(), meeting->second.end(),
                     [&](int p) { return pieces_[p].lies_in(from) || shown(p, edge) == TileTerrain::road; });
}

/// Whether a road may lead over a space, whatever is beyond the ends in `but`.
bool Board::carries(const RoadOver& road, const std::set<Edge>& but) const {
  if (!occupied(road.space)) return false;
  std::size_t quarters = 0;
  for (const int p : pieces_in(road.space))
    for (const Edge& quarter : covered(*pieces_[p].tile, pieces_[p].at, pieces_[p].rotation))
      quarters += round(road.space).contains(quarter) ? 1 : 0;
  if (quarters != 4 || road_over(road.space)) return false;
  for (const Edge& edge : ends_of(road)) {
    bool field = false;
    for (const int p : pieces_in(road.space)) field = field || shown(p, edge) == TileTerrain::field;
    if (!field || (!but.contains(edge) && !goes_on(road.space, edge))) return false;
  }
  return true;
}

bool Board::takes_road_over(const RoadOver& road) const {
  return carries(road, {});
}

void Board::build(const RoadOver& road) {
  roads_over_.emplace_back(road, ends_of(road));
  forget();
}

std::optional<Segment> Board::road_over(Space space) const {
  for (const auto& [road, ends] : roads_over_) {
    if (road.space != space) continue;
    const Edge end = road.north_south ? Edge{{space.x, space.y}, {space.x + 1, space.y}}
                                      : Edge{{space.x + 1, space.y}, {space.x + 1, space.y + 1}};
    for (const int p : pieces_in(space))
      if (shown(p, end) != TileTerrain::none) return Segment{p, kRoadOver};
  }
  return std::nullopt;
}

std::vector<Segment> Board::segments_on(int piece) const {
  std::vector<Segment> all;
  for (int f = 0; f < static_cast<int>(pieces_[piece].tile->features.size()); ++f) all.push_back({piece, f});
  for (const Space space : pieces_[piece].spaces)
    if (const auto over = road_over(space); over && over->piece == piece) all.push_back(*over);
  return all;
}

std::set<Edge> Board::wrong_sides(int piece) const {
  std::set<Edge> wrong;
  const Piece& here = pieces_[piece];
  for (const auto& [edge, shows] : here.sides)
    for (const int p : at_edge_.at(edge))
      if (p != piece && !closes(*here.tile) && !closes(*pieces_[p].tile) && shown(p, edge) != shown(piece, edge))
        wrong.insert(edge);
  return wrong;
}

const std::set<Edge>& Board::sides_of(Segment s) const {
  static const std::set<Edge> kNone;
  const Piece& piece = pieces_[s.piece];
  if (s.feature != kRoadOver) return piece.feature_sides[s.feature];
  for (const auto& [road, ends] : roads_over_)
    if (piece.lies_in(road.space)) return ends;
  return kNone;
}

std::set<Space> Board::spaces_of(Segment s) const {
  const Piece& piece = pieces_[s.piece];
  if (piece.spaces.size() == 1 || spec(s).type == TileFeatureType::building) return piece.spaces;
  if (s.feature != kRoadOver && spec(s).spans && long_roads_in_both_) return piece.spaces;
  std::set<Edge> edges = sides_of(s);
  for (const TilePort port : spec(s).ports)
    edges.insert(edge_of(static_cast<TileSide>(static_cast<int>(port) / 2), piece.at, piece.rotation));
  std::set<Space> found;
  for (const Space space : piece.spaces) {
    const std::set<Edge> own = round(space);
    if (std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) { return own.contains(edge); }))
      found.insert(space);
  }
  return found;
}

const std::set<Space>& Board::candidates() const {
  if (!candidates_.empty() || pieces_.empty()) return candidates_;
  const auto full = [&](Space space) {
    return occupied(space) && std::any_of(pieces_in(space).begin(), pieces_in(space).end(),
                                          [&](int p) { return pieces_[p].tile->shape != TileShape::half; });
  };
  for (const Piece& piece : pieces_)
    for (const Space at : piece.spaces)
      for (const Space step : {Space{0, 0}, Space{0, -1}, Space{1, 0}, Space{0, 1}, Space{-1, 0}})
        if (const Space space{at.x + step.x, at.y + step.y}; !full(space) && table_.has(space))
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
    if (const Placement where{space.x, space.y, r};
        fits(tile, where) || (mend_ && mend_(tile, where) && !mended_sides(tile, where).empty()))
      found.insert(where);
  return found;
}

const std::set<Space>& Board::candidates_for(const TileSpec& tile) const {
  if (tile.shape != TileShape::twin) return candidates();
  if (candidates_for_twins_.empty())  // its second space may be the one beside something
    for (const Space space : candidates())
      for (int r = 0; r < 4; ++r) candidates_for_twins_.merge(naive::spaces_of(tile, space, r));
  return candidates_for_twins_;
}

std::set<Placement> Board::placements(const TileSpec& tile) const {
  std::set<Placement> found;
  for (const Space space : candidates_for(tile)) found.merge(placements_at(tile, space));
  return found;
}

bool Board::fits_somewhere(const TileSpec& tile) const {
  const std::set<Space>& spaces = candidates_for(tile);
  return std::any_of(spaces.begin(), spaces.end(), [&](Space space) {
    const auto& turned_ways = rotations(tile);
    return std::any_of(turned_ways.begin(), turned_ways.end(), [&](int r) {
      const Placement where{space.x, space.y, r};
      return fits(tile, where) || (mend_ && mend_(tile, where) && !mended_sides(tile, where).empty());
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
  for (const Edge& edge : sides_of(s)) {
    // The end of a road over a space is at one of its pieces, which need not be the one that the road is named by.
    for (const int p : at_edge_.at(edge)) {
      const Piece& there = pieces_[p];
      const bool here =
          std::any_of(there.spaces.begin(), there.spaces.end(), [&](Space space) { return piece.lies_in(space); });
      if (here && !is_diagonal(edge)) continue;
      for (const Space space : there.spaces)
        if (mine.type == TileFeatureType::road && road_ends(space, edge)) found.push_back(*road_over(space));
      for (std::size_t f = 0; p != s.piece && f < there.tile->features.size(); ++f)
        if (there.tile->features[f].type == mine.type && sides_of({p, static_cast<int>(f)}).contains(edge))
          found.push_back({p, static_cast<int>(f)});
    }
  }
  for (std::size_t h = 0; s.feature != kRoadOver && h < piece.feature_halves[s.feature].size(); ++h) {
    const HalfEdge half = piece.feature_halves[s.feature][h];
    const Edge edge{std::min(half.near, half.far), std::max(half.near, half.far)};
    for (const int p : at_edge_.at(edge)) {
      if (p == s.piece || shown(p, edge) != shown(s.piece, edge)) continue;
      const Piece& there = pieces_[p];
      for (std::size_t f = 0; f < there.tile->features.size(); ++f)
        if (there.tile->features[f].type == mine.type && std::ranges::count(there.feature_halves[f], half) > 0)
          found.push_back({p, static_cast<int>(f)});
    }
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
  for (const auto& [road, ends] : roads_over_)
    if (const Segment over = *road_over(road.space); feature(over).first() == over) all.push_back(&feature(over));
  return all;
}

/// The space of a piece that has an edge.
static Space space_at(const Piece& piece, const Edge& edge) {
  for (const Space space : piece.spaces)
    if (round(space).contains(edge)) return space;
  return piece.at;
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
    whole.spaces.merge(spaces_of(s));
    whole.shields += spec(s).shields;
    const Piece& piece = pieces_[s.piece];
    for (const Edge& edge : sides_of(s)) {
      const auto& meeting = at_edge_.at(edge);
      // Until it is mended, a side where a road and a field meet is open too.
      const bool meets = std::any_of(meeting.begin(), meeting.end(), [&](int p) {
        const bool other = is_diagonal(edge) ? p != s.piece : pieces_[p].spaces != piece.spaces;
        return other &&
               (closes(*pieces_[p].tile) ||
                shown(p, edge) == (whole.type == TileFeatureType::city ? TileTerrain::city : TileTerrain::road));
      });
      if (!meets) missing(across(edge, space_at(piece, edge)));
    }
    for (const TilePort port : spec(s).ports) {
      const Edge edge = edge_of(static_cast<TileSide>(static_cast<int>(port) / 2), piece.at, piece.rotation);
      if (at_edge_.at(edge).size() == 1) missing(across(edge, space_at(piece, edge)));
    }
    for (const Segment next : connected(s)) todo.push_back(next);
  }
  if (counts_surroundings(whole.type)) {
    for (const Space at : pieces_[start.piece].spaces)
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (const Space space{at.x + dx, at.y + dy}; occupied(space))
            whole.spaces.insert(space);
          else
            missing(space);
        }
      }
  }
  whole.complete = whole.type != TileFeatureType::field && whole.type != TileFeatureType::water &&
                   whole.type != TileFeatureType::chapter && whole.type != TileFeatureType::pyramid &&
                   whole.type != TileFeatureType::quarter && whole.type != TileFeatureType::trap && whole.gaps.empty();
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
