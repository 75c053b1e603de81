// Castles in Germany in the naive implementation: who gets which, where they may lie, and what leads to them. What a
// castle itself is worth is in scoring.cpp.
#include <algorithm>
#include <cstdlib>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

constexpr const char *kOwn = "castles", *kPool = "castle-tiles";

bool is_castle(const TileSpec& tile) {
  return symbols_on(tile, "german-castle") > 0;
}

class GermanCastles : public Expansion {
 public:
  explicit GermanCastles(const GameRules& rules)
      : picked_(rules.is("german_castles", "pick")), must_(rules.is("last_german_castles", "must")) {
    for (const GameRules::Kind& kind : rules.kinds)
      if (is_castle(*kind.tile)) all_.insert(kind.tile);
  }

  bool at(Game& game, Moment moment) override {
    if (moment == Moment::unpacked) {
      game.pile(kPool) = all_;
      game.lay_instead_of_drawing(kOwn);
      game.go_on_with(kOwn, must_);  // GCA-13
      return false;
    }
    return moment == Moment::set_up && next(game, game.turn_seat());
  }

  std::vector<Option> options(const Game& game) override {
    std::vector<Option> all;
    for (const TileSpec* tile : game.pile(kPool))
      all.push_back({"pick-castle " + game.name_of(*tile), [this, tile](Game& g) {
                       Tiles& pool = g.pile(kPool);
                       pool.erase(pool.find(tile));
                       g.pile(kOwn, g.seat()).insert(tile);
                       if (!next(g, g.after(g.seat()))) g.go_on();
                     }});
    return all;
  }

  /// GCA-4
  bool forbids_tile(const Board& board, const TileSpec& tile, Placement where) const override {
    if (!is_castle(tile)) return false;
    for (const Piece& piece : board.pieces()) {
      if (!is_castle(*piece.tile)) continue;
      for (const Space there : piece.spaces)
        for (const Space here : spaces_of(tile, {where.x, where.y}, where.rotation))
          if (std::abs(there.x - here.x) <= 1 && std::abs(there.y - here.y) <= 1) return true;
    }
    return false;
  }

  /// GCA-8 to GCA-10
  int worth(const Scene& scene, const Feature& feature) const override {
    if (feature.type != TileFeatureType::road && feature.type != TileFeatureType::city) return 0;
    std::set<int> castles;
    for (const Segment s : feature.segments)
      if (s.feature != kRoadOver && is_castle(*scene.board.pieces()[s.piece].tile)) castles.insert(s.piece);
    return 3 * static_cast<int>(castles.size());
  }

 private:
  /// GCA-1: dealt seat by seat, or picked one by one in turn.
  bool next(Game& game, int seat) {
    const std::size_t each = game.seats() <= 3 ? 2 : 1;
    if (picked_) {
      if (game.pile(kOwn, seat).size() == each) return false;
      game.ask(*this, seat);
      return true;
    }
    for (int i = 0, to = game.turn_seat(); i < game.seats(); ++i, to = game.after(to)) {
      if (game.pile(kOwn, to).size() == each) continue;
      game.ask_draw(to, kPool, [this, &game](const TileSpec& tile) {
        game.pile(kOwn, game.seat()).insert(&tile);
        if (!next(game, game.seat())) game.go_on();
      });
      return true;
    }
    return false;
  }

  bool picked_, must_;
  Tiles all_;
};

}  // namespace

std::unique_ptr<Expansion> german_castles(const GameRules& rules) {
  if (rules.is("german_castles", "off")) return nullptr;
  return std::make_unique<GermanCastles>(rules);
}

}  // namespace bastide::naive
