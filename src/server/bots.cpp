// Asks a player for a placement, and for a follower if there is a choice; or for the one thing that it is asked.
#include "server/bots.h"

#include <algorithm>
#include <span>
#include <utility>

#include "ai/player.h"
#include "notation/notation.h"

namespace bastide {
namespace {

/// Tiles that the seat to move knows nothing of, in places that it does: what they are is left to chance.
class Unseen {
 public:
  void add(std::span<KindIndex> tiles) {
    places_.push_back(tiles);
    kinds_.insert(kinds_.end(), tiles.begin(), tiles.end());
  }
  /// What comes out depends on which tiles they are, and not on where they lie.
  void deal(Rng& rng) {
    std::sort(kinds_.begin(), kinds_.end());
    for (const auto tiles : places_)
      for (KindIndex& tile : tiles) {
        std::swap(kinds_[rng.below(static_cast<uint32_t>(kinds_.size()))], kinds_.back());
        tile = kinds_.back();
        kinds_.pop_back();
      }
  }

 private:
  std::vector<std::span<KindIndex>> places_;
  std::vector<KindIndex> kinds_;
};

/// A game as the seat to move may imagine it: hidden hands and reserves and what lies under hills are dealt anew out of
/// all that it has not seen. What it can see stays as it is.
State<Full> imagined(const Game& game, Rng& rng) {
  State<Full> state = game.state();
  const int viewer = state.seat, seats = game.rules().kernel.seats;
  Unseen tiles, half_tiles;
  bool hidden = state.v.buried_size > 0, hidden_halves = false;
  tiles.add(std::span(state.stack).first(state.left));
  tiles.add(std::span(state.v.buried).first(state.v.buried_size));
  half_tiles.add(std::span(state.v.pool).first(state.v.pool_left));
  for (int seat = 0; seat < seats; ++seat) {
    const std::size_t s = seat;
    if (!game.sees_hand(viewer, seat)) {
      tiles.add(std::span(state.v.hand[s]).first(state.v.hand_size[s]));
      hidden = true;
    }
    if (!game.sees_reserve(viewer, seat)) {
      half_tiles.add(std::span(state.v.reserve[s]).first(state.v.reserve_size[s]));
      hidden_halves = true;
    }
  }
  if (hidden) tiles.deal(rng);
  if (hidden_halves) half_tiles.deal(rng);
  return state;
}

}  // namespace

std::vector<std::string> choose_turn(const LiveGame& live, uint64_t seed) {
  const GameRules& rules = live.rules();
  Rng rng(seed);
  State<Full> state = imagined(*live.game(), rng);
  // create() let in only bots there are; a log from a program that knew more of them falls back to the weakest.
  const std::string& id = live.seats()[state.seat].bot;
  auto player = make_player(find_player(id) != nullptr ? std::string_view(id) : players().front().id).value();
  std::vector<std::string> turn;
  do {
    const Move move = player->choose(rules.kernel, state, rng);
    turn.push_back(move_text(rules, state, move));
    apply(rules.kernel, state, move);
    if (draws_for_expansion(state)) apply(rules.kernel, state, random_draw(state, rng));
  } while (state.phase == Phase::follower);
  return turn;
}

}  // namespace bastide
