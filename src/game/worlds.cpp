#include "game/worlds.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/by_hand.h"
#include "notation/words.h"

namespace bastide {
namespace {

/// Tiles that the viewer knows nothing of, in places that it does: what they are is left to chance.
class Unseen {
 public:
  void add(KindIndex& tile) {
    places_.push_back(&tile);
    kinds_.push_back(tile);
  }
  /// What comes out depends on which tiles they are, and not on where they lie.
  void deal(Rng& rng) {
    std::sort(kinds_.begin(), kinds_.end());
    for (KindIndex* tile : places_) {
      std::swap(kinds_[rng.below(static_cast<uint32_t>(kinds_.size()))], kinds_.back());
      *tile = kinds_.back();
      kinds_.pop_back();
    }
  }

 private:
  std::vector<KindIndex*> places_;
  std::vector<KindIndex> kinds_;
};

/// The pile in which tiles of a kind that is kept apart are at first.
std::size_t first_pile(const Ruleset& rules, int kind) {
  return std::ranges::find(rules.held, kind, &HeldTile::kind)->pile;
}

}  // namespace

State<Full> imagined(const Game& game, int viewer, Rng& rng) {
  State<Full> state = game.state();
  // Tiles that were in a pile at first are dealt among themselves.
  struct Apart {
    Unseen tiles;
    bool hidden = false;
  };
  Unseen tiles;
  bool hidden = false;
  std::vector<Apart> apart_tiles(game.rules().kernel.piles.size());
  for (KindIndex& kind : std::span(state.stack).first(state.left)) tiles.add(kind);
  // By seats and piles, so that the order in which tiles came there tells nothing.
  for (int i = -1; i < game.rules().kernel.seats; ++i)
    for (std::size_t pile = 0; pile < game.rules().kernel.piles.size(); ++pile)
      for (HeldTile& tile : held(state)) {
        if (tile.pile != pile || tile.seat != (i < 0 ? kNobody : i)) continue;
        const bool apart = kept_apart(game.rules(), tile.kind), in_box = apart && i < 0;
        if (!in_box && game.sees(viewer, tile.pile, tile.seat)) continue;
        if (in_box && game.rules().kernel.piles[pile].laid != Laid::never) continue;  // of these each seat has its own
        if (apart) {
          Apart& among = apart_tiles[first_pile(game.rules().kernel, tile.kind)];
          among.tiles.add(tile.kind);
          among.hidden |= !in_box;
          continue;
        }
        tiles.add(tile.kind);
        hidden |= !in_box;
      }
  if (hidden) tiles.deal(rng);
  for (Apart& among : apart_tiles)
    if (among.hidden) among.tiles.deal(rng);
  return state;
}

Game Game::imagined_by(int viewer, Rng& rng) const {
  Game game = *this;
  *game.state_ = imagined(*this, viewer, rng);
  return game;
}

}  // namespace bastide
