// How the naive implementation begins and ends turns: who has a tile, what fits nowhere, and when the game is over.
#include <algorithm>
#include <utility>

#include "naive/game.h"

namespace bastide::naive {

/// Whatever everybody holds is given out from the seat that begins, which expansions may still say.
void Game::first_tiles(const std::vector<std::pair<const TileSpec*, Placement>>& tiles) {
  for (const auto& [tile, where] : tiles) board_.lay(*tile, where);
  parts_.clear();
  plan(Moment::set_up);
  parts_.push_back([this] { return deal(); });
  parts_.push_back([this] { return begin_turn(); });
  go_on();
}

/// HOUSE-HAND3: seat by seat, from the one that begins.
bool Game::deal() {
  for (int i = 0, seat = turn_seat_; options_.dealt && i < seats(); ++i, seat = after(seat)) {
    if (full_hand(seat) || left() == 0) continue;
    ask_draw(seat, "", [this](const TileSpec& tile) {
      hand(seat_).insert(&tile);
      if (!deal()) go_on();
    });
    return true;
  }
  return false;
}

/// HALF-3: a tile is laid instead of drawing; what lies before a seat without hands has been drawn already (HOUSE-BUY).
bool Game::begin_turn() {
  parts_.clear();
  seat_ = turn_seat_;
  if (used_up() && !can_go_on(turn_seat_)) return finish();  // END-1: nobody's turn begins any more
  const bool drawn = options_.hand == 0 && !hand(turn_seat_).empty();
  const auto draws = [&](const auto& expansion) { return expansion->draws_first(*this); };
  may_lay_instead_ = !drawn && std::none_of(expansions_.begin(), expansions_.end(), draws);
  counts_ = false;
  part_ = 0;
  part_due_ = false;
  for (const auto& expansion : expansions_) expansion->at(*this, Moment::turn_begins);
  if (const TileSpec* due = std::exchange(to_lay_[turn_seat_], nullptr)) {
    if (has_place({due})) {
      drawn_ = due;
      drawn_is_due_ = true;
      return ask(Asked::tile, turn_seat_);
    }
    if (options_.put_back) ++stack_.at(due);
    outcome_.set_aside.push_back({seat_, due, options_.put_back});
    may_lay_instead_ = false;
  }
  return continue_turn();
}

/// A tile of the stack, or one that the seat holds and that fits.
bool Game::may_have_second_part() const {
  const auto fits_now = [&](const Tiles& tiles) {
    return std::any_of(tiles.begin(), tiles.end(), [&](const TileSpec* tile) { return fits(tile); });
  };
  if (last_round_) return false;  // the one tile for it is laid
  return left() > 0 || fits_now(held_[turn_seat_]) || fits_now(all_laid_instead(turn_seat_));
}

bool Game::begin_second_part() {
  part_ = 1;
  part_due_ = false;
  may_lay_instead_ = counts_ = true;
  return continue_turn();
}

/// Nothing can be laid in a second part: the turn ends.
bool Game::end_second_part() {
  parts_.clear();
  parts_.push_back([this] { return refill(); });
  plan(Moment::turn_ends);
  parts_.push_back([this] { return next_turn(); });
  go_on();
  return true;
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

/// Finds out what the seat whose turn it is can do: place what it holds, or a tile instead of drawing, draw, or none of
/// it. Also in the middle of a turn, after nothing was laid instead, after a tile that found no place or went
/// elsewhere.
bool Game::continue_turn() {
  parts_.clear();
  if (last_round_) return finish();
  seat_ = turn_seat_;
  if (has_place({hand(seat_).begin(), hand(seat_).end()})) return ask(Asked::tile, seat_);
  const Tiles instead = laid_instead(seat_);
  const bool only_going_on = part_ == 0 && used_up() && can_go_on(seat_);
  if (only_going_on && must_go_on_) {
    may_lay_instead_ = true;
    return ask(Asked::tile, seat_);
  }
  if (may_lay_instead_ && (part_ > 0 || !used_up() || only_going_on) &&
      std::any_of(instead.begin(), instead.end(), [&](const TileSpec* tile) { return fits(tile); }))
    return ask(Asked::may_draw, seat_);
  may_lay_instead_ = false;
  set_aside_hand();
  if (used_up() && part_ == 0 && must_go_on_ && can_go_on(seat_)) return continue_turn();
  if (used_up() && part_ == 0) {                      // END-1
    if (counts_ && going_on_with_.empty()) ++turns_;  // the last tile went to a seat that has left
    return finish();
  }
  if (something_can_be_drawn()) return options_.hand > 0 ? draw_hand() : draw_for_turn();
  if (part_ > 0) return end_second_part();
  if (left() > 0 && !somebody_else_can_place()) return finish();  // DRAW-3
  if (counts_) return next_turn();
  turn_seat_ = after_with_turns(turn_seat_);  // passed over
  return begin_turn();
}

bool Game::draw_for_turn() {
  ask_draw(seat_, "", [this](const TileSpec& tile) {
    const auto takes = [&](const auto& expansion) { return expansion->takes(*this, tile); };
    if (std::any_of(expansions_.begin(), expansions_.end(), takes)) {
      continue_turn();
      return;
    }
    if (!has_place({&tile})) {  // DRAW-2, DRAW-3
      hand(seat_).insert(&tile);
      continue_turn();
      return;
    }
    drawn_ = &tile;
    plan(Moment::drawn);
    parts_.push_back([this] { return ask(Asked::tile, turn_seat_); });
    go_on();
  });
  return true;
}

/// HOUSE-HAND3, ABBEY-1
bool Game::full_hand(int seat) const {
  auto tiles = held_[seat].size();
  if (options_.dealt && !of_hand_.empty()) tiles += pile(of_hand_, seat).size();
  return static_cast<int>(tiles) >= options_.hand;
}

/// A whole hand, before it is looked at.
bool Game::draw_hand() {
  ask_draw(seat_, "", [this](const TileSpec& tile) {
    hand(seat_).insert(&tile);
    if (!full_hand(seat_) && left() > 0)
      draw_hand();
    else
      continue_turn();
  });
  return true;
}

/// HALF-4: what is laid instead of drawing does not count.
bool Game::used_up() const {
  for (int seat = 0; seat < seats(); ++seat)
    if (!gone_.contains(seat) && (to_lay_[seat] != nullptr || !held_[seat].empty())) return false;
  return left() == 0;
}

/// DRAW-2, DRAW-3
void Game::set_aside_hand() {
  for (const TileSpec* tile : hand(seat_)) {
    const bool back = options_.put_back && stage(*tile) == 0;
    if (back) ++stack_.at(tile);
    outcome_.set_aside.push_back({seat_, tile, back});
  }
  hand(seat_).clear();
}

/// DRAW-3: from a bag only what fits.
bool Game::something_can_be_drawn() {
  std::vector<const TileSpec*> left;
  for (const auto& [tile, count] : stack_)
    if (count > 0 && !waits(*tile)) left.push_back(tile);
  return options_.put_back && running_stage() == 0 ? has_place(left) : !left.empty();
}

bool Game::somebody_else_can_place() {
  for (int seat = 0; seat < seats(); ++seat) {
    if (gone_.contains(seat)) continue;
    if (to_lay_[seat] != nullptr && has_place({to_lay_[seat]})) return true;
    if (has_place({held_[seat].begin(), held_[seat].end()})) return true;
  }
  return false;
}

void Game::put_into_stack(const Tiles& tiles) {
  for (const TileSpec* tile : tiles) ++stack_.at(tile);
}

void Game::give_drawn_to(int seat) {
  hand(seat).insert(std::exchange(drawn_, nullptr));
  counts_ = true;
  continue_turn();  // draws again
}

/// START-2: scoring, what expansions do then, the hand is filled up, then the next seat.
bool Game::score() {
  std::vector<Award> awards = completed_awards(scene());
  scored_.clear();
  for (const Award& award : awards) scored_.insert(award.segments.begin(), award.segments.end());
  std::erase_if(awards, [](const Award& award) { return award.forgone; });
  pay(std::move(awards), scored_);
  return false;
}

bool Game::go_home() {
  take_home([&](const FigureOnBoard& f) { return scored_.contains(f.where); });
  for (const auto& expansion : expansions_) expansion->at(*this, Moment::counted);
  for (const auto& expansion : expansions_) expansion->score_fields(*this);
  return false;
}

bool Game::refill() {
  if (full_hand(turn_seat_) || left() == 0) return false;
  ask_draw(turn_seat_, "", [this](const TileSpec& tile) {
    hand(turn_seat_).insert(&tile);
    if (!refill()) go_on();
  });
  return true;
}

bool Game::next_turn() {
  ++turns_;
  const int last = turn_seat_;
  const bool again = std::exchange(again_, false) && !gone_.contains(last);
  if (last_round_) return finish();
  if (!again || used_up()) turn_seat_ = after_with_turns(last);
  begin_turn();
  if (again && turn_seat_ == last && asked_ != Asked::over && !last_round_ && !ending_) ++extra_turns_;
  return true;
}

int Game::after_with_turns(int seat) const {
  int next = after(seat);
  while (gone_.contains(next)) next = after(next);
  return next;
}

void Game::take_out_of_stack(const TileSpec& tile) {
  stack_.erase(&tile);
}

/// ABBEY-7: the next seat that can lay its tile; false: none is left.
bool Game::next_of_last_round() {
  while (!last_turns_.empty()) {
    turn_seat_ = last_turns_.front();
    last_turns_.pop_front();
    if (gone_.contains(turn_seat_)) continue;
    const Tiles tiles = laid_instead(turn_seat_);
    if (std::none_of(tiles.begin(), tiles.end(), [&](const TileSpec* tile) { return fits(tile); })) continue;
    may_lay_instead_ = true;
    part_ = 0;
    part_due_ = false;
    return ask(Asked::may_draw, turn_seat_);
  }
  return false;
}

/// END-1; in the end everybody's figures are home.
bool Game::finish() {
  parts_.clear();
  if (!last_round_ && !last_round_of_.empty()) {
    last_round_ = true;
    for (int i = 0, seat = turn_seat_; i < seats(); ++i, seat = after(seat)) last_turns_.push_back(seat);
  }
  if (next_of_last_round()) return true;
  turn_seat_ = 0;  // nobody's turn
  ending_ = true;
  plan(Moment::ending);
  parts_.push_back([this] { return score_the_end(); });
  go_on();
  return true;
}

bool Game::score_the_end() {
  for (const auto& expansion : expansions_) expansion->at_the_end(*this);
  book(final_awards(scene()), scored_at_the_end(scene()));
  figures_.clear();
  on_tiles_.clear();
  for (const auto& expansion : expansions_) expansion->figures_left(*this);
  for (const auto& expansion : expansions_) expansion->at(*this, Moment::over);
  return ask(Asked::over, turn_seat_);
}

}  // namespace bastide::naive
