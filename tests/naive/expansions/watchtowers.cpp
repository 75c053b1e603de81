// Watchtowers in the naive implementation: who is paid for what is around one, and how much that is.
#include <algorithm>
#include <set>
#include <vector>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

class Watchtowers : public Expansion {
 public:
  /// WAT-3 to WAT-6, WAT-12 to WAT-14
  bool at(Game& game, Moment moment) override {
    if (moment != Moment::scoring) return false;
    for (const FigureOnBoard& f : game.figures()) {
      const Feature& feature = game.board().feature(f.where);
      if (!game.is_follower(f.kind) || !feature.complete || game.converted(feature)) continue;
      if (const int points = view_from(game, f.where.piece); points > 0) game.give(f.seat, points);
    }
    return false;
  }

 private:
  /// WAT-7 to WAT-11: by the symbol on the tile.
  static int view_from(const Game& game, int tower) {
    const Board& board = game.board();
    const TileSpec& tile = *board.pieces()[tower].tile;
    const Space at = board.pieces()[tower].at;
    const auto beside = [&](Space other) {
      return other.x >= at.x - 1 && other.x <= at.x + 1 && other.y >= at.y - 1 && other.y <= at.y + 1;
    };
    const auto near = [&](int piece) {
      const std::set<Space>& spaces = board.pieces()[piece].spaces;
      return std::any_of(spaces.begin(), spaces.end(), beside);
    };
    if (symbols_on(tile, "watchtower-follower") > 0) {
      const auto stands = [&](const FigureOnBoard& f) { return near(f.where.piece) && game.is_follower(f.kind); };
      return 2 * static_cast<int>(std::count_if(game.figures().begin(), game.figures().end(), stands) +
                                  std::count_if(game.on_tiles().begin(), game.on_tiles().end(), stands));
    }
    int shields = 0, monasteries = 0;
    std::set<Space> roads, cities;
    for (int p = 0; p <= game.piece(); ++p) {
      if (!near(p)) continue;
      for (const TileFeatureSpec& feature : board.pieces()[p].tile->features) {
        shields += feature.type == TileFeatureType::city ? feature.shields : 0;
        monasteries += feature.type == TileFeatureType::cloister;
      }
      for (const Segment s : board.segments_on(p)) {
        const TileFeatureType type = board.spec(s).type;
        for (const Space space : board.spaces_of(s)) {  // each half of a double tile is one
          if (!beside(space)) continue;
          if (type == TileFeatureType::road) roads.insert(space);
          if (type == TileFeatureType::city && !game.converted(board.feature(s))) cities.insert(space);
        }
      }
    }
    if (symbols_on(tile, "watchtower-shield") > 0) return 2 * shields;
    if (symbols_on(tile, "watchtower-monastery") > 0) return 3 * monasteries;
    if (symbols_on(tile, "watchtower-road") > 0) return static_cast<int>(roads.size());
    if (symbols_on(tile, "watchtower-city") > 0) return static_cast<int>(cities.size());
    return 0;
  }
};

}  // namespace

std::unique_ptr<Expansion> watchtowers(const GameRules& rules) {
  return rules.is("watchtowers", "off") ? nullptr : std::make_unique<Watchtowers>();
}

}  // namespace bastide::naive
