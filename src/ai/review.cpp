#include "ai/review.h"

#include <algorithm>

namespace bastide {

Reviewed review(SearchPlayer<Full>& player, const Ruleset& rules, const State<Full>& state, Move played, Move then,
                uint64_t seed, int64_t nodes) {
  Reviewed reviewed;
  Rng rng(seed);
  reviewed.played = {played, 0, nodes, then};
  const Move chosen = player.choose(rules, state, rng);
  const auto considered = player.considered();
  if (considered.empty()) {  // there was no choice, or the game ends with it
    reviewed.best = {chosen, 0, nodes, chosen == played ? then : Move::pass()};
    reviewed.played.margin = reviewed.best.margin = player.expect(rules, state, played, then, seed, nodes);
    if (chosen != played) reviewed.best.margin = player.expect(rules, state, chosen, Move::pass(), seed, nodes);
  } else {
    reviewed.best = considered.front();
    reviewed.others.assign(considered.begin() + 1, considered.end());
    reviewed.best.margin = player.expect(rules, state, reviewed.best.move, reviewed.best.then, seed, nodes);
    reviewed.played.margin = reviewed.best.move == played && reviewed.best.then == then
                                 ? reviewed.best.margin
                                 : player.expect(rules, state, played, then, seed, nodes);
  }
  reviewed.lost = std::max(0.0, reviewed.best.margin - reviewed.played.margin);
  return reviewed;
}

}  // namespace bastide
