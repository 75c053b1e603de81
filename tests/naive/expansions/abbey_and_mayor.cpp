// Abbey and mayor in the naive implementation: who has an abbey, what mayors count, where wagons go, and barns.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

constexpr FigureKind kMayor = "mayor", kWagon = "wagon", kBarn = "barn";
constexpr const char* kPile = "abbey";

/// The four corners of a space, as a barn's move names them.
struct CornerOf {
  const char* name;
  int dx, dy;
};
constexpr std::array<CornerOf, 4> kCorners = {{{"nw", 0, 0}, {"ne", 1, 0}, {"se", 1, 1}, {"sw", 0, 1}}};

/// BARN-1: what is field all round a point: the segments, if they are all of one field.
class RoundPoint {
 public:
  RoundPoint(const Board& board, Corner point) : board_(board), point_(point) {
    all_ = true;
    for (const int dx : {-1, 0})
      for (const int dy : {-1, 0}) all_ = all_ && look_into({point.x + dx, point.y + dy});
    for (const Segment s : found_) all_ = all_ && board.feature(s).segments.contains(found_.front());
  }

  bool all_field() const { return all_; }
  std::optional<Segment> on(int piece) const {
    for (const Segment s : found_)
      if (s.piece == piece) return s;
    return std::nullopt;
  }

 private:
  /// The field segments in a space that have this half-edge.
  std::vector<Segment> with(Space space, HalfEdge half) const {
    std::vector<Segment> found;
    for (const int p : board_.pieces_in(space)) {
      const Piece& piece = board_.pieces()[p];
      for (int f = 0; f < static_cast<int>(piece.tile->features.size()); ++f) {
        const auto& ports = piece.tile->features[f].ports;
        if (std::any_of(ports.begin(), ports.end(),
                        [&](TilePort port) { return half_edge_of(port, piece.at, piece.rotation) == half; }))
          found.push_back({p, f});
      }
    }
    return found;
  }

  /// Either one segment reaches both sides at the point, or one each side and both the diagonal between them.
  bool look_into(Space space) {
    if (!board_.occupied(space)) return false;
    const Corner across_x{space.x + (point_.x == space.x ? 1 : 0), point_.y};
    const Corner across_y{point_.x, space.y + (point_.y == space.y ? 1 : 0)};
    const Corner opposite{across_x.x, across_y.y};
    const auto a = with(space, {point_, across_x}), b = with(space, {point_, across_y}),
               d = with(space, {point_, opposite});
    const auto has = [](const std::vector<Segment>& list, Segment s) {
      return std::find(list.begin(), list.end(), s) != list.end();
    };
    // Between the two spaces of a twin is no side: there it is all one field on this side of the point.
    const auto within = [&](Space beside) {
      return board_.occupied(beside) && board_.pieces_in(beside) == board_.pieces_in(space) &&
             board_.pieces()[board_.pieces_in(space).front()].spaces.size() == 2;
    };
    const Space over{space.x, point_.y == space.y ? space.y - 1 : space.y + 1},
        beside{point_.x == space.x ? space.x - 1 : space.x + 1, space.y};
    const bool inner_x = within(over), inner_y = within(beside);
    if (inner_x != inner_y) {
      const auto& only = inner_x ? b : a;
      if (only.empty()) return false;
      found_.push_back(only.front());
      return true;
    }
    if (a.empty() || b.empty()) return false;
    if (a.front() == b.front()) {
      found_.push_back(a.front());
      return true;
    }
    if (a.front().piece == b.front().piece || !has(d, a.front()) || !has(d, b.front())) return false;
    found_.push_back(a.front());
    found_.push_back(b.front());
    return true;
  }

  const Board& board_;
  Corner point_;
  std::vector<Segment> found_;
  bool all_ = false;
};

class AbbeyAndMayor : public Expansion {
 public:
  explicit AbbeyAndMayor(const GameRules& rules)
      : connected_(rules.is("wagon_range", "connected")),
        beside_others_(rules.is("barn_field", "any")),
        last_round_(rules.is("last_abbeys", "round")) {
    for (const GameRules::Kind& kind : rules.kinds)
      if (closes(*kind.tile)) abbey_ = kind.tile;
  }

  bool at(Game& game, Moment moment) override {
    switch (moment) {
      case Moment::unpacked:
        unpack(game);
        return false;
      case Moment::placed:
        scored_.clear();
        fresh_.reset();
        return false;
      case Moment::scored:
        for (int i = 0, seat = game.turn_seat(); i < game.seats(); ++i, seat = game.after(seat))
          if (scored_.contains(seat)) moving_.push_back(seat);
        return next_wagon(game);
      default:
        return false;
    }
  }

