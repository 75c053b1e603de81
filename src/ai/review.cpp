#include "ai/review.h"

#include <algorithm>

#include "ai/match.h"
#include "game/worlds.h"

namespace bastide {
namespace {

/// Whether anything else than `played` could have been done, by the tile or by the follower that comes with it.
bool had_choice(const Game& before, Move played, bool whole) {
  if (before.legal().size() > 1) return true;
  if (!whole || before.state().phase != Phase::tile) return false;
  const Ruleset& rules = before.rules().kernel;
  const auto placed = std::make_unique<State<Full>>(before.state());
  apply(rules, *placed, played);
  std::vector<Move> followers;
  if (placed->phase == Phase::follower) legal_moves(rules, *placed, followers);
  return followers.size() > 1;
}

Reviewed judge(SearchPlayer<Full>& player, const Ruleset& rules, const State<Full>& state, Move played, Move then,
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

}  // namespace

std::optional<Reviewed> review(SearchPlayer<Full>& player, const Game& before, const std::vector<PlayedPly>& played,
                               uint64_t seed, int64_t nodes) {
  const std::size_t ply = before.played().size();
  const Ruleset& rules = before.rules().kernel;
  const Phase phase = before.state().phase;
  const bool whole = SearchPlayer<Full>::takes_whole_turns(rules);
  if (phase == Phase::draw || phase == Phase::over || (whole && phase == Phase::follower)) return std::nullopt;
  if (!had_choice(before, played[ply].move, whole)) return std::nullopt;
  Rng rng(game_seed(seed, static_cast<int64_t>(ply)));
  const State<Full> state = imagined(before, before.state().seat, rng);
  const bool follows = whole && ply + 1 < played.size() && played[ply + 1].move.kind == MoveKind::follower;
  const Move then = follows ? played[ply + 1].move : Move::pass();
  return judge(player, rules, state, played[ply].move, then, rng.next(), nodes);
}

}  // namespace bastide
