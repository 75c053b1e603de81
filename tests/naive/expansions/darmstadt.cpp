// Darmstadt in the naive implementation: what the hall adds to its city, and who has most followers around a church.
#include <algorithm>
#include <vector>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

class Darmstadt : public Expansion {
 public:
  /// DAR-2; DAR-3: only of what is completed.
  int worth(const Scene& scene, const Feature& feature) const override {
    if (feature.type != TileFeatureType::city) return 0;
    int points = 0;
    for (const int p : feature.pieces)
      if (symbols_on(*scene.board.pieces()[p].tile, "darmstadtium") > 0) points += 3;
    return points;
  }

  /// DAR-5 to DAR-8: of each church once, as soon as it is completed, whoever is in it.
  bool at(Game& game, Moment moment) override {
    if (moment != Moment::scoring) return false;
    const std::vector<Piece>& pieces = game.board().pieces();
    for (int p = 0; p < static_cast<int>(pieces.size()); ++p) {
      if (symbols_on(*pieces[p].tile, "church") == 0) continue;
      for (const Segment s : game.board().segments_on(p))
        if (game.board().spec(s).type == TileFeatureType::cloister && game.board().feature(s).complete &&
            done_.insert(p).second)
          reward(game, pieces[p].at);
    }
    return false;
  }

 private:
  static void reward(Game& game, Space church) {
    std::vector<int> there(static_cast<std::size_t>(game.seats()), 0);
    const auto count = [&](const FigureOnBoard& f) {
      const auto& spaces = game.board().pieces()[f.where.piece].spaces;
      const bool near = std::any_of(spaces.begin(), spaces.end(), [&](Space at) {
        return at.x >= church.x - 1 && at.x <= church.x + 1 && at.y >= church.y - 1 && at.y <= church.y + 1;
      });
      if (near && game.is_follower(f.kind)) ++there[f.seat];
    };
    for (const FigureOnBoard& f : game.figures()) count(f);
    for (const FigureOnBoard& f : game.on_tiles()) count(f);
    const int most = *std::max_element(there.begin(), there.end());
    for (int seat = 0; seat < game.seats(); ++seat)
      if (most > 0 && there[seat] == most) game.give(seat, 3);
  }

  std::set<int> done_;  ///< pieces with a church that is completed
};

}  // namespace

std::unique_ptr<Expansion> darmstadt(const GameRules& rules) {
  return rules.is("darmstadt", "off") ? nullptr : std::make_unique<Darmstadt>();
}

}  // namespace bastide::naive
