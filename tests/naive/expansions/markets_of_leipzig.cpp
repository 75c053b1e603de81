// The markets of Leipzig in the naive implementation: the city that lies first, who goes there instead of being scored,
// and what its quarters pay.
#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

using Quarter = std::string;
const std::map<Quarter, Placement> kCity = {
    {"wainwrights", {0, 0, 0}}, {"tanners", {1, -2, 1}}, {"bookprinters", {3, -1, 2}}, {"coiners", {2, 1, 3}}};
const std::vector<Quarter> kInOrder = {"wainwrights", "tanners", "bookprinters", "coiners"};

class MarketsOfLeipzig : public Expansion {
 public:
  explicit MarketsOfLeipzig(const GameRules& rules)
      : more_(rules.is("leipzig_follower", "more") ? 1 : 0), both_(rules.is("leipzig_road", "spaces")) {
    for (const Quarter& quarter : kInOrder)
      for (const GameRules::Kind& kind : rules.kinds)
        if (symbols_on(*kind.tile, quarter) > 0) tiles_.emplace_back(kind.tile, kCity.at(quarter));
  }

  /// LEI-1, LEI-2
  std::vector<std::pair<const TileSpec*, Placement>> landscape() const override { return tiles_; }
  int more_followers() const override { return more_; }

  bool at(Game& game, Moment moment) override {
    switch (moment) {
      case Moment::unpacked:
        if (both_) game.board().lay_long_roads_in_both();
        return false;
      case Moment::acted:
        sent_.clear();
        find_who_chooses(game);
        return next(game);
      case Moment::paid:
        move(game);
        pay(game);
        return false;
      default:
        return false;
    }
  }

  /// LEI-5, LEI-7
  std::vector<Option> options(const Game& game) override {
    if (choosing_.empty()) return {};
    const auto [road, seat] = choosing_.front();
    const std::set<Segment> segments = game.board().feature(road).segments;
    std::set<FigureKind> kinds;
    for (const FigureOnBoard& f : game.figures())
      if (f.seat == seat && game.is_follower(f.kind) && segments.contains(f.where)) kinds.insert(f.kind);
    std::vector<Option> all;
    for (const FigureKind kind : kinds)
      for (const Quarter& quarter : kInOrder) {
        if (is_in(game, seat, quarter) || sent_.contains({seat, quarter})) continue;
        all.push_back({game.place_text("to-market", place_of(game.board(), quarter), kind),
                       [this, road = road, seat = seat, kind, quarter](Game& g) {
                         sent_[{seat, quarter}] = {road, kind};
                         answered(g);
                       }});
      }
    if (!all.empty()) all.push_back({"score", [this](Game& g) { answered(g); }});
    return all;
  }

  /// LEI-6
  std::set<int> forgoes(const Scene& scene, const Feature& feature) const override {
    std::set<int> out;
    for (const auto& [to, who] : sent_) {
      if (!feature.segments.contains(who.road)) continue;
      int there = 0;
      for (const FigureOnBoard& f : scene.figures)
        there += f.seat == to.first && feature.segments.contains(f.where) && !is_companion(scene.expansions, f.kind);
      if (there == 1) out.insert(to.first);
    }
    return out;
  }

  /// LEI-3
  bool forbids_figures(const Game& game, FigureKind, Segment where) const override {
    return where.feature != kOnTile && game.board().spec(where).type == TileFeatureType::quarter;
  }

  /// LEI-8
  bool keeps(const Game& game, const FigureOnBoard& figure) const override { return game.stays_to_the_end(figure); }

  /// LEI-12
  void paid(Game& game, const std::set<Segment>& scored) override {
    std::set<Segment> fields;
    for (const Segment s : scored)
      if (game.board().spec(s).type == TileFeatureType::field) fields.insert(game.board().feature(s).first());
    for (const Segment field : fields) {
      int sheds = 0;
      for (const Segment s : game.board().feature(field).segments)
        for (const TileSymbol& symbol : game.board().pieces()[s.piece].tile->symbols)
          sheds += symbol.type == "cow-shed" && symbol.feature == s.feature;
      reward(game, game.board().feature(field), "tanners", 2 * sheds);
    }
  }

 private:
  struct Sent {
    Segment road;
    FigureKind kind;
  };

  static int piece_of(const Board& board, const Quarter& quarter) {
    int piece = 0;
    while (symbols_on(*board.pieces()[piece].tile, quarter) == 0) ++piece;
    return piece;
  }

  static Segment place_of(const Board& board, const Quarter& quarter) {
    Segment place{piece_of(board, quarter), 0};
    while (board.spec(place).type != TileFeatureType::quarter) ++place.feature;
    return place;
  }

