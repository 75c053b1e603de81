// A game that was played, looked at again: what each decision was worth, what would have been better, and by how much.
// Whoever decides is judged by what it could know: the order of the stack is in no state, and tiles that its seat did
// not see are to be imagined anew (game/worlds.h).
#pragma once
#include <optional>
#include <vector>

#include "ai/search.h"
#include "game/game.h"

namespace bastide {

/// One decision: in plain games a whole turn, else a ply.
struct Reviewed {
  Candidate played;               ///< what was chosen, and the margin that it promised
  Candidate best;                 ///< what the search would have chosen
  double lost = 0;                ///< points of margin between them, compared in the same futures; 0 or more
  std::vector<Candidate> others;  ///< what else it compared, best first; as many as it tried to the end
};

/// Judges what a game's next ply decided, by whoever made it; with a tile also the follower that came with it, where
/// the search compares them together (SearchPlayer::takes_whole_turns). `before`: the game as far as it had come;
/// `played`: all of its plies. Each of the two is played on `nodes` times more. Nothing: it was chance, there was no
/// choice, or the follower was judged with its tile. REQUIRES: before.played().size() < played.size().
std::optional<Reviewed> review(SearchPlayer<Full>& player, const Game& before, const std::vector<PlayedPly>& played,
                               uint64_t seed, int64_t nodes);

}  // namespace bastide
