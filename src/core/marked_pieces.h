// The tiles of some kinds that lie on the board, as they came.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/board_stamp.h"

namespace bastide {

/// One for each sort of them in each thread: it keeps those of a state that is played on.
class MarkedPieces {
 public:
  /// Of those that are looked for all over the board (listed_pieces) the ones that `are(piece)`, which it says by the
  /// kind. Valid until it is called again.
  template <class Are>
  const std::vector<int>& which(const State<Full>& state, const Are& are) {
    const uint64_t game = PlayedOn::number(state), tiles = tiles_stamp(state);
    if (tiles != 0 && tiles == tiles_) return pieces_;
    tiles_ = tiles;
    if (game == 0 || game != game_) {
      game_ = game;
      pieces_.clear();
      seen_ = 0;
    }
    for (const auto all = listed_pieces(state); seen_ < all.size(); ++seen_)
      if (are(int{all[seen_]})) pieces_.push_back(all[seen_]);
    return pieces_;
  }

 private:
  uint64_t game_ = 0, tiles_ = 0;
  std::size_t seen_ = 0;
  std::vector<int> pieces_;
};

}  // namespace bastide
