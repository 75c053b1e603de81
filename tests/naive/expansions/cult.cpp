// Shrines in the naive implementation: where they may lie next to cloisters, and who loses when one of them is
// completed.
#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

class Cult : public Expansion {
 public:
  explicit Cult(bool own_tile_only) : own_tile_only_(own_tile_only) {}

  /// CULT-2, CULT-3: the tile as if it lay there, and then all its neighbours.
  bool forbids_tile(const Board& board, const TileSpec& tile, Placement where) const override {
    if (!has_cloister(tile)) return false;
    std::vector<Piece> pieces = board.pieces();
    const Space at{where.x, where.y};
    pieces.push_back({&tile, at, where.rotation, spaces_of(tile, at, where.rotation)});
    if (rivals(pieces, pieces.back()) > 1) return true;
    if (own_tile_only_) return false;
    for (const Piece& piece : pieces)
      if (has_cloister(*piece.tile) && rivals(pieces, piece) > 1) return true;
    return false;
  }

  /// CULT-5 to CULT-7, CULT-11, CULT-12: these have been scored; those that are unfinished beside them lose.
  void paid(Game& game, const std::set<Segment>& scored) override {
    const std::vector<Piece>& pieces = game.board().pieces();
    std::set<Segment> losers;
    for (const Segment winner : scored) {
      if (game.board().spec(winner).type != TileFeatureType::cloister || !game.board().feature(winner).complete)
        continue;
      for (int p = 0; p < static_cast<int>(pieces.size()); ++p)
        for (int f = 0; f < static_cast<int>(pieces[p].tile->features.size()); ++f)
          if (const Segment other{p, f}; game.board().spec(other).type == TileFeatureType::cloister &&
                                         !game.board().feature(other).complete && game.taken(other) &&
                                         are_rivals(pieces[winner.piece], pieces[p]))
            losers.insert(other);
    }
    for (const Segment loser : losers) {
      std::set<int> seats;
      for (const FigureOnBoard& f : game.figures())
        if (f.where == loser) seats.insert(f.seat);
      for (const int seat : seats) game.give(seat, 0);
      game.take_home([&](const FigureOnBoard& f) { return f.where == loser; });
    }
  }

 private:
  static bool has_cloister(const TileSpec& tile) {
    for (const TileFeatureSpec& f : tile.features)
      if (f.type == TileFeatureType::cloister) return true;
    return false;
  }

  static bool is_shrine(const TileSpec& tile) { return symbols_on(tile, "shrine") > 0; }

  /// A shrine and a cloister next to each other, by side or corner.
  static bool are_rivals(const Piece& a, const Piece& b) {
    const int dx = a.at.x - b.at.x, dy = a.at.y - b.at.y;
    const bool next = (dx != 0 || dy != 0) && dx * dx <= 1 && dy * dy <= 1;
    return next && has_cloister(*a.tile) && has_cloister(*b.tile) && is_shrine(*a.tile) != is_shrine(*b.tile);
  }

  static int rivals(const std::vector<Piece>& pieces, const Piece& of) {
    int n = 0;
    for (const Piece& other : pieces) n += are_rivals(of, other) ? 1 : 0;
    return n;
  }

  bool own_tile_only_;
};

}  // namespace

std::unique_ptr<Expansion> cult(const GameRules& rules) {
  if (rules.is("cult", "off")) return nullptr;
  return std::make_unique<Cult>(rules.is("cult_restrict", "own"));
}

}  // namespace bastide::naive
