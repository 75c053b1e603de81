#include "game/unseen.h"

#include <algorithm>

#include "core/by_hand.h"
#include "notation/words.h"

namespace bastide {

std::vector<int> unseen_tiles(const Game& game, int viewer) {
  const State<Full>& state = game.state();
  std::vector<int> unseen(game.rules().kinds.size());
  for (int i = 0; i < state.left; ++i) ++unseen[state.stack[i]];
  for (const HeldTile& tile : held(state))
    if (!kept_apart(game.rules(), tile.kind) && !game.sees(viewer, tile.pile, tile.seat)) ++unseen[tile.kind];
  return unseen;
}

std::vector<OpenSpace> open_spaces(const Game& game, const std::vector<int>& unseen) {
  const Ruleset& rules = game.rules().kernel;
  State<Full> state = game.state();
  ask_for_tile(state);
  std::vector<OpenSpace> spaces;
  for (int i = 0; i < state.open; ++i) {
    const auto& cell = state.cell[state.open_cell[i]];
    const bool ground = !rules.bounded || ground_at(rules, state, cell.x, cell.y).ground == Ground::open;
    if (state.open_signature[i] != 0 && cell.quarters == 0 && ground) spaces.push_back({{cell.x, cell.y}, 0});
  }
  std::vector<Move> moves;
  for (std::size_t kind = 0; kind < unseen.size(); ++kind) {
    if (unseen[kind] == 0) continue;
    state.drawn = static_cast<KindIndex>(kind);
    legal_moves(rules, state, moves);
    const auto fits = [&](const OpenSpace& open) {
      return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
        return move.kind == MoveKind::tile && Space{move.x, move.y} == open.space;
      });
    };
    for (OpenSpace& open : spaces)
      if (fits(open)) open.tiles += unseen[kind];
  }
  std::sort(spaces.begin(), spaces.end(), [](const OpenSpace& a, const OpenSpace& b) {
    return std::pair(a.space.y, a.space.x) < std::pair(b.space.y, b.space.x);
  });
  return spaces;
}

std::vector<int> points_now(const Game& game) {
  State<Full> state = game.state();
  score_as_the_end(game.rules().kernel, state);
  return {state.score.begin(), state.score.begin() + game.rules().kernel.seats};
}

}  // namespace bastide
