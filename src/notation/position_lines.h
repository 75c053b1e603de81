// Lines of a position that say what lies where, for those who read positions strictly (parse_position) and those who
// take what people have laid (game/analysis.h).
#pragma once
#include "notation/words.h"

namespace bastide {

/// `tile TILE SPACE ROTATION`; the rotation is the smallest that looks like the one written. Figures follow from word
/// kTileWords on.
inline constexpr std::size_t kTileWords = 4;
Result<Move> parse_tile_line(const GameRules& rules, const Line& line);

/// `PLACE:SEAT` on such a line, such as road:1; NAME@PLACE:SEAT of an expansion's figures.
struct FigureWord {
  FigurePlace at;
  int seat = 0;  ///< from 0
};
Result<FigureWord> parse_figure_word(const GameRules& rules, const Line& line, std::size_t word, int kind);

}  // namespace bastide
