// How the naive implementation begins and ends turns: who has a tile, what fits nowhere, and when the game is over.
#include <algorithm>
#include <utility>

#include "naive/game.h"

namespace bastide::naive {

void Game::begin_game() {
  if (options_.half_tiles > 0)
    continue_reserves();
  else
    continue_deal();
}

/// HOUSE-HAND3: seat by seat, from the one that begins.
void Game::continue_deal() {
  for (int i = 0, seat = turn_seat_; options_.dealt && i < seats(); ++i, seat = after(seat)) {
    if (static_cast<int>(held(seat).size()) == options_.hand || left() == 0) continue;
    seat_ = seat;
    ask_draw(Drawing::deal);
    return;
  }
  begin_turn();
}

/// HALF-3: a half tile is laid instead of drawing; a bought tile has been drawn already (HOUSE-BUY).
void Game::begin_turn() {
  const bool bought = options_.hand == 0 && !held(turn_seat_).empty();
  may_lay_half_ = !bought;
  continue_turn();
}

/// Finds out what the seat whose turn it is can do: place what it holds, or a half tile, draw, or neither. Also in the
/// middle of a turn, after a half tile declined, after a tile that found no place and after a sale.
void Game::continue_turn() {
  seat_ = turn_seat_;
  if (std::any_of(held(seat_).begin(), held(seat_).end(), [&](const TileSpec* tile) { return fits(tile); })) {
    ask(Asked::tile, seat_);
    return;
  }
  const auto& halves = reserve(seat_);
  if (may_lay_half_ && !used_up() &&
      std::any_of(halves.begin(), halves.end(), [&](const TileSpec* tile) { return fits(tile); })) {
    ask(Asked::reserve, seat_);
    return;
  }
  may_lay_half_ = false;
  set_aside_hand();
  if (used_up()) return finish();  // END-1
  const bool can_draw = std::any_of(stack_.begin(), stack_.end(), [&](const auto& kind) {
    return kind.second > 0 && (!options_.put_back || fits(kind.first));
  });
  if (can_draw) return ask_draw(options_.hand > 0 ? Drawing::hand : Drawing::turn);
  if (left() > 0 && !somebody_else_can_place()) return finish();  // DRAW-3
  turn_seat_ = after(turn_seat_);                                 // passed over
  begin_turn();
}

/// HALF-4: half tiles do not count.
bool Game::used_up() const {
  return left() == 0 && std::all_of(held_.begin(), held_.end(), [](const auto& hand) { return hand.empty(); });
}

/// DRAW-2, DRAW-3
void Game::set_aside_hand() {
  for (const TileSpec* tile : held(seat_)) {
    if (options_.put_back) ++stack_.at(tile);
    outcome_.set_aside.push_back({seat_, tile, options_.put_back});
  }
  held(seat_).clear();
}

bool Game::somebody_else_can_place() const {
  return std::any_of(held_.begin(), held_.end(), [&](const auto& hand) {
    return std::any_of(hand.begin(), hand.end(), [&](const TileSpec* tile) { return fits(tile); });
  });
}

/// START-2: scoring, then the crop circle, then the hand is filled up, then the next seat.
void Game::end_turn() {
  book(completed_awards(scene()));
  if (symbols_on(*board_.pieces().back().tile, "crop-circle") > 0)
    ask(Asked::crop, turn_seat_);
  else
    refill();
}

void Game::refill() {
  if (static_cast<int>(held(turn_seat_).size()) < options_.hand && left() > 0)
    ask_draw(Drawing::refill);
  else
    next_turn();
}

void Game::next_turn() {
  const int last = turn_seat_;
  const bool again = std::exchange(again_, false);
  if (!again) turn_seat_ = after(last);
  begin_turn();
  if (again && turn_seat_ == last && asked_ != Asked::over) ++extra_turns_;
}

/// END-1; in the end everybody's figures are home.
void Game::finish() {
  book(final_awards(scene()));
  figures_.clear();
  ask(Asked::over, turn_seat_);
}

}  // namespace bastide::naive
