// Under the big top in the naive implementation: animals under the tent and whom they pay, acrobats, and
// ringmasters.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

constexpr FigureKind kRingmaster = "ringmaster";

/// The eight spaces around one, and itself.
bool touches(Space a, Space b) {
  return a.x >= b.x - 1 && a.x <= b.x + 1 && a.y >= b.y - 1 && a.y <= b.y + 1;
}

class UnderTheBigTop : public Expansion {
 public:
  UnderTheBigTop(bool tent, bool at_the_end, bool ringmasters, bool acrobats, bool farmers)
      : tent_(tent), at_the_end_(at_the_end), ringmasters_(ringmasters), acrobats_(acrobats), farmers_(farmers) {}

  bool climbs_pyramids() const override { return acrobats_; }

  /// ACRO-3, and no acrobats below a bridge.
  bool forbids_figures(const Game& game, FigureKind, Segment where) const override {
    return where.feature != kOnTile && game.board().spec(where).type == TileFeatureType::pyramid &&
           (game.taken(where) || game.board().road_over(space_of(game, where.piece)));
  }

  /// ACRO-2, ACRO-5. The tile just laid is one of the base game's places.
  void join(const Game& game, std::vector<Option>& all) override {
    if (!acrobats_) return;
    for (int piece = 0; piece <= game.piece(); ++piece)
      for (const Segment where : game.board().segments_on(piece)) {
        if (game.board().spec(where).type != TileFeatureType::pyramid) continue;
        if (piece != game.piece() && near(game, piece, game.piece()) && game.may_stand(kFollower, where))
          all.push_back({game.place_text("acrobat", where), [where](Game& g) {
                           g.put(g.seat(), kFollower, where);
                           g.go_on();
                         }});
        if (game.taken(where))
          all.push_back({game.place_text("perform", where), [where](Game& g) {
                           perform(g, where);
                           g.go_on();
                         }});
      }
  }

  /// ACRO-6
  void at_the_end(Game& game) override {
    std::set<Segment> pyramids;
    for (const FigureOnBoard& f : game.figures())
      if (game.board().spec(f.where).type == TileFeatureType::pyramid) pyramids.insert(f.where);
    for (const Segment where : pyramids) pay_acrobats(game, where);
  }

  std::map<FigureKind, int> figures() const override {
    return ringmasters_ ? std::map<FigureKind, int>{{kRingmaster, 1}} : std::map<FigureKind, int>{};
  }

  /// RING-1
  bool stands_on(FigureKind kind, TileFeatureType type) const override {
    return kind == kRingmaster && (type == TileFeatureType::road || type == TileFeatureType::city ||
                                   type == TileFeatureType::cloister || (farmers_ && type == TileFeatureType::field));
  }

  bool at(Game& game, Moment moment) override {
    if (moment == Moment::ending) {
      over_ = true;
      return tent_ && at_the_end_ && where_ && ask(game, 0);  // BIGTOP-7
    }
    if ((moment != Moment::set_up && moment != Moment::scored) || !tent_ || symbols_on(game.last_tile(), "circus") == 0)
      return false;
    if (where_) return ask(game, game.turn_seat());
    pitch(game);  // BIGTOP-3
    return false;
  }

  /// The token under the tent could be any that is not out of the game.
  std::vector<Option> options(const Game&) override {
    std::vector<Option> all;
    for (const auto& [points, count] : animals_)
      if (count > 0)
        all.push_back({"animal:" + std::to_string(points),
                       [this, points = points](Game& g) {
                         reveal(g, points);
                         if (!over_) pitch(g);
                         g.go_on();
                       },
                       count});
    return all;
  }

  /// RING-2
  void paid(Game& game, const std::set<Segment>& scored) override {
    std::vector<int> seats;
    for (const FigureOnBoard& f : game.figures()) {
      if (f.kind != kRingmaster || !scored.contains(f.where)) continue;
      const Feature& feature = game.board().feature(f.where);
      // Else an abbot beside him was taken back.
      if (!feature.complete && feature.type != TileFeatureType::field && !over_) continue;
      int circuses = 0;
      for (int piece = 0; piece <= game.piece(); ++piece)
        if (const TileSpec& tile = *game.board().pieces()[piece].tile; near(game, piece, f.where.piece))
          circuses += symbols_on(tile, "circus") + symbols_on(tile, "acrobats");
      if (circuses > 0) game.give(f.seat, 2 * circuses);
    }
  }

 private:
  static Space space_of(const Game& game, int piece) { return game.board().pieces()[piece].at; }
  /// A double tile is wherever one of its halves is.
  static bool near(const Game& game, int piece, Space space) {
    const std::set<Space>& spaces = game.board().pieces()[piece].spaces;
    return std::any_of(spaces.begin(), spaces.end(), [&](Space own) { return touches(own, space); });
  }
  static bool near(const Game& game, int piece, int other) {
    const std::set<Space>& spaces = game.board().pieces()[other].spaces;
    return std::any_of(spaces.begin(), spaces.end(), [&](Space space) { return near(game, piece, space); });
  }

  static void pay_acrobats(Game& game, Segment pyramid) {
    std::map<int, int> there;
    for (const FigureOnBoard& f : game.figures())
      if (f.where == pyramid) ++there[f.seat];
    for (const auto& [seat, count] : there) game.give(seat, 5 * count);
  }

  /// ACRO-5
  static void perform(Game& game, Segment pyramid) {
    pay_acrobats(game, pyramid);
    game.tell_paid({pyramid});
    game.take_home([&](const FigureOnBoard& f) { return f.where == pyramid; });
  }

  bool ask(Game& game, int seat) {
    game.ask_chance(*this, seat);
    return true;
  }

  void pitch(Game& game) {
    where_ = game.board().pieces().back().at;
    game.neutrals()["big-top"] = {*where_, game.piece(), std::nullopt};
  }

  /// BIGTOP-5
  bool watches(const Game& game, const FigureOnBoard& f) const {
    if (!game.is_follower(f.kind)) return false;
    if (near(game, f.where.piece, *where_)) return true;
    if (f.where.feature == kOnTile) return false;
    const Feature& feature = game.board().feature(f.where);
    if (!game.converted(feature)) return false;
    for (const Space space : feature.spaces)
      if (touches(space, *where_)) return true;
    return false;
  }

  /// BIGTOP-4
  void reveal(Game& game, int points) {
    std::vector<int> watching(static_cast<std::size_t>(game.seats()));
    for (const Figures* all : {&game.figures(), &game.on_tiles()})
      for (const FigureOnBoard& f : *all) watching[f.seat] += watches(game, f);
    for (int seat = 0; seat < game.seats(); ++seat)
      if (watching[seat] > 0) game.give(seat, points * watching[seat]);
    --animals_[points];
  }

  bool tent_, at_the_end_, ringmasters_, acrobats_, farmers_;
  bool over_ = false;
  std::optional<Space> where_;
  std::map<int, int> animals_ = {{1, 1}, {3, 4}, {4, 5}, {5, 3}, {6, 2}, {7, 1}};  ///< BIGTOP-1: in the game, by points
};

}  // namespace

std::unique_ptr<Expansion> under_the_big_top(const GameRules& rules) {
  const bool tent = !rules.is("big_top", "off"), ringmasters = !rules.is("ringmasters", "off"),
             acrobats = !rules.is("acrobats", "off");
  if (!tent && !ringmasters && !acrobats) return nullptr;
  return std::make_unique<UnderTheBigTop>(tent, rules.is("big_top_final", "on"), ringmasters, acrobats,
                                          !rules.is("field_scoring", "none"));
}

}  // namespace bastide::naive
