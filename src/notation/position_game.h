// The game lines of a position, after those of its board: points, whose turn, what seats hold, what is asked.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.h"
#include "notation/words.h"

namespace bastide {

/// Who is shown everything.
inline constexpr int kSeesAll = -2;

/// Writes the lines after the tiles; "?" for each tile that the viewer may not see.
std::string write_game_lines(const GameRules& rules, const State<Full>& state, int viewer = kSeesAll);

/// Reads them into a state whose tiles lie and whose figures stand.
class GameLinesReader {
 public:
  /// `chance`: says what a "?" is; null: there may be none.
  GameLinesReader(const GameRules& rules, State<Full>& state, Rng* chance = nullptr)
      : rules_(rules), state_(state), chance_(chance) {}

  Result<void> read(const Line& line);

  /// After all lines: what only makes sense together. `last` is where to point at.
  Result<void> finish(const Line& last);

 private:
  Result<void> read_line(const Line& line, std::size_t& words);
  Result<void> read_neutral_figure(const Line& line);
  Result<void> read_flag(const Line& line, bool& found);
  Result<void> read_widened(const Line& line, bool& found);
  Result<void> read_numbers(const Line& line, int16_t* values, int count, int minimum);
  Result<void> read_memory(const Line& line, std::size_t& words);
  Result<void> read_kept(const Line& line);
  Result<void> read_tokens(const Line& line, std::size_t& words);
  Result<int> read_seat(const Line& line);
  Result<int> take_tile(const Line& line, std::size_t word);
  Result<void> read_drawn(const Line& line);
  Result<void> read_pile(const Line& line, int pile, std::size_t& words);
  Result<void> read_unseen(const Line& line, std::size_t word, int pile, int seat);
  Result<void> deal_unseen();
  Result<void> read_drawing(const Line& line);
  Result<void> set_question(const Line& line, Pending asked);
  Result<void> set_phase(const Line& line, Phase phase);
  void begin_turn();
  void ask_of_memory();
  void push(Pending asked);
  Result<void> ask(const Line& last);
  Result<void> check_possible(const Line& last) const;
  Result<void> check_placing(const Line& last) const;

  const GameRules& rules_;
  State<Full>& state_;
  Rng* chance_;
  /// A tile that a seat holds and nobody has said which.
  struct Unseen {
    const Line* line;
    std::size_t word;
    int pile, seat;
  };
  std::vector<Unseen> unseen_;  ///< what they are is found when all that is known is taken
  const Line* drawn_ = nullptr;
  std::optional<Pending> asked_;  ///< the question of an expansion that a line names
  int remembers_ = -1;            ///< the expansion whose memory a line gives, which stands for its question
  bool phase_given_ = false, turn_given_ = false, declined_ = false;
};

}  // namespace bastide
