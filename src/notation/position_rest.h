// What a position says apart from its tiles: points, whose turn, hands, reserves, offers, phase.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "notation/words.h"

namespace bastide {

/// Writes the lines after the tiles.
std::string write_rest(const GameRules& rules, const State<Full>& state);

/// Reads them into a state whose tiles lie and whose figures stand.
class RestReader {
 public:
  RestReader(const GameRules& rules, State<Full>& state) : rules_(rules), state_(state) {}

  Result<void> read(const Line& line);

  /// After all lines: what only makes sense together. `last` is where to point at.
  Result<void> finish(const Line& last);

 private:
  Result<void> read_line(const Line& line, std::size_t& words);
  Result<void> read_numbers(const Line& line, std::array<int16_t, kMaxSeats>& values, int minimum);
  Result<int> read_seat(const Line& line);
  Result<int> take_tile(const Line& line, std::size_t word);
  Result<void> read_drawn(const Line& line);
  Result<void> read_hand(const Line& line);
  Result<void> read_reserve(const Line& line);
  Result<void> read_buried(const Line& line);
  Result<void> set_question(const Line& line, Pending asked);
  Result<void> read_bought(const Line& line);
  Result<void> read_drawing(const Line& line);
  Result<void> set_phase(const Line& line, Phase phase);
  void begin_turn();
  Result<void> check_box(const Line& last) const;
  Result<void> check_deal(const Line& last) const;
  Result<void> ask(const Line& last);
  Result<void> check_begins(const Line& last) const;
  Result<void> check_offers(const Line& last);
  Result<void> check_placing(const Line& last) const;

  const GameRules& rules_;
  State<Full>& state_;
  const Line* drawn_ = nullptr;
  std::optional<Pending> asked_;  ///< the question of an expansion that a line names
  bool bids_ = false, phase_given_ = false, turn_given_ = false, drawing_given_ = false, went_on_ = false;
};

}  // namespace bastide
