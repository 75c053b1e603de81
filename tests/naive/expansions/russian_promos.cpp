// The Russian promos in the naive implementation: what the hut is worth, whom the two traps catch and when, and who
// gets out of them.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

class RussianPromos : public Expansion {
 public:
  RussianPromos(bool all, bool on_lake) : all_(all), on_lake_(on_lake) {}

  // ---- the hut

  /// RUS-3
  int worth(const Scene&, const Feature& feature) const override {
    return feature.type == TileFeatureType::hut ? 1 : 0;
  }
  int points(const Scene&, const Feature& feature, Reason reason, int, int otherwise) const override {
    if (feature.type != TileFeatureType::hut || reason != Reason::unfinished) return otherwise;
    return 1 + static_cast<int>(feature.gaps.size());
  }

  // ---- the traps

  bool at(Game& game, Moment moment) override {
    if (moment == Moment::placed) look(game, true);
    return false;
  }
  void settle(Game& game) override { look(game, false); }

  /// RUS-13
  void join(const Game& game, std::vector<Option>& all) override {
    std::set<FigureOnBoard> own;  // alike ones once
    for (const FigureOnBoard& f : game.figures())
      if (f.seat == game.seat() && is_trap(game, f.where) && f.where.piece < game.piece() - game.part()) own.insert(f);
    for (const FigureOnBoard& f : own)
      all.push_back({game.place_text("free", f.where, f.kind), [f](Game& g) {
                       g.take_home(f);
                       g.go_on();
                     }});
  }

  /// RUS-6, RUS-9, RUS-O3. On what is no tower stand the guests of bathhouses.
  bool forbids_figures(const Game& game, FigureKind, Segment where) const override {
    const TileSpec& tile = *game.board().pieces()[where.piece].tile;
    if (where.feature == kOnTile) return symbols_on(tile, "tower") == 0 && beside_a_lake(game, where.piece);
    return is_trap(game, where) || (!on_lake_ && symbols_on(tile, "sprite-lake") > 0);
  }

  /// RUS-14
  void at_the_end(Game& game) override {
    std::map<int, int> drowned;
    for (const FigureOnBoard& f : game.figures())
      if (in_lake(game, f)) ++drowned[f.seat];
    for (const auto& [seat, count] : drowned) game.give(seat, -2 * count);
  }

 private:
  static bool is_trap(const Game& game, Segment where) {
    return where.feature != kOnTile && game.board().spec(where).type == TileFeatureType::trap;
  }

  static std::vector<int> pieces_with(const Game& game, std::string_view symbol) {
    std::vector<int> found;
    for (int p = 0; p <= game.piece(); ++p)
      if (symbols_on(*game.board().pieces()[p].tile, symbol) > 0) found.push_back(p);
    return found;
  }

  static bool in_lake(const Game& game, const FigureOnBoard& f) {
    return is_trap(game, f.where) && symbols_on(*game.board().pieces()[f.where.piece].tile, "sprite-lake") > 0;
  }

  static Segment segment_of(const Game& game, int piece, TileFeatureType type) {
    for (const Segment s : game.board().segments_on(piece))
      if (s.feature != kRoadOver && game.board().spec(s).type == type) return s;
    return {};
  }

  /// RUS-9, RUS-O3
  bool reaches(const Game& game, int lake, int piece) const {
    if (piece == lake) return on_lake_;
    const Space at = game.board().pieces()[lake].at;
    const std::set<Space>& spaces = game.board().pieces()[piece].spaces;
    return std::any_of(spaces.begin(), spaces.end(), [&](Space s) {
      return s.x >= at.x - 1 && s.x <= at.x + 1 && s.y >= at.y - 1 && s.y <= at.y + 1;
    });
  }

  bool beside_a_lake(const Game& game, int piece) const {
    const std::vector<int> lakes = pieces_with(game, "sprite-lake");
    return std::any_of(lakes.begin(), lakes.end(), [&](int lake) { return reaches(game, lake, piece); });
  }

  static void put_into(Game& game, const FigureOnBoard& figure, int trap) {
    game.take_home(figure);
    game.put(figure.seat, figure.kind, segment_of(game, trap, TileFeatureType::trap));
  }

  /// RUS-9 to RUS-11
  void drown(Game& game) const {
    for (const int lake : pieces_with(game, "sprite-lake")) {
      std::vector<FigureOnBoard> caught;
      for (const Figures* figures : {&game.figures(), &game.on_tiles()})
        for (const FigureOnBoard& f : *figures)
          if (game.is_follower(f.kind) && !in_lake(game, f) && reaches(game, lake, f.where.piece) &&
              (f.where.feature == kOnTile || !game.kept(f)))
            caught.push_back(f);
      for (const FigureOnBoard& f : caught) put_into(game, f, lake);
    }
  }

  /// RUS-8: how far each segment of the road is from the tree.
  static std::map<Segment, int> distances(const Game& game, Segment from) {
    std::map<Segment, int> far = {{from, 0}};
    std::vector<Segment> edge = {from};
    for (int steps = 1; !edge.empty(); ++steps) {
      std::vector<Segment> next;
      for (const Segment s : edge)
        for (const Segment other : game.board().next_to(s))
          if (far.insert({other, steps}).second) next.push_back(other);
      edge = next;
    }
    return far;
  }

  void ambush(Game& game, int tree) const {
    const std::map<Segment, int> far = distances(game, segment_of(game, tree, TileFeatureType::road));
    std::map<int, std::vector<FigureOnBoard>> there;
    for (const FigureOnBoard& f : game.figures())
      if (const auto found = far.find(f.where);
          found != far.end() && !game.kept(f) && (!all_ || game.is_follower(f.kind)))
        there[all_ ? 0 : found->second].push_back(f);
    if (there.empty()) return;
    const std::vector<FigureOnBoard>& caught = there.begin()->second;
    for (const bool followers : {false, true})  // at the same time: none of them goes home with another
      for (const FigureOnBoard& f : caught)
        if (game.is_follower(f.kind) == followers) put_into(game, f, tree);
  }

  /// RUS-7, RUS-15, RUS-16: what is new since the last look.
  void look(Game& game, bool laid) {
    std::vector<int> sprung;
    for (const int tree : pieces_with(game, "robber-tree")) {
      const Feature& road = game.board().feature(segment_of(game, tree, TileFeatureType::road));
      bool springs = laid && road.pieces.contains(game.piece());
      for (const Segment s : road.segments) springs |= s.feature == kRoadOver && !bridges_.contains(s);
      for (const FigureOnBoard& f : game.figures())
        springs |= road.segments.contains(f.where) && game.figures().count(f) > seen_.count(f);
      if (springs) sprung.push_back(tree);
    }
    drown(game);
    for (const int tree : sprung) ambush(game, tree);
    drown(game);
    seen_ = game.figures();
    for (const Piece& piece : game.board().pieces())
      for (const Space space : piece.spaces)
        if (const auto over = game.board().road_over(space)) bridges_.insert(*over);
  }

  bool all_, on_lake_;
  Figures seen_;               ///< as they stood then
  std::set<Segment> bridges_;  ///< that were there
};

}  // namespace

std::unique_ptr<Expansion> russian_promos(const GameRules& rules) {
  if (rules.is("russian_promos", "off")) return nullptr;
  return std::make_unique<RussianPromos>(rules.is("robber_reach", "all"), rules.is("lake_tile", "caught"));
}

}  // namespace bastide::naive
