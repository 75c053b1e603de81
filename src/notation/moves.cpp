// One ply as text.
#include <fmt/format.h>

#include "core/kernel.h"
#include "notation/words.h"

namespace bastide {
namespace {

bool points_at_piece(const Verb& verb) {
  return takes_place(verb.takes);
}

int last_kind(const State<Full>& state) {
  return state.piece[state.pieces - 1u].kind;
}

/// Whether a placement says which tile: there are several to place.
bool names_tile(const State<Full>& state) {
  return tile_choice(state) != State<Full>::Choice::drawn;
}

}  // namespace

/// Which tile of its space a piece is, from 0, in the order in which they were laid.
static int number_in_space(const State<Full>& state, int piece) {
  int number = 0;
  for (int p = 0; p < piece; ++p) number += state.piece[p].cell == state.piece[piece].cell;
  return number;
}

LaidPiece laid_piece(const State<Full>& state, int piece) {
  const auto& laid = state.piece[piece];
  const auto& cell = state.cell[laid.cell];
  return {piece, laid.kind, {cell.x, cell.y}, number_in_space(state, piece)};
}

std::optional<LaidPiece> piece_at(const State<Full>& state, SpaceWord space, int number) {
  for (int p = 0; p < state.pieces; ++p)
    if (lies_in(state, p, space.x, space.y) && number-- == 0) return laid_piece(state, p);
  return std::nullopt;
}

Result<Move> parse_verb(const GameRules& rules, const State<Full>& state, const Line& line, std::size_t& word,
                        Move act) {
  BASTIDE_TRY(const auto move, parse_act(rules, line, word, act,
                                         [&](SpaceWord space, int number) { return piece_at(state, space, number); }));
  word += words_of(rules.verb(move));
  return move;
}

namespace {

Result<Move> parse_placement(const GameRules& rules, const State<Full>& state, const Line& line) {
  int kind = state.drawn;
  std::size_t word = 0;
  if (names_tile(state)) {
    BASTIDE_TRY(kind, parse_tile(rules, line, word++));
  }
  BASTIDE_TRY(const auto space, parse_space(line, word));
  BASTIDE_TRY(const auto rotation, parse_rotation(rules, kind, line, word + 1));
  if (line.words.size() > word + 2) return error_at(line, word + 2, "nothing may follow the rotation");
  return Move::place(kind, space.x, space.y, rotation);
}

Result<Move> parse_figure_choice(const GameRules& rules, const State<Full>& state, const Line& line) {
  if (line.words[0].text == "-") return Move::pass();
  if (const auto home = take_back_at(rules, line.words[0].text)) return *home;
  if (const auto act = verb_at(rules, line.words[0].text); act && joins(rules, *act)) {
    std::size_t word = 0;
    return parse_verb(rules, state, line, word, *act);
  }
  BASTIDE_TRY(const auto figure, parse_figure(rules, last_kind(state), line, 0));
  return Move::follower(figure.feature, figure.figure);
}

}  // namespace

bool joins(const GameRules& rules, Move act) {
  return rules.kernel.added[act.by].hooks->join != nullptr;
}

bool holds_drawn(const GameRules& rules, const State<Full>& state) {
  if (const Pending* asked = question(state)) return rules.question(*asked).moment == Moment::drawn;
  return state.phase == Phase::tile && !names_tile(state);
}

Result<Move> parse_answer(const GameRules& rules, const State<Full>& state, const Line& line, std::size_t& word) {
  const Question& asked = rules.question(*question(state));
  if (line.words[word].text == asked.pass) {
    ++word;
    return Move::pass();
  }
  if (const auto act = verb_at(rules, line.words[word].text)) return parse_verb(rules, state, line, word, *act);
  if (auto wrong = wrong_verb(line, word)) return tl::unexpected(std::move(*wrong));
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  std::string known;
  for (const Move move : moves) known += (known.empty() ? "" : ", ") + move_text(rules, state, move);
  return error_at(line, word, "this is no answer to what is asked", known, std::string(asked.rule));
}

std::string move_text(const GameRules& rules, const State<Full>& state, Move move) {
  switch (move.kind) {
    case MoveKind::draw:
      return fmt::format("draw {}", rules.kinds[move.tile].name);
    case MoveKind::tile: {
      const std::string place = fmt::format("{},{} {}", move.x, move.y, rotation_letter(move.rotation));
      return names_tile(state) ? rules.kinds[move.tile].name + " " + place : place;
    }
    case MoveKind::follower:
      return figure_text(rules, last_kind(state), move.feature, move.figure);
    case MoveKind::take_back:
      return home_text(rules, move.figure);
    case MoveKind::pass:
      return state.phase == Phase::ask ? std::string(rules.question(*question(state)).pass) : "-";
    case MoveKind::act:
      return act_text(rules, move, points_at_piece(rules.verb(move)) ? laid_piece(state, move.x) : LaidPiece{});
  }
  return {};
}

Result<Move> parse_move(const GameRules& rules, const State<Full>& state, std::string_view text) {
  BASTIDE_TRY(const auto lines, split_lines(text));
  if (lines.size() != 1) return failure(lines.empty() ? "the move is empty" : "a move is one line");
  const Line& line = lines.front();
  if (state.phase == Phase::over) return failure("the game is over", "END-1");
  const bool passes = line.words.size() == 1 && line.words[0].text == "-";
  const bool may_pass = tile_choice(state) == State<Full>::Choice::may_draw ||
                        (tile_choice(state) == State<Full>::Choice::drawn && rules.kernel.mending);
  if (state.phase == Phase::tile && may_pass && passes) return Move::pass();
  if (state.phase == Phase::tile) return parse_placement(rules, state, line);
  if (state.phase == Phase::draw && !asks_outcome(state)) {
    if (line.words[0].text != "draw") return error_at(line, 0, "a tile has to be drawn", "draw TILE");
    BASTIDE_TRY(const auto kind, parse_tile(rules, line, 1));
    if (line.words.size() > 2) return error_at(line, 2, "nothing may follow the tile");
    return Move::draw(kind);
  }
  if (state.phase == Phase::ask || state.phase == Phase::draw) {
    std::size_t words = 0;
    BASTIDE_TRY(const auto move, parse_answer(rules, state, line, words));
    if (words < line.words.size()) return error_at(line, words, "nothing may follow here");
    return move;
  }
  if (line.words.size() > 1) return error_at(line, 1, "nothing may follow here");
  return parse_figure_choice(rules, state, line);
}

}  // namespace bastide
