// How the naive implementation begins and ends turns: who has a tile, what fits nowhere, and when the game is over.
#include <algorithm>
#include <utility>

#include "naive/game.h"

namespace bastide::naive {

/// START-1: who rolled a standing follower says who begins; whoever that is, what everybody holds is given out from
/// there.
void Game::begin_game() {
  if (options_.somebody_says_who)
    ask(Asked::begins, turn_seat_);
  else
    give_out();
}

Outcome Game::say_who_begins(int seat) {
  turn_seat_ = seat_ = seat;
  give_out();
  return done();
}

void Game::give_out() {
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
  sold_ = false;
  continue_turn();
}

/// Whether one of these fits somewhere. TABLE-EXTEND: if none does, a second table that was agreed on comes, provided
/// that one does then.
bool Game::has_place(const std::vector<const TileSpec*>& tiles) {
  const auto one_fits = [&] {
    return std::any_of(tiles.begin(), tiles.end(), [&](const TileSpec* tile) { return fits(tile); });
  };
  if (one_fits()) return true;
  if (!board_.table().second_waits()) return false;
  board_.add_second_table();
  if (one_fits()) return true;
  board_.take_second_table_away();
  return false;
}

/// Finds out what the seat whose turn it is can do: place what it holds, or a half tile, draw, or neither. Also in the
/// middle of a turn, after a half tile declined, after a tile that found no place and after a sale.
void Game::continue_turn() {
  seat_ = turn_seat_;
  if (has_place({held(seat_).begin(), held(seat_).end()})) {
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
  if (something_can_be_drawn()) return ask_draw(options_.hand > 0 ? Drawing::hand : Drawing::turn);
  if (left() > 0 && !somebody_else_can_place()) return finish();  // DRAW-3
  if (sold_) return next_turn();                                  // the sale was all of this turn (HOUSE-BUY)
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

/// DRAW-3: from a bag only what fits.
bool Game::something_can_be_drawn() {
  std::vector<const TileSpec*> left;
  for (const auto& [tile, count] : stack_)
    if (count > 0) left.push_back(tile);
  return options_.put_back ? has_place(left) : !left.empty();
}

bool Game::somebody_else_can_place() {
  return std::any_of(held_.begin(), held_.end(), [&](const auto& hand) {
    return has_place({hand.begin(), hand.end()});
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
  ++turns_;
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
