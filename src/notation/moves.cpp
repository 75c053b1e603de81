// One ply as text.
#include <fmt/format.h>

#include "notation/words.h"

namespace bastide {

std::string move_text(const GameRules& rules, const State<Full>& state, Move move) {
  switch (move.kind) {
    case MoveKind::draw:
      return fmt::format("draw {}", rules.kinds[move.tile].name);
    case MoveKind::tile:
      return fmt::format("{},{} {}", move.x, move.y, rotation_letter(move.rotation));
    case MoveKind::follower:
      return rules.feature(state.piece[state.pieces - 1u].kind, move.feature).place;
    case MoveKind::pass:
      return "-";
  }
  return {};
}

Result<Move> parse_move(const GameRules& rules, const State<Full>& state, std::string_view text) {
  const auto lines = split_lines(text);
  if (!lines) return tl::unexpected<Error>(lines.error());
  if (lines->size() != 1) return failure(lines->empty() ? "the move is empty" : "a move is one line");
  const Line& line = lines->front();
  const auto only = [&](std::size_t count) { return line.words.size() > count; };
  switch (state.phase) {
    case Phase::draw: {
      if (line.words[0].text != "draw") return error_at(line, 0, "a tile has to be drawn", "draw TILE");
      const auto kind = parse_tile(rules, line, 1);
      if (!kind) return tl::unexpected<Error>(kind.error());
      if (only(2)) return error_at(line, 2, "nothing may follow the tile");
      return Move::draw(*kind);
    }
    case Phase::tile: {
      const auto space = parse_space(line, 0);
      if (!space) return tl::unexpected<Error>(space.error());
      const auto rotation = parse_rotation(rules, state.drawn, line, 1);
      if (!rotation) return tl::unexpected<Error>(rotation.error());
      if (only(2)) return error_at(line, 2, "nothing may follow the rotation");
      return Move::place(state.drawn, space->x, space->y, *rotation);
    }
    case Phase::follower: {
      if (only(1)) return error_at(line, 1, "nothing may follow the place");
      if (line.words[0].text == "-") return Move::pass();
      const auto feature = parse_place(rules, state.piece[state.pieces - 1u].kind, line, 0);
      if (!feature) return tl::unexpected<Error>(feature.error());
      return Move::follower(*feature);
    }
    case Phase::over:
      break;
  }
  return failure("the game is over", "END-1");
}

}  // namespace bastide