  std::map<FigureKind, int> figures() const override { return {{kMayor, 1}, {kWagon, 1}, {kBarn, 1}}; }
  std::set<FigureKind> companions() const override { return {kBarn}; }
  /// MAYOR-1, WAGON-1
  bool stands_on(FigureKind kind, TileFeatureType type) const override {
    if (kind == kMayor) return type == TileFeatureType::city;
    return kind == kWagon &&
           (type == TileFeatureType::city || type == TileFeatureType::road || type == TileFeatureType::cloister);
  }

  /// MAYOR-2
  int strength(const Scene& scene, const FigureOnBoard& figure, int otherwise) const override {
    return figure.kind == kMayor ? scene.board.feature(figure.where).shields : otherwise;
  }

  /// BARN-4
  bool forbids_figures(const Game& game, FigureKind kind, Segment where) const override {
    return where.feature != kOnTile && !game.is_left_standing(kind) && has_barn(game.board().feature(where));
  }

  int set_apart(int seat, FigureKind kind) const override { return kind == kBarn && barns_.contains(seat) ? 1 : 0; }

  /// BARN-1, BARN-2
  void join(const Game& game, std::vector<Option>& all) override {
    if (barns_.contains(game.seat())) return;
    const Piece& last = game.board().pieces().back();
    std::set<Corner> asked;
    for (const bool second : {false, true})
      for (const CornerOf& corner : kCorners) {
        if (second && last.spaces.size() == 1) continue;
        Space at = last.at;
        for (const Space other : last.spaces)
          if (second && other != last.at) at = other;
        const Corner point{at.x + corner.dx, at.y + corner.dy};
        if (!asked.insert(point).second) continue;
        const RoundPoint round(game.board(), point);
        const auto field = round.all_field() ? round.on(game.piece()) : std::nullopt;
        if (!field || (!beside_others_ && has_barn(game.board().feature(*field)))) continue;
        all.push_back({std::string("barn:") + corner.name + (second ? "2" : ""), [this, field](Game& g) {
                         barns_[g.seat()] = *field;
                         fresh_ = *field;
                         g.go_on();
                       }});
      }
  }

  /// BARN-3, then BARN-5
  void score_fields(Game& game) override {
    if (fresh_ && stands(game, *fresh_)) game.score_field(*fresh_, 3);
    for (const auto& [seat, field] : barns_)
      if (stands(game, field)) game.score_field(field, 1);
  }

  /// BARN-7
  void at_the_end(Game& game) override {
    std::set<std::pair<int, Segment>> paid;
    for (const auto& [seat, barn] : barns_) {
      const Feature& field = game.board().feature(barn);
      const int cities = static_cast<int>(game.board().completed_cities_at(field).size());
      if (cities > 0 && paid.insert({seat, field.first()}).second) game.give(seat, 4 * cities + game.bonus_at(field));
    }
  }

  /// WAGON-4
  void paid(Game& game, const std::set<Segment>& scored) override {
    for (const FigureOnBoard& f : game.figures())
      if (f.kind == kWagon && scored.contains(f.where) && game.board().feature(f.where).complete)
        scored_.insert({f.seat, f.where});
  }

  /// WAGON-2
  std::vector<Option> options(const Game& game) override {
    std::vector<Option> all;
    for (const Segment to : targets(game))
      all.push_back({game.place_text("wagon", to), [this, to](Game& g) {
                       g.put(g.seat(), kWagon, to);
                       if (!next_wagon(g)) g.go_on();
                     }});
    if (!all.empty())
      all.push_back({"home", [this](Game& g) {
                       if (!next_wagon(g)) g.go_on();
                     }});
    return all;
  }

 private:
  /// ABBEY-1
  void unpack(Game& game) const {
    game.take_out_of_stack(*abbey_);
    for (int n = 0; n < abbey_->count; ++n) (n < game.seats() ? game.pile(kPile, n) : game.pile(kPile)).insert(abbey_);
    game.lay_instead_of_drawing(kPile);
    game.count_in_hand(kPile);
    if (last_round_) game.lay_in_last_round(kPile);
  }

  bool has_barn(const Feature& field) const {
    return std::any_of(barns_.begin(), barns_.end(),
                       [&](const auto& barn) { return field.segments.contains(barn.second); });
  }

  static bool stands(const Game& game, Segment field) {
    const Feature& whole = game.board().feature(field);
    return std::any_of(game.figures().begin(), game.figures().end(), [&](const FigureOnBoard& f) {
      return game.is_follower(f.kind) && whole.segments.contains(f.where);
    });
  }

