// Halflings in the naive implementation: who gets which half tiles, the hill and the crop circle. When a half tile may
// be laid is in turns.cpp, what it counts in scoring.cpp.
#include <algorithm>

#include "naive/game.h"

namespace bastide::naive {
namespace {

/// The tile as the game knows it; rules that do not know it leave it as the catalogue has it.
const TileSpec* in_game(const GameRules& rules, const TileSpec& tile) {
  for (const GameRules::Kind& kind : rules.kinds)
    if (kind.tile->set == tile.set && kind.tile->id == tile.id) return kind.tile;
  return &tile;
}

}  // namespace

/// HALF-1, HALF-2
void Game::fill_pool(const GameRules& rules) {
  if (options_.half_tiles == 0) return;
  for (const std::string& set : options_.half_sets)
    for (const TileSpec& tile : rules.catalogue->find_set(set)->tiles)
      if (options_.draft || tile.symbols.empty()) pool_[in_game(rules, tile)] = tile.count;
}

/// HALF-2. First game: seat by seat, from the one that begins. Draft: the one that plays last picks first, then
/// counter-clockwise, one tile each a round.
void Game::continue_reserves() {
  const auto wants = [&](int seat) { return static_cast<int>(reserve(seat).size()) < options_.half_tiles; };
  if (!options_.draft) {
    for (int i = 0, seat = turn_seat_; i < seats(); ++i, seat = after(seat)) {
      if (!wants(seat)) continue;
      seat_ = seat;
      ask_draw(Drawing::reserve);
      return;
    }
  } else if (wants(turn_seat_)) {  // who is the last of each round
    const bool round_over = seat_ == turn_seat_;
    ask(Asked::pick, round_over ? before(turn_seat_) : before(seat_));
    return;
  }
  continue_deal();
}

Outcome Game::pick(const TileSpec& tile) {
  --pool_.at(&tile);
  reserve(seat_).insert(&tile);
  continue_reserves();
  return done();
}

void Game::ask_figure() {
  ask(Asked::figure, turn_seat_);
  if (figure_places(FigureKind::follower).empty() && figure_places(FigureKind::abbot).empty() && !may_take_back())
    end_turn();
}

// ---------------------------------------------------------------- HALF-CROP

Outcome Game::choose_crop(Crop crop) {
  crop_ = crop;
  for (int seat = after(turn_seat_); seat != turn_seat_; seat = after(seat)) answering_.push_back(seat);
  answering_.push_back(turn_seat_);
  next_answer();
  return done();
}

/// Who has no such follower, or none to add, is passed over.
void Game::next_answer() {
  for (; !answering_.empty(); answering_.erase(answering_.begin())) {
    ask(Asked::answer, answering_.front());
    if (!answers().empty()) return;
  }
  refill();
}

std::set<Segment> Game::answers() const {
  std::set<Segment> places;
  if (crop_.action == CropAction::add && supply(seat_, FigureKind::follower) == 0) return places;
  const auto stands_on = [&](CropKind kind) {
    switch (kind) {
      case CropKind::knight:
        return TileFeatureType::city;
      case CropKind::highwayman:
        return TileFeatureType::road;
      case CropKind::farmer:
        break;
    }
    return TileFeatureType::field;
  };
  for (const FigureOnBoard& f : figures_)
    if (f.seat == seat_ && f.kind == FigureKind::follower && board_.spec(f.where).type == stands_on(crop_.kind))
      places.insert(f.where);
  return places;
}

Outcome Game::answer(Segment where) {
  const FigureOnBoard one{seat_, FigureKind::follower, where};
  if (crop_.action == CropAction::add)
    figures_.insert(one);
  else
    figures_.erase(figures_.find(one));
  answering_.erase(answering_.begin());
  next_answer();
  return done();
}

}  // namespace bastide::naive