  static bool is_in(const Game& game, int seat, const Quarter& quarter) {
    const Segment place = place_of(game.board(), quarter);
    return std::any_of(game.figures().begin(), game.figures().end(),
                       [&](const FigureOnBoard& f) { return f.seat == seat && f.where == place; });
  }

  static std::set<int> present(const Game& game, const Feature& feature) {
    std::set<int> seats;
    for (const FigureOnBoard& f : game.figures())
      if (game.is_follower(f.kind) && feature.segments.contains(f.where)) seats.insert(f.seat);
    return seats;
  }

  /// LEI-4: all roads that can be reached from the gates.
  static std::set<Segment> roads_to_city(const Board& board) {
    std::set<Segment> reached;
    std::deque<Segment> todo;
    const auto add = [&](Segment s) {
      const Feature& road = board.feature(s);
      if (reached.insert(road.first()).second) todo.push_back(road.first());
    };
    const auto is_road = [&](Segment s) { return board.spec(s).type == TileFeatureType::road; };
    for (const Quarter& quarter : kInOrder) {
      const int piece = piece_of(board, quarter);
      for (int f = 0; f < static_cast<int>(board.pieces()[piece].tile->features.size()); ++f)
        if (is_road({piece, f})) add({piece, f});
    }
    while (!todo.empty()) {
      const Segment road = todo.front();
      todo.pop_front();
      for (const Segment s : board.feature(road).segments) {
        if (s.feature == kRoadOver || board.spec(s).end != RoadEnd::village) continue;
        for (int f = 0; f < static_cast<int>(board.pieces()[s.piece].tile->features.size()); ++f)
          if (const Segment other{s.piece, f}; is_road(other) && board.spec(other).end == RoadEnd::village) add(other);
      }
    }
    return reached;
  }

  void find_who_chooses(const Game& game) {
    choosing_.clear();
    const std::set<Segment> roads = roads_to_city(game.board());
    for (const Segment first : roads) {
      const Feature& road = game.board().feature(first);
      if (!road.complete || game.converted(road) || present(game, road).empty()) continue;
      const std::set<int> owners = game.owners_of(road);
      for (int i = 0, seat = game.turn_seat(); i < game.seats(); ++i, seat = game.after(seat))
        if (owners.contains(seat)) choosing_.emplace_back(first, seat);
    }
  }

  /// The next one who has a choice is asked.
  bool next(Game& game) {
    for (; !choosing_.empty(); choosing_.pop_front()) {
      if (options(game).empty()) continue;
      game.ask(*this, choosing_.front().second);
      return true;
    }
    return false;
  }

  void answered(Game& game) {
    choosing_.pop_front();
    if (!next(game)) game.go_on();
  }

  void move(Game& game) {
    for (const auto& [to, who] : sent_) {
      const std::set<Segment> segments = game.board().feature(who.road).segments;
      const auto figure = std::find_if(game.figures().begin(), game.figures().end(), [&](const FigureOnBoard& f) {
        return f.seat == to.first && f.kind == who.kind && segments.contains(f.where);
      });
      if (figure == game.figures().end()) continue;
      game.take_home(FigureOnBoard(*figure));
      game.put(to.first, who.kind, place_of(game.board(), to.second));
    }
    sent_.clear();
  }

  /// LEI-9 to LEI-11
  static void pay(Game& game) {
    std::set<Segment> done;
    for (const FigureOnBoard& f : game.figures())
      if (const Feature& feature = game.board().feature(f.where); feature.complete && !game.converted(feature))
        done.insert(feature.first());
    for (const Segment first : done) {
      const Feature& feature = game.board().feature(first);
      if (feature.type == TileFeatureType::road) reward(game, feature, "wainwrights", game.size_of(feature));
      if (feature.type == TileFeatureType::city) reward(game, feature, "coiners", 3 * feature.shields);
      if (feature.type == TileFeatureType::cloister) reward(game, feature, "bookprinters", 4);
    }
  }

  /// LEI-13
  static void reward(Game& game, const Feature& feature, const Quarter& quarter, int points) {
    for (const int seat : present(game, feature))
      if (points > 0 && is_in(game, seat, quarter)) game.give(seat, points);
  }

  int more_;
  bool both_;
  std::vector<std::pair<const TileSpec*, Placement>> tiles_;
  std::deque<std::pair<Segment, int>> choosing_;  ///< a road, and a seat that has still to say
  std::map<std::pair<int, Quarter>, Sent> sent_;  ///< by seat and where to
};

}  // namespace

std::unique_ptr<Expansion> markets_of_leipzig(const GameRules& rules) {
  if (!rules.is("markets_of_leipzig", "on")) return nullptr;
  return std::make_unique<MarketsOfLeipzig>(rules);
}

}  // namespace bastide::naive