  /// WAGON-3
  bool next_wagon(Game& game) {
    while (!moving_.empty()) {
      game.ask(*this, moving_.front());
      moving_.erase(moving_.begin());
      if (!targets(game).empty()) return true;
    }
    return false;
  }

  /// WAGON-2, WAGON-5: where the wagon of the seat that is asked may go.
  std::set<Segment> targets(const Game& game) const {
    const Segment from = scored_.at(game.seat());
    const Board& board = game.board();
    std::set<Segment> linked;
    if (connected_) linked = connected_to(board, board.feature(from));
    std::set<Segment> found;
    for (int p = 0; p <= game.piece(); ++p)
      for (const Segment to : board.segments_on(p)) {
        bool near = false;
        for (const Space here : board.pieces()[from.piece].spaces)
          for (const Space there : board.pieces()[p].spaces)
            near = near || std::max(std::abs(here.x - there.x), std::abs(here.y - there.y)) <= 1;
        if (connected_ ? !linked.contains(board.feature(to).first()) : !near) continue;
        if (game.may_stand(kWagon, to) && !game.taken(to) && !board.feature(to).complete) found.insert(to);
      }
    return found;
  }

  /// WAGON-5, 2007: features, by their first segments.
  static std::set<Segment> connected_to(const Board& board, const Feature& from) {
    std::set<Segment> found;
    for (int p = 0; p < static_cast<int>(board.pieces().size()); ++p) {
      const TileSpec& tile = *board.pieces()[p].tile;
      const int features = static_cast<int>(tile.features.size());
      for (int a = 0; a < features; ++a)
        for (int b = 0; b < features; ++b)
          if (a != b && from.segments.contains({p, a}) && (leads(tile, a, b) || leads(tile, b, a)))
            found.insert(board.feature({p, b}).first());
      if (!closes(tile)) continue;
      for (const Segment beside : beside_abbey(board, p)) {
        if (from.segments.contains({p, 0})) found.insert(board.feature(beside).first());
        if (from.segments.contains(beside)) found.insert({p, 0});
      }
    }
    return found;
  }

  static bool leads(const TileSpec& tile, int from, int to) {
    const TileFeatureSpec &a = tile.features[from], &b = tile.features[to];
    const auto reaches = [&](TileSide side) {
      return std::find(a.sides.begin(), a.sides.end(), side) != a.sides.end();
    };
    if (a.type == TileFeatureType::road && a.end == RoadEnd::village && b.end == RoadEnd::village) return true;
    if (a.end == RoadEnd::city && a.end_city == to) return true;
    const bool in_cloister = b.type == TileFeatureType::cloister || b.type == TileFeatureType::chapter;
    if (a.end == RoadEnd::cloister && in_cloister) return true;
    if (a.end == RoadEnd::mark && b.type == TileFeatureType::building) return true;
    if (a.end == RoadEnd::mark && b.type == TileFeatureType::road && b.sides.size() > 2) return true;  // it forks there
    return a.type == TileFeatureType::city && in_cloister &&
           ((reaches(TileSide::N) && reaches(TileSide::S)) || (reaches(TileSide::E) && reaches(TileSide::W)));
  }

  /// Roads and cities that have a side at one of an abbey's.
  static std::set<Segment> beside_abbey(const Board& board, int abbey) {
    const Piece& own = board.pieces()[abbey];
    std::set<Edge> edges;
    for (const TileSide side : {TileSide::N, TileSide::E, TileSide::S, TileSide::W})
      edges.insert(edge_of(side, own.at, own.rotation));
    std::set<Segment> found;
    for (int p = 0; p < static_cast<int>(board.pieces().size()); ++p)
      for (const Segment other : board.segments_on(p))
        for (const Edge& edge : board.sides_of(other))
          if (edges.contains(edge)) found.insert(other);
    return found;
  }

  bool connected_, beside_others_, last_round_;
  const TileSpec* abbey_ = nullptr;
  std::map<int, Segment> barns_;   ///< by seat: the field, on the tile with which it came
  std::optional<Segment> fresh_;   ///< the one that came in this turn
  std::map<int, Segment> scored_;  ///< wagons of this turn, by seat: where they stood
  std::vector<int> moving_;        ///< seats whose wagons are still to be asked about
};

}  // namespace

std::unique_ptr<Expansion> abbey_and_mayor(const GameRules& rules) {
  if (rules.is("abbey_and_mayor", "off")) return nullptr;
  return std::make_unique<AbbeyAndMayor>(rules);
}

}  // namespace bastide::naive
